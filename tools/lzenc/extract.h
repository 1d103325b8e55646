/* SPDX-License-Identifier: MIT */
/*
 * Extracts the entries of an archive into a folder, or only tests them. Links are made after all
 * files are written, so nothing is written through one of them; nor is an older link followed.
 * Every reader of archives passes its entries to one struct extract.
 */
#ifndef LZENC_EXTRACT_H
#define LZENC_EXTRACT_H

#include "biosbelt/nameenc.h"
#include "biosbelt/sevenzip.h"
#include "biosbelt/written.h"

struct extract {
	const char *root; /* NULL: only test */
	bool force;
	uint64_t memlimit, max_size;
	struct name_rule names; /* with an encoding, names that are not UTF-8 are decoded */
	/* Called for every failure; extraction continues. name may be NULL. */
	void (*on_error)(void *user, const char *name, const struct err *err);
	void (*on_bytes)(void *user, uint64_t more); /* may be NULL */
	/* Gets the contents of the files, one after the other; may be NULL. False stops. */
	bool (*on_data)(void *user, struct span data);
	/* True for an entry to be extracted; may be NULL: all. Called once for each. */
	bool (*wants)(void *user, const char *name);
	void *user;
	/* out */
	size_t files, folders, links, failed;
	size_t anti;      /* of an update's deletions, which are skipped */
	size_t odd_names; /* that were not UTF-8 */
	uint64_t bytes;
	bool stopped;       /* on_data returned false, which is not a failure */
	struct err first;   /* the first failure */
	struct err refused; /* private, as the rest: why the name of this entry is refused */
	const char *made;   /* see extract.c */
	size_t lost;        /* entries wanted after a fault in their block */
	char *way;          /* the last path whose parts are known to be folders; or NULL */
	struct written written;
	struct extract_late *late;
	size_t late_count, late_cap;
};

/* Extracts a .7z; failures are counted and reported, the returned code is that of the first. */
enum err_code extract_sevenzip(struct extract *x, const struct sz_archive *a);

/*
 * One entry with its content (NULL for folders and empty files, and where it cannot be reached).
 * ERR_OK also when only this entry failed; on an error data cannot be read further.
 */
enum err_code extract_entry(struct extract *x, const struct sz_entry *e, struct reader *data);
/* Whether the entry of this name, as the archive has it, is wanted. */
bool extract_wants(const struct extract *x, const char *name);

/*
 * Makes the links, sets the times and modes of folders, frees what extract holds. Call once, at
 * the end.
 */
void extract_finish(struct extract *x);

/* Counts and reports a failure. */
void extract_failed(struct extract *x, const char *name, const struct err *err);

#endif
