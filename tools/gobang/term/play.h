/* SPDX-License-Identifier: MIT */
/* A game that is being played on the terminal, and what the keys do to it. */
#ifndef BIOSBELT_GOBANG_PLAY_H
#define BIOSBELT_GOBANG_PLAY_H

#include "biosbelt/screen.h"
#include "link/wire.h"
#include "term/kept.h"
#include "term/view.h"

struct play {
	struct engine *engine;
	struct engine_limits limits;
	struct screen *screen;
	struct game game;
	struct view view;
	struct kept kept;
	bool keeps;           /* the file is ours to write */
	struct err no_place;  /* why not; ERR_OK: another game has it */
	struct err not_saved; /* why the game as it is now is not in it; ERR_OK: it is */
	bool quit, paused;
	uint32_t sure;           /* key that was pressed once and acts when it is pressed again */
	uint64_t next_move;      /* time of the computer's, when nobody else plays */
	struct term_event event; /* that ended the computer's thinking, to be handled; or none */
	struct game_point line[ENGINE_LINE_MAX];
	/* with another machine: wire is not NULL */
	struct wire *wire;
	void (*run_peer)(struct play *p); /* peer_run */
	struct session session;
	struct buf out;
	unsigned here;        /* PERSON or a level */
	uint64_t news_end_ms; /* when the message is no longer news; 0: it stays */
	char place[ERR_TEXT_MAX + 100];
	char clocks[2][16];
};

unsigned play_who(const struct play *p, uint8_t colour);
bool play_is_persons_turn(const struct play *p);
/* Nobody but computers play here. */
bool play_is_watched(const struct play *p);

void play_show(struct play *p);
/* After every change: whatever ends the program, the game is kept. */
void play_keep(struct play *p);
void play_put(struct play *p);
/* What the level whose turn it is does; nothing when a key ended its thinking. */
void play_computer(struct play *p);
void play_undo(struct play *p);
void play_advise(struct play *p);
void play_new(struct play *p);
void play_resign(struct play *p);
void play_change_sides(struct play *p);
void play_change_level(struct play *p, int by);
void play_pause(struct play *p);
void play_go(struct play *p, int across, int down);
void play_forget_advice(struct play *p);

/* With another machine (peer.c). */
struct options;
enum err_code peer_open(struct play *p, const struct options *o, struct err *err);
void peer_close(struct play *p);
/* What has come and what is to be said; time goes on. */
void peer_run(struct play *p);
/* The answer to what the other side asks for; false: it asks for nothing. */
bool peer_answer(struct play *p, bool yes);

#endif
