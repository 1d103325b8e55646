/* SPDX-License-Identifier: MIT */
#include "biosbelt/out.h"
#include "cmd_send.h"
#include "options.h"

int os_main(const struct os_args *args)
{
	struct options o;
	struct cli cli;
	int status = EXIT_FAILED;

	cli_open(&cli, &scmail_spec, args);
	if (options_read(&o, &cli, &status))
		status = scmail_run(&o);
	options_free(&o);
	cli_close(&cli);
	return out_finish(status);
}
