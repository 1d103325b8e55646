/* SPDX-License-Identifier: MIT */
/* Answers to a four: the point that completes the five and, in caro, the open end of a five whose
 * other end has a stone of the defender. */
#ifndef BIOSBELT_GOBANG_ANSWERS_H
#define BIOSBELT_GOBANG_ANSWERS_H

#include "engine/position.h"

#define ANSWERS_MAX 16

/* Lists every point where a stone of the defender stops all fives that attacker could complete with
 * one stone. There must be at least one such five. */
unsigned answers_list(const struct position *p, unsigned attacker, unsigned answers[ANSWERS_MAX]);

/* True when a stone of the defender on the empty point at stops one of these fives. */
bool answers_stops(const struct position *p, unsigned attacker, unsigned at);

#endif
