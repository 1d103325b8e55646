/* SPDX-License-Identifier: MIT */
/* Texts around and over the board, and the keys that clicks press. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "term/texts.h"
#include "term/view_private.h"

#define PAGE_MS 2000u /* how long each part of a message that is wider than the screen is shown */

struct button {
	uint32_t key; /* 0: not a button */
	enum text text;
};

static void add_spot(const struct view *v, int x, int y, int width, uint32_t key)
{
	struct view_spots *spots = v->spots;

	if (spots != NULL && key != 0 && spots->count < VIEW_SPOTS_MAX)
		spots->spot[spots->count++] = (struct view_spot){x, y, width, key};
}

/* Draws buttons side by side; returns their width. With screen NULL it only measures. */
static int draw_buttons(struct screen *s, const struct view *v, int x, int y,
	struct term_style style, const struct button *b, unsigned count)
{
	int first = x;

	for (unsigned i = 0; i < count; i++) {
		int width = out_width(text(b[i].text));

		x += i > 0 ? 2 : 0;
		if (s != NULL) {
			screen_text(s, x, y, style, text(b[i].text));
			add_spot(v, x, y, width, b[i].key);
		}
		x += width;
	}
	return x - first;
}

/*
 * The part of a text shown now in so many columns: as many whole words as fit, the next ones after
 * PAGE_MS. more: an empty part follows the last. Returns its length, 0 for the empty part.
 */
static size_t page_of(const char *words, int width, bool more, uint64_t ms, const char **first)
{
	size_t from[16], len[16], parts = 0, at = 0;

	while (words[at] != '\0' && parts < 16) {
		size_t end = at, next = at;
		int used = 0;

		while (words[next] != '\0') { /* word by word; the screen truncates a long one */
			char word[100];
			size_t stop = next + out_word(words + next);

			(void)snprintf(
				word, sizeof(word), "%.*s", (int)(stop - next), words + next);
			used += out_width(word) + (int)(next - end);
			if (used > width && end > at)
				break;
			end = stop;
			next = stop + strspn(words + stop, " ");
		}
		from[parts] = at;
		len[parts++] = end - at;
		at = next;
	}
	if (parts == 0) {
		*first = words;
		return 0;
	}
	at = (size_t)(ms / PAGE_MS % (parts + more));
	*first = at < parts ? words + from[at] : words;
	return at < parts ? len[at] : 0;
}

/* Draws a message in one row; false: the row's other content is shown now (shared). */
static bool draw_message(struct screen *s, const struct view *v, int row, bool shared)
{
	struct term_style plain = {0, 0, 0};
	int width = screen_columns(s);
	const char *first = v->message;
	size_t len = strlen(v->message);
	char part[300];

	if (shared || out_width(v->message) > width)
		len = page_of(v->message, width, shared, v->message_ms, &first);
	if (len == 0)
		return false;
	(void)snprintf(part, sizeof(part), "%.*s", (int)len, first);
	screen_text_in(s, 0, row, width, plain, part);
	return true;
}

static void draw_small_head(struct screen *s, const struct view *v)
{
	struct term_style bold = {0, 0, TERM_BOLD}, plain = {0, 0, 0};
	char line[40];

	(void)snprintf(line, sizeof(line), "%llu", (unsigned long long)v->score);
	screen_text(s, 0, 0, bold, line);
	if (v->show_hint && v->hint != NULL && v->hint->best != G2048_NONE)
		screen_text(s, 8, 0, plain, tr(g2048_dir_name(v->hint->best)));
	if (v->autoplay)
		screen_text(s, screen_columns(s) - out_width(text(TEXT_AUTO)), 0, plain,
			text(TEXT_AUTO));
}

static void draw_head(struct screen *s, const struct layout *l, const struct view *v)
{
	struct term_style bold = {0, 0, TERM_BOLD}, plain = {0, 0, 0};
	unsigned long seconds = (unsigned long)(v->elapsed_ms / 1000);
	const struct {
		bool shown;
		enum text text;
	} words[] = {{v->autoplay, TEXT_AUTO}, {v->undone, TEXT_UNDONE}, {v->helped, TEXT_HELPED}};
	char line[200];
	int x = l->x;

	(void)snprintf(line, sizeof(line), FORMAT_SCORE, (unsigned long long)v->score,
		(unsigned long long)v->best);
	screen_text(s, x, 0, bold, line);
	(void)snprintf(line, sizeof(line), FORMAT_CLOCK, seconds / 3600, seconds / 60 % 60,
		seconds % 60, v->moves);
	x += screen_text(s, x, 1, plain, line);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].shown)
			x += 3 + screen_text(s, x + 3, 1, plain, text(words[i].text));
}

static bool has_hint(const struct view *v)
{
	return v->show_hint && v->hint != NULL && v->hint->best != G2048_NONE;
}

static void draw_hint(struct screen *s, int x, int y, const struct view *v)
{
	struct term_style plain = {0, 0, 0}, bold = {0, 0, TERM_BOLD};
	const struct search_result *r = v->hint;
	char line[60];

	if (!has_hint(v))
		return;
	for (unsigned d = 0; d < 4; d++) {
		const char *dir = tr(g2048_dir_name((enum g2048_dir)d));
		int pad = 5 - out_width(dir);

		if ((r->legal >> d) & 1)
			(void)snprintf(line, sizeof(line), "%c %s%*s %14.1f",
				d == r->best ? '>' : ' ', dir, pad, "", r->value[d]);
		else
			(void)snprintf(line, sizeof(line), "  %s%*s %14s", dir, pad, "", "-");
		screen_text(s, x, y + (int)d, d == r->best ? bold : plain, line);
	}
}

static void draw_panel(struct screen *s, const struct layout *l, const struct view *v)
{
	static const struct button keys[] = {{0, TEXT_KEY_MOVE}, {'n', TEXT_KEY_NEW},
		{'x', TEXT_KEY_STOP}, {'u', TEXT_KEY_UNDO}, {'i', TEXT_KEY_HINT},
		{'c', TEXT_KEY_COACH}, {' ', TEXT_KEY_SPACE}, {'p', TEXT_KEY_AUTO},
		{'+', TEXT_KEY_FASTER}, {'-', TEXT_KEY_SLOWER}, {'?', TEXT_KEY_LIST},
		{'q', TEXT_KEY_QUIT}};
	struct term_style dim = {0, 0, TERM_DIM};
	int y = l->y;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		draw_buttons(s, v, l->panel, y++, dim, &keys[i], 1);
	draw_hint(s, l->panel, y + 1, v);
}

#define LINE_MAX_BUTTONS 3u

struct line {
	struct button button[LINE_MAX_BUTTONS];
	unsigned count;
};

/* Draws text in the middle of the board, over everything. */
static void draw_lines(struct screen *s, const struct layout *l, const struct view *v, int top,
	const struct line *lines, unsigned count)
{
	/* without colours tiles are reversed */
	unsigned attr = screen_colours(s) == TERM_COLOURS_NONE ? TERM_BOLD : TERM_REVERSE;
	struct term_style style = {0, 0, attr};
	int width = 0, x, y = top;

	for (unsigned i = 0; i < count; i++) {
		int w = draw_buttons(NULL, v, 0, 0, style, lines[i].button, lines[i].count);

		width = w > width ? w : width;
	}
	x = l->x + (l->width - width - 2) / 2;
	x = x > 0 ? x : 0;
	for (unsigned i = 0; i < count; i++, y++) {
		screen_fill(s, x, y, width + 2, 1, style, ' ');
		draw_buttons(s, v, x + 1, y, style, lines[i].button, lines[i].count);
	}
}

static void draw_notice(struct screen *s, const struct layout *l, const struct view *v)
{
	static const struct line won[] = {{{{'\r', TEXT_WON}}, 1}, {{{'\r', TEXT_ANY_KEY}}, 1}};
	static const struct line over[] = {{{{0, TEXT_OVER}}, 1},
		{{{'n', TEXT_SHORT_NEW}, {'u', TEXT_SHORT_UNDO}}, 2},
		{{{'q', TEXT_SHORT_QUIT}}, 1}};
	static const struct line stopped[] = {
		{{{0, TEXT_STOPPED}}, 1}, {{{'n', TEXT_SHORT_NEW}, {'q', TEXT_SHORT_QUIT}}, 2}};
	static const struct line help[] = {{{{0, TEXT_SHORT_MOVE}}, 1},
		{{{'n', TEXT_SHORT_NEW}, {'x', TEXT_SHORT_STOP}}, 2},
		{{{'u', TEXT_SHORT_UNDO}, {'i', TEXT_SHORT_HINT}}, 2},
		{{{' ', TEXT_SHORT_SPACE}}, 1},
		{{{'p', TEXT_SHORT_AUTO}, {'+', TEXT_SHORT_FASTER}, {'-', TEXT_SHORT_SLOWER}}, 3},
		{{{'c', TEXT_SHORT_COACH}, {'q', TEXT_SHORT_QUIT}}, 2}};
	int middle = l->y + l->height / 2 - 1;
	unsigned skip = screen_rows(s) < 6; /* the arrow keys are obvious */

	middle = middle > 0 ? middle : 0;
	switch (v->notice) {
	case NOTICE_WON:
		draw_lines(s, l, v, middle, won, 2);
		break;
	case NOTICE_OVER:
		draw_lines(s, l, v, middle, over, 3);
		break;
	case NOTICE_STOPPED:
		draw_lines(s, l, v, middle, stopped, 2);
		break;
	case NOTICE_HELP:
		draw_lines(s, l, v, l->height >= 12 ? middle - 2 : 0, help + skip, 6 - skip);
		break;
	default:
		break;
	}
}

/* Draws the last row: a message, or a few keys. */
static void draw_foot(struct screen *s, const struct layout *l, const struct view *v)
{
	static const struct button keys[] = {{'?', TEXT_SHORT_LIST}, {'u', TEXT_SHORT_UNDO},
		{'i', TEXT_SHORT_HINT}, {'q', TEXT_SHORT_QUIT}};
	struct term_style dim = {0, 0, TERM_DIM};
	int below = l->y + l->height + 1, rows = screen_rows(s);

	if (l->panel >= 0)
		draw_panel(s, l, v);
	else if (below + 4 <= rows)
		draw_hint(s, l->x, below, v);
	else if (l->y >= 3 && has_hint(v))
		screen_text(s, l->x, 2, dim, tr(g2048_dir_name(v->hint->best)));
	if (v->message != NULL && rows > l->y + l->height)
		(void)draw_message(s, v, rows - 1, false);
	else if (l->panel < 0 && below < rows && !v->show_hint)
		draw_buttons(s, v, l->x, below, dim, keys, 4);
}

void view_draw_texts(struct screen *s, const struct layout *l, const struct view *v)
{
	bool shared = screen_rows(s) <= l->y + l->height;

	if (l->y >= 3)
		draw_head(s, l, v);
	else if (v->message == NULL || !shared || !draw_message(s, v, 0, true))
		draw_small_head(s, v);
	draw_foot(s, l, v);
	draw_notice(s, l, v);
}

uint32_t view_key_at(const struct view_spots *spots, int x, int y)
{
	for (unsigned i = spots->count; i > 0; i--) { /* the last one drawn is on top */
		const struct view_spot *p = &spots->spot[i - 1];

		if (y == p->y && x >= p->x && x < p->x + p->width)
			return p->key;
	}
	return 0;
}
