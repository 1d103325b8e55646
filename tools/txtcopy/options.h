/* SPDX-License-Identifier: MIT */
/* The command line of txtcopy as a struct. */
#ifndef TXTCOPY_ARGS_H
#define TXTCOPY_ARGS_H

#include "batch.h"
#include "biosbelt/cli.h"

struct txt_args {
	struct walk walk;
	const char **operands; /* room for all words of the command line */
	size_t count;
	bool json;
	bool list;
	const char *looks; /* "detect" or "check", else NULL */
};

extern const struct cli_spec txtcopy_spec;

/* Takes one result of cli_next; false ends the program with cli->status. */
bool args_take(struct cli *cli, int id, struct txt_args *a);
/* Do the options go together, with as many operands as they ask for? As args_take. */
bool args_check(struct cli *cli, const struct txt_args *a);

#endif
