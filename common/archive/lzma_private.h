/* SPDX-License-Identifier: MIT */
/* The two encoders behind lzma1_encode. */
#ifndef BIOSBELT_LZMA_PRIVATE_H
#define BIOSBELT_LZMA_PRIVATE_H

#include "biosbelt/lzma.h"

/* As lzma1_encode by lzlib; lzlib_takes must hold. */
enum err_code lzlib_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err);

#endif
