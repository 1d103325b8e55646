/* SPDX-License-Identifier: MIT */
/* Draws the game. Three sizes of tiles, by the available room; the smallest fits 20x5. */
#include <stdio.h>
#include <string.h>

#include "term/texts.h"
#include "term/view_private.h"

struct look {
	uint32_t bg;
	uint32_t fg;
};

#define DARK  TERM_RGB(0x3c, 0x36, 0x30)
#define LIGHT TERM_RGB(0xff, 0xfd, 0xf6)

/* One per rank; 0 is the empty cell. From warm colours to cold ones, and back to gold. */
static const struct look looks[] = {
	{TERM_RGB(0x44, 0x40, 0x3c), TERM_RGB(0x6e, 0x68, 0x60)},
	{TERM_RGB(0xee, 0xe6, 0xd8), DARK},
	{TERM_RGB(0xe8, 0xd8, 0xb8), DARK},
	{TERM_RGB(0xf2, 0xb0, 0x70), DARK},
	{TERM_RGB(0xf0, 0x90, 0x54), LIGHT},
	{TERM_RGB(0xec, 0x70, 0x50), LIGHT},
	{TERM_RGB(0xd8, 0x48, 0x38), LIGHT},
	{TERM_RGB(0xe8, 0xd0, 0x60), DARK},
	{TERM_RGB(0xb8, 0xcc, 0x50), DARK},
	{TERM_RGB(0x78, 0xb8, 0x58), DARK},
	{TERM_RGB(0x38, 0xa0, 0x78), LIGHT},
	{TERM_RGB(0x20, 0x90, 0xa8), LIGHT},
	{TERM_RGB(0x28, 0x70, 0xc0), LIGHT},
	{TERM_RGB(0x48, 0x50, 0xc8), LIGHT},
	{TERM_RGB(0x78, 0x40, 0xc0), LIGHT},
	{TERM_RGB(0xa8, 0x38, 0xa8), LIGHT},
	{TERM_RGB(0xc8, 0x30, 0x70), LIGHT},
	{TERM_RGB(0xff, 0xd7, 0x00), DARK},
};

#define LOOKS (sizeof(looks) / sizeof(looks[0]))

static void set_cells(struct layout *l, int side, int width, int height, int gap)
{
	*l = (struct layout){
		.side = side, .cell_w = width, .cell_h = height, .gap = gap, .panel = -1};
	l->width = side * width + (side - 1) * gap;
	l->height = side * height + (side - 1) * (gap / 2);
}

static void choose_layout(const struct screen *s, int side, struct layout *l)
{
	int columns = screen_columns(s), rows = screen_rows(s);

	set_cells(l, side, 11, 5, 2);
	if (columns < l->width + 8 || rows < l->height + 4)
		set_cells(l, side, 8, 3, 2);
	if (columns < l->width || rows < l->height + 4)
		set_cells(l, side, 5, 1, 0);
	if (columns >= l->width + 34) {
		l->x = (columns - l->width - 32) / 2;
		l->panel = l->x + l->width + 4;
	} else {
		l->x = (columns - l->width) / 2;
	}
	l->x = l->x > 0 ? l->x : 0;
	l->y = rows >= l->height + 4 ? 3 : 1;
}

static struct term_style tile_style(const struct screen *s, unsigned rank)
{
	/* the largest tiles differ only in their text */
	unsigned shown = rank < LOOKS ? rank : LOOKS - 1;
	struct term_style style = {looks[shown].fg, looks[shown].bg, rank > 0 ? TERM_BOLD : 0};

	if (screen_colours(s) == TERM_COLOURS_NONE) {
		style.fg = style.bg = TERM_DEFAULT;
		style.attr = rank > 0 ? TERM_REVERSE : 0;
	} else if (screen_colours(s) == TERM_COLOURS_16) {
		/* all fifteen backgrounds except black, from white through the hues to grey, each
		 * bright and then dark; the two ranks beyond differ only in their text */
		static const unsigned char back[LOOKS] = {
			0, 15, 7, 11, 3, 9, 1, 13, 5, 12, 4, 14, 6, 10, 2, 8, 1, 4};
		static const unsigned char front[LOOKS] = {
			8, 0, 0, 0, 0, 0, 15, 0, 15, 0, 15, 0, 15, 0, 15, 15, 11, 11};

		style.bg = TERM_ANSI(back[shown]);
		style.fg = TERM_ANSI(front[shown]);
	}
	return style;
}

/* A tile with its top left corner anywhere on the screen. */
static void draw_tile(
	struct screen *s, const struct layout *l, int x, int y, unsigned rank, bool small)
{
	struct term_style style = tile_style(s, rank);
	char text[24] = ".";
	int w = l->cell_w, h = l->cell_h, len;

	if (small && h >= 3) {
		x += w / 4;
		w -= 2 * (w / 4);
		y += 1;
		h -= 2;
	}
	screen_fill(s, x, y, w, h, style, ' ');
	if (rank >= 17 && w < 6) /* in thousands; from 1048576 on in millions */
		(void)snprintf(text, sizeof(text), "%lu%c",
			(1ul << rank) / (rank < 20 ? 1000 : 1000000), rank < 20 ? 'k' : 'M');
	else if (rank > 0)
		(void)snprintf(text, sizeof(text), "%lu", 1ul << rank);
	len = (int)strlen(text);
	screen_text(s, x + (w - len + 1) / 2, y + h / 2, style, text);
}

static void cell_place(const struct layout *l, unsigned cell, int *x, int *y)
{
	*x = l->x + (int)cell % l->side * (l->cell_w + l->gap);
	*y = l->y + (int)cell / l->side * (l->cell_h + l->gap / 2);
}

static void draw_moving(struct screen *s, const struct layout *l, const struct view_motion *m)
{
	/* static tiles first: moving ones slide over them */
	for (int moving = 0; moving <= 1; moving++) {
		for (unsigned i = 0; i < (unsigned)(l->side * l->side); i++) {
			const struct view_track *t = &m->track[i];
			int x0, y0, x1, y1, part = (int)m->part, whole = (int)m->whole;

			if (t->rank == 0 || (t->from != t->to) != moving)
				continue;
			cell_place(l, t->from, &x0, &y0);
			cell_place(l, t->to, &x1, &y1);
			draw_tile(s, l, x0 + (x1 - x0) * part / whole,
				y0 + (y1 - y0) * part / whole, t->rank, false);
		}
	}
}

static void draw_board(
	struct screen *s, const struct layout *l, const struct view *v, const struct view_motion *m)
{
	for (unsigned i = 0; i < (unsigned)(l->side * l->side); i++) {
		int x, y;

		cell_place(l, i, &x, &y);
		draw_tile(s, l, x, y, 0, false);
	}
	if (m != NULL && m->whole > 0) {
		draw_moving(s, l, m);
		return;
	}
	for (unsigned i = 0; i < (unsigned)(l->side * l->side); i++) {
		unsigned rank = v->ranks[i];
		int x, y;

		cell_place(l, i, &x, &y);
		if (rank > 0)
			draw_tile(s, l, x, y, rank, m != NULL && m->fresh == (int)i);
	}
}

void view_draw(struct screen *s, const struct view *v, const struct view_motion *motion)
{
	struct term_style plain = {0, 0, 0};
	struct layout l;
	char needed[40];

	screen_clear(s, plain);
	if (v->spots != NULL)
		v->spots->count = 0;
	if (screen_columns(s) < 5 * (int)v->side || screen_rows(s) < (int)v->side + 1) {
		(void)snprintf(needed, sizeof(needed), FORMAT_NEEDED, 5 * v->side, v->side + 1);
		screen_text(s, 0, 0, plain, text(TEXT_TOO_SMALL));
		screen_text(s, 0, 1, plain, needed);
		return;
	}
	choose_layout(s, (int)v->side, &l);
	draw_board(s, &l, v, motion);
	view_draw_texts(s, &l, v);
}

void view_tracks(const uint8_t *ranks, unsigned side, unsigned max, enum g2048_dir dir,
	struct view_track track[SIZED_CELLS])
{
	for (unsigned line = 0; line < side; line++) {
		unsigned used = 0, last = 0;
		bool open = false;

		for (unsigned at = 0; at < side; at++) {
			unsigned cell = sized_cell(side, dir, line, at), rank = ranks[cell];

			track[cell] = (struct view_track){rank, cell, cell};
			if (rank == 0)
				continue;
			if (open && rank == last && rank < max) {
				track[cell].to = sized_cell(side, dir, line, used - 1);
				open = false;
			} else {
				track[cell].to = sized_cell(side, dir, line, used++);
				open = true;
			}
			last = rank;
		}
	}
}
