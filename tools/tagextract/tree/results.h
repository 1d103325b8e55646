/* SPDX-License-Identifier: MIT */
/* The results of a scan, gathered by each thread in a job of its own and put together at the end.
 */
#ifndef TAGEXTRACT_FOUND_H
#define TAGEXTRACT_FOUND_H

#include "tree/job.h"

/* All false when out of memory. */

/* Adds a file; takes over what result holds when there are hits, frees it otherwise. why: its
 * trouble, or NULL. */
bool found_file(
	struct job *job, const char *relative, struct scan_result *result, const struct err *why);
/* Counts a file that no pattern takes. */
bool found_other_name(struct job *job, const char *name);
bool found_trouble(struct job *job, const char *path, const struct err *why);
bool found_skipped(struct job *job, const char *relative, const char *why);

/* Moves counters and findings from part to job; part holds nothing afterwards, in any case. */
bool found_add(struct job *job, struct job *part);

/* Sorts files and troubles in the order of a walk by names (each folder's entries in byte order),
 * kinds by their count. */
void found_sort(struct job *job);

#endif
