/* SPDX-License-Identifier: MIT */
/* Our LZMA1 encoder, used by lzma1_encode. */
#ifndef BIOSBELT_LZE_H
#define BIOSBELT_LZE_H

#include "biosbelt/lzma.h"

struct lze_learn;
struct lze_pass;
struct lze_try {
	const struct lzma_encode *how;
	struct blob out; /* when err.code is ERR_OK */
	struct err err;
	struct lze_learn *learn; /* for several passes */
	struct lze_pass *pass;
	bool over; /* no further passes */
	size_t once,
		most; /* bytes of the first pass of several; so many at most get further ones */
};

bool lze_takes(uint64_t len, const struct lzma_encode *how);
/* True when two tries can share one search: they differ only in lc/lp/pb and nice. */
bool lze_alike(const struct lzma_encode *a, const struct lzma_encode *b);
void lze_encode(struct span in, unsigned threads, struct lze_try *tries, size_t count);
/*
 * As lzma1_encode_to, by us. Positions have 31 bits, so a long input is encoded in parts of so many
 * bytes, a multiple of 16.
 */
#define LZE_PART ((size_t)1 << 30)
enum err_code lze_encode_to(struct span in, size_t part, const struct lzma_encode *how,
	const struct lzma_sink *sink, struct err *err);
/* An LZMA2 stream of in[from...); from may be other than 0 only with the quick parse. */
enum err_code lze2_encode(struct span in, size_t from, const struct lzma_encode *how,
	struct blob *out, struct err *err);
/* Several of the whole input that search alike, by one search; false: none was made. */
bool lze2_encode_together(struct span in, const struct lzma_encode *hows, size_t count,
	struct blob *outs, struct err *errs);

#endif
