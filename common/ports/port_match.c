/* SPDX-License-Identifier: MIT */
/* Compares ports with what users type for them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/tree.h"
#include "port_private.h"

#define ID_MAX (PORT_TEXT_MAX + 16)

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool contains(const char *text, const char *word, size_t len)
{
	size_t i;

	for (; *text != '\0'; text++) {
		for (i = 0; i < len && lower(text[i]) == lower(word[i]); i++)
			;
		if (i == len)
			return true;
	}
	return len == 0;
}

static bool fits(const char *text, const char *pattern)
{
	return text[0] != '\0' &&
	       (port_same_text(text, pattern) || tree_match(pattern, text, true));
}

/* vid:pid or vid:pid:serial */
static bool matches_usb(const struct port *port, const char *pattern)
{
	char id[ID_MAX];

	if (port->text[PORT_VID] == NULL)
		return false;
	snprintf(id, sizeof id, "%s:%s", port_get(port, PORT_VID), port_get(port, PORT_PID));
	if (fits(id, pattern))
		return true;
	snprintf(id, sizeof id, "%s:%s:%s", port_get(port, PORT_VID), port_get(port, PORT_PID),
		port_get(port, PORT_SERIAL));
	return fits(id, pattern);
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

static bool matches_whole(const struct port *port, const char *pattern)
{
	int i;

	if (matches_usb(port, pattern))
		return true;
	for (i = 0; i < PORT_TEXT_COUNT; i++) {
		const char *text = port->text[i];

		if (text == NULL || i == PORT_VID || i == PORT_PID || i == PORT_INTERFACE ||
			i == PORT_CHANNEL || i == PORT_USERS)
			continue;
		if (fits(text, pattern))
			return true;
		if ((i == PORT_BY_ID || i == PORT_BY_PATH) && fits(base_of(text), pattern))
			return true;
	}
	return false;
}

/* Copies text up to the last mark; false when it has none. */
static bool cut_at(const char *text, const char *mark, char *out, size_t cap)
{
	const char *found = NULL;
	const char *p = text;

	while ((p = strstr(p, mark)) != NULL)
		found = p++;
	if (found == NULL || (size_t)(found - text) >= cap)
		return false;
	memcpy(out, text, (size_t)(found - text));
	out[found - text] = '\0';
	return true;
}

/* Compares with the adapter, whichever of its ports this is. */
static bool matches_adapter(const struct port *port, const char *pattern)
{
	static const enum port_text links[] = {PORT_BY_ID, PORT_BY_PATH};
	char text[PORT_TEXT_MAX];
	size_t i;

	if (matches_usb(port, pattern) || fits(port_get(port, PORT_SERIAL), pattern) ||
		fits(port_get(port, PORT_PRODUCT), pattern) ||
		fits(port_get(port, PORT_TOPOLOGY), pattern))
		return true;
	/* pci-0000:00:14.0-usb-0:2:1.0#3 is a port of the adapter at pci-0000:00:14.0-usb-0:2 */
	if (cut_at(port_get(port, PORT_TOPOLOGY), "#", text, sizeof text) && fits(text, pattern))
		return true;
	if (cut_at(port_get(port, PORT_TOPOLOGY), ":", text, sizeof text) && fits(text, pattern))
		return true;
	for (i = 0; i < sizeof links / sizeof links[0]; i++) {
		const char *link = port_get(port, links[i]);

		/* usb-FTDI_Quad_RS232-HS_FT4ABC-if02-port0 */
		if (cut_at(link, links[i] == PORT_BY_ID ? "-if" : ":", text, sizeof text) &&
			(fits(text, pattern) || fits(base_of(text), pattern)))
			return true;
	}
	return false;
}

/* Compares "C" or "2" with the channel of the port. */
static bool is_channel(const struct port *port, const char *channel)
{
	const char *own = port_get(port, PORT_CHANNEL);
	uint64_t asked;
	uint64_t index;

	if (own[0] == '\0')
		return false;
	if (!num_parse_u64(channel, &asked))
		return port_same_text(own, channel);
	if (num_parse_u64(own, &index))
		return asked == index;
	return asked == (uint64_t)(own[0] - 'A');
}

/* The channel at the end of a pattern, NULL: it has none. */
static const char *channel_of(const char *pattern)
{
	const char *dot = strrchr(pattern, '.');
	size_t len;

	if (dot == NULL || dot == pattern)
		return NULL;
	len = strlen(dot + 1);
	if (len == 1 && lower(dot[1]) >= 'a' && lower(dot[1]) <= 'z')
		return dot + 1;
	return len >= 1 && len <= 3 && strspn(dot + 1, "0123456789") == len ? dot + 1 : NULL;
}

bool port_matches(const struct port *port, const char *pattern)
{
	const char *channel = channel_of(pattern);
	char adapter[ID_MAX];

	if (matches_whole(port, pattern))
		return true;
	if (channel == NULL || (size_t)(channel - pattern) > sizeof adapter)
		return false;
	memcpy(adapter, pattern, (size_t)(channel - pattern) - 1);
	adapter[channel - pattern - 1] = '\0';
	return is_channel(port, channel) && matches_adapter(port, adapter);
}

static bool has_word(const struct port *port, const char *word, size_t len)
{
	char id[16];
	int i;

	for (i = 0; i < PORT_TEXT_COUNT; i++)
		if (port->text[i] != NULL && contains(port->text[i], word, len))
			return true;
	snprintf(id, sizeof id, "%.4s:%.4s", port_get(port, PORT_VID), port_get(port, PORT_PID));
	return contains(id, word, len);
}

bool port_has_words(const struct port *port, const char *words)
{
	while (*words != '\0') {
		size_t len = strcspn(words, " ");

		if (len > 0 && !has_word(port, words, len))
			return false;
		words += len;
		words += strspn(words, " ");
	}
	return true;
}
