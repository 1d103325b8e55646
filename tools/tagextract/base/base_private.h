/* SPDX-License-Identifier: MIT */
/* Shared by the kinds of trees. */
#ifndef TAGEXTRACT_BASE_PRIVATE_H
#define TAGEXTRACT_BASE_PRIVATE_H

#include "base/base.h"

/* Appends an entry with a copy of path; *out is valid until the next call. Refuses paths that
 * leave the tree (ERR_FORMAT). */
enum err_code base_add(struct base *b, const char *path, struct base_entry **out, struct err *err);

/* Converts names, and targets of links, from the encoding in which most of them exist in the folder
 * beside; names that exist unchanged stay. top: length of the top folder that all paths have, or
 * 0. */
enum err_code base_decode_names(struct base *b, const char *beside, size_t top, struct err *err);

enum err_code base_open_git(
	const char *revision, const struct base_opts *opts, struct base *b, struct err *err);
enum err_code base_open_archive(
	const char *path, const char *beside, struct base *b, struct err *err);

#endif
