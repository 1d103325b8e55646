/* SPDX-License-Identifier: MIT */
/*
 * A game between two machines: the protocol, over any connection (wire.h). The host has the game
 * and its rules; the guest takes them over when it joins, and again after a restart. Everything is
 * repeated until the other side has it, so lost lines and new connections do no harm.
 *
 *   gobang 1 VERSION guest TOKEN           joins; 0: knows no game yet
 *   gobang 1 VERSION host TOKEN RULE SIDE COLOUR LIMIT BLACK WHITE
 *                                          the colour is the guest's; limit and clocks in ms
 *   have TOKEN EPOCH COUNT SUM STATE       every second: open, resigned or late; new from a guest
 *                                          that lacks the game
 *   game TOKEN EPOCH -POINTS RESULT        all moves, the answer to new; result: open, black,
 *                                          white or draw; missing from older versions
 *   move TOKEN EPOCH NUMBER POINT LEFT     LEFT: of its clock, in ms
 *   ask TOKEN EPOCH COUNT ID undo|new
 *   answer TOKEN ID yes|no
 *   bye TOKEN
 *
 * EPOCH counts agreed undos and new games. When both ask at once, the host's request counts. An
 * illegal move ends the session with an error; any other line that does not fit is ignored. Pure:
 * the caller passes the time.
 */
#ifndef BIOSBELT_GOBANG_SESSION_H
#define BIOSBELT_GOBANG_SESSION_H

#include "game/game.h"
#include "link/line.h"

#define SESSION_PROTOCOL  1
#define SESSION_BEAT_MS   1000
#define SESSION_SILENT_MS 5000 /* without a right line for so long the other side is away */
#define SESSION_GRACE_MS  5000 /* that the other side's clock may be wrong */

enum session_phase { SESSION_ALONE, SESSION_ON, SESSION_FAILED };
enum session_ask { ASK_NOTHING, ASK_UNDO, ASK_NEW };

/* Events of a call, for the display; bits. */
enum session_event {
	SESSION_JOINED = 1,
	SESSION_MOVED = 2, /* the game changed */
	SESSION_ASKED = 4,
	SESSION_YES = 8,
	SESSION_NO = 16,
	SESSION_LEFT = 32,
	SESSION_NEW = 64 /* beside SESSION_MOVED: the game is another one */
};

struct session {
	struct game *game;
	bool host;
	uint8_t own; /* our colour */
	uint64_t token;
	uint32_t epoch;
	enum session_phase phase;
	struct err fault;  /* of SESSION_FAILED */
	uint64_t limit_ms; /* of each clock at the beginning of a game; 0: no clocks */
	int64_t left_ms[2];
	bool late[2]; /* lost on time; [0] black */
	uint64_t now_ms, heard_ms, said_ms;
	bool heard;      /* a valid line came since the connection was made */
	bool joined;     /* both sides have met: before that nobody plays and no clock runs */
	bool needs_game; /* a guest that waits for the moves */
	unsigned events;
	/* our request, and the game when it was made */
	enum session_ask ask;
	uint32_t ask_id, ask_epoch;
	unsigned ask_count;
	/* the other side's request */
	enum session_ask asked;
	uint32_t asked_id, answered_id;
	bool answered_yes;
	struct line_reader in;
	struct buf *out; /* bytes to send */
};

/* A host starts from *game; a guest's game is replaced. token: a random number, not 0, of the host.
 */
void session_init(struct session *s, struct game *game, bool host, uint8_t own, uint64_t token,
	uint64_t limit_ms, struct buf *out);
/* A connection was made, or broke: drops an unfinished line. */
void session_connected(struct session *s, uint64_t now_ms);
/* Bytes from the other side. */
void session_take(struct session *s, struct span bytes, uint64_t now_ms);
/* To be called often: runs the clocks, and repeats the state every second while connected. */
void session_tick(struct session *s, bool connected, uint64_t now_ms);
/* Events since the last call. */
unsigned session_events(struct session *s);
/* True when the other side was heard in the last seconds. */
bool session_is_near(const struct session *s);

/* Plays our move; GAME_OVER also while we wait for an answer or for a guest. */
enum game_answer session_play(struct session *s, struct game_point at);
/* False: not our turn, or no game yet. */
bool session_resign(struct session *s);
/* Asks for an undo of our last move, or a new game with the colours changed. False: not now. */
bool session_ask_for(struct session *s, enum session_ask what);
/* The answer to s->asked. */
void session_answer(struct session *s, bool yes);
void session_bye(struct session *s);

#endif
