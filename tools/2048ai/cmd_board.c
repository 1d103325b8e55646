/* SPDX-License-Identifier: MIT */
/* 2048ai --board: the value of each move of one position. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "cmd.h"
#include "term/show.h"

#define INPUT_MAX 4096u /* bytes of a board on standard input */

static enum err_code read_board(const char *text, struct g2048_game *game, struct err *err)
{
	struct blob in;
	enum err_code rc;

	if (strcmp(text, "-") != 0)
		return g2048_parse_game(text, strlen(text), game, err);
	if (file_read_stdin(INPUT_MAX, &in, err) != ERR_OK)
		return err->code;
	rc = g2048_parse_game((const char *)in.ptr, in.len, game, err);
	blob_free(&in);
	return rc;
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

static void print_json(
	const struct cmd *cmd, const struct g2048_game *game, const struct search_result *r)
{
	struct buf b;
	struct json j;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	print_hex(&j, game);
	show_cells_json(&j, game);
	json_kv_str(&j, "player", player_names[cmd->player.kind]);
	show_answer_json(&j, r);
	json_object_end(&j);
	show_json_line(&b);
	buf_free(&b);
}

bool cmd_read_board(struct cmd *cmd, int *status)
{
	bool input = strcmp(cmd->board, "-") == 0;
	struct err err;

	if (read_board(cmd->board, &cmd->position, &err) == ERR_OK)
		return true;
	diag_err(input ? "standard input" : cmd->mode == MODE_PLAY ? "--play" : "--board", &err);
	*status = diag_status(&err);
	if (err.code == ERR_FORMAT)
		*status = input ? EXIT_FAILED : EXIT_USAGE;
	return false;
}

int cmd_board(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct search_result result;
	struct player *player;
	struct err err;

	if (player_open(tables, &cmd->player, &player, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	player_look(player, g2048_game_narrow(&cmd->position), &result);
	player_close(player);
	if (cmd->json) {
		print_json(cmd, &cmd->position, &result);
	} else {
		show_board(&cmd->position);
		show_answer(cmd->player.kind, &result);
	}
	return result.best == G2048_NONE ? EXIT_NOTHING : EXIT_DONE;
}
