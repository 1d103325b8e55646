/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_POSIX_STOP_H
#define BIOSBELT_POSIX_STOP_H

/* Readable from os_stop_requested() on, for a poll that such a signal may come just before; -1 when
 * none are watched for. */
int os_stop_fd(void);

#endif
