/* SPDX-License-Identifier: MIT */
/* --list, --json and --watch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/json.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "spc.h"

#define COLUMNS 6

static bool wanted(const struct app *app, const struct port *port)
{
	const char *pattern = app->opt.port != NULL ? app->opt.port : app->opt.match;

	if (pattern != NULL && strcmp(port_get(port, PORT_NAME), pattern) == 0)
		return true;
	return (pattern == NULL || port_matches(port, pattern)) && !app_hides(app, port);
}

void list_port_json(struct json *j, const struct port *port)
{
	int i;

	json_object(j);
	for (i = 0; i < PORT_TEXT_COUNT; i++) {
		json_key(j, port_text_key((enum port_text)i));
		if (port->text[i] != NULL)
			json_str(j, port->text[i]);
		else
			json_null(j);
	}
	json_object_end(j);
}

static int print_json(const struct app *app, const struct port_list *list)
{
	struct json j;
	struct buf text;
	size_t i;
	int shown = 0;

	buf_init(&text, 0);
	json_init(&j, &text, false);
	json_object(&j);
	json_key(&j, "ports");
	json_array(&j);
	for (i = 0; i < list->count; i++) {
		if (!wanted(app, &list->items[i]))
			continue;
		list_port_json(&j, &list->items[i]);
		shown++;
	}
	json_array_end(&j);
	json_object_end(&j);
	out_buf(&text);
	return shown > 0 ? EXIT_DONE : EXIT_NOTHING;
}

struct row {
	struct buf cell[COLUMNS];
};

static void add_cell(struct buf *cell, const char *text)
{
	utf8_escape(span_of(text, strlen(text)), cell);
}

static void make_row(const struct port *p, struct row *row)
{
	int i;

	for (i = 0; i < COLUMNS; i++)
		buf_init(&row->cell[i], 0);
	add_cell(&row->cell[0], port_get(p, PORT_NAME));
	if (p->text[PORT_VID] != NULL) {
		add_cell(&row->cell[1], port_get(p, PORT_VID));
		buf_str(&row->cell[1], ":");
		add_cell(&row->cell[1], port_get(p, PORT_PID));
	}
	add_cell(&row->cell[2], port_get(p, PORT_SERIAL));
	add_cell(&row->cell[3], port_get(p, PORT_DESCRIPTION));
	add_cell(&row->cell[4], port_get(p, PORT_DRIVER));
	add_cell(&row->cell[5], port_get(p, PORT_TOPOLOGY));
	if (p->text[PORT_USERS] != NULL) {
		buf_str(&row->cell[5], tr("  in use by "));
		add_cell(&row->cell[5], port_get(p, PORT_USERS));
	}
	for (i = 0; i < COLUMNS; i++)
		buf_add_u8(&row->cell[i], 0);
}

static const char *cell_text(const struct row *row, int i)
{
	return (const char *)row->cell[i].ptr;
}

/* False: out of memory. */
static bool measure(const struct row *row, int *widths)
{
	int i;

	for (i = 0; i < COLUMNS; i++) {
		int width;

		if (row->cell[i].failed != ERR_OK)
			return false;
		width = out_width(cell_text(row, i));
		if (width > widths[i])
			widths[i] = width;
	}
	return true;
}

static void print_row(const struct row *row, const int *widths)
{
	int i;

	for (i = 0; i < COLUMNS; i++) {
		const char *text = cell_text(row, i);
		int pad = widths[i] - out_width(text);

		out_str(text);
		if (i < COLUMNS - 1)
			out_printf("%*s", pad + 2, "");
	}
	out_str("\n");
}

static void free_row(struct row *row)
{
	int i;

	for (i = 0; i < COLUMNS; i++)
		buf_free(&row->cell[i]);
}

static void heading(struct row *row)
{
	static const char *const words[COLUMNS] = {
		N_("PORT"), "VID:PID", N_("SERIAL"), N_("DESCRIPTION"), N_("DRIVER"), N_("WHERE")};
	int i;

	for (i = 0; i < COLUMNS; i++) {
		buf_init(&row->cell[i], 0);
		buf_str(&row->cell[i], tr(words[i]));
		buf_add_u8(&row->cell[i], 0);
	}
}

static int print_text(const struct app *app, const struct port_list *list)
{
	struct row *rows = calloc(list->count + 1, sizeof *rows);
	int widths[COLUMNS] = {0};
	size_t shown = 1;
	size_t i;
	bool whole = true;

	if (rows == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	heading(&rows[0]);
	for (i = 0; i < list->count; i++)
		if (wanted(app, &list->items[i]))
			make_row(&list->items[i], &rows[shown++]);
	for (i = 0; i < shown && whole; i++)
		whole = measure(&rows[i], widths);
	for (i = 0; i < shown && whole && shown > 1; i++)
		print_row(&rows[i], widths);
	for (i = 0; i < shown; i++)
		free_row(&rows[i]);
	free(rows);
	if (!whole) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	return shown > 1 ? EXIT_DONE : EXIT_NOTHING;
}

int list_run(const struct app *app)
{
	struct port_list list;
	struct err err;
	int status;

	if (ports_list_brief(app->opt.root, &list, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return EXIT_FAILED;
	}
	/* The table does not show the links of udev: saves two calls per port. */
	if (app->opt.json || app->opt.port != NULL || app->opt.match != NULL)
		ports_add_links(app->opt.root, &list);
	if (app->opt.users)
		ports_find_users(app->opt.root, &list);
	if (ports_whole(&list, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return EXIT_FAILED;
	}
	status = app->opt.json ? print_json(app, &list) : print_text(app, &list);
	if (status == EXIT_NOTHING && !app->opt.json)
		diag_error(list.count == 0 ? N_("no serial port") : N_("no serial port matches"));
	ports_free(&list);
	return status;
}

struct watcher {
	const struct app *app;
	struct port_list known;
};

static void print_event(const struct watcher *w, const char *event, const struct port *port)
{
	struct json j;
	struct buf text;

	if (!wanted(w->app, port))
		return;
	if (!w->app->opt.json) {
		out_printf("%s ", tr(event));
		out_escaped_str(port_get(port, PORT_NAME));
		if (port->text[PORT_VID] != NULL)
			out_printf(
				" %.4s:%.4s", port_get(port, PORT_VID), port_get(port, PORT_PID));
		out_str(" ");
		out_escaped_str(port_get(port, PORT_DESCRIPTION));
		out_str("\n");
	} else {
		buf_init(&text, 0);
		json_init(&j, &text, true);
		json_object(&j);
		json_kv_str(&j, "event", event);
		json_kv_i64(&j, "time_ms", os_wall_time_ns() / 1000000);
		json_key(&j, "port");
		list_port_json(&j, port);
		json_object_end(&j);
		out_buf(&text);
	}
	out_flush();
}

static bool same_place(const struct port *a, const struct port *b)
{
	return b != NULL && strcmp(port_get(a, PORT_TOPOLOGY), port_get(b, PORT_TOPOLOGY)) == 0 &&
	       strcmp(port_get(a, PORT_SERIAL), port_get(b, PORT_SERIAL)) == 0;
}

/* Prints the differences between the known and the present ports. */
static bool compare(struct watcher *w, struct err *err)
{
	struct port_list now;
	size_t i;

	if (ports_list(w->app->opt.root, &now, err) != ERR_OK)
		return false;
	for (i = 0; i < w->known.count; i++) {
		const struct port *port = &w->known.items[i];

		if (!same_place(port, ports_find(&now, port_get(port, PORT_NAME))))
			print_event(w, N_("removed"), port);
	}
	for (i = 0; i < now.count; i++) {
		const struct port *port = &now.items[i];
		const struct port *old = ports_find(&w->known, port_get(port, PORT_NAME));

		if (old == NULL || !same_place(port, old))
			print_event(w, N_("added"), port);
	}
	ports_free(&w->known);
	w->known = now;
	return true;
}

/* The kernel reported a removal: printed at once, even if a port of the same name is back
 * already. */
static void forget(struct watcher *w, const char *name)
{
	struct port *port = ports_find(&w->known, name);

	if (port == NULL)
		return;
	print_event(w, N_("removed"), port);
	ports_remove(&w->known, port);
}

/* Adds one port to the known ones; false when out of memory. */
static bool learn(struct watcher *w, const struct port *port, struct err *err)
{
	struct port *place = ports_add(&w->known, err);
	int i;

	if (place == NULL)
		return false;
	for (i = 0; i < PORT_TEXT_COUNT; i++)
		if (!port_set(place, (enum port_text)i, port->text[i])) {
			err_set(err, ERR_NOMEM, "out of memory");
			return false;
		}
	print_event(w, N_("added"), place);
	return true;
}

/*
 * The kernel reported a new port. Only that one is read: /sys may be ahead of the messages, and
 * other ports get messages of their own. If it has gone already, only its name is known.
 */
static bool meet(struct watcher *w, const char *name, struct err *err)
{
	struct port brief = {.text = {NULL}};
	struct port_list now;
	const struct port *port;
	char device[96];
	bool good;

	if (ports_find(&w->known, name) != NULL) /* it was in the first list already */
		return true;
	if (ports_list(w->app->opt.root, &now, err) != ERR_OK)
		return false;
	port = ports_find(&now, name);
	if (port == NULL) {
		snprintf(device, sizeof device, "/dev/%s", name);
		port_set(&brief, PORT_NAME, name);
		port_set(&brief, PORT_DEVICE, device);
		port = &brief;
	}
	good = learn(w, port, err);
	ports_free(&now);
	port_set(&brief, PORT_NAME, NULL);
	port_set(&brief, PORT_DEVICE, NULL);
	return good;
}

static bool take_news(struct watcher *w, struct port_watch *watch, struct err *err)
{
	struct port_news news;
	bool good = true;

	while (good && port_watch_next(watch, &news)) {
		if (news.name[0] == '\0')
			good = compare(w, err);
		else if (news.removed)
			forget(w, news.name);
		else
			good = meet(w, news.name, err);
	}
	return good;
}

int watch_run(const struct app *app)
{
	struct watcher w = {app, {NULL, 0}};
	struct port_watch *watch;
	struct err err;
	bool good;

	if (port_watch_open(app->opt.root, &watch, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return EXIT_FAILED;
	}
	good = compare(&w, &err);
	while (good && !out_failed()) {
		unsigned interval = port_watch_interval_ms(watch);

		port_watch_wait(watch, interval != 0 ? interval : 60000);
		good = take_news(&w, watch, &err);
		if (good && interval != 0)
			good = compare(&w, &err);
	}
	if (!good)
		diag_err(NULL, &err);
	port_watch_close(watch);
	ports_free(&w.known);
	return good ? EXIT_DONE : EXIT_FAILED;
}
