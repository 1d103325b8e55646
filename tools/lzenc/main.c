/* SPDX-License-Identifier: MIT */
#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "cmd.h"

static int run(struct cmd *cmd)
{
	switch (cmd->verb) {
	case CMD_DECODE:
	case CMD_TEST:
		return cmd_unpack(cmd);
	case CMD_LIST:
		return cmd_list(cmd);
	case CMD_REPACK:
		return cmd_repack(cmd);
	default:
		return cmd_pack(cmd);
	}
}

int os_main(const struct os_args *args)
{
	struct cmd cmd;
	struct cli cli;
	int status;

	diag_init("lzenc");
	os_keep_freed();
	cli_open(&cli, &cmd_spec, args);
	if (cmd_read(&cmd, &cli, &status))
		status = run(&cmd);
	cmd_free(&cmd);
	cli_close(&cli);
	return out_finish(status);
}
