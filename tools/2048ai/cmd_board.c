/* SPDX-License-Identifier: MIT */
/* 2048ai --board: the value of each move of one position. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "cmd.h"
#include "show.h"

#define INPUT_MAX 4096u /* bytes of a board on standard input */

static enum err_code read_board(const char *text, uint64_t *board, struct err *err)
{
	struct blob in;
	enum err_code rc;

	if (strcmp(text, "-") != 0)
		return g2048_parse_board(text, strlen(text), board, err);
	if (file_read_stdin(INPUT_MAX, &in, err) != ERR_OK)
		return err->code;
	rc = g2048_parse_board((const char *)in.ptr, in.len, board, err);
	blob_free(&in);
	return rc;
}

static void print_json(const struct cmd *cmd, uint64_t board, const struct search_result *r)
{
	struct buf b;
	struct json j;
	char hex[17];

	buf_init(&b, 0);
	json_init(&j, &b, false);
	for (unsigned i = 0; i < 16; i++)
		hex[i] = "0123456789abcdef"[(board >> (60 - 4 * i)) & 15];
	hex[16] = '\0';
	json_object(&j);
	json_kv_str(&j, "board", hex);
	json_key(&j, "cells");
	json_array(&j);
	for (unsigned i = 0; i < 16; i++)
		json_u64(&j, g2048_rank(board, i) > 0 ? 1ull << g2048_rank(board, i) : 0);
	json_array_end(&j);
	json_kv_str(&j, "player", player_names[cmd->player.kind]);
	show_answer_json(&j, r);
	json_object_end(&j);
	show_json_line(&b);
	buf_free(&b);
}

int cmd_board(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct search_result result;
	struct player *player;
	struct err err;
	uint64_t board = 0;

	if (read_board(cmd->board, &board, &err) != ERR_OK) {
		diag_err(strcmp(cmd->board, "-") == 0 ? "standard input" : "--board", &err);
		return err.code == ERR_FORMAT ? EXIT_FAILED : diag_status(&err);
	}
	if (player_open(tables, &cmd->player, &player, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	player_look(player, board, &result);
	player_close(player);
	if (cmd->json) {
		print_json(cmd, board, &result);
	} else {
		show_board(board, "");
		show_answer(&result);
	}
	return result.best == G2048_NONE ? EXIT_NOTHING : EXIT_DONE;
}
