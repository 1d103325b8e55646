/* SPDX-License-Identifier: MIT */
/* The results of a scan, collected by each thread in its own job and merged at the end.
 */
#ifndef TAGEXTRACT_FOUND_H
#define TAGEXTRACT_FOUND_H

#include "tree/job.h"

/* All return false when out of memory. */

/* Adds a file; takes over the content of result if it has hits, else frees it. why: its error, or
 * NULL. */
bool found_file(
	struct job *job, const char *relative, struct scan_result *result, const struct err *why);
/* Counts a file that no pattern matches. */
bool found_other_name(struct job *job, const char *name);
bool found_trouble(struct job *job, const char *path, const struct err *why);
bool found_skipped(struct job *job, const char *relative, const char *why);

/* Moves counters and results from part to job; part is empty afterwards, also on failure. */
bool found_add(struct job *job, struct job *part);

/* Sorts files and troubles in the order of a walk by names (each folder's entries in byte order),
 * kinds by their count, each once. */
void found_sort(struct job *job);

#endif
