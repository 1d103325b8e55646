/* SPDX-License-Identifier: MIT */
/* The game on a screen of character cells, and the best score on disk. */
#ifndef BIOSBELT_2048AI_PLAY_H
#define BIOSBELT_2048AI_PLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/game2048.h"
#include "biosbelt/screen.h"
#include "search/search.h"
#include "sized/sized.h"

enum view_notice { NOTICE_NONE, NOTICE_WON, NOTICE_OVER, NOTICE_STOPPED, NOTICE_HELP };

#define VIEW_SPOTS_MAX 32u

/* Where a click presses a key. */
struct view_spot {
	int x, y, width;
	uint32_t key;
};

struct view_spots {
	struct view_spot spot[VIEW_SPOTS_MAX];
	unsigned count;
};

/* One frame. */
struct view {
	unsigned side; /* the board has side * side cells */
	uint8_t ranks[SIZED_CELLS];
	uint64_t score;
	uint32_t moves;
	uint64_t best;
	uint64_t elapsed_ms;
	bool autoplay;
	unsigned speed; /* moves a second; 0: as fast as it goes */
	bool show_hint;
	const struct search_result *hint; /* NULL: none yet */
	bool undone;                      /* a move was taken back: the score is not a record */
	bool helped;                      /* the computer moved or advised: nor is it then */
	enum view_notice notice;
	const char *message;      /* one line, or NULL */
	uint64_t message_ms;      /* time since it appeared: scrolls a message that is too wide */
	struct view_spots *spots; /* filled by view_draw; may be NULL */
};

/* The way of each tile in a move; to == from for tiles that do not move. */
struct view_track {
	unsigned rank; /* 0: no tile here */
	unsigned from;
	unsigned to;
};

/* Progress of a move's animation: tiles have gone part/whole of their way. */
struct view_motion {
	struct view_track track[SIZED_CELLS];
	unsigned part;
	unsigned whole;
	int fresh; /* cell of the new tile, drawn small; -1: none */
};

/* Of a board of side * side cells; tiles of rank max do not merge. */
void view_tracks(const uint8_t *ranks, unsigned side, unsigned max, enum g2048_dir dir,
	struct view_track track[SIZED_CELLS]);
/* motion NULL: no animation. */
void view_draw(struct screen *s, const struct view *v, const struct view_motion *motion);

/* The key of the button at (x, y); 0: none. */
uint32_t view_key_at(const struct view_spots *spots, int x, int y);

/* The best score of boards of that size in the settings folder: 0 when there is none or the file is
 * damaged. */
uint64_t record_load(unsigned side);
/*
 * Raises the saved best score to `score` unless it is higher; *best is the saved score afterwards.
 * Safe with other programs doing the same. A damaged file is renamed to 2048-best.txt.damaged
 * first; one that cannot be read is left alone, with the error.
 */
enum err_code record_raise(unsigned side, uint64_t score, uint64_t *best, struct err *err);

#endif
