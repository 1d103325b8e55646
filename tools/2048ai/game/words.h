/* SPDX-License-Identifier: MIT */
/* Commands made of words with blanks between. */
#ifndef BIOSBELT_2048AI_WORDS_H
#define BIOSBELT_2048AI_WORDS_H

#include <string.h>

/* The first word of a text, which is cut off there; *rest: the next one, "" when there is none. */
static inline char *word_cut(char *text, char **rest)
{
	char *end = text + strcspn(text, " \t");

	*rest = end + strspn(end, " \t");
	*end = '\0';
	return text;
}

#endif
