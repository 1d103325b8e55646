/* SPDX-License-Identifier: MIT */
/* What the readers of one mark share. */
#ifndef TAGEXTRACT_MARK_PRIVATE_H
#define TAGEXTRACT_MARK_PRIVATE_H

#include "tags/marks.h"

/* Takes a sign into account. Of two equally sure ones that contradict each other none counts; one
 * that is not weak makes a surer one of another family that says the same not weak either. */
void mark_consider(
	struct mark *best, enum hit_kind kind, unsigned family, unsigned score, bool weak);

/* [from, to) of the line; nothing when it is not in it. */
struct span mark_part(struct span line, size_t from, size_t to);

/* Runs of + - < > { } [ ] = ^, <Tag> and </Tag>, half brackets. */
void mark_read_signs(struct span comment, size_t at, size_t len, struct mark *best);

#endif
