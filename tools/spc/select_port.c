/* SPDX-License-Identifier: MIT */
#include "select_port.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"

#define RETRY_MS  10   /* between tries while udev is about to set the mode */
#define SAY_MS    2000 /* a message is printed after this long */
#define SETTLE_MS 100  /* wait for further ports of a new adapter */

#define ARRIVALS_MAX 8 /* with more news, all ports are listed */

/* The ports to look at: those just reported by the system, or all if none. */
struct arrivals {
	struct port_news items[ARRIVALS_MAX];
	size_t count;
};

struct waiting {
	struct app *app;
	struct port_watch *watch;
	uint64_t start;
	bool said;
	bool any;               /* no port was specified: the first new one is taken */
	struct port_list known; /* then: the ports present at the start */
	struct arrivals arrivals;
	uint64_t settled; /* end of the wait for further ports of the same adapter */
};

static const char *wanted(const struct app *app)
{
	return app->opt.port != NULL ? app->opt.port : app->opt.match;
}

static bool is_named(const struct port *port, const char *name)
{
	return name != NULL && (strcmp(port_get(port, PORT_NAME), name) == 0 ||
				       strcmp(port_get(port, PORT_DEVICE), name) == 0);
}

static bool is_meant(const struct app *app, const struct port *port)
{
	const char *pattern = wanted(app);

	if (is_named(port, pattern)) /* includes a hidden one */
		return app->opt.match == NULL || port_matches(port, app->opt.match);
	if (app_hides(app, port))
		return false;
	return (pattern == NULL || port_matches(port, pattern)) &&
	       (app->opt.match == NULL || port_matches(port, app->opt.match));
}

/* A list with the port chosen last; empty when it is not surely present. */
static enum err_code take_last(
	const struct app *app, struct port_list *list, struct port_list *out, struct err *err)
{
	const struct port *port = NULL;
	struct port_list one = {0};
	enum err_code rc;

	if (history_last(&app->history, list, &port) == PORT_FOUND_ONE)
		one = (struct port_list){&list->items[port - list->items], 1};
	rc = ports_copy(&one, out, err);
	ports_free(list);
	return rc;
}

/* A new list with every port that the options allow. */
static enum err_code candidates(const struct app *app, const struct arrivals *arrivals,
	struct port_list *out, struct err *err)
{
	struct port_list list;
	size_t i = 0;
	/* --last depends on all present ports */
	bool some = arrivals->count > 0 && !app->opt.last;
	enum err_code rc =
		some ? ports_list_names(app->opt.root, arrivals->items, arrivals->count, &list, err)
		     : ports_list(app->opt.root, &list, err);

	if (rc != ERR_OK)
		return rc;
	if (app->opt.last)
		return take_last(app, &list, out, err);
	while (i < list.count) {
		if (is_meant(app, &list.items[i]))
			i++;
		else
			ports_remove(&list, &list.items[i]);
	}
	*out = list;
	return ERR_OK;
}

static void say_which(const struct port_list *list)
{
	size_t i;

	diag_error("%u ports match; choose one:", (unsigned)list->count);
	for (i = 0; i < list->count && i < 20; i++) {
		const struct port *port = &list->items[i];

		diag_error("  %s  %s%s%s  %s", port_get(port, PORT_NAME),
			port_get(port, PORT_SERIAL), port->text[PORT_CHANNEL] != NULL ? "." : "",
			port_get(port, PORT_CHANNEL), port_get(port, PORT_TOPOLOGY));
	}
}

static void keep_only(struct port_list *list, const struct port *port)
{
	size_t keep = (size_t)(port - list->items);

	while (list->count > keep + 1)
		ports_remove(list, &list->items[list->count - 1]);
	while (list->count > 1)
		ports_remove(list, &list->items[0]);
}

/* Reduces several ports to the one with exactly this name, else to the only one used before. The
 * order of the list does not matter. */
static bool reduce(const struct app *app, struct port_list *list)
{
	const struct port *port = NULL;
	struct port_list present;
	struct err err;
	size_t i;

	if (list->count == 1)
		return true;
	for (i = 0; i < list->count && port == NULL; i++)
		if (is_named(&list->items[i], wanted(app)))
			port = &list->items[i];
	if (port == NULL && ports_list_brief(app->opt.root, &present, &err) == ERR_OK) {
		port = history_only(&app->history, list, &present);
		ports_free(&present);
	}
	if (port == NULL)
		return false;
	keep_only(list, port);
	return true;
}

/* Several ports match: asks on a terminal, else refuses. */
static int ask(struct app *app, struct port_list *list, struct port_list *out)
{
	enum pick_result result = PICK_NO_TERMINAL;

	if (os_is_terminal(OS_STDIN) && os_is_terminal(OS_STDOUT) && !app->opt.dry_run)
		result = picker_run(app, out);
	if (result == PICK_NO_TERMINAL)
		say_which(list);
	ports_free(list);
	switch (result) {
	case PICK_CHOSEN:
		return EXIT_DONE;
	case PICK_NONE:
		return EXIT_NOTHING;
	case PICK_NO_TERMINAL:
		return EXIT_USAGE;
	default:
		return EXIT_FAILED;
	}
}

/* Finds a name that is in no list: a pty, a link, a driver without a class entry. Exit status, or
 * -1. */
static int find_named(const struct app *app, struct port_list *out)
{
	const char *name = app->opt.last ? history_last_name(&app->history) : app->opt.port;
	struct err err;

	if (name == NULL)
		return -1;
	switch (ports_named(app->opt.root, name, out, &err)) {
	case ERR_OK:
		return EXIT_DONE;
	case ERR_UNSUPPORTED: /* waiting would not help */
		diag_err(name, &err);
		return EXIT_FAILED;
	default:
		return -1;
	}
}

static bool is_in(const struct port_list *list, const struct port *port)
{
	const struct port *other = ports_find(list, port_get(port, PORT_NAME));

	return other != NULL &&
	       strcmp(port_get(port, PORT_TOPOLOGY), port_get(other, PORT_TOPOLOGY)) == 0 &&
	       strcmp(port_get(port, PORT_SERIAL), port_get(other, PORT_SERIAL)) == 0;
}

/* Keeps only new ports in list. Ports that are missing (all: list has all ports) are no longer
 * known: they may return. */
static void drop_known(struct port_list *known, struct port_list *list, bool all)
{
	size_t i;

	for (i = 0; all && i < known->count;) {
		if (is_in(list, &known->items[i]))
			i++;
		else
			ports_remove(known, &known->items[i]);
	}
	for (i = 0; i < list->count;) {
		if (is_in(known, &list->items[i]))
			ports_remove(list, &list->items[i]);
		else
			i++;
	}
}

/* Whether to wait for further ports of the new adapter, as one of them may be the specified one. */
static bool settles(struct waiting *w, const struct port_list *list)
{
	const struct port *port = &list->items[0];

	if (is_named(port, wanted(w->app)) || w->app->opt.last)
		return false;
	if (w->settled == 0) {
		if (list->count == 1 && !port_may_have_siblings(w->app->opt.root, port) &&
			!history_prefers_other(&w->app->history, port, list))
			return false;
		w->settled = os_time_ms() + SETTLE_MS;
	}
	return os_time_ms() < w->settled;
}

enum look { LOOK_NOTHING, LOOK_SETTLING, LOOK_OVER };

/* One try; LOOK_OVER: *status is the result, with EXIT_DONE *out is the port. */
static enum look look(struct waiting *w, struct port_list *out, int *status)
{
	struct port_list list;
	struct err err;

	if (candidates(w->app, &w->arrivals, &list, &err) != ERR_OK) {
		diag_err(NULL, &err);
		*status = EXIT_FAILED;
		return LOOK_OVER;
	}
	if (w->any)
		drop_known(&w->known, &list, w->arrivals.count == 0);
	if (list.count == 0) {
		ports_free(&list);
		*status = find_named(w->app, out);
		return *status >= 0 ? LOOK_OVER : LOOK_NOTHING;
	}
	if (w->watch != NULL && settles(w, &list)) {
		ports_free(&list);
		return LOOK_SETTLING;
	}
	if (!reduce(w->app, &list)) {
		*status = ask(w->app, &list, out);
		return LOOK_OVER;
	}
	*out = list;
	*status = EXIT_DONE;
	return LOOK_OVER;
}

static bool time_is_over(const struct waiting *w)
{
	return w->app->opt.timeout_s != 0 &&
	       os_time_ms() - w->start >= (uint64_t)w->app->opt.timeout_s * 1000;
}

/* Waits for news of ports. A USB device causes many other messages, which are skipped. */
static void sleep_until_news(struct waiting *w, unsigned at_most)
{
	unsigned interval = port_watch_interval_ms(w->watch);
	uint64_t end;
	uint64_t now = os_time_ms();
	struct port_news news;
	bool any = false;
	bool named = true;

	w->arrivals.count = 0;
	if (interval != 0 && interval < at_most)
		at_most = interval;
	for (end = now + at_most; !any && now < end; now = os_time_ms()) {
		port_watch_wait(w->watch, (unsigned)(end - now));
		while (port_watch_next(w->watch, &news)) {
			struct port *gone = news.removed ? ports_find(&w->known, news.name) : NULL;

			if (gone != NULL) /* it may be back before the next try */
				ports_remove(&w->known, gone);
			any = true;
			if (!news.removed && news.name[0] != '\0' &&
				w->arrivals.count < ARRIVALS_MAX)
				w->arrivals.items[w->arrivals.count++] = news;
			else if (!news.removed)
				named = false;
		}
	}
	if (!named)
		w->arrivals.count = 0;
}

/* Checks whether the port may be opened. Exit status, or -1: not yet. */
static int try_port(struct waiting *w, struct port_list *out)
{
	struct err err;

	if (ports_check(w->app->opt.root, &out->items[0], &err) == ERR_OK ||
		(err.code == ERR_BUSY && w->app->opt.ignore_lock))
		return EXIT_DONE;
	ports_free(out);
	if (time_is_over(w)) {
		diag_err(NULL, &err);
		return EXIT_TEMPORARY;
	}
	if (!w->said && os_time_ms() - w->start > SAY_MS) {
		diag_warn_err("still waiting", &err);
		w->said = true;
	}
	return -1;
}

static int wait_for(struct waiting *w, struct port_list *out)
{
	for (;;) {
		int status;

		switch (look(w, out, &status)) {
		case LOOK_OVER:
			if (status == EXIT_DONE)
				status = try_port(w, out);
			if (status >= 0)
				return status;
			sleep_until_news(w, RETRY_MS);
			break;
		case LOOK_SETTLING:
			sleep_until_news(w, RETRY_MS);
			w->arrivals.count = 0;
			break;
		default:
			if (time_is_over(w)) {
				diag_error("no such port came");
				return EXIT_NOTHING;
			}
			w->settled = 0;
			sleep_until_news(w, 1000);
		}
	}
}

/* Explains why --last has no port. */
static void say_no_last(const struct app *app)
{
	const struct port *port = NULL;
	struct port_list list;
	struct err err;
	enum port_found found = PORT_FOUND_NONE;

	if (app->history.ports.count == 0) {
		diag_error("no port was chosen yet");
		return;
	}
	if (ports_list_brief(app->opt.root, &list, &err) == ERR_OK) {
		found = history_last(&app->history, &list, &port);
		ports_free(&list);
	}
	port = &app->history.ports.items[0];
	if (found == PORT_FOUND_UNSURE)
		diag_error("the port chosen last (%s at %s) is not there; another place has one of "
			   "the same numbers (%s:%s:%s), which may be another board: name it",
			port_get(port, PORT_NAME), port_get(port, PORT_TOPOLOGY),
			port_get(port, PORT_VID), port_get(port, PORT_PID),
			port_get(port, PORT_SERIAL));
	else
		diag_error("the port chosen last is not there");
}

int find_run(struct app *app, struct port_list *out)
{
	struct waiting w = {.app = app, .start = os_time_ms()};
	struct err err;
	int status;

	if (app->opt.wait != NULL) {
		if (port_watch_open(app->opt.root, &w.watch, &err) != ERR_OK) {
			diag_err(NULL, &err);
			return EXIT_FAILED;
		}
		w.any = wanted(app) == NULL && !app->opt.last;
		if (w.any && ports_list_brief(app->opt.root, &w.known, &err) != ERR_OK)
			w.known = (struct port_list){NULL, 0}; /* a message about this follows */
		status = wait_for(&w, out);
		ports_free(&w.known);
		port_watch_close(w.watch);
		return status;
	}
	if (look(&w, out, &status) == LOOK_OVER)
		return status;
	if (app->opt.last)
		say_no_last(app);
	else
		diag_error("no port '%s'; --list shows those that are there", wanted(app));
	return EXIT_NOTHING;
}

bool find_name(const struct app *app, char *out, size_t cap)
{
	static const struct arrivals none;
	struct port_list list;
	struct err err;
	bool found;

	if (candidates(app, &none, &list, &err) != ERR_OK)
		return false;
	if (list.count == 0) {
		ports_free(&list);
		if (ports_named(app->opt.root, app->opt.port, &list, &err) != ERR_OK)
			return false;
	}
	found = reduce(app, &list);
	if (found)
		snprintf(out, cap, "%s", port_get(&list.items[0], PORT_NAME));
	ports_free(&list);
	return found;
}
