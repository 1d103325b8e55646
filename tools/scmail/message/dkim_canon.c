/* SPDX-License-Identifier: MIT */
#include "message/dkim_canon.h"

#include <string.h>

void dkim_body_init(struct dkim_body *b)
{
	*b = (struct dkim_body){0};
	sha256_init(&b->sha);
}

static void add(struct dkim_body *b, const void *ptr, size_t len)
{
	sha256_update(&b->sha, len, ptr);
}

/* Hashes empty lines that were held back. */
static void release(struct dkim_body *b)
{
	for (; b->ends > 0; b->ends--)
		add(b, "\r\n", 2);
	if (b->blank)
		add(b, " ", 1);
	b->blank = false;
}

/* Length that is hashed unchanged, including line ends within it: up to a blank, or to the line
 * ends before it. Base64 has no blanks, so a whole block is hashed at once. */
static size_t plain_len(struct span in)
{
	size_t len = in.len;
	const uint8_t *p = memchr(in.ptr, ' ', len);

	if (p != NULL)
		len = (size_t)(p - in.ptr);
	p = len > 0 ? memchr(in.ptr, '\t', len) : NULL;
	if (p != NULL)
		len = (size_t)(p - in.ptr);
	if (in.ptr[0] == '\r' || in.ptr[0] == '\n')
		return 0;
	while (len > 0 && (in.ptr[len - 1] == '\r' || in.ptr[len - 1] == '\n'))
		len--;
	return len;
}

void dkim_body_update(struct dkim_body *b, struct span in)
{
	while (in.len > 0) {
		size_t n = plain_len(in);

		if (n > 0) {
			release(b);
			b->begun = true;
			add(b, in.ptr, n);
			span_from(in, n, &in);
			continue;
		}
		if (*in.ptr == '\n') { /* preceded by CR: see message.h */
			b->ends++;
			b->blank = false;
		} else if (*in.ptr != '\r') {
			b->blank = true;
		}
		span_from(in, 1, &in);
	}
}

void dkim_body_final(struct dkim_body *b, uint8_t hash[SHA256_DIGEST_SIZE])
{
	/* empty lines at the end are not hashed, but the end of the last line is */
	if (b->ends > 0 && b->begun)
		add(b, "\r\n", 2);
	sha256_digest(&b->sha, SHA256_DIGEST_SIZE, hash);
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void dkim_field(struct span whole, bool end, struct buf *out)
{
	size_t i = 0;
	bool blank = false;
	bool begun = false;

	for (; i < whole.len && whole.ptr[i] != ':'; i++) {
		uint8_t c = whole.ptr[i];

		if (!is_blank(c))
			buf_add_u8(out, c >= 'A' && c <= 'Z' ? c | 0x20 : c);
	}
	buf_add_u8(out, ':');
	for (i++; i < whole.len; i++) {
		if (is_blank(whole.ptr[i])) {
			blank = begun;
			continue;
		}
		if (blank)
			buf_add_u8(out, ' ');
		blank = false;
		begun = true;
		buf_add_u8(out, whole.ptr[i]);
	}
	if (end)
		buf_str(out, "\r\n");
}
