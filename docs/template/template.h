/* SPDX-License-Identifier: MIT */
/*
 * The core of the template: the CRC-32 and the sum of a file's bytes. A core takes spans and
 * returns structs; it does not print, exit, or read options, files or the environment.
 */
#ifndef BIOSBELT_TEMPLATE_H
#define BIOSBELT_TEMPLATE_H

#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

struct template_sum {
	uint32_t crc; /* CRC-32 of all bytes */
	uint8_t sum;  /* their 8-bit sum: 0 in an image whose checksum is right */
};

/* An empty input is ERR_FORMAT: it has nothing to add up. */
enum err_code template_add_up(struct span in, struct template_sum *out, struct err *err);

#endif
