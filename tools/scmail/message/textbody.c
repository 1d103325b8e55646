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

/* LF, CR LF and lone CR all become CR LF: a bare line end is how a second mail is smuggled in. */
static void normalise(struct buf *out, struct span text)
{
	size_t start = 0;
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (text.ptr[i] > '\r' || (text.ptr[i] != '\r' && text.ptr[i] != '\n'))
			continue;
		buf_add(out, text.ptr + start, i - start);
		buf_add(out, "\r\n", 2);
		if (text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n')
			i++;
		start = i + 1;
	}
	buf_add(out, text.ptr + start, text.len - start);
	if (text.len > 0 && start < text.len)
		buf_add(out, "\r\n", 2);
}

struct census {
	size_t high;    /* bytes over 7E and control characters that need QP */
	size_t longest; /* line */
	bool from_line; /* a line that starts with "From ", which old mailboxes change */
	bool blank_end; /* a blank before a line end, which gateways drop */
	bool zero;
};

static void count_line(struct census *c, const uint8_t *line, size_t len)
{
	if (len > c->longest)
		c->longest = len;
	if (len >= 5 && memcmp(line, "From ", 5) == 0)
		c->from_line = true;
	if (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\t'))
		c->blank_end = true;
}

/* Line ends are the only CR and LF of a normalised text. */
static void count_bytes(struct census *c, struct span text)
{
	size_t pos = 0;

	while (pos <
		text.len) { /* counts of a byte and no branches: a merge does this for each mail */
		size_t end = text.len - pos > UINT8_MAX ? pos + UINT8_MAX : text.len;
		uint8_t zeros = 0;
		uint8_t high = 0;

		for (; pos < end; pos++) {
			uint8_t b = text.ptr[pos];
			uint8_t odd = (b < 0x20) & (b != '\t') & (b != '\r') & (b != '\n');

			zeros = (uint8_t)(zeros + (b == 0));
			high = (uint8_t)(high + ((b >= 0x7F) | odd));
		}
		c->zero = c->zero || zeros > 0;
		c->high += high;
	}
}

static struct census take_census(struct span text)
{
	struct census c = {0};
	size_t pos = 0;

	while (pos < text.len) {
		size_t end = span_find(text, pos, "\r\n", 2);

		end = end == SIZE_MAX ? text.len : end;
		count_line(&c, text.ptr + pos, end - pos);
		pos = end + 2;
	}
	count_bytes(&c, text);
	return c;
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

static bool is_ascii(struct span text)
{
	uint8_t high = 0;
	size_t i;

	for (i = 0; i < text.len; i++)
		high |= text.ptr[i];
	return high < 0x80 && (text.len == 0 || memchr(text.ptr, 0, text.len) == NULL);
}

void textbody_write(struct buf *out, struct span text, enum text_transfer *transfer, bool *ascii)
{
	struct buf lines;
	struct census c;
	struct span body;

	buf_init(&lines, 0);
	normalise(&lines, text);
	if (lines.failed != ERR_OK) {
		out->failed = lines.failed;
		buf_free(&lines);
		return;
	}
	body = span_of(lines.ptr, lines.len);
	c = take_census(body);
	*ascii = is_ascii(text);
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
