/* SPDX-License-Identifier: MIT */
#include "imap/folder_name.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "message/base64.h"

static bool is_plain(uint32_t unit)
{
	return unit >= ' ' && unit < 0x7F;
}

/* Writes a run of special characters: its UTF-16 in base64 with ',' for '/' and without '='. The
 * whole run at once, because adjacent runs are not allowed. */
static void add_run(struct buf *units, struct buf *out)
{
	size_t len = units->len;
	uint8_t *text;
	size_t n;
	size_t i;

	if (len == 0)
		return;
	buf_fill(units, 0, BASE64_SLACK); /* base64_word reads beyond the end */
	units->len = 0;
	text = units->failed == ERR_OK ? malloc((len + 2) / 3 * 4) : NULL;
	if (text == NULL) {
		out->failed = ERR_NOMEM;
		return;
	}
	n = base64_word(units->ptr, len, text);
	buf_add_u8(out, '&');
	for (i = 0; i < n && text[i] != '='; i++)
		buf_add_u8(out, text[i] == '/' ? ',' : text[i]);
	buf_add_u8(out, '-');
	free(text);
}

static void add_unit(struct buf *units, uint32_t unit)
{
	buf_add_u8(units, (uint8_t)(unit >> 8));
	buf_add_u8(units, (uint8_t)unit);
}

static int value_of(uint8_t c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == ',' ? 63 : -1;
}

/* Whether a run decodes to complete special characters, with surrogates in pairs and padding bits
 * of zero; *pos moves past the '-'. */
static bool is_run(struct span name, size_t *pos)
{
	uint32_t bits = 0;
	uint32_t high = 0; /* the surrogate before */
	unsigned have = 0;
	size_t units = 0;

	for (; *pos < name.len && name.ptr[*pos] != '-'; (*pos)++) {
		int value = value_of(name.ptr[*pos]);
		uint32_t unit;

		if (value < 0)
			return false;
		bits = bits << 6 | (uint32_t)value;
		have += 6;
		if (have < 16)
			continue;
		have -= 16;
		unit = bits >> have & 0xFFFF;
		bits &= (1u << have) - 1;
		if (is_plain(unit) || (high != 0) != (unit >> 10 == 0xDC00 >> 10))
			return false;
		high = unit >> 10 == 0xD800 >> 10 ? unit : 0;
		units++;
	}
	if (*pos == name.len || units == 0 || high != 0 || have >= 6 || bits != 0)
		return false;
	(*pos)++;
	return true;
}

/* True for a name as servers encode it: at least one run, and each "&" begins a run or is "&-". */
static bool is_encoded(struct span name)
{
	size_t runs = 0;
	size_t pos = 0;

	while (pos < name.len) {
		uint8_t c = name.ptr[pos++];

		if (!is_plain(c))
			return false;
		if (c != '&')
			continue;
		if (pos < name.len && name.ptr[pos] == '-') {
			pos++;
			continue;
		}
		if (!is_run(name, &pos))
			return false;
		runs++;
	}
	return runs > 0;
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

		if (is_plain(cp)) {
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
	}
	add_run(&units, out);
	buf_free(&units);
	return true;
}
