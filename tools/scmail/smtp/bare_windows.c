/* SPDX-License-Identifier: MIT */
/* The socket stays as libcurl leaves it, without timeouts: after one expires its state is
 * indeterminate (SO_RCVTIMEO in Microsoft's "SOL_SOCKET Socket Options"). */
#include "smtp/bare.h"

#include <winsock2.h>

#define PIECE_MAX 65536

void bare_prepare(curl_socket_t s)
{
	(void)s;
}

static enum bare_result result_of(int n, size_t *count)
{
	*count = n > 0 ? (size_t)n : 0;
	if (n > 0)
		return BARE_DONE;
	return n < 0 && WSAGetLastError() == WSAEWOULDBLOCK ? BARE_NOT_NOW : BARE_ENDED;
}

enum bare_result bare_recv(curl_socket_t s, void *ptr, size_t cap, bool wait, size_t *got)
{
	struct timeval second = {1, 0};
	fd_set set;

	FD_ZERO(&set);
	FD_SET(s, &set);
	if (wait)
		(void)select(0, &set, NULL, NULL, &second);
	return result_of(recv(s, ptr, (int)(cap < PIECE_MAX ? cap : PIECE_MAX), 0), got);
}

enum bare_result bare_send(curl_socket_t s, const void *ptr, size_t len, size_t *sent)
{
	return result_of(send(s, ptr, (int)(len < PIECE_MAX ? len : PIECE_MAX), 0), sent);
}
