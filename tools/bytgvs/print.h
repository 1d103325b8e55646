/* SPDX-License-Identifier: MIT */
/* A report as text and as JSON, written into buffers. */
#ifndef BYTGVS_PRINT_H
#define BYTGVS_PRINT_H

#include "biosbelt/json.h"
#include "bytgvs.h"

/* One image and its results. */
struct job {
	char *path;   /* as opened */
	char *shown;  /* for messages: relative to the operand */
	char *folder; /* for its finds; "" is the current one */
	bool in_tree; /* found in a folder of --recursive, as a regular file */
	size_t size;
	struct report report;
	char **files; /* for each find: name of the written or existing file, NULL: not written */
	bool scanned;
	int status;
	char error[ERR_TEXT_MAX * 2]; /* reason of a failure, or "" */
};

void print_text(const struct job *job, struct buf *out);
void print_line(const struct job *job, struct buf *out); /* one line for batches */
void print_json(const struct job *job, struct json *j);  /* one object */

#endif
