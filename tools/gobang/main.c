/* SPDX-License-Identifier: MIT */
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "cmd.h"

int os_main(const struct os_args *args)
{
	struct options o;
	struct cli cli;
	int status;

	diag_init("gobang");
	cli_open(&cli, &options_spec, args);
	if (!options_read(&cli, &o))
		status = cli.status;
	else
		status = o.replay != NULL ? cmd_replay(&o) : cmd_play(&o);
	cli_close(&cli);
	return out_finish(status);
}
