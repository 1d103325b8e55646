/* SPDX-License-Identifier: MIT */
/*
 * The table of finished games of --play, a CSV file in the settings folder, and their replays in
 * the folder 2048-games beside it. Several games may end at once.
 */
#ifndef BIOSBELT_2048AI_SCORES_H
#define BIOSBELT_2048AI_SCORES_H

#include "game/replay.h"

#define SCORES_FOLDER "2048-games"
#define SCORES_DATE   20 /* bytes of "2026-11-25 13:43:01" and its NUL */
#define SCORES_FILE   48 /* bytes of a replay's name and its NUL */

struct score {
	char date[SCORES_DATE]; /* local time of its end */
	uint64_t points;
	unsigned rank; /* of the largest tile */
	uint32_t moves;
	uint64_t seconds;
	bool own;               /* no move taken back, none made by the computer, no hint */
	bool over;              /* else it was given up */
	char file[SCORES_FILE]; /* in SCORES_FOLDER */
};

struct scores {
	struct score *items; /* in the order in which the games ended */
	size_t count;
	size_t damaged; /* lines that were left out */
};

/* Writes the replay and enters the game, whose last position is `last`. */
enum err_code scores_add(
	const struct replay *replay, const struct g2048_game *last, bool over, struct err *err);

/* No file: an empty table. scores_free it. */
enum err_code scores_load(struct scores *out, struct err *err);
void scores_free(struct scores *s);

/* Best first; with equal points the earlier first. */
void scores_sort(struct scores *s);

#endif
