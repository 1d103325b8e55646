/* SPDX-License-Identifier: MIT */
#include "terminal/clean.h"

#include <string.h>

#include "biosbelt/utf.h"

#define ESC    0x1B
#define C1_CSI 0x9B
#define C1_ST  0x9C

void clean_init(struct clean *c, enum clean_kind kind)
{
	memset(c, 0, sizeof *c);
	c->kind = kind;
}

static bool is_in(uint8_t byte, const char *set)
{
	return byte != 0 && strchr(set, byte) != NULL;
}

/* A single control character. */
static void control(const struct clean *c, uint8_t byte, struct buf *out)
{
	static const uint8_t picture[] = {0xE2, 0x90, 0x80}; /* U+2400 */
	bool passes;

	if (c->kind == CLEAN_TEXT)
		passes = byte == '\n' || byte == '\t';
	else if (c->kind == CLEAN_PLAIN)
		passes = is_in(byte, "\n\t\r\b\a");
	else /* SO and SI: line drawing of old programs */
		passes = is_in(byte, "\n\t\r\b\a\v\f\016\017");
	if (c->controls && c->kind != CLEAN_TEXT) {
		buf_add(out, picture, 2);
		buf_add_u8(out, (uint8_t)(picture[2] + (byte == 0x7F ? 0x21 : byte)));
		passes = byte == '\n';
		if (passes)
			buf_add_u8(out, '\r');
	}
	if (passes)
		buf_add_u8(out, byte);
}

/* Reads a parameter of a sequence at *at and moves past its ';'; 0 when omitted. */
static unsigned parameter(const uint8_t *p, size_t end, size_t *at)
{
	unsigned n = 0;

	for (; *at < end && p[*at] != ';'; ++*at)
		if (p[*at] >= '0' && p[*at] <= '9' && n < 100000)
			n = n * 10 + (unsigned)(p[*at] - '0');
	++*at;
	return n;
}

/* Whether all its parameters are allowed modes; private: DEC modes, after '?'. */
static bool modes_are_safe(const uint8_t *p, size_t from, size_t end, bool private)
{
	/* cursor keys, reverse, origin, wrap, blinking and visible cursor, reverse wrap, keypad,
	 * other screen (three forms), bracketed paste; insert and newline */
	static const unsigned dec[] = {1, 5, 6, 7, 12, 25, 45, 66, 47, 1047, 1048, 1049, 2004};
	static const unsigned ansi[] = {4, 20};
	const unsigned *known = private ? dec : ansi;
	size_t count = private ? sizeof dec / sizeof dec[0] : sizeof ansi / sizeof ansi[0];
	size_t at = from;

	while (at <= end) {
		unsigned n = parameter(p, end, &at);
		size_t i;

		for (i = 0; i < count && known[i] != n; i++)
			;
		if (i == count)
			return false;
	}
	return true;
}

/* sequence: the bytes after CSI, including the final one. */
static bool csi_is_safe(const uint8_t *p, size_t len)
{
	uint8_t final = p[len - 1];
	bool private = p[0] == '?';
	size_t i = private ? 1 : 0;
	size_t at = i;

	while (i + 1 < len && is_in(p[i], "0123456789;:"))
		i++;
	if (i + 2 < len) /* another prefix, or several intermediates */
		return false;
	if (i + 2 == len) /* one: DECSTR, soft reset; DECSCUSR, form of the cursor */
		return !private && ((p[i] == '!' && final == 'p') || (p[i] == ' ' && final == 'q'));
	if (final == 'h' || final == 'l')
		return modes_are_safe(p, at, len - 1, private);
	if (private)
		return final == 'J' || final == 'K';
	if (final == 'T') /* with more parameters: highlight tracking, which waits for a reply */
		return memchr(p, ';', len) == NULL;
	if (final == 'b')
		return parameter(p, len - 1, &at) <= 1000;
	return is_in(final, "@ABCDEFGHIJKLMPSXZ`adefgmrsu");
}

static bool escape_is_safe(const uint8_t *p, size_t len)
{
	if (len == 1) /* cursor, scrolling, tabs, reset, keypad, locking shifts */
		return is_in(p[0], "78DEHMc=>NOno|}~");
	if (len != 2)
		return false;
	return is_in(p[0], "()*+") || (p[0] == '#' && is_in(p[1], "34568"));
}

/* Of a sequence that passed: whether it was for the other screen. */
static bool is_of_other_screen(const struct clean *c)
{
	unsigned n = 0;
	size_t at = 1;

	if (c->sequence[0] != '?' || !is_in(c->sequence[c->len - 1], "hl"))
		return false;
	while (at < c->len && n != 47 && n != 1047 && n != 1049)
		n = parameter(c->sequence, c->len - 1, &at);
	return n == 47 || n == 1047 || n == 1049;
}

static void finish(struct clean *c, struct buf *out)
{
	bool csi = c->state == CLEAN_CSI;

	c->state = CLEAN_GROUND;
	if (c->kind != CLEAN_SAFE || c->too_long)
		return;
	if (csi ? !csi_is_safe(c->sequence, c->len) : !escape_is_safe(c->sequence, c->len))
		return;
	buf_add_u8(out, ESC);
	if (csi)
		buf_add_u8(out, '[');
	buf_add(out, c->sequence, c->len);
	if (csi && is_of_other_screen(c))
		c->other_screen = c->sequence[c->len - 1] == 'h';
}

static void begin(struct clean *c, enum clean_state state)
{
	c->state = state;
	c->len = 0;
	c->too_long = false;
	c->string = 0;
}

/* A C1 control, as a byte after ESC minus 40h or as a character. */
static void c1(struct clean *c, uint8_t byte)
{
	c->state = CLEAN_GROUND;
	if (byte == C1_CSI)
		begin(c, CLEAN_CSI);
	else if (is_in(byte, "\x90\x98\x9D\x9E\x9F")) /* DCS SOS OSC PM APC */
		begin(c, CLEAN_STRING);
}

static void keep(struct clean *c, uint8_t byte)
{
	if (c->len < sizeof c->sequence)
		c->sequence[c->len++] = byte;
	else
		c->too_long = true;
}

static void in_escape(struct clean *c, uint8_t byte, struct buf *out)
{
	if (c->len == 0 && is_in(byte, "[P]X^_\\")) {
		c1(c, (uint8_t)(byte + 0x40));
		return;
	}
	keep(c, byte);
	if (byte >= 0x30)
		finish(c, out);
}

static void in_csi(struct clean *c, uint8_t byte, struct buf *out)
{
	keep(c, byte);
	if (byte >= 0x40)
		finish(c, out);
}

static void in_string(struct clean *c, uint8_t byte)
{
	if (byte == '\a' || byte == 0x18 || byte == 0x1A || ++c->string > CLEAN_STRING_MAX)
		c->state = CLEAN_GROUND;
	else if (byte == ESC)
		c->state = CLEAN_STRING_ESCAPE;
}

/* A byte below 80h. */
static void ascii(struct clean *c, uint8_t byte, struct buf *out)
{
	if (c->state == CLEAN_STRING_ESCAPE && byte == '\\') {
		c->state = CLEAN_GROUND;
		return;
	}
	/* A control string ends with its line: its real end may have been lost on the line, or by
	 * a reset. */
	if (c->state == CLEAN_STRING && byte == '\n')
		c->state = CLEAN_GROUND;
	if (c->state == CLEAN_STRING) {
		in_string(c, byte);
		return;
	}
	if (c->state == CLEAN_STRING_ESCAPE)
		begin(c, CLEAN_ESCAPE);
	if (byte == ESC && c->controls && c->kind != CLEAN_TEXT) {
		control(c, byte, out);
		c->state = CLEAN_GROUND; /* the rest of the sequence is shown too */
	} else if (byte == ESC) {
		begin(c, CLEAN_ESCAPE);
	} else if (byte < 0x20 || byte == 0x7F) { /* effective even inside a sequence */
		if (byte == 0x18 || byte == 0x1A)
			c->state = CLEAN_GROUND;
		control(c, byte, out);
	} else if (c->state == CLEAN_ESCAPE) {
		in_escape(c, byte, out);
	} else if (c->state == CLEAN_CSI) {
		in_csi(c, byte, out);
	} else {
		buf_add_u8(out, byte);
	}
}

/* A byte that is not part of a character. */
static void bad(struct clean *c, uint8_t byte, struct buf *out)
{
	if (c->state == CLEAN_STRING || c->state == CLEAN_STRING_ESCAPE) {
		in_string(c, byte);
		return;
	}
	c->state = CLEAN_GROUND;
	if (c->kind == CLEAN_TEXT)
		buf_add_u8(out, byte);
	else
		buf_str(out, "\xEF\xBF\xBD");
}

static void character(struct clean *c, struct buf *out)
{
	bool is_c1 = c->utf_len == 2 && c->utf[0] == 0xC2 && c->utf[1] < 0xA0;

	if (is_c1 && c->controls && c->kind != CLEAN_TEXT) {
		buf_str(out, "\xEF\xBF\xBD"); /* only this byte is replaced: what follows is shown
						 as text */
	} else if (is_c1) {
		if (c->utf[1] == C1_ST || c->state != CLEAN_STRING)
			c1(c, c->utf[1]);
	} else if (c->state == CLEAN_STRING || c->state == CLEAN_STRING_ESCAPE) {
		c->state = CLEAN_STRING;
		in_string(c, 'x');
	} else {
		c->state = CLEAN_GROUND;
		buf_add(out, c->utf, c->utf_len);
	}
	c->utf_len = 0;
}

static size_t needed(uint8_t first)
{
	return first >= 0xC2 && first < 0xE0   ? 2
	       : first >= 0xE0 && first < 0xF0 ? 3
	       : first >= 0xF0 && first < 0xF5 ? 4
					       : 1;
}

static void give_up(struct clean *c, struct buf *out)
{
	uint8_t held[4];
	size_t n = c->utf_len;
	size_t i;

	memcpy(held, c->utf, n);
	c->utf_len = 0;
	for (i = 0; i < n; i++)
		bad(c, held[i], out);
}

static void high(struct clean *c, uint8_t byte, struct buf *out)
{
	size_t pos = 0;

	if (c->utf_len > 0 && (byte & 0xC0) != 0x80)
		give_up(c, out);
	if (c->utf_len == 0 && needed(byte) == 1) {
		bad(c, byte, out);
		return;
	}
	c->utf[c->utf_len++] = byte;
	if (c->utf_len < needed(c->utf[0]))
		return;
	if (utf8_next(span_of(c->utf, c->utf_len), &pos) == UTF_BAD)
		give_up(c, out);
	else
		character(c, out);
}

/* Number of bytes at the front that pass unchanged. */
static size_t plain_len(const struct clean *c, const uint8_t *p, size_t len)
{
	size_t n = 0;

	if (c->state != CLEAN_GROUND || c->utf_len > 0)
		return 0;
	while (n < len && ((p[n] >= 0x20 && p[n] < 0x7F) || (p[n] == '\n' && !c->controls)))
		n++;
	return n;
}

void clean_feed(struct clean *c, struct span in, struct buf *out)
{
	size_t i = 0;

	while (i < in.len) {
		size_t n = plain_len(c, in.ptr + i, in.len - i);

		if (n > 0) {
			buf_add(out, in.ptr + i, n);
		} else if (in.ptr[i] < 0x80) {
			give_up(c, out);
			ascii(c, in.ptr[i], out);
			n = 1;
		} else {
			high(c, in.ptr[i], out);
			n = 1;
		}
		i += n;
	}
}

void clean_end(struct clean *c, struct buf *out)
{
	give_up(c, out);
	c->state = CLEAN_GROUND;
}
