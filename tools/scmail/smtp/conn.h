/* SPDX-License-Identifier: MIT */
/*
 * Bytes to and from a server over a connection that libcurl made, encrypted or not. Returns
 * lines one by one; every wait is bounded. A failure is permanent.
 */
#ifndef SCMAIL_WIRE_H
#define SCMAIL_WIRE_H

#include <stdbool.h>

#include <curl/curl.h>

#include "biosbelt/span.h"

#define WIRE_IN 4096 /* bytes of a line; more are thrown away */

enum wire_state { WIRE_OK, WIRE_CLOSED, WIRE_TIMEOUT };

struct wire {
	CURL *curl;
	CURLM *poller; /* for waiting only */
	curl_socket_t socket;
	enum wire_state state;
	bool cut;   /* sending failed; data received before may still be read */
	bool plain; /* not encrypted: no received data is buffered in libcurl */
	uint8_t in[WIRE_IN];
	size_t in_len;
	size_t in_used;
	/* called with input while a message is sent: true stops sending */
	bool (*on_input)(void *user);
	void *user;
};

/* curl is connected (CURLOPT_CONNECT_ONLY); plain is false when uncertain. False: out of memory. */
bool wire_open(struct wire *w, CURL *curl, bool plain);
void wire_close(struct wire *w); /* does not close curl; a zeroed *w is fine */

/* Sends all, or returns false. Each piece may take stall_s seconds. */
bool wire_send(struct wire *w, struct span bytes, unsigned stall_s);
/* A line with its LF, valid until the next call. False at the end of the connection or at until_ms
 * (of os_time_ms; 0: do not wait). */
bool wire_line(struct wire *w, struct span *line, uint64_t until_ms);

/*
 * Doubles the dot at the beginning of lines, for sending a message (RFC 5321, section 4.5.2).
 * Returns the bytes in out, which has room for twice len; 0: in needs no change.
 */
size_t wire_stuff(const uint8_t *in, size_t len, bool line_start, uint8_t *out);

#endif
