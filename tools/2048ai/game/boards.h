/* SPDX-License-Identifier: MIT */
/*
 * Many boards in one text. If the first line that is not blank is a whole board, each line is a
 * board. In an object of JSON, or a list of them, every list named "cells" is one. Any other text
 * is tiles in reading order, sixteen a board. A byte order mark at the beginning is skipped. Pure.
 */
#ifndef BIOSBELT_2048AI_BOARDS_H
#define BIOSBELT_2048AI_BOARDS_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"
#include "biosbelt/game2048.h"
#include "biosbelt/span.h"

enum boards_form { BOARDS_LINES, BOARDS_JSON, BOARDS_CELLS };

struct boards {
	struct span text; /* the caller's */
	enum boards_form form;
	size_t at;
	unsigned long line;  /* of the board that boards_next returned last, from 1 */
	unsigned long count; /* of boards returned */
};

void boards_init(struct boards *b, struct span text);
/* *end: there are no more. A text without a board is an error. err names the place. */
enum err_code boards_next(struct boards *b, struct g2048_game *game, bool *end, struct err *err);
/* True when there may be more than one: lines, a list of objects, more than 16 tiles. */
bool boards_many(const struct boards *b);

#endif
