/* SPDX-License-Identifier: MIT */
/* The live list: arrow keys, numbers, typing to filter, double click. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/screen.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "spc.h"

#define FRESH_MS       6000 /* how long new ports stay marked */
#define GONE_MS        3000 /* how long removed ports stay visible */
#define TICK_MS        250
#define FILTER_MAX     64
/* The least number of rows with which each part is shown: */
#define ROWS_TITLE     3
#define ROWS_HELP      4
#define ROWS_HEADS     6
#define ROWS_FILTER    8 /* a row for the filter; with fewer rows it replaces the help */
/* ... and the least number of columns for USB ids and serial numbers */
#define COLUMNS_USB    36
#define COLUMNS_SERIAL 60

static const struct term_style plain = {TERM_DEFAULT, TERM_DEFAULT, 0};
static const struct term_style bold = {TERM_DEFAULT, TERM_DEFAULT, TERM_BOLD};
static const struct term_style dim = {TERM_DEFAULT, TERM_DEFAULT, TERM_DIM};
static const struct term_style fresh = {TERM_ANSI(10), TERM_DEFAULT, 0};
static const struct term_style gone = {TERM_ANSI(9), TERM_DEFAULT, TERM_DIM};

static const uint32_t rates[] = {9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1000000,
	1500000, 2000000, 3000000, 4000000};

#define RATES (sizeof rates / sizeof rates[0])

struct picker {
	struct app *app;
	struct screen *screen;
	struct port_watch *watch;
	struct port_list list;
	size_t *shown; /* indices of the ports that match the filter */
	size_t shown_count;
	size_t selected; /* in shown */
	size_t top;      /* first row drawn */
	char filter[FILTER_MAX];
	bool filtering; /* '/' was pressed: digits are part of the filter */
	uint32_t baud;  /* rate chosen here; 0: the default */
	bool typing;    /* '=' was pressed: digits are a rate */
	char typed[11];
	struct err err;
};

static const struct port *selected_port(const struct picker *p)
{
	return p->selected < p->shown_count ? &p->list.items[p->shown[p->selected]] : NULL;
}

static bool passes(const struct picker *p, const struct port *port)
{
	if (p->app->opt.match != NULL && !port_matches(port, p->app->opt.match))
		return false;
	if (p->app->opt.port != NULL && !port_matches(port, p->app->opt.port))
		return false;
	if (app_hides(p->app, port))
		return false;
	return port_has_words(port, p->filter);
}

/* Keeps the selection on the port named keep, if it is still shown. */
static void refilter(struct picker *p, const char *keep)
{
	size_t i;

	p->shown_count = 0;
	for (i = 0; i < p->list.count; i++)
		if (passes(p, &p->list.items[i]))
			p->shown[p->shown_count++] = i;
	if (keep != NULL)
		for (i = 0; i < p->shown_count; i++)
			if (strcmp(port_get(&p->list.items[p->shown[i]], PORT_NAME), keep) == 0)
				p->selected = i;
	if (p->selected >= p->shown_count)
		p->selected = p->shown_count > 0 ? p->shown_count - 1 : 0;
}

static bool is_same(const struct port *a, const struct port *b)
{
	return b != NULL && strcmp(port_get(a, PORT_TOPOLOGY), port_get(b, PORT_TOPOLOGY)) == 0 &&
	       strcmp(port_get(a, PORT_SERIAL), port_get(b, PORT_SERIAL)) == 0;
}

/* Marks new ports, and keeps removed ones for GONE_MS. */
static bool carry_marks(struct picker *p, struct port_list *now, bool first)
{
	uint64_t time = os_time_ms();
	size_t count = now->count;
	size_t i;

	for (i = 0; i < count && !first; i++) {
		const struct port *old = ports_find(&p->list, port_get(&now->items[i], PORT_NAME));

		if (old == NULL || old->gone || !is_same(&now->items[i], old)) {
			now->items[i].fresh = true;
			now->items[i].mark_until_ms = time + FRESH_MS;
		} else {
			now->items[i].fresh = old->fresh && time < old->mark_until_ms;
			now->items[i].mark_until_ms = old->mark_until_ms;
		}
	}
	for (i = 0; i < p->list.count && !first; i++) {
		const struct port *old = &p->list.items[i];
		struct port_list one = {.items = &p->list.items[i], .count = 1};
		struct port_list copy;
		struct port *kept;

		if ((old->gone && time >= old->mark_until_ms) ||
			ports_find(now, port_get(old, PORT_NAME)) != NULL)
			continue;
		if (ports_copy(&one, &copy, &p->err) != ERR_OK)
			return false;
		kept = ports_add(now, &p->err);
		if (kept == NULL) {
			ports_free(&copy);
			return false;
		}
		*kept = copy.items[0];
		free(copy.items);
		if (!kept->gone)
			kept->mark_until_ms = time + GONE_MS;
		kept->gone = true;
		kept->fresh = false;
	}
	ports_sort(now);
	return true;
}

static bool reload(struct picker *p, bool first)
{
	const struct port *port = selected_port(p);
	char keep[PORT_TEXT_MAX] = "";
	struct port_list now;
	size_t *shown;

	if (port != NULL)
		snprintf(keep, sizeof keep, "%s", port_get(port, PORT_NAME));
	if (ports_list(p->app->opt.root, &now, &p->err) != ERR_OK)
		return false;
	if (!carry_marks(p, &now, first)) {
		ports_free(&now);
		return false;
	}
	shown = realloc(p->shown, (now.count + 1) * sizeof *shown);
	if (shown == NULL) {
		ports_free(&now);
		err_set(&p->err, ERR_NOMEM, "out of memory");
		return false;
	}
	p->shown = shown;
	ports_free(&p->list);
	p->list = now;
	refilter(p, port != NULL ? keep : NULL);
	return true;
}

struct columns {
	int name;
	int usb;
	int serial;
	int words;
};

/* The widths of the widest entries; the description gets the rest. */
static struct columns measure(const struct picker *p)
{
	struct columns c = {6, 0, 0, 0};
	size_t i;

	for (i = 0; i < p->shown_count; i++) {
		const struct port *port = &p->list.items[p->shown[i]];
		int name = out_width(port_get(port, PORT_NAME));
		int serial = out_width(port_get(port, PORT_SERIAL));

		c.name = name > c.name ? name : c.name;
		c.serial = serial > c.serial ? serial : c.serial;
		if (port->text[PORT_VID] != NULL)
			c.usb = 9;
	}
	c.name = c.name > 24 ? 24 : c.name;
	c.serial = c.serial > 20 ? 20 : c.serial;
	if (screen_columns(p->screen) < COLUMNS_SERIAL)
		c.serial = 0;
	if (screen_columns(p->screen) < COLUMNS_USB)
		c.usb = 0;
	c.words = screen_columns(p->screen) - 6 - (c.name + 2) - (c.usb > 0 ? c.usb + 2 : 0) -
		  (c.serial > 0 ? c.serial + 2 : 0);
	return c;
}

static void draw_cells(struct picker *p, int y, const struct columns *c, struct term_style style,
	const char **texts)
{
	int widths[4] = {c->name, c->usb, c->serial, c->words};
	int x = 6;
	int i;

	for (i = 0; i < 4; i++) {
		if (widths[i] <= 0)
			continue;
		screen_text_in(p->screen, x, y, widths[i], style, texts[i]);
		x += widths[i] + 2;
	}
}

static void draw_port(struct picker *p, size_t index, int y, const struct columns *c)
{
	const struct port *port = &p->list.items[p->shown[index]];
	struct term_style style = port->gone ? gone : port->fresh ? fresh : plain;
	char usb[16] = "";
	char number[8] = "";
	const char *texts[4];

	if (index == p->selected)
		style.attr |= TERM_REVERSE;
	if (port->text[PORT_VID] != NULL)
		snprintf(usb, sizeof usb, "%.4s:%.4s", port_get(port, PORT_VID),
			port_get(port, PORT_PID));
	if (index < 9)
		snprintf(number, sizeof number, "%u", (unsigned)(index + 1));
	texts[0] = port_get(port, PORT_NAME);
	texts[1] = usb;
	texts[2] = port_get(port, PORT_SERIAL);
	texts[3] = port_get(port, PORT_DESCRIPTION);
	if (index == p->selected) /* screen readers follow the cursor */
		screen_cursor(p->screen, 6, y);
	screen_fill(p->screen, 0, y, screen_columns(p->screen), 1, style, ' ');
	screen_text(p->screen, 1, y, style, number);
	screen_text(p->screen, 3, y, style, port->gone ? "-" : port->fresh ? "+" : " ");
	draw_cells(p, y, c, style, texts);
}

static int top_rows(const struct picker *p)
{
	int rows = screen_rows(p->screen);

	return (rows >= ROWS_TITLE) + (rows >= ROWS_HEADS);
}

static int list_rows(const struct picker *p)
{
	int rows = screen_rows(p->screen);

	return rows - top_rows(p) - (rows >= ROWS_HELP) - (rows >= ROWS_FILTER);
}

static void scroll(struct picker *p)
{
	size_t rows = (size_t)list_rows(p);

	if (p->top + rows >
		p->shown_count) /* no empty rows at the bottom while there are ports above */
		p->top = p->shown_count > rows ? p->shown_count - rows : 0;
	if (p->selected < p->top)
		p->top = p->selected;
	if (p->selected >= p->top + rows)
		p->top = p->selected - rows + 1;
}

/* The settings with which Enter would start. */
static void current_cfg(struct picker *p, struct serial_cfg *out)
{
	const struct port *port = selected_port(p);
	struct err err;

	*out = SERIAL_CFG_DEFAULT;
	if (port != NULL)
		app_cfg(p->app, port, &p->list, out, &err);
	if (p->baud != 0)
		out->baud = p->baud;
}

static void draw_title(struct picker *p)
{
	struct serial_cfg settings;
	char cfg[SERIAL_CFG_MAX];
	char line[64];
	int free_columns = screen_columns(p->screen) - 1;

	snprintf(line, sizeof line, tr("Serial ports: %u"), (unsigned)p->shown_count);
	free_columns -= screen_text(p->screen, 1, 0, bold, line) + 2;
	current_cfg(p, &settings);
	serial_cfg_write(&settings, cfg);
	if ((int)strlen(cfg) < free_columns)
		screen_text(
			p->screen, screen_columns(p->screen) - 1 - (int)strlen(cfg), 0, bold, cfg);
}

/* Draws the last rows: typed text and available keys. */
static void draw_end(struct picker *p)
{
	char line[FILTER_MAX + 64];
	int bottom = screen_rows(p->screen) - 1;
	int width = screen_columns(p->screen) - 1;
	bool filter = p->filter[0] != '\0' || p->filtering;
	bool own_row = bottom + 1 >= ROWS_FILTER;

	if (p->typing) {
		snprintf(line, sizeof line, tr("Rate: %s"), p->typed);
		screen_text_in(p->screen, 1, bottom, width, bold, line);
		screen_cursor(p->screen, 1 + out_width(line), bottom);
		return;
	}
	snprintf(line, sizeof line, tr("Filter: %s"), p->filter);
	if (filter)
		screen_text_in(p->screen, 1, own_row ? bottom - 1 : bottom, width, bold, line);
	if (!filter || own_row)
		screen_text_in(p->screen, 1, bottom, width, dim,
			tr("Enter start   1-9 start that one   Tab, = rate   type to filter   Esc "
			   "end"));
}

static void draw(struct picker *p)
{
	const char *heads[4] = {tr("PORT"), "VID:PID", tr("SERIAL"), tr("DESCRIPTION")};
	struct columns c = measure(p);
	int rows = list_rows(p);
	int top = top_rows(p);
	int i;

	screen_clear(p->screen, plain);
	screen_cursor(p->screen, -1, 0);
	if (screen_rows(p->screen) >= ROWS_TITLE)
		draw_title(p);
	if (screen_rows(p->screen) >= ROWS_HEADS)
		draw_cells(p, 1, &c, dim, heads);
	scroll(p);
	for (i = 0; i < rows && p->top + (size_t)i < p->shown_count; i++)
		draw_port(p, p->top + (size_t)i, top + i, &c);
	if (p->shown_count == 0)
		screen_text(p->screen, 6, top, dim,
			p->list.count == 0
				? tr("no port; it shows here as soon as one is plugged in")
				: tr("nothing matches"));
	if (screen_rows(p->screen) >= ROWS_HELP)
		draw_end(p);
}

static void erase_character(char *text)
{
	size_t len = strlen(text);

	while (len > 0 && ((unsigned char)text[len - 1] & 0xC0) == 0x80)
		len--;
	if (len > 0)
		len--;
	text[len] = '\0';
}

static void type_filter(struct picker *p, uint32_t key)
{
	uint8_t bytes[4];
	size_t len = strlen(p->filter);
	size_t n = utf8_put(key, bytes);

	if (key < ' ' || n == 0 || len + n >= FILTER_MAX)
		return;
	memcpy(p->filter + len, bytes, n);
	p->filter[len + n] = '\0';
	p->selected = 0;
	refilter(p, NULL);
}

static void move(struct picker *p, long by)
{
	long to = (long)p->selected + by;
	long last = (long)p->shown_count - 1;

	if (to > last)
		to = last;
	p->selected = to < 0 ? 0 : (size_t)to;
}

/* Handles keys that move the selection; false for other keys. */
static bool move_key(struct picker *p, uint32_t key)
{
	switch (key) {
	case TERM_KEY_UP:
		move(p, -1);
		return true;
	case TERM_KEY_DOWN:
		move(p, 1);
		return true;
	case TERM_KEY_PAGE_UP:
		move(p, -list_rows(p));
		return true;
	case TERM_KEY_PAGE_DOWN:
		move(p, list_rows(p));
		return true;
	case TERM_KEY_HOME:
		move(p, -(long)PORTS_MAX);
		return true;
	case TERM_KEY_END:
		move(p, PORTS_MAX);
		return true;
	default:
		return false;
	}
}

enum step { GO_ON, CHOSEN, LEAVE };

static enum step choose(struct picker *p)
{
	const struct port *port = selected_port(p);

	return port != NULL && !port->gone ? CHOSEN : GO_ON;
}

/* Changes from the present rate of this port to the next common one, cyclically. */
static void change_rate(struct picker *p, int by)
{
	struct serial_cfg cfg;
	int at = by > 0 ? 0 : (int)RATES - 1;
	int i;

	current_cfg(p, &cfg);
	for (i = 0; i < (int)RATES; i++) {
		int k = by > 0 ? i : (int)RATES - 1 - i;

		if (by > 0 ? rates[k] > cfg.baud : rates[k] < cfg.baud) {
			at = k;
			break;
		}
	}
	p->baud = rates[at];
}

static enum step on_escape(struct picker *p)
{
	if (p->filter[0] == '\0' && !p->filtering)
		return LEAVE;
	p->filter[0] = '\0';
	p->filtering = false;
	refilter(p, NULL);
	return GO_ON;
}

/* Digits of a rate after '='; Enter accepts it, Esc cancels. */
static void type_rate(struct picker *p, uint32_t key)
{
	struct serial_cfg cfg = SERIAL_CFG_DEFAULT;
	size_t len = strlen(p->typed);
	struct err err;

	if (key >= '0' && key <= '9' && len + 1 < sizeof p->typed) {
		p->typed[len] = (char)key;
		p->typed[len + 1] = '\0';
	} else if (key == TERM_KEY_BACKSPACE && len > 0) {
		p->typed[len - 1] = '\0';
	} else if (key == TERM_KEY_ESCAPE) {
		p->typing = false;
	} else if (key == '\r') {
		if (serial_cfg_baud(p->typed, &cfg, &err) == ERR_OK)
			p->baud = cfg.baud;
		p->typing = false;
	}
}

/* Keys that are commands only while no filter is typed; false: the key is a letter of a filter. */
static bool command_key(struct picker *p, uint32_t key, enum step *step)
{
	*step = GO_ON;
	if (p->filter[0] != '\0' || p->filtering)
		return false;
	if (key == '=') {
		p->typing = true;
		p->typed[0] = '\0';
	} else if (key == '/') {
		p->filtering = true;
	} else if (key >= '1' && key <= '9') {
		if (key - '1' < p->shown_count) {
			p->selected = key - '1';
			*step = choose(p);
		}
	} else {
		return false;
	}
	return true;
}

static enum step on_control(struct picker *p, uint32_t key)
{
	if (key == 'l')
		screen_redraw(p->screen);
	return key == 'c' || key == 'd' || key == 'q' ? LEAVE : GO_ON;
}

static enum step on_key(struct picker *p, const struct term_event *e)
{
	enum step step = GO_ON;

	if (e->mods & TERM_CTRL)
		return on_control(p, e->key);
	if (p->typing) {
		type_rate(p, e->key);
		return GO_ON;
	}
	if (move_key(p, e->key))
		return GO_ON;
	if (e->key == '\r')
		return choose(p);
	if (e->key == TERM_KEY_ESCAPE)
		return on_escape(p);
	if (e->key == '\t' || e->key == TERM_KEY_RIGHT) {
		change_rate(p, 1);
	} else if (e->key == TERM_KEY_BACKTAB || e->key == TERM_KEY_LEFT) {
		change_rate(p, -1);
	} else if (e->key == TERM_KEY_BACKSPACE) {
		erase_character(p->filter);
		refilter(p, NULL);
	} else if (!command_key(p, e->key, &step) && e->key < 0x110000) {
		type_filter(p, e->key);
	}
	return step;
}

static enum step on_mouse(struct picker *p, const struct term_event *e)
{
	size_t row;

	if (e->mouse == TERM_WHEEL_UP || e->mouse == TERM_WHEEL_DOWN) {
		move(p, e->mouse == TERM_WHEEL_UP ? -1 : 1);
		return GO_ON;
	}
	if (e->mouse != TERM_PRESS || e->button != 1 || e->y < top_rows(p) ||
		e->y >= top_rows(p) + list_rows(p))
		return GO_ON;
	row = p->top + (size_t)(e->y - top_rows(p));
	if (row >= p->shown_count)
		return GO_ON;
	p->selected = row;
	return e->clicks == 2 ? choose(p) : GO_ON;
}

static bool drain(struct picker *p)
{
	struct port_news news;
	bool any = false;

	while (port_watch_next(p->watch, &news))
		any = true;
	return any;
}

static bool has_marks(const struct picker *p)
{
	size_t i;

	for (i = 0; i < p->list.count; i++)
		if (p->list.items[i].fresh || p->list.items[i].gone)
			return true;
	return false;
}

/* -1: no timeout. */
static int tick(const struct picker *p)
{
	unsigned interval = port_watch_interval_ms(p->watch);

	if (has_marks(p))
		return TICK_MS;
	return interval != 0 ? (int)interval : -1;
}

static enum step loop(struct picker *p)
{
	enum step step = GO_ON;

	while (step == GO_ON) {
		struct term_event e;

		draw(p);
		if (screen_show(p->screen, &p->err) != ERR_OK)
			return LEAVE;
		screen_event(p->screen, tick(p), &e);
		if (e.type == TERM_KEY)
			step = on_key(p, &e);
		else if (e.type == TERM_MOUSE)
			step = on_mouse(p, &e);
		else if (e.type == TERM_CLOSED)
			step = LEAVE;
		else if (e.type == TERM_NONE || (e.type == TERM_WAKE && drain(p)))
			if (!reload(p, false))
				return LEAVE;
	}
	return step;
}

static void select_last(struct picker *p)
{
	const struct port *port = history_newest(&p->app->history, &p->list);
	char name[PORT_TEXT_MAX];

	if (port == NULL)
		return;
	snprintf(name, sizeof name, "%s", port_get(port, PORT_NAME));
	refilter(p, name);
}

static enum pick_result finish(struct picker *p, enum step step, struct port_list *out)
{
	const struct port *port = selected_port(p);
	struct serial_cfg cfg;
	struct port_list one;

	screen_close(p->screen);
	if (p->err.code != ERR_OK) {
		diag_err(NULL, &p->err);
		return PICK_FAILED;
	}
	if (step != CHOSEN || port == NULL)
		return PICK_NONE;
	one = (struct port_list){&p->list.items[p->shown[p->selected]], 1};
	if (ports_copy(&one, out, &p->err) != ERR_OK)
		return PICK_FAILED;
	if (p->baud != 0) {
		current_cfg(p, &cfg);
		serial_cfg_write(&cfg, p->app->picked);
		p->app->opt.baud = p->app->picked;
	}
	return PICK_CHOSEN;
}

enum pick_result picker_run(struct app *app, struct port_list *out)
{
	const struct screen_opts opts = {.mouse = true};
	struct picker p = {.app = app};
	enum pick_result result = PICK_FAILED;
	enum step step;

	if (port_watch_open(app->opt.root, &p.watch, &p.err) != ERR_OK) {
		diag_err(NULL, &p.err);
		return PICK_FAILED;
	}
	if (!reload(&p, true)) {
		diag_err(NULL, &p.err);
	} else if (screen_open(&opts, &p.screen, &p.err) != ERR_OK) {
		result = PICK_NO_TERMINAL;
	} else {
		p.err.code = ERR_OK;
		select_last(&p);
		screen_wake_on(p.screen, port_watch_handle(p.watch));
		step = loop(&p);
		result = finish(&p, step, out);
	}
	port_watch_close(p.watch);
	ports_free(&p.list);
	free(p.shown);
	return result;
}
