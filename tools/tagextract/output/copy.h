/* SPDX-License-Identifier: MIT */
/* Puts the tagged files into the same sub-folders of the target. */
#ifndef TAGEXTRACT_COPY_H
#define TAGEXTRACT_COPY_H

#include "tree/job.h"

struct copy_opts {
	const char *target;
	size_t tag; /* only files with it; SIZE_MAX: all */
	bool force; /* over existing files that differ */
	/* After each file that is there now; written: by this run. May be NULL. */
	enum err_code (*on_copied)(
		void *user, const char *name, struct span data, bool written, struct err *err);
	void *user;
};

/* Copies every file with a tag; what fails is marked in the file and the rest goes on. */
enum err_code copy_files(struct job *job, const struct copy_opts *opts, struct err *err);

/* Marks what copy_files would find there already: the same bytes, or without force something else.
 * Nothing is written. */
enum err_code copy_try(struct job *job, const struct copy_opts *opts, struct err *err);

#endif
