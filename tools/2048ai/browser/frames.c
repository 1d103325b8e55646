/* SPDX-License-Identifier: MIT */
#include "browser/frames.h"

#include <string.h>

/* RFC 6455 section 5.2: opcodes, and the bits beside them. */
#define OP_MORE  0x0u
#define OP_TEXT  0x1u
#define OP_BYTES 0x2u
#define OP_CLOSE 0x8u
#define OP_PING  0x9u
#define OP_PONG  0xAu
#define FIN      0x80u
#define MASKED   0x80u

#define COUNT_DIGITS 9 /* of a Marionette length: longer ones exceed the limit anyway */

struct frame {
	unsigned op;
	bool fin;
	struct span payload;
	size_t len; /* including its header */
};

void wire_open(struct wire *w, enum wire_kind kind)
{
	memset(w, 0, sizeof(*w));
	w->kind = kind;
	buf_init(&w->in, 2 * WIRE_MESSAGE_MAX);
	buf_init(&w->whole, WIRE_MESSAGE_MAX);
}

void wire_close(struct wire *w)
{
	buf_free(&w->in);
	buf_free(&w->whole);
}

static struct span waiting(const struct wire *w)
{
	struct span all = span_of(w->in.ptr, w->in.len), out = {NULL, 0};

	(void)span_from(all, w->used, &out);
	return out;
}

static enum err_code too_long(struct err *err)
{
	return err_set(err, ERR_LIMIT, "the browser sends a message of more than %u MiB",
		(unsigned)(WIRE_MESSAGE_MAX >> 20));
}

static enum err_code state_of(const struct buf *b, struct err *err)
{
	if (b->failed == ERR_NOMEM)
		return err_set(err, ERR_NOMEM, "out of memory");
	return b->failed == ERR_OK ? ERR_OK : too_long(err);
}

enum err_code wire_feed(struct wire *w, struct span bytes, struct err *err)
{
	if (w->used > 0) {
		struct span rest = waiting(w);

		if (rest.len > 0)
			memmove(w->in.ptr, rest.ptr, rest.len);
		w->in.len = rest.len;
		w->used = 0;
	}
	buf_add(&w->in, bytes.ptr, bytes.len);
	return state_of(&w->in, err);
}

static enum err_code next_nul(
	struct wire *w, enum wire_event *event, struct span *out, struct err *err)
{
	struct span rest = waiting(w);
	size_t end = span_find(rest, 0, "", 1);

	if (end == SIZE_MAX)
		return rest.len > WIRE_MESSAGE_MAX ? too_long(err) : ERR_OK;
	*event = WIRE_MESSAGE;
	*out = span_of(rest.ptr, end);
	w->used += end + 1;
	return ERR_OK;
}

static enum err_code next_counted(
	struct wire *w, enum wire_event *event, struct span *out, struct err *err)
{
	struct span rest = waiting(w);
	size_t len = 0, at = 0;
	uint8_t c = 0;

	while (span_u8(rest, at, &c) && c >= '0' && c <= '9' && at < COUNT_DIGITS) {
		len = len * 10 + (size_t)(c - '0');
		at++;
	}
	if (at == rest.len)
		return ERR_OK;
	if (c != ':' || at == 0)
		return err_set(err, ERR_FORMAT, "what answers there does not speak Marionette");
	if (len > WIRE_MESSAGE_MAX)
		return too_long(err);
	if (!span_slice(rest, at + 1, len, out))
		return ERR_OK;
	*event = WIRE_MESSAGE;
	w->used += at + 1 + len;
	return ERR_OK;
}

/* Reads one frame from the front; f->len 0: incomplete. */
static enum err_code read_frame(struct span in, struct frame *f, struct err *err)
{
	struct cursor c = {in, 0, false};
	unsigned first = cursor_u8(&c), second = cursor_u8(&c);
	uint64_t len = second & 127u;

	f->len = 0;
	if (len == 126)
		len = cursor_u16be(&c);
	else if (len == 127)
		len = cursor_u64be(&c);
	if (c.bad)
		return ERR_OK;
	if ((first & 0x70u) != 0 || (second & MASKED) != 0) /* reserved bits; servers do not mask */
		return err_set(err, ERR_FORMAT, "what answers there sends bad WebSocket frames");
	if (len > WIRE_MESSAGE_MAX)
		return too_long(err);
	f->payload = cursor_take(&c, (size_t)len);
	if (c.bad)
		return ERR_OK;
	f->op = first & 15u;
	f->fin = (first & FIN) != 0;
	f->len = c.pos;
	return ERR_OK;
}

static enum err_code take_data(struct wire *w, const struct frame *f, enum wire_event *event,
	struct span *out, struct err *err)
{
	if ((f->op == OP_MORE) != w->in_message)
		return err_set(err, ERR_FORMAT, "what answers there mixes WebSocket fragments");
	if (f->op != OP_MORE && f->fin) {
		*event = WIRE_MESSAGE;
		*out = f->payload;
		return ERR_OK;
	}
	if (f->op != OP_MORE)
		w->whole.len = 0;
	buf_add(&w->whole, f->payload.ptr, f->payload.len);
	if (state_of(&w->whole, err) != ERR_OK)
		return err->code;
	w->in_message = !f->fin;
	if (f->fin) {
		*event = WIRE_MESSAGE;
		*out = span_of(w->whole.ptr, w->whole.len);
	}
	return ERR_OK;
}

static enum err_code next_frame(
	struct wire *w, enum wire_event *event, struct span *out, struct err *err)
{
	struct frame f;

	while (*event == WIRE_NOTHING) {
		if (read_frame(waiting(w), &f, err) != ERR_OK)
			return err->code;
		if (f.len == 0)
			return ERR_OK;
		w->used += f.len;
		if (f.op == OP_CLOSE) {
			*event = WIRE_CLOSED;
		} else if (f.op == OP_PING) {
			*event = WIRE_PING;
			*out = f.payload;
		} else if (f.op <= OP_BYTES) {
			if (take_data(w, &f, event, out, err) != ERR_OK)
				return err->code;
		} else if (f.op != OP_PONG) {
			return err_set(
				err, ERR_FORMAT, "a WebSocket frame of unknown kind %u", f.op);
		}
	}
	return ERR_OK;
}

enum err_code wire_next(struct wire *w, enum wire_event *event, struct span *out, struct err *err)
{
	*event = WIRE_NOTHING;
	*out = span_of(NULL, 0);
	switch (w->kind) {
	case WIRE_NUL:
		return next_nul(w, event, out, err);
	case WIRE_COUNTED:
		return next_counted(w, event, out, err);
	default:
		return next_frame(w, event, out, err);
	}
}

static void put_frame(unsigned op, struct span payload, uint32_t mask, struct buf *out)
{
	const uint8_t key[4] = {
		(uint8_t)(mask >> 24), (uint8_t)(mask >> 16), (uint8_t)(mask >> 8), (uint8_t)mask};
	int shift;

	buf_add_u8(out, (uint8_t)(FIN | op));
	if (payload.len < 126) {
		buf_add_u8(out, (uint8_t)(MASKED | payload.len));
	} else {
		bool wide = payload.len > UINT16_MAX;

		buf_add_u8(out, (uint8_t)(MASKED | (wide ? 127u : 126u)));
		for (shift = wide ? 56 : 8; shift >= 0; shift -= 8)
			buf_add_u8(out, (uint8_t)((uint64_t)payload.len >> shift));
	}
	buf_add(out, key, sizeof(key));
	for (size_t i = 0; i < payload.len; i++)
		buf_add_u8(out, payload.ptr[i] ^ key[i & 3]);
}

void wire_put_pong(struct span payload, uint32_t mask, struct buf *out)
{
	put_frame(OP_PONG, payload, mask, out);
}

void wire_put(enum wire_kind kind, struct span message, uint32_t mask, struct buf *out)
{
	if (kind == WIRE_SOCKET) {
		put_frame(OP_TEXT, message, mask, out);
		return;
	}
	if (kind == WIRE_COUNTED)
		buf_printf(out, "%zu:", message.len);
	buf_add(out, message.ptr, message.len);
	if (kind == WIRE_NUL)
		buf_add_u8(out, 0);
}
