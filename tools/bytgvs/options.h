/* SPDX-License-Identifier: MIT */
/* The command line of bytgvs as one struct, and the actions main chooses from. */
#ifndef BYTGVS_OPTIONS_H
#define BYTGVS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/cli.h"
#include "bytgvs.h"

#define IMAGE_MAX                                                                                  \
	((size_t)1 << 30) /* bytes of an image: the largest flash there is, eight times            \
			   */

enum action {
	ACTION_EXTRACT,
	ACTION_LIST,
	ACTION_SHOW,
	ACTION_DIFF,
	ACTION_REPLACE,
	ACTION_PROTECTED,
	ACTION_SET
};

struct options {
	enum action action;
	bool json;
	bool recursive;
	bool force;
	bool trim;
	bool partial;
	bool ignore_signature;
	bool other_board;
	bool require[FIND_KINDS];
	unsigned threads;     /* 0: as many as processors */
	struct cli_list sets; /* --set */
	const char *edit;     /* --edit, or NULL */
	const char *output;   /* -o, or NULL */
	const char *new_vbt;  /* --replace-vbt */
	const char *which;    /* --which: place of the VBT to replace, or NULL */
	struct cli_list operands;
};

extern const struct cli_spec options_spec;

/* False: cli->status is the exit status (usage error, --help). options_free in either case. */
bool options_read(struct options *o, struct cli *cli);
void options_free(struct options *o);

/* Each action has its own file and returns the exit status. */
int action_extract(const struct options *o); /* also --list */
int action_show(const struct options *o);
int action_diff(const struct options *o);
int action_replace(const struct options *o);
int action_protected(const struct options *o);
int action_set(const struct options *o);

#endif
