/* SPDX-License-Identifier: MIT */
/* Resolves "c:" on Linux, by rules in a fixed order, never by a guess. */
#ifndef BIOSBELT_GETPD_DRIVE_LINUX_H
#define BIOSBELT_GETPD_DRIVE_LINUX_H

#include "biosbelt/sysfs.h"
#include "core/query.h"
#include "formats/drive_text.h"
#include "formats/mountinfo.h"

struct drive {
	const char *rule;                  /* wsl, wine, mtools or own */
	char target[DRIVE_TARGET_MAX];     /* the path, device or UUID=... to query instead */
	unsigned partition;                /* of the device or image that target is; 0: none */
	char mistake[SYSFS_PATH_MAX + 64]; /* in a file that was read; "": none */
	bool no_memory;                    /* a rule's file was not read for want of memory */
};

/*
 * ERR_NOTFOUND: err lists the places that were searched; ERR_UNSUPPORTED: the drive belongs to the
 * Windows that runs this Linux. *other: a later rule with a different result (rule NULL: none).
 */
enum err_code drive_resolve(const struct query_opts *opts, const struct mounts *mounts,
	const char *what, struct drive *out, struct drive *other, struct err *err);

#endif
