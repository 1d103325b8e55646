/* SPDX-License-Identifier: MIT */
/* spc: lists serial ports, chooses one, and starts a terminal on it. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "select_port.h"
#include "spc.h"

static enum pick_result pick(struct app *app, struct port_list *out)
{
	enum pick_result result = PICK_NO_TERMINAL;

	if (os_is_terminal(OS_STDIN) && os_is_terminal(OS_STDOUT))
		result = picker_run(app, out);
	if (result == PICK_NO_TERMINAL && os_is_terminal(OS_STDIN) && os_is_terminal(OS_STDERR))
		result = prompt_run(app, out);
	return result;
}

static int choose(struct app *app)
{
	struct port_list one = {0};
	struct err err;
	int status;

	switch (pick(app, &one)) {
	case PICK_CHOSEN:
		status = launch_run(app, &one.items[0]);
		ports_free(&one);
		return status;
	case PICK_NONE:
		return EXIT_NOTHING;
	case PICK_NO_TERMINAL:
		err_set(&err, ERR_UNSUPPORTED,
			"no terminal to choose on; name a port, or see them with --list");
		(void)os_add_winpty(&err);
		diag_err(NULL, &err);
		return EXIT_USAGE;
	default:
		return EXIT_FAILED;
	}
}

/* Invalid line settings are reported before anything else happens. */
static bool check_line(struct app *app)
{
	const struct port nobody = {.text = {NULL}};
	const struct port_list none = {0};
	struct serial_cfg cfg;
	struct err err;

	if (app_cfg(app, &nobody, &none, &cfg, &err) == ERR_OK)
		return true;
	diag_err(NULL, &err);
	return false;
}

static int work(struct app *app)
{
	struct port_list one;
	int status;

	app_resolve_aliases(app);
	if (app->opt.watch)
		return watch_run(app);
	if (app->opt.list || app->opt.json || (app->opt.users && app->opt.port == NULL))
		return list_run(app);
	app_load_history(app);
	if (!check_line(app))
		return EXIT_USAGE;
	if (app->opt.attach)
		return attach_run(app);
	if (app->opt.verify)
		return verify_run(app);
	if (app->opt.port == NULL && app->opt.match == NULL && !app->opt.last &&
		app->opt.wait == NULL)
		return choose(app);
	status = find_run(app, &one);
	if (status != EXIT_DONE)
		return status;
	status = launch_run(app, &one.items[0]);
	ports_free(&one);
	return status;
}

int os_main(const struct os_args *args)
{
	struct app app = {0};
	struct cli cli;
	int status;

	diag_init("spc");
	cli_open(&cli, &spc_spec, args);
	if (!options_read(&cli, &app.opt))
		status = cli.status;
	else if (!app_open(&app))
		status = EXIT_FAILED;
	else
		status = work(&app);
	app_close(&app);
	options_free(&app.opt);
	cli_close(&cli);
	return out_finish(status);
}
