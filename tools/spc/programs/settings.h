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
 * Leaves out what spc.conf does not have and values that are none, after calling warn with the
 * line and what is wrong; baud is looked at when it is used.
 */
void config_check(struct settings *s, void (*warn)(void *user, const char *text), void *user);
/* Value of "alias.NAME" for a name that may have a channel after it ("board.C"); false: none. */
bool config_alias(const struct settings *s, const char *name, char *out, size_t cap);
/* Is the port one that a "hide" setting names? */
bool config_hides(const struct settings *s, const struct port *port);

void history_load(const struct settings *s, struct history *out); /* skips what is odd */
void history_free(struct history *h);

#define HISTORY_NONE ((size_t)-1)

/* Entry of a port that is present; HISTORY_NONE: it was never chosen, or another adapter may have
 * been. present: all ports there are, the port among them. */
size_t history_find(
	const struct history *h, const struct port *port, const struct port_list *present);
/* The port chosen last; see ports_find_again. */
enum port_found history_last(
	const struct history *h, const struct port_list *present, const struct port **out);
/* The newest choice that is present for sure, for where the cursor stands at first; NULL: none. */
const struct port *history_newest(const struct history *h, const struct port_list *present);
/* The one port of the list that was chosen before; NULL: none was, or several were. */
const struct port *history_only(
	const struct history *h, const struct port_list *list, const struct port_list *present);
/* What ports_named takes for the port chosen last when lists of ports do not have it, a pty say;
 * NULL: it has no such name. */
const char *history_last_name(const struct history *h);
/* True when another port of the same adapter was chosen, and this one was not. */
bool history_prefers_other(
	const struct history *h, const struct port *port, const struct port_list *present);
/* Puts the port in front. present tells which adapters claim the same numbers. */
enum err_code history_put(struct history *h, const struct port *port,
	const struct port_list *present, const char *sercfg, const char *program, struct err *err);
enum err_code history_save(const struct history *h, const char *path, struct err *err);

#endif
