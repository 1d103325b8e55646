/* SPDX-License-Identifier: MIT */
/* Line ends of a text: LF, or CR LF. */
#ifndef TAGEXTRACT_LINE_ENDS_H
#define TAGEXTRACT_LINE_ENDS_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/* Does its first line end with CR LF? */
bool line_ends_crlf(struct span text);

/* Have both texts lines, and do their first ones end unlike? */
bool line_ends_differ(struct span a, struct span b);

/* Appends the text with all its line ends made CR LF, or LF. */
enum err_code line_ends_set(struct span text, bool crlf, struct buf *out, struct err *err);

#endif
