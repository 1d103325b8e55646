/* SPDX-License-Identifier: MIT */
/*
 * 2048ai --serve: the environment and the players for programs in other languages. Reads one
 * command per line from standard input, and answers each with a line of JSON on standard output:
 *
 *   new [SEED [GAME]]   begin a game          board BOARD   begin from a position
 *   step up|down|left|right                   state, legal  the board and the legal moves
 *   undo                take one step back    best          the player's move
 *   save                the game as a text, including the random state
 *   load TEXT           continue from it      quit
 *
 * Every answer has "ok"; a refused command has "error" and changes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/num.h"
#include "biosbelt/out.h"
#include "cmd.h"
#include "game/words.h"
#include "term/lines.h"
#include "term/show.h"

#define UNDO_STEPS 65536u

struct serve {
	const struct cmd *cmd;
	const struct g2048_tables *tables;
	struct player *player;
	struct g2048_game game;
	struct g2048_game *undo;
	unsigned undo_first, undo_count;
	struct json json;
	struct buf out;
	bool quit;
};

static void put_state(struct serve *s)
{
	struct json *j = &s->json;
	unsigned legal = g2048_game_legal(s->tables, &s->game);

	json_kv_bool(j, "ok", true);
	show_cells_json(j, &s->game);
	json_key(j, "legal");
	json_array(j);
	for (unsigned d = 0; d < 4; d++)
		if ((legal >> d) & 1)
			json_str(j, g2048_dir_name((enum g2048_dir)d));
	json_array_end(j);
	json_kv_u64(j, "score", s->game.score);
	json_kv_u64(j, "moves", s->game.moves);
	json_kv_bool(j, "over", legal == 0);
}

static void put_error(struct serve *s, const char *text)
{
	json_kv_bool(&s->json, "ok", false);
	json_kv_str(&s->json, "error", text);
}

static void do_new(struct serve *s, char *words)
{
	uint64_t seed = s->cmd->seed, number = 0;
	char *second, *first = word_cut(words, &second);

	if ((*first != '\0' && !num_parse_u64(first, &seed)) ||
		(*second != '\0' && !num_parse_u64(second, &number))) {
		put_error(s, "new [SEED [GAME]]: numbers are wanted");
		return;
	}
	g2048_game_new(&s->game, seed, number);
	s->undo_count = 0;
	put_state(s);
}

static void do_board(struct serve *s, const char *text)
{
	struct g2048_game game;
	struct err err;

	if (*text == '\0' || g2048_parse_game(text, strlen(text), &game, &err) != ERR_OK) {
		put_error(s, *text == '\0' ? "a board is wanted" : err.text);
		return;
	}
	g2048_game_new(&s->game, s->cmd->seed, 0);
	game.rng = s->game.rng;
	s->game = game;
	s->undo_count = 0;
	put_state(s);
}

static void do_step(struct serve *s, const char *word)
{
	struct g2048_game before = s->game;
	int d = G2048_UP;

	while (d < G2048_NONE && strcmp(word, g2048_dir_name((enum g2048_dir)d)) != 0)
		d++;
	if (d == G2048_NONE) {
		put_error(s, "step up, down, left or right");
		return;
	}
	if (!g2048_game_step(s->tables, &s->game, (enum g2048_dir)d)) {
		put_error(s, "that move is not legal");
		return;
	}
	if (s->undo_count == UNDO_STEPS)
		s->undo_first = (s->undo_first + 1) % UNDO_STEPS;
	else
		s->undo_count++;
	s->undo[(s->undo_first + s->undo_count - 1) % UNDO_STEPS] = before;
	put_state(s);
	json_kv_u64(&s->json, "reward", s->game.score - before.score);
}

static void do_undo(struct serve *s)
{
	if (s->undo_count == 0) {
		put_error(s, "nothing to take back");
		return;
	}
	s->game = s->undo[(s->undo_first + --s->undo_count) % UNDO_STEPS];
	put_state(s);
}

static void do_best(struct serve *s)
{
	struct search_result r;

	player_choose(s->player, &s->game, &r);
	json_kv_bool(&s->json, "ok", true);
	show_answer_json(&s->json, &r);
}

/* Includes the random state: a copy of an environment continues with the same tiles. */
static void do_save(struct serve *s)
{
	char text[G2048_STATE_MAX];

	g2048_game_save(&s->game, text);
	json_kv_bool(&s->json, "ok", true);
	json_kv_str(&s->json, "game", text);
}

static void do_load(struct serve *s, const char *text)
{
	if (!g2048_game_load(&s->game, text)) {
		put_error(s, "load the text of \"game\" that save gives");
		return;
	}
	s->undo_count = 0;
	put_state(s);
}

static void answer(struct serve *s, char *line, bool too_long)
{
	char *rest, *word = word_cut(line, &rest);

	json_init(&s->json, &s->out, true);
	json_object(&s->json);
	if (too_long)
		put_error(s, "the line is too long");
	else if (strcmp(word, "new") == 0)
		do_new(s, rest);
	else if (strcmp(word, "board") == 0)
		do_board(s, rest);
	else if (strcmp(word, "step") == 0)
		do_step(s, rest);
	else if (strcmp(word, "state") == 0 || strcmp(word, "legal") == 0)
		put_state(s);
	else if (strcmp(word, "undo") == 0)
		do_undo(s);
	else if (strcmp(word, "best") == 0)
		do_best(s);
	else if (strcmp(word, "save") == 0)
		do_save(s);
	else if (strcmp(word, "load") == 0)
		do_load(s, rest);
	else if (strcmp(word, "quit") == 0)
		s->quit = true;
	else
		put_error(s, "commands: new, board, step, state, legal, undo, best, save, load, "
			     "quit");
	if (s->quit)
		json_kv_bool(&s->json, "ok", true);
	json_object_end(&s->json);
	out_buf(&s->out);
	out_flush();
}

static enum err_code answer_lines(struct serve *s, struct lines *in, struct err *err)
{
	bool end = false;

	while (!s->quit && !out_failed()) {
		if (lines_next(in, &end, err) != ERR_OK)
			return err->code;
		if (end)
			break;
		answer(s, in->text, in->too_long);
	}
	return ERR_OK;
}

int cmd_serve(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct serve s = {.cmd = cmd, .tables = tables};
	struct lines in = {.in = NULL};
	struct err err;
	int status = EXIT_DONE;

	s.undo = calloc(UNDO_STEPS, sizeof(*s.undo));
	if (s.undo == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	buf_init(&s.out, 0);
	g2048_game_new(&s.game, cmd->seed, 0);
	if (player_open(tables, &cmd->player, &s.player, &err) != ERR_OK ||
		lines_open(&in, &err) != ERR_OK || answer_lines(&s, &in, &err) != ERR_OK) {
		diag_err("--serve", &err);
		status = diag_status(&err);
	}
	lines_close(&in);
	player_close(s.player);
	buf_free(&s.out);
	free(s.undo);
	return status;
}
