/* SPDX-License-Identifier: MIT */
/* Copies into a folder, with its record and the manifest. */
#ifndef TAGEXTRACT_COPIES_H
#define TAGEXTRACT_COPIES_H

#include "options.h"
#include "output/record.h"
#include "tree/job.h"

/* Copies the files with the tag (SIZE_MAX: all) to target. */
enum err_code copies_make(struct job *job, const struct options *o, const char *target, size_t tag,
	struct record_stale *stale, struct err *err);
/* Checks, before copying, that the archive or manifest may be written: ERR_EXISTS, and ERR_USAGE
 * for a file among those found, which --force does not overwrite either. */
enum err_code copies_check(const struct job *job, const struct options *o, struct err *err);

#endif
