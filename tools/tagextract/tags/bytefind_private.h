/* SPDX-License-Identifier: MIT */
/* Shared by the searches with vectors of different lengths, and by the tests. */
#ifndef TAGEXTRACT_BYTEFIND_PRIVATE_H
#define TAGEXTRACT_BYTEFIND_PRIVATE_H

#include "tags/bytefind.h"

bool bytefind_fits_at(const uint8_t *at, const struct bytefind *what);

/* As bytefind, from place at on, byte by byte; sets *zero but never clears it. */
size_t bytefind_plain(struct span in, const struct bytefind *what, size_t at, bool *zero);

#if defined(__x86_64__)
/* The bit in which the two cases of the needle's letter at differ; 0: not a letter. */
char bytefind_bit(const struct bytefind *what, size_t at);

/* As bytefind. in is longer than the needle by at least 0, 31 or 63 bytes. *zero must be false. */
size_t bytefind_sse2(struct span in, const struct bytefind *what, bool *zero);
size_t bytefind_avx2(struct span in, const struct bytefind *what, bool *zero);
size_t bytefind_avx512(struct span in, const struct bytefind *what, bool *zero); /* F and BW */
#endif

#endif
