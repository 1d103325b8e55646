/* SPDX-License-Identifier: MIT */
#include "terminal/xmodem.h"

#include <stdio.h>
#include <string.h>

#include "terminal/xwords.h"

#define FILL 0x1A

#define CLOSE_MS  3000 /* for an answer to the end of a file and to what follows */
#define END_TRIES 3
#define AGAIN_MS  1000 /* a receiver that asks again after so long has lost our block */

enum phase {
	START,      /* the receiver has to ask: NAK or 'C' */
	HEADER,     /* YMODEM's block 0 was sent */
	ASKED,      /* it was accepted; 'C' begins the data */
	DATA,       /* a block was sent */
	END,        /* EOT was sent */
	CLOSE,      /* YMODEM: 'C' asks for the next file */
	CLOSE_BLOCK /* the empty header for "no more files" was sent */
};

static void send_block(struct xmodem *x, struct buf *out)
{
	buf_add(out, x->block, x->len);
}

/* Frames size bytes, which are in place already. */
static void frame(struct xmodem *x, size_t size, struct buf *out)
{
	uint8_t *data = x->block + 3;

	x->block[0] = size == XMODEM_BLOCK ? STX : SOH;
	x->block[1] = x->number;
	x->block[2] = (uint8_t)~x->number;
	if (x->crc) {
		uint16_t crc = xwords_crc(data, size);

		data[size] = (uint8_t)(crc >> 8);
		data[size + 1] = (uint8_t)crc;
		x->len = size + 5;
	} else {
		data[size] = xwords_sum(data, size);
		x->len = size + 4;
	}
	x->tries = 0;
	send_block(x, out);
}

static void send_header(struct xmodem *x, bool last, struct buf *out)
{
	char *data = (char *)x->block + 3;
	size_t size = 128;

	memset(data, 0, XMODEM_BLOCK);
	x->number = 0;
	if (!last) {
		size_t n;

		snprintf(data, XMODEM_BLOCK - 32, "%s", x->name); /* leaves room for the rest */
		n = strlen(data) + 1;
		/* size, time (0: unknown), mode (0: not Unix); without the last two lrzsz's
		 * receiver uses uninitialised memory */
		n += (size_t)snprintf(data + n, 30, "%zu 0 0", x->data.len);
		size = n < 128 ? 128 : XMODEM_BLOCK;
	}
	x->phase = last ? CLOSE_BLOCK : HEADER;
	frame(x, size, out);
}

/* Sends the next block of the file, or its end. */
static void send_next(struct xmodem *x, struct buf *out)
{
	size_t left = x->data.len - x->at;
	/* a receiver that uses checksums does not support long blocks */
	size_t size = x->kind == XMODEM_128 || !x->crc || left <= 128 ? 128 : XMODEM_BLOCK;

	x->tries = 0;
	if (left == 0) {
		x->phase = END;
		x->block[0] = EOT;
		x->len = 1;
		send_block(x, out);
		return;
	}
	x->in_block = left < size ? left : size;
	memcpy(x->block + 3, x->data.ptr + x->at, x->in_block);
	memset(x->block + 3 + x->in_block, FILL, size - x->in_block);
	x->phase = DATA;
	frame(x, size, out);
}

void xmodem_begin(struct xmodem *x, enum xmodem_kind kind, const char *name, struct span data,
	uint64_t now_ms)
{
	memset(x, 0, sizeof *x);
	x->kind = kind;
	x->name = name;
	x->data = data;
	x->heard_ms = now_ms;
	x->deadline = now_ms + XMODEM_WAIT_MS;
}

/* The receiver asks to begin. */
static void asked(struct xmodem *x, bool crc, struct buf *out)
{
	switch (x->phase) {
	case START:
		x->crc = crc;
		if (x->kind == YMODEM) {
			send_header(x, false, out);
			break;
		}
		x->number = 1;
		send_next(x, out);
		break;
	case ASKED:
		x->number = 1;
		send_next(x, out);
		break;
	case CLOSE:
		send_header(x, true, out);
		break;
	default: /* it asked more than once before the start */
		break;
	}
}

static enum xmodem_state refused(struct xmodem *x, struct buf *out)
{
	if (x->phase == START) {
		asked(x, false, out);
		return XMODEM_WORKS;
	}
	if (x->phase == ASKED || x->phase == CLOSE)
		return XMODEM_WORKS;
	if (++x->tries >= XMODEM_TRIES) {
		xmodem_cancel(out);
		return XMODEM_FAILED;
	}
	send_block(x, out);
	return XMODEM_WORKS;
}

static enum xmodem_state acknowledged(struct xmodem *x, struct buf *out)
{
	switch (x->phase) {
	case HEADER:
		x->phase = ASKED;
		break;
	case DATA:
		x->at += x->in_block;
		x->number++;
		send_next(x, out);
		break;
	case END:
		if (x->kind != YMODEM)
			return XMODEM_DONE;
		x->phase = CLOSE;
		break;
	case CLOSE_BLOCK:
		return XMODEM_DONE;
	default:
		break;
	}
	return XMODEM_WORKS;
}

/* Receivers discard pending input after they have asked, so bytes sent too early are lost. */
static bool is_lost(const struct xmodem *x, uint64_t now_ms)
{
	return (x->phase == HEADER || x->phase == CLOSE_BLOCK ||
		       (x->phase == DATA && x->at == 0)) &&
	       now_ms - x->heard_ms >= AGAIN_MS;
}

static enum xmodem_state take_byte(struct xmodem *x, uint8_t byte, uint64_t now_ms, struct buf *out)
{
	enum xmodem_state state = XMODEM_WORKS;
	unsigned before = x->phase;
	bool goes_on = byte != 'C';

	x->cancels = byte == CAN ? x->cancels + 1 : 0;
	if (x->cancels == XMODEM_CANCELS)
		return XMODEM_CANCELLED;
	if (byte == ACK)
		state = acknowledged(x, out);
	else if (byte == NAK)
		state = refused(x, out);
	else if (byte == 'C' && is_lost(x, now_ms)) {
		send_block(x, out);
		goes_on = x->lost++ < XMODEM_TRIES;
	} else if (byte == 'C')
		asked(x, true, out);
	else
		return XMODEM_WORKS;
	x->heard_ms = now_ms;
	/* a board that has crashed may print this letter again and again */
	if (goes_on || x->phase != before)
		x->deadline = now_ms + (x->phase >= END ? CLOSE_MS : XMODEM_WAIT_MS);
	return state;
}

static bool is_word(uint8_t byte)
{
	return byte == ACK || byte == NAK || byte == CAN || byte == 'C';
}

enum xmodem_state xmodem_take(struct xmodem *x, struct span *in, uint64_t now_ms, struct buf *out)
{
	while (in->len > 0) {
		uint8_t byte = in->ptr[0];
		enum xmodem_state state;

		/* the file was accepted; these bytes come from the board */
		if (x->phase >= END && !is_word(byte))
			return x->phase == END ? XMODEM_UNCONFIRMED : XMODEM_DONE;
		*in = span_of(in->ptr + 1, in->len - 1);
		state = take_byte(x, byte, now_ms, out);
		if (state != XMODEM_WORKS)
			return state;
	}
	if (now_ms < x->deadline)
		return XMODEM_WORKS;
	if (x->phase == CLOSE) /* many receivers end without another answer */
		return XMODEM_DONE;
	if (x->phase >= END) {
		if (++x->tries >= END_TRIES)
			return x->phase == END ? XMODEM_UNCONFIRMED : XMODEM_DONE;
		x->deadline = now_ms + CLOSE_MS;
		send_block(x, out);
		return XMODEM_WORKS;
	}
	xmodem_cancel(out);
	return XMODEM_FAILED;
}

void xmodem_cancel(struct buf *out)
{
	buf_fill(out, CAN, 8);
	buf_fill(out, '\b', 8); /* deletes them again if a shell is there instead of a receiver */
}
