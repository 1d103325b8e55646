/* SPDX-License-Identifier: MIT */
#include "message/textbody.h"

#include <string.h>

#include "message/base64.h"

#define QP_LINE   76 /* RFC 2045, section 6.7, rule 5 */
#define TEXT_LINE 78 /* RFC 5322, section 2.1.1: lines "should" be no longer */

struct census {
	size_t len;     /* with CR LF after each line */
	size_t high;    /* bytes over 7E and control characters that need QP */
	size_t longest; /* line */
	bool from_line; /* a line starts with "From ", which old mailboxes change */
	bool blank_end; /* a blank before a line end, which gateways remove */
	bool zero;
	bool eight_bit;
};

/* True when all bytes are 20 to 7E. Eight at a time, because a merge does this for each mail. */
static bool is_plain(const uint8_t *line, size_t len)
{
	const uint64_t ones = 0x0101010101010101;
	uint64_t odd = 0; /* bit 7 of any byte: one was outside this range */
	uint64_t eight;
	size_t i;

	for (i = 0; len - i >= 8; i += 8) {
		memcpy(&eight, line + i, 8);
		/* only a byte outside the range borrows from or carries into the next */
		odd |= (eight - ones * 0x20) | (eight + ones) | eight;
	}
	eight = ones * 0x20;
	memcpy(&eight, line + i, len - i);
	odd |= (eight - ones * 0x20) | (eight + ones) | eight;
	return (odd & ones * 0x80) == 0;
}

static void count_bytes(struct census *c, const uint8_t *line, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		uint8_t b = line[i];

		c->high += (b >= 0x7F) | ((b < 0x20) & (b != '\t'));
		c->zero |= b == 0;
		c->eight_bit |= b >= 0x80;
	}
}

static void count_line(struct census *c, const uint8_t *line, size_t len)
{
	c->len += len + 2;
	if (len > c->longest)
		c->longest = len;
	if (len >= 5 && memcmp(line, "From ", 5) == 0)
		c->from_line = true;
	if (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\t'))
		c->blank_end = true;
	if (!is_plain(line, len))
		count_bytes(c, line, len);
}

/* The position of byte from pos on, else end. */
static size_t next_byte(struct span text, size_t pos, size_t end, int byte)
{
	const uint8_t *hit = memchr(text.ptr + pos, byte, end - pos);

	return hit != NULL ? (size_t)(hit - text.ptr) : end;
}

/* The lines of a text. LF, CR LF and lone CR all end one: a bare line end could be used to smuggle
 * in a second mail. */
struct lines {
	struct span text;
	size_t pos;
	size_t lf; /* the next */
};

static bool next_line(struct lines *l, struct span *line)
{
	size_t end;

	if (l->pos >= l->text.len)
		return false;
	if (l->pos >= l->lf)
		l->lf = next_byte(l->text, l->pos, l->text.len, '\n');
	end = next_byte(l->text, l->pos, l->lf, '\r');
	*line = span_of(l->text.ptr + l->pos, end - l->pos);
	l->pos = end + 1 == l->lf && l->lf < l->text.len ? l->lf + 1 : end + 1;
	return true;
}

static void qp_soft_break(struct buf *out, size_t *column, size_t need)
{
	if (*column + need > QP_LINE - 1) {
		buf_add(out, "=\r\n", 3);
		*column = 0;
	}
}

static void qp_line(struct buf *out, const uint8_t *line, size_t len)
{
	size_t column = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		uint8_t c = line[i];
		bool last = i + 1 == len;
		bool plain =
			(c > 0x20 && c < 0x7F && c != '=') || ((c == ' ' || c == '\t') && !last);

		/* encoded, so that "From " and a dot at a line's start survive every mailbox and
		 * relay */
		if (column == 0 && (c == '.' || (c == 'F' && len - i >= 5 &&
							memcmp(line + i, "From ", 5) == 0)))
			plain = false;
		if (plain) {
			qp_soft_break(out, &column, 1);
			buf_add_u8(out, c);
			column++;
		} else {
			qp_soft_break(out, &column, 3);
			buf_printf(out, "=%02X", c);
			column += 3;
		}
	}
	buf_add(out, "\r\n", 2);
}

static void write_lines(struct buf *out, struct span text, bool qp)
{
	struct lines l = {.text = text};
	struct span line;

	while (next_line(&l, &line)) {
		if (qp) {
			qp_line(out, line.ptr, line.len);
			continue;
		}
		buf_add(out, line.ptr, line.len);
		buf_add(out, "\r\n", 2);
	}
}

static void write_base64(struct buf *out, struct span text)
{
	struct buf lines;

	buf_init(&lines, 0);
	write_lines(&lines, text, false);
	if (lines.failed == ERR_OK)
		base64_body(out, span_of(lines.ptr, lines.len));
	else
		out->failed = lines.failed;
	buf_free(&lines);
}

enum text_transfer textbody_look(struct span text, bool *ascii)
{
	struct lines l = {.text = text};
	struct census c = {0};
	struct span line;

	while (next_line(&l, &line))
		count_line(&c, line.ptr, line.len);
	*ascii = !c.zero && !c.eight_bit;
	/* quoted-printable adds two characters per such byte, base64 a third of everything */
	if (c.zero || c.high * 2 > c.len / 3)
		return TRANSFER_BASE64;
	return c.high > 0 || c.longest > TEXT_LINE || c.from_line || c.blank_end ? TRANSFER_QP
										 : TRANSFER_7BIT;
}

void textbody_write(struct buf *out, struct span text, enum text_transfer transfer)
{
	if (transfer == TRANSFER_BASE64)
		write_base64(out, text);
	else
		write_lines(out, text, transfer == TRANSFER_QP);
}

void textbody_part(struct buf *out, const char *kind, struct span text)
{
	static const char *const names[] = {"7bit", "quoted-printable", "base64"};
	bool ascii;
	enum text_transfer transfer = textbody_look(text, &ascii);

	buf_printf(out,
		"Content-Type: text/%s; charset=%s\r\nContent-Transfer-Encoding: %s\r\n\r\n", kind,
		ascii ? "us-ascii" : "utf-8", names[transfer]);
	textbody_write(out, text, transfer);
}
