/* SPDX-License-Identifier: MIT */
/*
 * Splits the stream of bytes from a browser into messages. Pure: bytes in, messages out.
 *   WIRE_NUL      Chromium's debugging pipe: each message ends with a zero byte
 *   WIRE_COUNTED  Firefox's Marionette: decimal length, ':', so many bytes
 *   WIRE_SOCKET   WebSocket (RFC 6455 section 5): frames, possibly fragments of one message
 */
#ifndef BIOSBELT_2048AI_WIRE_H
#define BIOSBELT_2048AI_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define WIRE_MESSAGE_MAX ((size_t)16 << 20) /* bytes; a page's state is about 2 KiB */

enum wire_kind { WIRE_NUL, WIRE_COUNTED, WIRE_SOCKET };

enum wire_event {
	WIRE_NOTHING, /* more bytes are needed */
	WIRE_MESSAGE,
	WIRE_PING, /* answer it with a pong of the same bytes */
	WIRE_CLOSED
};

struct wire {
	enum wire_kind kind;
	struct buf in;    /* received and not yet returned */
	size_t used;      /* bytes of in already returned */
	struct buf whole; /* fragments of a WebSocket message */
	bool in_message;
};

void wire_open(struct wire *w, enum wire_kind kind);
void wire_close(struct wire *w);

enum err_code wire_feed(struct wire *w, struct span bytes, struct err *err);

/* The next message; *out is valid until the next call of any wire function. ERR_FORMAT when the
 * stream is not of this kind, ERR_LIMIT for a message over WIRE_MESSAGE_MAX. */
enum err_code wire_next(struct wire *w, enum wire_event *event, struct span *out, struct err *err);

/* Appends one message as it goes to the browser. mask: four random bytes (RFC 6455 section 5.3),
 * used for WIRE_SOCKET only. */
void wire_put(enum wire_kind kind, struct span message, uint32_t mask, struct buf *out);
void wire_put_pong(struct span payload, uint32_t mask, struct buf *out);

#endif
