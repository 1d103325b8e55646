/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GOBANG_TINY_TREE_H
#define BIOSBELT_GOBANG_TINY_TREE_H

#include "tiny_private.h"

/* The move of colour at freestyle on a board of 15x15 or less, where nothing is urgent, with the
 * work in tree->work. t->top[0]: what to return if none is found. */
gobang_at tiny_tree(struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t colour);

/* Puts a move in its place among the top_count ones of a ply; top_value[] has their orders. */
static void tiny_sort_in(
	struct gobang_tiny *t, struct gobang_tiny_ply *ply, gobang_at at, uint16_t order)
{
	uint8_t i = t->top_count;

	if (i < GOBANG_TINY_TOP)
		t->top_count++;
	else if (order <= t->top_value[--i])
		return;
	for (; i > 0 && order > t->top_value[i - 1]; i--) {
		ply->move[i] = ply->move[i - 1];
		t->top_value[i] = t->top_value[i - 1];
	}
	ply->move[i] = at;
	t->top_value[i] = order;
}

#endif
