/* SPDX-License-Identifier: MIT */
/* The command line of getpd. */
#ifndef BIOSBELT_GETPD_OPTIONS_H
#define BIOSBELT_GETPD_OPTIONS_H

#include "biosbelt/cli.h"
#include "show/show.h"

extern const struct cli_spec options_spec;

/* False: the program ends with cli->status. The operands are to be freed in any case. */
bool options_read(struct cli *cli, struct show *show, struct cli_list *operands);

#endif
