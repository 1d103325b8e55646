/* SPDX-License-Identifier: MIT */
#include "biosbelt/ports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/sysfs.h"
#include "biosbelt/tree.h"
#include "biosbelt/utf.h"

static const char *const keys[PORT_TEXT_COUNT] = {"name", "device", "description", "vid", "pid",
	"serial", "product", "manufacturer", "interface", "driver", "bus", "topology", "by_id",
	"by_path", "users"};

/*
 * Bluetooth's (net/bluetooth/rfcomm/tty.c; a connected one hangs on its adapter), those of a USB
 * gadget, where this machine is the device (u_serial.c), and the pairs of the null modem emulator
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

enum err_code ports_list(const char *root, struct port_list *out, struct err *err)
{
	enum err_code rc = ports_list_brief(root, out, err);

	if (rc == ERR_OK)
		ports_add_links(root, out);
	return rc;
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
		copy = malloc(len + 1);
		if (copy == NULL)
			return false;
		memcpy(copy, text, len);
		copy[len] = '\0';
	}
	free(port->text[which]);
	port->text[which] = copy;
	return true;
}

struct port *ports_add(struct port_list *list, struct err *err)
{
	struct port *items;

	if (list->count >= PORTS_MAX) {
		err_set(err, ERR_LIMIT, "more than %d ports", PORTS_MAX);
		return NULL;
	}
	if ((list->count & (list->count - 1)) == 0) { /* grows at powers of two */
		size_t cap = list->count == 0 ? 1 : list->count * 2;

		items = realloc(list->items, cap * sizeof *items);
		if (items == NULL) {
			err_set(err, ERR_NOMEM, "out of memory");
			return NULL;
		}
		list->items = items;
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

void ports_remove(struct port_list *list, struct port *port)
{
	size_t i = (size_t)(port - list->items);

	port_clear(port);
	list->count--;
	memmove(port, port + 1, (list->count - i) * sizeof *port);
}

enum err_code ports_copy(const struct port_list *from, struct port_list *out, struct err *err)
{
	struct port_list list = {NULL, 0};
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
		p->mark_until_ms = from->items[i].mark_until_ms;
		for (k = 0; k < PORT_TEXT_COUNT; k++) {
			if (!port_set(p, (enum port_text)k, from->items[i].text[k])) {
				ports_free(&list);
				return err_set(err, ERR_NOMEM, "out of memory");
			}
		}
	}
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

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool same_text(const char *a, const char *b)
{
	for (; *a != '\0' && lower(*a) == lower(*b); a++, b++)
		;
	return lower(*a) == lower(*b);
}

struct port *ports_find(const struct port_list *list, const char *name)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (same_text(port_get(&list->items[i], PORT_NAME), name))
			return &list->items[i];
	return NULL;
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

/* vid:pid or vid:pid:serial */
static bool matches_usb(const struct port *port, const char *pattern)
{
	char id[PORT_TEXT_MAX + 16];

	if (port->text[PORT_VID] == NULL)
		return false;
	snprintf(id, sizeof id, "%s:%s", port_get(port, PORT_VID), port_get(port, PORT_PID));
	if (same_text(id, pattern) || tree_match(pattern, id, true))
		return true;
	snprintf(id, sizeof id, "%s:%s:%s", port_get(port, PORT_VID), port_get(port, PORT_PID),
		port_get(port, PORT_SERIAL));
	return same_text(id, pattern);
}

bool port_matches(const struct port *port, const char *pattern)
{
	int i;

	if (matches_usb(port, pattern))
		return true;
	for (i = 0; i < PORT_TEXT_COUNT; i++) {
		const char *text = port->text[i];
		const char *base;

		if (text == NULL || i == PORT_VID || i == PORT_PID || i == PORT_INTERFACE ||
			i == PORT_USERS)
			continue;
		if (same_text(text, pattern) || tree_match(pattern, text, true))
			return true;
		base = strrchr(text, '/');
		if ((i == PORT_BY_ID || i == PORT_BY_PATH) && base != NULL &&
			(same_text(base + 1, pattern) || tree_match(pattern, base + 1, true)))
			return true;
	}
	return false;
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

char *port_identity(const struct port *port)
{
	size_t cap = 4 * PORT_TEXT_MAX;
	char *out = malloc(cap);

	if (out == NULL)
		return NULL;
	if (port->text[PORT_VID] != NULL && port->text[PORT_SERIAL] != NULL)
		snprintf(out, cap, "usb:%s:%s:%s:%s", port_get(port, PORT_VID),
			port_get(port, PORT_PID), port_get(port, PORT_SERIAL),
			port_get(port, PORT_INTERFACE));
	else if (port->text[PORT_TOPOLOGY] != NULL)
		snprintf(out, cap, "at:%s", port_get(port, PORT_TOPOLOGY));
	else
		snprintf(out, cap, "name:%s", port_get(port, PORT_NAME));
	return out;
}
