/* SPDX-License-Identifier: MIT */
/* Fast search for a short byte string: the filter that decides which files need a closer look. */
#ifndef TAGEXTRACT_BYTEFIND_H
#define TAGEXTRACT_BYTEFIND_H

#include <stdbool.h>

#include "biosbelt/span.h"

struct bytefind {
	struct span needle; /* 1 byte or more; in lower case when fold is set */
	bool fold;          /* ASCII letters are compared without regard to case */
};

/* True when the needle occurs in in. When it does not, *zero tells whether in holds zero bytes. */
bool bytefind(struct span in, const struct bytefind *what, bool *zero);

#endif
