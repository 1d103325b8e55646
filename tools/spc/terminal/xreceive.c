/* SPDX-License-Identifier: MIT */
#include "terminal/xreceive.h"

#include <string.h>

#include "terminal/xwords.h"

#define ASK_MS      3000  /* between requests */
#define CRC_ASKS    4     /* requests with CRC before those with checksum (XMODEM) */
#define PURGE_MS    400   /* after so long a silence nothing of a damaged block follows */
#define BLOCK_MS    1000  /* a block interrupted for so long is lost */
#define SILENCE_MS  10000 /* after which the last answer counts as lost */
#define CAN_IN_DATA 5     /* consecutive CANs at the end of a lost block are a cancellation */
#define HEAD        3     /* bytes of a block before its data */

void xreceive_begin(struct xreceive *x, enum xmodem_kind kind, const struct xreceive_ends *ends,
	uint64_t now_ms)
{
	memset(x, 0, sizeof *x);
	x->ends = *ends;
	x->many = kind == YMODEM;
	x->crc = true;
	x->asks = true;
	x->ask_ms = x->byte_ms = x->heard_ms = now_ms;
	x->expected = x->many ? 0 : 1;
}

static void ask(struct xreceive *x, uint64_t now_ms, struct buf *out)
{
	if (!x->many && x->asked == CRC_ASKS)
		x->crc = false;
	x->asked++;
	x->ask_ms = now_ms + ASK_MS;
	buf_add_u8(out, x->crc ? 'C' : NAK);
}

/* Requests a block or the end again: at once, or when the line is silent. */
static enum xreceive_state again(struct xreceive *x, bool purge, uint64_t now_ms, struct buf *out)
{
	x->len = 0;
	if (purge) {
		x->purges = true;
		x->purge_ms = now_ms;
		x->after = 0;
		return XRECEIVE_WORKS;
	}
	if (++x->tries >= XMODEM_TRIES) {
		xmodem_cancel(out);
		return XRECEIVE_DAMAGED;
	}
	x->byte_ms = now_ms;
	if (x->asks)
		ask(x, now_ms, out);
	else
		buf_add_u8(out, NAK);
	return XRECEIVE_WORKS;
}

static enum xreceive_state stop(enum xreceive_state why, struct buf *out)
{
	xmodem_cancel(out);
	return why;
}

static uint64_t number(const char **text, unsigned base)
{
	uint64_t n = 0;

	while (**text == ' ')
		(*text)++;
	while (**text >= '0' && **text < (char)('0' + base) && n < UINT64_MAX / 16)
		n = n * base + (uint64_t)(*(*text)++ - '0');
	return n;
}

/* Block 0: a name, NUL, the size in decimal, the time in octal; size and time are optional. */
static enum xreceive_state take_header(struct xreceive *x, size_t size, struct buf *out)
{
	struct xreceive_head head = {0};
	char text[XMODEM_BLOCK + 2];
	const char *at;

	memcpy(text, x->block + HEAD, size);
	text[size] = text[size + 1] = '\0';
	buf_add_u8(out, ACK);
	if (text[0] == '\0')
		return XRECEIVE_DONE;
	head.name = text;
	at = text + strlen(text) + 1;
	head.has_size = *at >= '0' && *at <= '9';
	head.size = number(&at, 10);
	head.mtime = (int64_t)(number(&at, 8) & INT64_MAX);
	x->has_size = head.has_size;
	x->left = head.size;
	x->beyond = 0;
	if (!x->ends.begin(x->ends.user, &head))
		return stop(XRECEIVE_STOPPED, out);
	x->is_open = x->began = true;
	x->expected = 1;
	x->asked = 0;
	ask(x, x->heard_ms, out);
	return XRECEIVE_WORKS;
}

static enum xreceive_state open_unnamed(struct xreceive *x, struct buf *out)
{
	static const struct xreceive_head unknown = {.name = ""};

	if (x->is_open)
		return XRECEIVE_WORKS;
	if (!x->ends.begin(x->ends.user, &unknown))
		return stop(XRECEIVE_STOPPED, out);
	x->is_open = x->began = true;
	return XRECEIVE_WORKS;
}

static enum xreceive_state take_data(struct xreceive *x, size_t size, struct buf *out)
{
	if (open_unnamed(x, out) != XRECEIVE_WORKS)
		return XRECEIVE_STOPPED;
	if (x->has_size) {
		x->beyond += x->left == 0 ? size : 0;
		size = size < x->left ? size : (size_t)x->left;
		x->left -= size;
	}
	if (!x->ends.data(x->ends.user, span_of(x->block + HEAD, size)))
		return stop(XRECEIVE_STOPPED, out);
	x->asks = false;
	x->expected++;
	buf_add_u8(out, ACK);
	return XRECEIVE_WORKS;
}

static bool is_sound(const struct xreceive *x, size_t size)
{
	const uint8_t *p = x->block + HEAD;

	if ((x->block[1] ^ x->block[2]) != 0xFF)
		return false;
	if (x->crc)
		return xwords_crc(p, size) == (p[size] << 8 | p[size + 1]);
	return xwords_sum(p, size) == p[size];
}

static enum xreceive_state take_block(struct xreceive *x, uint64_t now_ms, struct buf *out)
{
	size_t size = x->want - HEAD - (x->crc ? 2 : 1);
	uint8_t n = x->block[1];

	if (!is_sound(x, size))
		return again(x, true, now_ms, out);
	x->len = 0;
	x->tries = x->ends_seen = 0;
	x->heard_ms = now_ms;
	if (x->many && !x->is_open && n == 0)
		return take_header(x, size, out);
	if (x->is_open ? n == x->expected : !x->many && n == 1)
		return take_data(x, size, out);
	if (x->is_open && n == (uint8_t)(x->expected - 1)) { /* our answer was lost */
		buf_add_u8(out, ACK);
		if (x->asks) /* after a header */
			ask(x, now_ms, out);
		return XRECEIVE_WORKS;
	}
	return stop(XRECEIVE_STRAYED, out);
}

static enum xreceive_state take_end(struct xreceive *x, uint64_t now_ms, struct buf *out)
{
	enum xreceive_state state = XRECEIVE_WORKS;

	x->heard_ms = now_ms;
	if (x->many && !x->is_open) { /* our answer to it was lost, or it is not a header */
		if (x->began) {
			buf_add_u8(out, ACK);
			ask(x, now_ms, out);
		}
		return XRECEIVE_WORKS;
	}
	if (x->ends_seen++ == 0) {
		buf_add_u8(out, NAK);
		return XRECEIVE_WORKS;
	}
	if (x->has_size && x->left > 0)
		return stop(XRECEIVE_SHORT, out);
	state = open_unnamed(x, out); /* empty */
	if (state != XRECEIVE_WORKS)
		return state;
	if (!x->ends.end(x->ends.user))
		return stop(XRECEIVE_STOPPED, out);
	buf_add_u8(out, ACK);
	if (!x->many)
		return XRECEIVE_DONE;
	x->is_open = x->has_size = false;
	x->asks = true;
	x->asked = x->ends_seen = 0;
	ask(x, now_ms, out);
	return XRECEIVE_WORKS;
}

/* The first byte of a block, or a byte between two. */
static enum xreceive_state take_first(
	struct xreceive *x, uint8_t byte, uint64_t now_ms, struct buf *out)
{
	size_t size = byte == SOH ? 128 : XMODEM_BLOCK;

	switch (byte) {
	case SOH:
	case STX:
		x->block[0] = byte;
		x->len = 1;
		x->want = HEAD + size + (x->crc ? 2 : 1);
		return XRECEIVE_WORKS;
	case EOT:
		return take_end(x, now_ms, out);
	case CAN:
	case '\b':
		return XRECEIVE_WORKS;
	default: /* before the start the board may send anything */
		return x->asks ? XRECEIVE_WORKS : again(x, true, now_ms, out);
	}
}

static enum xreceive_state take_byte(
	struct xreceive *x, uint8_t byte, uint64_t now_ms, struct buf *out)
{
	x->byte_ms = now_ms;
	if (byte != '\b' || x->cancels < CAN_IN_DATA)
		x->cancels = byte == CAN ? x->cancels + 1 : 0;
	if (x->len == 0 && !x->purges && x->cancels == XMODEM_CANCELS)
		return XRECEIVE_CANCELLED;
	if (x->purges) {
		x->after++;
		return XRECEIVE_WORKS;
	}
	if (x->len == 0)
		return take_first(x, byte, now_ms, out);
	x->block[x->len++] = byte;
	return x->len == x->want ? take_block(x, now_ms, out) : XRECEIVE_WORKS;
}

/* A first block is one byte longer or shorter when the sender uses the other check: it answered an
 * earlier request. */
static void learn_check(struct xreceive *x)
{
	if (x->many || !x->asks)
		return;
	if (!x->crc && x->purges && x->after == 1)
		x->crc = true;
	else if (x->crc && !x->purges && x->len == x->want - 1)
		x->crc = false;
}

/* Handles timeouts. */
static enum xreceive_state look(struct xreceive *x, uint64_t now_ms, struct buf *out)
{
	uint64_t silent = now_ms - x->byte_ms;

	if (x->purges && now_ms - x->purge_ms >= XMODEM_WAIT_MS)
		return stop(XRECEIVE_DAMAGED, out);
	if (x->purges || x->len > 0) {
		if (silent < (x->purges ? PURGE_MS : BLOCK_MS))
			return XRECEIVE_WORKS;
		if (x->cancels >= CAN_IN_DATA)
			return XRECEIVE_CANCELLED;
		learn_check(x);
		x->purges = false;
		return again(x, false, now_ms, out);
	}
	if (now_ms - x->heard_ms >= XMODEM_WAIT_MS)
		return stop(XRECEIVE_SILENT, out);
	if (x->asks && x->ends_seen == 0) {
		if (now_ms >= x->ask_ms)
			ask(x, now_ms, out);
		return XRECEIVE_WORKS;
	}
	return silent >= SILENCE_MS ? again(x, false, now_ms, out) : XRECEIVE_WORKS;
}

enum xreceive_state xreceive_take(
	struct xreceive *x, struct span *in, uint64_t now_ms, struct buf *out)
{
	while (in->len > 0) {
		uint8_t byte = in->ptr[0];
		enum xreceive_state state;

		*in = span_of(in->ptr + 1, in->len - 1);
		state = take_byte(x, byte, now_ms, out);
		if (state != XRECEIVE_WORKS)
			return state;
	}
	return look(x, now_ms, out);
}
