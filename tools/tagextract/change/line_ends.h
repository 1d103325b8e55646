/* SPDX-License-Identifier: MIT */
/* Line ends of a text of hunks_text: LF, CR LF, or a lone CR, which is HUNKS_CR there. */
#ifndef TAGEXTRACT_LINE_ENDS_H
#define TAGEXTRACT_LINE_ENDS_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

enum line_end { LINE_END_LF, LINE_END_CRLF, LINE_END_CR };

/* The end of most of its lines, if two are equally many of the first one; LF without any. */
enum line_end line_ends_kind(struct span text);

/* True when most lines of text end otherwise than most of old, of which it has less than half left:
 * blocks in other line ends that are longer than the file do not change its own. */
bool line_ends_differ(struct span old, struct span text);

/* Appends the text with all line ends converted to kind. */
enum err_code line_ends_set(struct span text, enum line_end kind, struct buf *out, struct err *err);

#endif
