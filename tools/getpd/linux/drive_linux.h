/* SPDX-License-Identifier: MIT */
/* What "c:" means on Linux: rules in a fixed order, never a guess. */
#ifndef BIOSBELT_GETPD_DRIVE_LINUX_H
#define BIOSBELT_GETPD_DRIVE_LINUX_H

#include "biosbelt/sysfs.h"
#include "core/query.h"
#include "formats/drive_text.h"
#include "formats/mountinfo.h"

struct drive {
	const char *rule;                  /* wsl, wine, mtools or own */
	char target[DRIVE_TARGET_MAX];     /* a path, a device or UUID=... to ask for instead */
	unsigned partition;                /* of the device or image that target is; 0: none */
	char mistake[SYSFS_PATH_MAX + 64]; /* in a file that was looked at; "": none */
};

/*
 * ERR_NOTFOUND tells what was looked at; ERR_UNSUPPORTED: the drive belongs to the Windows around
 * us. other gets what a later rule says that differs (rule NULL: none does).
 */
enum err_code drive_resolve(const struct query_opts *opts, const struct mounts *mounts,
	const char *what, struct drive *out, struct drive *other, struct err *err);

#endif
