/* SPDX-License-Identifier: MIT */
/* Separators between the tiles of a board that is written as text. */
#ifndef BIOSBELT_2048_BOARD_TEXT_H
#define BIOSBELT_2048_BOARD_TEXT_H

#include <stdbool.h>
#include <stdint.h>

static inline bool board_text_is_gap(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || c == '/' ||
	       c == '|' || c == ';' || c == '[' || c == ']' || c == '"';
}

#endif
