/* SPDX-License-Identifier: MIT */
#include "terminal/keys.h"

#include <stdio.h>
#include <string.h>

static bool starts(const char **text, const char *prefix)
{
	size_t i;

	for (i = 0; prefix[i] != '\0'; i++)
		if (((*text)[i] | 0x20) != (prefix[i] | 0x20)) /* letters of any case */
			return false;
	*text += i;
	return true;
}

bool keys_parse(const char *text, uint8_t *escape)
{
	char c;

	if (strcmp(text, "none") == 0) {
		*escape = 0;
		return true;
	}
	if (!starts(&text, "ctrl-") && !starts(&text, "^"))
		return false;
	c = text[0];
	if (c >= 'a' && c <= 'z')
		c = (char)(c - 0x20);
	/* Ctrl with these gives Tab, Enter and Escape, which are needed */
	if (c < 'A' || c > '_' || text[1] != '\0' || strchr("IJM[", c) != NULL)
		return false;
	*escape = (uint8_t)(c - 0x40);
	return true;
}

const char *keys_name(uint8_t escape, char out[8])
{
	snprintf(out, 8, "Ctrl-%c", escape + 0x40);
	return out;
}

char keys_next(struct keys *k, struct span *in, struct span *send)
{
	const uint8_t *p = in->ptr;
	size_t n;

	*send = span_of(p, 0);
	if (in->len == 0)
		return 0;
	if (k->after_escape) {
		uint8_t key = p[0];

		k->after_escape = false;
		*in = span_of(p + 1, in->len - 1);
		if (key == k->escape) {
			*send = span_of(p, 1);
			return 0;
		}
		return (char)(key >= 1 && key <= 26 ? key + 0x60 : key < 0x7F ? key : '?');
	}
	for (n = 0; n < in->len && (k->escape == 0 || p[n] != k->escape); n++)
		;
	*send = span_of(p, n);
	k->after_escape = n < in->len;
	n += k->after_escape;
	*in = span_of(p + n, in->len - n);
	return 0;
}
