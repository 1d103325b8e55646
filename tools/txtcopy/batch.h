/* SPDX-License-Identifier: MIT */
/* Several files and whole folders: which input goes to which output. */
#ifndef TXTCOPY_WALK_H
#define TXTCOPY_WALK_H

#include "queue.h"

#define PATTERNS_MAX 64

struct patterns {
	const char *text[PATTERNS_MAX];
	size_t count;
};

struct walk {
	struct txt_opts opts;
	struct report *report;
	struct queue *queue;     /* of walk_all */
	struct patterns include; /* none: all files */
	struct patterns exclude;
	bool recursive;
	bool in_place;
};

/* Does all operands: the last is the output unless in place, detecting or checking. The first
 * usage error comes back as ERR_USAGE; everything else goes into the report. */
enum err_code walk_all(struct walk *w, const char **operands, size_t count, struct err *err);

#endif
