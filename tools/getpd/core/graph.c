/* SPDX-License-Identifier: MIT */
#include "core/graph.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"

static const char *const keys[NODE_TEXT_COUNT] = {"name", "device", "model", "serial", "bus",
	"fstype", "mountpoint", "source", "label", "numbers", "wwid", "extents", "encryption",
	"note"};

static enum err_code no_memory(struct graph *g, struct err *err)
{
	g->no_memory = true;
	return err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code graph_set(
	struct graph *g, size_t node, enum node_text which, const char *text, struct err *err)
{
	char *copy = NULL;

	if (which == NODE_NOTE) /* our own word, not the system's */
		text = tr(text);

	if (text != NULL && text[0] != '\0') {
		size_t len = strnlen(text, NODE_TEXT_MAX - 1);

		copy = alloc_text_len(text, len);
		if (copy == NULL)
			return no_memory(g, err);
	}
	free(g->nodes[node].text[which]);
	g->nodes[node].text[which] = copy;
	return ERR_OK;
}

const char *graph_get(const struct graph *g, size_t node, enum node_text which)
{
	return g->nodes[node].text[which] != NULL ? g->nodes[node].text[which] : "";
}

enum err_code graph_add(
	struct graph *g, const char *kind, const char *name, size_t *out, struct err *err)
{
	if (g->count >= GRAPH_NODES_MAX + (strcmp(kind, LEAF_UNKNOWN) == 0))
		return err_set(err, ERR_LIMIT, "more than %d layers and devices", GRAPH_NODES_MAX);
	if (!ALLOC_ROOM(g->nodes, g->count, &g->cap))
		return no_memory(g, err);
	memset(&g->nodes[g->count], 0, sizeof *g->nodes);
	g->nodes[g->count].kind = kind;
	*out = g->count++;
	return graph_set(g, *out, NODE_NAME, name, err);
}

enum err_code graph_link(struct graph *g, size_t above, size_t below, struct err *err)
{
	struct node *n = &g->nodes[above];
	size_t i;

	for (i = 0; i < n->below_count; i++)
		if (n->below[i] == below)
			return ERR_OK;
	if (!ALLOC_ROOM(n->below, n->below_count, &n->below_cap))
		return no_memory(g, err);
	n->below[n->below_count++] = below;
	return ERR_OK;
}

size_t graph_find(const struct graph *g, enum node_text which, const char *text)
{
	size_t i;

	for (i = 0; i < g->count; i++)
		if (g->nodes[i].text[which] != NULL && strcmp(g->nodes[i].text[which], text) == 0)
			return i;
	return SIZE_MAX;
}

static bool same_disk(const struct graph *g, size_t a, size_t b)
{
	const char *wwid = graph_get(g, a, NODE_WWID);

	return a == b || (wwid[0] != '\0' && strcmp(wwid, graph_get(g, b, NODE_WWID)) == 0);
}

enum err_code graph_add_disk(struct graph *g, size_t node, int partition, struct err *err)
{
	struct found_disk *more;
	size_t i;

	for (i = 0; i < g->disk_count; i++)
		if (g->disks[i].partition == partition && same_disk(g, g->disks[i].node, node))
			return ERR_OK;
	more = realloc(g->disks, (g->disk_count + 1) * sizeof *more);
	if (more == NULL)
		return no_memory(g, err);
	g->disks = more;
	g->disks[g->disk_count++] = (struct found_disk){node, partition, 7, 0};
	return ERR_OK;
}

bool node_is_leaf(const struct node *n)
{
	return strcmp(n->kind, LEAF_MISSING) == 0 || strcmp(n->kind, LEAF_UNKNOWN) == 0;
}

enum err_code graph_add_leaf(struct graph *g, size_t above, const char *kind, const char *name,
	const char *device, const char *note, struct err *err)
{
	size_t node = 0;
	enum err_code rc;

	if (g->count > GRAPH_NODES_MAX)
		return ERR_OK; /* known already */
	if (g->count == GRAPH_NODES_MAX) {
		kind = LEAF_UNKNOWN;
		name = NULL;
		device = NULL;
		note = N_("there is more than can be followed here");
	}
	rc = graph_add(g, kind, name, &node, err);
	if (rc == ERR_OK)
		rc = graph_set(g, node, NODE_DEVICE, device, err);
	if (rc == ERR_OK)
		rc = graph_set(g, node, NODE_NOTE, note, err);
	if (rc != ERR_OK)
		return rc;
	g->leaves++;
	if (strcmp(kind, LEAF_MISSING) == 0) {
		g->nodes[node].degraded = true;
		g->degraded = true;
	} else {
		g->unknown = true;
	}
	return graph_link(g, above, node, err);
}

static bool comes_before(
	const struct graph *g, const struct found_disk *a, const struct found_disk *b)
{
	int order = sysfs_natural_compare(
		graph_get(g, a->node, NODE_NAME), graph_get(g, b->node, NODE_NAME));

	return order < 0 || (order == 0 && a->partition < b->partition);
}

void graph_sort_disks(struct graph *g)
{
	size_t i;
	size_t k;

	for (i = 1; i < g->disk_count; i++) { /* insertion sort: there are few */
		struct found_disk disk = g->disks[i];

		for (k = i; k > 0 && comes_before(g, &disk, &g->disks[k - 1]); k--)
			g->disks[k] = g->disks[k - 1];
		g->disks[k] = disk;
	}
}

void graph_free(struct graph *g)
{
	size_t i;
	int k;

	for (i = 0; i < g->count; i++) {
		for (k = 0; k < NODE_TEXT_COUNT; k++)
			free(g->nodes[i].text[k]);
		free(g->nodes[i].below);
	}
	free(g->nodes);
	free(g->disks);
	memset(g, 0, sizeof *g);
}

static void text_or_null(struct json *j, const struct graph *g, size_t node, enum node_text which)
{
	json_key(j, keys[which]);
	if (g->nodes[node].text[which] != NULL)
		json_str(j, g->nodes[node].text[which]);
	else
		json_null(j);
}

static void disk_json(struct json *j, const struct graph *g, const struct found_disk *d)
{
	static const enum node_text shown[] = {
		NODE_NAME, NODE_DEVICE, NODE_MODEL, NODE_SERIAL, NODE_BUS};
	size_t i;

	json_object(j);
	for (i = 0; i < sizeof shown / sizeof shown[0]; i++)
		text_or_null(j, g, d->node, shown[i]);
	json_kv_u64(j, "size", g->nodes[d->node].size);
	json_kv_u64(j, "type", d->type);
	json_kv_u64(j, "number", d->number);
	json_kv_i64(j, "partition", d->partition);
	json_kv_u64(j, "node", d->node);
	json_object_end(j);
}

static void node_json(struct json *j, const struct graph *g, size_t index)
{
	const struct node *n = &g->nodes[index];
	size_t i;
	int k;

	json_object(j);
	json_kv_u64(j, "id", index);
	json_kv_str(j, "kind", n->kind);
	for (k = 0; k < NODE_TEXT_COUNT; k++)
		if (n->text[k] != NULL)
			json_kv_str(j, keys[k], n->text[k]);
	if (n->size != 0)
		json_kv_u64(j, "size", n->size);
	if (n->partition != 0)
		json_kv_i64(j, "partition", n->partition);
	if (n->degraded)
		json_kv_bool(j, "degraded", true);
	json_key(j, "below");
	json_array(j);
	for (i = 0; i < n->below_count; i++)
		json_u64(j, n->below[i]);
	json_array_end(j);
	json_object_end(j);
}

void graph_json(const struct graph *g, const char *query, const char *error, struct json *j)
{
	size_t i;

	json_object(j);
	json_kv_str(j, "query", query);
	json_key(j, "disks");
	json_array(j);
	for (i = 0; i < g->disk_count; i++)
		disk_json(j, g, &g->disks[i]);
	json_array_end(j);
	json_kv_bool(j, "degraded", g->degraded);
	json_kv_bool(j, "complete", !g->unknown);
	if (error != NULL)
		json_kv_str(j, "error", error);
	json_key(j, "nodes");
	json_array(j);
	for (i = 0; i < g->count; i++)
		node_json(j, g, i);
	json_array_end(j);
	json_object_end(j);
}
