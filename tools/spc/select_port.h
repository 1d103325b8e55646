/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_SPC_FIND_H
#define BIOSBELT_SPC_FIND_H

#include "spc.h"

/* The one port the options mean, waited for with --wait, in a list of one to be freed. Returns an
 * exit status; *out is written with EXIT_DONE only. */
int find_run(struct app *app, struct port_list *out);

#endif
