/* SPDX-License-Identifier: MIT */
/* The file to which the game is saved after every move. */
#ifndef BIOSBELT_GOBANG_KEPT_H
#define BIOSBELT_GOBANG_KEPT_H

#include "biosbelt/file.h"
#include "game/sgf.h"

struct kept {
	struct blob path; /* NUL-terminated */
	bool begins;      /* the next game saved is not the one in the file */
	bool is_new;      /* the file was not there: the first save must not replace one */
	struct file_lock
		*lock; /* of the file in the settings folder, which two games cannot share */
};

/*
 * Chooses the file: file, or gobang.sgf in the settings folder, which is created. ERR_BUSY: another
 * program has it. When a new game begins in the settings folder, the one before stays as
 * gobang-before.sgf.
 */
enum err_code kept_open(struct kept *k, const char *file, struct err *err);
void kept_close(struct kept *k);
enum err_code kept_save(struct kept *k, const struct game *g, const char *black, const char *white,
	struct err *err);

/* Reads a game from path; "-" is standard input. Warns of an unknown rule. */
enum err_code kept_load(const char *path, struct game *out, struct err *err);

#endif
