/* SPDX-License-Identifier: MIT */
/* Draws the game. Three sizes of tiles, chosen by the room there is; the smallest fits 20x5. */
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

/* One for each rank; 0 is the empty cell. From the warm end to the cold one, and back to gold. */
static const struct look looks[G2048_RANK_MAX + 1] = {
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

static void choose_layout(const struct screen *s, struct layout *l)
{
	int columns = screen_columns(s), rows = screen_rows(s);

	*l = (struct layout){.cell_w = 5, .cell_h = 1, .panel = -1};
	if (columns >= 58 && rows >= 27)
		*l = (struct layout){.cell_w = 11, .cell_h = 5, .gap = 2, .panel = -1};
	else if (columns >= 38 && rows >= 19)
		*l = (struct layout){.cell_w = 8, .cell_h = 3, .gap = 2, .panel = -1};
	l->width = 4 * l->cell_w + 3 * l->gap;
	l->height = 4 * l->cell_h + 3 * (l->gap / 2);
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
	struct term_style style = {looks[rank].fg, looks[rank].bg, rank > 0 ? TERM_BOLD : 0};

	if (screen_colours(s) == TERM_COLOURS_NONE) {
		style.fg = style.bg = TERM_DEFAULT;
		style.attr = rank > 0 ? TERM_REVERSE : 0;
	} else if (screen_colours(s) == TERM_COLOURS_16) {
		/* fifteen backgrounds but black, from white through the hues to grey, each bright
		 * and then dark; the two ranks beyond differ by their text */
		static const unsigned char back[G2048_RANK_MAX + 1] = {
			0, 15, 7, 11, 3, 9, 1, 13, 5, 12, 4, 14, 6, 10, 2, 8, 1, 4};
		static const unsigned char front[G2048_RANK_MAX + 1] = {
			8, 0, 0, 0, 0, 0, 15, 0, 15, 0, 15, 0, 15, 0, 15, 15, 11, 11};

		style.bg = TERM_ANSI(back[rank]);
		style.fg = TERM_ANSI(front[rank]);
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
	if (rank == 17 && w < 6)
		(void)snprintf(text, sizeof(text), "131k");
	else if (rank > 0)
		(void)snprintf(text, sizeof(text), "%lu", 1ul << rank);
	len = (int)strlen(text);
	screen_text(s, x + (w - len + 1) / 2, y + h / 2, style, text);
}

static void cell_place(const struct layout *l, unsigned cell, int *x, int *y)
{
	*x = l->x + (int)(cell % 4) * (l->cell_w + l->gap);
	*y = l->y + (int)(cell / 4) * (l->cell_h + l->gap / 2);
}

static void draw_moving(struct screen *s, const struct layout *l, const struct view_motion *m)
{
	/* tiles that stay first: the moving ones slide over them */
	for (int moving = 0; moving <= 1; moving++) {
		for (unsigned i = 0; i < 16; i++) {
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
	for (unsigned i = 0; i < 16; i++) {
		int x, y;

		cell_place(l, i, &x, &y);
		draw_tile(s, l, x, y, 0, false);
	}
	if (m != NULL && m->whole > 0) {
		draw_moving(s, l, m);
		return;
	}
	for (unsigned i = 0; i < 16; i++) {
		unsigned rank = g2048_game_rank(v->game, i);
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

	screen_clear(s, plain);
	if (v->spots != NULL)
		v->spots->count = 0;
	if (screen_columns(s) < 20 || screen_rows(s) < 5) {
		screen_text(s, 0, 0, plain, text(TEXT_TOO_SMALL));
		screen_text(s, 0, 1, plain, text(TEXT_NEEDED));
		return;
	}
	choose_layout(s, &l);
	draw_board(s, &l, v, motion);
	view_draw_texts(s, &l, v);
}

static unsigned along(enum g2048_dir dir, unsigned line, unsigned at)
{
	unsigned k = dir == G2048_DOWN || dir == G2048_RIGHT ? 3 - at : at;

	return dir == G2048_UP || dir == G2048_DOWN ? 4 * k + line : 4 * line + k;
}

void view_tracks(const struct g2048_game *g, enum g2048_dir dir, struct view_track track[16])
{
	for (unsigned line = 0; line < 4; line++) {
		unsigned used = 0, last = 0;
		bool open = false;

		for (unsigned at = 0; at < 4; at++) {
			unsigned cell = along(dir, line, at), rank = g2048_game_rank(g, cell);

			track[cell] = (struct view_track){rank, cell, cell};
			if (rank == 0)
				continue;
			if (open && rank == last && rank < G2048_RANK_MAX) {
				track[cell].to = along(dir, line, used - 1);
				open = false;
			} else {
				track[cell].to = along(dir, line, used++);
				open = true;
			}
			last = rank;
		}
	}
}
