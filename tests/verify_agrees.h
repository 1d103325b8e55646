/* SPDX-License-Identifier: MIT */
/* Our comparing decoder beside liblzma's, which shares no code with it. */
#ifndef VERIFY_AGREES_H
#define VERIFY_AGREES_H

#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma.h"

#ifndef AGREES_MOST
#define AGREES_MOST ((size_t)256 << 10) /* what streams of unknown size may decode to */
#endif

/* How a stream is to be read. */
struct stream_kind {
	struct lzma_prop prop; /* LZMA2: dict only */
	bool lzma2, marker;
	size_t size; /* of LZMA1 without marker; at most AGREES_MOST */
};

static inline bool open_both(struct span packed, const struct stream_kind *kind,
	struct reader **theirs, struct reader **bytes)
{
	struct reader *from;
	struct err err;
	uint64_t size = kind->marker ? LZMA_SIZE_UNKNOWN : kind->size;

	if (reader_span(packed, bytes, &err) != ERR_OK ||
		reader_span(packed, &from, &err) != ERR_OK)
		return false;
	if (kind->lzma2)
		return lzma2_reader(from, kind->prop.dict, LZMA_SIZE_UNKNOWN, UINT64_MAX, theirs,
			       &err) == ERR_OK;
	return lzma1_reader(from, &kind->prop, size, false, UINT64_MAX, theirs, &err) == ERR_OK;
}

/*
 * True if both accept the stream, or both refuse it. What liblzma decodes, up to its first error,
 * is given to ours as the expected data; *sound: liblzma accepts the whole stream.
 */
static inline bool verify_agrees(struct span packed, const struct stream_kind *kind, bool *sound)
{
	struct reader *theirs, *bytes;
	uint8_t *out = calloc(1, AGREES_MOST);
	bool known = !kind->lzma2 && !kind->marker, taken;
	size_t got = 0;
	struct span want;
	struct err err;
	enum err_code rc;

	if (out == NULL || !open_both(packed, kind, &theirs, &bytes))
		abort();
	rc = theirs->read(theirs, out, known ? kind->size : AGREES_MOST, &got, &err);
	*sound = rc == ERR_OK && lzma_reader_used(theirs) == packed.len;
	reader_close(theirs);
	want = span_of(out, known ? kind->size : got);
	rc = kind->lzma2 ? lzma2_verify(want, 0, kind->prop.dict, bytes, &err)
			 : lzma1_verify(want, &kind->prop, kind->marker, bytes, &err);
	taken = rc == ERR_OK;
	free(out);
	return taken == *sound || (!known && got == AGREES_MOST);
}

#endif
