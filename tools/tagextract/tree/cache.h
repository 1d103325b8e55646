/* SPDX-License-Identifier: MIT */
/*
 * Remembers which files held no tag, so that a repeated run need not open them. A file counts as
 * known when path, size, times and file number are the same. Only speed depends on the cache: a
 * damaged one, or one of another question, is left aside.
 */
#ifndef TAGEXTRACT_CACHE_H
#define TAGEXTRACT_CACHE_H

#include "biosbelt/file.h"
#include "tree/job.h"

struct cache;

/*
 * *out is NULL when there is no cache of this question. ERR_FORMAT: it was left aside, ERR_USAGE:
 * the path is not that of a regular file.
 */
enum err_code cache_load(
	const char *path, const struct job *job, struct cache **out, struct err *err);
void cache_free(struct cache *cache); /* NULL is fine */

/* Of a folder's path below the source: seed is 0. */
uint64_t cache_hash(uint64_t seed, const char *text, size_t len);

/* Of a file: the upper half is its folder's, so that the files of a folder stand together. */
uint64_t cache_hash_file(uint64_t folder, const char *name, size_t len);

/* The file number and, where the system has one, the time of the last change of whatever kind. */
uint64_t cache_id(const struct file_info *info);

/* Held the file, as it is now, no tag the last time? */
bool cache_knows(const struct cache *cache, const struct cache_mark *mark);

/* Writes the cache anew after a scan, unless cache (which may be NULL) says the same already. */
enum err_code cache_save(
	const char *path, struct job *job, const struct cache *cache, struct err *err);

/* The bytes of a cache from the job's marks; now: files as young as that are dropped. */
enum err_code cache_make(struct job *job, int64_t now, struct blob *out, struct err *err);

/* The parser. */
enum err_code cache_read(
	struct span in, const struct job *job, struct cache **out, struct err *err);

#endif
