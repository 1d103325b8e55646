/* SPDX-License-Identifier: MIT */
/* 2048ai --board: the value of each move of one position. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "cmd.h"
#include "term/show.h"

#define INPUT_MAX (64u << 20) /* bytes of boards on standard input */

/* The line that begins at *at, which goes behind it; false: there is none. */
static bool next_line(struct span text, size_t *at, struct span *line)
{
	size_t end = *at;

	while (end < text.len && text.ptr[end] != '\n')
		end++;
	*line = span_of(text.ptr + *at, end - *at);
	if (*at >= text.len)
		return false;
	*at = end + 1;
	return true;
}

static bool is_blank(struct span line)
{
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] != ' ' && line.ptr[i] != '\t' && line.ptr[i] != '\r')
			return false;
	return true;
}

/*
 * The next board of the input. A text whose first line is a whole board has one a line, any other
 * is one board. *number counts lines.
 */
static enum err_code next_board(struct span text, bool lines, size_t *at, unsigned long *number,
	struct g2048_game *game, bool *end, struct err *err)
{
	struct span line = text;

	*end = false;
	do {
		if (lines && !next_line(text, at, &line)) {
			*end = true;
			return ERR_OK;
		}
		++*number;
	} while (lines && is_blank(line));
	if (g2048_parse_game((const char *)line.ptr, line.len, game, err) == ERR_OK)
		return ERR_OK;
	if (lines)
		err_prefix(err, "line %lu", *number);
	return err->code;
}

static bool has_lines(struct span text)
{
	struct g2048_game game;
	struct span line;
	struct err err;
	size_t at = 0;

	while (next_line(text, &at, &line) && is_blank(line)) {
	}
	return g2048_parse_game((const char *)line.ptr, line.len, &game, &err) == ERR_OK;
}

/* The 64-bit value; a board with larger tiles has none. */
static void print_hex(struct json *j, const struct g2048_game *game)
{
	char hex[17];

	json_key(j, "board");
	if (game->high != 0) {
		json_null(j);
		return;
	}
	for (unsigned i = 0; i < 16; i++)
		hex[i] = "0123456789abcdef"[(game->board >> (60 - 4 * i)) & 15];
	hex[16] = '\0';
	json_str(j, hex);
}

static void add_json(struct json *j, const struct cmd *cmd, const struct g2048_game *game,
	const struct search_result *r)
{
	json_object(j);
	print_hex(j, game);
	show_cells_json(j, game);
	json_kv_str(j, "player", player_names[cmd->player.kind]);
	show_answer_json(j, r);
	json_object_end(j);
}

static bool is_input(const struct cmd *cmd)
{
	return strcmp(cmd->board, "-") == 0;
}

static int refuse(const struct cmd *cmd, const struct err *err)
{
	bool input = is_input(cmd);

	diag_err(input ? "standard input" : cmd->mode == MODE_PLAY ? "--play" : "--board", err);
	if (err->code != ERR_FORMAT)
		return diag_status(err);
	return input ? EXIT_FAILED : EXIT_USAGE;
}

bool cmd_read_board(struct cmd *cmd, int *status)
{
	struct span text = span_of((const uint8_t *)cmd->board, strlen(cmd->board));
	unsigned long number = 0;
	size_t at = 0;
	struct err err;
	bool end = false;

	if (is_input(cmd)) {
		if (file_read_stdin(INPUT_MAX, &cmd->input, &err) != ERR_OK) {
			*status = refuse(cmd, &err);
			return false;
		}
		text = blob_span(cmd->input);
	}
	/* it is not the end: a text that has lines begins with a board */
	if (next_board(text, is_input(cmd) && has_lines(text), &at, &number, &cmd->position, &end,
		    &err) == ERR_OK)
		return true;
	*status = refuse(cmd, &err);
	return false;
}

/* Every board of the input; the status is EXIT_NOTHING when none has a move. */
static int answer_all(const struct cmd *cmd, struct player *player, struct json *j)
{
	struct span text = blob_span(cmd->input);
	bool lines = is_input(cmd) && has_lines(text), end = false;
	struct g2048_game game = cmd->position;
	unsigned long number = 0;
	int status = EXIT_NOTHING;
	size_t at = 0;
	struct err err;

	for (unsigned long n = 0;; n++) {
		struct search_result result;

		if (lines && next_board(text, true, &at, &number, &game, &end, &err) != ERR_OK)
			return refuse(cmd, &err);
		if (end || out_failed())
			return status;
		player_look(player, g2048_game_narrow(&game), &result);
		if (cmd->json) {
			add_json(j, cmd, &game, &result);
		} else {
			if (n > 0)
				out_str("\n");
			show_board(&game);
			show_answer(cmd->player.kind, &result);
		}
		if (result.best != G2048_NONE)
			status = EXIT_DONE;
		if (!lines)
			return status;
	}
}

int cmd_board(const struct cmd *cmd, const struct g2048_tables *tables)
{
	bool many = is_input(cmd) && has_lines(blob_span(cmd->input));
	struct player *player;
	struct json j;
	struct buf b;
	struct err err;
	int status;

	if (player_open(tables, &cmd->player, &player, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	buf_init(&b, 0);
	json_init(&j, &b, false);
	if (many)
		json_array(&j);
	status = answer_all(cmd, player, &j);
	if (many)
		json_array_end(&j);
	if (cmd->json && (status == EXIT_DONE || status == EXIT_NOTHING))
		show_json_line(&b);
	buf_free(&b);
	player_close(player);
	return status;
}
