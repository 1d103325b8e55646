/* SPDX-License-Identifier: MIT */
/* 2048ai --advise: the best move in a game that is played elsewhere, whose tiles are typed in. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "game/entry.h"
#include "players/coach.h"
#include "term/lines.h"
#include "term/show.h"

#define UNDO_STEPS 4096u

struct advise {
	const struct cmd *cmd;
	const struct g2048_tables *tables;
	struct player *player;
	struct g2048_game game;
	struct g2048_game *undo; /* ring of UNDO_STEPS */
	unsigned undo_first, undo_count;
	struct search_result advice; /* for the current game */
	struct json json;
	struct buf out;
	char rows[LINE_BYTES + 1]; /* of a board entered row by row */
	unsigned row_count;
	bool refused;
};

static bool is_empty(const struct g2048_game *g)
{
	return g->board == 0 && g->high == 0;
}

static void print_board(const struct g2048_game *g)
{
	out_printf(tr("\nscore %llu\n"), (unsigned long long)g->score);
	out_str("        a      b      c      d\n");
	for (unsigned i = 0; i < 16; i++) {
		unsigned rank = g2048_game_rank(g, i);

		if (i % 4 == 0)
			out_printf("%u ", i / 4 + 1);
		if (rank == 0)
			out_str("      .");
		else
			out_printf(" %6lu", 1ul << rank);
		if (i % 4 == 3)
			out_str("\n");
	}
}

static void print_help(void)
{
	out_str(tr("Enter the board: 16 tiles in reading order, 0 for an empty cell.\n"
		   "Then after each move where the new tile came: b3, or b3 4 for a 4, or\n"
		   "left b3 after another move than the advised one. tile b3 8 corrects;\n"
		   "score N, undo, help, quit.\n"));
}

static void print_state(struct advise *a)
{
	if (is_empty(&a->game)) {
		print_help();
		return;
	}
	print_board(&a->game);
	if (a->advice.best == G2048_NONE)
		out_str(tr("no move: the game is over\n"));
	else
		out_printf(tr("best move: %s\n"), tr(g2048_dir_name(a->advice.best)));
}

static void put_state(struct advise *a)
{
	struct json *j = &a->json;

	json_kv_bool(j, "ok", true);
	show_cells_json(j, &a->game);
	json_kv_u64(j, "score", a->game.score);
	json_kv_u64(j, "moves", a->game.moves);
	show_answer_json(j, &a->advice);
}

static void show(struct advise *a, const struct err *wrong)
{
	if (!a->cmd->json) {
		if (wrong == NULL)
			print_state(a);
		out_flush();
		return;
	}
	json_init(&a->json, &a->out, true);
	json_object(&a->json);
	if (wrong == NULL) {
		put_state(a);
	} else {
		json_kv_bool(&a->json, "ok", false);
		json_kv_str(&a->json, "error", wrong->text);
	}
	json_object_end(&a->json);
	out_buf(&a->out);
	out_flush();
}

static void remember(struct advise *a)
{
	if (a->undo_count == UNDO_STEPS)
		a->undo_first = (a->undo_first + 1) % UNDO_STEPS;
	else
		a->undo_count++;
	a->undo[(a->undo_first + a->undo_count - 1) % UNDO_STEPS] = a->game;
}

/* Reports the cost of a move other than the advised one. */
static void judge(const struct advise *a, enum g2048_dir made)
{
	struct coach_move m;

	if (a->cmd->json || a->cmd->player.kind != PLAYER_NET || made == a->advice.best)
		return;
	coach_rate(&a->advice, g2048_game_max_rank(&a->game), made, &m);
	out_printf(tr("%s was better by %.0f points\n"), tr(g2048_dir_name(m.best)), m.points);
}

static enum err_code do_move(struct advise *a, const struct entry *e, struct err *err)
{
	struct g2048_game next = a->game;

	if (entry_move(e, a->tables, a->advice.best, &next, err) != ERR_OK)
		return err->code;
	if (e->dir != G2048_NONE)
		judge(a, e->dir);
	remember(a);
	a->game = next;
	return ERR_OK;
}

static enum err_code do_entry(struct advise *a, const struct entry *e, struct err *err)
{
	switch (e->kind) {
	case ENTRY_MOVE:
		return do_move(a, e, err);
	case ENTRY_UNDO:
		if (a->undo_count == 0)
			return err_set(err, ERR_FORMAT,
				"nothing to take back (%u entries are kept)", UNDO_STEPS);
		a->game = a->undo[(a->undo_first + --a->undo_count) % UNDO_STEPS];
		return ERR_OK;
	case ENTRY_HELP:
		return ERR_OK;
	case ENTRY_TILE:
		remember(a);
		g2048_game_set_rank(&a->game, e->cell, e->rank);
		return ERR_OK;
	case ENTRY_SCORE:
		remember(a);
		a->game.score = e->score;
		return ERR_OK;
	default: { /* a board: points and moves continue */
		struct g2048_game before = a->game;

		remember(a);
		a->game = e->game;
		a->game.score = before.score;
		a->game.moves = before.moves;
		return ERR_OK;
	}
	}
}

static void refuse(struct advise *a, const struct lines *in, struct err *wrong)
{
	a->refused = true;
	show(a, wrong);
	err_prefix(wrong, "line %lu", in->number);
	diag_err(tr("standard input"), wrong);
}

/* Drops rows that were not completed by a fourth. */
static void drop_rows(struct advise *a, const struct lines *in)
{
	struct err wrong;

	if (a->row_count > 0) {
		err_set(&wrong, ERR_FORMAT, "the board before it has %u rows only", a->row_count);
		refuse(a, in, &wrong);
	}
	a->row_count = 0;
	a->rows[0] = '\0';
}

/* Joins the rows of a board to one line; false: more rows are needed. */
static bool gather(struct advise *a, struct lines *in)
{
	size_t len = strlen(a->rows), more = strlen(in->text);

	if (!entry_is_row(in->text)) {
		drop_rows(a, in);
		return true;
	}
	if (len + more + 1 < sizeof(a->rows)) {
		memcpy(a->rows + len, in->text, more);
		memcpy(a->rows + len + more, " ", 2);
	}
	if (++a->row_count < 4)
		return false;
	memcpy(in->text, a->rows, sizeof(a->rows));
	a->row_count = 0;
	a->rows[0] = '\0';
	return true;
}

/* False: the end. */
static bool take_line(struct advise *a, struct lines *in)
{
	struct entry e;
	struct err wrong;
	enum err_code rc;

	if (in->too_long) {
		err_set(&wrong, ERR_FORMAT, "more than %u bytes", LINE_BYTES);
		refuse(a, in, &wrong);
		return true;
	}
	if (!gather(a, in))
		return true;
	rc = entry_parse(in->text, &e, &wrong);
	if (rc == ERR_OK && e.kind == ENTRY_QUIT)
		return false;
	if (rc == ERR_OK && e.kind == ENTRY_HELP && !a->cmd->json)
		print_help();
	if (rc == ERR_OK)
		rc = do_entry(a, &e, &wrong);
	if (rc == ERR_OK) {
		player_choose(a->player, &a->game, &a->advice);
		show(a, NULL);
		return true;
	}
	refuse(a, in, &wrong);
	return true;
}

static enum err_code follow(struct advise *a, struct lines *in, struct err *err)
{
	bool end = false;

	do {
		if (lines_next(in, &end, err) != ERR_OK)
			return err->code;
	} while (!end && !out_failed() && take_line(a, in));
	if (end)
		drop_rows(a, in);
	return ERR_OK;
}

static enum err_code run(struct advise *a, struct err *err)
{
	struct lines in;
	enum err_code rc = player_open(a->tables, &a->cmd->player, &a->player, err);

	if (rc != ERR_OK)
		return rc;
	player_choose(a->player, &a->game, &a->advice);
	if (!a->cmd->json || !is_empty(&a->game))
		show(a, NULL);
	rc = lines_open(&in, err);
	if (rc == ERR_OK)
		rc = follow(a, &in, err);
	lines_close(&in);
	player_close(a->player);
	return rc;
}

int cmd_advise(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct advise a = {.cmd = cmd, .tables = tables, .game = cmd->position};
	struct err err;
	int status = EXIT_DONE;

	a.undo = calloc(UNDO_STEPS, sizeof(*a.undo));
	if (a.undo == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	buf_init(&a.out, 0);
	if (run(&a, &err) != ERR_OK) {
		diag_err("--advise", &err);
		status = diag_status(&err);
	}
	buf_free(&a.out);
	free(a.undo);
	return status == EXIT_DONE && a.refused ? EXIT_FAILED : status;
}
