/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "biosbelt/utf.h"
#include "os_private.h"

wchar_t *os_wide(const char *text)
{
	struct span in = span_of(text, strlen(text));
	wchar_t *out = malloc((in.len + 1) * sizeof *out);
	size_t pos = 0;
	size_t n = 0;

	while (out != NULL && pos < in.len) {
		uint32_t cp = utf8_next(in, &pos);

		if (cp == UTF_BAD)
			cp = UTF_REPLACEMENT;
		if (cp >= 0x10000) {
			out[n++] = (wchar_t)(0xD800 + ((cp - 0x10000) >> 10));
			cp = 0xDC00 + ((cp - 0x10000) & 0x3FF);
		}
		out[n++] = (wchar_t)cp;
	}
	if (out != NULL)
		out[n] = L'\0';
	return out;
}

char *os_narrow(const wchar_t *text)
{
	size_t len = wcslen(text);
	char *out = malloc(len * 3 + 1);
	size_t n = 0;
	size_t i;

	for (i = 0; out != NULL && i < len; i++) {
		uint32_t cp = text[i];

		if (cp >= 0xD800 && cp < 0xDC00 && text[i + 1] >= 0xDC00 && text[i + 1] < 0xE000)
			cp = 0x10000 + ((cp - 0xD800) << 10) + (text[++i] - 0xDC00u);
		else if (cp >= 0xD800 && cp < 0xE000)
			cp = UTF_REPLACEMENT;
		n += utf8_put(cp, (uint8_t *)out + n);
	}
	if (out != NULL)
		out[n] = '\0';
	return out;
}
