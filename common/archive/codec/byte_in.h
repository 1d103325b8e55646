/* SPDX-License-Identifier: MIT */
/* Single bytes from a reader, for decoders that count the bytes they use. */
#ifndef BIOSBELT_BYTE_IN_H
#define BIOSBELT_BYTE_IN_H

#include <stdbool.h>

#include "biosbelt/reader.h"

#ifdef BIOSBELT_SMALL
#define BYTE_IN_CAP ((size_t)256)
#else
#define BYTE_IN_CAP ((size_t)16 << 10)
#endif

struct byte_in {
	struct reader *from;
	size_t at, have;
	bool last;         /* from is at its end */
	bool missing;      /* a byte was requested after the end; it was 0 */
	uint64_t fetched;  /* bytes read from from */
	struct err failed; /* of from; code ERR_OK: none */
	uint8_t bytes[BYTE_IN_CAP];
};

/* Reads the next bytes of from; false: at the end, or failed. */
bool byte_in_fill(struct byte_in *b);

static inline uint8_t byte_in_next(struct byte_in *b)
{
	if (b->at == b->have && !byte_in_fill(b))
		return 0;
	return b->bytes[b->at++];
}

/* Bytes taken so far. */
static inline uint64_t byte_in_used(const struct byte_in *b)
{
	return b->fetched - (b->have - b->at);
}

/* ERR_OK, or the error of from; a missing byte is ERR_FORMAT. */
enum err_code byte_in_check(const struct byte_in *b, struct err *err);

#endif
