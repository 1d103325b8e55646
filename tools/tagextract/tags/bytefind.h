/* SPDX-License-Identifier: MIT */
/* Fast search for a short byte string: the filter that selects the files to be decoded. */
#ifndef TAGEXTRACT_BYTEFIND_H
#define TAGEXTRACT_BYTEFIND_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

struct bytefind {
	struct span needle; /* 1 byte or more; in lower case when fold is set */
	bool fold;          /* ASCII letters are compared without regard to case */
};

/* The first place of the needle in in; SIZE_MAX: none, and *zero is set when in has zero bytes. */
size_t bytefind(struct span in, const struct bytefind *what, bool *zero);

/* Line ends (LF, CR LF, lone CR) in in. A CR at its end counts as lone. */
uint64_t bytefind_count_lines(struct span in);

#endif
