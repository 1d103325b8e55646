/* SPDX-License-Identifier: MIT */
/*
 * Decoder of UEFI compression (UEFI 2.10, chapter 19: LZ77 and Huffman codes in blocks). "EFI
 * standard" streams write the code lengths of positions in 4 bits, "Tiano" streams in 5.
 */
#ifndef BIOSBELT_TIANO_H
#define BIOSBELT_TIANO_H

#include "biosbelt/err.h"
#include "biosbelt/fwcodec.h"
#include "biosbelt/span.h"

#define TIANO_HEADER_LEN 8 /* u32 compressed size, u32 original size */
#define TIANO_POS_BITS   5
#define EFI_STD_POS_BITS 4

/* Whether a stream's first code is possible, which the kind makes no difference for. */
bool tiano_begins(struct span in);

/*
 * Decodes one stream, header included. out->codec follows from pos_bits. ERR_FORMAT when the header
 * does not fit; a damaged stream is ERR_OK, with out->end.
 */
enum err_code tiano_decode(struct span in, unsigned pos_bits, size_t max_out,
	struct fw_unpacked *out, struct err *err);

#endif
