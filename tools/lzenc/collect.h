/* SPDX-License-Identifier: MIT */
/* The files, folders and links that go into an archive. */
#ifndef LZENC_COLLECT_H
#define LZENC_COLLECT_H

#include "biosbelt/file.h"
#include "biosbelt/nameenc.h"
#include "biosbelt/sevenzip.h"

/* x86 programs and .wav files get separate blocks. */
enum source_kind { SOURCE_OTHER, SOURCE_PROGRAM, SOURCE_SOUND, SOURCE_KINDS };

struct source {
	char *path; /* to open; NULL: stdin, its bytes are in data */
	char *name; /* in the archive */
	struct sz_entry entry;
	struct blob data;        /* of links (their target) and stdin */
	struct file_in *more;    /* the rest after data; NULL: none */
	enum branch_kind filter; /* its group */
	enum source_kind kind;   /* part of the group too */
	unsigned frame;          /* bytes of a frame of sound */
};

struct sources {
	struct source *list;
	size_t count, cap;
	struct err failed;       /* the first error met while walking */
	size_t skipped;          /* sockets, devices and such */
	struct name_rule names;  /* set by the caller */
	size_t odd_names;        /* were not UTF-8 */
	const char *output_name; /* set by the caller: is skipped wherever it is found */
	struct file_info output; /* the same file; FILE_NONE: does not exist yet */
	size_t own;              /* number of times it was found */
	size_t hold;             /* set by the caller: bytes of stdin held in memory */
};

/* Adds an operand: a file, a link, or a folder with everything in it. "-" is stdin. */
enum err_code sources_add(
	struct sources *s, const char *operand, const char *stdin_name, struct err *err);

/* Orders them for the archive: folders and empty files, then by group, suffix and name. A name
 * that occurs twice is ERR_USAGE. */
enum err_code sources_sort(struct sources *s, struct err *err);

void sources_free(struct sources *s);

#endif
