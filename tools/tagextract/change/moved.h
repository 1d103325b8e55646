/* SPDX-License-Identifier: MIT */
/* Finds a moved file of the old drop in the new drop. */
#ifndef TAGEXTRACT_MOVED_H
#define TAGEXTRACT_MOVED_H

#include "base/base.h"

struct moved;

/* The bases have to stay. on_trouble: called once for each file that may be the moved one and
 * cannot be read, with its base's name before its path; its failure ends the search. */
struct moved_opts {
	const struct base *old, *mine, *new;
	enum err_code (*on_trouble)(
		void *user, const char *path, const struct err *why, struct err *err);
	void *user;
};
/* The caller ends with moved_close. */
enum err_code moved_open(const struct moved_opts *opts, struct moved **out, struct err *err);
void moved_close(struct moved *m); /* NULL is fine */

/*
 * The entry of new to which the file old->entries[i], missing there, was moved. It is absent in old
 * and mine, has the same name in another folder, and at least half of the lines in common.
 * SIZE_MAX: none, or ambiguous: two files are equally similar, another missing file is as similar
 * to the one found, or one of them cannot be read.
 */
enum err_code moved_find(struct moved *m, size_t i, size_t *out, struct err *err);

/* As moved_find, but of any name with the same ending, and only as a hint: a licence can be half of
 * a file, so all others have to be clearly less similar, and few may look as if they were not.
 * *percents: of the longer file's bytes, those of lines in common. */
enum err_code moved_similar(
	struct moved *m, size_t i, size_t *out, unsigned *percents, struct err *err);

#endif
