/* SPDX-License-Identifier: MIT */
/*
 * 2048.efi: the game before any system starts, with the search of 2048ai at a fixed depth as
 * adviser. Arrow keys move, H advises, P plays the advice, U takes back, R restarts, V shows the
 * text instead of the picture, T is the page of checks, Q ends.
 */
#include "biosbelt/game2048.h"
#include "console.h"
#include "search/search.h"

#define DEPTH  3
#define MEMORY ((size_t)1 << 20)
#define UNDO   64
#define SEED   1

struct table {
	struct console console;
	struct g2048_game game, undo[UNDO];
	unsigned undo_count; /* of all that were kept */
	unsigned undo_left;
	uint64_t number;
	bool advised;
	struct search_result advice;
};

static struct g2048_tables tables;
static struct search_heuristic heuristic;
static _Alignas(64) uint8_t memory[MEMORY];
static struct search search;

efi_status efi_main(efi_handle image, struct efi_system_table *system);

static void new_game(void *state)
{
	struct table *t = state;

	g2048_game_new(&t->game, SEED, t->number++);
	t->undo_left = 0;
	t->advised = false;
}

static void advise(struct table *t)
{
	static const struct search_limits limits = {.depth = DEPTH};

	search_run(&search, g2048_game_narrow(&t->game), &limits, &t->advice);
	t->advised = true;
}

static void move(struct table *t, enum g2048_dir dir)
{
	struct g2048_game before = t->game;

	if (dir == G2048_NONE || !g2048_game_step(&tables, &t->game, dir))
		return;
	t->undo[t->undo_count++ % UNDO] = before;
	t->undo_left += t->undo_left < UNDO;
	t->advised = false;
}

static void take_back(void *state)
{
	struct table *t = state;

	if (t->undo_left == 0)
		return;
	t->game = t->undo[--t->undo_count % UNDO];
	t->undo_left--;
	t->advised = false;
}

/* The 16 digits that 2048ai --board reads. */
static void show_digits(const struct console *c, uint64_t board)
{
	char text[17];

	for (unsigned i = 0; i < 16; i++)
		text[i] = "0123456789abcdef"[board >> (60 - 4 * i) & 15u];
	text[16] = '\0';
	console_text(c, text);
}

static void show_text(const void *state)
{
	const struct table *t = state;
	static const char *const names[] = {"up", "down", "left", "right", "none"};
	const struct console *c = &t->console;

	console_text(c,
		"2048: arrows move, H advice, P play it, U undo, R restart, V view, T checks,\n"
		"Q quit\nScore ");
	console_number(c, (uint32_t)t->game.score);
	console_text(c, "\n");
	for (unsigned i = 0; i < 16; i++) {
		unsigned rank = g2048_game_rank(&t->game, i);
		uint32_t tile = rank == 0 ? 0 : (uint32_t)1 << rank;

		for (uint32_t room = 100000; room >= 10 && room > tile; room /= 10)
			console_text(c, " ");
		console_text(c, " ");
		if (tile == 0)
			console_text(c, ".");
		else
			console_number(c, tile);
		if (i % 4 == 3)
			console_text(c, "\n");
	}
	console_text(c, "Board: ");
	show_digits(c, t->game.board);
	console_text(c, " .\n");
	if (t->advised) {
		console_text(c, "Best: ");
		console_text(c, names[t->advice.best]);
		console_text(c, " .\n");
	}
	if (g2048_game_legal(&tables, &t->game) == 0)
		console_text(c, "Game over.\n");
}

/* Digits of three by five points, a row in three bits, the top one first. */
static const uint16_t digits[10] = {
	075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111, 075757, 075717};

static void draw_digit(const struct console *c, unsigned digit, int x, int y, int dot)
{
	static const struct efi_pixel ink = {0x30, 0x36, 0x3C, 0};

	for (int row = 0; row < 5; row++)
		for (int column = 0; column < 3; column++)
			if ((digits[digit] >> (3 * (4 - row) + 2 - column) & 1) != 0)
				console_fill(c, ink, x + column * dot, y + row * dot, dot, dot);
}

static void draw_number(const struct console *c, uint32_t number, int x, int y, int size)
{
	int count = 1, dot;

	for (uint32_t rest = number; rest >= 10; rest /= 10)
		count++;
	dot = size / (4 * (count > 2 ? count : 2) + 6);
	x += (size - (4 * count - 1) * dot) / 2 + 4 * dot * (count - 1);
	y += (size - 5 * dot) / 2;
	for (; count > 0; count--, x -= 4 * dot, number /= 10)
		draw_digit(c, number % 10, x, y, dot);
}

/* From light to red, then to gold. */
static struct efi_pixel tile_colour(unsigned rank)
{
	if (rank == 0)
		return (struct efi_pixel){0xB0, 0xC0, 0xC8, 0};
	if (rank < 7)
		return (struct efi_pixel){
			(uint8_t)(0xD8 - 0x20 * rank), (uint8_t)(0xE8 - 0x14 * rank), 0xF0, 0};
	return (struct efi_pixel){(uint8_t)(0x80 - 0x0C * (rank - 7)), 0xC8, 0xE8, 0};
}

/* In the place of the text, but not of the keys at the beginning, advice or the end. */
static void draw(const void *state)
{
	const struct table *t = state;
	static const struct efi_pixel frame = {0x90, 0xA0, 0xB0, 0};
	const struct console *c = &t->console;
	int width, height, cell, left, top;

	if (t->advised || g2048_game_legal(&tables, &t->game) == 0)
		return;
	width = (int)c->gop->mode->info->width;
	height = (int)c->gop->mode->info->height;
	cell = (width < height ? width : height) * 9 / 40;
	left = (width - 4 * cell) / 2;
	top = (height - 4 * cell) / 2;
	console_blank(c);
	console_fill(c, frame, left - cell / 20, top - cell / 20, 4 * cell + cell / 10,
		4 * cell + cell / 10);
	for (unsigned i = 0; i < 16; i++) {
		unsigned rank = g2048_game_rank(&t->game, i);
		int x = left + (int)(i % 4) * cell, y = top + (int)(i / 4) * cell;

		console_fill(c, tile_colour(rank), x + cell / 20, y + cell / 20, cell - cell / 10,
			cell - cell / 10);
		if (rank > 0)
			draw_number(c, (uint32_t)1 << rank, x, y, cell);
	}
}

static enum g2048_dir direction(uint16_t scan)
{
	switch (scan) {
	case EFI_SCAN_UP:
		return G2048_UP;
	case EFI_SCAN_DOWN:
		return G2048_DOWN;
	case EFI_SCAN_LEFT:
		return G2048_LEFT;
	case EFI_SCAN_RIGHT:
		return G2048_RIGHT;
	default:
		return G2048_NONE;
	}
}

static void on_key(void *state, char letter, uint16_t scan)
{
	struct table *t = state;

	move(t, direction(scan));
	if (letter == 'H' || letter == 'P')
		advise(t);
	if (letter == 'P')
		move(t, t->advice.best);
}

efi_status efi_main(efi_handle image, struct efi_system_table *system)
{
	static const struct console_app app = {show_text, draw, take_back, new_game, on_key};
	static struct table t;

	(void)image;
	g2048_tables_init(&tables);
	search_heuristic_init(&heuristic);
	search_init(&search, &tables, &heuristic, memory, MEMORY);
	console_open(&t.console, system);
	new_game(&t);
	console_run(&t.console, &app, &t);
	return EFI_SUCCESS;
}
