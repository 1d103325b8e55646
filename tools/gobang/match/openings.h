/* SPDX-License-Identifier: MIT */
/*
 * Openings for a match: each line of text is one, its stones in turn such as H8, black's first; '#'
 * begins a comment. Pure.
 */
#ifndef BIOSBELT_GOBANG_OPENINGS_H
#define BIOSBELT_GOBANG_OPENINGS_H

#include "biosbelt/span.h"
#include "game/game.h"

#define OPENINGS_STONES_MAX 60
#define OPENINGS_MAX        100000

struct opening {
	struct game_point stones[OPENINGS_STONES_MAX];
	unsigned count;
};

struct openings {
	struct opening *items;
	unsigned count;
};

/* Reads the openings for a board. ERR_FORMAT names the line of an illegal or finished game;
 * ERR_LIMIT: OPENINGS_MAX and another line. */
enum err_code openings_read(struct span text, unsigned side, enum gobang_rule rule,
	struct openings *out, struct err *err);
void openings_free(struct openings *o);

/* 75 openings of five stones on 15x15 that level 4 finds even (tests/bench/gobang_openings.py). */
extern const char openings_own[];

#endif
