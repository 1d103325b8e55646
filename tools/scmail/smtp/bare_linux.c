/* SPDX-License-Identifier: MIT */
#include "smtp/bare.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

void bare_prepare(curl_socket_t s)
{
	struct timeval second = {.tv_sec = 1};
	int flags = fcntl(s, F_GETFL);

	/* with both timeouts set, blocking sockets wait a second at most; otherwise the socket
	 * stays non-blocking */
	if (flags >= 0 && setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second) == 0 &&
		setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &second, sizeof second) == 0)
		(void)fcntl(s, F_SETFL, flags & ~O_NONBLOCK);
}

static enum bare_result result_of(ssize_t n, size_t *count)
{
	*count = n > 0 ? (size_t)n : 0;
	if (n > 0)
		return BARE_DONE;
	return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? BARE_NOT_NOW
										    : BARE_ENDED;
}

enum bare_result bare_recv(curl_socket_t s, void *ptr, size_t cap, bool wait, size_t *got)
{
	return result_of(recv(s, ptr, cap, wait ? 0 : MSG_DONTWAIT), got);
}

enum bare_result bare_send(curl_socket_t s, const void *ptr, size_t len, size_t *sent)
{
	return result_of(send(s, ptr, len, MSG_NOSIGNAL), sent);
}
