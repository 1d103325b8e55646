/* SPDX-License-Identifier: MIT */
/*
 * Encoder of UEFI compression (UEFI 2.10, chapter 19). Both kinds: "EFI standard" (position code
 * lengths counted in 4 bits, window 8 KiB) and "Tiano" (5 bits, window 512 KiB). Parsing is by
 * cost, so the result is normally smaller than that of the reference encoder. Time is bounded by a
 * constant times the length; memory by about 8 MiB and the input's size.
 */
#ifndef BIOSBELT_TIANO_ENCODE_H
#define BIOSBELT_TIANO_ENCODE_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define TIANO_ENCODE_MAX ((size_t)256 << 20) /* bytes of input */

enum tiano_kind { TIANO_KIND_EFI, TIANO_KIND_TIANO };

/* The whole stream: u32 compressed size, u32 original size, blocks. blob_free releases it. */
enum err_code tiano_encode(struct span in, enum tiano_kind kind, struct blob *out, struct err *err);

#endif
