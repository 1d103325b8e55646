/* SPDX-License-Identifier: MIT */
/*
 * Shared libraries that are loaded when they are first needed: a library that one option in ten
 * asks for need not be found, mapped and bound at every start.
 */
#ifndef BIOSBELT_LIBRARY_H
#define BIOSBELT_LIBRARY_H

#include "biosbelt/err.h"

/*
 * Loads the first library that is there of files (names as the system's loader takes them; several,
 * separated by blanks, on POSIX only: the same interface under the names of several systems) and
 * fills the count function pointers at table, one for each of names. It stays loaded until the
 * program ends. ERR_UNSUPPORTED: no library, or not a function of it, is there.
 */
enum err_code library_load(
	const char *files, const char *const *names, void *table, size_t count, struct err *err);

#endif
