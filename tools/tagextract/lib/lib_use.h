/* SPDX-License-Identifier: MIT */
/*
 * The libraries that only some options need. Each has a table of its functions that are used, made
 * from one list. On Linux it is filled when the option is given (library.h); elsewhere, and for
 * static libraries, the linker fills it.
 */
#ifndef TAGEXTRACT_LIB_USE_H
#define TAGEXTRACT_LIB_USE_H

#include "biosbelt/library.h"

/* For the lists: a member of the table, its text, its address. */
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration */
#define LIB_MEMBER(name)  __typeof__(name) *name;
#define LIB_TEXT(name)    #name
#define LIB_NAME(name)    LIB_TEXT(name), /* of what a macro makes of the name */
#define LIB_ADDRESS(name) (name),

#endif
