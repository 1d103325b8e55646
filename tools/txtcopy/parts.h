/* SPDX-License-Identifier: MIT */
/* Shared by the files of the core. */
#ifndef TXTCOPY_PARTS_H
#define TXTCOPY_PARTS_H

#include "biosbelt/spool.h"
#include "txtcopy.h"

/* An input, read in blocks; source_whole maps a file, or keeps the data of a pipe. */
struct source {
	const char *path;
	struct span data; /* all of it, after source_whole */
	struct file_map map;
	struct file_info info;
	bool is_link; /* perhaps a link, and info is of its target */
	bool is_pipe; /* standard input, or not a regular file */
	bool whole;
	size_t pos; /* bytes returned so far */
	struct file_in *in;
	uint8_t *room;
	struct spool spool;
};

/* in_place: refuses all but regular files. known: its info if it is not a link, or NULL. */
enum err_code source_open(const char *path, bool in_place, const struct file_info *known,
	struct source *s, struct err *err);
/* The next block, empty at the end. keep: source_whole will be called later. */
enum err_code source_next(struct source *s, bool keep, struct span *out, struct err *err);
/* Fills data; source_next then starts again. */
enum err_code source_whole(struct source *s, struct err *err);
/* Restarts source_next; false when that is impossible. */
bool source_again(struct source *s);
/* rc, or an error when bytes got lost while they were read. */
enum err_code source_failed(const struct source *s, enum err_code rc, struct err *err);
/* True when source_again will work at the end. */
bool source_stays(const struct source *s);
void source_close(struct source *s); /* more than once is fine */

struct sink {
	struct file_out *file; /* NULL: stdout */
	struct spool held;     /* output to stdout is held back until the end ... */
	bool through;          /* ... unless it can no longer be refused */
	char *path;            /* of the output, with links resolved */
	const char *name;      /* for messages; NULL: that of the input */
	uint64_t size;
	const struct source *from;
	const struct source *own; /* the output is the input itself; else NULL */
	bool differs;             /* with own: the output differs from it */
	uint64_t unwritten; /* bytes of own that are the whole output so far, not written yet */
	bool replaces;      /* an existing file is replaced */
	unsigned lost;      /* of it, FILE_LOST_..., after the commit */
	uint64_t links;     /* names of it */
};

enum err_code sink_open(struct sink *k, const char *path, const struct source *src,
	const struct txt_opts *o, struct err *err);
enum err_code sink_write(struct sink *k, struct span data, struct err *err);
/* Reads the output back and compares its text with that of the input. */
enum err_code sink_verify(struct sink *k, struct span in, const struct txt_opts *o,
	const struct txt_result *r, struct err *err);
/* Writes the part that was not written because it equals the input. */
enum err_code sink_settle(struct sink *k, struct err *err);
/* True when the whole output equals the existing file. */
bool sink_is_unchanged(const struct sink *k);
/* Copies the file about to be replaced; force: over an older backup. */
enum err_code sink_backup(struct sink *k, const char *suffix, bool force, struct err *err);
enum err_code sink_commit(struct sink *k, struct err *err);
/* Instead of a commit: the caller commits the written file. */
enum err_code sink_hand_over(struct sink *k, struct file_out **out, struct err *err);
void sink_abort(struct sink *k);

struct convert_state {
	struct sink *sink;
	struct txt_result *result;
};

/* The error for count characters that the target lacks. */
enum err_code lacking_failed(uint64_t count, enum text_enc to, struct err *err);

void keep_bad(void *user, const struct text_bad *bad); /* user: struct txt_result */

/* Fills claim with the encoding that the text names itself, where the output is in another. */
enum err_code note_claim(struct span in, struct txt_result *r, struct err *err);

void count_lines(struct span in, enum text_enc enc, struct txt_lines *out);

/* Whether only line ends are to change. */
bool keeps_bytes(const struct txt_opts *o, const struct txt_result *r);
/* Does that; check, unless NULL, is a converter that lists what is invalid in the encoding. */
enum err_code change_ends(struct source *src, const struct txt_opts *o, struct sink *sink,
	struct text_conv *check, struct txt_result *r, struct err *err);

/* Mixed files: find_ranges finds the line ranges of each encoding, repair converts every line. */
enum err_code find_ranges(struct span in, struct txt_result *r, struct err *err);
enum err_code repair(struct span in, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err);

#endif
