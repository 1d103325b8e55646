/* SPDX-License-Identifier: MIT */
/* A game on the terminal, and the actions of its keys. */
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
	struct err no_place;  /* why not; ERR_OK: another program has it */
	struct err not_saved; /* why the last save failed; ERR_OK: it did not */
	bool quit, paused;
	uint32_t sure;      /* a key that acts only when pressed twice, and was pressed once */
	uint64_t next_move; /* when the computer moves, in a game without a person */
	struct term_event
		event; /* interrupted the computer's thinking and is still to be handled; or none */
	struct game_point line[ENGINE_LINE_MAX];
	/* for a game with another machine; else wire is NULL */
	struct wire *wire;
	void (*run_peer)(struct play *p); /* peer_run */
	struct session session;
	struct buf out;
	unsigned here;        /* PERSON or a level */
	uint64_t news_end_ms; /* when the message disappears; 0: never */
	char place[ERR_TEXT_MAX + 100];
	char clocks[2][16];
};

unsigned play_who(const struct play *p, uint8_t colour);
bool play_is_persons_turn(const struct play *p);
/* True when only computers play. */
bool play_is_watched(const struct play *p);

void play_show(struct play *p);
/* Saves the game; called after every change. */
void play_keep(struct play *p);
void play_put(struct play *p);
/* Makes the computer's move; none when a key interrupted its thinking. */
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
/* Receives and sends, and runs the clocks. */
void peer_run(struct play *p);
/* Answers the other side's request; false: there is no request. */
bool peer_answer(struct play *p, bool yes);

#endif
