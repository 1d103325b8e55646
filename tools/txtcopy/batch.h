/* SPDX-License-Identifier: MIT */
/* Several files and whole folders: which input goes to which output. */
#ifndef TXTCOPY_WALK_H
#define TXTCOPY_WALK_H

#include "biosbelt/cli.h"
#include "queue.h"

struct walk {
	struct txt_opts opts;
	struct report *report;
	struct queue *queue;     /* of walk_all */
	struct cli_list include; /* none: all files */
	struct cli_list exclude;
	bool recursive;
	bool in_place;
};

/* Does all operands: the last is the output unless in place, detecting or checking. The first
 * usage error comes back as ERR_USAGE; everything else goes into the report. */
enum err_code walk_all(struct walk *w, const char **operands, size_t count, struct err *err);

#endif
