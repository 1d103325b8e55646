/* SPDX-License-Identifier: MIT */
/* Line ends of a text of hunks_text: LF, CR LF, or a lone CR, which is HUNKS_CR there. */
#ifndef TAGEXTRACT_LINE_ENDS_H
#define TAGEXTRACT_LINE_ENDS_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

enum line_end { LINE_END_LF, LINE_END_CRLF, LINE_END_CR };

/* How its first line ends; LF without one. */
enum line_end line_ends_kind(struct span text);

/* Have both texts lines, and do their first ones end unlike? */
bool line_ends_differ(struct span a, struct span b);

/* Appends the text with all its line ends made of one kind. */
enum err_code line_ends_set(struct span text, enum line_end kind, struct buf *out, struct err *err);

#endif
