/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/tcp.h"

static bool read_port(const char *text, unsigned *out)
{
	uint64_t port;

	if (!num_parse_u64(text, &port) || port > 65535)
		return false;
	*out = (unsigned)port;
	return true;
}

bool tcp_address(const char *text, char address[TCP_ADDRESS_MAX], unsigned *port)
{
	const char *end = NULL;
	size_t len = strlen(text);

	if (text[0] == '[') {
		end = strchr(++text, ']');
		if (end == NULL || (end[1] != '\0' && end[1] != ':'))
			return false;
		len = (size_t)(end - text);
		end += end[1] == ':';
	} else if (strspn(text, "0123456789") == len) {
		return read_port(text, port);
	} else {
		end = strchr(text, ':');
		if (end != NULL && strchr(end + 1, ':') != NULL)
			end = NULL; /* IPv6, whole */
		if (end != NULL)
			len = (size_t)(end - text);
	}
	if (len == 0 || len >= TCP_ADDRESS_MAX ||
		(end != NULL && *end == ':' && !read_port(end + 1, port)))
		return false;
	memcpy(address, text, len);
	address[len] = '\0';
	return true;
}
