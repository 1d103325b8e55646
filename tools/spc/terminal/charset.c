/* SPDX-License-Identifier: MIT */
#include "terminal/charset.h"

#include <string.h>

#define STEP 4096

enum text_enc charset_find(const char *label)
{
	enum text_enc enc = text_enc_find(label, strlen(label));

	return enc != TEXT_NONE && text_enc_unit(enc) == 1 ? enc : TEXT_NONE;
}

enum err_code charset_open(struct charset *c, enum text_enc enc, struct err *err)
{
	memset(c, 0, sizeof *c);
	if (enc == TEXT_NONE || enc == TEXT_ASCII || enc == TEXT_UTF8)
		return ERR_OK;
	text_decoder_init(&c->decoder, enc);
	c->on = text_encoder_open(&c->encoder, enc, err) == ERR_OK;
	return c->on ? ERR_OK : err->code;
}

void charset_close(struct charset *c)
{
	if (c->on)
		text_encoder_close(&c->encoder);
	c->on = false;
}

/* Joins the held bytes and the new ones. */
static void join(const uint8_t *held, size_t len, struct span in, struct buf *whole)
{
	buf_init(whole, 0);
	buf_add(whole, held, len);
	buf_add(whole, in.ptr, in.len);
}

static size_t hold(uint8_t *held, const struct buf *whole, size_t at)
{
	size_t left = whole->len - at;

	if (left > CHARSET_HELD)
		left = CHARSET_HELD;
	if (left > 0)
		memcpy(held, whole->ptr + at, left);
	return left;
}

/* decodes: direction from the line, else to it. Characters that the target lacks become U+FFFD or
 * '?'. */
static void convert(struct charset *c, bool decodes, struct span in, struct buf *out)
{
	uint8_t *held = decodes ? c->in : c->out;
	size_t *held_len = decodes ? &c->in_len : &c->out_len;
	enum text_stop stop = TEXT_STOP_OUTPUT;
	struct buf whole;
	size_t at = 0;

	join(held, *held_len, in, &whole);
	while (stop != TEXT_STOP_INPUT) {
		struct span left = span_of(whole.ptr + at, whole.len - at);
		uint8_t made_bytes[STEP];
		size_t used;
		size_t made;

		stop = decodes ? text_decode(
					 &c->decoder, left, false, made_bytes, STEP, &used, &made)
			       : text_encode(
					 &c->encoder, left, false, made_bytes, STEP, &used, &made);
		buf_add(out, made_bytes, made);
		at += used;
		if (stop == TEXT_STOP_BAD) {
			buf_str(out, decodes ? "\xEF\xBF\xBD" : "?");
			at += decodes ? c->decoder.bad_len : c->encoder.bad_len;
		}
	}
	*held_len = hold(held, &whole, at);
	buf_free(&whole);
}

void charset_decode(struct charset *c, struct span in, struct buf *out)
{
	convert(c, true, in, out);
}

void charset_end(struct charset *c, struct buf *out)
{
	if (!c->on)
		return;
	if (c->in_len > 0)
		buf_str(out, "\xEF\xBF\xBD");
	c->in_len = 0;
	text_decoder_init(&c->decoder, c->decoder.enc);
}

void charset_encode(struct charset *c, struct span in, struct buf *out)
{
	convert(c, false, in, out);
}
