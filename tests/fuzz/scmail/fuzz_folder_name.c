/* SPDX-License-Identifier: MIT */
/* Names of IMAP folders: what is written is plain ASCII, and read by the rules of RFC 3501, section
 * 5.1.3, it is the name again, unless that was encoded already. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "imap/folder_name.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t digit(uint8_t c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";
	const char *at = c != 0 ? strchr(digits, c) : NULL;

	if (at == NULL)
		abort();
	return (uint32_t)(at - digits);
}

/* Letters of a run as text; aborts where it is none. */
static void read_run(const uint8_t *text, size_t len, struct buf *out)
{
	uint32_t bits = 0;
	uint32_t high = 0;
	uint8_t utf8[4];
	unsigned have = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		uint32_t unit;

		bits = bits << 6 | digit(text[i]);
		have += 6;
		if (have < 16)
			continue;
		have -= 16;
		unit = bits >> have & 0xFFFF;
		bits &= (1u << have) - 1;
		if (unit >= 0xD800 && unit < 0xDC00) {
			high = unit;
			continue;
		}
		if (unit >= 0xDC00 && unit < 0xE000)
			unit = 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
		if (unit >= ' ' && unit < 0x7F)
			abort();
		buf_add(out, utf8, utf8_put(unit, utf8));
	}
	if (bits != 0 || have >= 6)
		abort();
}

static void decode(struct span name, struct buf *out)
{
	size_t ended = SIZE_MAX; /* after a run: another one must not begin there */
	size_t i;

	for (i = 0; i < name.len; i++) {
		const uint8_t *dash;
		size_t len;

		if (name.ptr[i] < ' ' || name.ptr[i] > 0x7E)
			abort();
		if (name.ptr[i] != '&') {
			buf_add_u8(out, name.ptr[i]);
			continue;
		}
		dash = memchr(name.ptr + i, '-', name.len - i);
		if (dash == NULL)
			abort();
		len = (size_t)(dash - name.ptr) - i - 1;
		if (len == 0)
			buf_add_u8(out, '&');
		else if (i == ended)
			abort();
		else
			read_run(name.ptr + i + 1, len, out);
		i += len + 1;
		ended = len > 0 ? i + 1 : SIZE_MAX;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf encoded;
	struct buf back;

	buf_init(&encoded, 0);
	buf_init(&back, 0);
	if (folder_name(span_of(data, size), &encoded)) {
		bool kept =
			encoded.len == size && (size == 0 || memcmp(encoded.ptr, data, size) == 0);

		if (!kept) {
			decode(span_of(encoded.ptr, encoded.len), &back);
			if (back.len != size || memcmp(back.ptr, data, size) != 0)
				abort();
		}
	} else if (utf8_valid_len(span_of(data, size)) == size) {
		abort();
	}
	buf_free(&encoded);
	buf_free(&back);
	return 0;
}
