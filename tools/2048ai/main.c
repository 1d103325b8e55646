/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "cmd.h"

static int dispatch(const struct cmd *cmd, const struct g2048_tables *tables)
{
	switch (cmd->mode) {
	case MODE_AUTO:
		return cmd_auto(cmd, tables);
	case MODE_PLAY:
		return cmd_play(cmd, tables);
	case MODE_SCORES:
		return cmd_scores(cmd);
	case MODE_BOARD:
		return cmd_board(cmd, tables);
	case MODE_REPLAY:
		return cmd_replay(cmd, tables);
	case MODE_ANALYZE:
		return cmd_analyze(cmd, tables);
	case MODE_SERVE:
		return cmd_serve(cmd, tables);
	case MODE_BROWSER:
		return cmd_browser(cmd, tables);
	case MODE_TRAIN:
		return cmd_train(cmd, tables);
	case MODE_PACK:
		return cmd_pack(cmd);
	case MODE_CURVE:
		return cmd_curve(cmd);
	default:
		return EXIT_USAGE;
	}
}

/* Tiles of the boards that the net player will be asked about (net_host). */
static uint32_t tiles_ahead(const struct cmd *cmd)
{
	uint64_t board = g2048_downgrade(g2048_game_narrow(&cmd->position));

	return cmd->mode == MODE_BOARD ? g2048_tile_sum(board) + 4 * SEARCH_DEPTH_MAX : 0;
}

static enum err_code load_player(struct cmd *cmd, struct net *net, struct err *err)
{
	if (cmd->player.kind != PLAYER_NET)
		return ERR_OK;
	return cmd_load_net(cmd->data, tiles_ahead(cmd), net, err);
}

static int run(struct cmd *cmd)
{
	struct g2048_tables *tables = malloc(sizeof(*tables));
	struct net net;
	struct err err;
	int status;

	if (tables == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	g2048_tables_init(tables);
	memset(&net, 0, sizeof(net));
	if (load_player(cmd, &net, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = EXIT_FAILED;
	} else {
		cmd->player.net = &net;
		status = dispatch(cmd, tables);
	}
	cmd->player.net = NULL;
	net_free(&net);
	free(tables);
	return status;
}

int os_main(const struct os_args *args)
{
	struct cmd cmd;
	struct cli cli;
	int status;

	diag_init("2048ai");
	cli_open(&cli, &cmd_spec, args);
	if (cmd_read(&cmd, &cli, &status) && (cmd.board == NULL || cmd_read_board(&cmd, &status)))
		status = run(&cmd);
	cli_close(&cli);
	return cmd.json ? out_finish_json(status) : out_finish(status);
}
