/* SPDX-License-Identifier: MIT */
/* What the core's own files share. */
#ifndef TXTCOPY_PARTS_H
#define TXTCOPY_PARTS_H

#include "biosbelt/spool.h"
#include "txtcopy.h"

/* Comes in blocks; where it is needed as a whole a file is mapped, and what comes only once kept.
 */
struct source {
	const char *path;
	struct span data; /* all of it, after source_whole */
	struct file_map map;
	struct file_info info;
	bool is_pipe; /* standard input, or no regular file */
	bool whole;
	size_t pos; /* how much was given out */
	struct file_in *in;
	uint8_t *room;
	struct spool spool;
};

/* in_place: only a regular file will do. */
enum err_code source_open(const char *path, bool in_place, struct source *s, struct err *err);
/* The next block, empty at the end. keep: source_whole will be asked for later. */
enum err_code source_next(struct source *s, bool keep, struct span *out, struct err *err);
/* Fills data; then source_next begins at the begin. */
enum err_code source_whole(struct source *s, struct err *err);
/* So that source_next begins at the begin; false when that is not possible. */
bool source_again(struct source *s);
/* Will it be, when the end has come? */
bool source_stays(const struct source *s);
void source_close(struct source *s); /* more than once is fine */

struct sink {
	struct file_out *file; /* NULL: stdout */
	struct spool held;     /* stdout waits for the end too ... */
	bool through;          /* ... unless nothing can be refused any more */
	char *path;            /* where it goes, links followed */
	const char *name;      /* for messages; NULL: it is that of the input */
	uint64_t size;
	const struct source *own; /* the output is the input itself; else NULL */
	bool differs;             /* then: from it */
	uint64_t unwritten;       /* so many bytes of it are all of the output so far */
	bool replaces;            /* there is something to lose */
	unsigned lost;            /* of it, FILE_LOST_..., after the commit */
	uint64_t links;           /* names of it */
};

enum err_code sink_open(struct sink *k, const char *path, const struct source *src,
	const struct txt_opts *o, struct err *err);
enum err_code sink_write(struct sink *k, struct span data, struct err *err);
/* Reads the output back and compares its text with that of the input. */
enum err_code sink_verify(struct sink *k, struct span in, const struct txt_opts *o,
	const struct txt_result *r, struct err *err);
/* What was not written because it is in the input is written now. */
enum err_code sink_settle(struct sink *k, struct err *err);
/* Everything was given, and it is what stands there already. */
bool sink_is_unchanged(const struct sink *k);
/* Copies what is about to be replaced; force: over an older backup. */
enum err_code sink_backup(struct sink *k, const char *suffix, bool force, struct err *err);
enum err_code sink_commit(struct sink *k, struct err *err);
/* Instead: the file is written, but for its name. */
enum err_code sink_hand_over(struct sink *k, struct file_out **out, struct err *err);
void sink_abort(struct sink *k);

struct convert_state {
	struct sink *sink;
	struct txt_result *result;
};

/* So many characters are not in the target. */
enum err_code lacking_failed(uint64_t count, enum text_enc to, struct err *err);

void keep_bad(void *user, const struct text_bad *bad); /* user: struct txt_result */

void count_lines(struct span in, enum text_enc enc, struct txt_lines *out);

/* Mixed files: the line ranges of each encoding; the text with every line in its own. */
enum err_code find_ranges(struct span in, struct txt_result *r, struct err *err);
enum err_code repair(struct span in, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err);

#endif
