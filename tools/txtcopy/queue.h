/* SPDX-License-Identifier: MIT */
/*
 * Files of a walk that are done side by side, on all processors. Their outputs are flushed to disk
 * together, then each gets its name, and all are reported in the order in which they came.
 */
#ifndef TXTCOPY_QUEUE_H
#define TXTCOPY_QUEUE_H

#include "report.h"

struct queue;

struct queue_job {
	const char *in;
	const char *out; /* NULL: none; that of in: in place */
	bool in_tree;
	const char *folder; /* of the output, dropped again when nothing came into it; or NULL */
	size_t there;       /* as file_mkdirs_new tells */
};

/* opts are those of all jobs; they and report have to live longer. NULL: no memory. */
struct queue *queue_open(const struct txt_opts *opts, struct report *report);
/* The strings are copied. */
void queue_add(struct queue *q, const struct queue_job *job);
/* What the report says of a path that is not done, in its turn. */
void queue_error(struct queue *q, const char *path, const struct err *err);
/* Does what has been added so far. */
void queue_flush(struct queue *q);
void queue_close(struct queue *q); /* flushes; NULL is fine */

#endif
