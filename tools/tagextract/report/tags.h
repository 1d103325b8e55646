/* SPDX-License-Identifier: MIT */
/* The report of --list-tags, and the table of --split. It prints. */
#ifndef TAGEXTRACT_REPORT_TAGS_H
#define TAGEXTRACT_REPORT_TAGS_H

#include "tree/job.h"

/* Statistics of a tag. */
struct tag_stats {
	const char *tag; /* a text of the job */
	uint64_t places;
	uint64_t blocks;
	uint64_t files;
	uint64_t unpaired;
	uint64_t described;             /* places whose comment has a verb or a date */
	uint64_t amid;                  /* places within a longer comment */
	const struct scan_result *last; /* the file counted last */
	uint64_t styles[32]; /* marks by enum mark_family, the user's together at MARK_OWN */
	uint32_t since;      /* 20160421: the earliest date in a mark; 0: none */
	bool wide;           /* in many files, compared with the others */
};

struct tag_table {
	/* Sorted by similarity to a team's marks (in many files, a name like a ticket's, or most
	 * comments with a verb), then by blocks. */
	struct tag_stats *rows;
	size_t count;
	size_t dropped; /* words that are not tags */
};

/* Tags by their text (of a matcher), or by the set. any: only those with a block, or with a mark
 * that is certain alone, as prose often has words beside a sign. Free it with tag_table_free,
 * before the job. */
enum err_code tag_table_make(
	const struct job *job, bool any, struct tag_table *out, struct err *err);
void tag_table_free(struct tag_table *t);

enum report_form { REPORT_TEXT, REPORT_JSON, REPORT_CSV };
enum err_code report_tags(
	const struct job *job, const struct tag_table *t, enum report_form form, struct err *err);

#endif
