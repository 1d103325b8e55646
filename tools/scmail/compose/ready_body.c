/* SPDX-License-Identifier: MIT */
#include "compose/ready_body.h"

#include <string.h>

#include "compose/textin.h"
#include "message/base64.h"
#include "message/textbody.h"

#define LINE_MAX_LEN 998 /* RFC 5322, section 2.1.1 */

/* Does the value begin with that word? Blanks before it do not count, nor does case. */
static bool begins(struct span value, const char *lower)
{
	size_t at = 0;
	size_t i;

	while (at < value.len && (value.ptr[at] == ' ' || value.ptr[at] == '\t' ||
					 value.ptr[at] == '\r' || value.ptr[at] == '\n'))
		at++;
	for (i = 0; lower[i] != '\0'; i++) {
		uint8_t c = at + i < value.len ? value.ptr[at + i] : 0;

		if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != (uint8_t)lower[i])
			return false;
	}
	return true;
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

void ready_body_look(struct span eml, struct ready_body *out)
{
	struct fieldscan s;

	*out = (struct ready_body){.is_text = true};
	fieldscan_init(&s, eml);
	while (fieldscan_next(&s)) {
		if (fieldscan_is(&s, "content-type")) {
			out->declared = true;
			out->is_text = begins(s.value, "text/");
		} else if (fieldscan_is(&s, "content-transfer-encoding")) {
			out->coded = !begins(s.value, "7bit") && !begins(s.value, "8bit") &&
				     !begins(s.value, "binary");
		} else if (fieldscan_is(&s, "mime-version")) {
			out->mime = true;
		}
	}
	out->body = fieldscan_body(&s);
	look_at_bytes(out);
}

/* The bytes stay what they are, in base64. */
static bool goes_as_bytes(const struct ready_body *b)
{
	return b->breaks && b->declared && b->is_text && !b->coded;
}

/* Nothing says what it is: a text, in an encoding that is found out. */
static bool goes_as_text(const struct ready_body *b)
{
	return !b->declared && !b->coded && (b->breaks || b->eight_bit);
}

bool ready_body_replaces(const struct ready_body *b, const struct fieldscan *field)
{
	if (goes_as_text(b) && fieldscan_is(field, "mime-version"))
		return true;
	return (goes_as_bytes(b) || goes_as_text(b)) &&
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
	enum text_transfer transfer;
	struct blob text = {NULL, 0};
	struct buf body;
	uint64_t replaced = 0;
	bool ascii;
	enum err_code rc = textin_decode(&t, b->body, "the message", &replaced, &text, err);

	buf_str(out, "MIME-Version: 1.0\r\n");
	if (rc == ERR_FORMAT) { /* no text at all: its bytes arrive */
		buf_str(out, "Content-Type: application/octet-stream\r\n"
			     "Content-Transfer-Encoding: base64\r\n\r\n");
		base64_body(out, b->body);
		return ERR_OK;
	}
	if (rc != ERR_OK)
		return rc;
	buf_init(&body, 0);
	textbody_write(&body, blob_span(text), &transfer, &ascii);
	buf_printf(out,
		"Content-Type: text/plain; charset=%s\r\nContent-Transfer-Encoding: %s\r\n\r\n",
		ascii ? "us-ascii" : "utf-8", text_transfer_name(transfer));
	buf_add(out, body.ptr, body.len);
	if (body.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	buf_free(&body);
	blob_free(&text);
	return rc;
}

enum err_code ready_body_write(
	const struct ready_body *b, char *doubt, struct buf *out, struct err *err)
{
	if (goes_as_bytes(b))
		return write_bytes(b, out, err);
	if (goes_as_text(b))
		return write_text(b, doubt, out, err);
	buf_str(out, "\r\n");
	buf_add(out, b->body.ptr, b->body.len);
	return ERR_OK;
}
