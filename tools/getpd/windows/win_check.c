/* SPDX-License-Identifier: MIT */
/*
 * Windows has no O_EXCL for disks. Opening a drive without sharing (dwShareMode 0 of CreateFile)
 * fails with ERROR_SHARING_VIOLATION while others have it open, and without administrator rights
 * with ERROR_ACCESS_DENIED. It is not documented that a volume on the drive counts as open: for an
 * incompletely known volume success proves nothing.
 */
#include "windows/win_check.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/tr.h"

#define ACCESS_DENIED     5
#define SHARING_VIOLATION 32

struct asked {
	const struct win_api *api;
	const void *user;
	enum err_code (*all)(const void *user,
		bool (*each)(void *each_user, const char *volume, const struct graph *g),
		void *each_user, struct err *err);
};

static enum err_code ask_one(const void *user, const char *what, struct graph *out, struct err *err)
{
	const struct asked *a = user;

	return win_query(a->api, what, out, err);
}

static enum err_code ask_all(const void *user,
	bool (*each)(void *each_user, const char *volume, const struct graph *g), void *each_user,
	struct err *err)
{
	const struct asked *a = user;

	return a->all(a->user, each, each_user, err);
}

static enum err_code check_exclusively(struct check *c, const struct win_api *api, struct err *err)
{
	long number = api->open_alone(api->user, c->device);

	if (number == 0)
		return ERR_OK;
	if (number == SHARING_VIOLATION)
		return check_add(c, err, "claimed", false, c->device, "others have it open");
	return check_add(c, err, "unseen", true, c->device,
		number == ACCESS_DENIED
			? N_("only an administrator can ask whether others have it open (error "
			     "%ld)")
			: N_("Windows could not be asked whether others have it open (error %ld)"),
		number);
}

/* Checks the disk that Windows itself runs from. */
static enum err_code check_system(struct check *c, const struct win_api *api, struct err *err)
{
	char folder[WIN_NAME_MAX];
	struct graph g = {0};
	struct err ignored;
	enum err_code rc = ERR_OK;

	if (api->system_folder(api->user, folder, sizeof folder) != 0 ||
		win_query(api, folder, &g, &ignored) != ERR_OK)
		rc = check_add(
			c, err, "unseen", true, NULL, "the disk of Windows itself is unknown");
	else if (check_touches(c, &g))
		rc = check_add(c, err, "system", false, folder,
			"Windows runs from it: it holds %.200s", folder);
	graph_free(&g);
	return rc;
}

enum err_code win_check(const struct win_api *api, const void *user,
	enum err_code (*all)(const void *user,
		bool (*each)(void *each_user, const char *volume, const struct graph *g),
		void *each_user, struct err *err),
	const struct check_opts *opts, const char *what, struct check *out, struct err *err)
{
	const struct asked asked = {api, user, all};
	const struct check_asks asks = {&asked, ask_one, ask_all};
	enum err_code rc;

	memset(out, 0, sizeof *out);
	rc = win_query(api, what, &out->graph, err);
	if (rc == ERR_OK && out->graph.disk_count != 1)
		rc = err_set(err, ERR_USAGE, "%.100s is not one disk", what);
	if (rc != ERR_OK)
		return rc;
	out->disk = out->graph.disks[0].node;
	out->size = out->graph.nodes[out->disk].size;
	snprintf(out->device, sizeof out->device, "%.511s",
		graph_get(&out->graph, out->disk, NODE_DEVICE));
	rc = check_name(out, graph_get(&out->graph, out->disk, NODE_NAME), err);
	if (rc == ERR_OK)
		rc = check_exclusively(out, api, err);
	if (rc == ERR_OK)
		rc = check_system(out, api, err);
	return rc == ERR_OK ? check_common(out, &asks, opts, err) : rc;
}
