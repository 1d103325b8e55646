/* SPDX-License-Identifier: MIT */
#include "message/textbody.h"

#include <string.h>

#include "message/base64.h"

#define QP_LINE   76 /* RFC 2045, section 6.7, rule 5 */
#define TEXT_LINE 78 /* RFC 5322, section 2.1.1: lines "should" be no longer */

const char *text_transfer_name(enum text_transfer t)
{
	static const char *const names[] = {"7bit", "quoted-printable", "base64"};

	return names[t];
}

struct census {
	size_t high;    /* bytes over 7E and control characters that need QP */
	size_t longest; /* line */
	bool from_line; /* a line that starts with "From ", which old mailboxes change */
	bool blank_end; /* a blank before a line end, which gateways drop */
	bool zero;
	bool eight_bit;
};

/* All bytes are 20 to 7E. Eight at a time, because a merge does this for each mail. */
static bool is_plain(const uint8_t *line, size_t len)
{
	const uint64_t ones = 0x0101010101010101;
	uint64_t odd = 0; /* bit 7 of any byte: one of them was not */
	uint64_t eight;
	size_t i;

	for (i = 0; len - i >= 8; i += 8) {
		memcpy(&eight, line + i, 8);
		/* a borrow or carry into the next byte comes only from one that is not, too */
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
	if (len > c->longest)
		c->longest = len;
	if (len >= 5 && memcmp(line, "From ", 5) == 0)
		c->from_line = true;
	if (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\t'))
		c->blank_end = true;
	if (!is_plain(line, len))
		count_bytes(c, line, len);
}

/* The place of byte from pos on, else end. */
static size_t next_byte(struct span text, size_t pos, size_t end, int byte)
{
	const uint8_t *hit = memchr(text.ptr + pos, byte, end - pos);

	return hit != NULL ? (size_t)(hit - text.ptr) : end;
}

/* LF, CR LF and lone CR all become CR LF: a bare line end is how a second mail is smuggled in. */
static void normalise(struct buf *out, struct span text, struct census *c)
{
	size_t pos = 0;
	size_t lf = 0; /* the next */

	while (pos < text.len) {
		size_t end;

		if (pos >= lf)
			lf = next_byte(text, pos, text.len, '\n');
		end = next_byte(text, pos, lf, '\r');
		count_line(c, text.ptr + pos, end - pos);
		buf_add(out, text.ptr + pos, end - pos);
		buf_add(out, "\r\n", 2);
		pos = end + 1 == lf && lf < text.len ? lf + 1 : end + 1;
	}
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

		/* "From " and a dot at a line's start survive every mailbox and relay */
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

static void write_qp(struct buf *out, struct span text)
{
	size_t pos = 0;

	while (pos < text.len) {
		size_t end = span_find(text, pos, "\r\n", 2);

		end = end == SIZE_MAX ? text.len : end;
		qp_line(out, text.ptr + pos, end - pos);
		pos = end + 2;
	}
}

void textbody_write(struct buf *out, struct span text, enum text_transfer *transfer, bool *ascii)
{
	struct buf lines;
	struct census c = {0};
	struct span body;

	buf_init(&lines, 0);
	normalise(&lines, text, &c);
	if (lines.failed != ERR_OK) {
		out->failed = lines.failed;
		buf_free(&lines);
		return;
	}
	body = span_of(lines.ptr, lines.len);
	*ascii = !c.zero && !c.eight_bit;
	/* quoted-printable costs two characters for each such byte, base64 a third of all */
	if (c.zero || c.high * 2 > body.len / 3)
		*transfer = TRANSFER_BASE64;
	else if (c.high > 0 || c.longest > TEXT_LINE || c.from_line || c.blank_end)
		*transfer = TRANSFER_QP;
	else
		*transfer = TRANSFER_7BIT;
	if (*transfer == TRANSFER_BASE64)
		base64_body(out, body);
	else if (*transfer == TRANSFER_QP)
		write_qp(out, body);
	else
		buf_add(out, body.ptr, body.len);
	buf_free(&lines);
}
