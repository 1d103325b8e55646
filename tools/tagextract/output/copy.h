/* SPDX-License-Identifier: MIT */
/* Copies the tagged files into the same sub-folders of the target. */
#ifndef TAGEXTRACT_COPY_H
#define TAGEXTRACT_COPY_H

#include "tree/job.h"

struct copy_opts {
	const char *target;
	size_t tag; /* only files with it; SIZE_MAX: all */
	bool force; /* over existing files that differ */
	/* Called after each file that the target has; written: by this run. May be NULL. */
	enum err_code (*on_copied)(
		void *user, const char *name, struct span data, bool written, struct err *err);
	void *user;
};

/* Copies every file with a tag; failures are recorded in the job_file, and copying continues. */
enum err_code copy_files(struct job *job, const struct copy_opts *opts, struct err *err);

/* Records files that the target already has: with the same bytes or, without force, others. Writes
 * nothing. */
enum err_code copy_try(struct job *job, const struct copy_opts *opts, struct err *err);

#endif
