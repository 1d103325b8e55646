/* SPDX-License-Identifier: MIT */
/* 2048ai --board: the value of each move of one position. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "game/boards.h"
#include "term/show.h"

#define INPUT_MAX (64u << 20) /* bytes of boards on standard input */

/* Prints the 64-bit value; a board with larger tiles has none. */
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

	diag_err(input                      ? tr("standard input")
		 : cmd->mode == MODE_PLAY   ? "--play"
		 : cmd->mode == MODE_ADVISE ? "--advise"
					    : "--board",
		err);
	if (err->code != ERR_FORMAT)
		return diag_status(err);
	return input ? EXIT_FAILED : EXIT_USAGE;
}

bool cmd_read_board(struct cmd *cmd, int *status)
{
	const char *text = cmd->board;
	struct boards boards;
	enum err_code rc;
	struct err err;
	bool end;

	if (!is_input(cmd)) {
		rc = g2048_parse_game(text, strlen(text), &cmd->position, &err);
	} else {
		rc = file_read_stdin(INPUT_MAX, &cmd->input, &err);
		boards_init(&boards, blob_span(cmd->input));
		if (rc == ERR_OK) /* anything except the end of input is an error */
			rc = boards_next(&boards, &cmd->position, &end, &err);
	}
	if (rc != ERR_OK)
		*status = refuse(cmd, &err);
	return rc == ERR_OK;
}

static void answer(const struct cmd *cmd, struct player *player, const struct g2048_game *game,
	unsigned long number, struct json *j, int *status)
{
	struct search_result result;

	player_choose(player, game, &result);
	if (cmd->json) {
		add_json(j, cmd, game, &result);
	} else {
		if (number > 1)
			out_str("\n");
		show_board(game);
		show_answer(cmd->player.kind, &result);
	}
	if (result.best != G2048_NONE)
		*status = EXIT_DONE;
}

/* Handles every board of the input; the status is EXIT_NOTHING when none has a move. */
static int answer_all(
	const struct cmd *cmd, struct player *player, struct boards *boards, struct json *j)
{
	int status = EXIT_NOTHING;

	for (;;) {
		struct g2048_game game;
		struct err err;
		bool end;

		if (boards_next(boards, &game, &end, &err) != ERR_OK)
			return refuse(cmd, &err);
		if (end || out_failed())
			return status;
		answer(cmd, player, &game, boards->count, j, &status);
	}
}

int cmd_board(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct player *player;
	struct boards boards;
	bool many = false;
	struct json j;
	struct buf b;
	struct err err;
	int status = EXIT_NOTHING;

	if (player_open(tables, &cmd->player, &player, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	if (is_input(cmd)) {
		boards_init(&boards, blob_span(cmd->input));
		many = boards_many(&boards);
	}
	buf_init(&b, 0);
	json_init(&j, &b, false);
	if (many)
		json_array(&j);
	if (is_input(cmd))
		status = answer_all(cmd, player, &boards, &j);
	else
		answer(cmd, player, &cmd->position, 1, &j, &status);
	if (many)
		json_array_end(&j);
	if (cmd->json && (status == EXIT_DONE || status == EXIT_NOTHING))
		out_buf(&b);
	buf_free(&b);
	player_close(player);
	return status;
}
