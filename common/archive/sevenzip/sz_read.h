/* SPDX-License-Identifier: MIT */
/* The parts of the .7z header reader: sz_streams.c, sz_files.c and sz_open.c. */
#ifndef BIOSBELT_SZ_READ_H
#define BIOSBELT_SZ_READ_H

#include "sevenzip/sz_private.h"

/* Streams of a header: the blocks, and for each entry with content its size and CRC. */
struct sz_streams {
	struct sz_block *blocks;
	size_t block_count;
	uint64_t pack_pos;
	uint64_t *pack_sizes;
	size_t pack_count;
	uint64_t *sizes;
	uint32_t *crcs;
	uint8_t *has_crc;
	size_t size_count;
	uint64_t memlimit; /* bytes that a list may take; set by the caller */
};
void sz_streams_free(struct sz_streams *s);

/* Reads PackInfo, UnPackInfo and SubStreamsInfo up to their end; s is zeroed by the caller, but for
 * memlimit, and freed by it also after a failure. */
enum err_code sz_get_streams(struct cursor *c, struct sz_streams *s, struct err *err);

struct sz_archive {
	struct span file;
	struct sz_secret *secret; /* may be NULL */
	struct sz_streams streams;
	struct sz_entry *entries;
	size_t count;
	struct blob names;     /* UTF-8, each ended by NUL */
	struct blob header;    /* unpacked */
	uint64_t end;          /* of the archive in file */
	uint64_t header_bytes; /* of the file that are header */
};
/* Reads FilesInfo; sizes and CRCs come from a->streams. */
enum err_code sz_get_files(struct cursor *c, struct sz_archive *a, struct err *err);

/*
 * Makes room for count items of size bytes each, at most memlimit bytes, as a packed header of a
 * few kilobytes may describe millions. count is bounded by the header's length.
 */
enum err_code sz_array(size_t count, size_t size, uint64_t memlimit, void **out, struct err *err);

/* A vector of bits, highest first; an empty v means "all set". */
bool sz_bit(struct span v, size_t i);
/* Reads "all defined" or the vector of count bits itself. */
struct span sz_get_defined(struct cursor *c, size_t count);

#endif
