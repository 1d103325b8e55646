/* SPDX-License-Identifier: MIT */
/* The language of a line by its letters of ASCII: which languages an encoding is for is evidence.
 */
#ifndef BIOSBELT_TEXT_LANGUAGE_H
#define BIOSBELT_TEXT_LANGUAGE_H

#include "detect/model.h"
#include "text_private.h"

#define NAME_MOST     8  /* within English, where names and words are of any language */
#define LANGUAGE_MOST 36 /* the most of language_costs */

/* How much more the words of the line cost in each language than in the likeliest; 0 in those of
 * other letters than Latin. */
void language_costs(struct span line, uint8_t costs[MODEL_LANGUAGE_COUNT]);

#endif
