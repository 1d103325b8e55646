/* SPDX-License-Identifier: MIT */
/* Strings KEY=value, each with a NUL behind it (lib/kobject_uevent.c of the kernel). */
#include "uevent.h"

#include <stdio.h>
#include <string.h>

/* Value of a key, cut to what fits; false when the message does not have it. */
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
		!take(message, "DEVPATH", path, sizeof path) || strcmp(subsystem, "tty") != 0 ||
		strstr(path, "/virtual/") != NULL)
		return false;
	*out = (struct port_news){.removed = strcmp(action, "remove") == 0};
	/* Other actions say only "look again"; so do the ghosts of the 8250 driver. */
	if ((!out->removed && strcmp(action, "add") != 0) || strstr(path, "/serial8250") != NULL)
		return true;
	base = strrchr(path, '/');
	snprintf(out->name, sizeof out->name, "%.63s", base != NULL ? base + 1 : path);
	return true;
}
