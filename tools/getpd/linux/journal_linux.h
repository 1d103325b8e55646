/* SPDX-License-Identifier: MIT */
/* Logs, journals and realtime parts of a file system that lie on a device of their own. */
#ifndef BIOSBELT_GETPD_JOURNAL_LINUX_H
#define BIOSBELT_GETPD_JOURNAL_LINUX_H

#include "linux/walk_linux.h"

/* XFS' logdev= and rtdev=, an external journal of ext3 and ext4. */
enum err_code journal_walk(struct walk *w, size_t node, const struct mount *m);

#endif
