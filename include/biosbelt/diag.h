/* SPDX-License-Identifier: MIT */
/*
 * Messages of a program on stderr, and its exit status. Messages are "tool: [file: ]text", one
 * line, control characters escaped. Only main files and common/ui use this. Safe from several
 * threads.
 */
#ifndef BIOSBELT_DIAG_H
#define BIOSBELT_DIAG_H

#include <stdbool.h>

#include "biosbelt/err.h"

void diag_init(const char *tool);
void diag_set_quiet(bool on);   /* warnings and notes vanish, errors stay */
void diag_set_verbose(bool on); /* notes appear */
bool diag_quiet(void);
bool diag_verbose(void);

void diag_error(const char *fmt, ...) ERR_PRINTF(1, 2);
void diag_warn(const char *fmt, ...) ERR_PRINTF(1, 2);
void diag_note(const char *fmt, ...) ERR_PRINTF(1, 2); /* only with --verbose */
/* "tool: place: err.text: words of the system"; place may be NULL. */
void diag_err(const char *place, const struct err *err);
void diag_warn_err(const char *place, const struct err *err);

/* Exit status of an error: 2 for ERR_USAGE, 4 for ERR_BUSY, else 1. 3 (ERR_NOTFOUND as a result) is
 * the caller's decision. */
int diag_status(const struct err *err);

#endif
