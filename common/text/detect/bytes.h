/* SPDX-License-Identifier: MIT */
/* Bytes of ASCII beside those over 7F. */
#ifndef BIOSBELT_TEXT_BYTES_H
#define BIOSBELT_TEXT_BYTES_H

#include "text_private.h"

static inline bool is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_lower(uint8_t c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool is_upper(uint8_t c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool is_ascii_letter(uint8_t c)
{
	return is_lower(c | 32);
}

static inline bool is_alnum(uint8_t c)
{
	return is_ascii_letter(c) || is_digit(c);
}

static inline bool is_one_of(uint8_t c, const char *list)
{
	return c != 0 && strchr(list, c) != NULL;
}

/* Before the start and behind the end is a line end. */
static inline uint8_t byte_at(struct span in, size_t pos)
{
	return pos < in.len ? in.ptr[pos] : '\n';
}

#endif
