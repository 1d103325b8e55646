/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "biosbelt/utf.h"
#include "os_private.h"

/* A name may have half of a surrogate pair, where another program cut it between the halves. It
 * goes through us as the three bytes that utf16le_to_bytes writes; 0: no such bytes at pos. */
static uint32_t lone_surrogate(struct span in, size_t pos)
{
	const uint8_t *p = in.ptr + pos;

	if (in.len - pos < 3 || p[0] != 0xED || p[1] < 0xA0 || p[1] > 0xBF || (p[2] & 0xC0) != 0x80)
		return 0;
	return 0xD000u | (uint32_t)(p[1] & 0x3F) << 6 | (p[2] & 0x3Fu);
}

wchar_t *os_wide_span(struct span in, size_t *count)
{
	wchar_t *out = malloc((in.len + 1) * sizeof *out);
	size_t pos = 0;
	size_t n = 0;

	while (out != NULL && pos < in.len) {
		uint32_t cp = lone_surrogate(in, pos);

		if (cp != 0)
			pos += 3;
		else
			cp = utf8_next(in, &pos);
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
	*count = n;
	return out;
}

wchar_t *os_wide(const char *text)
{
	size_t count;

	return os_wide_span(span_of(text, strlen(text)), &count);
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
		if (cp >= 0xD800 && cp < 0xE000) {
			out[n++] = (char)0xED;
			out[n++] = (char)(0x80 | (cp >> 6 & 0x3F));
			out[n++] = (char)(0x80 | (cp & 0x3F));
		}
		n += utf8_put(cp, (uint8_t *)out + n); /* nothing for half a pair */
	}
	if (out != NULL)
		out[n] = '\0';
	return out;
}

wchar_t *os_plain_path(wchar_t *path)
{
	if (wcsncmp(path, L"\\\\?\\", 4) == 0 && path[4] != L'\0' && path[5] == L':')
		return path + 4;
	if (wcsncmp(path, L"\\\\?\\UNC\\", 8) != 0)
		return path;
	path[6] = L'\\'; /* \\server\share */
	return path + 6;
}
