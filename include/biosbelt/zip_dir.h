/* SPDX-License-Identifier: MIT */
/* The central directory at the end of a .zip. Every number in it may lie. */
#ifndef BIOSBELT_ZIP_DIR_H
#define BIOSBELT_ZIP_DIR_H

#include <stdbool.h>

#include "biosbelt/span.h"

struct zip_dir {
	struct span items; /* its entries */
	size_t at;         /* where they begin */
	uint64_t base;     /* added to offsets that are stored: a program may precede the archive */
};

/* One entry; its numbers are those of the ZIP64 field where the short ones refer to it. */
struct zip_item {
	unsigned made_by, flags, method;
	uint32_t crc;
	uint64_t packed, size;
	uint64_t header; /* stored offset of the local header */
	struct span name, extra;
};

/* The number of entries in the record at the end; 0: there is none, or the number is too large. */
size_t zip_dir_count(struct span in);
/* The archive without the comment: libarchive looks for the record only in the last 16 KiB. */
struct span zip_to_end(struct span in);
/* Whether there is no record at the end, that of an archive within this one, which was cut then, or
 * one by which libarchive finds no directory: of several volumes, with numbers that contradict each
 * other, or of a directory that runs past it. */
bool zip_end_is_odd(struct span in);
bool zip_dir_find(struct span in, struct zip_dir *out);
/* False: no further entry, or one that is cut short. */
bool zip_item_next(struct cursor *c, struct zip_item *out);

/* Whether in ends with a central directory, whatever it begins with. */
bool zip_has_directory(struct span in);

/* Whether in, with nothing before the archive, ends with its own directory: not with that of an
 * archive within it. */
bool zip_is_whole(struct span in);

#endif
