/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_SPC_FIND_H
#define BIOSBELT_SPC_FIND_H

#include "spc.h"

/* Finds the one port that the options name, and waits for it with --wait. Returns an exit status;
 * *out is set with EXIT_DONE only: a list of one, which the caller frees. */
int find_run(struct app *app, struct port_list *out);
/* Writes the name of the one port present that the options name. Prints nothing. */
bool find_name(const struct app *app, char *out, size_t cap);

#endif
