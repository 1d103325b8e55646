/* SPDX-License-Identifier: MIT */
/* What stops a five that is one stone away: the point itself, and in caro the open end of a five
 * whose other end has a stone of the defender. */
#ifndef BIOSBELT_GOBANG_ANSWERS_H
#define BIOSBELT_GOBANG_ANSWERS_H

#include "engine/position.h"

#define ANSWERS_MAX 16

/* Every point where a stone of the other side stops all fives of attacker that are one stone away,
 * of which there is one at least. */
unsigned answers_list(const struct position *p, unsigned attacker, unsigned answers[ANSWERS_MAX]);

/* Would a stone of the other side on the empty point stop one of these fives? */
bool answers_stops(const struct position *p, unsigned attacker, unsigned at);

#endif
