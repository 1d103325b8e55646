/* SPDX-License-Identifier: MIT */
/* One run over a tree: the list of files, the parallel scan, and what became of each file. */
#ifndef TAGEXTRACT_JOB_H
#define TAGEXTRACT_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "tags/scan.h"
#include "tree/filter.h"

#define JOB_FILE_MAX ((size_t)1 << 31) /* bytes of a file that is decoded; larger: an error */

enum file_action {
	ACTION_NONE, /* listed only */
	ACTION_COPIED,
	ACTION_IDENTICAL, /* was there with the same bytes */
	ACTION_PACKED,    /* into the archive */
	ACTION_DIFFERS,   /* with --dry-run: another file has the name, and stays */
	ACTION_FAILED
};

struct job_file {
	char *relative;             /* path below the source folder */
	struct scan_result *result; /* NULL: no tag */
	struct err *err;            /* NULL: no trouble */
	enum file_action action;
};

/* Files of one ending that no pattern takes: ".bin", or a whole name without a dot. */
#define JOB_KINDS_MAX  256 /* different ones; further ones are counted under "..." */
#define JOB_KIND_BYTES 24

struct job_kind {
	char end[JOB_KIND_BYTES];
	uint64_t count;
};

/* Something that went wrong outside a listed file. */
struct job_trouble {
	char *path;
	struct err err;
};

/* An entry of the tree that was passed over. */
struct job_skipped {
	char *path; /* below the source folder */
	const char *why;
};

struct job {
	const char *source;
	const char
		*skip; /* the target folder: not scanned when it lies in the source; may be NULL */
	struct filter filter;
	struct scan_opts scan;
	unsigned threads;  /* 0: all processors */
	bool keep_all;     /* list files without a tag too */
	bool want_skipped; /* fill skipped */

	struct job_file *files; /* with a tag or a trouble; in byte order within each folder */
	size_t count, cap;
	uint64_t scanned; /* files looked into */
	struct job_trouble *troubles;
	size_t trouble_count, trouble_cap;
	struct job_skipped *skipped; /* but for names that no pattern takes */
	size_t skipped_count, skipped_cap;
	uint64_t folders;
	uint64_t skipped_git;
	uint64_t skipped_links;
	uint64_t skipped_special; /* FIFOs, sockets, devices */
	uint64_t skipped_name;    /* files that no pattern takes, by kind below */
	uint64_t skipped_exclude; /* files and folders that --exclude names */
	struct job_kind *kinds;
	size_t kind_count, kind_cap;
	bool skipped_target;
};

/* Walks the source and scans every file that the filter takes. Fails only when the source
 * itself cannot be read or memory is out. progress may be NULL: called from any thread. */
enum err_code job_run(struct job *job, void (*progress)(uint64_t files), struct err *err);

/* What one thread reads files into. */
struct job_room {
	uint8_t *whole;
	uint8_t *buffer;
};
enum err_code job_room_open(struct job_room *room, struct err *err);
void job_room_close(struct job_room *room);

/* All bytes of a file: in the room where they fit, else in *own, which the caller frees. */
enum err_code job_read(struct job_room *room, const char *path, struct span *data, struct blob *own,
	struct err *err);

/* Scans one file. folder: open, with the file in it; NULL: found by its path alone. The caller
 * frees *result with scan_result_free. */
struct folder;
enum err_code job_look(const struct job *job, struct folder *folder, const char *path,
	const char *name, struct job_room *room, struct scan_result *result, struct err *err);

/* Notes that the file could not be handled; false when out of memory. */
bool job_file_failed(struct job_file *f, const struct err *why);
void job_file_free(struct job_file *f); /* what it holds */

void job_free(struct job *job); /* source and skip stay the caller's */

/* The path below the source, or its own name where the source is a single file. */
const char *job_name(const struct job *job, const struct job_file *f);

/* "folder/relative", or folder where relative is ""; the caller frees it. */
enum err_code job_path(const char *folder, const char *relative, struct blob *out, struct err *err);

/* Whether the file, which has a result, carries the tag or its other form; SIZE_MAX: any. */
bool job_has_tag(const struct job *job, const struct job_file *f, size_t tag);

size_t job_tagged(const struct job *job); /* files with a tag */

#endif
