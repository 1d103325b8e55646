/* SPDX-License-Identifier: MIT */
/*
 * The firmware's consoles: text out (which goes to a serial line as well where the firmware has
 * one), keys in, a drawn picture where there is a graphics output protocol.
 */
#ifndef BIOSBELT_EFI_CONSOLE_H
#define BIOSBELT_EFI_CONSOLE_H

#include "efi.h"

#define CONSOLE_KEYS 8 /* key codes that are remembered */

struct console {
	struct efi_system_table *system;
	struct efi_gop *gop; /* NULL: none */
	struct efi_key keys[CONSOLE_KEYS];
	unsigned key_count; /* of all keys so far */
};

void console_open(struct console *c, struct efi_system_table *system);
void console_clear(const struct console *c);
void console_text(const struct console *c, const char *text); /* ASCII; '\n' ends a line */
void console_number(const struct console *c, uint32_t number);
/* Waits for a key. */
struct efi_key console_key(struct console *c);

/* A filled rectangle, cut at the edges of the screen; nothing without a picture. */
void console_fill(
	const struct console *c, struct efi_pixel colour, int x, int y, int width, int height);
void console_blank(const struct console *c); /* all of it black */

/* A program on the console, and the keys that all of them have: Q ends, U takes back, R
 * restarts, V shows the text instead of the picture, T is the page of checks. */
struct console_app {
	void (*show)(const void *state); /* the text; the console has been cleared */
	void (*draw)(const void *state); /* the picture over it, where there is one */
	void (*take_back)(void *state);
	void (*restart)(void *state);
	/* Any other key: a letter in upper case, a sign, 0 for none of ASCII; EFI_SCAN_... */
	void (*key)(void *state, char letter, uint16_t scan);
};
/* Until Q. */
void console_run(struct console *c, const struct console_app *app, void *state);

/*
 * A page for bringing up a board: modes of the graphics output, how many times a second it
 * fills the screen, the firmware's waits against its clock, the key codes seen.
 */
void console_check(struct console *c);

#endif
