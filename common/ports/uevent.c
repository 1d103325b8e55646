/* SPDX-License-Identifier: MIT */
/* Strings KEY=value, each ended by a NUL (lib/kobject_uevent.c of the kernel). */
#include "uevent.h"

#include <stdio.h>
#include <string.h>

/* Value of a key, truncated to cap; false when the message lacks it. */
static bool take(struct span message, const char *key, char *out, size_t cap)
{
	size_t key_len = strlen(key);
	size_t at = 0;

	while (at < message.len) {
		size_t end = span_find(message, at, "", 1);
		size_t len;

		if (end == SIZE_MAX)
			end = message.len;
		len = end - at;
		if (len > key_len && memcmp(message.ptr + at, key, key_len) == 0 &&
			message.ptr[at + key_len] == '=') {
			len -= key_len + 1;
			if (len >= cap)
				return false;
			memcpy(out, message.ptr + at + key_len + 1, len);
			out[len] = '\0';
			return true;
		}
		at = end + 1;
	}
	return false;
}

bool uevent_read(struct span message, struct port_news *out)
{
	char subsystem[32];
	char action[32];
	char path[4096];
	const char *base;

	if (!take(message, "SUBSYSTEM", subsystem, sizeof subsystem) ||
		!take(message, "ACTION", action, sizeof action) ||
		!take(message, "DEVPATH", path, sizeof path) || strcmp(subsystem, "tty") != 0)
		return false;
	base = strrchr(path, '/');
	base = base != NULL ? base + 1 : path;
	if (strstr(path, "/virtual/") != NULL && port_own_kind_of(base) == NULL)
		return false;
	*out = (struct port_news){.removed = strcmp(action, "remove") == 0};
	/* Other actions, and unused names of the 8250 driver, only mean that something changed. */
	if ((!out->removed && strcmp(action, "add") != 0) || strstr(path, "/serial8250") != NULL)
		return true;
	snprintf(out->name, sizeof out->name, "%.63s", base);
	return true;
}

/* Up to len hex digits of text in lower case, with leading zeros; "" when there are none. */
static void take_hex(const char *text, size_t len, char *out)
{
	size_t n = strspn(text, "0123456789abcdefABCDEF");
	size_t i;

	out[0] = '\0';
	if (n == 0 || n > len)
		return;
	memset(out, '0', len - n);
	for (i = 0; i < n; i++)
		out[len - n + i] = (char)(text[i] | (text[i] >= 'A' ? 0x20 : 0));
	out[len] = '\0';
}

/* DRIVER=ftdi_sio, PRODUCT=403/6001/600, MODALIAS=usb:v...in00 (usb_if_uevent in
 * drivers/usb/core/message.c of the kernel). */
void uevent_usb(const char *text, struct usb_ids *out)
{
	while (*text != '\0') {
		size_t len = strcspn(text, "\n");

		if (strncmp(text, "PRODUCT=", 8) == 0) {
			const char *slash = memchr(text, '/', len);

			take_hex(text + 8, 4, out->vid);
			if (slash != NULL)
				take_hex(slash + 1, 4, out->pid);
		} else if (strncmp(text, "DRIVER=", 7) == 0 && len - 7 < sizeof out->driver) {
			memcpy(out->driver, text + 7, len - 7);
			out->driver[len - 7] = '\0';
		} else if (strncmp(text, "MODALIAS=usb:", 13) == 0 && len > 17 &&
			   strncmp(text + len - 4, "in", 2) == 0) {
			take_hex(text + len - 2, 2, out->interface);
		}
		text += len + (text[len] == '\n');
	}
}
