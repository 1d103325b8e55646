/* SPDX-License-Identifier: MIT */
/* Finds users of a device: by asking the kernel, and by inspecting processes. */
#ifndef BIOSBELT_GETPD_OPEN_LINUX_H
#define BIOSBELT_GETPD_OPEN_LINUX_H

#include "core/check.h"
#include "linux/loop_linux.h"

/* Opens it exclusively (O_EXCL), and closes it: the kernel refuses that when it is mounted in any
 * namespace, swapped to, or part of an array. */
enum err_code open_exclusively(
	struct check *c, const char *root, const char *name, struct err *err);
/* Processes that have one of the devices open, or the file of a loop (NULL: none).
 * Processes that cannot be inspected are a reason too. */
enum err_code open_by_processes(
	struct check *c, const char *root, const struct loop *file, struct err *err);

#endif
