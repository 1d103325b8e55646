/* SPDX-License-Identifier: MIT */
/*
 * Capsules: new firmware after a header, which an update program passes to the running firmware.
 * Sources: UEFI 2.10, 8.5.3 (header) and 23.3 (FMP); LongSoft/UEFITool common/ffs.h (the others).
 * AMI's have the offset of the image after the common header. All except UEFI's plain ones and
 * AMI's unsigned ones are signed.
 */
#ifndef BIOSBELT_CAPSULE_H
#define BIOSBELT_CAPSULE_H

#include "biosbelt/guid.h"
#include "biosbelt/span.h"

#define CAPSULE_HEAD_MIN 28u

struct capsule {
	struct guid guid;
	const char *name; /* static */
	bool is_signed;
	uint32_t head; /* bytes before the image, from the header */
	uint32_t size; /* of the whole, from the header */
	bool whole;    /* of capsule_find_signed: the size may be right */
	bool sure;     /* firmware is after the header, which programs do not have after the GUID */
};

/* False: no GUID of a capsule at off, or no room for its header. Does not check the numbers. */
bool capsule_read(struct span in, size_t off, struct capsule *out);

/* Where the flash begins: after the headers of capsules, one within the other, or 0. */
size_t capsule_heads(struct span in);

/* Where the equal bytes begin that the bytes end with. */
size_t capsule_padding(struct span in);

/* Whether only padding, or nothing, is from there on. */
bool capsule_ends(struct span in, uint64_t at);

/* As span_find, in the bytes that user knows. */
typedef size_t capsule_finder(const void *user, size_t from, const void *needle, size_t len);

/* The first header of a signed capsule at or after from, cut short or not. */
bool capsule_find_signed(struct span in, size_t from, size_t padding, capsule_finder *find,
	const void *user, size_t *off, struct capsule *out);

#endif
