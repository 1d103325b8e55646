/* SPDX-License-Identifier: MIT */
/* Blanks in a line of text: space, tab and the CR of lines of DOS. */
#ifndef BIOSBELT_BLANK_H
#define BIOSBELT_BLANK_H

#include "biosbelt/span.h"

static inline bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The text without the blanks at both ends. */
static inline struct span trim(struct span text)
{
	while (text.len > 0 && is_blank(text.ptr[0]))
		text = span_of(text.ptr + 1, text.len - 1);
	while (text.len > 0 && is_blank(text.ptr[text.len - 1]))
		text.len--;
	return text;
}

#endif
