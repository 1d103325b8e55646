/* SPDX-License-Identifier: MIT */
/* Against the tree the work began with: a patch of the tagged files, and changes without a tag. */
#ifndef TAGEXTRACT_BASE_H
#define TAGEXTRACT_BASE_H

#include "tree/job.h"

/* Unified diff (as git writes it) from base to each tagged file, handed to write in pieces. Files
 * with the same bytes add nothing. What cannot be read is marked in the file. */
enum err_code base_patch(struct job *job, const char *base,
	enum err_code (*write)(void *user, struct span text, struct err *err), void *user,
	struct err *err);

enum base_change { BASE_SAME, BASE_MODIFIED, BASE_ADDED };

/* How a file without a tag stands to base; only BASE_MODIFIED and BASE_ADDED are told. */
enum err_code base_untagged(struct job *job, const char *base,
	void (*tell)(void *user, const char *name, enum base_change change), void *user,
	struct err *err);

#endif
