/* SPDX-License-Identifier: MIT */
#include "biosbelt/json_read.h"

#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/utf.h"

struct reader {
	struct span in;
	size_t pos;
	bool ok;
};

static int peek(const struct reader *r)
{
	return r->pos < r->in.len ? r->in.ptr[r->pos] : -1;
}

static void skip_blanks(struct reader *r)
{
	int c;

	while ((c = peek(r)) == ' ' || c == '\n' || c == '\t' || c == '\r')
		r->pos++;
}

static bool take(struct reader *r, char c)
{
	if (peek(r) != c)
		return false;
	r->pos++;
	return true;
}

static bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static bool digits(struct reader *r)
{
	size_t start = r->pos;

	while (is_digit(peek(r)))
		r->pos++;
	return r->pos > start;
}

static bool number(struct reader *r)
{
	(void)take(r, '-');
	if (!take(r, '0') && !digits(r))
		return false;
	if (take(r, '.') && !digits(r))
		return false;
	if (take(r, 'e') || take(r, 'E')) {
		if (!take(r, '+'))
			(void)take(r, '-');
		return digits(r);
	}
	return true;
}

static bool escape(struct reader *r)
{
	int c = peek(r), i;

	r->pos++;
	if (c != 'u')
		return c > 0 && strchr("\"\\/bfnrt", c) != NULL;
	for (i = 0; i < 4; i++, r->pos++)
		if (peek(r) < 0 || num_digit((char)peek(r)) >= 16)
			return false;
	return true;
}

static bool text(struct reader *r)
{
	if (!take(r, '"'))
		return false;
	for (;;) {
		int c = peek(r);

		if (c < 0x20 || c == '"')
			return take(r, '"');
		r->pos++;
		if (c == '\\' && !escape(r))
			return false;
	}
}

static bool word(struct reader *r, const char *w)
{
	struct span rest;

	if (!span_from(r->in, r->pos, &rest) || !span_starts(rest, w, strlen(w)))
		return false;
	r->pos += strlen(w);
	return true;
}

static enum json_type type_at(const struct reader *r)
{
	switch (peek(r)) {
	case '{':
		return JSON_OBJECT;
	case '[':
		return JSON_ARRAY;
	case '"':
		return JSON_TEXT;
	case 't':
	case 'f':
		return JSON_BOOL;
	case 'n':
		return JSON_NULL;
	default:
		return JSON_NUMBER;
	}
}

static bool scalar(struct reader *r, enum json_type type)
{
	switch (type) {
	case JSON_TEXT:
		return text(r);
	case JSON_BOOL:
		return word(r, "true") || word(r, "false");
	case JSON_NULL:
		return word(r, "null");
	default:
		return number(r);
	}
}

/* Reads the key and its colon, in an object. */
static bool key_at(struct reader *r, char closer)
{
	if (closer != '}')
		return true;
	if (!text(r))
		return false;
	skip_blanks(r);
	if (!take(r, ':'))
		return false;
	skip_blanks(r);
	return true;
}

/* After a value: reads the brackets that close, then the comma before the next value. */
static bool close_levels(struct reader *r, const char *closers, unsigned *depth)
{
	while (*depth != 0) {
		skip_blanks(r);
		if (!take(r, closers[*depth - 1]))
			break;
		--*depth;
	}
	if (*depth == 0)
		return true;
	if (!take(r, ','))
		return false;
	skip_blanks(r);
	return true;
}

/* Skips one value with everything in it; the stack has the closing bracket of each level. */
static bool value(struct reader *r)
{
	char closers[JSON_DEPTH_MAX];
	unsigned depth = 0;

	for (;;) {
		enum json_type type = type_at(r);
		bool opened = type == JSON_OBJECT || type == JSON_ARRAY;

		if (opened) {
			if (depth == JSON_DEPTH_MAX)
				return false;
			closers[depth++] = type == JSON_OBJECT ? '}' : ']';
			r->pos++;
			skip_blanks(r);
		} else if (!scalar(r, type)) {
			return false;
		}
		if (!opened || peek(r) == closers[depth - 1]) {
			if (!close_levels(r, closers, &depth))
				return false;
			if (depth == 0)
				return true;
		}
		if (!key_at(r, closers[depth - 1]))
			return false;
	}
}

static unsigned line_of(struct span in, size_t pos)
{
	unsigned line = 1;
	size_t i;

	for (i = 0; i < pos && i < in.len; i++)
		line += in.ptr[i] == '\n';
	return line;
}

enum err_code json_read_open(struct span in, struct json_value *out, struct err *err)
{
	struct reader r = {.in = in};
	size_t start;

	if (span_starts(in, "\xEF\xBB\xBF", 3))
		r.pos = 3;
	skip_blanks(&r);
	start = r.pos;
	out->type = type_at(&r);
	if (!value(&r))
		return err_set(err, ERR_FORMAT, "not JSON: line %u", line_of(in, r.pos));
	(void)span_slice(in, start, r.pos - start, &out->raw);
	skip_blanks(&r);
	return r.pos == in.len ? ERR_OK
			       : err_set(err, ERR_FORMAT, "more after the end: line %u",
					 line_of(in, r.pos));
}

bool json_read_next(struct json_walk *walk, struct json_value *key, struct json_value *out)
{
	struct reader r = {.in = walk->in.raw, .pos = walk->pos};
	bool object = walk->in.type == JSON_OBJECT;
	size_t start;

	if (!object && walk->in.type != JSON_ARRAY)
		return false;
	if (r.pos == 0)
		r.pos = 1; /* skip the opening bracket */
	skip_blanks(&r);
	(void)take(&r, ',');
	skip_blanks(&r);
	start = r.pos;
	if (object) {
		if (!text(&r))
			return false;
		if (key != NULL) {
			key->type = JSON_TEXT;
			(void)span_slice(r.in, start, r.pos - start, &key->raw);
		}
		skip_blanks(&r);
		(void)take(&r, ':');
		skip_blanks(&r);
	}
	start = r.pos;
	out->type = type_at(&r);
	if (!value(&r))
		return false;
	(void)span_slice(r.in, start, r.pos - start, &out->raw);
	walk->pos = r.pos;
	return true;
}

static uint32_t hex4(const uint8_t *p)
{
	return num_digit((char)p[0]) << 12 | num_digit((char)p[1]) << 8 |
	       num_digit((char)p[2]) << 4 | num_digit((char)p[3]);
}

static void put(struct buf *out, uint32_t cp)
{
	uint8_t bytes[4];

	buf_add(out, bytes, utf8_put(cp, bytes));
}

/* Decodes the escape at p (after the backslash), n bytes before the end of the text; returns its
 * length. */
static size_t put_escape(const uint8_t *p, size_t n, struct buf *out)
{
	static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
	const char *known = p[0] != '\0' ? strchr(from, p[0]) : NULL;
	uint32_t cp;

	if (p[0] != 'u') {
		buf_add_u8(out, known != NULL ? (uint8_t)to[known - from] : p[0]);
		return 1;
	}
	cp = hex4(p + 1);
	if (cp >= 0xD800 && cp < 0xDC00 && n >= 11 && p[5] == '\\' && p[6] == 'u') {
		uint32_t low = hex4(p + 7);

		if (low >= 0xDC00 && low < 0xE000) {
			put(out, 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00));
			return 11;
		}
	}
	put(out, cp >= 0xD800 && cp < 0xE000 ? 0xFFFD : cp);
	return 5;
}

void json_read_text(const struct json_value *v, struct buf *out)
{
	size_t i = 1;

	while (v->type == JSON_TEXT && i + 1 < v->raw.len) {
		if (v->raw.ptr[i] == '\\')
			i += 1 + put_escape(v->raw.ptr + i + 1, v->raw.len - i - 2, out);
		else
			buf_add_u8(out, v->raw.ptr[i++]);
	}
}

bool json_read_is(const struct json_value *v, const char *ascii)
{
	struct span plain;
	struct buf b;
	bool same;

	/* without escapes, as nearly every name: compare the bytes between the quotes */
	if (v->type == JSON_TEXT && v->raw.len >= 2 &&
		span_slice(v->raw, 1, v->raw.len - 2, &plain) &&
		memchr(v->raw.ptr, '\\', v->raw.len) == NULL)
		return plain.len == strlen(ascii) && span_starts(plain, ascii, plain.len);
	buf_init(&b, 0);
	json_read_text(v, &b);
	same = v->type == JSON_TEXT && b.failed == ERR_OK && b.len == strlen(ascii) &&
	       (b.len == 0 || memcmp(b.ptr, ascii, b.len) == 0);
	buf_free(&b);
	return same;
}

bool json_read_member(const struct json_value *object, const char *key, struct json_value *out)
{
	struct json_walk walk = {.in = *object};
	struct json_value name = {.type = JSON_NULL};

	if (object->type != JSON_OBJECT)
		return false;
	while (json_read_next(&walk, &name, out))
		if (json_read_is(&name, key))
			return true;
	return false;
}
