/* SPDX-License-Identifier: MIT */
/* What the core's own files share. */
#ifndef TXTCOPY_PARTS_H
#define TXTCOPY_PARTS_H

#include "txtcopy.h"

struct source {
	const char *path;
	struct span data;
	struct file_map map;
	struct blob held; /* stdin */
	struct file_info info;
	bool is_stdin;
};

enum err_code source_open(const char *path, struct source *s, struct err *err);
void source_close(struct source *s);

struct sink {
	struct file_out *file; /* NULL: stdout */
	struct buf held;       /* stdout waits for the end too */
	char *path;            /* where it goes, links followed */
	uint64_t size;
	bool replaces; /* there is something to lose */
};

enum err_code sink_open(struct sink *k, const char *path, const struct source *src,
	const struct txt_opts *o, struct err *err);
enum err_code sink_write(struct sink *k, struct span data, struct err *err);
/* Reads the output back and compares its text with that of the input. */
enum err_code sink_verify(struct sink *k, struct span in, const struct txt_opts *o,
	const struct txt_result *r, struct err *err);
enum err_code sink_backup(struct sink *k, struct span in, const char *suffix, struct err *err);
enum err_code sink_commit(struct sink *k, struct err *err);
void sink_abort(struct sink *k);

struct convert_state {
	struct sink *sink;
	struct txt_result *result;
};

void keep_bad(void *user, const struct text_bad *bad); /* user: struct txt_result */

/* Mixed files: the line ranges of each encoding; the text with every line in its own. */
enum err_code find_ranges(struct span in, struct txt_result *r, struct err *err);
enum err_code repair(struct span in, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err);

#endif
