/* SPDX-License-Identifier: MIT */
/* The command line of txtcopy as a struct. */
#ifndef TXTCOPY_ARGS_H
#define TXTCOPY_ARGS_H

#include "batch.h"

struct txt_args {
	struct walk walk;
	struct cli_list files; /* the operands */
	bool json;
	bool list;
};

extern const struct cli_spec txtcopy_spec;

/* Reads the command line into *a, which must be zero; false: exit with cli->status. */
bool args_read(struct cli *cli, struct txt_args *a);
void args_free(struct txt_args *a);

#endif
