/* SPDX-License-Identifier: MIT */
/* What became of the blocks of a file in its merged text. */
#ifndef TAGEXTRACT_JUDGE_H
#define TAGEXTRACT_JUDGE_H

#include "change/lines.h"
#include "change/port.h"

struct judge_in {
	const struct lines *mine;
	struct span new;
	struct port_item *items; /* blocks of mine, by line */
	size_t count;
};

/* Sets state and line of the items. Lines that the result lacks are added to it as a conflict; one
 * with conflicts has an item in that state. */
enum err_code judge_items(const struct judge_in *in, struct buf *result, struct err *err);

#endif
