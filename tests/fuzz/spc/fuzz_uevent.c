/* SPDX-License-Identifier: MIT */
/* The kernel's messages about devices. */
#include <stdlib.h>
#include <string.h>

#include "uevent.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct port_news news;

	if (uevent_read(span_of(data, size), &news) && strchr(news.name, '/') != NULL)
		abort(); /* a name of a port is no path */
	return 0;
}
