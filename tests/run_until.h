/* SPDX-License-Identifier: MIT */
#ifndef RUN_UNTIL_H
#define RUN_UNTIL_H

#include <stdio.h>

#include "biosbelt/cli.h"
#include "biosbelt/os.h"
#include "biosbelt/process.h"

/*
 * Runs argv, up to tries times; true when it ends with the wanted status. Runs it again only when
 * it did not start, or ended with EXIT_FAILED, as a program that Wine's server dropped: any other
 * result is returned at once. Each failure is printed.
 */
static inline bool run_tries(char *const *argv, int wanted, int tries)
{
	const struct process_opts opts = {0};

	while (tries-- > 0) {
		struct err err = {ERR_OK, 0, ""};
		int status = EXIT_FAILED;

		if (process_run(argv, &opts, &status, &err) == ERR_OK && status == wanted)
			return true;
		fprintf(stderr, "status %d: %s\n", status, err.text);
		if (status != EXIT_FAILED)
			break;
	}
	return false;
}

/*
 * Once in thousands of starts Wine's server drops a new client before its program begins ("Internal
 * error"), so a Windows program gets three tries.
 */
static inline bool run_until(char *const *argv, int wanted)
{
	return run_tries(argv, wanted, path_is_sep('\\') ? 3 : 1);
}

#endif
