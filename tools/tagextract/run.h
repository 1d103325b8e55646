/* SPDX-License-Identifier: MIT */
/* Runs a command: finds, then copies, packs, diffs or lists, and reports. */
#ifndef TAGEXTRACT_RUN_H
#define TAGEXTRACT_RUN_H

#include "options.h"

/* Returns the exit status; messages were printed. Takes over o->filter. */
int tagextract_run(struct options *o);

#endif
