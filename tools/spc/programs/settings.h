/* SPDX-License-Identifier: MIT */
/*
 * spc.conf (the user's, never written by us) and spc.last (ours): lines "key = value", '#' and ';'
 * begin comments, CRLF and a UTF-8 byte order mark are fine.
 */
#ifndef BIOSBELT_SPC_SETTINGS_H
#define BIOSBELT_SPC_SETTINGS_H

#include <stdbool.h>

#include "biosbelt/ports.h"
#include "biosbelt/settings.h"
#include "programs/serial_cfg.h"

#define HISTORY_MAX 64 /* ports remembered */

/* A port once chosen. */
struct history_entry {
	char *identity;
	char *topology;
	char *name;
	char *sercfg;
	char *program;
};

struct history {
	struct history_entry items[HISTORY_MAX];
	size_t count;
};

/* ERR_FORMAT with the line of a setting that spc.conf does not have, or whose value is none; baud
 * is looked at when it is used. */
enum err_code config_check(const struct settings *s, struct err *err);

void history_load(const struct settings *s, struct history *out); /* skips what is odd */
void history_free(struct history *h);
/* Entry of a port: identity and topology agree, else identity, else NULL. */
const struct history_entry *history_find(const struct history *h, const struct port *port);
/* The port of the list that was chosen last, NULL when it is not there. Only the newest entry
 * counts with only_newest. */
const struct port *history_last(
	const struct history *h, const struct port_list *list, bool only_newest);
/* What ports_named takes for the port chosen last when lists of ports do not have it, a pty say;
 * NULL: it has no such name. */
const char *history_last_name(const struct history *h);
/* True when another port of the same adapter was chosen later than this one. */
bool history_prefers_other(const struct history *h, const struct port *port);
/* Puts the port in front. */
enum err_code history_put(struct history *h, const struct port *port, const char *sercfg,
	const char *program, struct err *err);
enum err_code history_save(const struct history *h, const char *path, struct err *err);

#endif
