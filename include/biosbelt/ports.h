/* SPDX-License-Identifier: MIT */
/*
 * The serial ports that are there now. Texts come from devices and drivers (hostile:
 * escape before showing). Nothing here opens a port: that would pull DTR and reset many boards.
 */
#ifndef BIOSBELT_PORTS_H
#define BIOSBELT_PORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

#define PORTS_MAX     4096 /* more are not listed */
#define PORT_TEXT_MAX 512  /* bytes of any one text, the NUL included; longer is cut */

enum port_text {
	PORT_NAME,        /* COM4, ttyUSB0 */
	PORT_DEVICE,      /* \\.\COM4, /dev/ttyUSB0 */
	PORT_DESCRIPTION, /* words for people */
	PORT_VID,         /* four lower-case hex digits */
	PORT_PID,
	PORT_SERIAL,
	PORT_PRODUCT,
	PORT_MANUFACTURER,
	PORT_INTERFACE, /* number of the USB interface, two hex digits */
	PORT_CHANNEL,   /* which port of its adapter: A, B ... (after Z: 26, 27 ...) */
	PORT_DRIVER,
	PORT_BUS,      /* usb, pci, pnp, platform ... */
	PORT_TOPOLOGY, /* where it is plugged in; the same after a replug */
	PORT_BY_ID,    /* link in /dev/serial/by-id, its path */
	PORT_BY_PATH,
	PORT_USERS, /* "pid name, pid name"; only after ports_find_users */
	PORT_TEXT_COUNT
};

struct port {
	char *text[PORT_TEXT_COUNT]; /* NULL: not known */
	bool fresh;                  /* marked by a caller: appeared a moment ago */
	bool gone;                   /* the same: vanished a moment ago */
	bool lacks_text;             /* port_set found no memory (ports_whole) */
	bool twin; /* another adapter was seen that claims the same numbers (ports_note_twins) */
	uint64_t mark_until_ms; /* until when the mark is shown; os_time_ms */
};

struct port_list {
	struct port *items;
	size_t count, cap;
};

/* News of ports. */
struct port_news {
	bool removed;  /* else it was added */
	char name[64]; /* "" when the system did not name it */
};

/* Present ports in natural order of their names. root goes before /sys, /dev and /proc ("" for
 * the real ones); on Windows it is ignored. */
enum err_code ports_list(const char *root, struct port_list *out, struct err *err);
/* The same without PORT_BY_ID and PORT_BY_PATH, and what adds them. */
enum err_code ports_list_brief(const char *root, struct port_list *out, struct err *err);
void ports_add_links(const char *root, struct port_list *list);
/* Like ports_list, but only the ports with these names, which the system just reported: reading one
 * port is much cheaper than all. */
enum err_code ports_list_names(const char *root, const struct port_news *news, size_t count,
	struct port_list *out, struct err *err);
void ports_free(struct port_list *list); /* empty is fine */
/* Fills PORT_USERS with the programs that have it open, as far as this user may see them. */
void ports_find_users(const char *root, struct port_list *list);
/* ERR_OK: may be opened as far as can be known without opening it; ERR_BUSY: locked by a program
 * (err names it); ERR_DENIED: no rights (yet); ERR_NOTFOUND. */
enum err_code ports_check(const char *root, const struct port *port, struct err *err);
/* Like ports_list for one port that is named outright: also a pty, or a link to one of any kind.
 * ERR_UNSUPPORTED: a device that is not a terminal (Linux). */
enum err_code ports_named(
	const char *root, const char *name, struct port_list *out, struct err *err);

/* Whether the adapter of this port may have further ports that have not appeared yet. For a port
 * named by PORT_NAME that appeared a moment ago; false is certain. */
bool port_may_have_siblings(const char *root, const struct port *port);

/* Building lists. A text that is too long is cut at a character. */
struct port *ports_add(struct port_list *list, struct err *err); /* NULL: out of memory or full */
bool port_set(struct port *port, enum port_text which, const char *text); /* "" and NULL: none */
const char *port_get(const struct port *port, enum port_text which);      /* never NULL */
/* ERR_NOMEM, and the list is freed: a text of some port found no memory. A port without its serial
 * number could be taken for another. */
enum err_code ports_whole(struct port_list *list, struct err *err);
enum err_code ports_copy(const struct port_list *from, struct port_list *out, struct err *err);
/* port is one of the list's items. */
void ports_remove(struct port_list *list, struct port *port);
void ports_sort(struct port_list *list);
struct port *ports_find(const struct port_list *list, const char *name); /* case ignored */
/* The kind of a Linux port without a device of its own, by its name; NULL: it is not one. */
struct port_own_kind {
	const char *prefix;
	const char *bus;
	const char *words;
};
const struct port_own_kind *port_own_kind_of(const char *name);
/* JSON key of a text: "by_id". */
const char *port_text_key(enum port_text which);

/*
 * True when pattern is the port's name or device, vid:pid, vid:pid:serial, place, or name in by-id
 * or by-path. Or it is a shell pattern that any of its texts matches; case does not count. Each of
 * these but the name takes a channel after it: "0403:6011.C", "0403:6011:FT4ABC.2" (C, or 2: the
 * third port of the adapter).
 */
bool port_matches(const struct port *port, const char *pattern);
/* True when words (split at blanks) are all found somewhere in it; the list's filter. */
bool port_has_words(const struct port *port, const char *words);

/*
 * The one port that a person names, in a list of one to be freed. An exact name or device comes
 * before the matches of port_matches. Also a pty or a link by its path. ERR_NOTFOUND: none;
 * ERR_USAGE: several (err names the first of them); the order of the list never decides.
 */
enum err_code ports_choose(
	const char *root, const char *name, struct port_list *out, struct err *err);

/*
 * Identity: vid:pid and serial number, channel, place. Whether they prove that a port is the wanted
 * one (remembered, or open a moment ago) depends on the other ports. A port at the same place with
 * the same numbers and channel is the wanted one. At another place its serial number must be
 * distinctive (not "0001"), and no second adapter with the same number (twin) may be present,
 * remembered or ever seen. On Windows an adapter of that model without a number counts as a second
 * one, since Windows shows twins so. A port without numbers is identified by its place, else by its
 * name.
 */
enum port_found {
	PORT_FOUND_NONE,
	PORT_FOUND_ONE,
	PORT_FOUND_UNSURE /* a port that is present may be the wanted one, or its twin */
};
/* *out (an item of present) is written with PORT_FOUND_ONE alone. remembered may hold wanted. */
enum port_found ports_find_again(const struct port *wanted, const struct port_list *present,
	const struct port_list *remembered, const struct port **out);
/* Same vid, pid, serial number and channel, wherever it is plugged in. */
bool port_same_numbers(const struct port *a, const struct port *b);
bool port_same_place(const struct port *a, const struct port *b);
/* Ports of one adapter: same vid, pid and serial number, and the adapter is at one place. */
bool port_same_adapter(const struct port *a, const struct port *b);
/* Sets wanted->twin when list has another adapter that claims the numbers of wanted. True then. */
bool ports_note_twins(struct port *wanted, const struct port_list *list);
/* A serial number that many adapters leave the factory with: "", "0001", "0123456789". */
bool port_serial_is_weak(const char *serial);

struct port_watch;
enum err_code port_watch_open(const char *root, struct port_watch **out, struct err *err);
/* To wait on (descriptor or handle), -1: none. */
intptr_t port_watch_handle(const struct port_watch *w);
/* List again at least this often; 0: waiting is enough. */
unsigned port_watch_interval_ms(const struct port_watch *w);
/* Takes one piece of news; false when there is none left. Does not wait. */
bool port_watch_next(struct port_watch *w, struct port_news *out);
void port_watch_close(struct port_watch *w); /* NULL is fine */
/* Sleeps until there may be news, or the time is over. */
void port_watch_wait(struct port_watch *w, unsigned timeout_ms);

#endif
