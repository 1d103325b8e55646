/* SPDX-License-Identifier: MIT */
/* 2048train shrink: the network in the program out of a large one. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/longrun.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/thread.h"
#include "cmd.h"
#include "net/search.h"
#include "train/shrink.h"

#define NODES       750 /* per move, as in the games by which networks are measured */
#define MEMORY      (32u << 20)
#define PLAIN_GAMES 16 /* one-ply games per counted game with search */
#define PLAIN_TIMES 5u /* weight of a lookup in these */
#define TEACH_EACH  6  /* one of so many evaluated boards is learned */
#define TEACH_PART  4  /* counted games per teaching game */
#define OWN_PART    3  /* one in so many teaching games is the large network's own */
#define RATE_FIRST  0.2f
#define RATE_LAST   0.02f

enum work { COUNTS, COUNTS_PLAIN, TEACHES };

struct run {
	const struct cmd *cmd;
	const struct g2048_tables *tables;
	struct net net;
	struct shrink shrink;
	enum work work;
	size_t games;          /* of this kind of work */
	atomic_bool no_memory; /* for one of its games */
};

/* The large network as seen by a game's search. */
struct hooked {
	struct net net; /* first, because its valuer gets this pointer */
	net_valuer *real;
	struct run *run;
	bool own; /* plays by the small network's values */
	float rate;
	uint32_t draw;
};

static void count_boards(const struct net *n, const uint64_t *board, unsigned count, float *value)
{
	const struct hooked *h = (const struct hooked *)n;

	h->real(n, board, count, value);
	for (unsigned i = 0; i < count; i++)
		shrink_count(
			&h->run->shrink, board[i], h->run->work == COUNTS_PLAIN ? PLAIN_TIMES : 1);
}

static void teach_boards(const struct net *n, const uint64_t *board, unsigned count, float *value)
{
	struct hooked *h = (struct hooked *)n;
	struct shrink *s = &h->run->shrink;
	float target[4];
	bool teach;

	h->draw = h->draw * 1664525u + 1013904223u; /* Numerical Recipes */
	teach = (h->draw >> 16) % TEACH_EACH == 0;
	if (teach || !h->own)
		h->real(n, board, count, target);
	for (unsigned i = 0; i < count; i++) {
		value[i] = h->own ? shrink_value(s, board[i]) : target[i];
		if (teach)
			shrink_learn(s, board[i], target[i], h->rate);
	}
}

static void play(struct run *run, struct hooked *h, uint64_t number, void *memory)
{
	struct search_limits limits = {.nodes = NODES};
	struct net_search search;
	struct g2048_game game;

	if (run->work == COUNTS_PLAIN)
		limits = (struct search_limits){.depth = 1};
	net_search_init(&search, run->tables, &h->net, memory, MEMORY);
	g2048_game_new(&game, run->cmd->seed + (uint64_t)run->work, number);
	while (!os_stop_requested()) {
		struct search_result r;

		net_search_run(&search, g2048_game_narrow(&game), &limits, &r);
		if (!g2048_game_step(run->tables, &game, r.best))
			break;
	}
}

static void one_game(void *user, size_t i)
{
	struct run *run = user;
	float part = (float)i / (float)run->games;
	struct hooked h = {.net = run->net,
		.real = run->net.values,
		.run = run,
		.own = run->work == TEACHES && i % OWN_PART != 0,
		.rate = RATE_FIRST * powf(RATE_LAST / RATE_FIRST, part),
		.draw = (uint32_t)i};
	struct err err;
	void *memory;

	h.net.values = run->work == TEACHES ? teach_boards : count_boards;
	if (os_stop_requested() || atomic_load(&run->no_memory)) {
		/* the rest is left out, and the caller reports it */
	} else if (os_large_alloc(MEMORY, &memory, &err) != ERR_OK) {
		atomic_store(&run->no_memory, true);
	} else {
		play(run, &h, i, memory);
		os_large_free(memory, MEMORY);
	}
	progress_add(1);
}

static void work_on(struct run *run, enum work work, size_t games, const char *what)
{
	run->work = work;
	run->games = games;
	progress_start(what, games, PROGRESS_ITEMS);
	thread_for(games, run->cmd->threads, one_game, run);
	progress_end();
}

static enum err_code provide(struct run *run, struct err *err)
{
	size_t size = run->net.shape.size;

	for (unsigned k = 0; k < run->net.shape.stages; k++) {
		void *count, *value, *owner;

		if (os_large_alloc(size * sizeof(uint32_t), &count, err) != ERR_OK)
			return err->code;
		run->shrink.count[k] = count;
		if (os_large_alloc(size * sizeof(float), &value, err) != ERR_OK)
			return err->code;
		run->shrink.value[k] = value;
		if (os_large_alloc(size, &owner, err) != ERR_OK)
			return err->code;
		run->shrink.owner[k] = owner;
	}
	return ERR_OK;
}

static void release(struct run *run)
{
	size_t size = run->net.shape.size;

	for (unsigned k = 0; k < run->net.shape.stages; k++) {
		os_large_free(run->shrink.count[k], size * sizeof(uint32_t));
		os_large_free(run->shrink.value[k], size * sizeof(float));
		os_large_free(run->shrink.owner[k], size);
	}
	net_free(&run->net);
}

static enum err_code load(struct run *run, struct err *err)
{
	struct file_map file;
	enum err_code rc = file_map_open(run->cmd->from, SIZE_MAX, false, &file, err);

	if (rc == ERR_OK) {
		rc = net_read(file.data, NULL, &run->net, err);
		file_map_close(&file);
	}
	return rc == ERR_OK ? rc : err_prefix(err, "%s", run->cmd->from);
}

static enum err_code finish(struct run *run, struct err *err)
{
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct blob file;
	enum err_code rc = shrink_pack(&run->shrink, (float)run->cmd->step, &file, kept, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_write(run->cmd->out, blob_span(file), run->cmd->force, err);
	if (rc == ERR_OK && !diag_quiet()) {
		out_printf("%s: %zu bytes\n", run->cmd->out, file.len);
		for (unsigned k = 0; k < run->net.shape.stages; k++)
			out_printf("stage %u: %lu weights\n", k, (unsigned long)kept[k]);
	}
	blob_free(&file);
	return rc == ERR_OK ? rc : err_prefix(err, "%s", run->cmd->out);
}

static enum err_code shrink(struct run *run, struct err *err)
{
	size_t games = (size_t)run->cmd->games;

	if (file_out_check(run->cmd->out, run->cmd->force, err) != ERR_OK ||
		load(run, err) != ERR_OK || provide(run, err) != ERR_OK)
		return err->code;
	run->shrink.net = &run->net;
	os_stop_watch();
	work_on(run, COUNTS, games, "counting");
	work_on(run, COUNTS_PLAIN, games * PLAIN_GAMES, "counting one ply");
	shrink_prune(&run->shrink, run->cmd->prune);
	work_on(run, TEACHES, games / TEACH_PART, "teaching");
	if (os_stop_requested())
		return err_set(err, ERR_CANCELLED, "stopped");
	if (atomic_load(&run->no_memory)) /* a network of fewer games is another */
		return err_set(err, ERR_NOMEM, "out of memory: fewer threads need less");
	return finish(run, err);
}

int cmd_shrink(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct run *run = calloc(1, sizeof(*run));
	int status = EXIT_DONE;
	struct err err;

	if (run == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	run->cmd = cmd;
	run->tables = tables;
	if (shrink(run, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	release(run);
	free(run);
	return status;
}
