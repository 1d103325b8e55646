/* SPDX-License-Identifier: MIT */
/* Finds a text that every match of a regular expression must contain. */
#ifndef TAGEXTRACT_PATTERN_H
#define TAGEXTRACT_PATTERN_H

#include <stdbool.h>

#include "biosbelt/span.h"

/* The longest ASCII text of three bytes or more that every match of the PCRE2 pattern contains; a
 * part of pattern, or empty if none is certain. fold: ignore case. */
struct span pattern_literal(struct span pattern, bool fold);

#endif
