/* SPDX-License-Identifier: MIT */
/* EFI GUIDs (UEFI 2.10, Appendix A): 16 bytes, the first three fields little-endian. */
#ifndef BIOSBELT_GUID_H
#define BIOSBELT_GUID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define GUID_LEN      16
#define GUID_TEXT_LEN 37 /* XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX and the NUL */

struct guid {
	uint8_t b[GUID_LEN];
};

/* An initialiser from the registry form: GUID_INIT(0xD42AE6BD, 0x1352, 0x4BFB, 0x90, 0x9A, ...). */
#define GUID_INIT(a, b, c, d0, d1, d2, d3, d4, d5, d6, d7)                                         \
	{                                                                                          \
		{                                                                                  \
			(uint8_t)((a)&0xFF), (uint8_t)(((a) >> 8) & 0xFF),                         \
				(uint8_t)(((a) >> 16) & 0xFF), (uint8_t)(((a) >> 24) & 0xFF),      \
				(uint8_t)((b)&0xFF), (uint8_t)(((b) >> 8) & 0xFF),                 \
				(uint8_t)((c)&0xFF), (uint8_t)(((c) >> 8) & 0xFF), (d0), (d1),     \
				(d2), (d3), (d4), (d5), (d6), (d7)                                 \
		}                                                                                  \
	}

bool guid_equal(const struct guid *a, const struct guid *b);
/* Reads 16 bytes at off; false past the end of in. */
bool guid_at(struct span in, size_t off, struct guid *out);
/* Whether want is stored at off. */
bool guid_is(struct span in, size_t off, const struct guid *want);
void guid_text(const struct guid *g, char out[GUID_TEXT_LEN]); /* upper case */
bool guid_parse(const char *text, struct guid *out);           /* with or without braces */

#endif
