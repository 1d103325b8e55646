/* SPDX-License-Identifier: MIT */
/* The output of a match. */
#ifndef BIOSBELT_GOBANG_REPORT_H
#define BIOSBELT_GOBANG_REPORT_H

#include "match/referee.h"

/* Prints the last game as a line. */
void report_game(const struct match *m);
/* Prints the score so far, and the verdict of the test. */
void report_score(const struct match *m);
void report_json(const struct match *m);
/* Saves the last game as game-0001.sgf and so on; one that exists is not overwritten. */
enum err_code report_sgf(const struct match *m, const char *folder, struct err *err);

#endif
