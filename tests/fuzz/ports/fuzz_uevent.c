/* SPDX-License-Identifier: MIT */
/* The kernel's messages about devices. */
#include <stdlib.h>
#include <string.h>

#include "uevent.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct usb_ids ids = {"", "", "", ""};
	struct port_news news;
	char text[2048];

	if (uevent_read(span_of(data, size), &news) && strchr(news.name, '/') != NULL)
		abort(); /* a name of a port is not a path */
	if (size < sizeof text) {
		if (size > 0)
			memcpy(text, data, size);
		text[size] = '\0';
		uevent_usb(text, &ids);
	}
	return 0;
}
