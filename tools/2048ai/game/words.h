/* SPDX-License-Identifier: MIT */
/* Commands made of words with blanks between. */
#ifndef BIOSBELT_2048AI_WORDS_H
#define BIOSBELT_2048AI_WORDS_H

#include <string.h>

/* Ends text after its first word and returns it. *rest: the next word, or "". */
static inline char *word_cut(char *text, char **rest)
{
	char *end = text + strcspn(text, " \t");

	*rest = end + strspn(end, " \t");
	*end = '\0';
	return text;
}

#endif
