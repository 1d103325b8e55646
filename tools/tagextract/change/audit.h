/* SPDX-License-Identifier: MIT */
/*
 * Every difference between a base and a tree, and whether a tag accounts for it. Compares all
 * names, modes, links and binary files, except those excluded by the filter and .git folders.
 */
#ifndef TAGEXTRACT_AUDIT_H
#define TAGEXTRACT_AUDIT_H

#include "base/base.h"
#include "tags/scan.h"
#include "tree/filter.h"

enum audit_kind {
	AUDIT_HUNK,    /* lines differ */
	AUDIT_ADDED,   /* a new file */
	AUDIT_DELETED, /* a file of the base is gone */
	AUDIT_RENAMED, /* the same bytes under another name */
	AUDIT_BINARY,  /* differs, and is not text */
	AUDIT_MODE,    /* executable or not */
	AUDIT_TYPE,    /* a link became a file, has another target, or the like */
	AUDIT_ENDS,    /* LF became CR LF, or the reverse */
	AUDIT_SAME     /* a tagged block that equals the base: not a change */
};

#define AUDIT_TEXT_MAX 65536u /* bytes of a hunk's text that are kept */

struct audit_item {
	enum audit_kind kind;
	bool accounted;
	const char *path;  /* in the tree, or in the base when deleted */
	const char *other; /* the old name; the new target of a link; may be NULL */
	uint32_t first;    /* lines of the tree; 0: the file as a whole */
	uint32_t last;
	uint32_t open;  /* the first line without a tag */
	uint32_t added; /* lines */
	uint32_t removed;
	char *text; /* of the hunk: lines prefixed with - and +; NULL: none */
	char *tags; /* of the blocks that account for it, separated by ", "; may be NULL */
};

struct audit {
	struct base old;
	struct base new;
	struct audit_item *items; /* by path, then line */
	size_t count;
	size_t cap;
	uint64_t files; /* compared: in either tree */
	uint64_t excluded;
	uint64_t open; /* items that are not accounted for */
	struct audit_error {
		char *path;
		struct err err;
	} * errors;
	size_t error_count;
};

struct audit_opts {
	struct scan_opts scan;
	const struct filter *filter; /* its exclude list */
	const char *base;
	const char *tree;
	/* Called for each changed or new text with its path in the tree; or NULL. */
	void (*scanned)(const char *path, const struct scan_result *r, const struct tag_set *set);
};

/* With scan.marks_only, without known tags, only blocks account for a change, and blocks that equal
 * the base are not listed. Fails when a tree cannot be opened or out of memory; other read errors
 * are in errors. Call audit_free in any case. */
enum err_code audit_run(const struct audit_opts *opts, struct audit *out, struct err *err);
void audit_free(struct audit *a);

const char *audit_kind_name(enum audit_kind kind);

#endif
