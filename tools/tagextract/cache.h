/* SPDX-License-Identifier: MIT */
/*
 * Remembers which files held no tag, so that a repeated run need not open them. A file counts as
 * known when path, size, time and file number are the same. Only speed depends on the cache: a
 * damaged one, or one of another question, is left aside.
 */
#ifndef TAGEXTRACT_CACHE_H
#define TAGEXTRACT_CACHE_H

#include "job.h"

/* Marks the files that the cache knows. A missing cache is fine; ERR_FORMAT: it was left aside. */
enum err_code cache_load(const char *path, struct job *job, struct err *err);
/* Writes the cache anew after a scan, unless it says the same already. */
enum err_code cache_save(const char *path, const struct job *job, struct err *err);

/* The bytes of a cache; now: files as young as that are left out. */
enum err_code cache_make(const struct job *job, int64_t now, struct blob *out, struct err *err);

/* The parser, for the fuzz target: marks files of job from the bytes in. */
enum err_code cache_apply(struct span in, struct job *job, struct err *err);

#endif
