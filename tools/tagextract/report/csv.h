/* SPDX-License-Identifier: MIT */
/* CSV for programs and for spreadsheets (RFC 4180). It prints. */
#ifndef TAGEXTRACT_CSV_H
#define TAGEXTRACT_CSV_H

#include "biosbelt/span.h"

/* Prints the first line, in a file or pipe after a byte order mark: without it Excel assumes the
 * system's code page. */
void csv_head(const char *line);

/* Prints a text from input. A text that a spreadsheet would take for a formula (= + - @ at its
 * beginning) is prefixed with an apostrophe. Control characters except TAB, and bytes that are not
 * UTF-8, become characters of utf8_keep. */
void csv_field(struct span text);
void csv_str(const char *text);

#endif
