/* SPDX-License-Identifier: MIT */
#include "biosbelt/screen.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/utf.h"

#define CELL_TEXT       14  /* bytes: a character and its combining marks */
#define GAP_MAX         4   /* drawing so many unchanged cells is cheaper than moving the cursor */
#define DOUBLE_CLICK_MS 500 /* the default of Windows too */
#define ELLIPSIS        "\xE2\x80\xA6"

struct cell {
	struct term_style style;
	char text[CELL_TEXT];
	uint8_t len; /* 0: right half of the wide character before it */
};

struct screen {
	struct term *term;
	enum term_colours colours;
	int columns;
	int rows;
	struct cell *back;  /* drawn by the caller */
	struct cell *front; /* shown by the terminal */
	bool front_unknown;
	int cursor_x;
	int cursor_y;
	intptr_t wake;
	uint64_t click_ms; /* time and row of the last press */
	int click_row;
};

static struct cell *cell_at(struct screen *s, int x, int y)
{
	return &s->back[(size_t)y * (size_t)s->columns + (size_t)x];
}

static void set_cell(struct cell *c, struct term_style style, uint32_t cp)
{
	uint8_t bytes[4];
	size_t len = utf8_put(cp, bytes);

	memset(c, 0, sizeof *c); /* all of it, since cells are compared bytewise */
	c->style = style;
	c->len = (uint8_t)len;
	memcpy(c->text, bytes, len);
}

static enum err_code make_buffers(struct screen *s, struct err *err)
{
	int columns;
	int rows;
	size_t count;
	struct cell *back;
	struct cell *front;

	term_size(s->term, &columns, &rows);
	columns = columns < 1 ? 1 : columns > SCREEN_SIDE_MAX ? SCREEN_SIDE_MAX : columns;
	rows = rows < 1 ? 1 : rows > SCREEN_SIDE_MAX ? SCREEN_SIDE_MAX : rows;
	count = (size_t)columns * (size_t)rows;
	back = calloc(count, sizeof *back);
	front = calloc(count, sizeof *front);
	if (back == NULL || front == NULL) {
		free(back);
		free(front);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	free(s->back);
	free(s->front);
	s->back = back;
	s->front = front;
	s->columns = columns;
	s->rows = rows;
	s->front_unknown = true;
	s->cursor_x = -1;
	screen_clear(s, (struct term_style){0});
	return ERR_OK;
}

enum err_code screen_open(const struct screen_opts *opts, struct screen **out, struct err *err)
{
	struct screen *s = calloc(1, sizeof *s);
	enum err_code rc;

	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s->wake = -1;
	s->click_row = -1;
	rc = term_open(opts->mouse, &s->term, err);
	if (rc == ERR_OK)
		rc = make_buffers(s, err);
	if (rc != ERR_OK) {
		screen_close(s);
		return rc;
	}
	s->colours = term_colours(s->term);
	if (opts->colours != TERM_COLOURS_AUTO && opts->colours < s->colours)
		s->colours = opts->colours;
	*out = s;
	return ERR_OK;
}

void screen_close(struct screen *s)
{
	if (s == NULL)
		return;
	term_close(s->term);
	free(s->back);
	free(s->front);
	free(s);
}

int screen_columns(const struct screen *s)
{
	return s->columns;
}

int screen_rows(const struct screen *s)
{
	return s->rows;
}

enum term_colours screen_colours(const struct screen *s)
{
	return s->colours;
}

void screen_clear(struct screen *s, struct term_style style)
{
	screen_fill(s, 0, 0, s->columns, s->rows, style, ' ');
}

/* Writing over one half of a wide character turns the other half into a blank. */
static void split_wide(struct screen *s, int x, int y)
{
	struct cell *c = cell_at(s, x, y);

	if (c->len == 0 && x > 0)
		set_cell(c - 1, (c - 1)->style, ' ');
	if (x + 1 < s->columns && (c + 1)->len == 0)
		set_cell(c + 1, (c + 1)->style, ' ');
}

void screen_fill(
	struct screen *s, int x, int y, int width, int height, struct term_style style, uint32_t cp)
{
	int right = x > s->columns - width ? s->columns : x + width;
	int bottom = y > s->rows - height ? s->rows : y + height;
	int i;

	for (y = y < 0 ? 0 : y; y < bottom; y++) {
		for (i = x < 0 ? 0 : x; i < right; i++) {
			split_wide(s, i, y);
			set_cell(cell_at(s, i, y), style, cp);
		}
	}
}

static void add_mark(struct screen *s, int x, int y, uint32_t cp)
{
	uint8_t bytes[4];
	size_t len = utf8_put(cp, bytes);
	struct cell *c;

	if (y < 0 || y >= s->rows || x <= 0 || x > s->columns)
		return;
	c = cell_at(s, x - 1, y);
	if (c->len == 0 && x >= 2)
		c--;
	if (c->len == 0 || c->len + len > CELL_TEXT)
		return;
	memcpy(c->text + c->len, bytes, len);
	c->len = (uint8_t)(c->len + len);
}

/* Puts one character at x; returns its width. Cells at limit and right of it stay unchanged. */
static int put_char(struct screen *s, int x, int y, int limit, struct term_style style, uint32_t cp)
{
	int width;

	if (cp == UTF_BAD || cp < 0x20 || (cp >= 0x7F && cp < 0xA0))
		cp = UTF_REPLACEMENT;
	if ((cp >= 0x200E && cp <= 0x200F) || (cp >= 0x202A && cp <= 0x202E) ||
		(cp >= 0x2066 &&
			cp <= 0x2069)) /* bidirectional controls reverse the rest of the line */
		cp = UTF_REPLACEMENT;
	width = utf_width(cp);
	if (width == 0) {
		add_mark(s, x, y, cp);
		return 0;
	}
	if (y < 0 || y >= s->rows || x < 0 || x + width > limit)
		return width;
	split_wide(s, x, y);
	if (width == 2) {
		split_wide(s, x + 1, y);
		set_cell(cell_at(s, x + 1, y), style, ' ');
		cell_at(s, x + 1, y)->len = 0;
		memset(cell_at(s, x + 1, y)->text, 0, CELL_TEXT);
	}
	set_cell(cell_at(s, x, y), style, cp);
	return width;
}

static int text_width(struct span in)
{
	size_t pos = 0;
	int width = 0;

	while (pos < in.len && width < 2 * SCREEN_SIDE_MAX) {
		uint32_t cp = utf8_next(in, &pos);

		width += cp == UTF_BAD || cp < 0x20 ? 1 : utf_width(cp);
	}
	return width;
}

int screen_text(struct screen *s, int x, int y, struct term_style style, const char *text)
{
	struct span in = span_of(text, strlen(text));
	size_t pos = 0;
	int at = x;

	while (pos < in.len && at <= s->columns)
		at += put_char(s, at, y, s->columns, style, utf8_next(in, &pos));
	return pos < in.len ? text_width(in) : at - x;
}

void screen_text_in(
	struct screen *s, int x, int y, int width, struct term_style style, const char *text)
{
	struct span in = span_of(text, strlen(text));
	bool cut = text_width(in) > width;
	int end = x + width;
	int limit = cut ? end - 1 : end;
	size_t pos = 0;
	int at = x;

	if (width <= 0)
		return;
	screen_fill(s, x, y, width, 1, style, ' ');
	if (limit > s->columns)
		limit = s->columns;
	while (pos < in.len) {
		size_t before = pos;
		uint32_t cp = utf8_next(in, &pos);
		int step = cp == UTF_BAD || cp < 0x20 ? 1 : utf_width(cp);

		if (at + step > limit) {
			pos = before;
			break;
		}
		at += put_char(s, at, y, limit, style, cp);
	}
	if (cut && at < s->columns)
		screen_text(s, at, y, style, ELLIPSIS);
}

void screen_cursor(struct screen *s, int x, int y)
{
	bool inside = x >= 0 && y >= 0 && x < s->columns && y < s->rows;

	s->cursor_x = inside ? x : -1;
	s->cursor_y = y;
}

void screen_redraw(struct screen *s)
{
	s->front_unknown = true;
}

void screen_wake_on(struct screen *s, intptr_t handle)
{
	s->wake = handle;
}

static bool same_style(const struct term_style *a, const struct term_style *b)
{
	return a->fg == b->fg && a->bg == b->bg && a->attr == b->attr;
}

static uint32_t reduce(enum term_colours to, uint32_t colour)
{
	if (colour == TERM_DEFAULT || to == TERM_COLOURS_NONE)
		return TERM_DEFAULT;
	if (to == TERM_COLOURS_16)
		return TERM_ANSI(term_to_16(colour));
	return colour;
}

/* Draws [x, end) of a row in runs of one style. */
static void draw(struct screen *s, const struct cell *row, int x, int end, int y)
{
	struct buf text;

	buf_init(&text, 0);
	while (x < end) {
		int from = x;
		struct term_style style = row[x].style;

		text.len = 0;
		for (; x < end && same_style(&row[x].style, &row[from].style); x++)
			buf_add(&text, row[x].text, row[x].len);
		style.fg = reduce(s->colours, style.fg);
		style.bg = reduce(s->colours, style.bg);
		term_run(s->term, from, y, style, span_of(text.ptr, text.len));
	}
	buf_free(&text);
}

static bool cell_same(const struct screen *s, size_t row, int x)
{
	size_t i = row + (size_t)x;

	/* Cells are copied whole, so padding bytes compare equal too; a difference there would only
	 * cause a redundant redraw. */
	const void *back = &s->back[i];

	return !s->front_unknown && memcmp(back, &s->front[i], sizeof s->back[i]) == 0; /* NOLINT */
}

static void show_row(struct screen *s, int y)
{
	size_t row = (size_t)y * (size_t)s->columns;
	int x = 0;

	while (x < s->columns) {
		int end;
		int last;

		if (cell_same(s, row, x)) {
			x++;
			continue;
		}
		last = x;
		for (end = x; end < s->columns && end - last <= GAP_MAX; end++)
			if (!cell_same(s, row, end))
				last = end;
		end = last + 1;
		/* Never begin or end in the middle of a wide character, old or new. */
		while (x > 0 &&
			(s->back[row + (size_t)x].len == 0 || s->front[row + (size_t)x].len == 0))
			x--;
		while (end < s->columns && (s->back[row + (size_t)end].len == 0 ||
						   s->front[row + (size_t)end].len == 0))
			end++;
		draw(s, s->back + row, x, end, y);
		x = end;
	}
}

enum err_code screen_show(struct screen *s, struct err *err)
{
	int y;

	if (s->front_unknown)
		term_erase(s->term);
	for (y = 0; y < s->rows; y++)
		show_row(s, y);
	memcpy(s->front, s->back, (size_t)s->columns * (size_t)s->rows * sizeof *s->back);
	s->front_unknown = false;
	term_cursor(s->term, s->cursor_x, s->cursor_y);
	return term_flush(s->term, err);
}

static void count_clicks(struct screen *s, struct term_event *e)
{
	uint64_t now = os_time_ms();

	if (e->mouse != TERM_PRESS)
		return;
	e->clicks = 1;
	if (e->button == 1 && s->click_row == e->y && now - s->click_ms <= DOUBLE_CLICK_MS) {
		e->clicks = 2;
		s->click_row = -1; /* a third press starts a new double click */
		return;
	}
	s->click_row = e->button == 1 ? e->y : -1;
	s->click_ms = now;
}

void screen_event(struct screen *s, int timeout_ms, struct term_event *out)
{
	struct err err;

	term_event(s->term, timeout_ms, s->wake, out);
	if (out->type == TERM_MOUSE)
		count_clicks(s, out);
	if (out->type == TERM_RESIZE && make_buffers(s, &err) != ERR_OK)
		out->type = TERM_CLOSED;
}
