/* SPDX-License-Identifier: MIT */
#include "show/show_tree.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/tr.h"
#include "biosbelt/utf.h"

void size_add(struct buf *out, uint64_t size)
{
	static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
	uint64_t unit = 1;
	int i = 0;

	while (i < 6 && size / unit >= 1000) {
		unit *= 1000;
		i++;
	}
	if (i == 0 || size / unit >= 100)
		buf_printf(out, "%u %s", (unsigned)((size + unit / 2) / unit), units[i]);
	else
		buf_printf(out, "%u.%u %s", (unsigned)(size / unit),
			(unsigned)(size % unit / (unit / 10)), units[i]);
}

void text_add(struct buf *out, const char *text)
{
	utf8_escape(span_of(text, strlen(text)), out);
}

/* The path of nodes from node 0 down to a disk. */
struct way {
	size_t nodes[2 * GRAPH_DEPTH_MAX + 4];
	size_t count;
	size_t steps; /* bounds the search in a wide graph */
};

#define STEPS_MAX 100000

static bool find_way(const struct graph *g, size_t node, const struct found_disk *d, int partition,
	struct way *way)
{
	const struct node *n = &g->nodes[node];
	size_t i;

	if (way->count == sizeof way->nodes / sizeof way->nodes[0] || ++way->steps > STEPS_MAX)
		return false;
	way->nodes[way->count++] = node;
	if (node == d->node && partition == d->partition)
		return true;
	if (strcmp(n->kind, "partition") == 0 || strcmp(n->kind, "dm-partition") == 0)
		partition = n->partition;
	else if (strcmp(n->kind, "multipath") != 0)
		partition = 0;
	for (i = 0; i < n->below_count; i++)
		if (find_way(g, n->below[i], d, partition, way))
			return true;
	way->count--;
	return false;
}

static bool is_layer(const struct graph *g, size_t node)
{
	static const char *const hidden[] = {
		"query", "mount", "file", "partition", "swap", "not mounted", "in use"};
	size_t i;

	(void)g;
	for (i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
		if (strcmp(g->nodes[node].kind, hidden[i]) == 0)
			return false;
	return true;
}

/* asked: the start of the line; a device of that name is not repeated. */
static void add_layer(struct buf *out, const struct graph *g, size_t node)
{
	const struct node *n = &g->nodes[node];
	const char *asked = graph_get(g, 0, NODE_NAME);
	const char *device = graph_get(g, node, NODE_DEVICE);
	bool named =
		strcmp(asked, device) == 0 || strcmp(asked, graph_get(g, node, NODE_NAME)) == 0;

	if (!named) {
		text_add(out, device[0] != '\0' ? device : graph_get(g, node, NODE_NAME));
		if (strcmp(n->kind, "loop") != 0) {
			buf_printf(out, " (%s", tr(n->kind));
			if (n->text[NODE_LABEL] != NULL) {
				buf_str(out, " ");
				text_add(out, n->text[NODE_LABEL]);
			}
			buf_str(out, ")");
		}
		buf_str(out, " -> ");
	}
	if (strcmp(n->kind, "loop") == 0) {
		buf_str(out, tr("file "));
		text_add(out, graph_get(g, node, NODE_LABEL));
		buf_str(out, " -> ");
	}
}

void chain_add(struct buf *out, const struct graph *g, const struct found_disk *d)
{
	struct way way = {.count = 0};
	size_t i;

	buf_str(out, " -> ");
	if (!find_way(g, 0, d, 0, &way))
		return;
	for (i = 0; i + 1 < way.count; i++)
		if (is_layer(g, way.nodes[i]))
			add_layer(out, g, way.nodes[i]);
}

void layers_add(struct buf *out, const struct graph *g, const struct found_disk *d)
{
	struct way way = {.count = 0};
	const char *between = "";
	size_t i;

	if (!find_way(g, 0, d, 0, &way))
		return;
	for (i = 0; i + 1 < way.count; i++) {
		if (!is_layer(g, way.nodes[i]))
			continue;
		buf_str(out, between);
		text_add(out, graph_get(g, way.nodes[i], NODE_DEVICE));
		between = " ";
	}
}

static void add_line(struct buf *out, const struct graph *g, size_t node)
{
	static const enum node_text shown[] = {NODE_FSTYPE, NODE_ENCRYPTION, NODE_LABEL, NODE_MODEL,
		NODE_SERIAL, NODE_BUS, NODE_NOTE};
	const struct node *n = &g->nodes[node];
	const char *name = graph_get(g, node, NODE_DEVICE);
	size_t i;

	if (name[0] == '\0')
		name = graph_get(g, node, NODE_MOUNTPOINT);
	if (name[0] == '\0')
		name = graph_get(g, node, NODE_NAME);
	text_add(out, name);
	if (strcmp(n->kind, "query") != 0 && strcmp(n->kind, name) != 0)
		buf_printf(out, "%s%s", name[0] != '\0' ? "  " : "", tr(n->kind));
	if (n->partition != 0)
		buf_printf(out, " %d", n->partition);
	for (i = 0; i < sizeof shown / sizeof shown[0]; i++)
		if (n->text[shown[i]] != NULL) {
			buf_str(out, ", ");
			text_add(out, n->text[shown[i]]);
		}
	if (n->size != 0) {
		buf_str(out, ", ");
		size_add(out, n->size);
	}
}

static void add_nodes(struct buf *out, const struct graph *g, size_t node, int depth, bool *shown)
{
	const struct node *n = &g->nodes[node];
	size_t i;

	buf_printf(out, "%*s", 2 * depth, "");
	add_line(out, g, node);
	buf_str(out, shown[node] && n->below_count > 0 ? tr(" (see above)\n") : "\n");
	if (shown[node] || depth > 2 * GRAPH_DEPTH_MAX)
		return;
	shown[node] = true;
	for (i = 0; i < n->below_count; i++)
		add_nodes(out, g, n->below[i], depth + 1, shown);
}

void tree_add(struct buf *out, const struct graph *g)
{
	bool *shown = calloc(g->count > 0 ? g->count : 1, sizeof *shown);

	if (shown != NULL && g->count > 0)
		add_nodes(out, g, 0, 0, shown);
	else
		out->failed = ERR_NOMEM;
	free(shown);
}
