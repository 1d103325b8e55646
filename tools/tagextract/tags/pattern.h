/* SPDX-License-Identifier: MIT */
/* Reads from a regular expression a text that every match must hold. */
#ifndef TAGEXTRACT_PATTERN_H
#define TAGEXTRACT_PATTERN_H

#include <stdbool.h>

#include "biosbelt/span.h"

/* The longest ASCII text of three bytes or more that a match of the PCRE2 pattern certainly holds;
 * a part of pattern, or empty where none is sure. fold: case does not matter. */
struct span pattern_literal(struct span pattern, bool fold);

#endif
