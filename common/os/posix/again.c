/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <poll.h>

#include "os_private.h"

bool os_again(int fd, short events)
{
	struct pollfd p = {.fd = fd, .events = events};

	if (errno == EAGAIN)
		return poll(&p, 1, -1) >= 0 || errno == EINTR;
	return errno == EINTR;
}
