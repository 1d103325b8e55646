/* SPDX-License-Identifier: MIT */
/* A list of ports and the texts of each. */
#include "biosbelt/ports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/sysfs.h"
#include "port_private.h"

static const char *const keys[PORT_TEXT_COUNT] = {"name", "device", "description", "vid", "pid",
	"serial", "product", "manufacturer", "interface", "channel", "driver", "bus", "topology",
	"by_id", "by_path", "users"};

/*
 * Bluetooth ports (net/bluetooth/rfcomm/tty.c; a connected one is below its adapter). Those of a
 * USB gadget, where this machine is the device (u_serial.c). The pairs of the null modem emulator
 * tty0tty.
 */
const struct port_own_kind *port_own_kind_of(const char *name)
{
	static const struct port_own_kind kinds[] = {
		{"rfcomm", "bluetooth", "Bluetooth serial port"},
		{"ttyGS", "gadget", "USB gadget serial port (this machine is the device)"},
		{"tnt", "virtual", "Null modem emulator"},
	};
	size_t i;

	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		size_t len = strlen(kinds[i].prefix);

		if (strncmp(name, kinds[i].prefix, len) == 0 && name[len] >= '0' &&
			name[len] <= '9')
			return &kinds[i];
	}
	return NULL;
}

const char *port_text_key(enum port_text which)
{
	return keys[which];
}

const char *port_get(const struct port *port, enum port_text which)
{
	return port->text[which] != NULL ? port->text[which] : "";
}

bool port_set(struct port *port, enum port_text which, const char *text)
{
	char *copy = NULL;

	if (text != NULL && text[0] != '\0') {
		size_t len = strlen(text);

		if (len >= PORT_TEXT_MAX) {
			len = PORT_TEXT_MAX - 1;
			while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80)
				len--;
		}
		copy = alloc_text_len(text, len);
		if (copy == NULL) {
			port->lacks_text = true;
			return false;
		}
	}
	free(port->text[which]);
	port->text[which] = copy;
	return true;
}

struct port *ports_add(struct port_list *list, struct err *err)
{
	if (list->count >= PORTS_MAX) {
		err_set(err, ERR_LIMIT, "more than %d ports", PORTS_MAX);
		return NULL;
	}
	if (!ALLOC_ROOM(list->items, list->count, &list->cap)) {
		err_set(err, ERR_NOMEM, "out of memory");
		return NULL;
	}
	memset(&list->items[list->count], 0, sizeof *list->items);
	return &list->items[list->count++];
}

static void port_clear(struct port *port)
{
	int i;

	for (i = 0; i < PORT_TEXT_COUNT; i++)
		free(port->text[i]);
	memset(port, 0, sizeof *port);
}

void ports_free(struct port_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		port_clear(&list->items[i]);
	free(list->items);
	*list = (struct port_list){NULL, 0};
}

enum err_code ports_whole(struct port_list *list, struct err *err)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (!list->items[i].lacks_text)
			continue;
		ports_free(list);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	return ERR_OK;
}

void ports_remove(struct port_list *list, struct port *port)
{
	size_t i = (size_t)(port - list->items);

	port_clear(port);
	list->count--;
	memmove(port, port + 1, (list->count - i) * sizeof *port);
}

enum err_code ports_copy(const struct port_list *from, struct port_list *out, struct err *err)
{
	struct port_list list = {0};
	size_t i;
	int k;

	for (i = 0; i < from->count; i++) {
		struct port *p = ports_add(&list, err);

		if (p == NULL) {
			ports_free(&list);
			return err->code;
		}
		p->fresh = from->items[i].fresh;
		p->gone = from->items[i].gone;
		p->twin = from->items[i].twin;
		p->mark_until_ms = from->items[i].mark_until_ms;
		for (k = 0; k < PORT_TEXT_COUNT; k++) {
			(void)port_set(p, (enum port_text)k, from->items[i].text[k]);
		}
	}
	if (ports_whole(&list, err) != ERR_OK)
		return err->code;
	*out = list;
	return ERR_OK;
}

static int compare_ports(const void *a, const void *b)
{
	return sysfs_natural_compare(port_get(a, PORT_NAME), port_get(b, PORT_NAME));
}

void ports_sort(struct port_list *list)
{
	if (list->count > 1)
		qsort(list->items, list->count, sizeof *list->items, compare_ports);
}

struct port *ports_find(const struct port_list *list, const char *name)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (port_same_text(port_get(&list->items[i], PORT_NAME), name))
			return &list->items[i];
	return NULL;
}

static char plain(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (char)(c + 32);
	return c != '\0' && (unsigned char)c < 0x20 ? '?' : c;
}

bool port_same_text(const char *a, const char *b)
{
	for (; *a != '\0' && plain(*a) == plain(*b); a++, b++)
		;
	return plain(*a) == plain(*b);
}

bool port_set_channel(struct port *port, unsigned index)
{
	char text[16];

	if (index < 26)
		snprintf(text, sizeof text, "%c", (char)('A' + index));
	else
		snprintf(text, sizeof text, "%u", index);
	return port_set(port, PORT_CHANNEL, text);
}
