/* SPDX-License-Identifier: MIT */
/* The page of checks: see console.h. */
#include "console.h"

#define MODES_MAX 40
#define WAIT_US   1000
#define SECONDS   3 /* of the clock, over which waits are measured */
#define NO_TIME   0xFF
#define TRIES_MAX 10000 /* waits for one second of the clock: ten times as long as it may take */

/* NO_TIME: the clock cannot be read. */
static uint8_t second_now(const struct console *c)
{
	struct efi_time now = {0};

	return c->system->runtime->get_time(&now, NULL) == EFI_SUCCESS ? now.second : NO_TIME;
}

/* Waits for the next second; the waits it took, 0: too many, or the clock cannot be read. */
static uint32_t next_second(const struct console *c)
{
	uint8_t before = second_now(c);

	if (before == NO_TIME)
		return 0;
	for (uint32_t waits = 1; waits < TRIES_MAX; waits++) {
		(void)c->system->boot->stall(WAIT_US);
		if (second_now(c) != before)
			return waits;
	}
	return 0;
}

static void show_modes(const struct console *c)
{
	if (c->gop == NULL) {
		console_text(c, "GOP: none\n");
		return;
	}
	console_text(c, "GOP modes:");
	for (uint32_t i = 0; i < c->gop->mode->max_mode && i < MODES_MAX; i++) {
		struct efi_gop_info *info;
		size_t size;

		if (c->gop->query_mode(c->gop, i, &size, &info) != EFI_SUCCESS)
			continue;
		console_text(c, i == c->gop->mode->mode ? " [" : " ");
		console_number(c, info->width);
		console_text(c, "x");
		console_number(c, info->height);
		console_text(c, i == c->gop->mode->mode ? "]" : "");
		(void)c->system->boot->free_pool(info);
	}
	console_text(c, "\n");
}

static void show_blits(const struct console *c)
{
	uint32_t count = 0;
	uint8_t begin;

	if (c->gop == NULL || next_second(c) == 0)
		return;
	begin = second_now(c);
	while (second_now(c) == begin) {
		struct efi_pixel colour = {(uint8_t)count, 64, 64, 0};

		console_fill(c, colour, 0, 0, (int)c->gop->mode->info->width,
			(int)c->gop->mode->info->height);
		count++;
	}
	console_clear(c);
	console_text(c, "Full-screen fills a second: ");
	console_number(c, count);
	console_text(c, "\n");
}

static void show_timer(const struct console *c)
{
	uint32_t waits = 0;

	if (second_now(c) == NO_TIME) {
		console_text(c, "Clock: cannot be read\n");
		return;
	}
	if (next_second(c) == 0) {
		console_text(c, "Clock: no new second in ");
		console_number(c, TRIES_MAX);
		console_text(
			c, " waits of a millisecond:\nit stands still, or they are too short\n");
		return;
	}
	for (unsigned i = 0; i < SECONDS; i++)
		waits += next_second(c);
	console_text(c, "Waits of a millisecond in ");
	console_number(c, SECONDS);
	console_text(c, " seconds of the clock: ");
	console_number(c, waits);
	console_text(c, "\n");
}

static void show_keys(const struct console *c)
{
	unsigned count = c->key_count < CONSOLE_KEYS ? c->key_count : CONSOLE_KEYS;

	console_text(c, "Keys (scan code, character):");
	for (unsigned i = c->key_count - count; i != c->key_count; i++) {
		console_text(c, " ");
		console_number(c, c->keys[i % CONSOLE_KEYS].scan);
		console_text(c, ",");
		console_number(c, c->keys[i % CONSOLE_KEYS].unicode);
	}
	console_text(c, "\n");
}

void console_check(struct console *c)
{
	console_clear(c);
	show_blits(c);
	show_modes(c);
	show_timer(c);
	show_keys(c);
	console_text(c, "Any key goes on.\n");
	(void)console_key(c);
}
