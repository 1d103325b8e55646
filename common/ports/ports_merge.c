/* SPDX-License-Identifier: MIT */
/*
 * Sources: Microsoft's "Standard USB Identifiers" and "Instance IDs" for
 * USB\VID_v(4)&PID_d(4)[&MI_z(2)]\serial; FTDI's AN_107/AN_396 for
 * FTDIBUS\VID_v+PID_d+serialX\0000, X the channel; "Bluetooth Bus Driver" for
 * BTHENUM\{service}_VID&..._PID&...\...&address_..., whose address is zero for incoming
 * connections.
 */
#include "ports_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/sysfs.h"
#include "biosbelt/tree.h"
#include "port_private.h"

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

static bool same(const char *a, const char *b)
{
	for (; *a != '\0' && upper(*a) == upper(*b); a++, b++)
		;
	return upper(*a) == upper(*b);
}

static const char *find(const char *text, const char *word)
{
	size_t len = strlen(word);
	size_t i;

	for (; *text != '\0'; text++) {
		for (i = 0; i < len && upper(text[i]) == word[i]; i++)
			;
		if (i == len)
			return text + len;
	}
	return NULL;
}

/* Takes up to count hex digits after word, in lower case. */
static bool take_hex(const char *text, const char *word, size_t count, char *out)
{
	const char *p = find(text, word);
	size_t i;

	if (p == NULL)
		return false;
	for (i = 0; i < count; i++) {
		char c = upper(p[i]);

		if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F')))
			return false;
		out[i] = (char)(c >= 'A' ? c + 32 : c);
	}
	out[count] = '\0';
	return true;
}

/* The last part of an instance id, if it is a serial number: those made up by Windows contain
 * '&'. */
static void take_usb_serial(const char *instance, char *out, size_t cap)
{
	const char *slash = strrchr(instance, '\\');

	out[0] = '\0';
	if (slash != NULL && strchr(slash, '&') == NULL)
		snprintf(out, cap, "%s", slash + 1);
}

/* Returns the channel, the letter after the serial number; -1: unknown. */
static int take_ftdi_serial(const char *instance, char *out, size_t cap)
{
	const char *pid = find(instance, "PID_");
	size_t len;
	int channel = -1;

	out[0] = '\0';
	if (pid == NULL || strlen(pid) < 5 || pid[4] != '+')
		return -1;
	snprintf(out, cap, "%s", pid + 5);
	len = strcspn(out, "\\");
	out[len] = '\0';
	if (strchr(out, '&') != NULL) { /* made up by Windows */
		out[0] = '\0';
		return -1;
	}
	if (len > 1 && out[len - 1] >= 'A' && out[len - 1] <= 'D') {
		channel = out[len - 1] - 'A';
		out[len - 1] = '\0';
	}
	return channel;
}

/* Modems and some others have their numbers only in the parent. */
static const char *numbers_of(const struct win_device *d)
{
	char hex[8];

	if (take_hex(d->instance, "VID_", 4, hex) && take_hex(d->instance, "PID_", 4, hex))
		return d->instance;
	return find(d->instance, "USB\\") == d->instance + 4 ? d->parent : "";
}

static void set_usb(struct port *port, const struct win_device *d)
{
	const char *numbers = numbers_of(d);
	char vid[8];
	char pid[8];
	char interface[8] = "";
	char serial[256];
	int channel = -1;

	if (!take_hex(numbers, "VID_", 4, vid) || !take_hex(numbers, "PID_", 4, pid))
		return;
	port_set(port, PORT_VID, vid);
	port_set(port, PORT_PID, pid);
	port_set(port, PORT_BUS, "usb");
	if (find(d->instance, "FTDIBUS\\") != NULL) {
		channel = take_ftdi_serial(d->instance, serial, sizeof serial);
		take_hex(d->parent, "MI_", 2, interface);
	} else if (take_hex(numbers, "MI_", 2, interface)) {
		take_usb_serial(d->parent, serial, sizeof serial);
	} else {
		take_usb_serial(numbers, serial, sizeof serial);
	}
	port_set(port, PORT_INTERFACE, interface);
	port_set(port, PORT_SERIAL, serial);
	if (channel < 0)
		channel = interface[0] != '\0' ? (int)strtol(interface, NULL, 16) : 0;
	port_set_channel(port, (unsigned)channel);
}

/* The last twelve hex digits after '&' and before '_' are the address of the peer. */
static bool take_address(const char *instance, char out[18])
{
	const char *end = strrchr(instance, '_');
	int i;

	if (end == NULL || end - instance < 13 || end[-13] != '&')
		return false;
	for (i = 0; i < 12; i++) {
		char c = upper(end[i - 12]);

		if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F')))
			return false;
		out[i / 2 * 3 + i % 2] = c;
		out[i / 2 * 3 + 2] = i == 11 ? '\0' : ':';
	}
	return true;
}

static void set_bluetooth(struct port *port, const struct win_device *d)
{
	char address[18];
	char text[PORT_TEXT_MAX];

	if (find(d->instance, "BTHENUM\\") == NULL)
		return;
	port_set(port, PORT_BUS, "bluetooth");
	if (!take_address(d->instance, address) || strcmp(address, "00:00:00:00:00:00") == 0) {
		port_set(port, PORT_DESCRIPTION,
			"Bluetooth, incoming: a device connects to this machine");
		return;
	}
	snprintf(text, sizeof text, "Bluetooth, outgoing to %s", address);
	port_set(port, PORT_DESCRIPTION, text);
	/* the service distinguishes several ports of one device */
	snprintf(text, sizeof text, "bluetooth-%s-%.38s", address,
		strchr(d->instance, '{') != NULL ? strchr(d->instance, '{') : "");
	port_set(port, PORT_TOPOLOGY, text);
}

static void set_bus(struct port *port, const char *instance)
{
	char bus[32];
	size_t len = strcspn(instance, "\\");
	size_t i;

	if (port->text[PORT_BUS] != NULL || len == 0 || len >= sizeof bus || instance[len] == '\0')
		return;
	for (i = 0; i < len; i++)
		bus[i] = (char)(instance[i] >= 'A' && instance[i] <= 'Z' ? instance[i] + 32
									 : instance[i]);
	bus[len] = '\0';
	port_set(port, PORT_BUS, bus);
}

/* Drops the " (COM4)" that the system appends: it repeats the name, not always the right one. */
static void set_description(struct port *port, const struct win_device *d)
{
	char text[256 + 16];
	char *paren;

	snprintf(text, 256, "%s", d->friendly[0] != '\0' ? d->friendly : d->product);
	paren = strrchr(text, '(');
	if (paren != NULL && paren > text && tree_match("(COM[0-9]*)", paren, true)) {
		*paren = '\0';
		if (paren[-1] == ' ')
			paren[-1] = '\0';
	}
	if (d->modem)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s",
			text[0] != '\0' ? " (modem)" : "Modem");
	port_set(port, PORT_DESCRIPTION, text);
}

static void set_device(struct port *port, const struct win_device *d)
{
	set_usb(port, d);
	set_bus(port, d->instance);
	set_description(port, d);
	port_set(port, PORT_MANUFACTURER, d->maker);
	port_set(port, PORT_PRODUCT, d->product);
	port_set(port, PORT_DRIVER, d->service);
	port_set(port, PORT_TOPOLOGY, d->location[0] != '\0' ? d->location : d->instance);
	set_bluetooth(port, d);
}

static bool is_com(const char *name)
{
	return tree_match("COM[0-9]*", name, true);
}

/* The device of a name; a running one is preferred. */
static const struct win_device *find_device(
	const struct win_device *devices, size_t count, const char *name)
{
	const struct win_device *found = NULL;
	size_t i;

	for (i = 0; i < count; i++) {
		if (!same(devices[i].port_name, name))
			continue;
		if (devices[i].started)
			return &devices[i];
		if (found == NULL)
			found = &devices[i];
	}
	return found;
}

static bool add(
	struct port_list *list, const char *name, const struct win_device *d, struct err *err)
{
	char device[PORT_TEXT_MAX];
	struct port *port;

	if (name[0] == '\0' || ports_find(list, name) != NULL)
		return true;
	port = ports_add(list, err);
	if (port == NULL)
		return err->code == ERR_LIMIT;
	snprintf(device, sizeof device, "\\\\.\\%s", name);
	port_set(port, PORT_NAME, name);
	port_set(port, PORT_DEVICE, device);
	if (d != NULL)
		set_device(port, d);
	else /* the driver makes no device of the class Ports: old versions of com0com, virtual
		machines */
		port_set(port, PORT_DESCRIPTION, "Serial port");
	return true;
}

enum err_code ports_merge(const char *const *names, size_t name_count,
	const struct win_device *devices, size_t device_count, struct port_list *out,
	struct err *err)
{
	struct port_list list = {0};
	bool good = true;
	size_t i;

	for (i = 0; good && i < name_count; i++)
		good = add(&list, names[i], find_device(devices, device_count, names[i]), err);
	for (i = 0; good && i < device_count; i++)
		if (devices[i].started && is_com(devices[i].port_name))
			good = add(&list, devices[i].port_name,
				find_device(devices, device_count, devices[i].port_name), err);
	if (!good) {
		ports_free(&list);
		return err->code;
	}
	if (ports_whole(&list, err) != ERR_OK)
		return err->code;
	ports_sort(&list);
	*out = list;
	return ERR_OK;
}
