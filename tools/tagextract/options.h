/* SPDX-License-Identifier: MIT */
/* The command line of tagextract as a struct. */
#ifndef TAGEXTRACT_OPTIONS_H
#define TAGEXTRACT_OPTIONS_H

#include "biosbelt/cli.h"
#include "biosbelt/text.h"
#include "tags/marks.h"
#include "tags/tags.h"
#include "tree/filter.h"

/* The commands; bits, for cli_opt.modes. */
enum run_mode {
	RUN_COPY = 1,
	RUN_ARCHIVE = 2,
	RUN_PATCH = 4,
	RUN_AUDIT = 8,
	RUN_PORT = 16,
	RUN_LIST = 32
};

struct options {
	/* as given */
	struct cli_list tag_lists; /* comma-separated, or one pattern each */
	struct cli_list tag_files;
	struct cli_list markers;
	struct cli_list ext;
	struct cli_list include;
	struct cli_list exclude;
	const char *prefer_name;
	bool ignore_case;
	bool regex;
	bool comments_only;
	bool list_tags;
	bool all;
	const char *archive;
	const char *patch; /* base tree to diff against */
	const char *audit; /* base tree to compare with */
	bool port;
	bool split;
	bool sync;
	bool force;
	bool dry_run;
	const char *manifest;
	bool json;
	bool csv;
	bool names; /* only names of tags, one a line: for completion */
	bool html;
	unsigned threads;

	/* derived */
	enum run_mode mode;
	char **tags; /* UTF-8; options_free releases them */
	size_t tag_count;
	struct filter filter;
	struct mark_pairs pairs;
	enum text_enc prefer;
	const char *source;
	const char *target;   /* NULL: beside the source */
	const char *old_base; /* of --port */
	const char *new_base;
};

extern const struct cli_spec tagextract_spec;

/* False: exit with *status; messages were printed. */
bool options_read(struct options *o, struct cli *cli, int *status);
void options_free(struct options *o);

#endif
