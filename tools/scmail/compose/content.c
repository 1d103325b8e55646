/* SPDX-License-Identifier: MIT */
#include "compose/content.h"

#include <string.h>

#include "message/base64.h"
#include "message/textbody.h"

#define LINE_MAX_LEN 998 /* RFC 5322, section 2.1.1 */
#define FOLD_LINE    76  /* RFC 2045, sections 6.7 and 6.8 */

/* Whether the word is at that place, ignoring case. */
static bool word_at(struct span value, size_t at, const char *lower)
{
	size_t i;

	for (i = 0; lower[i] != '\0'; i++) {
		uint8_t c = at + i < value.len ? value.ptr[at + i] : 0;

		if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != (uint8_t)lower[i])
			return false;
	}
	return true;
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t skip_blanks(struct span value, size_t at)
{
	while (at < value.len && is_blank(value.ptr[at]))
		at++;
	return at;
}

static bool begins(struct span value, const char *lower)
{
	return word_at(value, skip_blanks(value, 0), lower);
}

/* The value of a parameter, name_is such as "charset="; empty when missing. */
static struct span parameter(struct span value, const char *name_is)
{
	const char *ends = "; \t\r\n";
	size_t at = 0;
	size_t end;
	struct span out;

	while (at < value.len &&
		!(value.ptr[at] == ';' && word_at(value, skip_blanks(value, at + 1), name_is)))
		at++;
	if (at < value.len)
		at = skip_blanks(value, at + 1) + strlen(name_is);
	if (at < value.len && value.ptr[at] == '"') {
		ends = "\"";
		at++;
	}
	for (end = at; end < value.len && strchr(ends, value.ptr[end]) == NULL; end++)
		;
	span_slice(value, at, end - at, &out);
	return out;
}

static void read_type(struct content *c, struct span value)
{
	struct span charset = parameter(value, "charset=");
	bool sealed = begins(value, "multipart/signed") || begins(value, "multipart/encrypted");

	c->declared = true;
	c->text = begins(value, "text/");
	c->html = begins(value, "text/html");
	c->plain = begins(value, "text/plain");
	c->composite = begins(value, "multipart/") || begins(value, "message/");
	if (begins(value, "multipart/") && !sealed)
		c->boundary = parameter(value, "boundary=");
	c->charset = charset.len == 0 ? TEXT_ASCII /* RFC 2046, section 4.1.2 */
				      : text_enc_find((const char *)charset.ptr, charset.len);
}

static enum content_coding coding_of(struct span value)
{
	if (begins(value, "7bit") || begins(value, "8bit") || begins(value, "binary"))
		return CODING_NONE;
	if (begins(value, "base64"))
		return CODING_BASE64;
	return begins(value, "quoted-printable") ? CODING_QP : CODING_OTHER;
}

static void look_at_bytes(struct content *c)
{
	size_t line = 0;
	size_t i;

	for (i = 0; i < c->body.len; i++) {
		uint8_t b = c->body.ptr[i];

		line = b == '\n' || b == '\r' ? 0 : line + 1;
		c->zero = c->zero || b == 0;
		c->breaks = c->breaks || c->zero || line > LINE_MAX_LEN;
		c->eight_bit = c->eight_bit || b > 0x7F;
	}
}

void content_read(struct span eml, struct content *out)
{
	struct fieldscan s;

	*out = (struct content){.text = true};
	fieldscan_init(&s, eml);
	while (fieldscan_next(&s)) {
		if (fieldscan_is(&s, "content-type"))
			read_type(out, s.value);
		else if (fieldscan_is(&s, "content-transfer-encoding"))
			out->coding = coding_of(s.value);
		else if (fieldscan_is(&s, "mime-version"))
			out->mime = true;
	}
	out->body = fieldscan_body(&s);
	look_at_bytes(out);
}

bool content_is_repaired(const struct content *c)
{
	return c->breaks && !c->composite && c->coding != CODING_OTHER;
}

/* Blanks and line ends are ignored in base64. */
static void fold_base64(struct span body, struct buf *out)
{
	size_t column = 0;
	size_t i;

	for (i = 0; i < body.len; i++) {
		if (is_blank(body.ptr[i]))
			continue;
		if (column == FOLD_LINE) {
			buf_str(out, "\r\n");
			column = 0;
		}
		buf_add_u8(out, body.ptr[i]);
		column++;
	}
	buf_str(out, "\r\n");
}

/* A soft break goes before a character, not into "=4A". */
static void fold_qp(struct span body, struct buf *out)
{
	size_t column = 0;
	size_t i;

	for (i = 0; i < body.len; i++) {
		uint8_t c = body.ptr[i];
		size_t need = c == '=' ? 3 : 1;
		bool inside =
			(i >= 1 && body.ptr[i - 1] == '=') || (i >= 2 && body.ptr[i - 2] == '=');
		bool line_end = c == '\r' || c == '\n';

		if (column + need > FOLD_LINE - 1 && !inside && !line_end) {
			buf_str(out, "=\r\n");
			column = 0;
		}
		column = line_end ? 0 : column + 1;
		buf_add_u8(out, c);
	}
}

/* A byte of UTF-16 or UTF-32 may look like a line end; text with zero bytes may be such,
 * undeclared. */
static bool has_lines_of_bytes(const struct content *c)
{
	return c->text && !c->zero && (c->charset < TEXT_UTF16LE || c->charset > TEXT_UTF32BE);
}

void content_write(const struct content *c, struct buf *out)
{
	if (c->coding == CODING_BASE64)
		fold_base64(c->body, out);
	else if (c->coding == CODING_QP)
		fold_qp(c->body, out);
	else if (has_lines_of_bytes(c))
		textbody_write(out, c->body, TRANSFER_BASE64);
	else
		base64_body(out, c->body);
}
