/* SPDX-License-Identifier: MIT */
/* Passes lines that a multi-byte encoding plainly explains. */
#ifndef BIOSBELT_TEXT_PLAIN_H
#define BIOSBELT_TEXT_PLAIN_H

#include "detect/detect_private.h"

#define PLAIN_LEAST 4  /* bytes over 7F of a line */
#define PLAIN_MOST  19 /* price of a byte; as GBK, texts of EUC-JP cost at least 17 */
#define PLAIN_RUN   21 /* the same in a run of characters; a more expensive one is odd */

struct plain {
	unsigned most;      /* price of a byte over 7F, at PLAIN_MOST at most ... */
	unsigned allowance; /* ... and more of a whole line */
	bool many;          /* so many lines that some cost more than PLAIN_MOST */
	bool western; /* a character that is rather a byte of windows-1252 and a letter was passed
		       */
	unsigned engine;
	unsigned language;
	int (*next)(struct span, size_t, uint32_t *);
	const char *classes;
	_Atomic(uint16_t) *chars;
};

/* False when the reading has one byte a character, or without memory. */
bool plain_open(struct plain *p, const struct reading_list *list, unsigned reading);

/* Skips the lines, and pieces of long ones, that cost at most that much. *done, where to begin,
 * becomes the end of their last byte over 7F; *lines grows by their number. Returns the first byte
 * over 7F of the next line, or the end. */
size_t plain_lines(struct plain *p, struct span in, size_t *done, uint64_t *lines);

#endif
