/* SPDX-License-Identifier: MIT */
#include "members.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/tree.h"
#include "names.h"

static bool fits(const char *pattern, const char *name)
{
	return strcmp(pattern, name) == 0 || tree_match(pattern, name, false);
}

/* Matches the name or one of its folders; name is cut and restored meanwhile. */
static bool matches(const char *pattern, char *name)
{
	char *p;

	if (fits(pattern, name))
		return true;
	for (p = strchr(name, '/'); p != NULL; p = strchr(p + 1, '/')) {
		bool hit;

		*p = 0;
		hit = fits(pattern, name);
		*p = '/';
		if (hit)
			return true;
	}
	return false;
}

/* The same for "./doc/", as a shell or a list shows it. */
static bool selects(struct members *m, const char *pattern, char *name)
{
	struct buf tidy;
	bool empty = pattern[0] == 0; /* of a variable that is not set: it is not "." */
	bool hit;

	buf_init(&tidy, 0);
	name_tidy(pattern, &tidy);
	if (tidy.failed == ERR_OK)
		pattern = (const char *)tidy.ptr;
	else
		m->no_memory = true;
	hit = !empty && (pattern[0] == 0 || matches(pattern, name));
	buf_free(&tidy);
	return hit;
}

bool members_want(struct members *m, const char *name)
{
	char *copy = alloc_text(name);
	bool wanted = m->count == 0;
	size_t i;

	if (copy == NULL) {
		m->no_memory = true;
		return false;
	}
	for (i = 0; i < m->count; i++) {
		if (!selects(m, m->patterns[i], copy))
			continue;
		m->met[i] = true;
		wanted = true;
	}
	for (i = 0; wanted && i < m->exclude_count; i++)
		wanted = !selects(m, m->excludes[i], copy);
	free(copy);
	return wanted;
}
