/* SPDX-License-Identifier: MIT */
/*
 * Checks that the output reads back as the same text. Both are decoded step by step and compared;
 * text of the side that is ahead waits, and the other side is fed next, so little memory is needed.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "parts.h"

#define STEP ((size_t)65536)

struct side {
	struct compare *all;
	struct text_conv *conv;
	uint64_t off;
	bool ended;
};

struct compare {
	struct side sides[2]; /* input, output */
	struct buf ahead;     /* text of the side that is ahead */
	size_t ahead_pos;
	const struct side *owner; /* the side that is ahead */
	enum text_enc
		alike;   /* encoding whose similar characters replace those of the input, or none */
	struct buf text; /* text with these replacements */
	bool differs;
};

static void take_ahead(struct compare *c, struct span *text)
{
	size_t left = c->ahead.len - c->ahead_pos;
	size_t n = text->len < left ? text->len : left;

	if (n != 0 && memcmp(c->ahead.ptr + c->ahead_pos, text->ptr, n) != 0)
		c->differs = true;
	c->ahead_pos += n;
	*text = span_of(text->ptr + n, text->len - n);
	if (c->ahead_pos == c->ahead.len) {
		c->ahead.len = 0;
		c->ahead_pos = 0;
	}
}

/* The input's text with the output encoding's similar characters. */
static struct span take_alike(struct compare *c, struct span text)
{
	size_t pos = 0;

	c->text.len = 0;
	while (pos < text.len) {
		size_t start = pos;
		uint32_t cp = utf8_next(text, &pos);
		uint32_t alike = cp == UTF_BAD ? 0 : text_alike(c->alike, cp);
		uint8_t bytes[4];

		if (alike != 0)
			buf_add(&c->text, bytes, utf8_put(alike, bytes));
		else
			buf_add(&c->text, text.ptr + start, pos - start);
	}
	if (c->text.failed != ERR_OK)
		c->differs = true;
	return span_of(c->text.ptr, c->text.len);
}

static enum err_code on_text(void *user, struct span text, struct err *err)
{
	struct side *s = user;
	struct compare *c = s->all;

	if (s == &c->sides[0] && c->alike != TEXT_NONE)
		text = take_alike(c, text);
	if (c->owner != s && c->ahead.len != 0)
		take_ahead(c, &text);
	if (text.len != 0) {
		buf_add(&c->ahead, text.ptr, text.len);
		c->owner = s;
	}
	return c->ahead.failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* Decodes to UTF-8 without byte order mark, and with the requested line ends. */
static enum err_code open_side(
	struct compare *c, int i, enum text_enc enc, enum text_eol eol, struct err *err)
{
	struct text_conv_opts opts = {.from = enc,
		.to = TEXT_UTF8,
		.bom = TEXT_BOM_REMOVE,
		.eol = eol,
		.lossy = TEXT_LOSSY_REPLACE,
		.write = on_text,
		.user = &c->sides[i]};

	c->sides[i].all = c;
	return text_conv_open(&opts, &c->sides[i].conv, err);
}

static enum err_code give(struct side *s, struct span block, struct err *err)
{
	struct text_conv_stats stats;

	s->off += block.len;
	if (block.len != 0)
		return text_conv_feed(s->conv, block, err);
	s->ended = true;
	return text_conv_finish(s->conv, &stats, err);
}

static enum err_code read_output(
	struct sink *k, uint64_t off, uint8_t *chunk, struct span *out, struct err *err)
{
	size_t got = 0;
	enum err_code rc = ERR_OK;

	if (off < k->size)
		rc = file_out_read(k->file, off, chunk, STEP, &got, err);
	if (rc == ERR_OK && got == 0 && off < k->size)
		rc = err_set(err, ERR_IO, "output became shorter");
	*out = span_of(chunk, got);
	return rc;
}

static enum err_code compare_all(
	struct compare *c, struct span in, struct sink *k, uint8_t *chunk, struct err *err)
{
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && !c->differs && !(c->sides[0].ended && c->sides[1].ended)) {
		struct side *s =
			c->owner == &c->sides[0] && c->ahead.len != 0 ? &c->sides[1] : &c->sides[0];
		struct span block;

		if (s->ended)
			s = s == &c->sides[0] ? &c->sides[1] : &c->sides[0];
		if (s == &c->sides[0]) {
			size_t left = in.len - (size_t)s->off;

			block = span_of(in.ptr + s->off, left < STEP ? left : STEP);
		} else {
			rc = read_output(k, s->off, chunk, &block, err);
		}
		if (rc == ERR_OK)
			rc = give(s, block, err);
	}
	if (rc == ERR_OK && (c->differs || c->ahead.len != 0))
		rc = err_set(err, ERR_FORMAT, "output does not read back as the same text");
	return rc;
}

/* Whether the output is complete: nothing was ever written after its last byte. */
static enum err_code check_size(struct sink *k, struct err *err)
{
	uint8_t last;
	size_t got = 1;
	enum err_code rc = ERR_OK;

	if (k->size != 0)
		rc = file_out_read(k->file, k->size - 1, &last, 1, &got, err);
	if (rc == ERR_OK && got != 1)
		rc = err_set(err, ERR_IO, "output has not the length that was written");
	return rc;
}

enum err_code sink_verify(struct sink *k, struct span in, const struct txt_opts *o,
	const struct txt_result *r, struct err *err)
{
	struct compare c = {.alike = r->alike != 0 ? r->to : TEXT_NONE};
	uint8_t *chunk;
	enum err_code rc;

	if (r->guess.verdict == TEXT_MIXED)
		return ERR_OK; /* assembled from two encodings */
	/* The input's text would be decoded to UTF-8 by the same steps, so comparing with it would
	 * prove nothing; and every character has a place in UTF-8. */
	if (r->to == TEXT_UTF8)
		return check_size(k, err);
	buf_init(&c.ahead, 0);
	buf_init(&c.text, 0);
	chunk = malloc(STEP);
	rc = chunk != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK)
		rc = open_side(&c, 0, r->from, o->eol, err);
	if (rc == ERR_OK)
		rc = open_side(&c, 1, r->to, o->eol, err);
	if (rc == ERR_OK)
		rc = compare_all(&c, in, k, chunk, err);
	text_conv_close(c.sides[0].conv);
	text_conv_close(c.sides[1].conv);
	buf_free(&c.ahead);
	buf_free(&c.text);
	free(chunk);
	return rc;
}
