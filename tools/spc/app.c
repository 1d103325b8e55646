/* SPDX-License-Identifier: MIT */
/* Shared by all parts of spc: settings, remembered ports, aliases. */
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "spc.h"

static void warn_config(void *user, const char *text)
{
	const struct app *app = user;

	diag_warn("%s: %s", (const char *)app->config_path.ptr, text);
}

bool app_open(struct app *app)
{
	struct blob folder;
	struct err err;
	enum err_code rc = os_settings_folder(&folder, &err);

	if (rc != ERR_OK) /* no HOME: works, but remembers nothing */
		return true;
	rc = path_join((const char *)folder.ptr, "spc.conf", &app->config_path, &err);
	if (rc == ERR_OK)
		rc = path_join((const char *)folder.ptr, "spc.last", &app->last_path, &err);
	blob_free(&folder);
	if (rc == ERR_OK)
		rc = settings_read_warn(
			(const char *)app->config_path.ptr, warn_config, app, &app->config, &err);
	if (rc == ERR_OK)
		config_check(&app->config, warn_config, app);
	if (rc != ERR_OK) {
		diag_err((const char *)app->config_path.ptr, &err);
		return false;
	}
	return true;
}

void app_load_history(struct app *app)
{
	struct settings text;
	struct err err;

	if (app->last_path.len == 0)
		return;
	if (settings_read((const char *)app->last_path.ptr, &text, &err) != ERR_OK) {
		diag_warn_err((const char *)app->last_path.ptr,
			&err); /* not fatal: only the memory is lost */
		return;
	}
	history_load(&text, &app->history);
	settings_free(&text);
}

void app_close(struct app *app)
{
	settings_free(&app->config);
	history_free(&app->history);
	blob_free(&app->config_path);
	blob_free(&app->last_path);
}

/* Replaces aliases of the settings by their values. */
void app_resolve_aliases(struct app *app)
{
	const char **names[2] = {&app->opt.port, &app->opt.match};
	int i;

	for (i = 0; i < 2; i++)
		if (*names[i] != NULL &&
			config_alias(&app->config, *names[i], app->named[i], sizeof app->named[i]))
			*names[i] = app->named[i];
}

bool app_hides(const struct app *app, const struct port *port)
{
	size_t i;

	for (i = 0; i < app->opt.exclude.count; i++)
		if (port_matches(port, app->opt.exclude.items[i]))
			return true;
	return config_hides(&app->config, port);
}
