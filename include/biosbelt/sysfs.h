/* SPDX-License-Identifier: MIT */
/*
 * Small files and links of /sys and /proc, for the tools whose subject they are. Linux only. All
 * text in them is hostile: lengths are bounded here, escaping is the duty of the code that prints.
 */
#ifndef BIOSBELT_SYSFS_H
#define BIOSBELT_SYSFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

#define SYSFS_PATH_MAX 4096 /* bytes, the NUL included */

/* First bytes of a file as a string, blanks at both ends and everything from a NUL on cut off;
 * false when it cannot be read. Longer content is cut. */
bool sysfs_text(const char *path, char *out, size_t cap);
/* The same for folder/name; false too when the names do not fit. */
bool sysfs_attr(const char *folder, const char *name, char *out, size_t cap);
bool sysfs_attr_u64(const char *folder, const char *name, uint64_t *out); /* decimal */
/* The same, for what an answer depends on: where it is there and cannot be read, sysfs_whole says
 * so. */
bool sysfs_need(const char *folder, const char *name, char *out, size_t cap);
bool sysfs_need_u64(const char *folder, const char *name, uint64_t *out);
/* For a file or folder that another function could not read, with errno: sysfs_whole says so unless
 * it is not there, or has no value. */
void sysfs_failed(const char *path, int number);
/* Target of a link; false when it is not a link or too long. */
bool sysfs_link(const char *path, char *out, size_t cap);
/* Last part of the target of folder/name. */
bool sysfs_link_base(const char *folder, const char *name, char *out, size_t cap);
/* Path with every link resolved. */
bool sysfs_real(const char *path, char *out, size_t cap);
/* snprintf that returns whether all of it fitted. */
bool sysfs_path(char *out, size_t cap, const char *fmt, ...) ERR_PRINTF(3, 4);
/* Calls each for the names of a folder, "." and ".." left out, in the order of the system, at most
 * max of them. each returns false to stop. False: the folder cannot be read; unless that is denied,
 * or it is not there, sysfs_whole says so. */
bool sysfs_each(
	const char *folder, size_t max, bool (*each)(void *user, const char *name), void *user);
/* Whether all was read since the last call, each folder to its end: else the error of the first
 * that was not, and what was made of it is not all there is. */
enum err_code sysfs_whole(struct err *err);
/* Order of names in which numbers count as such: sda2 before sda10. */
int sysfs_natural_compare(const char *a, const char *b);

#endif
