/* SPDX-License-Identifier: MIT */
/* Shared by the files of posix/: the status of files. */
#ifndef BIOSBELT_STAT_POSIX_H
#define BIOSBELT_STAT_POSIX_H

#include <sys/stat.h>

#include "biosbelt/file.h"

void os_take_stat(const struct stat *st, const char *path, struct file_info *out);
/* For utimensat: the time, or that it stays as it is. */
struct timespec os_timespec(bool has, int64_t ns);
/* Never waits for a FIFO. */
#define OS_PEEK_FLAGS (O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)

/* After a failed stat: ERR_OK when the file does not exist. */
enum err_code os_no_stat(struct file_info *out, struct err *err);

#endif
