/* SPDX-License-Identifier: MIT */
#include "imap/folder_name.h"

#include <string.h>

#include "biosbelt/utf.h"
#include "message/base64.h"

/* One run of what is not ASCII: its UTF-16 in base64 with ',' for '/' and no '='. */
static void add_run(struct buf *units, struct buf *out)
{
	uint8_t text[400];
	size_t n;
	size_t i;

	if (units->len == 0 || units->failed != ERR_OK)
		return;
	buf_fill(units, 0, BASE64_SLACK); /* base64_word reads on */
	units->len -= BASE64_SLACK;
	n = base64_word(units->ptr, units->len, text);
	buf_add_u8(out, '&');
	for (i = 0; i < n && text[i] != '='; i++)
		buf_add_u8(out, text[i] == '/' ? ',' : text[i]);
	buf_add_u8(out, '-');
	units->len = 0;
}

static void add_unit(struct buf *units, uint32_t unit)
{
	buf_add_u8(units, (uint8_t)(unit >> 8));
	buf_add_u8(units, (uint8_t)unit);
}

/* "&" begins an encoded run: its letters and a "-" follow. */
static bool is_encoded(struct span name)
{
	size_t i;
	size_t at = span_find(name, 0, "&", 1);

	if (at == SIZE_MAX || utf8_valid_len(name) != name.len)
		return false;
	for (i = at + 1; i < name.len && name.ptr[i] < 0x80; i++) {
		uint8_t c = name.ptr[i];

		if (c == '-')
			return i - at > 2;
		if ((c | 0x20) < 'a' || (c | 0x20) > 'z')
			if ((c < '0' || c > '9') && c != '+' && c != ',')
				return false;
	}
	return false;
}

bool folder_name(struct span utf8, struct buf *out)
{
	struct buf units;
	size_t pos = 0;

	if (utf8_valid_len(utf8) != utf8.len)
		return false;
	if (is_encoded(utf8)) {
		buf_add(out, utf8.ptr, utf8.len);
		return true;
	}
	buf_init(&units, 0);
	while (pos < utf8.len) {
		uint32_t cp = utf8_next(utf8, &pos);

		if (cp >= ' ' && cp < 0x7F) {
			add_run(&units, out);
			buf_add_u8(out, (uint8_t)cp);
			if (cp == '&')
				buf_add_u8(out, '-');
			continue;
		}
		if (cp > 0xFFFF) {
			add_unit(&units, 0xD800 + ((cp - 0x10000) >> 10));
			cp = 0xDC00 + ((cp - 0x10000) & 0x3FF);
		}
		add_unit(&units, cp);
		if (units.len > 250)
			add_run(&units, out);
	}
	add_run(&units, out);
	buf_free(&units);
	return true;
}
