/* SPDX-License-Identifier: MIT */
/*
 * Ports chosen so far. A line of spc.last: identity, place, name, line settings, program, channel,
 * "twin", separated by tabs. The identity is usb:VID:PID:SERIAL:INTERFACE; at: or name: only says
 * which of the other fields identifies the port.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "programs/settings.h"

#define PARTS 7

static void take_part(const char **p, char *out, size_t cap)
{
	size_t len = strcspn(*p, "\t");

	snprintf(out, cap, "%.*s", (int)(len < cap ? len : cap - 1), *p);
	*p += len;
	*p += **p == '\t';
}

/* Parses usb:VID:PID:SERIAL:INTERFACE; the serial number may contain colons. */
static void take_usb(struct port *port, char *text)
{
	char *vid = text + 4;
	char *pid = strchr(vid, ':');
	char *serial = pid != NULL ? strchr(pid + 1, ':') : NULL;
	char *interface = serial != NULL ? strrchr(serial + 1, ':') : NULL;

	if (strncmp(text, "usb:", 4) != 0 || interface == NULL)
		return;
	*pid++ = '\0';
	*serial++ = '\0';
	*interface++ = '\0';
	port_set(port, PORT_VID, vid);
	port_set(port, PORT_PID, pid);
	port_set(port, PORT_SERIAL, serial);
	port_set(port, PORT_INTERFACE, interface);
}

/* False when out of memory. */
static bool load_line(struct history *h, const char *line)
{
	char parts[PARTS][PORT_TEXT_MAX + 64];
	size_t at = h->ports.count;
	struct port *port;
	struct err err;
	int i;

	for (i = 0; i < PARTS; i++)
		take_part(&line, parts[i], sizeof parts[i]);
	port = ports_add(&h->ports, &err);
	if (port == NULL)
		return false;
	take_usb(port, parts[0]);
	port_set(port, PORT_TOPOLOGY, parts[1]);
	port_set(port, PORT_NAME, parts[2]);
	port_set(port, PORT_CHANNEL, parts[5]);
	port->twin = strcmp(parts[6], "twin") == 0;
	h->sercfg[at] = alloc_text(parts[3]);
	h->program[at] = alloc_text(parts[4]);
	return true;
}

void history_load(const struct settings *s, struct history *out)
{
	size_t i;

	memset(out, 0, sizeof *out);
	for (i = 0; i < s->count && out->ports.count < HISTORY_MAX; i++)
		if (strcmp(s->items[i].key, "port") == 0 && !load_line(out, s->items[i].value))
			return;
}

void history_free(struct history *h)
{
	size_t i;

	for (i = 0; i < h->ports.count; i++) {
		free(h->sercfg[i]);
		free(h->program[i]);
	}
	ports_free(&h->ports);
}

/* The present port of an entry; NULL: none, or it is ambiguous. */
static const struct port *present_of(
	const struct history *h, size_t entry, const struct port_list *present)
{
	const struct port *port = NULL;

	return ports_find_again(&h->ports.items[entry], present, &h->ports, &port) == PORT_FOUND_ONE
		       ? port
		       : NULL;
}

static bool is_item(const struct port *a, const struct port *b)
{
	return a != NULL &&
	       (a == b || (strcmp(port_get(a, PORT_NAME), port_get(b, PORT_NAME)) == 0 &&
				  strcmp(port_get(a, PORT_DEVICE), port_get(b, PORT_DEVICE)) == 0));
}

size_t history_find(
	const struct history *h, const struct port *port, const struct port_list *present)
{
	struct port one = *port;
	struct port_list alone = {.items = &one, .count = 1};
	size_t i;

	for (i = 0; i < h->ports.count; i++) {
		const struct port *found = present_of(h, i, present);

		/* a port given by name is in no list */
		if (found == NULL)
			found = present_of(h, i, &alone) != NULL && one.text[PORT_VID] == NULL
					? port
					: NULL;
		if (is_item(found, port))
			return i;
	}
	return HISTORY_NONE;
}

enum port_found history_last(
	const struct history *h, const struct port_list *present, const struct port **out)
{
	if (h->ports.count == 0)
		return PORT_FOUND_NONE;
	return ports_find_again(&h->ports.items[0], present, &h->ports, out);
}

const struct port *history_newest(const struct history *h, const struct port_list *present)
{
	const struct port *found = NULL;
	size_t i;

	for (i = 0; i < h->ports.count && found == NULL; i++)
		found = present_of(h, i, present);
	return found;
}

const struct port *history_only(
	const struct history *h, const struct port_list *list, const struct port_list *present)
{
	const struct port *found = NULL;
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (history_find(h, &list->items[i], present) == HISTORY_NONE)
			continue;
		if (found != NULL)
			return NULL;
		found = &list->items[i];
	}
	return found;
}

const char *history_last_name(const struct history *h)
{
	const struct port *port = h->ports.items;

	return h->ports.count > 0 && port->text[PORT_VID] == NULL &&
			       port->text[PORT_TOPOLOGY] == NULL
		       ? port_get(port, PORT_NAME)
		       : NULL;
}

bool history_prefers_other(
	const struct history *h, const struct port *port, const struct port_list *present)
{
	size_t i;

	if (history_find(h, port, present) != HISTORY_NONE)
		return false;
	for (i = 0; i < h->ports.count; i++)
		if (port_same_adapter(port, &h->ports.items[i]))
			return true;
	return false;
}

static void drop(struct history *h, size_t at)
{
	size_t after = h->ports.count - at - 1;

	free(h->sercfg[at]);
	free(h->program[at]);
	memmove(&h->sercfg[at], &h->sercfg[at + 1], after * sizeof h->sercfg[0]);
	memmove(&h->program[at], &h->program[at + 1], after * sizeof h->program[0]);
	ports_remove(&h->ports, &h->ports.items[at]);
}

/* True for an entry with the same place and channel: it is replaced. */
static bool is_replaced(const struct port *entry, const struct port *port)
{
	if (entry->text[PORT_VID] != NULL)
		return port_same_numbers(entry, port) && port_same_place(entry, port);
	return port->text[PORT_VID] == NULL && port_same_place(entry, port);
}

/* Copies the stored fields of a port. */
static bool fill(struct port *out, const struct port *port)
{
	static const enum port_text stored[] = {PORT_NAME, PORT_VID, PORT_PID, PORT_SERIAL,
		PORT_INTERFACE, PORT_CHANNEL, PORT_TOPOLOGY};
	size_t i;

	for (i = 0; i < sizeof stored / sizeof stored[0]; i++)
		if (!port_set(out, stored[i], port->text[stored[i]]))
			return false;
	out->twin = port->twin;
	return true;
}

/* Of the remembered ports, only present ones can have an identical adapter next to them. */
static void note_twins(struct history *h, struct port *made, const struct port_list *present)
{
	size_t i;
	size_t k;

	ports_note_twins(made, present);
	for (i = 0; i < h->ports.count; i++)
		for (k = 0; k < present->count; k++)
			if (port_same_adapter(&h->ports.items[i], &present->items[k])) {
				ports_note_twins(&h->ports.items[i], present);
				break;
			}
}

/* Updates the place of ports that were surely moved. All are searched before the first is
 * changed. */
static bool follow_moves(struct history *h, const struct port_list *present)
{
	const struct port *now[HISTORY_MAX];
	size_t i;

	for (i = 0; i < h->ports.count; i++)
		now[i] = present_of(h, i, present);
	for (i = 0; i < h->ports.count; i++)
		if (now[i] != NULL && h->ports.items[i].text[PORT_VID] != NULL &&
			!port_set(&h->ports.items[i], PORT_TOPOLOGY, now[i]->text[PORT_TOPOLOGY]))
			return false;
	return true;
}

enum err_code history_put(struct history *h, const struct port *port,
	const struct port_list *present, const char *sercfg, const char *program, struct err *err)
{
	struct port copy = *port;
	struct port *made;
	char *texts[2] = {alloc_text(sercfg), alloc_text(program)};
	bool good = follow_moves(h, present);
	size_t old = history_find(h, port, present);
	size_t last;
	size_t i;

	note_twins(h, &copy, present);
	if (old != HISTORY_NONE) { /* also one that has moved since */
		copy.twin = copy.twin || h->ports.items[old].twin;
		drop(h, old);
	}
	for (i = h->ports.count; i > 0; i--)
		if (is_replaced(&h->ports.items[i - 1], port))
			drop(h, i - 1);
	if (h->ports.count >= HISTORY_MAX)
		drop(h, HISTORY_MAX - 1);
	made = ports_add(&h->ports, err);
	if (!good || texts[0] == NULL || texts[1] == NULL || made == NULL || !fill(made, &copy)) {
		free(texts[0]);
		free(texts[1]);
		if (made != NULL)
			ports_remove(&h->ports, made);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	last = h->ports.count - 1;
	copy = *made;
	memmove(&h->ports.items[1], &h->ports.items[0], last * sizeof copy);
	memmove(&h->sercfg[1], &h->sercfg[0], last * sizeof h->sercfg[0]);
	memmove(&h->program[1], &h->program[0], last * sizeof h->program[0]);
	h->ports.items[0] = copy;
	h->sercfg[0] = texts[0];
	h->program[0] = texts[1];
	return ERR_OK;
}

/* Replaces tabs and line ends, which would break a line of the file. */
static void add_clean(struct buf *out, const char *text)
{
	for (; *text != '\0'; text++)
		buf_add_u8(out, (uint8_t)((unsigned char)*text < 0x20 ? '?' : *text));
}

static void add_entry(struct buf *out, const struct history *h, size_t i)
{
	const struct port *port = &h->ports.items[i];
	const char *const texts[] = {port_get(port, PORT_TOPOLOGY), port_get(port, PORT_NAME),
		h->sercfg[i] != NULL ? h->sercfg[i] : "",
		h->program[i] != NULL ? h->program[i] : "", port_get(port, PORT_CHANNEL),
		port->twin ? "twin" : ""};
	size_t k;

	buf_str(out, "port = ");
	if (port->text[PORT_VID] != NULL) {
		add_clean(out, "usb:");
		add_clean(out, port_get(port, PORT_VID));
		buf_str(out, ":");
		add_clean(out, port_get(port, PORT_PID));
		buf_str(out, ":");
		add_clean(out, port_get(port, PORT_SERIAL));
		buf_str(out, ":");
		add_clean(out, port_get(port, PORT_INTERFACE));
	} else {
		buf_str(out, port->text[PORT_TOPOLOGY] != NULL ? "at:" : "name:");
		add_clean(out, port_get(port, port->text[PORT_TOPOLOGY] != NULL ? PORT_TOPOLOGY
										: PORT_NAME));
	}
	for (k = 0; k < sizeof texts / sizeof texts[0]; k++) {
		buf_str(out, "\t");
		add_clean(out, texts[k]);
	}
	buf_str(out, "\n");
}

enum err_code history_save(const struct history *h, const char *path, struct err *err)
{
	struct buf out;
	struct blob text;
	struct blob folder;
	enum err_code rc;
	size_t i;

	buf_init(&out, 0);
	buf_str(&out, "# Written by spc: ports chosen, newest first (identity, place, name, line "
		      "settings, program, channel)\n");
	for (i = 0; i < h->ports.count; i++)
		add_entry(&out, h, i);
	rc = buf_finish(&out, &text, err);
	if (rc != ERR_OK)
		return rc;
	rc = blob_copy(span_of(path, strlen(path) + 1), &folder, err);
	if (rc == ERR_OK) {
		folder.ptr[path_dir_len(path)] = '\0';
		rc = file_mkdirs((const char *)folder.ptr, err);
		blob_free(&folder);
	}
	if (rc == ERR_OK)
		rc = file_write(path, blob_span(text), true, err);
	blob_free(&text);
	return rc;
}
