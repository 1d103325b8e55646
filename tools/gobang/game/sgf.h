/* SPDX-License-Identifier: MIT */
/*
 * Games as SGF (Smart Game Format, FF[4], GM[4]: https://www.red-bean.com/sgf/). A point is two
 * letters from the top left corner, as other programs for five in a row write it. Rules are named
 * in RU, the result in RE (B+, W+, 0; B+R when white resigned).
 */
#ifndef BIOSBELT_GOBANG_SGF_H
#define BIOSBELT_GOBANG_SGF_H

#include "biosbelt/span.h"
#include "game/game.h"

#define SGF_FILE_MAX (1u << 20) /* bytes of a file */
#define SGF_RULE_MAX 32u

/* Appends the game; the names of the players may be NULL. */
void sgf_write(const struct game *g, const char *black, const char *white, struct buf *out);
/*
 * Reads the first game's main line. ERR_FORMAT names the byte of the first fault: a point
 * outside, a taken or forbidden one, a wrong turn, or a move after the end. Setup stones (AB, AW)
 * are refused. An unknown rule is read as freestyle, which note, if not NULL, reports.
 */
struct sgf_note {
	size_t byte;             /* after the value */
	char rule[SGF_RULE_MAX]; /* the name, cut if long; "": none */
};
enum err_code sgf_read(struct span in, struct game *out, struct sgf_note *note, struct err *err);

#endif
