/* SPDX-License-Identifier: MIT */
/*
 * gobang.efi: five in a row against level 2 before any system starts, with the moves of every other
 * build. Type a point (H8, Enter) or go there with the arrow keys; U takes back, S changes sides, R
 * restarts, V shows the text instead of the picture, T is the page of checks, Q ends.
 */
#include "biosbelt/gobang_tiny.h"
#include "console.h"

#define SIDE      15
#define MOVES_MAX (SIDE * SIDE)

struct table {
	struct console console;
	struct gobang_tiny board;
	gobang_at moves[MOVES_MAX];
	unsigned count;
	uint8_t person; /* the colour that the person plays */
	uint8_t winner; /* GOBANG_WALL: a draw; GOBANG_EMPTY: none yet */
	uint8_t x, y;   /* cursor */
	char typed[4];
	unsigned typed_count;
};

efi_status efi_main(efi_handle image, struct efi_system_table *system);

static uint8_t turn_of(const struct table *t)
{
	return t->count % 2 == 0 ? GOBANG_BLACK : GOBANG_WHITE;
}

static void put(struct table *t, gobang_at at)
{
	uint8_t colour = turn_of(t);

	(void)gobang_tiny_set(&t->board, GOBANG_X(at), GOBANG_Y(at), colour);
	t->moves[t->count++] = at;
	if (gobang_tiny_wins(&t->board, at))
		t->winner = colour;
	else if (t->count == MOVES_MAX)
		t->winner = GOBANG_WALL;
}

static void computer(struct table *t)
{
	gobang_at at;

	if (t->winner != GOBANG_EMPTY || turn_of(t) == t->person)
		return;
	at = gobang_tiny_move(&t->board, turn_of(t), 2, GOBANG_TINY_WORK);
	if (at == GOBANG_TINY_NONE)
		return;
	put(t, at);
	t->x = GOBANG_X(at);
	t->y = GOBANG_Y(at);
}

static void new_game(void *state)
{
	struct table *t = state;

	gobang_tiny_clear(&t->board, SIDE, GOBANG_FREESTYLE);
	t->count = 0;
	t->winner = GOBANG_EMPTY;
	t->x = t->y = SIDE / 2;
	computer(t);
}

static void take_back(void *state)
{
	struct table *t = state;

	while (t->count > 0) {
		gobang_at at = t->moves[--t->count];

		(void)gobang_tiny_set(&t->board, GOBANG_X(at), GOBANG_Y(at), GOBANG_EMPTY);
		t->winner = GOBANG_EMPTY;
		if (turn_of(t) == t->person)
			return;
	}
	computer(t);
}

static void name_of(gobang_at at, char name[4])
{
	unsigned row = SIDE - GOBANG_Y(at), i = 0;

	name[i++] = (char)('A' + GOBANG_X(at));
	if (row >= 10)
		name[i++] = '1';
	name[i++] = (char)('0' + row % 10);
	name[i] = '\0';
}

static void show_text(const void *state)
{
	const struct table *t = state;
	static const char *const winners[] = {"", "Black wins.\n", "White wins.\n", "A draw.\n"};
	const struct console *c = &t->console;

	console_text(c, "gobang: H8 Enter or arrows, U undo, S sides, R restart, V view, T "
			"checks,\nQ quit\n");
	for (uint8_t y = 0; y < SIDE; y++) {
		console_text(c, SIDE - y < 10 ? " " : "");
		console_number(c, (uint32_t)(SIDE - y));
		for (uint8_t x = 0; x < SIDE; x++) {
			char cell[3] = " .";
			uint8_t colour = gobang_tiny_colour(&t->board, GOBANG_AT(x, y));

			if (colour != GOBANG_EMPTY)
				cell[1] = colour == GOBANG_BLACK ? 'X' : 'O';
			if (x == t->x && y == t->y)
				cell[0] = '>';
			console_text(c, cell);
		}
		console_text(c, "\n");
	}
	console_text(c, "   A B C D E F G H I J K L M N O\n");
	console_text(c, "Moves:");
	for (unsigned i = 0; i < t->count; i++) {
		char name[4];

		name_of(t->moves[i], name);
		console_text(c, " ");
		console_text(c, name);
	}
	console_text(c, " .\n");
	console_text(c, winners[t->winner]);
}

/* A filled circle of rows. */
static void draw_stone(const struct console *c, struct efi_pixel colour, int x, int y, int radius)
{
	int half = 0;

	for (int row = -radius; row <= radius; row++) {
		while (half * half + row * row < radius * radius)
			half++;
		while (half > 0 && half * half + row * row > radius * radius)
			half--;
		console_fill(c, colour, x - half, y + row, 2 * half + 1, 1);
	}
}

static void draw_cursor(const struct console *c, int x, int y, int cell)
{
	static const struct efi_pixel red = {0x20, 0x30, 0xE0, 0};

	console_fill(c, red, x - cell / 2, y - cell / 2, cell, 2);
	console_fill(c, red, x - cell / 2, y + cell / 2 - 2, cell, 2);
	console_fill(c, red, x - cell / 2, y - cell / 2, 2, cell);
	console_fill(c, red, x + cell / 2 - 2, y - cell / 2, 2, cell);
}

/* In the place of the text, but not of the keys at the beginning and of the result. */
static void draw(const void *state)
{
	const struct table *t = state;
	static const struct efi_pixel wood = {0x60, 0xA8, 0xD8, 0}, line = {0x20, 0x50, 0x70, 0},
				      black = {0x18, 0x18, 0x18, 0}, white = {0xF4, 0xF8, 0xF8, 0};
	const struct console *c = &t->console;
	int width, height, cell, left, top;

	if (t->winner != GOBANG_EMPTY)
		return;
	width = (int)c->gop->mode->info->width;
	height = (int)c->gop->mode->info->height;
	cell = (width < height ? width : height) / (SIDE + 1);
	left = (width - cell * (SIDE - 1)) / 2;
	top = (height - cell * (SIDE - 1)) / 2;
	console_blank(c);
	console_fill(c, wood, left - cell, top - cell, cell * (SIDE + 1), cell * (SIDE + 1));
	for (int i = 0; i < SIDE; i++) {
		console_fill(c, line, left, top + i * cell, cell * (SIDE - 1) + 1, 1);
		console_fill(c, line, left + i * cell, top, 1, cell * (SIDE - 1) + 1);
	}
	for (unsigned i = 0; i < t->count; i++)
		draw_stone(c, i % 2 == 0 ? black : white, left + GOBANG_X(t->moves[i]) * cell,
			top + GOBANG_Y(t->moves[i]) * cell, cell * 2 / 5);
	draw_cursor(c, left + t->x * cell, top + t->y * cell, cell);
}

/* Enter: to the point that was typed, if one was, else a stone on the cursor. */
static void enter(struct table *t)
{
	if (t->typed_count >= 2) {
		unsigned row = 0;

		for (unsigned i = 1; i < t->typed_count; i++)
			row = row * 10 + (unsigned)(t->typed[i] - '0');
		if (row < 1 || row > SIDE) {
			t->typed_count = 0;
			return;
		}
		t->x = (uint8_t)(t->typed[0] - 'A');
		t->y = (uint8_t)(SIDE - row);
	}
	t->typed_count = 0;
	if (t->winner == GOBANG_EMPTY && turn_of(t) == t->person &&
		gobang_tiny_colour(&t->board, GOBANG_AT(t->x, t->y)) == GOBANG_EMPTY)
		put(t, GOBANG_AT(t->x, t->y));
}

static void type(struct table *t, char key)
{
	if (key >= 'A' && key < 'A' + SIDE) {
		t->typed[0] = key;
		t->typed_count = 1;
	} else if (key >= '0' && key <= '9' && t->typed_count >= 1 && t->typed_count < 3) {
		t->typed[t->typed_count++] = key;
	}
}

static void go(struct table *t, uint16_t scan)
{
	if (scan == EFI_SCAN_UP && t->y > 0)
		t->y--;
	else if (scan == EFI_SCAN_DOWN && t->y + 1 < SIDE)
		t->y++;
	else if (scan == EFI_SCAN_LEFT && t->x > 0)
		t->x--;
	else if (scan == EFI_SCAN_RIGHT && t->x + 1 < SIDE)
		t->x++;
}

static void on_key(void *state, char letter, uint16_t scan)
{
	struct table *t = state;

	go(t, scan);
	if (letter == 'S')
		t->person = (uint8_t)(3 - t->person);
	else if (letter == '\r')
		enter(t);
	else
		type(t, letter);
	computer(t);
}

efi_status efi_main(efi_handle image, struct efi_system_table *system)
{
	static const struct console_app app = {show_text, draw, take_back, new_game, on_key};
	static struct table t;

	(void)image;
	console_open(&t.console, system);
	t.person = GOBANG_BLACK;
	new_game(&t);
	console_run(&t.console, &app, &t);
	return EFI_SUCCESS;
}
