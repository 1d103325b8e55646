/* SPDX-License-Identifier: MIT */
/*
 * The first byte says what: 0 encodes the rest as code and demands it back; else the rest is cut
 * in four streams that are decoded as they are.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/bcj2.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void decode(const struct span in[BCJ2_STREAMS], uint64_t want, struct span same)
{
	struct reader *from[BCJ2_STREAMS] = {NULL}, *r;
	struct blob out;
	struct err err;
	enum err_code rc;
	int i;

	for (i = 0; i < BCJ2_STREAMS; i++)
		if (reader_span(in[i], &from[i], &err) != ERR_OK)
			abort();
	if (bcj2_reader(from, want, &r, &err) != ERR_OK)
		abort();
	rc = reader_all(r, (size_t)want, &out, &err);
	if (same.ptr != NULL && (rc != ERR_OK || !span_equal(blob_span(out), same)))
		abort();
	if (rc == ERR_OK)
		blob_free(&out);
	reader_close(r);
}

static void there_and_back(struct span in)
{
	struct blob made[BCJ2_STREAMS];
	struct span streams[BCJ2_STREAMS];
	struct err err;
	int i;

	if (bcj2_encode(in, BCJ2_LIMIT, false, made, &err) != ERR_OK)
		return;
	for (i = 0; i < BCJ2_STREAMS; i++)
		streams[i] = blob_span(made[i]);
	decode(streams, in.len, in);
	for (i = 0; i < BCJ2_STREAMS; i++)
		blob_free(&made[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span in = span_of(data, size), streams[BCJ2_STREAMS], rest;
	size_t quarter;
	int i;

	if (size < 5 || !span_from(in, 1, &rest))
		return 0;
	if (data[0] == 0) {
		there_and_back(rest);
		return 0;
	}
	quarter = rest.len / 4;
	for (i = 0; i < BCJ2_STREAMS; i++)
		if (!span_slice(rest, quarter * (size_t)i, quarter, &streams[i]))
			return 0;
	decode(streams, size, (struct span){NULL, 0});
	return 0;
}
