/* SPDX-License-Identifier: MIT */
/*
 * A block of Intel's BIOS Guard; updates of AMI (pfat.h) and Dell (pfs.h) consist of such. It is a
 * header, a script that places the data in the flash, the data, and mostly a signature. Offsets are
 * bytes of the span given. Nothing is allocated.
 *
 * Source: platomav/BIOSUtilities, ami_pfat_extract.py.
 */
#ifndef BIOSBELT_BIOSGUARD_H
#define BIOSBELT_BIOSGUARD_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/span.h"

#define GUARD_HEAD        0x30u
/* Version and platform: the same in all blocks for a board. */
#define GUARD_MARK_LEN    20u
#define GUARD_PLATFORM    4u
#define GUARD_SCRIPT_SIZE 0x1Cu
#define GUARD_DATA_SIZE   0x20u

struct guard_block {
	size_t script, script_len;
	size_t data, data_len; /* after the script */
	bool is_signed;        /* a signature follows the data */
};

/* The block that begins at off; false: its script or its data would end after the span does. */
bool guard_block_parse(struct span in, size_t off, struct guard_block *out);

/* The length of the script when it is complete and the data are cut off. */
bool guard_script_len(struct span in, size_t off, uint32_t *out);

/* With modulus, exponent and signature of RSA-2048 and RSA-3072. */
#define GUARD_SIGNATURE_2K 0x20Cu
#define GUARD_SIGNATURE_3K 0x30Cu
/* Bytes of the signature at off, by the kind of its key; 0: of a kind that is not known. */
size_t guard_signature_len(struct span in, size_t off);

#endif
