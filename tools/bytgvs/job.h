/* SPDX-License-Identifier: MIT */
/* The images of a call: collecting them from operands and folders, and working on one. */
#ifndef BYTGVS_JOB_H
#define BYTGVS_JOB_H

#include "options.h"
#include "print.h"

#define PARTS_SUFFIX ".parts" /* of the folder that takes an image's finds in a batch */

struct jobs {
	struct job *list;
	size_t count;
	size_t cap;
	bool many;   /* a folder per image */
	bool failed; /* something could not be read; already reported */
};

/* Reports unreadable paths and continues; false: out of memory. */
bool jobs_collect(const struct options *o, struct jobs *out);
void jobs_free(struct jobs *jobs);

/* Reads, scans and writes one image; sets job->status and job->error. Thread-safe. */
void job_run(const struct options *o, struct job *job);

/* Frees the report, not the printed output. */
void job_drop(struct job *job);

#endif
