/* SPDX-License-Identifier: MIT */
/* One run over a tree: the list of files, the parallel scan, and the result of each file. */
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
	ACTION_IDENTICAL, /* existed with the same bytes */
	ACTION_PACKED,    /* into the archive */
	ACTION_DIFFERS,   /* with --dry-run: another file has the name, and is kept */
	ACTION_FAILED
};

struct job_file {
	char *relative;             /* path below the source folder */
	struct scan_result *result; /* NULL: no tag */
	struct err *err;            /* NULL: no error */
	enum file_action action;
	uint64_t size; /* with a tag: when it was scanned */
	int64_t mtime_ns;
};

/* Files of one ending that no pattern matches: ".bin", or a whole name without a dot. */
#define JOB_KINDS_MAX  256 /* in a report; the rarest beyond are counted under "...", the last */
#define JOB_KIND_BYTES 24

struct job_kind {
	char end[JOB_KIND_BYTES];
	uint64_t count;
};

/* An error outside a listed file. */
struct job_trouble {
	char *path;
	struct err err;
};

/* A skipped entry of the tree. */
struct job_skipped {
	char *path; /* below the source folder */
	const char *why;
};

struct job {
	const char *source;
	const char *skip; /* the target folder: not scanned when inside the source; may be NULL */
	struct filter filter;
	struct scan_opts scan;
	unsigned threads;  /* 0: all processors */
	bool keep_all;     /* list files without a tag too */
	bool want_skipped; /* fill skipped */

	struct job_file *files; /* with a tag or an error; in byte order within each folder */
	size_t count, cap;
	uint64_t scanned; /* files */
	struct job_trouble *troubles;
	size_t trouble_count, trouble_cap;
	struct job_skipped *skipped; /* without names that no pattern matches */
	size_t skipped_count, skipped_cap;
	uint64_t folders;
	uint64_t skipped_git;
	uint64_t skipped_links;
	uint64_t skipped_special; /* FIFOs, sockets, devices */
	uint64_t skipped_name;    /* files that no pattern matches, by kind below */
	uint64_t skipped_exclude; /* files and folders of --exclude */
	struct job_kind *kinds;
	size_t kind_count, kind_cap;
	size_t kinds_merged; /* entries after the last merging; may be 0 */
	bool skipped_target;
};

/* Walks the source and scans every file of the filter. Fails only when the source itself cannot be
 * read or when out of memory. progress may be NULL; it is called from any thread. */
enum err_code job_run(struct job *job, void (*progress)(uint64_t files), struct err *err);

/* Buffers of one thread. */
struct job_room {
	uint8_t *whole;
	uint8_t *buffer;
};
enum err_code job_room_open(struct job_room *room, struct err *err);
void job_room_close(struct job_room *room);

/* Reads a file into the room if it fits, else into *own, which the caller frees. */
enum err_code job_read(struct job_room *room, const char *path, struct span *data, struct blob *own,
	struct err *err);

/* The info of a file with a tag, at path; an error if it is another one than was scanned. */
struct file_info;
enum err_code job_file_info(
	const struct job_file *f, const char *path, struct file_info *info, struct err *err);

/* Scans one file. folder: open, contains the file; NULL: use the path only. The caller
 * frees *result with scan_result_free. */
struct folder;
enum err_code job_look(const struct job *job, struct folder *folder, const char *path,
	const char *name, struct job_room *room, struct scan_result *result, struct err *err);

/* Records an error of the file; false when out of memory. */
bool job_file_failed(struct job_file *f, const struct err *why);
void job_file_free(struct job_file *f); /* its content */

void job_free(struct job *job); /* not source and skip, which the caller owns */

/* The path below the source, or the file's name if the source is a single file. */
const char *job_name(const struct job *job, const struct job_file *f);

/* "folder/relative", or folder where relative is ""; the caller frees it. */
enum err_code job_path(const char *folder, const char *relative, struct blob *out, struct err *err);

/* True when the file, which has a result, has the tag or its other form; SIZE_MAX: any tag. */
bool job_has_tag(const struct job *job, const struct job_file *f, size_t tag);

size_t job_tagged(const struct job *job); /* files with a tag */

#endif
