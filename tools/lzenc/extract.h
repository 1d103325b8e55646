/* SPDX-License-Identifier: MIT */
/*
 * Putting entries of an archive below a folder, or only testing them. Links are made when all
 * files are written, so nothing is ever written through one of them; a link that stood there
 * before is not followed either. Every reader of archives hands its entries to one struct
 * extract.
 */
#ifndef LZENC_EXTRACT_H
#define LZENC_EXTRACT_H

#include "biosbelt/nameenc.h"
#include "biosbelt/sevenzip.h"

struct extract {
	const char *root; /* NULL: only test */
	bool force;
	uint64_t memlimit, max_size;
	struct name_rule names; /* with an encoding, names that are not UTF-8 are decoded */
	/* Told of everything that fails; the rest goes on. name may be NULL. */
	void (*on_error)(void *user, const char *name, const struct err *err);
	void (*on_bytes)(void *user, uint64_t more); /* may be NULL */
	/* Gets the contents of the files, one after the other; may be NULL. False: no more. */
	bool (*on_data)(void *user, struct span data);
	/* Whether an entry is to be extracted; may be NULL: all are. Asked once for each. */
	bool (*wants)(void *user, const char *name);
	void *user;
	/* out */
	size_t files, folders, links, failed;
	size_t anti;      /* of an update's deletions, which are skipped */
	size_t odd_names; /* that were not UTF-8 */
	uint64_t bytes;
	bool stopped;       /* on_data wanted no more; that is not a failure */
	struct err first;   /* the first failure */
	struct err refused; /* private, as the rest: why the name of this entry cannot be */
	const char *made;   /* see extract.c */
	char *way;          /* folders that are known to be ones, the last of the row; or NULL */
	struct extract_late *late;
	size_t late_count, late_cap;
};

/* All of a .7z; failures are counted and told, the returned code is that of the first. */
enum err_code extract_sevenzip(struct extract *x, const struct sz_archive *a);

/*
 * One entry with its content (NULL for folders and empty files). ERR_OK also when only this
 * entry failed; else data cannot be read on.
 */
enum err_code extract_entry(struct extract *x, const struct sz_entry *e, struct reader *data);

/*
 * Makes the links, sets the times and modes of folders, frees what extract holds. Call once, at
 * the end.
 */
void extract_finish(struct extract *x);

/* Counts and tells a failure. */
void extract_failed(struct extract *x, const char *name, const struct err *err);

#endif
