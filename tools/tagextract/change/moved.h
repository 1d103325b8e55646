/* SPDX-License-Identifier: MIT */
/* Finds a moved file of the old drop in the new drop. */
#ifndef TAGEXTRACT_MOVED_H
#define TAGEXTRACT_MOVED_H

#include "base/base.h"

struct moved;

/* The bases have to stay. The caller ends with moved_close. */
enum err_code moved_open(const struct base *old, const struct base *mine, const struct base *new,
	struct moved **out, struct err *err);
void moved_close(struct moved *m); /* NULL is fine */

/*
 * The entry of new to which the file old->entries[i], missing there, was moved. It is absent in old
 * and mine, has the same name in another folder, and at least half of the lines in common.
 * SIZE_MAX: none, or ambiguous: two files are equally similar, another missing file is as similar
 * to the one found, or one of them cannot be read.
 */
enum err_code moved_find(struct moved *m, size_t i, size_t *out, struct err *err);

#endif
