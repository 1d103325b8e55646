/* SPDX-License-Identifier: MIT */
#include "windows/win_pool.h"

#include <stdio.h>
#include <stdlib.h>

#include "biosbelt/tr.h"

#include "windows/win_bus.h"

static enum err_code set_degraded(struct graph *g, size_t node, const char *note, struct err *err)
{
	g->nodes[node].degraded = true;
	g->degraded = true;
	return graph_set(g, node, NODE_NOTE, note, err);
}

/* Windows hides most of them, so only the name identifies a member. */
static enum err_code add_member(
	struct graph *g, size_t above, const struct win_member *m, struct err *err)
{
	char device[sizeof m->name + 8];
	size_t node;
	enum err_code rc;

	snprintf(device, sizeof device, "\\\\.\\%s", m->name);
	node = graph_find(g, NODE_DEVICE, device);
	if (node != SIZE_MAX)
		return graph_link(g, above, node, err);
	rc = graph_add(g, "disk", m->name, &node, err);
	if (rc == ERR_OK)
		rc = graph_set(g, node, NODE_DEVICE, device, err);
	if (rc == ERR_OK)
		rc = graph_set(g, node, NODE_MODEL, m->disk.model, err);
	if (rc == ERR_OK)
		rc = graph_set(g, node, NODE_SERIAL, m->disk.serial, err);
	if (rc == ERR_OK)
		rc = graph_set(g, node, NODE_BUS, win_bus_name(m->disk.bus), err);
	if (rc == ERR_OK && m->failed)
		rc = set_degraded(g, node, N_("degraded: it has failed"), err);
	if (rc != ERR_OK)
		return rc;
	g->nodes[node].size = m->disk.size;
	return graph_link(g, above, node, err);
}

enum err_code win_pool_follow(
	const struct win_api *api, struct graph *g, size_t node, unsigned number, struct err *err)
{
	struct win_member *members = calloc(WIN_MEMBERS_MAX, sizeof *members);
	size_t count = 0;
	size_t i;
	bool failed = false;
	enum err_code rc = ERR_OK;

	if (members == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (api->pool_disks(api->user, number, members, WIN_MEMBERS_MAX, &count, &failed) != 0 ||
		count == 0)
		rc = graph_add_leaf(g, node, LEAF_UNKNOWN, NULL, NULL,
			N_("a disk of a storage pool; the pool's own disks are not known"), err);
	if (rc == ERR_OK && failed)
		rc = set_degraded(g, node, N_("degraded, Windows reports"), err);
	for (i = 0; rc == ERR_OK && i < count && i < WIN_MEMBERS_MAX; i++)
		rc = add_member(g, node, &members[i], err);
	if (rc == ERR_OK && count > WIN_MEMBERS_MAX)
		rc = graph_add_leaf(g, node, LEAF_UNKNOWN, NULL, NULL,
			N_("the pool has more disks than are listed here"), err);
	free(members);
	return rc;
}
