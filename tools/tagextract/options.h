/* SPDX-License-Identifier: MIT */
/* The command line of tagextract as a struct. */
#ifndef TAGEXTRACT_OPTIONS_H
#define TAGEXTRACT_OPTIONS_H

#include "biosbelt/cli.h"
#include "biosbelt/nameenc.h"
#include "tree/job.h"

struct options {
	char **tags; /* UTF-8; options_free releases them */
	size_t tag_count;
	const char **lists; /* as given: comma-separated, or one pattern each */
	size_t list_count;
	struct tag_opts tag;
	struct filter filter;
	const char *source;
	const char *target;  /* NULL: beside the source */
	const char *sibling; /* name of that folder, never NULL once read */
	char *begin;         /* own markers */
	const char *end;
	const char *manifest;
	const char *cache;
	const char *patch;    /* base tree to diff against */
	const char *untagged; /* base tree to compare with */
	const char *archive;
	bool has_names;
	struct name_rule names; /* of names that are no UTF-8, in an archive */
	enum text_enc prefer;
	bool regex;
	bool comments_only;
	bool dry_run;
	bool force;
	bool json;
	bool csv;
	unsigned threads;
};

extern const struct cli_spec tagextract_spec;

/* False: the program ends with *status (already told). */
bool options_read(struct options *o, struct cli *cli, int *status);
void options_free(struct options *o);

#endif
