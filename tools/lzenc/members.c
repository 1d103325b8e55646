/* SPDX-License-Identifier: MIT */
#include "members.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/tree.h"

/* Matches the name or one of its folders; name is cut and restored meanwhile. */
static bool matches(const char *pattern, char *name)
{
	char *p;

	if (tree_match(pattern, name, false))
		return true;
	for (p = strchr(name, '/'); p != NULL; p = strchr(p + 1, '/')) {
		bool hit;

		*p = 0;
		hit = tree_match(pattern, name, false);
		*p = '/';
		if (hit)
			return true;
	}
	return false;
}

bool members_want(struct members *m, const char *name)
{
	char *copy = alloc_text(name);
	bool wanted = m->count == 0;
	size_t i;

	if (copy == NULL)
		return true; /* out of memory: too much rather than too little */
	for (i = 0; i < m->count; i++) {
		if (!matches(m->patterns[i], copy))
			continue;
		m->met[i] = true;
		wanted = true;
	}
	for (i = 0; wanted && i < m->exclude_count; i++)
		wanted = !matches(m->excludes[i], copy);
	free(copy);
	return wanted;
}
