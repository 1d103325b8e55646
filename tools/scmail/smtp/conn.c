/* SPDX-License-Identifier: MIT */
#include "smtp/conn.h"

#include <string.h>

#include "biosbelt/os.h"
#include "smtp/bare.h"

bool wire_open(struct wire *w, CURL *curl, bool plain)
{
	*w = (struct wire){.curl = curl, .poller = curl_multi_init(), .plain = plain};
	if (w->poller == NULL ||
		curl_easy_getinfo(curl, CURLINFO_ACTIVESOCKET, &w->socket) != CURLE_OK ||
		w->socket == CURL_SOCKET_BAD)
		return false;
	if (plain)
		bare_prepare(w->socket);
	return true;
}

void wire_close(struct wire *w)
{
	if (w->poller != NULL)
		curl_multi_cleanup(w->poller);
	*w = (struct wire){0};
}

/* False at the timeout. Waits in short steps: TLS may have buffered bytes that the system does not
 * know of. */
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

static enum bare_result result_of(CURLcode rc, size_t count)
{
	if (rc == CURLE_OK)
		return count > 0 ? BARE_DONE : BARE_ENDED;
	return rc == CURLE_AGAIN ? BARE_NOT_NOW : BARE_ENDED;
}

static enum bare_result some_in(struct wire *w, bool wait, size_t *got)
{
	uint8_t *to = w->in + w->in_len;
	size_t room = sizeof w->in - w->in_len;
	CURLcode rc;

	if (w->plain)
		return bare_recv(w->socket, to, room, wait, got);
	rc = curl_easy_recv(w->curl, to, room, got);
	return result_of(rc, *got);
}

static enum bare_result some_out(struct wire *w, struct span bytes, size_t *sent)
{
	CURLcode rc;

	if (w->plain)
		return bare_send(w->socket, bytes.ptr, bytes.len, sent);
	rc = curl_easy_send(w->curl, bytes.ptr, bytes.len, sent);
	return rc == CURLE_OK && *sent == 0 ? BARE_NOT_NOW : result_of(rc, *sent);
}

/* Reads what is available; false: nothing now. */
static bool fill(struct wire *w, bool wait)
{
	enum bare_result result;
	size_t got = 0;

	if (w->in_used == w->in_len)
		w->in_used = w->in_len = 0;
	if (w->in_used > 0) {
		memmove(w->in, w->in + w->in_used, w->in_len - w->in_used);
		w->in_len -= w->in_used;
		w->in_used = 0;
	}
	result = some_in(w, wait, &got);
	if (result == BARE_ENDED)
		w->state = WIRE_CLOSED;
	w->in_len += got;
	return result == BARE_DONE;
}

static bool cut_line(struct wire *w, struct span *line)
{
	const uint8_t *start = w->in + w->in_used;
	size_t have = w->in_len - w->in_used;
	const uint8_t *end = have > 0 ? memchr(start, '\n', have) : NULL;

	if (end == NULL && have < sizeof w->in)
		return false;
	/* an overlong line is returned in pieces */
	*line = span_of(start, end != NULL ? (size_t)(end - start) + 1 : have);
	w->in_used += line->len;
	return true;
}

static bool is_over(uint64_t until_ms)
{
	return until_ms > 0 && os_time_ms() >= until_ms;
}

bool wire_line(struct wire *w, struct span *line, uint64_t until_ms)
{
	bool part = false; /* received an incomplete line */

	while (!cut_line(w, line)) {
		if (w->state != WIRE_OK)
			return false;
		if (part && is_over(until_ms)) {
			w->state = WIRE_TIMEOUT;
			return false;
		}
		part = fill(w, until_ms > 0);
		if (part || w->state != WIRE_OK)
			continue;
		if (until_ms == 0)
			return false;
		if (!wait_for(w, CURL_WAIT_POLLIN, until_ms)) {
			w->state = WIRE_TIMEOUT;
			return false;
		}
	}
	return true;
}

bool wire_send(struct wire *w, struct span bytes, unsigned stall_s)
{
	uint64_t until = 0; /* 0, or when the peer stopped accepting bytes */
	/* unread input would end every wait at once */
	short events = CURL_WAIT_POLLOUT | (w->on_input != NULL ? CURL_WAIT_POLLIN : 0);

	while (bytes.len > 0 && w->state == WIRE_OK && !w->cut) {
		size_t sent = 0;
		enum bare_result result;

		if (w->on_input != NULL && w->on_input(w->user))
			return false;
		result = some_out(w, bytes, &sent);
		if (until == 0 || sent > 0)
			until = result == BARE_NOT_NOW ? os_time_ms() + (uint64_t)stall_s * 1000
						       : 0;
		span_from(bytes, sent, &bytes);
		if (result == BARE_ENDED)
			w->cut = true;
		else if (result == BARE_NOT_NOW && !wait_for(w, events, until))
			w->state = WIRE_TIMEOUT;
	}
	return bytes.len == 0;
}

size_t wire_stuff(const uint8_t *in, size_t len, bool line_start, uint8_t *out)
{
	const uint8_t *end = in + len;
	const uint8_t *from = in; /* not yet copied */
	const uint8_t *dot = in;
	uint8_t *to = out;

	/* base64 has no dots: most of a big mail is skipped at memchr's speed */
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
