/* SPDX-License-Identifier: MIT */
#include "term/texts.h"

#include <string.h>

#include "biosbelt/utf.h"

static const char *const texts[TEXT_COUNT] = {
	[TEXT_AUTO] = "auto",
	[TEXT_UNDONE] = "undone",
	[TEXT_HELPED] = "helped",
	[TEXT_TOO_SMALL] = "too small:",
	[TEXT_KEY_MOVE] = "Arrows  WASD  HJKL   move",
	[TEXT_KEY_NEW] = "N   new game",
	[TEXT_KEY_STOP] = "X   stop",
	[TEXT_KEY_UNDO] = "U   undo",
	[TEXT_KEY_HINT] = "I   hint with values",
	[TEXT_KEY_COACH] = "C   coach",
	[TEXT_KEY_SPACE] = "Space  play the hint's move",
	[TEXT_KEY_AUTO] = "P   let the computer play",
	[TEXT_KEY_FASTER] = "+   faster",
	[TEXT_KEY_SLOWER] = "-   slower",
	[TEXT_KEY_LIST] = "?   this list",
	[TEXT_KEY_QUIT] = "Q   quit",
	[TEXT_SHORT_MOVE] = "arrows WASD HJKL",
	[TEXT_SHORT_NEW] = "N new",
	[TEXT_SHORT_STOP] = "X stop",
	[TEXT_SHORT_UNDO] = "U undo",
	[TEXT_SHORT_HINT] = "I hint",
	[TEXT_SHORT_COACH] = "C coach",
	[TEXT_SHORT_SPACE] = "Space hint's move",
	[TEXT_SHORT_AUTO] = "P auto",
	[TEXT_SHORT_FASTER] = "+",
	[TEXT_SHORT_SLOWER] = "- speed",
	[TEXT_SHORT_LIST] = "? keys",
	[TEXT_SHORT_QUIT] = "Q quit",
	[TEXT_WON] = "2048! You have won.",
	[TEXT_ANY_KEY] = "Any key goes on.",
	[TEXT_OVER] = "Game over",
	[TEXT_STOPPED] = "Stopped",
	[TEXT_GOES_ON] = "Your last game goes on. N begins another.",
	[TEXT_WAS_DAMAGED] = "The kept game was damaged; it was set aside.",
	[TEXT_FIRST_BOARD] = "This is where the game began.",
	[TEXT_UNDO_LIMIT] = "No more than 4096 moves can be taken back.",
	[TEXT_NO_UNDO] = "No move of this run is left to take back; 4096 are kept.",
	[TEXT_ONLY_4X4] = "Coach and scores are for 4x4.",
	[TEXT_ANOTHER_RUNS] = "Another game of this size is being played: this one is not kept.",
	[TEXT_COACH_ON] = "The coach says after each move what it cost.",
	[TEXT_COACH_BEST] = "Coach: the best move.",
	[TEXT_BEST_NOT_SAVED] = "The best score could not be saved.",
	[TEXT_BEST_CANNOT_BE_SAVED] = "The best score cannot be saved.",
	[TEXT_NOT_SAVED] = "The game could not be saved.",
	[TEXT_NOT_ENTERED] = "The game could not be entered into the scores.",
	[TEXT_NOT_REMOVED] = "The finished game could not be removed.",
	[TEXT_TOO_MANY] = "Too many games are played at once: this one is not kept.",
	[TEXT_CANNOT_KEEP] = "The game cannot be kept.",
	[TEXT_TOO_LONG] = "The game is too long to be kept.",
};

const char *text(enum text which)
{
	return texts[which];
}

int text_width(const char *utf8)
{
	struct span in = span_of(utf8, strlen(utf8));
	size_t pos = 0;
	int width = 0;

	while (pos < in.len) {
		uint32_t cp = utf8_next(in, &pos);

		width += cp == UTF_BAD ? 1 : utf_width(cp);
	}
	return width;
}
