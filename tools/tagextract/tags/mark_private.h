/* SPDX-License-Identifier: MIT */
/* Shared by the readers of marks. */
#ifndef TAGEXTRACT_MARK_PRIVATE_H
#define TAGEXTRACT_MARK_PRIVATE_H

#include "tags/marks.h"

/* Adds a sign. Two equally sure signs that contradict each other cancel out; a sign that is not
 * weak makes a surer one of the same kind and another family not weak either. */
void mark_consider(
	struct mark *best, enum hit_kind kind, unsigned family, unsigned score, bool weak);

/* [from, to) of the line; empty when outside. */
struct span mark_part(struct span line, size_t from, size_t to);

/* Reads runs of + - < > { } [ ] = ^, <Tag> and </Tag>, half brackets. */
void mark_read_signs(struct span comment, size_t at, size_t len, struct mark *best);

#endif
