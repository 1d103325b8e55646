/* SPDX-License-Identifier: MIT */
#ifndef RUN_UNTIL_H
#define RUN_UNTIL_H

#include <stdio.h>

#include "biosbelt/os.h"
#include "biosbelt/process.h"

/*
 * Runs argv; true when it ends with the status wanted. Once in thousands of starts Wine's server
 * drops a new client before its program begins ("Internal error"), so that a Windows program gets
 * three tries; each failure is told. What the program did is for the caller to judge, once.
 */
static inline bool run_until(char *const *argv, int wanted)
{
	const struct process_opts opts = {0};
	int tries = path_is_sep('\\') ? 3 : 1;

	while (tries-- > 0) {
		struct err err = {ERR_OK, 0, ""};
		int status = 0;

		if (process_run(argv, &opts, &status, &err) == ERR_OK && status == wanted)
			return true;
		fprintf(stderr, "status %d: %s\n", status, err.text);
	}
	return false;
}

#endif
