/* SPDX-License-Identifier: MIT */
#include "biosbelt/lzma.h"

/* LZMA specification (lzma-specification.txt of the LZMA SDK), "LZMA properties". */
#define PROP_END (9 * 5 * 5)

uint8_t lzma_prop_byte(const struct lzma_prop *p)
{
	return (uint8_t)((p->pb * 5 + p->lp) * 9 + p->lc);
}

bool lzma_prop_parse(uint8_t byte, struct lzma_prop *p)
{
	if (byte >= PROP_END)
		return false;
	p->lc = byte % 9;
	p->lp = byte / 9 % 5;
	p->pb = byte / 45;
	return true;
}

/* .xz file format 1.1.0, section 5.3.1: bits 0 is the mantissa 2 or 3, bits 1-5 the exponent. */
bool lzma2_dict_parse(uint8_t byte, uint32_t *dict)
{
	if (byte > 40)
		return false;
	*dict = byte == 40 ? UINT32_MAX : (uint32_t)(2 | (byte & 1)) << (byte / 2 + 11);
	return true;
}

uint8_t lzma2_dict_byte(uint32_t dict)
{
	uint8_t byte = 0;
	uint32_t size;

	while (lzma2_dict_parse(byte, &size) && size < dict)
		byte++;
	return byte;
}

uint32_t lzma_dict_for(uint64_t len)
{
	uint32_t dict = LZMA_DICT_LEAST;

	while (dict < LZMA_DICT_MOST && dict < len)
		dict <<= 1;
	return dict;
}
