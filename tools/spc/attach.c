/* SPDX-License-Identifier: MIT */
/* A terminal on a port that another window shares. */
#include <stdio.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "select_port.h"
#include "spc.h"
#include "terminal/share.h"

static bool is_there(const char *path)
{
	struct file_info info;
	struct err err;

	return file_info(path, false, &info, &err) == ERR_OK && info.type != FILE_NONE &&
	       info.type != FILE_FOLDER;
}

static int run(struct app *app, char *path)
{
	static const struct serial_cfg cfg =
		SERIAL_CFG_DEFAULT; /* unused: the other window's settings apply */
	char name[PORT_TEXT_MAX];
	struct port port = {.text = {[PORT_NAME] = name, [PORT_DEVICE] = path}};
	const struct terminal_job job = {.app = app,
		.port = &port,
		.cfg = &cfg,
		.log = app->opt.log,
		.log_path = app->opt.log_file,
		.attached = true};

	snprintf(name, sizeof name, "%s", app->opt.port);
	return terminal_run(&job);
}

/* Attaches to the window that shares the port of this name; false: none does. */
static bool by_name(struct app *app, const char *name, int *status)
{
	struct blob path;
	struct err err;
	bool found = true;

	if (share_find_path(name, &path, &err) != ERR_OK) {
		diag_err(name, &err);
		*status = EXIT_FAILED;
		return true;
	}
	if (is_there((const char *)path.ptr))
		*status = run(app, (char *)path.ptr);
	else
		found = false;
	blob_free(&path);
	return found;
}

int attach_run(struct app *app)
{
	char given[PORT_TEXT_MAX];
	char name[PORT_TEXT_MAX];
	bool is_port;
	int status;

	if (by_name(app, app->opt.port, &status)) /* the port may be away */
		return status;
	is_port = find_name(app, name, sizeof name);
	if (is_port && by_name(app, name, &status))
		return status;
	snprintf(given, sizeof given, "%s", app->opt.port);
	if (!is_port && is_there(given)) /* the file that --share names */
		return run(app, given);
	diag_error("%s: no window shares it (spc --share)", app->opt.port);
	return EXIT_NOTHING;
}
