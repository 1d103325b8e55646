/* SPDX-License-Identifier: MIT */
/* Drive letters in texts: in the user's input, mtools' configuration, our own map. Pure. */
#ifndef BIOSBELT_GETPD_DRIVE_TEXT_H
#define BIOSBELT_GETPD_DRIVE_TEXT_H

#include <stdbool.h>

#include "biosbelt/span.h"

#define DRIVE_TARGET_MAX 4096

/* True for "c:", "c:\x" and "C:/x". */
bool drive_is(const char *what);

/* Value of a drive in mtools' configuration (mtools.conf(5)): drive c: file="/dev/sdb" partition=1.
 * letter is lower case; *partition is 0 when not given. False when the drive has no file, or its
 * path is too long. */
bool drive_in_mtools(struct span text, char letter, char *out, size_t cap, unsigned *partition);
/* Value of the last "c = target" in our own map, where '#' and ';' begin comments. *wrong is the
 * number of the first invalid line, 0: none. */
bool drive_in_map(struct span text, char letter, char *out, size_t cap, unsigned *wrong);

#endif
