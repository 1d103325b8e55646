/* SPDX-License-Identifier: MIT */
/* 2048ai --auto: plays whole games, and prints statistics. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "auto.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/thread.h"
#include "biosbelt/tr.h"
#include "sized/sized.h"
#include "term/show.h"

#define STATE_MAX      (64u << 20)
#define STATE_EVERY_MS 2000u
#define SHOW_EVERY_MS  100u

struct run {
	const struct cmd *cmd;
	const struct g2048_tables *tables;
	struct game_record *records;
	struct mutex *lock; /* protects records, state file, first error */
	char settings[200];
	uint64_t saved_ms, shown_ms;
	struct err err;
	bool failed;
	struct auto_wall wall;
};

static bool finished(const struct run *run)
{
	return run->failed || os_stop_requested();
}

static enum err_code save_replay(
	const struct cmd *cmd, const struct replay *replay, struct err *err)
{
	struct blob path;
	struct buf text;
	char name[40];
	enum err_code rc;

	buf_init(&text, 0);
	replay_write(replay, &text);
	if (text.failed != ERR_OK)
		return err_set(err, text.failed, "out of memory");
	name[0] = '\0';
	{
		struct buf b;

		buf_init(&b, sizeof(name));
		buf_printf(&b, "game%06llu.2048", (unsigned long long)replay->number);
		buf_add_u8(&b, 0);
		if (b.failed == ERR_OK)
			memcpy(name, b.ptr, b.len);
		buf_free(&b);
	}
	rc = path_join(cmd->replays, name, &path, err);
	if (rc == ERR_OK) {
		rc = file_write(
			(const char *)path.ptr, span_of(text.ptr, text.len), cmd->force, err);
		if (rc != ERR_OK)
			err_prefix(err, "%s", (const char *)path.ptr);
		blob_free(&path);
	}
	buf_free(&text);
	return rc;
}

/* CPU time of a game: of its own thread, or of the process for a single game, which may use several
 * threads. Wall time would include other programs. */
static uint64_t cpu_time(const struct run *run)
{
	return run->cmd->games > 1 ? os_thread_time_us() : os_cpu_time_us();
}

/* Shows the state of the only game, several times a second. */
static void show_progress(struct run *run, uint64_t score, unsigned max_rank, uint32_t moves)
{
	char line[100];

	if (run->cmd->games > 1 || run->cmd->json || os_time_ms() - run->shown_ms < SHOW_EVERY_MS)
		return;
	run->shown_ms = os_time_ms();
	(void)snprintf(line, sizeof(line), tr("%llu points, largest tile %lu, moves"),
		(unsigned long long)score, 1ul << max_rank);
	progress_what(line);
	progress_set(moves);
}

/* Plays one game to its end, or until the run is stopped. */
static enum err_code play(struct run *run, struct player *player, uint64_t number,
	struct game_record *record, struct err *err)
{
	struct g2048_game game;
	struct replay replay;
	uint64_t start = cpu_time(run);
	enum err_code rc = ERR_OK;

	memset(record, 0, sizeof(*record));
	replay_init(&replay, run->cmd->seed, number);
	g2048_game_new(&game, run->cmd->seed, number);
	while (rc == ERR_OK && !finished(run)) {
		struct search_result r;

		player_choose(player, &game, &r);
		record->nodes += r.nodes;
		if (!g2048_game_step(run->tables, &game, r.best)) {
			record->done = true;
			break;
		}
		show_progress(run, game.score, g2048_game_max_rank(&game), game.moves);
		if (run->cmd->replays != NULL)
			rc = replay_add(&replay, r.best, err);
	}
	record->max_rank = g2048_game_max_rank(&game);
	record->moves = game.moves;
	record->score = game.score;
	record->cpu_us = cpu_time(run) - start;
	if (rc == ERR_OK && record->done && run->cmd->replays != NULL)
		rc = save_replay(run->cmd, &replay, err);
	replay_free(&replay);
	return rc;
}

/* The same on a board of another size. */
static void play_sized(struct run *run, uint64_t number, struct game_record *record)
{
	const struct player_settings *set = &run->cmd->player;
	uint64_t nodes = set->nodes > 0 ? set->nodes : CMD_SIZED_NODES, start = cpu_time(run);
	struct sized_game game;

	memset(record, 0, sizeof(*record));
	sized_new(&game, run->cmd->size, run->cmd->seed, number);
	while (!finished(run)) {
		struct search_result r;

		sized_look(&game, set->depth, nodes, &r);
		record->nodes += r.nodes;
		if (!sized_step(&game, r.best)) {
			record->done = true;
			break;
		}
		show_progress(run, game.score, sized_max_rank(&game), game.moves);
	}
	record->max_rank = sized_max_rank(&game);
	record->moves = game.moves;
	record->score = game.score;
	record->cpu_us = cpu_time(run) - start;
}

static enum err_code save_state(struct run *run, struct err *err)
{
	struct buf text;
	enum err_code rc;

	if (run->cmd->state == NULL)
		return ERR_OK;
	buf_init(&text, STATE_MAX);
	stats_write(&text, run->settings, run->records, run->cmd->games);
	if (text.failed != ERR_OK)
		rc = err_set(err, text.failed, "the state is too large");
	else
		rc = file_write(run->cmd->state, span_of(text.ptr, text.len), true, err);
	buf_free(&text);
	if (rc != ERR_OK)
		err_prefix(err, "%s", run->cmd->state);
	return rc;
}

static void note_failure(struct run *run, const struct err *err)
{
	if (!run->failed)
		run->err = *err;
	run->failed = true;
}

static void play_one(void *user, size_t i)
{
	struct run *run = user;
	struct player_settings set = run->cmd->player;
	struct game_record record;
	struct player *player = NULL;
	struct err err;
	enum err_code rc = ERR_OK;

	if (finished(run) || run->records[i].done)
		return;
	if (run->cmd->games > 1)
		set.threads = 1; /* each thread plays its own games */
	set.seed = run->cmd->seed + i;
	if (run->cmd->size != 4) {
		play_sized(run, i, &record);
	} else {
		rc = player_open(run->tables, &set, &player, &err);
		if (rc == ERR_OK)
			rc = play(run, player, i, &record, &err);
		player_close(player);
	}
	mutex_lock(run->lock);
	if (rc == ERR_OK) {
		run->records[i] = record;
		if (record.done) {
			run->wall.moves += record.moves;
			if (run->cmd->games > 1)
				progress_add(1);
		}
		if (os_time_ms() - run->saved_ms > STATE_EVERY_MS) {
			rc = save_state(run, &err);
			run->saved_ms = os_time_ms();
		}
	}
	if (rc != ERR_OK)
		note_failure(run, &err);
	mutex_unlock(run->lock);
}

static enum err_code load_state(struct run *run, struct err *err)
{
	const struct cmd *c = run->cmd;
	struct file_info info;
	struct blob text;
	struct buf b;
	enum err_code rc;

	buf_init(&b, sizeof(run->settings));
	buf_printf(&b, "player %s seed %llu depth %u nodes %llu ms %u hash %zu",
		player_names[c->player.kind], (unsigned long long)c->seed, c->player.depth,
		(unsigned long long)c->player.nodes, c->player.ms, c->player.hash);
	if (c->size != 4)
		buf_printf(&b, " size %u", c->size);
	if (c->player.kind == PLAYER_NET)
		buf_printf(&b, " data %08lx", (unsigned long)c->player.net->net.crc);
	buf_add_u8(&b, 0);
	if (b.failed != ERR_OK)
		return err_set(err, b.failed, "settings too long");
	memcpy(run->settings, b.ptr, b.len);
	buf_free(&b);
	if (c->state == NULL)
		return ERR_OK;
	rc = file_info(c->state, false, &info, err);
	if (rc == ERR_OK && info.type == FILE_NONE)
		return ERR_OK;
	if (rc == ERR_OK)
		rc = file_read(c->state, STATE_MAX, &text, err);
	if (rc == ERR_OK) {
		rc = stats_read(blob_span(text), run->settings, run->records, c->games, err);
		blob_free(&text);
	}
	if (rc != ERR_OK)
		err_prefix(err, "%s", c->state);
	return rc;
}

static enum err_code run_games(struct run *run, struct err *err)
{
	unsigned threads = run->cmd->threads > 0 ? run->cmd->threads : thread_cpu_count();
	uint64_t start;

	if (load_state(run, err) != ERR_OK || mutex_new(&run->lock, err) != ERR_OK)
		return err->code;
	os_stop_watch();
	run->saved_ms = os_time_ms();
	if (!run->cmd->json)
		progress_start(
			tr("games"), run->cmd->games > 1 ? run->cmd->games : 0, PROGRESS_ITEMS);
	start = os_time_ms();
	thread_for(run->cmd->games, threads, play_one, run);
	run->wall.ms = os_time_ms() - start;
	run->wall.threads = threads;
	if (!run->cmd->json)
		progress_end();
	mutex_free(run->lock);
	if (run->failed) {
		*err = run->err;
		return err->code;
	}
	return save_state(run, err);
}

static enum err_code write_csv(const struct run *run, struct err *err)
{
	struct buf text;
	enum err_code rc;

	if (run->cmd->csv == NULL)
		return ERR_OK;
	buf_init(&text, STATE_MAX);
	buf_str(&text, "game,score,max_tile,moves,nodes,cpu_ms\n");
	for (size_t i = 0; i < run->cmd->games; i++) {
		const struct game_record *r = &run->records[i];

		if (r->done)
			buf_printf(&text, "%zu,%llu,%lu,%lu,%llu,%llu\n", i,
				(unsigned long long)r->score, 1ul << r->max_rank,
				(unsigned long)r->moves, (unsigned long long)r->nodes,
				(unsigned long long)(r->cpu_us / 1000));
	}
	rc = text.failed != ERR_OK
		     ? err_set(err, text.failed, "the table is too large")
		     : file_write(run->cmd->csv, span_of(text.ptr, text.len), run->cmd->force, err);
	buf_free(&text);
	if (rc != ERR_OK)
		err_prefix(err, "%s", run->cmd->csv);
	return rc;
}

static int auto_games(const struct cmd *cmd, struct run *run)
{
	struct game_stats stats;
	struct err err;
	int status = EXIT_DONE;

	if (file_out_check(cmd->csv, cmd->force, &err) != ERR_OK ||
		run_games(run, &err) != ERR_OK ||
		stats_sum(run->records, cmd->games, &stats, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	/* A run that will be continued from its state writes its table later. An error of the table
	 * does not suppress the statistics. */
	if ((stats.games == cmd->games || cmd->state == NULL) && write_csv(run, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	if (cmd->json)
		auto_print_json(cmd, &stats, run->records);
	else
		auto_print_table(cmd, &stats, &run->wall);
	if (stats.games < cmd->games) {
		diag_warn("stopped after %zu of %llu game%s", stats.games,
			(unsigned long long)cmd->games, tr_s(cmd->games));
		return EXIT_FAILED;
	}
	return status;
}

int cmd_auto(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct run run;
	struct err err;
	int status;

	if (cmd->log == 1)
		return auto_classic_log(cmd, tables);
	if (cmd->replays != NULL && file_mkdirs(cmd->replays, &err) != ERR_OK) {
		diag_err(cmd->replays, &err);
		return diag_status(&err);
	}
	memset(&run, 0, sizeof(run));
	run.cmd = cmd;
	run.tables = tables;
	run.records = calloc(cmd->games, sizeof(*run.records));
	if (run.records == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	status = auto_games(cmd, &run);
	free(run.records);
	return status;
}
