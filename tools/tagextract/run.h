/* SPDX-License-Identifier: MIT */
/* The run behind the options: finds, then copies, packs, diffs or lists, and reports. */
#ifndef TAGEXTRACT_RUN_H
#define TAGEXTRACT_RUN_H

#include "options.h"

/* Returns the exit status; everything is told already. Takes over o->filter. */
int tagextract_run(struct options *o);

#endif
