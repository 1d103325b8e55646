/* SPDX-License-Identifier: MIT */
/* A report as text and as JSON, written into buffers. */
#ifndef BYTGVS_PRINT_H
#define BYTGVS_PRINT_H

#include "biosbelt/json.h"
#include "bytgvs.h"

/* One image and what became of it. */
struct job {
	char *path;   /* as opened */
	char *shown;  /* as told: below the operand */
	char *folder; /* where its finds go; "" is the current one */
	size_t size;
	struct report report;
	char **files; /* per find: name written or already there, NULL: not written */
	bool scanned;
	int status;
	char error[ERR_TEXT_MAX * 2]; /* why it failed, or "" */
};

void print_text(const struct job *job, struct buf *out);
void print_line(const struct job *job, struct buf *out); /* one line for batches */
void print_json(const struct job *job, struct json *j);  /* one object */

#endif
