/* SPDX-License-Identifier: MIT */
/* What a write to a device would overwrite: itself, its partitions, and whatever shares their
 * blocks. */
#ifndef BIOSBELT_GETPD_TARGET_LINUX_H
#define BIOSBELT_GETPD_TARGET_LINUX_H

#include "core/check.h"
#include "linux/loop_linux.h"

struct target {
	char base[256];   /* the device that is finally written: below loops on devices */
	bool on_file;     /* a loop, or its partition: the file is overwritten */
	struct loop file; /* that file */
};

/* Fills c's names, device, disk, size and parent from its graph, whose node 1 is `name`. */
enum err_code target_open(
	struct check *c, const char *root, const char *name, struct target *out, struct err *err);
/* Adds reasons: another loop of the same file, or source being that file. */
enum err_code target_check_file(struct check *c, const char *root, const struct target *t,
	const char *source, struct err *err);

#endif
