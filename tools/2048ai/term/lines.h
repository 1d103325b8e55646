/* SPDX-License-Identifier: MIT */
/* Commands on standard input, a line each, as soon as each is whole. */
#ifndef BIOSBELT_2048AI_LINES_H
#define BIOSBELT_2048AI_LINES_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/file.h"

#define LINE_BYTES 1024u /* of a longer line nothing is kept */

struct lines {
	struct file_in *in;
	unsigned long number;      /* of the line in text, from 1 */
	bool too_long;             /* of this line nothing is in text */
	char text[LINE_BYTES + 1]; /* without blanks at both ends */
};

enum err_code lines_open(struct lines *l, struct err *err);
/* The next line that is not blank. *end: there is none. */
enum err_code lines_next(struct lines *l, bool *end, struct err *err);
void lines_close(struct lines *l);

#endif
