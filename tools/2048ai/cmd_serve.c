/* SPDX-License-Identifier: MIT */
/*
 * 2048ai --serve: the environment and the players for programs in other languages. A command a
 * line on standard input, one line of JSON for each on standard output:
 *
 *   new [SEED [GAME]]   begin a game          board BOARD   begin from a position
 *   step up|down|left|right                   state, legal  what is on the board
 *   undo                take one step back    best          what the player would do
 *   quit
 *
 * Every answer has "ok"; a refused command has "error" and changes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/num.h"
#include "biosbelt/out.h"
#include "cmd.h"
#include "term/show.h"

#define LINE_BYTES 1024u /* longer lines are refused */
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
	char *second = words != NULL ? strchr(words, ' ') : NULL;

	if (second != NULL)
		*second++ = '\0';
	if ((words != NULL && !num_parse_u64(words, &seed)) ||
		(second != NULL && !num_parse_u64(second, &number))) {
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

	if (text == NULL || g2048_parse_game(text, strlen(text), &game, &err) != ERR_OK) {
		put_error(s, text == NULL ? "a board is wanted" : err.text);
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

	while (d < G2048_NONE &&
		(word == NULL || strcmp(word, g2048_dir_name((enum g2048_dir)d)) != 0))
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

	player_look(s->player, &s->game, &r);
	json_kv_bool(&s->json, "ok", true);
	show_answer_json(&s->json, &r);
}

static void answer(struct serve *s, char *line)
{
	char *rest = strchr(line, ' ');

	if (rest != NULL) {
		*rest++ = '\0';
		rest = *rest != '\0' ? rest : NULL;
	}
	json_init(&s->json, &s->out, true);
	json_object(&s->json);
	if (strcmp(line, "new") == 0)
		do_new(s, rest);
	else if (strcmp(line, "board") == 0)
		do_board(s, rest);
	else if (strcmp(line, "step") == 0)
		do_step(s, rest);
	else if (strcmp(line, "state") == 0 || strcmp(line, "legal") == 0)
		put_state(s);
	else if (strcmp(line, "undo") == 0)
		do_undo(s);
	else if (strcmp(line, "best") == 0)
		do_best(s);
	else if (strcmp(line, "quit") == 0)
		s->quit = true;
	else
		put_error(s, "commands: new, board, step, state, legal, undo, best, quit");
	if (s->quit)
		json_kv_bool(&s->json, "ok", true);
	json_object_end(&s->json);
	show_json_line(&s->out);
	out_flush();
}

static enum err_code read_lines(struct serve *s, struct file_in *in, struct err *err)
{
	char line[LINE_BYTES + 1];
	size_t len = 0, got = 1;
	bool too_long = false;

	/* byte by byte: an answer is due as soon as a line is whole */
	while (!s->quit && !out_failed()) {
		char c;

		if (file_in_read(in, &c, 1, &got, err) != ERR_OK)
			return err->code;
		if (got == 0 && len == 0)
			break;
		if (got != 0 && c != '\n') {
			if (len < LINE_BYTES)
				line[len++] = c;
			else
				too_long = true;
			continue;
		}
		while (len > 0 && (line[len - 1] == '\r' || line[len - 1] == ' '))
			len--;
		line[too_long ? 0 : len] = '\0';
		if (len > 0)
			answer(s, line);
		len = 0;
		too_long = false;
	}
	return ERR_OK;
}

int cmd_serve(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct serve s = {.cmd = cmd, .tables = tables};
	struct file_in *in = NULL;
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
		file_in_stdin(&in, &err) != ERR_OK || read_lines(&s, in, &err) != ERR_OK) {
		diag_err("--serve", &err);
		status = diag_status(&err);
	}
	file_in_close(in);
	player_close(s.player);
	buf_free(&s.out);
	free(s.undo);
	return status;
}
