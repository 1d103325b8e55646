/* SPDX-License-Identifier: MIT */
/* CSV for programs and for spreadsheets (RFC 4180). It prints. */
#ifndef TAGEXTRACT_CSV_H
#define TAGEXTRACT_CSV_H

#include "biosbelt/span.h"

/* The first line; before it a byte order mark where the output is a file or pipe: Excel takes the
 * text for the system's code page without one. */
void csv_head(const char *line);

/* A text from input. What a spreadsheet would take for a formula (= + - @ at its beginning) gets an
 * apostrophe before it. Other control characters than TAB, and bytes that are not UTF-8, become
 * characters of utf8_keep. */
void csv_field(struct span text);
void csv_str(const char *text);

#endif
