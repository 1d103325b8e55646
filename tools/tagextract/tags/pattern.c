/* SPDX-License-Identifier: MIT */
#include "tags/pattern.h"

#include <string.h>

#include "tags/word.h"

#define LITERAL_LEAST 3

/* The index after the class that opens at i; the end when it is not closed. */
static size_t skip_class(struct span p, size_t i)
{
	size_t start = ++i;

	if (i < p.len && p.ptr[i] == '^')
		start = ++i;
	for (; i < p.len; i++) {
		if (p.ptr[i] == '\\')
			i++;
		else if (p.ptr[i] == ']' && i != start)
			return i + 1;
	}
	return p.len;
}

/* The index after the group that opens at i. */
static size_t skip_group(struct span p, size_t i)
{
	size_t depth = 0;

	while (i < p.len) {
		if (p.ptr[i] == '\\') {
			i += 2;
		} else if (p.ptr[i] == '[') {
			i = skip_class(p, i);
		} else {
			depth += p.ptr[i] == '(';
			depth -= p.ptr[i] == ')';
			i++;
			if (depth == 0)
				return i;
		}
	}
	return p.len;
}

/* Escapes of one character that do not affect those after them. */
static bool is_plain_escape(uint8_t c)
{
	return !tag_is_word_char(c) || tag_is_one_of(c, "bBdDwWsShHtnr");
}

/* Alternatives, options, quotations and character codes may make any text optional or different:
 * then no text is derived. */
static bool is_beyond(struct span p)
{
	size_t i;

	if (span_find(p, 0, "[:", 2) != SIZE_MAX || span_find(p, 0, "(?", 2) != SIZE_MAX ||
		span_find(p, 0, "(*", 2) != SIZE_MAX)
		return true;
	for (i = 0; i + 1 < p.len; i++) {
		if (p.ptr[i] == '\\' && !is_plain_escape(p.ptr[++i]))
			return true;
	}
	for (i = 0; i < p.len;) {
		if (p.ptr[i] == '|')
			return true;
		if (p.ptr[i] == '\\')
			i += 2;
		else if (p.ptr[i] == '[')
			i = skip_class(p, i);
		else if (p.ptr[i] == '(')
			i = skip_group(p, i);
		else
			i++;
	}
	return false;
}

/* A literal character. When ignoring case the letters k and s are not, because U+212A and U+017F
 * fold to them. */
static bool is_literal(uint8_t c, bool fold)
{
	if (fold && (c == 'k' || c == 'K' || c == 's' || c == 'S'))
		return false;
	return c < 0x80 && !tag_is_one_of(c, "\\[](){}*+?|.^$");
}

static bool is_optional(struct span p, size_t i)
{
	return i < p.len && tag_is_one_of(p.ptr[i], "?*{");
}

struct span pattern_literal(struct span p, bool fold)
{
	struct span best = {.ptr = NULL};
	size_t start = 0;
	size_t i = 0;

	if (is_beyond(p))
		return best;
	while (i < p.len) {
		size_t end = i;

		for (start = i; end < p.len && is_literal(p.ptr[end], fold); end++)
			;
		i = end;
		if (end > start && is_optional(p, end))
			end--; /* the quantifier applies only to the last character */
		if (end - start > best.len && end - start >= LITERAL_LEAST)
			span_slice(p, start, end - start, &best);
		if (i >= p.len)
			break;
		if (p.ptr[i] == '\\')
			i += 2;
		else if (p.ptr[i] == '[')
			i = skip_class(p, i);
		else if (p.ptr[i] == '(')
			i = skip_group(p, i);
		else if (p.ptr[i] == '{')
			while (i < p.len && p.ptr[i++] != '}')
				;
		else
			i++;
	}
	return best;
}
