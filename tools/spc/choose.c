/* SPDX-License-Identifier: MIT */
/* Which terminal program it will be. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/process.h"
#include "launch.h"

static const char *config(const struct app *app, const char *name, const char *what)
{
	char key[LAUNCH_NAME_MAX + 32];

	if (strlen(name) >= LAUNCH_NAME_MAX)
		return NULL;
	snprintf(key, sizeof key, "program.%s%s", name, what);
	return settings_get(&app->config, key);
}

/* Fills in what the settings say about the program; they win over what is built in. */
static void add_config(const struct app *app, const char *name, struct chosen *c)
{
	const char *window = config(app, name, ".window");

	if (config(app, name, ".args") != NULL)
		c->args = config(app, name, ".args");
	if (config(app, name, ".log") != NULL)
		c->log_args = config(app, name, ".log");
	if (window != NULL)
		c->window = strcmp(window, "yes") == 0;
}

static enum err_code find_known(const struct program *p, struct chosen *c, struct err *err)
{
	enum err_code rc = ERR_NOTFOUND;
	int i;

	for (i = 0; rc == ERR_NOTFOUND && p->files[i] != NULL; i++)
		rc = process_find(p->files[i], &c->path, err);
	return rc;
}

static enum err_code choose_named(
	const struct app *app, const char *name, struct chosen *c, struct err *err)
{
	const struct program *p = programs_find(name);
	const char *path = config(app, name, "");

	c->name = name;
	if (p != NULL) {
		c->args = p->args;
		c->log_args = p->log_args;
		c->window = p->window;
	}
	add_config(app, name, c);
	if (app->opt.template != NULL)
		c->args = app->opt.template;
	if (c->args == NULL)
		return err_set(err, ERR_USAGE,
			"%.100s: no program known by that name; give --template, or "
			"program.%.60s.args "
			"in the settings",
			name, name);
	if (path == NULL && p != NULL)
		return find_known(p, c, err);
	return process_find(path != NULL ? path : name, &c->path, err);
}

static bool has_display(void)
{
	const char *x = os_getenv("DISPLAY");
	const char *wayland = os_getenv("WAYLAND_DISPLAY");

	return (x != NULL && x[0] != '\0') || (wayland != NULL && wayland[0] != '\0');
}

/* PuTTYtel first, then whatever is there; programs with a window only where one can show. */
static enum err_code choose_default(const struct app *app, struct chosen *c, struct err *err)
{
	bool windows = path_is_sep('\\');
	const struct program *p;

	for (p = programs_known(); p->name != NULL; p++) {
		if (p->window && !windows && !has_display())
			continue;
		if (choose_named(app, p->name, c, err) == ERR_OK)
			return ERR_OK;
		if (err->code != ERR_NOTFOUND)
			return err->code;
	}
	return err_set(err, ERR_NOTFOUND,
		"no terminal program found (puttytel, putty, tio, picocom, plink, minicom, "
		"screen)%s",
		windows || has_display() ? ""
					 : "; without a display those with windows do not count");
}

enum err_code launch_choose(
	const struct app *app, const struct port *port, struct chosen *out, struct err *err)
{
	const char *name = app->opt.program;
	const struct history_entry *before =
		app->opt.last && port != NULL ? history_find(&app->history, port) : NULL;

	memset(out, 0, sizeof *out);
	if (name == NULL && before != NULL && before->program[0] != '\0')
		name = before->program;
	if (name == NULL)
		name = settings_get(&app->config, "program");
	return name != NULL ? choose_named(app, name, out, err) : choose_default(app, out, err);
}

void chosen_free(struct chosen *c)
{
	blob_free(&c->path);
}
