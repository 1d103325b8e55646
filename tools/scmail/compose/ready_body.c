/* SPDX-License-Identifier: MIT */
#include "compose/ready_body.h"

#include <string.h>

#include "biosbelt/text.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "compose/textin.h"
#include "message/base64.h"
#include "message/textbody.h"

#define LINE_MAX_LEN 998 /* RFC 5322, section 2.1.1 */

/* Does that word stand at that place? Case does not count. */
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

static size_t skip_blanks(struct span value, size_t at)
{
	while (at < value.len && (value.ptr[at] == ' ' || value.ptr[at] == '\t' ||
					 value.ptr[at] == '\r' || value.ptr[at] == '\n'))
		at++;
	return at;
}

static bool begins(struct span value, const char *lower)
{
	return word_at(value, skip_blanks(value, 0), lower);
}

/* The charset that a Content-Type names; TEXT_ASCII when it names none (RFC 2046, section 4.1.2),
 * TEXT_NONE when it is not known here. */
static enum text_enc charset_of(struct span value)
{
	size_t at = 0;
	size_t end;

	while (at < value.len &&
		!(value.ptr[at] == ';' && word_at(value, skip_blanks(value, at + 1), "charset=")))
		at++;
	if (at == value.len)
		return TEXT_ASCII;
	at = skip_blanks(value, at + 1) + strlen("charset=");
	at += at < value.len && value.ptr[at] == '"';
	for (end = at; end < value.len && strchr("\"; \t\r\n", value.ptr[end]) == NULL; end++)
		;
	return text_enc_find((const char *)value.ptr + at, end - at);
}

static void look_at_bytes(struct ready_body *b)
{
	size_t line = 0;
	size_t i;

	for (i = 0; i < b->body.len; i++) {
		uint8_t c = b->body.ptr[i];

		line = c == '\n' || c == '\r' ? 0 : line + 1;
		b->breaks = b->breaks || c == 0 || line > LINE_MAX_LEN;
		b->eight_bit = b->eight_bit || c > 0x7F;
	}
}

/* A program that runs without a locale declares US-ASCII whatever it prints, and one of a UTF-8
 * locale UTF-8: bytes that are not such make the declaration void when they are text in another
 * encoding, all of them. */
static void find_true_text(struct ready_body *b)
{
	char doubt[TEXTIN_DOUBT] = "";
	struct textin t = {.doubt = doubt};
	uint64_t replaced = 0;
	struct err ignored;
	bool wrong = b->charset == TEXT_ASCII ||
		     (b->charset == TEXT_UTF8 && utf8_valid_len(b->body) != b->body.len);

	if (!b->declared || b->coded || !b->eight_bit || !(b->plain || b->html) || !wrong)
		return;
	b->misdeclared = textin_decode(&t, b->body, tr("the message"), &replaced, &b->text,
				 &ignored) == ERR_OK &&
			 replaced == 0;
	if (!b->misdeclared)
		blob_free(&b->text);
}

void ready_body_look(struct span eml, struct ready_body *out)
{
	struct fieldscan s;

	*out = (struct ready_body){.is_text = true};
	fieldscan_init(&s, eml);
	while (fieldscan_next(&s)) {
		if (fieldscan_is(&s, "content-type")) {
			out->declared = true;
			out->is_text = begins(s.value, "text/");
			out->html = begins(s.value, "text/html");
			out->plain = begins(s.value, "text/plain");
			out->charset = charset_of(s.value);
		} else if (fieldscan_is(&s, "content-transfer-encoding")) {
			out->coded = !begins(s.value, "7bit") && !begins(s.value, "8bit") &&
				     !begins(s.value, "binary");
		} else if (fieldscan_is(&s, "mime-version")) {
			out->mime = true;
		}
	}
	out->body = fieldscan_body(&s);
	look_at_bytes(out);
	find_true_text(out);
}

void ready_body_free(struct ready_body *b)
{
	blob_free(&b->text);
}

/* The bytes stay what they are, in base64. */
static bool goes_as_bytes(const struct ready_body *b)
{
	return b->breaks && b->declared && b->is_text && !b->coded && !b->misdeclared;
}

/* Nothing says what it is: a text, in an encoding that is found out. */
static bool goes_as_text(const struct ready_body *b)
{
	return !b->declared && !b->coded && (b->breaks || b->eight_bit);
}

bool ready_body_replaces(const struct ready_body *b, const struct fieldscan *field)
{
	if ((goes_as_text(b) || b->misdeclared) && fieldscan_is(field, "mime-version"))
		return true;
	if (b->misdeclared && fieldscan_is(field, "content-type"))
		return true;
	return (goes_as_bytes(b) || goes_as_text(b) || b->misdeclared) &&
	       fieldscan_is(field, "content-transfer-encoding");
}

/* Base64 of a text keeps its line ends, which are CR LF (RFC 2046, section 4.1.1). */
static enum err_code write_bytes(const struct ready_body *b, struct buf *out, struct err *err)
{
	struct buf text;
	size_t i;

	if (!b->mime)
		buf_str(out, "MIME-Version: 1.0\r\n");
	buf_str(out, "Content-Transfer-Encoding: base64\r\n\r\n");
	buf_init(&text, 0);
	for (i = 0; i < b->body.len; i++) {
		uint8_t c = b->body.ptr[i];

		if (c == '\n' && (i == 0 || b->body.ptr[i - 1] != '\r'))
			buf_add_u8(&text, '\r');
		buf_add_u8(&text, c);
	}
	if (text.failed == ERR_OK)
		base64_body(out, span_of(text.ptr, text.len));
	buf_free(&text);
	return text.failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code write_text(
	const struct ready_body *b, char *doubt, struct buf *out, struct err *err)
{
	struct textin t = {.warn = true, .doubt = doubt};
	struct blob text = {NULL, 0};
	uint64_t replaced = 0;
	enum err_code rc = textin_decode(&t, b->body, tr("the message"), &replaced, &text, err);

	if (rc == ERR_FORMAT) { /* no text at all: its bytes arrive */
		buf_str(out, "Content-Type: application/octet-stream\r\n"
			     "Content-Transfer-Encoding: base64\r\n\r\n");
		base64_body(out, b->body);
		return ERR_OK;
	}
	if (rc == ERR_OK)
		textbody_part(out, "plain", blob_span(text));
	blob_free(&text);
	return rc;
}

enum err_code ready_body_write(
	const struct ready_body *b, char *doubt, struct buf *out, struct err *err)
{
	if (goes_as_bytes(b))
		return write_bytes(b, out, err);
	if (b->misdeclared || goes_as_text(b))
		buf_str(out, "MIME-Version: 1.0\r\n");
	if (b->misdeclared) {
		textbody_part(out, b->html ? "html" : "plain", blob_span(b->text));
		return ERR_OK;
	}
	if (goes_as_text(b))
		return write_text(b, doubt, out, err);
	buf_str(out, "\r\n");
	buf_add(out, b->body.ptr, b->body.len);
	return ERR_OK;
}
