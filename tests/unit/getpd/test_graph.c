/* SPDX-License-Identifier: MIT */
/* A full graph says so instead of leaving something out. */
#include <stdio.h>
#include <string.h>

#include "core/graph.h"
#include "test.h"

static void one_node_stands_on_hundreds(void **state)
{
	struct graph g = {0};
	struct err err;
	size_t node;
	size_t i;

	(void)state;
	assert_int_equal(graph_add(&g, "md", "md0", &node, &err), ERR_OK);
	for (i = 1; i <= 1000; i++) {
		assert_int_equal(graph_add(&g, "disk", "d", &node, &err), ERR_OK);
		assert_int_equal(graph_link(&g, 0, node, &err), ERR_OK);
		assert_int_equal(graph_link(&g, 0, node, &err), ERR_OK); /* once each */
	}
	assert_int_equal(g.nodes[0].below_count, 1000);
	assert_int_equal(g.nodes[0].below[999], 1000);
	graph_free(&g);
}

static void a_full_graph_is_incomplete(void **state)
{
	struct graph g = {0};
	struct err err;
	size_t node;

	(void)state;
	while (graph_add(&g, "disk", "d", &node, &err) == ERR_OK)
		continue;
	assert_int_equal(err.code, ERR_LIMIT);
	assert_int_equal(g.count, GRAPH_NODES_MAX);
	assert_int_equal(
		graph_add_leaf(&g, 0, LEAF_MISSING, "sdz", "/dev/sdz", "gone", &err), ERR_OK);
	assert_int_equal(graph_add_leaf(&g, 0, LEAF_UNKNOWN, NULL, NULL, "why", &err), ERR_OK);
	assert_int_equal(g.count, GRAPH_NODES_MAX + 1);
	assert_int_equal(g.leaves, 1);
	assert_true(g.unknown);
	assert_string_equal(g.nodes[GRAPH_NODES_MAX].kind, LEAF_UNKNOWN);
	assert_string_equal(graph_get(&g, GRAPH_NODES_MAX, NODE_NOTE),
		"there is more than can be followed here");
	graph_free(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_node_stands_on_hundreds),
		cmocka_unit_test(a_full_graph_is_incomplete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
