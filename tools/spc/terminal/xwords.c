/* SPDX-License-Identifier: MIT */
#include "terminal/xwords.h"

uint16_t xwords_crc(const uint8_t *p, size_t len)
{
	uint16_t crc = 0;
	int bit;

	while (len-- > 0) {
		crc = (uint16_t)(crc ^ (unsigned)*p++ << 8);
		for (bit = 0; bit < 8; bit++)
			crc = (uint16_t)((crc & 0x8000) != 0 ? (unsigned)crc << 1 ^ 0x1021u
							     : (unsigned)crc << 1);
	}
	return crc;
}

uint8_t xwords_sum(const uint8_t *p, size_t len)
{
	uint8_t sum = 0;

	while (len-- > 0)
		sum = (uint8_t)(sum + *p++);
	return sum;
}
