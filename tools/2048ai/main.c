/* SPDX-License-Identifier: MIT */
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "cmd.h"

static int run(const struct cmd *cmd)
{
	switch (cmd->mode) {
	case MODE_TRAIN:
		return cmd_train(cmd);
	default:
		return EXIT_USAGE;
	}
}

int os_main(const struct os_args *args)
{
	struct cmd cmd;
	struct cli cli;
	int status;

	diag_init("2048ai");
	cli_open(&cli, &cmd_spec, args);
	if (cmd_read(&cmd, &cli, &status))
		status = run(&cmd);
	cli_close(&cli);
	return out_finish(status);
}
