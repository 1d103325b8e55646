/* SPDX-License-Identifier: MIT */
/*
 * Headers of files in coreboot's CBFS. All numbers are big-endian; offsets and lengths are bytes.
 * Nothing is allocated.
 *
 * Source: coreboot, src/commonlib/bsd/include/commonlib/bsd/cbfs_serialized.h.
 */
#ifndef BIOSBELT_CBFS_H
#define BIOSBELT_CBFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define CBFS_MAGIC      "LARCHIVE"
#define CBFS_MAGIC_LEN  8u
#define CBFS_ALIGN      64u /* CBFS_ALIGNMENT: where the next file begins */
#define CBFS_HEADER_LEN 24u /* before the name */
#define CBFS_LEN_OFF    8u  /* of the number of data bytes */
#define CBFS_TYPE_OFF   12u
#define CBFS_HEAD_MAX   4096u /* of a header with name and attributes; a limit of this suite */

#define CBFS_TYPE_DELETED 0u
#define CBFS_TYPE_SELF    0x20u       /* a payload: segments, then their data */
#define CBFS_TYPE_EMPTY   0xFFFFFFFFu /* CBFS_TYPE_DELETED2: free space has a header of its own */

#define CBFS_TAG_COMPRESS 0x42435A4Cu
#define CBFS_UNPACKED_OFF 4u /* after the method */
#define CBFS_TAG_HASH     0x68736148u

struct cbfs_head {
	uint32_t len;  /* of the data */
	uint32_t type; /* CBFS_TYPE_... */
	uint32_t attr; /* of the attributes, from the header's start; 0: none */
	uint32_t head; /* of header, name and attributes: where the data begin */
};

#define CBFS_SEGMENTS_MAX    32u /* a limit of this suite */
#define CBFS_SEGMENT_LEN_OFF 20u /* of the number of data bytes, in a segment's entry */

/* An entry of a payload's table of segments. */
struct cbfs_segment {
	size_t at;         /* of the entry */
	uint32_t type;     /* four letters */
	uint32_t how;      /* method of compression, 0: none */
	uint32_t off, len; /* of the data, from the payload's first byte */
};

/* Is the magic of a file there? */
bool cbfs_is_file(struct span in, size_t off);

/* The numbers of the header at off, whatever they and the magic are; false: in ends before. */
bool cbfs_head_read(struct span in, size_t off, struct cbfs_head *out);

/* Entry i of the payload whose data begin at body; false: it is the entry point, or past the end of
 * in. */
bool cbfs_segment_read(struct span in, size_t body, unsigned i, struct cbfs_segment *out);

enum cbfs_step { CBFS_END, CBFS_ATTR, CBFS_BAD };

struct cbfs_attr {
	size_t off; /* of the attribute; its data are 8 bytes after it */
	uint32_t tag;
	uint32_t len; /* with tag and length */
};

/*
 * The attribute at *at, in attributes that end at end; moves *at after it. CBFS_BAD: its length
 * is not possible; off and tag are set.
 */
enum cbfs_step cbfs_attr_next(struct span in, size_t *at, size_t end, struct cbfs_attr *out);

/* Finds the compression in the attributes from attr to end: u32 method, u32 unpacked bytes. False:
 * none. */
bool cbfs_find_compression(struct span in, size_t attr, size_t end, size_t *at);

#endif
