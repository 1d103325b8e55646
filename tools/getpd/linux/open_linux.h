/* SPDX-License-Identifier: MIT */
/* Who has a device open: by the kernel's own word, and by looking at processes. */
#ifndef BIOSBELT_GETPD_OPEN_LINUX_H
#define BIOSBELT_GETPD_OPEN_LINUX_H

#include "core/check.h"
#include "linux/loop_linux.h"

/* Opens it as nobody else may (O_EXCL), and closes it: the kernel refuses when it is mounted in any
 * namespace, swapped to, or part of an array. */
enum err_code open_exclusively(
	struct check *c, const char *root, const char *name, struct err *err);
/* Processes that have one of the devices open, or the file of a loop (NULL: none); those that
 * cannot be looked at are told. */
enum err_code open_by_processes(
	struct check *c, const char *root, const struct loop *file, struct err *err);

#endif
