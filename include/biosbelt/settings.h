/* SPDX-License-Identifier: MIT */
/*
 * Settings files that people write: lines "key = value" below headings "[section]"; '#' and ';'
 * begin comments; CRLF and a UTF-8 byte order mark are fine. Values keep their quotation marks.
 */
#ifndef BIOSBELT_SETTINGS_H
#define BIOSBELT_SETTINGS_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define SETTINGS_FILE_MAX (256u << 10) /* bytes of a file */
#define SETTINGS_MAX      1024         /* pairs of one file */

struct setting {
	char *section; /* "" above the first heading */
	char *key;
	char *value;
	unsigned line; /* from 1 */
};

struct settings {
	struct setting *items;
	size_t count;
};

/* ERR_FORMAT with the number of an invalid line, ERR_LIMIT beyond SETTINGS_MAX. */
enum err_code settings_parse(struct span text, struct settings *out, struct err *err);
/* A missing file gives empty settings. */
enum err_code settings_read(const char *path, struct settings *out, struct err *err);
/* The same, but an invalid line is skipped after warn was called with the fault ("line 3: ..."). */
typedef void (*settings_warn_fn)(void *user, const char *text);
enum err_code settings_parse_warn(
	struct span text, settings_warn_fn warn, void *user, struct settings *out, struct err *err);
enum err_code settings_read_warn(
	const char *path, settings_warn_fn warn, void *user, struct settings *out, struct err *err);
/* As settings_read, for a file that the user named: a missing one is an error. */
enum err_code settings_read_named(const char *path, struct settings *out, struct err *err);
void settings_free(struct settings *s);
/* Removes a pair of " or ' around the value, when there is no other such mark in it; for values
 * that are not a command line. */
void settings_unquote(struct setting *item);
/* Value of the last such key, whatever its section, or NULL. */
const char *settings_get(const struct settings *s, const char *key);

#endif
