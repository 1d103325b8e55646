/* SPDX-License-Identifier: MIT */
/* Selects the terminal program. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/process.h"
#include "programs/select_program.h"

static const char *config(const struct app *app, const char *name, const char *what)
{
	char key[LAUNCH_NAME_MAX + 32];

	if (strlen(name) >= LAUNCH_NAME_MAX)
		return NULL;
	snprintf(key, sizeof key, "program.%s%s", name, what);
	return settings_get(&app->config, key);
}

/* Applies the settings about the program, which override the built-in ones. */
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

/* The built-in program by the name of the file at path, ignoring case and .exe. */
static const struct program *known_file(const char *path)
{
	const struct program *p;
	const char *base = path_base(path);
	char name[32];
	size_t len = 0;
	int i;

	for (; len < sizeof name - 1 && base[len] != '\0'; len++)
		name[len] =
			(char)(base[len] >= 'A' && base[len] <= 'Z' ? base[len] + 32 : base[len]);
	name[len] = '\0';
	if (len > 4 && strcmp(name + len - 4, ".exe") == 0)
		name[len - 4] = '\0';
	for (p = programs_known(); p->name != NULL; p++)
		for (i = 0; p->files[i] != NULL; i++)
			if (strcmp(name, p->files[i]) == 0)
				return p;
	return NULL;
}

static enum err_code find_known(const struct program *p, struct chosen *c, struct err *err)
{
	enum err_code rc = ERR_NOTFOUND;
	struct err ignored;
	int i;

	for (i = 0; rc == ERR_NOTFOUND && p->files[i] != NULL; i++)
		rc = process_find(p->files[i], &c->path, err);
	for (i = 0; rc == ERR_NOTFOUND && p->files[i] != NULL; i++)
		rc = process_find_installed(p->files[i], p->folders, &c->path, &ignored);
	return rc;
}

static enum err_code choose_named(
	const struct app *app, const char *name, struct chosen *c, struct err *err)
{
	const struct program *named = programs_find(name);
	const struct program *p = named != NULL ? named : known_file(name);
	const char *path = config(app, name, "");

	c->name = name;
	if (strcmp(name, LAUNCH_BUILTIN) == 0) {
		c->builtin = true;
		if (app->opt.template != NULL || app->opt.tee)
			return err_set(err, ERR_USAGE, "--%s is for another program: --program",
				app->opt.tee ? "tee" : "template");
		return ERR_OK;
	}
	if (app->opt.of_terminal != NULL)
		return err_set(err, ERR_USAGE, "--%s is of the builtin terminal, not of %.100s",
			app->opt.of_terminal, name);
	if (p != NULL) {
		c->args = p->args;
		c->log_args = p->log_args;
		c->window = p->window;
	}
	add_config(app, name, c);
	if (app->opt.template != NULL)
		c->args = app->opt.template;
	c->known = p != NULL && c->args == p->args ? p : NULL;
	if (c->args == NULL && !app->opt.verify) /* --verify does not start it */
		return err_set(err, ERR_USAGE,
			"%.100s: no program known by that name; give --template, or "
			"program.%.60s.args "
			"in the settings",
			name, name);
	if (path == NULL && named != NULL)
		return find_known(named, c, err);
	return process_find(path != NULL ? path : name, &c->path, err);
}

static bool has_display(void)
{
	const char *x = os_getenv("DISPLAY");
	const char *wayland = os_getenv("WAYLAND_DISPLAY");

	return (x != NULL && x[0] != '\0') || (wayland != NULL && wayland[0] != '\0');
}

/* Finds a program in our own folder; ERR_NOTFOUND: none. */
static enum err_code find_beside(const char *file, struct blob *out, struct err *err)
{
	struct blob folder;
	struct blob path;
	char name[64];
	enum err_code rc = os_program_folder(&folder, err);

	if (rc != ERR_OK)
		return rc;
	snprintf(name, sizeof name, "%s%s", file, path_is_sep('\\') ? ".exe" : "");
	rc = path_join((const char *)folder.ptr, name, &path, err);
	blob_free(&folder);
	if (rc != ERR_OK)
		return rc;
	rc = process_find((const char *)path.ptr, out, err);
	blob_free(&path);
	return rc;
}

/* PuTTYtel if it is in spc's folder, as in the original; else the built-in terminal. */
static enum err_code choose_default(const struct app *app, struct chosen *c, struct err *err)
{
	struct blob beside = {NULL, 0};
	enum err_code rc;

	if (app->opt.of_terminal != NULL || (!path_is_sep('\\') && !has_display()) ||
		find_beside("puttytel", &beside, err) != ERR_OK)
		return choose_named(app, LAUNCH_BUILTIN, c, err);
	rc = choose_named(app, "puttytel", c, err);
	blob_free(&beside);
	return rc;
}

enum err_code launch_choose(const struct app *app, const struct port *port,
	const struct port_list *present, struct chosen *out, struct err *err)
{
	const char *name = app->opt.program;
	size_t entry = app->opt.last && port != NULL ? history_find(&app->history, port, present)
						     : HISTORY_NONE;
	const char *before = entry != HISTORY_NONE ? app->history.program[entry] : NULL;

	memset(out, 0, sizeof *out);
	if (name == NULL && app->opt.of_terminal != NULL)
		name = LAUNCH_BUILTIN;
	if (name == NULL && before != NULL && before[0] != '\0') {
		enum err_code rc = choose_named(app, before, out, err);

		if (rc != ERR_USAGE)
			return rc;
		/* it was started with --template, which is not remembered: use the default */
		memset(out, 0, sizeof *out);
	}
	if (name == NULL)
		name = settings_get(&app->config, "program");
	return name != NULL ? choose_named(app, name, out, err) : choose_default(app, out, err);
}

void chosen_free(struct chosen *c)
{
	blob_free(&c->path);
}
