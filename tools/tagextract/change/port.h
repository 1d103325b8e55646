/* SPDX-License-Identifier: MIT */
/*
 * Carries the tagged blocks of a tree to the vendor's next drop: a three-way merge of each tagged
 * file by libgit2, with the blocks as units.
 */
#ifndef TAGEXTRACT_PORT_H
#define TAGEXTRACT_PORT_H

#include "base/base.h"
#include "tags/scan.h"
#include "tree/job.h"

enum port_state {
	PORT_CARRIED,  /* its text is unchanged in the new file */
	PORT_PRESENT,  /* the new drop already has it */
	PORT_CONFLICT, /* marked in the file */
	PORT_NO_FILE   /* the new drop has no such file: the block's file is added, to be placed; or
			* it   could not be written */
};

/* One block, or one tagged line outside of blocks. */
struct port_item {
	enum port_state state;
	char *path;
	char *moved;       /* path of the file in NEWBASE; NULL: the same */
	unsigned percents; /* moved is only similar, see moved_similar; 0: the file */
	char *tag;
	uint32_t first; /* lines of MINE */
	uint32_t last;
	uint32_t to; /* first line in the result; 0: unknown */
};

/* A change of a tagged file that no tag accounts for: it is not carried. */
struct port_left {
	char *path;
	uint32_t line;
};

struct port_result {
	struct port_item *items;
	size_t count, cap;
	struct port_left *left;
	size_t left_count, left_cap;
	struct port_error {
		char *path;
		struct err err;
	} * errors;
	size_t error_count, error_cap;
	struct job names;  /* counts of the files of MINE that no pattern matches */
	uint64_t files;    /* tagged ones */
	uint64_t untagged; /* files without a tag that neither base has like that */
	uint64_t written;
};

struct port_opts {
	struct scan_opts scan;
	const struct filter *filter;
	const char *old_base;
	const char *mine;
	const char *new_base;
	const char *dest; /* receives NEWBASE with the blocks; must be empty or absent */
	bool dry_run;
	bool force; /* dest may hold files */
};

/* Fails when a tree cannot be opened, dest has files, or out of memory. Call port_free in any case.
 */
enum err_code port_run(const struct port_opts *opts, struct port_result *out, struct err *err);
void port_free(struct port_result *r);

const char *port_state_name(enum port_state state);

#endif
