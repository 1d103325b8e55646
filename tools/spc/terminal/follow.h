/* SPDX-License-Identifier: MIT */
/* A port in use, followed by its identity: where it is now, whatever its name. */
#ifndef BIOSBELT_SPC_FOLLOW_H
#define BIOSBELT_SPC_FOLLOW_H

#include "spc.h"

enum follow_state {
	FOLLOW_HERE,  /* under the name that is used */
	FOLLOW_MOVED, /* back under another name */
	FOLLOW_GONE,  /* not there, or not for sure */
	FOLLOW_TAKEN  /* not there, and another board has its name now */
};

struct follow {
	const struct app *app;
	struct port_list
		port;  /* of one: the port as it was seen last; its twin is kept up to date */
	bool unlisted; /* a pty or such: only its name counts */
	bool was_gone;
	bool warned;                               /* that a twin is there */
	void (*say)(void *user, const char *text); /* NULL: warnings go to stderr */
	void *say_user;
};

enum err_code follow_open(
	struct follow *f, const struct app *app, const struct port *port, struct err *err);
void follow_close(struct follow *f);
/* Looks at the ports; with FOLLOW_MOVED the port is the new one from now on. */
enum follow_state follow_look(struct follow *f);
const struct port *follow_port(const struct follow *f);

#endif
