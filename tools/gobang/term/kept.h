/* SPDX-License-Identifier: MIT */
/* The file in which the game is kept after every move. */
#ifndef BIOSBELT_GOBANG_KEPT_H
#define BIOSBELT_GOBANG_KEPT_H

#include "biosbelt/file.h"
#include "game/sgf.h"

struct kept {
	struct blob path;       /* NUL-terminated */
	bool begins;            /* the next game saved is another one than that in the file */
	struct file_lock *lock; /* of the settings folder's file: two games do not share it */
};

/*
 * Finds the place: file, or gobang.sgf of the settings folder, whose folder is made. ERR_BUSY:
 * another game is kept there now. There the game before is kept as well, as
 * gobang-before.sgf, once another one has begun.
 */
enum err_code kept_open(struct kept *k, const char *file, struct err *err);
void kept_close(struct kept *k);
enum err_code kept_save(struct kept *k, const struct game *g, const char *black, const char *white,
	struct err *err);

/* Reads a game of any place; "-" is standard input. Warns of a rule that is not known. */
enum err_code kept_load(const char *path, struct game *out, struct err *err);

#endif
