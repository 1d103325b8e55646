/* SPDX-License-Identifier: MIT */
/* One run over a tree: the list of files, the parallel scan, and what became of each file. */
#ifndef TAGEXTRACT_JOB_H
#define TAGEXTRACT_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "filter.h"
#include "scan.h"

#define JOB_FILE_MAX ((size_t)1 << 31) /* bytes of a file that is decoded; larger: an error */

enum file_action {
	ACTION_NONE, /* listed only */
	ACTION_COPIED,
	ACTION_IDENTICAL, /* was there with the same bytes */
	ACTION_PACKED,    /* into the archive */
	ACTION_FAILED
};

struct job_file {
	char *relative;             /* path below the source folder */
	struct scan_result *result; /* NULL: no tag */
	struct err *err;            /* NULL: no trouble */
	enum file_action action;
	uint64_t size;
	int64_t mtime_ns;
	uint64_t ino;
	bool cached; /* known from an earlier run to hold no tag */
};

/* Something that went wrong outside a listed file. */
struct job_trouble {
	char *path;
	struct err err;
};

struct job {
	const char *source;
	const char
		*skip; /* the target folder: not scanned when it lies in the source; may be NULL */
	struct filter filter;
	struct scan_opts scan;
	unsigned threads; /* 0: all processors */
	bool want_info;   /* fill size, mtime_ns and ino of every file (for the cache) */

	struct job_file *files; /* in byte order of the paths within each folder */
	size_t count;
	size_t cap;
	struct job_trouble *troubles;
	size_t trouble_count;
	uint64_t folders;
	uint64_t skipped_git;
	uint64_t skipped_build;
	uint64_t skipped_links;
	uint64_t skipped_special; /* FIFOs, sockets, devices */
	uint64_t skipped_name;    /* no pattern takes them */
	bool skipped_target;
	struct err failure;   /* why the walk ended early */
	size_t cache_entries; /* what the cache that was loaded holds */
};

/* Fills files. Fails only when the source itself cannot be read or memory is out. */
enum err_code job_walk(struct job *job, struct err *err);

/* Scans every file that is not cached. progress may be NULL: called from any thread. */
enum err_code job_scan(struct job *job, void (*progress)(uint64_t files), struct err *err);

void job_free(struct job *job); /* source and skip stay the caller's */

/* "source/relative"; the caller frees it. */
enum err_code job_path(const char *folder, const char *relative, struct blob *out, struct err *err);

size_t job_tagged(const struct job *job); /* files with a tag */

#endif
