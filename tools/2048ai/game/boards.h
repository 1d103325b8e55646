/* SPDX-License-Identifier: MIT */
/*
 * Many boards in one text. A text in which the first line that is not blank is a whole board has
 * one a line; an object of JSON, or a list of them, has one in every list named "cells"; any other
 * is tiles in reading order, sixteen a board. A byte order mark before all is passed over. Pure.
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
	unsigned long line;  /* of the board that boards_next gave last, from 1 */
	unsigned long count; /* that it gave */
};

void boards_init(struct boards *b, struct span text);
/* *end: there is no further one; a text has one at least, or an error. The place is in err. */
enum err_code boards_next(struct boards *b, struct g2048_game *game, bool *end, struct err *err);
/* Whether there can be more than one: lines, a list of objects, more than 16 tiles. */
bool boards_many(const struct boards *b);

#endif
