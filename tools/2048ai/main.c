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
		return cmd->size == 4 ? cmd_play(cmd, tables) : cmd_play_sized(cmd);
	case MODE_SCORES:
		return cmd_scores(cmd);
	case MODE_BOARD:
		return cmd_board(cmd, tables);
	case MODE_ADVISE:
		return cmd_advise(cmd, tables);
	case MODE_REPLAY:
		return cmd_replay(cmd, tables);
	case MODE_ANALYZE:
		return cmd_analyze(cmd, tables);
	case MODE_SERVE:
		return cmd_serve(cmd, tables);
	case MODE_BROWSER:
		return cmd_browser(cmd, tables);
	default:
		return EXIT_USAGE;
	}
}

/* Modes that need a player. */
static bool has_player(enum cmd_mode mode)
{
	return mode == MODE_AUTO || mode == MODE_PLAY || mode == MODE_BOARD ||
	       mode == MODE_ANALYZE || mode == MODE_SERVE || mode == MODE_BROWSER ||
	       mode == MODE_ADVISE;
}

static enum err_code open_player_net(struct cmd *cmd, struct cmd_net *net, struct err *err)
{
	if (cmd->player.kind != PLAYER_NET || !has_player(cmd->mode))
		return ERR_OK;
	if (cmd_open_net(cmd->data, g2048_game_narrow(&cmd->position), net, err) != ERR_OK)
		return err->code;
	cmd->player.net = &net->lazy;
	/* concurrent games share the network */
	return cmd->mode == MODE_AUTO && cmd->games > 1 ? net_lazy_whole(&net->lazy, err) : ERR_OK;
}

static int run(struct cmd *cmd)
{
	struct g2048_tables *tables = malloc(sizeof(*tables));
	struct cmd_net net;
	struct err err;
	int status;

	if (tables == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	g2048_tables_init(tables);
	memset(&net, 0, sizeof(net));
	if (open_player_net(cmd, &net, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = EXIT_FAILED;
	} else {
		status = dispatch(cmd, tables);
	}
	cmd->player.net = NULL;
	cmd_close_net(&net);
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
	if (!cmd_read(&cmd, &cli))
		status = cli.status;
	else if (cmd.board == NULL || cmd_read_board(&cmd, &status))
		status = run(&cmd);
	cli_list_free(&cmd.browser_words);
	blob_free(&cmd.input);
	cli_close(&cli);
	return cmd.json ? out_finish_json(status) : out_finish(status);
}
