/* SPDX-License-Identifier: MIT */
#include "biosbelt/out.h"
#include "options.h"
#include "run.h"

int os_main(const struct os_args *args)
{
	struct options o;
	struct cli cli;
	int status = EXIT_FAILED;

	cli_open(&cli, &tagextract_spec, args);
	if (options_read(&o, &cli, &status))
		status = tagextract_run(&o);
	options_free(&o);
	cli_close(&cli);
	return out_finish(status);
}
