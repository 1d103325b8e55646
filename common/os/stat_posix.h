/* SPDX-License-Identifier: MIT */
/* What file_posix.c and folder_posix.c make of a struct stat. */
#ifndef BIOSBELT_STAT_POSIX_H
#define BIOSBELT_STAT_POSIX_H

#include <sys/stat.h>

#include "biosbelt/file.h"

void os_take_stat(const struct stat *st, const char *path, struct file_info *out);
/* After a failed stat: a missing file is no failure. */
enum err_code os_no_stat(struct file_info *out, struct err *err);

#endif
