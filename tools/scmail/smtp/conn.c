/* SPDX-License-Identifier: MIT */
#include "smtp/conn.h"

#include <string.h>

#include "biosbelt/os.h"

bool wire_open(struct wire *w, CURL *curl, bool plain)
{
	*w = (struct wire){.curl = curl, .poller = curl_multi_init(), .plain = plain};
	return w->poller != NULL &&
	       curl_easy_getinfo(curl, CURLINFO_ACTIVESOCKET, &w->socket) == CURLE_OK &&
	       w->socket != CURL_SOCKET_BAD;
}

void wire_close(struct wire *w)
{
	if (w->poller != NULL)
		curl_multi_cleanup(w->poller);
	*w = (struct wire){0};
}

/* False when the time is over. A little at a time: inside TLS bytes can be there that the system
 * knows nothing of. */
static bool wait_for(struct wire *w, short events, uint64_t until_ms)
{
	struct curl_waitfd fd = {.fd = w->socket, .events = events};
	uint64_t now = os_time_ms();
	uint64_t left_ms = until_ms > now ? until_ms - now : 0;
	int ready = 0;

	if (left_ms == 0)
		return false;
	curl_multi_poll(w->poller, &fd, 1, left_ms < 1000 ? (int)left_ms : 1000, &ready);
	return true;
}

/* Whatever has come; false: nothing now. */
static bool fill(struct wire *w)
{
	size_t got = 0;
	CURLcode rc;

	if (w->in_used == w->in_len)
		w->in_used = w->in_len = 0;
	if (w->in_used > 0) {
		memmove(w->in, w->in + w->in_used, w->in_len - w->in_used);
		w->in_len -= w->in_used;
		w->in_used = 0;
	}
	rc = curl_easy_recv(w->curl, w->in + w->in_len, sizeof w->in - w->in_len, &got);
	if (rc == CURLE_AGAIN)
		return false;
	if (rc != CURLE_OK || got == 0) {
		w->state = WIRE_CLOSED;
		return false;
	}
	w->in_len += got;
	return true;
}

static bool cut_line(struct wire *w, struct span *line)
{
	const uint8_t *start = w->in + w->in_used;
	size_t have = w->in_len - w->in_used;
	const uint8_t *end = have > 0 ? memchr(start, '\n', have) : NULL;

	if (end == NULL && have < sizeof w->in)
		return false;
	/* a line without end is given out in pieces */
	*line = span_of(start, end != NULL ? (size_t)(end - start) + 1 : have);
	w->in_used += line->len;
	return true;
}

bool wire_line(struct wire *w, struct span *line, unsigned wait_s)
{
	uint64_t until = os_time_ms() + (uint64_t)wait_s * 1000;
	bool wait_first = w->plain && wait_s > 0; /* an answer takes a while; asking costs a call */

	while (!cut_line(w, line)) {
		if (w->state != WIRE_OK)
			return false;
		if (!wait_first && (fill(w) || w->state != WIRE_OK))
			continue;
		wait_first = false;
		if (wait_s == 0)
			return false;
		if (!wait_for(w, CURL_WAIT_POLLIN, until)) {
			w->state = WIRE_TIMEOUT;
			return false;
		}
	}
	return true;
}

bool wire_send(struct wire *w, struct span bytes, unsigned stall_s)
{
	uint64_t until = os_time_ms() + (uint64_t)stall_s * 1000;
	/* what nobody reads now would end every wait at once */
	short events = CURL_WAIT_POLLOUT | (w->on_input != NULL ? CURL_WAIT_POLLIN : 0);

	while (bytes.len > 0 && w->state == WIRE_OK && !w->cut) {
		size_t sent = 0;
		CURLcode rc;

		if (w->on_input != NULL && w->on_input(w->user))
			return false;
		rc = curl_easy_send(w->curl, bytes.ptr, bytes.len, &sent);
		if (rc == CURLE_OK && sent > 0) {
			span_from(bytes, sent, &bytes);
			until = os_time_ms() + (uint64_t)stall_s * 1000;
		} else if (rc != CURLE_AGAIN && rc != CURLE_OK) {
			w->cut = true;
		} else if (!wait_for(w, events, until)) {
			w->state = WIRE_TIMEOUT;
		}
	}
	return bytes.len == 0;
}

size_t wire_stuff(const uint8_t *in, size_t len, bool line_start, uint8_t *out)
{
	const uint8_t *end = in + len;
	const uint8_t *from = in; /* not yet copied */
	const uint8_t *dot = in;
	uint8_t *to = out;

	/* base64 has no dots: most of a big mail is passed over at memchr's speed */
	while (dot < end && (dot = memchr(dot, '.', (size_t)(end - dot))) != NULL) {
		if (dot == in ? line_start : dot[-1] == '\n') {
			memcpy(to, from, (size_t)(dot - from));
			to += dot - from;
			*to++ = '.';
			from = dot;
		}
		dot++;
	}
	if (to == out)
		return 0;
	memcpy(to, from, (size_t)(end - from));
	return (size_t)(to - out) + (size_t)(end - from);
}
