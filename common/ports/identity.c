/* SPDX-License-Identifier: MIT */
/*
 * Recognizes a port again, and never takes another board for it. Identical adapters are common on a
 * bench. CP210x leave the factory with the serial number 0001 (Silicon Labs AN144, default of
 * iSerial), CH340 and PL2303 have none, and adapters with four ports have one for all four.
 */
#include <string.h>

#include "port_private.h"

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One repeated character, or ascending digits: 0123456789, 12345678, 0123456789ABCDEF. */
static bool is_run(const char *text)
{
	bool equal = true;
	bool next = text[0] == '0' || text[0] == '1';
	size_t i;

	for (i = 1; text[i] != '\0'; i++) {
		int last = hex_value(text[i - 1]);
		int now = hex_value(text[i]);

		equal = equal && text[i] == text[0];
		next = next && now >= 0 && (now == (last + 1) % 10 || now == (last + 1) % 16);
	}
	return equal || next;
}

bool port_serial_is_weak(const char *serial)
{
	size_t zeros = strspn(serial, "0");
	size_t digits = strspn(serial + zeros, "0123456789");

	/* a number of one or two digits, with or without leading zeros */
	if (serial[zeros + digits] == '\0' && digits <= 2)
		return true;
	return is_run(serial);
}

static bool same(const struct port *a, const struct port *b, enum port_text which)
{
	return port_same_text(port_get(a, which), port_get(b, which));
}

/* Ports remembered by older versions have no channel: then the interface is compared. */
static bool same_channel(const struct port *a, const struct port *b)
{
	if (a->text[PORT_CHANNEL] != NULL && b->text[PORT_CHANNEL] != NULL &&
		!same(a, b, PORT_CHANNEL))
		return false;
	return a->text[PORT_INTERFACE] == NULL || b->text[PORT_INTERFACE] == NULL ||
	       same(a, b, PORT_INTERFACE);
}

static bool same_numbers_but_channel(const struct port *a, const struct port *b)
{
	return a->text[PORT_VID] != NULL && b->text[PORT_VID] != NULL && same(a, b, PORT_VID) &&
	       same(a, b, PORT_PID) && same(a, b, PORT_SERIAL);
}

bool port_same_numbers(const struct port *a, const struct port *b)
{
	return same_numbers_but_channel(a, b) && same_channel(a, b);
}

/* Length of a place without the part that distinguishes the ports of one adapter:
 * "pci-0000:00:14.0-usb-0:2" of "...:1.0#3". In Windows' location paths that is the part before
 * "#USBMI(0)"; in instances, where there is no location, the part before the interface or FTDI's
 * letter. */
static size_t adapter_len(const char *place)
{
	const char *usb = strstr(place, "usb-");
	const char *end = strstr(place, "#USBMI(");

	if (end == NULL && usb != NULL)
		end = strrchr(usb, ':');
	if (end == NULL)
		end = strstr(place, "&MI_");
	if (end == NULL && strncmp(place, "FTDIBUS\\", 8) == 0) {
		end = strrchr(place, '\\');
		end -= end > place + 8;
	}
	return end != NULL ? (size_t)(end - place) : strlen(place);
}

bool port_same_adapter(const struct port *a, const struct port *b)
{
	const char *pa = port_get(a, PORT_TOPOLOGY);
	const char *pb = port_get(b, PORT_TOPOLOGY);
	size_t len = adapter_len(pa);

	return same_numbers_but_channel(a, b) && len == adapter_len(pb) &&
	       strncmp(pa, pb, len) == 0;
}

bool port_same_place(const struct port *a, const struct port *b)
{
	return a->text[PORT_TOPOLOGY] != NULL && b->text[PORT_TOPOLOGY] != NULL &&
	       same(a, b, PORT_TOPOLOGY);
}

static bool is_of_windows(const struct port *port)
{
	return strncmp(port_get(port, PORT_DEVICE), "\\\\.\\", 4) == 0;
}

/* Of two adapters with the same serial number Windows shows it for the first one only; the other
 * gets an instance that Windows made up. Next time, whichever is plugged in first is the first. */
static bool may_hide_number(const struct port *present, const struct port *other)
{
	return is_of_windows(present) && present->text[PORT_VID] != NULL &&
	       other->text[PORT_VID] != NULL && same(present, other, PORT_VID) &&
	       same(present, other, PORT_PID) &&
	       (present->text[PORT_SERIAL] == NULL) != (other->text[PORT_SERIAL] == NULL);
}

bool ports_note_twins(struct port *wanted, const struct port_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct port *port = &list->items[i];

		if ((same_numbers_but_channel(wanted, port) && !port_same_adapter(wanted, port)) ||
			may_hide_number(port, wanted))
			wanted->twin = true;
	}
	return wanted->twin;
}

/* For ports without USB numbers: compares the place, else the name. */
static bool is_plain(const struct port *wanted, const struct port *port)
{
	if (wanted->text[PORT_VID] != NULL || port->text[PORT_VID] != NULL)
		return false;
	if (wanted->text[PORT_TOPOLOGY] != NULL || port->text[PORT_TOPOLOGY] != NULL)
		return port_same_place(wanted, port);
	return same(wanted, port, PORT_NAME);
}

/* Whether the serial number alone identifies a port that is now in another place. */
static bool serial_decides(
	const struct port *wanted, const struct port *port, const struct port_list *remembered)
{
	size_t i;

	if (port_serial_is_weak(port_get(wanted, PORT_SERIAL)) || wanted->twin || port->twin)
		return false;
	if (wanted->text[PORT_CHANNEL] == NULL && port->text[PORT_CHANNEL] != NULL &&
		wanted->text[PORT_INTERFACE] == NULL)
		return false;
	for (i = 0; remembered != NULL && i < remembered->count; i++) {
		const struct port *other = &remembered->items[i];

		if ((same_numbers_but_channel(wanted, other) &&
			    (other->twin || !port_same_adapter(wanted, other))) ||
			may_hide_number(port, other))
			return false;
	}
	return true;
}

enum port_found ports_find_again(const struct port *wanted, const struct port_list *present,
	const struct port_list *remembered, const struct port **out)
{
	const struct port *sibling = NULL;
	const struct port *found = NULL;
	bool hidden = false;
	size_t here = 0;
	size_t count = 0;
	size_t i;

	for (i = 0; i < present->count; i++) {
		const struct port *port = &present->items[i];

		if (port->gone)
			continue;
		if (is_plain(wanted, port) ||
			(port_same_numbers(wanted, port) && port_same_place(wanted, port))) {
			here++;
			*out = port;
		} else if (port_same_numbers(wanted, port)) {
			count++;
			found = port;
		} else if (same_numbers_but_channel(wanted, port)) {
			sibling = port;
		}
		hidden = hidden || may_hide_number(port, wanted);
	}
	if (here > 0)
		return here == 1 ? PORT_FOUND_ONE : PORT_FOUND_UNSURE;
	if (count == 0)
		return PORT_FOUND_NONE;
	if (sibling != NULL && !port_same_adapter(sibling, found))
		return PORT_FOUND_UNSURE; /* two adapters with the same number */
	if (count > 1 || hidden || !serial_decides(wanted, found, remembered))
		return PORT_FOUND_UNSURE;
	*out = found;
	return PORT_FOUND_ONE;
}
