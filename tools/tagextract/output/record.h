/* SPDX-License-Identifier: MIT */
/*
 * The record of a target folder: the files that runs of this program put there, with their SHA-256.
 * It is a file beside the folder, TARGET.tagextract, so that the folder has only copies. It
 * identifies leftovers of earlier runs, which can then be removed.
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
	bool foreign; /* another file has the name of the record: it is neither read nor written */
};

/* Reads the record of the folder, if there is one. Free it with record_free. */
enum err_code record_open(const char *target, struct record *out, struct err *err);
/* Parses the file's bytes; ERR_FORMAT for paths that leave the folder. */
enum err_code record_read(struct span in, struct record *out, struct err *err);
/* True when an earlier run recorded the file. */
bool record_has(const struct record *r, const char *path);
/* Records a file of this run. */
enum err_code record_add(
	struct record *r, const char *path, const char hex[SHA256_HEX_LEN], struct err *err);

/* Appends the line of a file in the format of sha256sum: a name with a line end or a backslash is
 * escaped, and the line begins with a backslash. */
void record_sum(struct buf *out, const char *path, const char hex[SHA256_HEX_LEN]);

/* Counts files of earlier runs that this one did not write and that are unchanged, and removes them
 * on request. kept: those changed since. */
struct record_stale {
	size_t count;
	size_t removed;
	size_t kept;
};
enum err_code record_settle(struct record *r, const char *target, bool remove,
	struct record_stale *out, struct err *err);
/* Writes the record, or removes it when it is empty. */
enum err_code record_save(struct record *r, struct err *err);
void record_free(struct record *r);

#endif
