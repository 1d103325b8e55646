/* SPDX-License-Identifier: MIT */
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "options.h"

static int run(const struct options *o)
{
	switch (o->action) {
	case ACTION_SHOW:
		return action_show(o);
	case ACTION_DIFF:
		return action_diff(o);
	case ACTION_REPLACE:
		return action_replace(o);
	case ACTION_SET:
		return action_set(o);
	case ACTION_PROTECTED:
		return action_protected(o);
	default:
		return action_extract(o);
	}
}

int os_main(const struct os_args *args)
{
	struct options o;
	struct cli cli;
	int status;

	diag_init("bytgvs");
	cli_open(&cli, &options_spec, args);
	status = options_read(&o, &cli) ? run(&o) : cli.status;
	options_free(&o);
	cli_close(&cli);
	return o.json ? out_finish_json(status) : out_finish(status);
}
