/* SPDX-License-Identifier: MIT */
#include "message/header.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "message/base64.h"

#define WORD_HEAD_LEN 10 /* "=?UTF-8?B?" */
#define WORD_TAIL_LEN 2  /* "?=" */
#define WORD_ROOM_MIN 28 /* with less room a word begins on a new line */

enum err_code header_text_ok(const char *text, const char *what, struct err *err)
{
	struct span in = span_of(text, strlen(text));
	size_t pos = 0;

	if (in.len > HEADER_TEXT_MAX)
		return err_set(err, ERR_USAGE, "%s: longer than %d bytes", what, HEADER_TEXT_MAX);
	while (pos < in.len) {
		uint32_t cp = utf8_next(in, &pos);

		if (cp == UTF_BAD)
			return err_set(err, ERR_USAGE, "%s: not UTF-8", what);
		if (cp == '\r' || cp == '\n')
			return err_set(err, ERR_USAGE, "%s: a line end in it", what);
		if (cp < 0x20 && cp != '\t')
			return err_set(err, ERR_USAGE, "%s: a control character in it", what);
		if (cp == 0x7F || (cp >= 0x80 && cp < 0xA0) || cp == 0x2028 || cp == 0x2029)
			return err_set(err, ERR_USAGE, "%s: a control character in it", what);
	}
	return ERR_OK;
}

void header_begin(struct header *h, struct buf *out, const char *name)
{
	*h = (struct header){out, strlen(name) + 1};
	buf_str(out, name);
	buf_add_u8(out, ':');
}

void header_end(struct header *h)
{
	buf_str(h->out, "\r\n");
}

void header_glue(struct header *h, const char *text, size_t len)
{
	buf_add(h->out, text, len);
	h->column += len;
}

void header_token(struct header *h, const char *text, size_t len)
{
	if (h->column + 1 + len > HEADER_LINE && h->column > 1) {
		buf_str(h->out, "\r\n");
		h->column = 0;
	}
	header_glue(h, " ", 1);
	header_glue(h, text, len);
}

/* The first word must fit after the field's name: a first line with only the name is legal, but
 * then some readers begin the text with a blank. */
static bool is_plain(const char *text, size_t column)
{
	size_t run = column;
	const char *p;

	for (p = text; *p != '\0'; p++) {
		if ((unsigned char)*p >= 0x7F || *p == '\t')
			return false;
		run = *p == ' ' ? 0 : run + 1;
		if (run > HEADER_LINE - 1)
			return false; /* could not be folded */
	}
	/* "=?" looks like an encoded word; not every reader keeps blanks at an end or in a row when
	 * unfolding. */
	return strstr(text, "=?") == NULL && strstr(text, "  ") == NULL && text[0] != ' ' &&
	       (p == text || p[-1] != ' ');
}

static bool ends_character(const char *text, size_t len)
{
	return ((unsigned char)text[len] & 0xC0) != 0x80;
}

/* The most bytes, up to most, that end at a character and fill groups of base64, or all. Some
 * readers (GMime) join words before decoding them, and lose the text after a '='. */
static size_t whole_groups(const char *text, size_t most)
{
	size_t len = strlen(text);

	if (len <= most)
		return len;
	for (len = most / 3 * 3; len > 0 && !ends_character(text, len); len -= 3)
		;
	return len;
}

static size_t base64_encoded(const char *text, size_t len, char *out)
{
	static const char head[WORD_HEAD_LEN] = {'=', '?', 'U', 'T', 'F', '-', '8', '?', 'B', '?'};
	size_t n = sizeof head;

	memcpy(out, head, sizeof head);
	n += base64_word((const uint8_t *)text, len, (uint8_t *)out + n);
	out[n++] = '?';
	out[n++] = '=';
	return n;
}

/* RFC 2047, section 5 (3): characters that need no encoding in a word anywhere in a header. */
static bool is_q_char(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c != 0 && strchr("!*+-/", c) != NULL);
}

/* Encodes as many characters as fit into room; *n: length of the word. Returns the number of their
 * bytes. */
static size_t q_encoded(const char *text, size_t room, char *out, size_t *n)
{
	static const char digits[] = "0123456789ABCDEF";
	size_t used = 0;

	snprintf(out, WORD_HEAD_LEN + 1, "=?UTF-8?Q?");
	*n = WORD_HEAD_LEN;
	while (text[used] != '\0') {
		size_t len = 1;
		size_t cost = is_q_char((unsigned char)text[used]) || text[used] == ' ' ? 1 : 3;
		size_t i;

		while (text[used + len] != '\0' && !ends_character(text + used, len))
			len++;
		cost = len > 1 ? 3 * len : cost;
		if (*n + cost + WORD_TAIL_LEN > room)
			break;
		for (i = 0; i < len; i++, used++) {
			unsigned char c = (unsigned char)text[used];

			if (is_q_char(c) || c == ' ') {
				out[(*n)++] = c == ' ' ? '_' : (char)c;
			} else {
				out[(*n)++] = '=';
				out[(*n)++] = digits[c >> 4];
				out[(*n)++] = digits[c & 15];
			}
		}
	}
	out[(*n)++] = '?';
	out[(*n)++] = '=';
	return used;
}

/*
 * Makes the next encoded word of text, of at most room characters (at least 26, the longest
 * character). A text whose characters do not end at a group of base64, such as "a" and then
 * Chinese, begins with a word of quoted-printable. Returns how many bytes of text are in it.
 */
static size_t next_word(const char *text, size_t room, char out[HEADER_WORD_MAX + 1], size_t *n)
{
	size_t most = (room - WORD_HEAD_LEN - WORD_TAIL_LEN) / 4 * 3;
	size_t len = whole_groups(text, most);

	if (len == 0)
		return q_encoded(text, room, out, n);
	*n = base64_encoded(text, len, out);
	return len;
}

static void encoded_words(struct header *h, const char *text)
{
	char word[HEADER_WORD_MAX + 1];

	while (*text != '\0') {
		/* the first word is on the line of the field's name */
		size_t room = h->column + 1 < HEADER_LINE ? HEADER_LINE - h->column - 1 : 0;
		size_t n;

		if (room < WORD_ROOM_MIN || room > HEADER_WORD_MAX)
			room = HEADER_WORD_MAX;
		text += next_word(text, room, word, &n);
		header_token(h, word, n);
	}
}

static void plain_words(struct header *h, const char *text)
{
	while (*text != '\0') {
		size_t len = strcspn(text, " ");

		header_token(h, text, len);
		text += len + (text[len] == ' ');
	}
}

void header_text(struct header *h, const char *text)
{
	if (is_plain(text, h->column))
		plain_words(h, text);
	else
		encoded_words(h, text);
}

/* RFC 5322, section 3.2.3: atext */
static bool is_atom_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c != '\0' && strchr("!#$%&'*+-/=?^_`{|}~", c) != NULL);
}

static bool is_atoms(const char *text)
{
	for (; *text != '\0'; text++)
		if (*text != ' ' && !is_atom_char(*text))
			return false;
	return true;
}

/* Writes one quoted string, as the value of a parameter unless param is NULL; without folding, as
 * names are short. */
static void quoted(struct header *h, const char *param, const char *text)
{
	struct buf b;

	buf_init(&b, 0);
	if (param != NULL)
		buf_printf(&b, "%s=", param);
	buf_add_u8(&b, '"');
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			buf_add_u8(&b, '\\');
		buf_add_u8(&b, (uint8_t)*text);
	}
	buf_add_u8(&b, '"');
	if (b.failed != ERR_OK)
		h->out->failed = b.failed;
	else
		header_token(h, (const char *)b.ptr, b.len);
	buf_free(&b);
}

void header_phrase(struct header *h, const char *text)
{
	if (!is_plain(text, 0) || strlen(text) > HEADER_LINE - 4)
		encoded_words(h, text);
	else if (is_atoms(text))
		plain_words(h, text);
	else
		quoted(h, NULL, text);
}

static bool is_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text >= 0x7F || (unsigned char)*text < 0x20)
			return false;
	return true;
}

/* Encoded words inside a quoted string: against RFC 2047 section 5, but understood for twenty years
 * by mail programs in China without RFC 2231. */
static void words_param(struct header *h, const char *name, const char *value)
{
	char word[HEADER_WORD_MAX + 1];
	char first[HEADER_WORD_MAX + 32];
	size_t n;

	value += next_word(value, HEADER_LINE - strlen(name) - 5, word, &n);
	snprintf(first, sizeof first, "%s=\"%.*s", name, (int)n, word);
	header_token(h, first, strlen(first));
	while (*value != '\0') {
		value +=
			next_word(value, HEADER_WORD_MAX - 3, word, &n); /* and the closing quote */
		header_token(h, word, n);
	}
	header_glue(h, "\"", 1);
}

/* RFC 2231, section 7: attribute-char */
static bool is_attribute_char(unsigned char c)
{
	return c > 0x20 && c < 0x7F && strchr("*'%()<>@,;:\\\"/[]?=", c) == NULL;
}

static size_t percent(const char *value, size_t most, struct buf *out)
{
	size_t used = 0;

	while (value[used] != '\0') {
		size_t len = 1; /* a lead byte and its continuation bytes */
		size_t cost = 0;
		size_t i;

		while (((unsigned char)value[used + len] & 0xC0) == 0x80)
			len++;
		for (i = 0; i < len; i++)
			cost += is_attribute_char((unsigned char)value[used + i]) ? 1 : 3;
		if (cost > most)
			break;
		most -= cost;
		for (i = 0; i < len; i++) {
			unsigned char c = (unsigned char)value[used + i];

			if (is_attribute_char(c))
				buf_add_u8(out, c);
			else
				buf_printf(out, "%%%02X", c);
		}
		used += len;
	}
	return used;
}

static void extended_param(struct header *h, const char *name, const char *value)
{
	size_t total = strlen(value);
	bool several = strlen(name) + 12 + total * 3 > HEADER_LINE;
	unsigned number = 0;

	while (*value != '\0') {
		struct buf b;
		size_t used;

		buf_init(&b, 0);
		if (several)
			buf_printf(&b, "%s*%u*=%s", name, number, number == 0 ? "UTF-8''" : "");
		else
			buf_printf(&b, "%s*=UTF-8''", name);
		used = percent(value, HEADER_LINE - 3 - b.len, &b);
		if (b.failed != ERR_OK) {
			h->out->failed = b.failed;
			buf_free(&b);
			return;
		}
		if (value[used] != '\0')
			buf_add_u8(&b, ';');
		header_token(h, (const char *)b.ptr, b.len);
		buf_free(&b);
		value += used;
		number++;
	}
}

void header_param(struct header *h, const char *name, const char *value, bool extended)
{
	header_glue(h, ";", 1);
	if (is_ascii(value) && strlen(value) + strlen(name) + 4 < HEADER_LINE &&
		strstr(value, "=?") == NULL)
		quoted(h, name, value);
	else if (extended)
		extended_param(h, name, value);
	else
		words_param(h, name, value);
}

void header_field(struct buf *out, const char *name, const char *text)
{
	struct header h;

	header_begin(&h, out, name);
	header_text(&h, text);
	header_end(&h);
}
