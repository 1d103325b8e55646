/* SPDX-License-Identifier: MIT */
/* Words: ASCII letters, digits and the underscore, in a line of UTF-8. */
#ifndef TAGEXTRACT_WORD_H
#define TAGEXTRACT_WORD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "biosbelt/span.h"

static inline bool tag_is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

static inline bool tag_is_word_char(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || tag_is_digit(c) || c == '_';
}

/* The end of the word characters from at on, and the start of those before it. */
static inline size_t tag_word_end(struct span line, size_t at)
{
	while (at < line.len && tag_is_word_char(line.ptr[at]))
		at++;
	return at;
}
static inline size_t tag_word_start(struct span line, size_t at)
{
	while (at > 0 && tag_is_word_char(line.ptr[at - 1]))
		at--;
	return at;
}

/* Only ASCII letters have a case here. */
static inline uint8_t tag_lower(uint8_t c)
{
	return (uint8_t)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/* True when c is in set; never for zero. */
static inline bool tag_is_one_of(uint8_t c, const char *set)
{
	return c != 0 && strchr(set, c) != NULL;
}

#define TAG_NEAR ((size_t)1 << 9) /* bytes */

/* The part of a line, which may be very long and full of tags, that may hold a mark of [*at, *at +
 * len). *at becomes relative to it. */
static inline struct span tag_near(struct span line, size_t *at, size_t len)
{
	size_t from = *at > TAG_NEAR ? *at - TAG_NEAR : 0;
	size_t rest = line.len - *at - len;
	struct span near = {NULL, 0};

	span_slice(line, from, *at + len + (rest < TAG_NEAR ? rest : TAG_NEAR) - from, &near);
	*at -= from;
	return near;
}

#endif
