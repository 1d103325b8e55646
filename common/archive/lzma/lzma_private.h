/* SPDX-License-Identifier: MIT */
/* What the encoders behind lzma.h share. */
#ifndef BIOSBELT_LZMA_PRIVATE_H
#define BIOSBELT_LZMA_PRIVATE_H

#include "biosbelt/lzma.h"

/* What readers of LZMA1 and LZMA2 begin with: lzma_reader_used asks it. */
struct counted_reader {
	struct reader base;
	uint64_t used; /* compressed bytes taken */
};

/* As lzma1_reader, for any lc + lp. p->dict is at least LZMA_DICT_LEAST. */
enum err_code lzma1_wide_reader(struct reader *from, const struct lzma_prop *p, uint64_t size,
	bool marker_ok, uint64_t memlimit, struct reader **out, struct err *err);

/* As lzma1_encode by lzlib; lzlib_takes must hold. */
enum err_code lzlib_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err);

/* Decodes what comes from bytes, which it closes, and compares. */
enum err_code lzma1_check(
	struct span in, const struct lzma_encode *how, struct reader *bytes, struct err *err);
/*
 * The same by lzma1_verify in a thread, as the bytes come; in and how must stay. NULL: no thread to
 * be had.
 */
struct lzma_checker;
struct lzma_checker *lzma_checker_start(struct span in, const struct lzma_encode *how);
void lzma_checker_more(struct lzma_checker *c, struct span bytes);
/* No more will come; waits for the result and frees. */
enum err_code lzma_checker_end(struct lzma_checker *c, struct err *err);

#endif
