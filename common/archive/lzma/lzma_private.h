/* SPDX-License-Identifier: MIT */
/* Shared by the encoders of lzma.h. */
#ifndef BIOSBELT_LZMA_PRIVATE_H
#define BIOSBELT_LZMA_PRIVATE_H

#include "biosbelt/lzma.h"

/* The first member of readers of LZMA1 and LZMA2, for lzma_reader_used. */
struct counted_reader {
	struct reader base;
	uint64_t used; /* compressed bytes taken */
};

/* As lzma1_reader, for any lc + lp. p->dict is at least LZMA_DICT_LEAST. */
enum err_code lzma1_wide_reader(struct reader *from, const struct lzma_prop *p, uint64_t size,
	bool marker_ok, uint64_t memlimit, struct reader **out, struct err *err);

/* Decodes bytes, which it closes, and compares. */
enum err_code lzma1_check(
	struct span in, const struct lzma_encode *how, struct reader *bytes, struct err *err);
/*
 * The same by lzma1_verify in a thread, as the bytes arrive; in and how must stay valid. NULL:
 * there is no thread for it, and *err has the reason.
 */
struct lzma_checker;
struct lzma_checker *lzma_checker_start(
	struct span in, const struct lzma_encode *how, struct err *err);
void lzma_checker_more(struct lzma_checker *c, struct span bytes);
/*
 * Ends the bytes, waits for the result and frees; c may be NULL. rc is what the encoding came to,
 * with its reason in *err: what was found replaces ERR_OK only.
 */
enum err_code lzma_checker_end(struct lzma_checker *c, enum err_code rc, struct err *err);

#endif
