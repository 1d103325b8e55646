/* SPDX-License-Identifier: MIT */
/* What a match prints and saves. */
#ifndef BIOSBELT_GOBANG_REPORT_H
#define BIOSBELT_GOBANG_REPORT_H

#include "match/referee.h"

/* The last game, a line on standard output. */
void report_game(const struct match *m);
/* The score so far, and what the test says. */
void report_score(const struct match *m);
void report_json(const struct match *m);
/* Saves the last game as game-0001.sgf and so on; one that exists is not overwritten. */
enum err_code report_sgf(const struct match *m, const char *folder, struct err *err);

#endif
