/* SPDX-License-Identifier: MIT */
/* Fast search for a short byte string: the filter that decides which files need a closer look. */
#ifndef TAGEXTRACT_BYTEFIND_H
#define TAGEXTRACT_BYTEFIND_H

#include <stdbool.h>

#include "biosbelt/span.h"

/* True when needle (1 byte or more) occurs in in. */
bool bytefind(struct span in, struct span needle);

/* The same with ASCII letters compared without regard to case; needle is in lower case. */
bool bytefind_fold(struct span in, struct span needle);

#endif
