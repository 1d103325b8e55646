/* SPDX-License-Identifier: MIT */
/*
 * The file .tagextract of a tree: marks and names of its team. A line is "markers BEGIN,END" or
 * "include PATTERN"; # begins a comment. Nothing in it can hide a file or a change.
 */
#ifndef TAGEXTRACT_SETTINGS_H
#define TAGEXTRACT_SETTINGS_H

#include "biosbelt/span.h"
#include "tags/marks.h"
#include "tree/filter.h"

#define SETTINGS_MAX ((size_t)65536) /* bytes */

/* Adds the settings of the folder's file, if there is one, which sets *found. */
enum err_code settings_load(const char *folder, struct mark_pairs *pairs, struct filter *filter,
	bool *found, struct err *err);
/* The parser. */
enum err_code settings_read(
	struct span text, struct mark_pairs *pairs, struct filter *filter, struct err *err);

#endif
