/* SPDX-License-Identifier: MIT */
/* 2048ai tables build: computes endgame tables. And finding them. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/hash.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/thread.h"
#include "cmd.h"

#define NAME     "2048ai.end"
#define FILE_MAX (64u << 20)

static bool stands_already(
	const struct endgame_spec *spec, unsigned count, unsigned long cells, unsigned long target)
{
	for (unsigned i = 0; i < count; i++)
		if (spec[i].free == ~0ull >> (64 - 4 * cells) && spec[i].target == target)
			return true;
	return false;
}

/* "9:6,8:7": free cells from the first on, and the rank to be built. */
static enum err_code parse_layouts(
	const char *p, struct endgame_spec *out, unsigned *count, struct err *err)
{
	for (*count = 0;; p++) {
		char *end;
		unsigned long cells = strtoul(p, &end, 10), target;

		if (end == p || *end != ':' || cells < 2 || cells > 15)
			break;
		p = end + 1;
		target = strtoul(p, &end, 10);
		if (end == p || target > ENDGAME_TARGET_MAX)
			break;
		if (*count == ENDGAME_MAX)
			return err_set(err, ERR_LIMIT, "more than %d tables", ENDGAME_MAX);
		if (stands_already(out, *count, cells, target))
			return err_set(err, ERR_USAGE, "%lu:%lu stands twice", cells, target);
		out[(*count)++] = (struct endgame_spec){
			.free = ~0ull >> (64 - 4 * cells), .target = (unsigned)target};
		p = end;
		if (*p == '\0')
			return ERR_OK;
		if (*p != ',')
			break;
	}
	return err_set(err, ERR_USAGE, "free cells and a rank, such as 9:6,8:7");
}

static enum err_code build_one(
	struct endgame_table *t, const struct endgame_spec *spec, unsigned threads, struct err *err)
{
	uint64_t start = os_time_ms();
	float *chance;

	t->rules = malloc(sizeof(*t->rules));
	if (t->rules == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (endgame_rules_init(t->rules, spec, err) != ERR_OK)
		return err->code;
	chance = malloc(t->rules->states * sizeof(*chance));
	t->class = malloc(t->rules->states);
	if (chance == NULL || t->class == NULL) {
		free(chance);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	if (endgame_solve(t->rules, thread_for, threads, chance, err) != ERR_OK) {
		free(chance);
		return err->code;
	}
	for (uint32_t i = 0; i < t->rules->states; i++)
		t->class[i] = (uint8_t)endgame_class(chance[i]);
	if (!diag_quiet())
		out_printf("%u free cells, tile %u: %lu positions, from one 2 %.4f %%, %.1f s\n",
			t->rules->cells, 1u << spec->target, (unsigned long)t->rules->states,
			100 * (double)chance[1], (double)(os_time_ms() - start) / 1000);
	free(chance);
	return ERR_OK;
}

static enum err_code build(const struct cmd *cmd, struct endgame_set *set, struct err *err)
{
	struct endgame_spec spec[ENDGAME_MAX];
	struct blob file;
	unsigned count;
	enum err_code rc;

	if (parse_layouts(cmd->layouts, spec, &count, err) != ERR_OK)
		return err_prefix(err, "--layouts");
	if (cmd_check_out(cmd->out, cmd->force, err) != ERR_OK)
		return err->code;
	for (unsigned i = 0; i < count; i++) {
		set->count++;
		if (build_one(&set->table[i], &spec[i], cmd->player.threads, err) != ERR_OK)
			return err->code;
	}
	if (endgame_pack(set, &file, err) != ERR_OK)
		return err->code;
	rc = file_write(cmd->out, blob_span(file), cmd->force, err);
	if (rc == ERR_OK && !diag_quiet())
		out_printf("%s: %zu bytes\n", cmd->out, file.len);
	if (rc != ERR_OK)
		err_prefix(err, "%s", cmd->out);
	blob_free(&file);
	return rc;
}

int cmd_tables(const struct cmd *cmd)
{
	struct endgame_set set;
	struct err err;
	int status = EXIT_DONE;

	memset(&set, 0, sizeof(set));
	if (build(cmd, &set, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	endgame_free(&set);
	return status;
}

enum err_code cmd_load_endgame(
	const char *path, struct endgame_set *out, uint32_t *crc, struct err *err)
{
	struct blob found = {NULL, 0}, file;
	enum err_code rc;

	memset(out, 0, sizeof(*out));
	*crc = 0;
	if (path != NULL && strcmp(path, "none") == 0)
		return ERR_OK;
	if (path == NULL) {
		if (!cmd_find_data(NAME, &found))
			return ERR_OK;
		path = (const char *)found.ptr;
	}
	rc = file_read(path, FILE_MAX, &file, err);
	if (rc == ERR_OK) {
		*crc = crc32_update(0, blob_span(file));
		rc = endgame_read(blob_span(file), thread_for, thread_cpu_count(), out, err);
		blob_free(&file);
	}
	if (rc != ERR_OK)
		err_prefix(err, "%s", path);
	blob_free(&found);
	return rc;
}
