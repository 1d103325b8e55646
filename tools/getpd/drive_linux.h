/* SPDX-License-Identifier: MIT */
/* What "c:" means on Linux: rules in a fixed order, never a guess. */
#ifndef BIOSBELT_GETPD_DRIVE_LINUX_H
#define BIOSBELT_GETPD_DRIVE_LINUX_H

#include "mountinfo.h"
#include "query.h"

#define DRIVE_TARGET_MAX 4096

/* True for "c:", "c:\x" and "C:/x". */
bool drive_is(const char *what);

struct drive {
	const char *rule;              /* wsl, wine, mtools or own */
	char target[DRIVE_TARGET_MAX]; /* a path, a device or UUID=... to ask for instead */
};

/*
 * ERR_NOTFOUND tells what was looked at; ERR_UNSUPPORTED: the drive belongs to the Windows around
 * us; ERR_USAGE with strict: two rules answer differently. other, when not NULL, gets the second
 * answer (rule NULL: none).
 */
enum err_code drive_resolve(const struct query_opts *opts, const struct mounts *mounts,
	const char *what, struct drive *out, struct drive *other, struct err *err);

/* Value of a drive in mtools' configuration (mtools.conf(5)): drive c: file="/dev/sdb". Pure. */
bool drive_in_mtools(struct span text, char letter, char *out, size_t cap);
/* Value of "c = target" in our own map. Pure. */
bool drive_in_map(struct span text, char letter, char *out, size_t cap);

#endif
