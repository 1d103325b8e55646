/* SPDX-License-Identifier: MIT */
/* Compares the content of two firmware images of the same layout, independent of packing. */
#ifndef LZENC_REPACK_CHECK_H
#define LZENC_REPACK_CHECK_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/*
 * Walks both and compares, in order, the bytes of all parts without inner parts, except pad files;
 * after must not have more damage than before. A difference is ERR_IO with the place.
 */
enum err_code repack_check(struct span before, struct span after, struct err *err);

#endif
