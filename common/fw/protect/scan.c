/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "protect/protect_private.h"

static size_t first_off(const struct protect_list *l, const struct protect_check *c)
{
	return c->space == 0 && c->count != 0 ? l->ranges[c->first].off
	       : c->space != 0                ? c->image_off
					      : SIZE_MAX;
}

/* Sorts by place, if known; stable, so that two scans can be compared. */
static void sort_checks(struct protect_list *l)
{
	uint32_t i, k;

	for (i = 1; i < l->count; i++) {
		struct protect_check c = l->checks[i];

		for (k = i; k > 0 && first_off(l, &l->checks[k - 1]) > first_off(l, &c); k--)
			l->checks[k] = l->checks[k - 1];
		l->checks[k] = c;
	}
}

static void read_image(struct gather *g)
{
	maps_find(g);
	fmaps_find(g);
	read_fit(g);
	read_lost_policies(g);
	read_hash_tables(g);
	read_insyde(g);
	read_vboot(g);
	read_cbfs(g);
	read_slim(g);
	read_txe(g);
	read_ifwi(g);
	read_volumes(g);
	read_lenovo(g);
	read_update(g);
	read_uboot(g);
}

static void on_layer(void *user, const struct fw_tree *tree, uint32_t space, struct span bytes)
{
	struct gather *g = user;

	if (g->rc != ERR_OK)
		return;
	g->tree = tree;
	note_tables(g, space, bytes);
	if (space != 0)
		note_insyde(g, space, bytes);
	read_signed(g, space, bytes);
	if (space == 0)
		read_image(g);
	else
		read_packed(g, space, bytes);
}

static void settle_states(struct gather *g)
{
	uint32_t i;

	for (i = 0; i < g->list->count; i++)
		g->list->checks[i].state = check_settle(g, &g->list->checks[i]);
}

enum err_code protect_read(
	struct span image, const struct fw_tree *tree, struct protect_list *out, struct err *err)
{
	struct gather g = {.image = image, .list = out, .err = err};
	unsigned i;

	g.hash_left = HASH_BASE + (uint64_t)image.len * HASH_FACTOR;
	*out = (struct protect_list){0};
	on_layer(&g, tree, 0, image);
	if (g.rc == ERR_OK)
		settle_states(&g);
	for (i = 0; i < g.table_count; i++)
		blob_free(&g.tables[i].bytes);
	return g.rc;
}

enum err_code protect_scan(struct span image, struct protect_list *out, struct err *err)
{
	struct gather g = {.image = image, .list = out, .err = err};
	struct fw_opts opts = {.deep = true, .user = &g, .on_layer = on_layer};
	struct fw_tree tree;
	enum err_code rc;
	unsigned i;

	g.hash_left = HASH_BASE + (uint64_t)image.len * HASH_FACTOR;
	*out = (struct protect_list){0};
	rc = fw_walk(image, &opts, &tree, err);
	if (rc == ERR_OK)
		rc = g.rc;
	if (rc == ERR_OK) {
		settle_states(&g);
		sort_checks(out);
		out->limited |= tree.limited;
		out->damaged = tree.damage_count + tree.damage_more;
	}
	for (i = 0; i < g.table_count; i++)
		blob_free(&g.tables[i].bytes);
	fw_tree_free(&tree);
	return rc;
}

bool protect_any_fails(const struct protect_list *list)
{
	uint32_t i;

	for (i = 0; i < list->count; i++)
		if (list->checks[i].state == PROTECT_FAILS)
			return true;
	return false;
}
