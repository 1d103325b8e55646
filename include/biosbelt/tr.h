/* SPDX-License-Identifier: MIT */
/*
 * The language of what people read. A program carries the rows of po/ (built from the .po files
 * into it); tr looks an English text up in them. The functions of err.h, diag.h and cli_usage_error
 * look up their formats themselves, cli the texts of the option table. Everything else that people
 * read is wrapped: out_printf(tr("%zu files\n"), n). Data, file contents, JSON and what programs
 * compare never is. docs/internals/chinese.md has the rest.
 */
#ifndef BIOSBELT_TR_H
#define BIOSBELT_TR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The rows of this program, each id once: the English as in the source and its translation, each
 * with a NUL at its end (pointers to them would be 16 KB of lzenc.exe). Before os_main, by a
 * constructor.
 */
void tr_offer(const char *rows, size_t count);
bool tr_offered(void);
/* English (false, the default, and where memory lacks) or the rows offered; while one thread runs.
 */
void tr_use(bool translated);
bool tr_used(void);

/* The text for an id; the id itself in English, and where there is no row. NULL gives NULL. */
#if defined(__GNUC__)
__attribute__((format_arg(1)))
#endif
const char *
tr(const char *id);

/* For "%zu game%s": "s", but "" for one, and in a language without plurals. */
const char *tr_s(unsigned long long count);

/* Marks a literal that is given to tr later, through a variable. */
#define N_(text) text

#endif
