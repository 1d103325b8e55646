/* SPDX-License-Identifier: MIT */
/*
 * Processes the files of a walk in parallel, on all processors. Outputs are flushed to disk
 * together, then renamed, and reported in the order of queue_add.
 */
#ifndef TXTCOPY_QUEUE_H
#define TXTCOPY_QUEUE_H

#include "report.h"

struct queue;

struct queue_job {
	const char *in;
	const char *out; /* NULL: none; that of in: in place */
	bool in_tree;
	const struct file_info *info; /* of in, which is not a link; or NULL */
	const char *folder;           /* of the output, removed again if it stays empty; or NULL */
	size_t there;                 /* from file_mkdirs_new */
};

/* opts are for all jobs; they and report must outlive the queue. NULL: no memory. */
struct queue *queue_open(const struct txt_opts *opts, struct report *report);
/* Before the folder of a job of that size is made: finishing other jobs, which makes room for this
 * one, removes the folders of failed ones. */
void queue_make_room(struct queue *q, uint64_t size);
/* The strings are copied. */
void queue_add(struct queue *q, const struct queue_job *job);
/* Reports the error of a path that cannot be processed, in its turn. */
void queue_error(struct queue *q, const char *path, const struct err *err);
/* Processes all jobs added so far. */
void queue_flush(struct queue *q);
void queue_close(struct queue *q); /* flushes; NULL is fine */

#endif
