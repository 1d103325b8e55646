/* SPDX-License-Identifier: MIT */
/* Selects the members of an archive named on the command line. */
#ifndef LZENC_MEMBERS_H
#define LZENC_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Patterns of tree_match, or names as they are, all without "." and empty parts. A pattern that
 * matches a folder selects everything in it. Without patterns every member is selected.
 */
struct members {
	const char *const *patterns;
	size_t count;
	const char *const *excludes;
	size_t exclude_count;
	bool *met;      /* for each pattern: it matched something */
	bool no_memory; /* some names could not be compared: the selection is wrong */
};
bool members_want(struct members *m, const char *name);

#endif
