/* SPDX-License-Identifier: MIT */
/* Whether two firmware images of one layout hold the same things, whatever they are packed with. */
#ifndef LZENC_REPACK_CHECK_H
#define LZENC_REPACK_CHECK_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/*
 * Walks both and compares, in order, the bytes of all parts that hold no further ones, but pad
 * files; after may have no more damage than before. A difference is ERR_IO with the place.
 */
enum err_code repack_check(struct span before, struct span after, struct err *err);

#endif
