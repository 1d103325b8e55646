/* SPDX-License-Identifier: MIT */
/*
 * The page of the game 2048: how its state is read, and how a move is made. Its author published
 * two: the first is played by keys, the other (play2048.co since it was rewritten) through the
 * store that one of its modules exports. Pure.
 */
#ifndef BIOSBELT_2048AI_PAGE_H
#define BIOSBELT_2048AI_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/game2048.h"
#include "biosbelt/span.h"

struct page_state {
	uint8_t ranks[16]; /* reading order; 0: empty */
	uint64_t score;
	bool over;
	bool won;   /* has a 2048 tile and waits for "keep going" */
	bool store; /* the rewritten page: page_move_script makes moves, not keys */
};

/* An expression of JavaScript whose value is the state as one line of text, for page_parse. */
extern const char page_read_script[];
/* Presses "keep going", and begins a new game. */
extern const char page_keep_script[];
extern const char page_restart_script[];

/* For a page with a store: the script of a move; its value is a text. */
const char *page_move_script(enum g2048_dir dir);

/* ERR_NOTFOUND: the page has no such game (yet); ERR_BUSY: it is still loading; ERR_DENIED: it
 * cannot be loaded; ERR_UNSUPPORTED: another size; ERR_FORMAT: an invalid answer. */
enum err_code page_parse(struct span text, struct page_state *out, struct err *err);

/* The position as a game; only its board and score mean something. */
void page_game(const struct page_state *s, struct g2048_game *out);

/* Of a direction: the key's name ("ArrowUp"), its Windows key code, its WebDriver code point. */
struct page_key {
	const char *name;
	unsigned code;
	unsigned point;
};
const struct page_key *page_key(enum g2048_dir dir);

#endif
