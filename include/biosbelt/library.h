/* SPDX-License-Identifier: MIT */
/*
 * Loads shared libraries when they are first needed, so that a library of a rare option costs
 * nothing at every start.
 */
#ifndef BIOSBELT_LIBRARY_H
#define BIOSBELT_LIBRARY_H

#include "biosbelt/err.h"

/*
 * Loads the first existing library of files and fills the count function pointers at table, one for
 * each of names. files: names for the system's loader; on POSIX several, separated by blanks, as
 * systems name one interface differently. It stays loaded until the program ends. ERR_UNSUPPORTED:
 * the library or one of the functions is missing.
 */
enum err_code library_load(
	const char *files, const char *const *names, void *table, size_t count, struct err *err);

#endif
