/* SPDX-License-Identifier: MIT */
/* Words: ASCII letters, digits and the underscore, in a line of UTF-8. */
#ifndef TAGEXTRACT_WORD_H
#define TAGEXTRACT_WORD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool tag_is_word_char(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* True when c is in set; never for zero. */
static inline bool tag_is_one_of(uint8_t c, const char *set)
{
	return c != 0 && strchr(set, c) != NULL;
}

#endif
