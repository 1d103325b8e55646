/* SPDX-License-Identifier: MIT */
/* 2048train pack: makes the data file of the net player from a training checkpoint. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "cmd.h"
#include "train/checkpoint.h"
#include "train/pack.h"

static enum err_code source_read(void *user, void *ptr, size_t len, size_t *got, struct err *err)
{
	return file_in_read(user, ptr, len, got, err);
}

struct memory {
	void *ptr[2 * NTUPLE_STAGE_MAX + TRAIN_POOLS_MAX];
	size_t len[2 * NTUPLE_STAGE_MAX + TRAIN_POOLS_MAX];
	unsigned count;
};

static enum err_code provide(struct memory *m, size_t len, void **out, struct err *err)
{
	if (os_large_alloc(len, out, err) != ERR_OK)
		return err->code;
	m->ptr[m->count] = *out;
	m->len[m->count++] = len;
	return ERR_OK;
}

static enum err_code provide_all(struct memory *m, struct trainer *t, struct err *err)
{
	size_t value, trace, pool;

	train_sizes(&t->shape, &value, &trace, &pool);
	for (unsigned s = 0; s < t->shape.stages; s++) {
		void *a, *b;

		if (provide(m, value, &a, err) != ERR_OK || provide(m, trace, &b, err) != ERR_OK)
			return err->code;
		t->value[s] = a;
		t->trace[s] = b;
	}
	for (unsigned i = 0; i < t->shape.stages + t->set.starts; i++) {
		void *c;

		if (provide(m, pool, &c, err) != ERR_OK)
			return err->code;
		t->pool[i] = c;
	}
	return ERR_OK;
}

static enum err_code load(const char *path, struct memory *m, struct trainer *t, struct err *err)
{
	struct train_source source = {.read = source_read};
	struct train_reader reader;
	struct file_in *in;
	enum err_code rc;

	if (file_in_open(path, &in, err) != ERR_OK)
		return err->code;
	source.user = in;
	rc = train_file_read_head(&source, &reader, err);
	if (rc == ERR_OK) {
		t->shape = reader.shape;
		t->set.starts = reader.set.starts;
		rc = provide_all(m, t, err);
	}
	if (rc == ERR_OK)
		rc = train_file_read_body(&reader, t, err);
	file_in_close(in);
	return rc;
}

static enum err_code pack(const struct cmd *cmd, struct trainer *t, struct err *err)
{
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct blob file;
	enum err_code rc = net_pack(t, (float)cmd->prune, (float)cmd->step, &file, kept, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_write(cmd->out, blob_span(file), cmd->force, err);
	if (rc == ERR_OK && !diag_quiet()) {
		out_printf("%s: %zu bytes after %llu training moves\n", cmd->out, file.len,
			(unsigned long long)t->moves);
		for (unsigned s = 0; s < t->shape.stages; s++)
			out_printf("stage %u: %lu weights\n", s, (unsigned long)kept[s]);
	}
	blob_free(&file);
	if (rc != ERR_OK)
		err_prefix(err, "%s", cmd->out);
	return rc;
}

int cmd_pack(const struct cmd *cmd)
{
	struct trainer *t = calloc(1, sizeof(*t));
	struct memory m = {.count = 0};
	struct err err;
	int status = EXIT_DONE;

	if (t == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	if (file_out_check(cmd->out, cmd->force, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	} else if (load(cmd->checkpoint, &m, t, &err) != ERR_OK) {
		diag_err(cmd->checkpoint, &err);
		status = diag_status(&err);
	} else if (pack(cmd, t, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	for (unsigned i = 0; i < m.count; i++)
		os_large_free(m.ptr[i], m.len[i]);
	free(t);
	return status;
}
