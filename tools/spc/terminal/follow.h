/* SPDX-License-Identifier: MIT */
/* Follows a port in use by its identity, under any name. */
#ifndef BIOSBELT_SPC_FOLLOW_H
#define BIOSBELT_SPC_FOLLOW_H

#include "spc.h"

enum follow_state {
	FOLLOW_HERE,  /* under the known name */
	FOLLOW_MOVED, /* back under another name */
	FOLLOW_GONE,  /* absent, or not certainly present */
	FOLLOW_TAKEN  /* absent, and another board has its name */
};

struct follow {
	const struct app *app;
	struct port_list port; /* of one: the port as last seen; its twin is updated */
	bool unlisted;         /* such as a pty: followed by its name */
	bool was_gone;
	bool warned;                               /* of a twin */
	void (*say)(void *user, const char *text); /* NULL: warnings go to stderr */
	void *say_user;
};

enum err_code follow_open(
	struct follow *f, const struct app *app, const struct port *port, struct err *err);
void follow_close(struct follow *f);
/* Lists the ports; after FOLLOW_MOVED follow_port is the new one. */
enum follow_state follow_look(struct follow *f);
const struct port *follow_port(const struct follow *f);

#endif
