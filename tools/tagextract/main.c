/* SPDX-License-Identifier: MIT */
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "options.h"
#include "run.h"

/* Suggests the tags of the working folder. */
static void suggest(const char *option)
{
	char tool[] = "tagextract", list[] = "--list-tags", here[] = ".";
	char *words[] = {tool, list, here};
	struct os_args args = {.argc = 3, .argv = words};
	struct options o;
	struct cli cli;
	int status;

	(void)option;
	diag_set_quiet(true);
	cli_open(&cli, &tagextract_spec, &args);
	if (options_read(&o, &cli, &status)) {
		o.names = true;
		(void)tagextract_run(&o);
	}
	options_free(&o);
	cli_close(&cli);
}

int os_main(const struct os_args *args)
{
	struct cli_spec spec = tagextract_spec;
	struct options o;
	struct cli cli;
	int status = EXIT_FAILED;

	spec.suggest = suggest;
	cli_open(&cli, &spec, args);
	if (options_read(&o, &cli, &status))
		status = tagextract_run(&o);
	options_free(&o);
	cli_close(&cli);
	return o.json ? out_finish_json(status) : out_finish(status);
}
