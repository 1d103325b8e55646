/* SPDX-License-Identifier: MIT */
/* What the searches with vectors of different lengths share; for the tests, too. */
#ifndef TAGEXTRACT_BYTEFIND_PRIVATE_H
#define TAGEXTRACT_BYTEFIND_PRIVATE_H

#include "tags/bytefind.h"

bool bytefind_fits_at(const uint8_t *at, const struct bytefind *what);

/* As bytefind, but only the places from at on, one by one; *zero is set, never cleared. */
size_t bytefind_plain(struct span in, const struct bytefind *what, size_t at, bool *zero);

#if defined(__x86_64__)
/* The bit that tells the two forms of the needle's letter at apart, 0 where there are none. */
char bytefind_bit(const struct bytefind *what, size_t at);

/* As bytefind. in holds the needle's length at least, and more: 0, 31 or 63 bytes. *zero is false
 * before. */
size_t bytefind_sse2(struct span in, const struct bytefind *what, bool *zero);
size_t bytefind_avx2(struct span in, const struct bytefind *what, bool *zero);
size_t bytefind_avx512(struct span in, const struct bytefind *what, bool *zero); /* F and BW */
#endif

#endif
