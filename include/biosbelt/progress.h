/* SPDX-License-Identifier: MIT */
/*
 * One line of progress on stderr, only when it is a terminal, without --quiet and
 * --json; redrawn at most ten times a second; cleared before messages and at the end.
 */
#ifndef BIOSBELT_PROGRESS_H
#define BIOSBELT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

enum progress_unit { PROGRESS_BYTES, PROGRESS_ITEMS };

void progress_start(
	const char *what, uint64_t total, enum progress_unit unit); /* total 0: unknown */
void progress_what(const char *what); /* text from input is escaped and cut */
void progress_set(uint64_t done);     /* any thread */
void progress_add(uint64_t more);
void progress_clear(void); /* erases the line; the next update draws it again */
void progress_end(void);
void progress_disable(void); /* for --json and such */

#endif
