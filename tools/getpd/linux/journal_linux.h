/* SPDX-License-Identifier: MIT */
/* Logs, journals and realtime parts of a file system on separate devices. */
#ifndef BIOSBELT_GETPD_JOURNAL_LINUX_H
#define BIOSBELT_GETPD_JOURNAL_LINUX_H

#include "linux/walk_linux.h"

/* Follows XFS' logdev= and rtdev=, and an external journal of ext3 and ext4. */
enum err_code journal_walk(struct walk *w, size_t node, const struct mount *m);

#endif
