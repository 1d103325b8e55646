/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "cmd.h"

static int run(const struct options *o)
{
	struct engine *engine;
	struct err err;
	int status;

	if (o->replay != NULL)
		return cmd_replay(o);
	if (o->a != NULL)
		return cmd_match(o);
	if (engine_open((size_t)o->memory, &engine, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return EXIT_FAILED;
	}
	if (engine_threads(engine, o->threads, &err) != ERR_OK) {
		diag_err(NULL, &err);
		engine_close(engine);
		return EXIT_FAILED;
	}
	status = o->engine ? cmd_engine(o, engine) : cmd_play(o, engine);
	engine_close(engine);
	return status;
}

int os_main(const struct os_args *args)
{
	struct options o;
	struct cli cli;
	int status;

	diag_init("gobang");
	cli_open(&cli, &options_spec, args);
	/* tournament managers recognize an engine by its file name */
	if (options_read(&cli, strncmp(args->argv[0], "pbrain-", 7) == 0, &o))
		status = run(&o);
	else
		status = cli.status;
	cli_close(&cli);
	return o.json ? out_finish_json(status) : out_finish(status);
}
