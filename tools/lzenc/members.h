/* SPDX-License-Identifier: MIT */
/* Which members of an archive are asked for on the command line. */
#ifndef LZENC_MEMBERS_H
#define LZENC_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Patterns as tree_match has them, against names without "." and empty parts. One that matches a
 * folder means all that is in it. Without patterns every member is wanted.
 */
struct members {
	const char *const *patterns;
	size_t count;
	const char *const *excludes;
	size_t exclude_count;
	bool *met; /* count of them: the pattern matched something */
};
bool members_want(struct members *m, const char *name);

#endif
