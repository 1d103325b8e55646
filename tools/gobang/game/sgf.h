/* SPDX-License-Identifier: MIT */
/*
 * Games as SGF (Smart Game Format, FF[4], GM[4]: https://www.red-bean.com/sgf/). A point is two
 * letters from the top left corner, as other programs for five in a row write it. Rules are named
 * in RU, the result in RE (B+, W+, 0; B+R when the other side gave up).
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
 * Reads the first game's main line. ERR_FORMAT with the byte where it stops being a game: a point
 * outside, a taken or forbidden one, a wrong turn, or a move after the end. Stones that were not
 * moved (AB, AW) are refused. A rule of another name is read as freestyle; doubt, if not NULL,
 * says so.
 */
struct sgf_doubt {
	size_t byte;             /* after the value */
	char rule[SGF_RULE_MAX]; /* the name, cut if long; "": no doubt */
};
enum err_code sgf_read(struct span in, struct game *out, struct sgf_doubt *doubt, struct err *err);

#endif
