/* SPDX-License-Identifier: MIT */
/*
 * The record of a target folder: which files runs of this program put there, with their SHA-256.
 * It is a file beside the folder, TARGET.tagextract, so that the folder holds copies alone. With it
 * the leftovers of an earlier run can be told from everything else, and removed.
 */
#ifndef TAGEXTRACT_RECORD_H
#define TAGEXTRACT_RECORD_H

#include <stdbool.h>

#include "biosbelt/digest.h"
#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define RECORD_MAX ((size_t)256 << 20) /* bytes of the file */

struct record_line {
	char *path; /* below the target, '/' between parts */
	char hex[SHA256_HEX_LEN];
	bool now; /* of this run */
};

struct record {
	char *file;
	struct record_line *lines; /* by path once record_settle was called */
	size_t count;
	size_t cap;
	size_t earlier; /* lines of earlier runs, which come first */
	bool foreign;   /* something else has the name of the record: it is neither read nor written
			 */
};

/* Reads the record of the folder, if there is one. The caller ends with record_free. */
enum err_code record_open(const char *target, struct record *out, struct err *err);
/* A parser of the file's bytes: paths that lead out of the folder are ERR_FORMAT. */
enum err_code record_read(struct span in, struct record *out, struct err *err);
/* Did an earlier run note the file? */
bool record_has(const struct record *r, const char *path);
/* Notes a file of this run. */
enum err_code record_add(
	struct record *r, const char *path, const char hex[SHA256_HEX_LEN], struct err *err);

/* Appends the line of a file as sha256sum writes and checks it: where the name has a line end or a
 * backslash, it is escaped and the line begins with a backslash. */
void record_sum(struct buf *out, const char *path, const char hex[SHA256_HEX_LEN]);

/* Files of earlier runs that this one did not write and that still have the bytes of then: counted,
 * and removed if so asked. kept: those that were changed since. */
struct record_stale {
	size_t count;
	size_t removed;
	size_t kept;
};
enum err_code record_settle(struct record *r, const char *target, bool remove,
	struct record_stale *out, struct err *err);
/* Writes it, or removes it when no line is left. */
enum err_code record_save(struct record *r, struct err *err);
void record_free(struct record *r);

#endif
