/* SPDX-License-Identifier: MIT */
/* --split: a folder, archive or patch for each tag. */
#ifndef TAGEXTRACT_SPLIT_H
#define TAGEXTRACT_SPLIT_H

#include "base/base.h"
#include "options.h"
#include "tree/job.h"

/* Results go to TARGET/TAG, TARGET/TAG.patch, or for x.7z to x-TAG.7z; characters of a tag that
 * some system refuses in names become '_'. ERR_USAGE, before any work: two tags would share a name.
 * base: of --patch. */
enum err_code split_all(
	struct job *job, const struct options *o, const struct base *base, struct err *err);

#endif
