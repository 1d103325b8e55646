/* SPDX-License-Identifier: MIT */
#include "compose/ready_body.h"

#include "biosbelt/text.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "compose/ready_parts.h"
#include "compose/textin.h"
#include "message/base64.h"
#include "message/textbody.h"

/* A program without a locale declares US-ASCII whatever it prints, and one with a UTF-8 locale
 * declares UTF-8. If the bytes do not suit the declaration but are text in another encoding
 * throughout, that encoding is used. */
static void find_true_text(struct ready_body *b)
{
	const struct content *c = &b->c;
	char warning[TEXTIN_WARNING] = "";
	struct textin t = {.warning = warning};
	uint64_t replaced = 0;
	struct err ignored;
	bool wrong = c->charset == TEXT_ASCII ||
		     (c->charset == TEXT_UTF8 && utf8_valid_len(c->body) != c->body.len);

	if (!c->declared || c->coding != CODING_NONE || !c->eight_bit || !(c->plain || c->html) ||
		!wrong)
		return;
	b->misdeclared = textin_decode(&t, c->body, tr("the message"), &replaced, &b->text,
				 &ignored) == ERR_OK &&
			 replaced == 0;
	if (!b->misdeclared)
		blob_free(&b->text);
}

void ready_body_look(struct span eml, struct ready_body *out)
{
	*out = (struct ready_body){.misdeclared = false};
	content_read(eml, &out->c);
	find_true_text(out);
}

void ready_body_free(struct ready_body *b)
{
	blob_free(&b->text);
}

/* Without a declared type it is sent as text, in the detected encoding. */
static bool goes_as_text(const struct ready_body *b)
{
	return !b->c.declared && b->c.coding == CODING_NONE && (b->c.breaks || b->c.eight_bit);
}

/* The declared type stays; the bytes get a transfer encoding. */
static bool gets_coding(const struct ready_body *b)
{
	return content_is_repaired(&b->c) && b->c.coding == CODING_NONE && !b->misdeclared &&
	       !goes_as_text(b);
}

bool ready_body_replaces(const struct ready_body *b, const struct fieldscan *field)
{
	if ((goes_as_text(b) || b->misdeclared) && fieldscan_is(field, "mime-version"))
		return true;
	if (b->misdeclared && fieldscan_is(field, "content-type"))
		return true;
	return (gets_coding(b) || goes_as_text(b) || b->misdeclared) &&
	       fieldscan_is(field, "content-transfer-encoding");
}

static enum err_code write_text(
	const struct ready_body *b, char *warning, struct buf *out, struct err *err)
{
	struct textin t = {.warn = true, .warning = warning};
	struct blob text = {NULL, 0};
	uint64_t replaced = 0;
	enum err_code rc = textin_decode(&t, b->c.body, tr("the message"), &replaced, &text, err);

	if (rc == ERR_FORMAT) { /* not text: the bytes are sent unchanged */
		buf_str(out, "Content-Type: application/octet-stream\r\n"
			     "Content-Transfer-Encoding: base64\r\n\r\n");
		base64_body(out, b->c.body);
		return ERR_OK;
	}
	if (rc == ERR_OK)
		textbody_part(out, "plain", blob_span(text));
	blob_free(&text);
	return rc;
}

enum err_code ready_body_write(
	const struct ready_body *b, char *warning, struct buf *out, struct err *err)
{
	const struct content *c = &b->c;
	bool anew = b->misdeclared || goes_as_text(b);

	/* scripts declare a type, but omit MIME-Version */
	if (anew || (c->declared && !c->mime))
		buf_str(out, "MIME-Version: 1.0\r\n");
	if (b->misdeclared) {
		textbody_part(out, c->html ? "html" : "plain", blob_span(b->text));
		return ERR_OK;
	}
	if (anew)
		return write_text(b, warning, out, err);
	if (gets_coding(b))
		buf_str(out, "Content-Transfer-Encoding: base64\r\n");
	buf_str(out, "\r\n");
	return ready_parts_write(c, warning, out, err);
}
