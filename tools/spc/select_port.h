/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_SPC_FIND_H
#define BIOSBELT_SPC_FIND_H

#include "spc.h"

/* Finds the one port that the options name, and waits for it with --wait. Returns an exit status;
 * *out is set with EXIT_DONE only: a list of one, which the caller frees. */
int find_run(struct app *app, struct port_list *out);

#endif
