/* SPDX-License-Identifier: MIT */
/* Shell patterns. Linear memory, no recursion; the work is bounded by pattern x text. */
#include <string.h>

#include "biosbelt/tree.h"

static unsigned char fold_char(char c, bool fold)
{
	return (unsigned char)(fold && c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/* Matches c against the set at pattern ("[...]"); *end is set after it. False sets *end to NULL
 * when the bracket is not closed: then '[' is an ordinary character. */
static bool match_set(const char *pattern, char c, bool fold, const char **end)
{
	const char *p = pattern + 1;
	bool negate = *p == '!' || *p == '^';
	bool hit = false;
	unsigned char want = fold_char(c, fold);

	if (negate)
		p++;
	do {
		unsigned char low = fold_char(*p, fold);
		unsigned char high = low;

		if (*p == '\0') {
			*end = NULL;
			return false;
		}
		if (p[1] == '-' && p[2] != ']' && p[2] != '\0') {
			high = fold_char(p[2], fold);
			p += 2;
		}
		hit = hit || (want >= low && want <= high);
		p++;
	} while (*p != ']');
	*end = p + 1;
	return hit != negate && c != '/';
}

/* One pattern element that is not a star against one character. */
static bool match_one(const char **pattern, char c, bool fold)
{
	const char *p = *pattern;
	const char *end;

	if (*p == '?') {
		*pattern = p + 1;
		return c != '/';
	}
	if (*p == '[') {
		bool hit = match_set(p, c, fold, &end);

		if (end != NULL) {
			*pattern = end;
			return hit;
		}
	}
	*pattern = p + 1;
	return *p != '\0' && fold_char(*p, fold) == fold_char(c, fold);
}

struct retry {
	const char *pattern; /* pattern after the star; NULL: no star so far */
	const char *text;
	bool deep;  /* "**": may match '/' */
	bool parts; /* "**" + '/': matches nothing or whole folders */
};

/* Takes the star or stars at *p and remembers where to resume. */
static void take_star(const char **p, const char *t, struct retry *star, struct retry *deep)
{
	bool is_deep = (*p)[1] == '*';
	bool parts;

	while (**p == '*')
		(*p)++;
	parts = is_deep && **p == '/';
	if (parts)
		(*p)++;
	if (is_deep)
		star->pattern = NULL;
	*(is_deep ? deep : star) = (struct retry){*p, t, is_deep, parts};
}

/* Lets a star match one more character, or folder; false when it cannot. */
static bool retry_star(struct retry *r, const char **p, const char **t)
{
	if (r->pattern == NULL)
		return false;
	do {
		if (*r->text == '\0' || (!r->deep && *r->text == '/'))
			return false;
		r->text++;
	} while (r->parts && r->text[-1] != '/');
	*p = r->pattern;
	*t = r->text;
	return true;
}

bool tree_match(const char *pattern, const char *text, bool fold)
{
	struct retry star = {NULL, NULL, false, false};
	struct retry deep = {NULL, NULL, true, false};
	const char *p = pattern;
	const char *t = text;

	for (;;) {
		if (*p == '*') {
			take_star(&p, t, &star, &deep);
			continue;
		}
		if (*t == '\0' && *p == '\0')
			return true;
		if (*t != '\0' && *p != '\0' && match_one(&p, *t, fold)) {
			t++;
			continue;
		}
		if (retry_star(&star, &p, &t))
			continue;
		star.pattern = NULL;
		if (!retry_star(&deep, &p, &t))
			return false;
	}
}
