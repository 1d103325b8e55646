/* SPDX-License-Identifier: MIT */
#include "terminal/follow.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/tr.h"

enum err_code follow_open(
	struct follow *f, const struct app *app, const struct port *port, struct err *err)
{
	struct port copy = *port;
	struct port_list one = {.items = &copy, .count = 1};
	struct port_list present;
	const struct port *found;

	memset(f, 0, sizeof *f);
	f->app = app;
	if (ports_copy(&one, &f->port, err) != ERR_OK)
		return err->code;
	f->unlisted = port->text[PORT_TOPOLOGY] == NULL;
	if (ports_list_brief(app->opt.root, &present, err) != ERR_OK)
		return ERR_OK;
	ports_note_twins(&f->port.items[0], &present);
	found = ports_find(&present, port_get(port, PORT_NAME));
	if (found != NULL)
		f->unlisted = false;
	ports_free(&present);
	return ERR_OK;
}

void follow_close(struct follow *f)
{
	ports_free(&f->port);
}

const struct port *follow_port(const struct follow *f)
{
	return &f->port.items[0];
}

static bool same_name(const struct port *a, const struct port *b)
{
	return strcmp(port_get(a, PORT_DEVICE), port_get(b, PORT_DEVICE)) == 0;
}

/* Continues with the port that was found. */
static bool take(struct follow *f, const struct port *found)
{
	struct port copy = *found;
	struct port_list one = {.items = &copy, .count = 1};
	struct port_list made;
	struct err err;

	copy.twin = f->port.items[0].twin;
	if (ports_copy(&one, &made, &err) != ERR_OK)
		return false;
	ports_free(&f->port);
	f->port = made;
	return true;
}

static void warn(const struct follow *f, const struct port *wanted)
{
	char text[512];

	snprintf(text, sizeof text,
		tr("a port with the same numbers (%.9s:%.9s:%.120s) is at another place, and may "
		   "be "
		   "another board: waiting for the one at %.120s"),
		port_get(wanted, PORT_VID), port_get(wanted, PORT_PID),
		port_get(wanted, PORT_SERIAL), port_get(wanted, PORT_TOPOLOGY));
	if (f->say != NULL)
		f->say(f->say_user, text);
	else
		diag_warn("%s", text);
}

static enum follow_state judge(struct follow *f, const struct port_list *present)
{
	struct port *wanted = &f->port.items[0];
	const struct port *found = NULL;
	enum port_found how;

	/* A port with its numbers that is present at the moment it went away is another one: nobody
	 * moves a plug that quickly. */
	if (!f->was_gone)
		ports_note_twins(wanted, present);
	how = ports_find_again(wanted, present, &f->app->history.ports, &found);
	if (how == PORT_FOUND_ONE) {
		bool same = same_name(wanted, found);

		f->was_gone = false;
		if (!take(f, found)) /* out of memory: tried again */
			return FOLLOW_GONE;
		ports_note_twins(&f->port.items[0], present); /* for its new place */
		return same ? FOLLOW_HERE : FOLLOW_MOVED;
	}
	f->was_gone = true;
	if (how == PORT_FOUND_UNSURE && !f->warned) {
		f->warned = true;
		warn(f, wanted);
	}
	return ports_find(present, port_get(wanted, PORT_NAME)) != NULL ? FOLLOW_TAKEN
									: FOLLOW_GONE;
}

/* A pty is what its name leads to now. */
static enum follow_state look_unlisted(struct follow *f)
{
	const char *name = f->app->opt.port;
	struct port_list found;
	bool same;
	struct err err;

	if (name == NULL || strchr(name, '/') == NULL)
		return ports_check(f->app->opt.root, follow_port(f), &err) == ERR_NOTFOUND
			       ? FOLLOW_GONE
			       : FOLLOW_HERE;
	if (ports_named(f->app->opt.root, name, &found, &err) != ERR_OK)
		return FOLLOW_GONE;
	same = same_name(&found.items[0], follow_port(f));
	if (found.items[0].text[PORT_TOPOLOGY] !=
		NULL) { /* the name is now a board's port, which it was not before */
		ports_free(&found);
		return FOLLOW_TAKEN;
	}
	ports_free(&f->port);
	f->port = found;
	return same ? FOLLOW_HERE : FOLLOW_MOVED;
}

enum follow_state follow_look(struct follow *f)
{
	struct port_list present;
	enum follow_state state;
	struct err err;

	if (f->unlisted)
		return look_unlisted(f);
	if (ports_list_brief(f->app->opt.root, &present, &err) != ERR_OK)
		return FOLLOW_GONE;
	state = judge(f, &present);
	ports_free(&present);
	return state;
}
