/* SPDX-License-Identifier: MIT */
/*
 * A tree to compare with: a folder, an archive (.tar, .tar.gz, .tar.bz2, .tar.xz, .zip, .7z) or a
 * git revision. Files and links are listed on opening, sorted by path in byte order; content is
 * read on demand. Folders named .git are left out.
 */
#ifndef TAGEXTRACT_BASE_H
#define TAGEXTRACT_BASE_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define BASE_FILE_MAX    ((size_t)1 << 31)   /* bytes of one file */
#define BASE_ARCHIVE_MAX ((size_t)1 << 31)   /* bytes of an archive file */
#define BASE_TOTAL_MAX   ((uint64_t)4 << 30) /* bytes that an archive may unpack to, all together */
#define BASE_COUNT_MAX   4000000u

struct base_entry {
	char *path; /* '/' between parts; UTF-8 on Windows, raw bytes on Linux */
	bool link;
	bool odd;  /* neither file nor link: FIFO, device, submodule */
	bool hard; /* of an archive: another name of an earlier entry */
	bool executable;
	uint32_t part; /* of a git revision: 0, or a submodule */
	int64_t mtime_ns;
	size_t order;     /* position in the listing: of equal paths the last one counts */
	uint8_t id[32];   /* of a git blob */
	struct blob data; /* of an archive */
};

struct base {
	struct base_entry *entries;
	size_t count;
	size_t cap;
	bool has_modes; /* executable is meaningful */
	void *impl;
	const struct base_kind *kind;
	char *name; /* as named by the user */
};

struct base_kind {
	enum err_code (*read)(const struct base *b, const struct base_entry *e, struct blob *out,
		struct err *err);
	void (*close)(struct base *b);
};

/*
 * spec: the path of a folder or of an archive, else a git revision of the repository that contains
 * beside. A sub-folder is compared with the same sub-folder of the revision. A single top folder of
 * an archive is left out, unless beside has it too. ERR_NOTFOUND: none of these. on_trouble: called
 * for parts that cannot be listed, its failure ends the listing; may be NULL.
 */
struct base_opts {
	const char *beside;
	enum err_code (*on_trouble)(
		void *user, const char *path, const struct err *why, struct err *err);
	void *user;
};
enum err_code base_open(
	const char *spec, const struct base_opts *opts, struct base *out, struct err *err);
/* Only a folder. */
enum err_code base_open_folder(
	const char *path, const struct base_opts *opts, struct base *out, struct err *err);
void base_close(struct base *b);

/* Does the path lead to what is below a folder, whoever wrote it? */
bool base_is_safe(const char *path);
/* Is a folder in path, from the byte from on, a link, or unknown? Then a file there is elsewhere.
 * Changes path meanwhile. */
bool base_meets_link(char *path, size_t from);

/* Index of the entry; SIZE_MAX: no such path. */
size_t base_find(const struct base *b, const char *path);

/* The bytes of a file, or the target of a link; the caller frees them. */
enum err_code base_read(const struct base *b, size_t i, struct blob *out, struct err *err);

#endif
