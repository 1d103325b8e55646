/* SPDX-License-Identifier: MIT */
#include "show/show_line.h"

#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/tr.h"
#include "show/show_tree.h"

void disk_add(struct buf *out, const struct graph *g, const struct found_disk *d)
{
	static const enum node_text shown[] = {NODE_MODEL, NODE_SERIAL, NODE_BUS};
	const struct node *node = &g->nodes[d->node];
	size_t i;

	text_add(out, graph_get(g, d->node, NODE_DEVICE));
	if (d->partition != 0)
		buf_printf(out, tr(" (partition %d)"), d->partition);
	for (i = 0; i < sizeof shown / sizeof shown[0]; i++) {
		if (node->text[shown[i]] == NULL)
			continue;
		buf_str(out, ", ");
		text_add(out, node->text[shown[i]]);
	}
	if (node->size != 0) {
		buf_str(out, ", ");
		size_add(out, node->size);
	}
	if (strcmp(node->kind, "disk") != 0)
		buf_printf(out, ", %s", tr(node->kind));
}

void leaf_add(struct buf *out, const struct graph *g, size_t node)
{
	bool missing = strcmp(g->nodes[node].kind, LEAF_MISSING) == 0;
	const char *name = graph_get(g, node, NODE_DEVICE);

	text_add(out, name[0] != '\0' ? name
		      : missing       ? graph_get(g, node, NODE_NAME)
				      : tr("unknown"));
	buf_str(out, missing ? ", " : ": ");
	text_add(out, graph_get(g, node, NODE_NOTE));
}

void notes_print(const struct graph *g, bool leaves)
{
	size_t i;

	for (i = 0; i < g->count; i++)
		if (g->nodes[i].text[NODE_NOTE] != NULL && (leaves || !node_is_leaf(&g->nodes[i])))
			diag_warn("%s: %s",
				node_is_leaf(&g->nodes[i]) ? graph_get(g, 0, NODE_NAME)
							   : graph_get(g, i, NODE_NAME),
				g->nodes[i].text[NODE_NOTE]);
}
