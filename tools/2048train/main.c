/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "cmd.h"

static int run(const struct cmd *cmd)
{
	struct g2048_tables *tables;
	int status;

	if (cmd->mode == MODE_PACK)
		return cmd_pack(cmd);
	if (cmd->mode == MODE_CURVE)
		return cmd_curve(cmd);
	tables = malloc(sizeof(*tables));
	if (tables == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	g2048_tables_init(tables);
	status = cmd->mode == MODE_SHRINK ? cmd_shrink(cmd, tables) : cmd_train(cmd, tables);
	free(tables);
	return status;
}

int os_main(const struct os_args *args)
{
	struct cmd cmd;
	struct cli cli;
	int status;

	diag_init("2048train");
	cli_open(&cli, &cmd_spec, args);
	status = cmd_read(&cmd, &cli) ? run(&cmd) : cli.status;
	cli_close(&cli);
	return out_finish(status);
}
