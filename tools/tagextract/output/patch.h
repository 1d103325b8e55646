/* SPDX-License-Identifier: MIT */
/* A patch from the base tree to the tagged files. */
#ifndef TAGEXTRACT_PATCH_H
#define TAGEXTRACT_PATCH_H

#include "base/base.h"
#include "tree/job.h"

struct patch_opts {
	const struct base *base;
	size_t tag; /* only files with it; SIZE_MAX: all tagged files */
	enum err_code (*write)(void *user, struct span text, struct err *err);
	void *user;
};

/*
 * Unified diff, as git writes it, from the base to each tagged file: with changes of mode. A new
 * file with at least half of the lines of a deleted one is a rename. Files with the same bytes and
 * mode add nothing. Read errors are recorded in the job_file.
 */
enum err_code patch_write(struct job *job, const struct patch_opts *opts, struct err *err);

#endif
