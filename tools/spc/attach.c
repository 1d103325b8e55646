/* SPDX-License-Identifier: MIT */
/* A terminal on a port that another window shares. */
#include <stdio.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
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

int attach_run(struct app *app)
{
	char given[PORT_TEXT_MAX];
	struct blob path;
	struct err err;
	int status = EXIT_NOTHING;

	if (share_find_path(app->opt.port, &path, &err) != ERR_OK) {
		diag_err(app->opt.port, &err);
		return EXIT_FAILED;
	}
	snprintf(given, sizeof given, "%s", app->opt.port);
	if (is_there((const char *)path.ptr))
		status = run(app, (char *)path.ptr);
	else if (is_there(given)) /* the file that --share names */
		status = run(app, given);
	else
		diag_error("%s: no window shares it (spc --share)", app->opt.port);
	blob_free(&path);
	return status;
}
