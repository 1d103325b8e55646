/* SPDX-License-Identifier: MIT */
/* 2048ai --replay and --analyze: shows a saved game, and its worst moves. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/longrun.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "game/replay.h"
#include "players/coach.h"
#include "term/show.h"

#define FILE_MAX_BYTES (4u << 20)
#define WORST_SHOWN    10u

/* A move that was not the player's first choice. */
struct mistake {
	size_t number; /* of the move, from 1 */
	struct g2048_game before;
	struct coach_move move;
	struct search_result look;
};

struct analysis {
	struct mistake worst[WORST_SHOWN];
	size_t count;
	struct coach_sum sum;
	bool coach; /* the player's values are points: otherwise only their ratios are meaningful */
	struct buf csv;
};

static int load(const char *path, const struct g2048_tables *t, struct replay *out)
{
	struct blob text;
	struct err err;
	bool in = strcmp(path, "-") == 0;
	enum err_code rc = in ? file_read_stdin(FILE_MAX_BYTES, &text, &err)
			      : file_read(path, FILE_MAX_BYTES, &text, &err);

	if (rc == ERR_OK) {
		rc = replay_read(blob_span(text), t, out, &err);
		blob_free(&text);
	}
	if (rc != ERR_OK)
		diag_err(in ? tr("standard input") : path, &err);
	return rc == ERR_OK ? EXIT_DONE : diag_status(&err);
}

int cmd_replay(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct g2048_game g;
	struct replay r = {0};
	int status = load(cmd->file, tables, &r);

	if (status != EXIT_DONE)
		return status;
	g = r.first;
	show_board(&g);
	for (size_t i = 0; i < r.count && !out_failed(); i++) {
		(void)g2048_game_step(tables, &g, (enum g2048_dir)r.moves[i]);
		out_printf(tr("\n%zu %s, score %llu\n"), i + 1,
			tr(g2048_dir_name((enum g2048_dir)r.moves[i])),
			(unsigned long long)g.score);
		show_board(&g);
	}
	replay_free(&r);
	return EXIT_DONE;
}

/* Keeps the WORST_SHOWN largest losses, largest first. */
static void note_mistake(struct analysis *a, const struct mistake *m)
{
	size_t at = a->count;

	if (at == WORST_SHOWN && m->move.share <= a->worst[WORST_SHOWN - 1].move.share)
		return;
	if (at == WORST_SHOWN)
		at--;
	else
		a->count++;
	while (at > 0 && a->worst[at - 1].move.share < m->move.share) {
		a->worst[at] = a->worst[at - 1];
		at--;
	}
	a->worst[at] = *m;
}

static void look_at_move(
	struct analysis *a, struct player *player, struct mistake *m, enum g2048_dir made)
{
	player_choose(player, &m->before, &m->look);
	coach_rate(&m->look, g2048_game_max_rank(&m->before), made, &m->move);
	coach_add(&a->sum, &m->move);
	buf_printf(&a->csv, "%zu,%s,%s,%.1f", m->number, g2048_dir_name(made),
		g2048_dir_name(m->move.best), m->move.points);
	if (a->coach)
		buf_printf(&a->csv, ",%lu,%.4f,%.4f", 1ul << m->move.next, m->move.chance_best,
			m->move.chance_made);
	buf_add_u8(&a->csv, '\n');
	if (m->move.share > 0)
		note_mistake(a, m);
}

static void look_at_game(const struct replay *r, const struct g2048_tables *tables,
	struct player *player, struct analysis *a)
{
	struct g2048_game g = r->first;

	buf_str(&a->csv, a->coach ? "move,made,best,points,next_tile,chance_best,chance_made\n"
				  : "move,made,best,value\n");
	for (size_t i = 0; i < r->count && !os_stop_requested(); i++) {
		struct mistake m = {.number = i + 1, .before = g};
		enum g2048_dir made = (enum g2048_dir)r->moves[i];

		look_at_move(a, player, &m, made);
		(void)g2048_game_step(tables, &g, made);
		progress_add(1);
	}
}

static void print_mistakes(const struct analysis *a)
{
	for (size_t i = 0; i < a->count; i++) {
		const struct mistake *m = &a->worst[i];
		double best = m->look.value[m->look.best];

		out_printf(tr("\nmove %zu: %s, %s was better; "), m->number,
			tr(g2048_dir_name(m->move.made)), tr(g2048_dir_name(m->move.best)));
		if (a->coach && coach_chances_differ(&m->move))
			out_printf(
				tr("lost %.0f points, chance of %lu %.1f %% instead of %.1f %%\n"),
				m->move.points, 1ul << m->move.next, 100 * m->move.chance_made,
				100 * m->move.chance_best);
		else if (a->coach)
			out_printf(tr("lost %.0f points\n"), m->move.points);
		else
			out_printf(tr("lost %.3f %% of the value (%.1f of %.1f)\n"),
				100 * m->move.share, m->move.points, best);
		show_board(&m->before);
	}
}

static double percent(size_t part, size_t whole)
{
	return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_summary(const struct analysis *a, enum player_kind kind)
{
	const struct coach_sum *s = &a->sum;

	out_printf(tr("%zu move%s, %zu of them the first choice of %s (%.1f %%)\n"), s->moves,
		tr_s(s->moves), s->grade[COACH_BEST], player_names[kind],
		percent(s->grade[COACH_BEST], s->moves));
	if (!a->coach || s->moves == 0)
		return;
	out_printf(tr("The others cost %.0f points in all, %.1f a move.\n"), s->points,
		s->points / (double)s->moves);
	out_printf(tr("%zu blunder%s (%g %% or more of the points still to come), %zu mistake%s "
		      "(%g %%), %zu slip%s (%g %%)\n"),
		s->grade[COACH_BLUNDER], tr_s(s->grade[COACH_BLUNDER]), 100 * COACH_BLUNDER_AT,
		s->grade[COACH_MISTAKE], tr_s(s->grade[COACH_MISTAKE]), 100 * COACH_MISTAKE_AT,
		s->grade[COACH_SLIP], tr_s(s->grade[COACH_SLIP]), 100 * COACH_SLIP_AT);
}

static void json_mistake(struct json *j, const struct analysis *a, const struct mistake *m)
{
	json_object(j);
	json_kv_u64(j, "move", m->number);
	show_cells_json(j, &m->before);
	json_kv_str(j, "made", g2048_dir_name(m->move.made));
	json_key(j, "loss");
	json_double(j, m->move.share);
	if (a->coach) {
		json_key(j, "points");
		json_double(j, m->move.points);
		json_kv_u64(j, "next_tile", 1ull << m->move.next);
		json_key(j, "chance_best");
		json_double(j, m->move.chance_best);
		json_key(j, "chance_made");
		json_double(j, m->move.chance_made);
	}
	show_answer_json(j, &m->look);
	json_object_end(j);
}

static void print_json(const struct analysis *a, enum player_kind kind)
{
	struct buf b;
	struct json j;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_str(&j, "player", player_names[kind]);
	json_kv_u64(&j, "moves", a->sum.moves);
	json_kv_u64(&j, "agreed", a->sum.grade[COACH_BEST]);
	if (a->coach) {
		json_key(&j, "points");
		json_double(&j, a->sum.points);
		json_kv_u64(&j, "blunders", a->sum.grade[COACH_BLUNDER]);
		json_kv_u64(&j, "mistakes", a->sum.grade[COACH_MISTAKE]);
		json_kv_u64(&j, "slips", a->sum.grade[COACH_SLIP]);
	}
	json_key(&j, "worst");
	json_array(&j);
	for (size_t i = 0; i < a->count; i++)
		json_mistake(&j, a, &a->worst[i]);
	json_array_end(&j);
	json_object_end(&j);
	out_buf(&b);
}

static enum err_code write_csv(const struct cmd *cmd, const struct analysis *a, struct err *err)
{
	if (cmd->csv == NULL)
		return ERR_OK;
	if (a->csv.failed != ERR_OK)
		return err_set(err, a->csv.failed, "out of memory");
	if (file_write(cmd->csv, span_of(a->csv.ptr, a->csv.len), cmd->force, err) != ERR_OK)
		return err_prefix(err, "%s", cmd->csv);
	return ERR_OK;
}

/* The game's file is never overwritten, even with --force. */
static enum err_code check_csv(const struct cmd *cmd, struct err *err)
{
	if (cmd->csv != NULL && file_same(cmd->csv, cmd->file))
		return err_set(err, ERR_USAGE, "%s: input and output are the same file", cmd->csv);
	return file_out_check(cmd->csv, cmd->force, err);
}

static int analyze(const struct cmd *cmd, const struct g2048_tables *tables, const struct replay *r)
{
	struct analysis a = {.coach = cmd->player.kind == PLAYER_NET};
	struct player *player = NULL;
	int status = EXIT_DONE;
	struct err err;

	if (check_csv(cmd, &err) != ERR_OK ||
		player_open(tables, &cmd->player, &player, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	buf_init(&a.csv, 0);
	os_stop_watch();
	if (!cmd->json)
		progress_start(tr("moves"), r->count, PROGRESS_ITEMS);
	look_at_game(r, tables, player, &a);
	player_close(player);
	if (!cmd->json)
		progress_end();
	if (write_csv(cmd, &a, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	buf_free(&a.csv);
	if (cmd->json) {
		print_json(&a, cmd->player.kind);
	} else {
		print_summary(&a, cmd->player.kind);
		print_mistakes(&a);
	}
	return a.sum.moves < r->count ? EXIT_FAILED : status;
}

int cmd_analyze(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct replay r = {0};
	int status = load(cmd->file, tables, &r);

	if (status != EXIT_DONE)
		return status;
	status = analyze(cmd, tables, &r);
	replay_free(&r);
	return status;
}
