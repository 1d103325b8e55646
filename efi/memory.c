/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

int _fltused; /* the linker needs it where floating point is used */

void *memset(void *to, int value, size_t len)
{
	volatile uint8_t *p = to;

	while (len-- != 0)
		*p++ = (uint8_t)value;
	return to;
}

void *memcpy(void *to, const void *from, size_t len)
{
	volatile uint8_t *p = to;
	const uint8_t *q = from;

	while (len-- != 0)
		*p++ = *q++;
	return to;
}
