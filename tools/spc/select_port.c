/* SPDX-License-Identifier: MIT */
#include "select_port.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"

#define RETRY_MS 10   /* between looks at rights that udev is about to set */
#define SAY_MS   2000 /* after this long it is worth a word */
#define TWIN_MS  100  /* for another port of the same adapter that was used before */

#define ARRIVALS_MAX 8 /* ports told of at once; more are looked for among all */

static const char *wanted(const struct app *app)
{
	return app->opt.port != NULL ? app->opt.port : app->opt.match;
}

/* What a look is about: ports the system just told of, or with none all ports. */
struct arrivals {
	struct port_news items[ARRIVALS_MAX];
	size_t count;
};

/* Every port the options allow, in a new list. */
static enum err_code candidates(const struct app *app, const struct arrivals *arrivals,
	struct port_list *out, struct err *err)
{
	const char *pattern = wanted(app);
	struct port_list list;
	size_t i = 0;
	enum err_code rc = arrivals->count > 0 ? ports_list_names(app->opt.root, arrivals->items,
							 arrivals->count, &list, err)
					       : ports_list(app->opt.root, &list, err);

	if (rc != ERR_OK)
		return rc;
	if (app->opt.last) {
		const struct port *port = history_last(&app->history, &list, true);
		struct port_list one = {
			port != NULL ? &list.items[port - list.items] : NULL, port != NULL};

		rc = ports_copy(&one, out, err);
		ports_free(&list);
		return rc;
	}
	while (i < list.count) {
		struct port *port = &list.items[i];

		if (pattern != NULL && !port_matches(port, pattern))
			ports_remove(&list, port);
		else if (pattern != NULL && app->opt.match != NULL &&
			 !port_matches(port, app->opt.match))
			ports_remove(&list, port);
		else
			i++;
	}
	*out = list;
	return ERR_OK;
}

static void say_which(const struct port_list *list)
{
	size_t i;

	diag_error("%u ports match; say which:", (unsigned)list->count);
	for (i = 0; i < list->count && i < 20; i++)
		diag_error("  %s  %s  %s", port_get(&list->items[i], PORT_NAME),
			port_get(&list->items[i], PORT_SERIAL),
			port_get(&list->items[i], PORT_TOPOLOGY));
}

/* The one that was used before goes before others that match. */
static bool reduce(const struct app *app, struct port_list *list)
{
	const struct port *exact = wanted(app) != NULL ? ports_find(list, wanted(app)) : NULL;
	const struct port *port = exact != NULL ? exact : history_last(&app->history, list, false);
	size_t keep;

	if (list->count == 1)
		return true;
	if (port == NULL && app->opt.wait) /* all ports of the adapter that came: its first one */
		port = &list->items[0];
	if (port == NULL)
		return false;
	keep = (size_t)(port - list->items);
	while (list->count > keep + 1)
		ports_remove(list, &list->items[list->count - 1]);
	while (list->count > 1)
		ports_remove(list, &list->items[0]);
	return true;
}

/* A name that is in no list: a pty, a link, a driver without a class entry. Exit status, or -1. */
static int find_named(const struct app *app, struct port_list *out)
{
	const char *name = app->opt.last ? history_last_name(&app->history) : app->opt.port;
	struct err err;

	if (name == NULL)
		return -1;
	switch (ports_named(app->opt.root, name, out, &err)) {
	case ERR_OK:
		return EXIT_DONE;
	case ERR_UNSUPPORTED: /* it will never become one */
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

/* Leaves only what is new in list. What went away (list is of all) is no longer known: it may come
 * back. */
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

/* Exit status, or -1: nothing there. known: ports that do not count, or NULL. */
static int look(const struct app *app, const struct arrivals *arrivals, struct port_list *known,
	struct port_list *out)
{
	struct port_list list;
	struct err err;

	if (candidates(app, arrivals, &list, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return EXIT_FAILED;
	}
	if (known != NULL)
		drop_known(known, &list, arrivals->count == 0);
	if (list.count == 0) {
		ports_free(&list);
		return find_named(app, out);
	}
	if (!reduce(app, &list)) {
		say_which(&list);
		ports_free(&list);
		return EXIT_USAGE;
	}
	*out = list;
	return EXIT_DONE;
}

struct waiting {
	const struct app *app;
	struct port_watch *watch;
	uint64_t start;
	bool said;
	bool any;               /* nothing was named: whatever is plugged in now */
	struct port_list known; /* then: what was there before */
	struct arrivals arrivals;
	uint64_t settled; /* when a better port of the same adapter is waited for no longer */
};

static bool time_is_over(const struct waiting *w)
{
	return w->app->opt.timeout_s != 0 &&
	       os_time_ms() - w->start >= (uint64_t)w->app->opt.timeout_s * 1000;
}

/* Messages that are not about ports, and a USB device makes many, are no reason to look again. */
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

			if (gone != NULL) /* it may be back before we look */
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

/* The ports of an adapter come one by one, and the one used last time may not be the first. */
static bool twin_is_due(struct waiting *w, const struct port *port)
{
	const char *pattern = wanted(w->app);

	if ((pattern != NULL && strcmp(pattern, port_get(port, PORT_NAME)) == 0) ||
		!history_prefers_other(&w->app->history, port))
		return false;
	if (w->settled == 0)
		w->settled = os_time_ms() + TWIN_MS;
	return os_time_ms() < w->settled;
}

static int wait_for(struct waiting *w, struct port_list *out)
{
	for (;;) {
		struct err err;
		int status = look(w->app, &w->arrivals, w->any ? &w->known : NULL, out);

		if (status > 0)
			return status;
		if (status < 0) {
			if (time_is_over(w)) {
				diag_error("no such port came");
				return EXIT_NOTHING;
			}
			w->settled = 0;
			sleep_until_news(w, 1000);
			continue;
		}
		if (twin_is_due(w, &out->items[0])) {
			ports_free(out);
			sleep_until_news(w, RETRY_MS);
			w->arrivals.count = 0;
			continue;
		}
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
		sleep_until_news(w, RETRY_MS);
	}
}

int find_run(const struct app *app, struct port_list *out)
{
	struct waiting w = {.app = app, .start = os_time_ms()};
	struct err err;
	int status;

	if (app->opt.wait) {
		if (port_watch_open(app->opt.root, &w.watch, &err) != ERR_OK) {
			diag_err(NULL, &err);
			return EXIT_FAILED;
		}
		w.any = wanted(app) == NULL && !app->opt.last;
		if (w.any && ports_list_brief(app->opt.root, &w.known, &err) != ERR_OK)
			w.known = (struct port_list){NULL, 0}; /* the same is told below */
		status = wait_for(&w, out);
		ports_free(&w.known);
		port_watch_close(w.watch);
		return status;
	}
	status = look(app, &w.arrivals, NULL, out);
	if (status >= 0)
		return status;
	if (app->opt.last && app->history.count == 0)
		diag_error("no port was chosen yet");
	else if (app->opt.last)
		diag_error("the port chosen last is not there");
	else
		diag_error("no port '%s'; --list shows those that are there", wanted(app));
	return EXIT_NOTHING;
}
