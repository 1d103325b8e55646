/* SPDX-License-Identifier: MIT */
/*
 * spc.conf (the user's, never written by us) and spc.last (ours): lines "key = value", '#' and ';'
 * begin comments, CRLF and a UTF-8 byte order mark are fine.
 */
#ifndef BIOSBELT_SPC_SETTINGS_H
#define BIOSBELT_SPC_SETTINGS_H

#include <stdbool.h>

#include "biosbelt/ports.h"
#include "biosbelt/serial.h"
#include "biosbelt/settings.h"

#define HISTORY_MAX 64 /* ports remembered */

struct history {
	struct port_list ports;    /* newest first; names, numbers, places and twin */
	char *sercfg[HISTORY_MAX]; /* line settings; NULL: none */
	char *program[HISTORY_MAX];
};

/*
 * Drops unknown keys and invalid values, after calling warn with the line and the fault; baud is
 * checked when it is used.
 */
void config_check(struct settings *s, void (*warn)(void *user, const char *text), void *user);
/* Value of "alias.NAME" for a name that may end with a channel ("board.C"); false: none. */
bool config_alias(const struct settings *s, const char *name, char *out, size_t cap);
/* True for a port that a "hide" setting names. */
bool config_hides(const struct settings *s, const struct port *port);

void history_load(const struct settings *s, struct history *out); /* skips invalid lines */
void history_free(struct history *h);

#define HISTORY_NONE ((size_t)-1)

/* The entry of a present port; HISTORY_NONE: it was never chosen, or possibly another adapter was.
 * present: all ports, the port among them. */
size_t history_find(
	const struct history *h, const struct port *port, const struct port_list *present);
/* The port chosen last; see ports_find_again. */
enum port_found history_last(
	const struct history *h, const struct port_list *present, const struct port **out);
/* The newest choice that is certainly present, for the first place of the cursor; NULL: none. */
const struct port *history_newest(const struct history *h, const struct port_list *present);
/* The only port of the list that was chosen before; NULL: none, or several. */
const struct port *history_only(
	const struct history *h, const struct port_list *list, const struct port_list *present);
/* The name, for ports_named, of the last port when that is not in lists of ports, such as a pty;
 * NULL: there is none. */
const char *history_last_name(const struct history *h);
/* True when another port of the same adapter was chosen but not this one. */
bool history_prefers_other(
	const struct history *h, const struct port *port, const struct port_list *present);
/* Makes the port the newest. present shows which adapters have the same numbers. */
enum err_code history_put(struct history *h, const struct port *port,
	const struct port_list *present, const char *sercfg, const char *program, struct err *err);
enum err_code history_save(const struct history *h, const char *path, struct err *err);

#endif
