/* SPDX-License-Identifier: MIT */
/* The report of a run on stdout: text, JSON or CSV. It prints. */
#ifndef TAGEXTRACT_REPORT_H
#define TAGEXTRACT_REPORT_H

#include "biosbelt/json.h"
#include "output/record.h"
#include "tree/job.h"

struct report {
	const struct job *job;
	const char *target; /* NULL: nothing is copied */
	bool dry_run;
	bool archive;      /* target is an archive */
	bool counts_marks; /* a table counts the marks without a counterpart: no warnings */
	const struct record_stale
		*stale;    /* leftovers of earlier runs in the target; NULL: unknown */
	const char *error; /* the reason why the run ended early; NULL: it did not */
};

void report_text(const struct report *r);
/* Both fail when out of memory. */
enum err_code report_csv(const struct report *r, struct err *err);
enum err_code report_json(const struct report *r, struct err *err);

/* The key "errors": failed files and other errors. */
void report_json_errors(struct json *j, const struct job *job);

/* Prints the number and kinds of files that were not scanned, if any. */
void report_names(const struct job *job);
/* The key "other_kinds": the same. */
void report_json_kinds(struct json *j, const struct job *job);
/* The keys "scanned" to "skipped". */
void report_json_counts(struct json *j, const struct job *job);

/* Prints unpaired and nested markers of the file on stderr. */
void report_faults(const char *name, const struct scan_result *r, const struct tag_set *set);
/* These of all files, unreadable files and folders. */
void report_troubles(const struct report *r);

const char *report_action(const struct report *r, const struct job_file *f);

#endif
