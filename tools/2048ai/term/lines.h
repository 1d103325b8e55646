/* SPDX-License-Identifier: MIT */
/* Commands from standard input, one a line, each as soon as its line is complete. */
#ifndef BIOSBELT_2048AI_LINES_H
#define BIOSBELT_2048AI_LINES_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/file.h"

#define LINE_BYTES 1024u /* longer lines are dropped */

struct lines {
	struct file_in *in;
	unsigned long number;      /* of the line in text, from 1 */
	bool too_long;             /* the line was dropped */
	char text[LINE_BYTES + 1]; /* without blanks at both ends */
};

enum err_code lines_open(struct lines *l, struct err *err);
/* The next line that is not blank. *end: the input has ended. */
enum err_code lines_next(struct lines *l, bool *end, struct err *err);
void lines_close(struct lines *l);

#endif
