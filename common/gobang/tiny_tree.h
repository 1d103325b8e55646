/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GOBANG_TINY_TREE_H
#define BIOSBELT_GOBANG_TINY_TREE_H

#include "tiny_private.h"

/* The move of colour at freestyle on a board of 15x15 or less, where nothing is urgent, with the
 * work in tree->work. t->top[0]: what to return if none is found. */
gobang_at tiny_tree(struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t colour);

#endif
