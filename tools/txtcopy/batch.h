/* SPDX-License-Identifier: MIT */
/* Several files and whole folders: maps inputs to outputs. */
#ifndef TXTCOPY_WALK_H
#define TXTCOPY_WALK_H

#include "biosbelt/cli.h"
#include "biosbelt/written.h"
#include "queue.h"

struct walk {
	struct txt_opts opts;
	struct report *report;
	struct queue *queue;     /* of walk_all */
	struct written written;  /* of walk_all: outputs, with --force */
	struct cli_list include; /* none: all files */
	struct cli_list exclude;
	bool recursive;
	bool in_place;
};

/* Processes all operands: the last is the output unless in place, detecting or checking. Returns
 * the first usage error as ERR_USAGE; reports all other errors. */
enum err_code walk_all(struct walk *w, const char **operands, size_t count, struct err *err);

#endif
