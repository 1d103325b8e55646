/* SPDX-License-Identifier: MIT */
/* 2048train shrink: the network in the program out of a large one. */
#include <math.h>
#include <stdlib.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/longrun.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/thread.h"
#include "cmd.h"
#include "train/leaves.h"
#include "train/shrink.h"

/* The large network plays in the first round, then the small one of the round before: its games
 * lead to boards that the large one's do not, and that a small one may value too high. */
#define ROUNDS 4u
#define FINER  16 /* the small networks that play are rounded to this part of the step */

struct run {
	const struct cmd *cmd;
	const struct g2048_tables *tables;
	struct fit_host host;
	struct net large;
	struct net small;
	struct shrink shrink;
};

static enum err_code load(struct run *run, struct err *err)
{
	struct file_map file;
	enum err_code rc = file_map_open(run->cmd->from, SIZE_MAX, false, &file, err);

	if (rc == ERR_OK) {
		rc = net_read(file.data, &run->host.net, &run->large, err);
		file_map_close(&file);
	}
	return rc == ERR_OK ? rc : err_prefix(err, "%s", run->cmd->from);
}

/* Adds this round's part of the boards; *groups: those that are there. */
static enum err_code play(struct run *run, unsigned round, size_t *groups, struct err *err)
{
	struct leaves l = {.host = &run->host,
		.tables = run->tables,
		.net = round == 0 ? &run->large : &run->small,
		.seed = run->cmd->seed + round};
	size_t end = run->shrink.room * (round + 1) / ROUNDS, more = end - *groups;
	enum err_code rc;

	progress_start("playing", more, PROGRESS_ITEMS);
	rc = leaves_find(&l, run->shrink.board + *groups * FIT_GROUP, more, err);
	progress_end();
	*groups = end;
	return rc == ERR_OK && os_stop_requested() ? err_set(err, ERR_CANCELLED, "stopped") : rc;
}

/* About as many parameters as the wished bytes have room for. */
static enum err_code room_for(const struct run *run, uint32_t *count, struct err *err)
{
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct blob file;
	double ratio;

	if (shrink_pack(&run->shrink, (float)run->cmd->step, &file, kept, err) != ERR_OK)
		return err->code;
	ratio = fmin(1, (double)run->cmd->bytes / (double)file.len);
	*count = (uint32_t)(run->shrink.fit.count * ratio);
	blob_free(&file);
	return ERR_OK;
}

/* The small network of now as the player of the next round. */
static enum err_code take_small(struct run *run, struct err *err)
{
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct blob file;
	enum err_code rc;

	if (shrink_pack(&run->shrink, (float)run->cmd->step / FINER, &file, kept, err) != ERR_OK)
		return err->code;
	net_free(&run->small);
	rc = net_read(blob_span(file), &run->host.net, &run->small, err);
	blob_free(&file);
	return rc;
}

static enum err_code one_round(struct run *run, unsigned round, size_t *groups, struct blob *out,
	uint32_t *kept, struct err *err)
{
	const struct cmd *cmd = run->cmd;
	enum err_code rc;
	uint32_t count = 0;

	if (play(run, round, groups, err) != ERR_OK)
		return err->code;
	progress_start("solving", 0, PROGRESS_ITEMS);
	rc = shrink_begin(&run->shrink, *groups, err);
	if (rc == ERR_OK)
		rc = room_for(run, &count, err);
	if (rc == ERR_OK)
		rc = shrink_reduce(&run->shrink, count, err);
	if (rc == ERR_OK && round + 1 < ROUNDS)
		rc = take_small(run, err);
	else if (rc == ERR_OK)
		rc = shrink_finish(&run->shrink, (float)cmd->step, cmd->seed, (size_t)cmd->bytes,
			out, kept, err);
	progress_end();
	return rc;
}

static void report(const struct run *run, size_t bytes, const uint32_t *kept)
{
	struct fit_error e = fit_measure(&run->shrink.fit, true);

	out_printf("%s: %zu bytes\n", run->cmd->out, bytes);
	for (unsigned k = 0; k < run->large.shape.stages; k++)
		out_printf("stage %u: %lu weights\n", k, (unsigned long)kept[k]);
	out_printf("off by %.0f points, within a search by %.0f (boards that were left out)\n",
		e.all, e.within);
}

static enum err_code shrink(struct run *run, struct err *err)
{
	const struct cmd *cmd = run->cmd;
	size_t room = (size_t)(cmd->boards * 1e6 / FIT_GROUP), groups = 0;
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct blob file = {0};
	enum err_code rc;

	if (file_out_check(cmd->out, cmd->force, err) != ERR_OK || load(run, err) != ERR_OK ||
		shrink_open(&run->shrink, &run->large, &run->host,
			room > FIT_TEST_EACH ? room : FIT_TEST_EACH, err) != ERR_OK)
		return err->code;
	os_stop_watch();
	for (unsigned round = 0; round < ROUNDS; round++)
		if (one_round(run, round, &groups, &file, kept, err) != ERR_OK)
			return err->code;
	rc = file_write(cmd->out, blob_span(file), cmd->force, err);
	if (rc == ERR_OK && !diag_quiet())
		report(run, file.len, kept);
	blob_free(&file);
	return rc == ERR_OK ? rc : err_prefix(err, "%s", cmd->out);
}

int cmd_shrink(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct run run = {.cmd = cmd,
		.tables = tables,
		.host = {.net = {.alloc = os_large_alloc,
				 .release = os_large_free,
				 .parallel = thread_for,
				 .threads = cmd->threads},
			.stop = os_stop_requested,
			.did = progress_add}};
	int status = EXIT_DONE;
	struct err err;

	if (shrink(&run, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	shrink_close(&run.shrink);
	net_free(&run.small);
	net_free(&run.large);
	return status;
}
