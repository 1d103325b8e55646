/* SPDX-License-Identifier: MIT */
/*
 * Decoding readers for further methods of .7z archives. They own (and close) from on success only.
 * size: of the decoded data.
 */
#ifndef BIOSBELT_CODEC_H
#define BIOSBELT_CODEC_H

#include "biosbelt/reader.h"

/* Swaps the bytes of every unit of 2 or 4 bytes; an incomplete unit at the end is not changed. */
enum err_code swap_reader(struct reader *from, unsigned unit, struct reader **out, struct err *err);

/* AES-256 in CBC mode (FIPS 197, SP 800-38A), whole blocks of 16 bytes; the padding after size
 * bytes is dropped. */
#define AES_KEY   32
#define AES_BLOCK 16
enum err_code aes_reader(struct reader *from, const uint8_t key[AES_KEY],
	const uint8_t iv[AES_BLOCK], uint64_t size, struct reader **out, struct err *err);

#endif
