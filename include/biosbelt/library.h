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

/*
 * For a library that only some runs need: a table of its functions that are used, made from one
 * list, LIST(F), which calls F with each name. On Linux it is filled when it is first needed;
 * elsewhere, and for static libraries (biosbelt_need_late), the linker fills it.
 */
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration */
#define LIB_MEMBER(name)  __typeof__(name) *name;
#define LIB_TEXT(name)    #name
#define LIB_NAME(name)    LIB_TEXT(name), /* of what a macro makes of the name */
#define LIB_ADDRESS(name) (name),

#endif
