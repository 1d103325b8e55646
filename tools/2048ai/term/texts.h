/* SPDX-License-Identifier: MIT */
/* All texts of the game on the terminal, in the chosen language; widths are measured when they are
 * drawn. */
#ifndef BIOSBELT_2048AI_TEXTS_H
#define BIOSBELT_2048AI_TEXTS_H

#include "biosbelt/tr.h"

/* Texts with numbers are macros, so that the compiler checks their formats. */
#define FORMAT_SCORE  tr("Score %llu   Best %llu")
#define FORMAT_CLOCK  tr("%lu:%02lu:%02lu   %u moves")
#define FORMAT_NEEDED tr("needs %ux%u")
#define FORMAT_COACH  tr("Coach: %s was better by %.0f points.")
#define FORMAT_COACH_CHANCE                                                                        \
	tr("Coach: %s was better by %.0f points; %lu: %.1f %% instead of %.1f %%.")

enum text {
	TEXT_AUTO,
	TEXT_UNDONE,
	TEXT_HELPED,
	TEXT_TOO_SMALL,
	TEXT_KEY_MOVE,
	TEXT_KEY_NEW,
	TEXT_KEY_STOP,
	TEXT_KEY_UNDO,
	TEXT_KEY_HINT,
	TEXT_KEY_COACH,
	TEXT_KEY_SPACE,
	TEXT_KEY_AUTO,
	TEXT_KEY_FASTER,
	TEXT_KEY_SLOWER,
	TEXT_KEY_LIST,
	TEXT_KEY_QUIT,
	TEXT_SHORT_MOVE,
	TEXT_SHORT_NEW,
	TEXT_SHORT_STOP,
	TEXT_SHORT_UNDO,
	TEXT_SHORT_HINT,
	TEXT_SHORT_COACH,
	TEXT_SHORT_SPACE,
	TEXT_SHORT_AUTO,
	TEXT_SHORT_FASTER,
	TEXT_SHORT_SLOWER,
	TEXT_SHORT_LIST,
	TEXT_SHORT_QUIT,
	TEXT_WON,
	TEXT_ANY_KEY,
	TEXT_OVER,
	TEXT_STOPPED,
	TEXT_GOES_ON,
	TEXT_WAS_DAMAGED,
	TEXT_FIRST_BOARD,
	TEXT_UNDO_LIMIT,
	TEXT_NO_UNDO,
	TEXT_ONLY_4X4,
	TEXT_ANOTHER_RUNS,
	TEXT_COACH_ON,
	TEXT_COACH_BEST,
	TEXT_BEST_NOT_SAVED,
	TEXT_BEST_CANNOT_BE_SAVED,
	TEXT_NOT_SAVED,
	TEXT_NOT_ENTERED,
	TEXT_NOT_REMOVED,
	TEXT_TOO_MANY,
	TEXT_CANNOT_KEEP,
	TEXT_TOO_LONG,
	TEXT_COUNT
};

const char *text(enum text which);

#endif
