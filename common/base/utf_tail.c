/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/utf.h"

const char *utf8_tail(const char *text, size_t most)
{
	size_t len = strlen(text);

	if (len <= most)
		return text;
	text += len - most;
	while (((uint8_t)*text & 0xC0) == 0x80)
		text++;
	return text;
}
