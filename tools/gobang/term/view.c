/* SPDX-License-Identifier: MIT */
#include "term/view.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "options.h"
#include "term/texts.h"

#define LABEL_WIDTH 3  /* columns of the row numbers */
#define PANEL_WIDTH 28 /* of the list of keys next to the board */

struct layout {
	int cell;         /* columns per point */
	int x, y;         /* of the first visible point */
	int left, top;    /* its position on the board */
	int across, down; /* visible points */
	bool labels;
	int panel; /* column of the list of keys; -1: no room */
};

/* The first of count visible points, such that at is visible, and in the middle if possible. */
static int first_shown(int at, int count, int side)
{
	int first = at - count / 2;

	first = first > side - count ? side - count : first;
	return first > 0 ? first : 0;
}

static void choose_layout(const struct screen *s, const struct view *v, struct layout *l)
{
	int columns = screen_columns(s), rows = screen_rows(s), side = v->game->board.side;

	*l = (struct layout){.cell = 3, .panel = -1, .y = 1};
	if (columns < LABEL_WIDTH + 3 * side)
		l->cell = 2;
	l->labels = columns >= LABEL_WIDTH + l->cell * side && rows >= side + 3;
	l->x = l->labels ? LABEL_WIDTH : 0;
	l->across = (columns - l->x) / l->cell;
	l->across = l->across < 1 ? 1 : l->across > side ? side : l->across;
	l->down = rows - 2 - l->labels;
	l->down = l->down < 1 ? 1 : l->down > side ? side : l->down;
	l->left = first_shown(v->cursor.x, l->across, side);
	l->top = first_shown(v->cursor.y, l->down, side);
	if (columns >= l->x + l->cell * l->across + 2 + PANEL_WIDTH && l->down >= TEXT_KEY_LINES)
		l->panel = l->x + l->cell * l->across + 2;
}

static bool is_star(int side, int x, int y)
{
	int edge = side >= 13 ? 3 : 2, middle = side / 2;
	bool star_x = x == edge || x == side - 1 - edge, star_y = y == edge || y == side - 1 - edge;

	return side >= 9 && ((star_x && star_y) || (side % 2 != 0 && x == middle && y == middle));
}

static struct term_style stone_style(const struct screen *s, uint8_t colour, bool last)
{
	enum term_colours colours = screen_colours(s);
	struct term_style style = {
		TERM_DEFAULT, TERM_DEFAULT, last ? TERM_BOLD | TERM_UNDERLINE : 0};

	if (colours == TERM_COLOURS_NONE)
		return style;
	if (colours == TERM_COLOURS_16) {
		style.bg = TERM_ANSI(colour == GOBANG_EMPTY ? 3 : colour == GOBANG_BLACK ? 0 : 15);
		style.fg = TERM_ANSI(colour == GOBANG_BLACK ? 15 : 0);
	} else {
		style.bg = colour == GOBANG_EMPTY   ? TERM_RGB(0xd8, 0xa8, 0x60)
			   : colour == GOBANG_BLACK ? TERM_RGB(0x18, 0x18, 0x18)
						    : TERM_RGB(0xf8, 0xf8, 0xf4);
		style.fg = colour == GOBANG_EMPTY   ? TERM_RGB(0x70, 0x50, 0x20)
			   : colour == GOBANG_BLACK ? TERM_RGB(0xf0, 0xf0, 0xf0)
						    : TERM_RGB(0x18, 0x18, 0x18);
	}
	if (last)
		style.fg = colours == TERM_COLOURS_16 ? TERM_ANSI(9) : TERM_RGB(0xe0, 0x30, 0x20);
	return style;
}

/* The number of a point in the advised line, from 1; 0: not in it. */
static unsigned line_place(const struct view *v, struct game_point at)
{
	for (unsigned i = 0; i < v->line_count; i++)
		if (v->line[i].x == at.x && v->line[i].y == at.y)
			return i + 1;
	return 0;
}

/* The text of a point, right-aligned in two columns. */
static void point_text(const struct view *v, struct game_point at, char text[4])
{
	uint8_t colour = gobang_tiny_colour(&v->game->board, GOBANG_AT(at.x, at.y));
	unsigned place = line_place(v, at);

	if (colour != GOBANG_EMPTY && v->numbers)
		(void)snprintf(text, 4, "%3u", game_number(v->game, at) % 1000);
	else if (colour != GOBANG_EMPTY)
		(void)snprintf(text, 4, " %c ", colour == GOBANG_BLACK ? 'X' : 'O');
	else if (place == 1)
		(void)snprintf(text, 4, " ! ");
	else if (place > 0)
		(void)snprintf(text, 4, "%2u ", place % 100);
	else
		(void)snprintf(
			text, 4, " %c ", is_star(v->game->board.side, at.x, at.y) ? '+' : '.');
}

static void draw_point(
	struct screen *s, const struct layout *l, const struct view *v, struct game_point at)
{
	uint8_t colour = gobang_tiny_colour(&v->game->board, GOBANG_AT(at.x, at.y));
	unsigned number = colour == GOBANG_EMPTY ? 0 : game_number(v->game, at);
	struct term_style style = stone_style(s, colour, number != 0 && number == v->game->count);
	bool here = v->cursor.x == at.x && v->cursor.y == at.y && !v->replaying;
	int x = l->x + (at.x - l->left) * l->cell, y = l->y + at.y - l->top;
	char text[4];

	point_text(v, at, text);
	if (here && l->cell == 2)
		style.attr |= TERM_REVERSE;
	if (here && l->cell == 3 && !(number != 0 && v->numbers)) {
		text[0] = '[';
		text[2] = ']';
	} else if (here) {
		style.attr |= TERM_REVERSE;
	}
	screen_text(s, x, y, style, l->cell == 3 ? text : text + 1);
	if (here)
		screen_cursor(s, x + (l->cell == 3), y);
}

static void draw_labels(struct screen *s, const struct layout *l, const struct view *v)
{
	struct term_style dim = {0, 0, TERM_DIM};
	char label[8];

	for (int i = 0; i < l->down; i++) {
		(void)snprintf(label, sizeof(label), "%2d", v->game->board.side - l->top - i);
		screen_text(s, 0, l->y + i, dim, label);
	}
	for (int i = 0; i < l->across; i++) {
		(void)snprintf(label, sizeof(label), "%c", 'A' + l->left + i);
		screen_text(s, l->x + i * l->cell + (l->cell == 3), l->y + l->down, dim, label);
	}
}

/* side: NULL where its name does not fit; X and O show it too. */
static void player_text(char *out, size_t cap, const char *side, unsigned who, const char *clock)
{
	char level[16] = "";

	if (who != PERSON && who != PEER)
		(void)snprintf(level, sizeof(level), " %u", who);
	(void)snprintf(out, cap, "%s%s%s%s%s%s", side != NULL ? side : "", side != NULL ? ": " : "",
		text(who == PERSON    ? TEXT_PERSON
			: who == PEER ? TEXT_PEER
				      : TEXT_LEVEL),
		level, clock != NULL ? " " : "", clock != NULL ? clock : "");
}

static void game_text(char *out, size_t cap, const struct view *v, bool sides)
{
	char black[60], white[60];

	player_text(black, sizeof(black), sides ? text(TEXT_BLACK) : NULL, v->black, v->clocks[0]);
	player_text(white, sizeof(white), sides ? text(TEXT_WHITE) : NULL, v->white, v->clocks[1]);
	(void)snprintf(out, cap, "%s %u   X %s   O %s   %s", text(TEXT_MOVE), v->game->count, black,
		white, tr(game_rule_text(v->game)));
}

static void draw_head(struct screen *s, const struct view *v)
{
	static const enum text states[] = {
		TEXT_BLACK_TO_MOVE, TEXT_BLACK_WINS, TEXT_WHITE_WINS, TEXT_DRAW};
	struct term_style bold = {0, 0, TERM_BOLD}, plain = {0, 0, 0};
	enum text state = states[v->game->state];
	char line[200];
	int x, room;

	if (v->game->state == GAME_OPEN && game_turn(v->game) == GOBANG_WHITE)
		state = TEXT_WHITE_TO_MOVE;
	x = screen_text(s, 0, 0, bold, text(state)) + 2;
	room = screen_columns(s) - x;
	if (v->replaying)
		(void)snprintf(line, sizeof(line), "%s %u   %s", text(TEXT_MOVE), v->game->count,
			tr(game_rule_text(v->game)));
	else
		game_text(line, sizeof(line), v, true);
	if (!v->replaying && out_width(line) > room)
		game_text(line, sizeof(line), v, false);
	screen_text_in(s, x, 0, room, plain, line);
}

/* The advice as text: the move, and what it forces. */
static void advice_text(const struct view *v, char *out, size_t cap)
{
	size_t used = (size_t)snprintf(out, cap, "%s", text(v->forced ? TEXT_FORCED : TEXT_HINT));

	for (unsigned i = 0; i < v->line_count && used + GAME_NAME_MAX + 1 < cap; i++) {
		char name[GAME_NAME_MAX];

		game_point_name(v->game, v->line[i], name);
		used += (size_t)snprintf(out + used, cap - used, " %s", name);
	}
}

static void draw_foot(struct screen *s, const struct view *v)
{
	struct term_style plain = {0, 0, 0}, dim = {0, 0, TERM_DIM};
	int row = screen_rows(s) - 1, width = screen_columns(s);
	char line[300];

	if (v->line_count > 0) {
		advice_text(v, line, sizeof(line));
		screen_text_in(s, 0, row, width, plain, line);
	} else if (v->message != NULL) {
		screen_text_in(s, 0, row, width, plain, v->message);
	} else if (v->notice != NULL) {
		screen_text_in(s, 0, row, width, plain, v->notice);
	} else if (v->replaying) {
		screen_text_in(s, 0, row, width, dim, text(TEXT_REPLAY_KEYS));
	} else {
		screen_text_in(s, 0, row, width, dim,
			text(v->game->state == GAME_OPEN ? TEXT_SHORT_KEYS : TEXT_ANY_KEY));
	}
}

/* Number of lines on one page of keys over the board. */
static int page_lines(const struct screen *s)
{
	return screen_rows(s) > 3 ? screen_rows(s) - 2 : 1;
}

static void draw_keys(struct screen *s, const struct layout *l, const struct view *v)
{
	struct term_style style = {0, 0, l->panel >= 0 ? TERM_DIM : TERM_REVERSE};
	int x = l->panel >= 0 ? l->panel : 0;
	int lines = page_lines(s), first = l->panel >= 0 ? 0 : ((int)v->keys - 1) * lines;
	int width = screen_columns(s) - x;

	if (v->replaying || (l->panel < 0 && v->keys == 0))
		return;
	for (int i = 0; first + i < TEXT_KEY_LINES && i < lines; i++)
		screen_text_in(s, x, 1 + i, width < PANEL_WIDTH ? width : PANEL_WIDTH, style,
			text_key((unsigned)(first + i)));
}

unsigned view_next_keys(const struct screen *s, const struct view *v)
{
	struct layout l;
	int lines = page_lines(s);

	choose_layout(s, v, &l);
	if (l.panel >= 0 || (int)v->keys * lines >= TEXT_KEY_LINES)
		return 0;
	return v->keys + 1;
}

void view_draw(struct screen *s, const struct view *v)
{
	struct layout l;

	choose_layout(s, v, &l);
	screen_clear(s, (struct term_style){0});
	screen_cursor(s, -1, 0);
	draw_head(s, v);
	for (int y = 0; y < l.down; y++)
		for (int x = 0; x < l.across; x++)
			draw_point(s, &l, v,
				(struct game_point){(uint8_t)(l.left + x), (uint8_t)(l.top + y)});
	if (l.labels)
		draw_labels(s, &l, v);
	draw_keys(s, &l, v);
	draw_foot(s, v);
}

bool view_point(const struct screen *s, const struct view *v, int x, int y, struct game_point *out)
{
	struct layout l;

	choose_layout(s, v, &l);
	if (x < l.x || y < l.y || x >= l.x + l.cell * l.across || y >= l.y + l.down)
		return false;
	*out = (struct game_point){
		(uint8_t)(l.left + (x - l.x) / l.cell), (uint8_t)(l.top + y - l.y)};
	return true;
}
