/* SPDX-License-Identifier: MIT */
/*
 * What a program says on stderr, and how it ends. Messages are "tool: [file: ]text", one line,
 * control characters escaped. Only main files and common/ui use this. Safe from several threads.
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

/* Exit status that an error stands for: 1, 2 (ERR_USAGE), 3 (ERR_NOTFOUND as a result) is the
 * caller's decision, 4 (ERR_BUSY). */
int diag_status(const struct err *err);

#endif
