/* SPDX-License-Identifier: MIT */
/* All texts of the game on the terminal, in the chosen language; widths are measured when they are
 * drawn. */
#ifndef BIOSBELT_GOBANG_TEXTS_H
#define BIOSBELT_GOBANG_TEXTS_H

enum text {
	TEXT_BLACK,
	TEXT_WHITE,
	TEXT_PERSON,
	TEXT_LEVEL, /* before its number */
	TEXT_MOVE,  /* before its number */
	TEXT_BLACK_WINS,
	TEXT_WHITE_WINS,
	TEXT_DRAW,
	TEXT_BLACK_TO_MOVE,
	TEXT_WHITE_TO_MOVE,
	TEXT_THINKING,
	TEXT_TAKEN,
	TEXT_FORBIDDEN,
	TEXT_HINT,
	TEXT_FORCED,
	TEXT_NOT_SAVED,
	TEXT_NOT_YOUR_TURN,
	TEXT_NOT_NOW,
	TEXT_SURE,
	TEXT_PEER,
	TEXT_WAITING, /* before a place */
	TEXT_JOINED,
	TEXT_LEFT,
	TEXT_ASKS_UNDO,
	TEXT_ASKS_NEW,
	TEXT_ASKING,
	TEXT_AGREED,
	TEXT_REFUSED,
	TEXT_PAUSED,
	TEXT_SHORT_KEYS,
	TEXT_REPLAY_KEYS,
	TEXT_ANY_KEY,
	TEXT_COUNT
};

const char *text(enum text which);

/* Lines of the list of keys. */
#define TEXT_KEY_LINES 14
const char *text_key(unsigned line);

#endif
