/* SPDX-License-Identifier: MIT */
#include "term/texts.h"

const char *const text_keys[TEXT_KEY_LINES] = {
	"Arrows HJKL  go to a point",
	"Enter Space  put a stone",
	"Click        the same",
	"U   undo",
	"I   hint, forced line",
	"#   number the stones",
	"C   change sides",
	"+ - level",
	"P   pause",
	"G   give up",
	"Y N answer the other side",
	"N   new game",
	"?   this list",
	"Q   quit",
};

static const char *const texts[TEXT_COUNT] = {
	[TEXT_BLACK] = "Black",
	[TEXT_WHITE] = "White",
	[TEXT_PERSON] = "person",
	[TEXT_LEVEL] = "level",
	[TEXT_MOVE] = "Move",
	[TEXT_BLACK_WINS] = "Black wins.",
	[TEXT_WHITE_WINS] = "White wins.",
	[TEXT_DRAW] = "A draw.",
	[TEXT_BLACK_TO_MOVE] = "Black to move",
	[TEXT_WHITE_TO_MOVE] = "White to move",
	[TEXT_THINKING] = "thinking",
	[TEXT_TAKEN] = "There is a stone.",
	[TEXT_FORBIDDEN] = "Forbidden for black.",
	[TEXT_HINT] = "Hint:",
	[TEXT_FORCED] = "Forced win:",
	[TEXT_NOT_SAVED] = "The game is not saved.",
	[TEXT_NOT_YOUR_TURN] = "The computer plays both sides.",
	[TEXT_NOT_NOW] = "Not now.",
	[TEXT_SURE] = "G again gives up.",
	[TEXT_PEER] = "other machine",
	[TEXT_WAITING] = "Waiting for the other machine,",
	[TEXT_JOINED] = "The other machine is there.",
	[TEXT_LEFT] = "The other machine has left.",
	[TEXT_ASKS_UNDO] = "Undo? Y or N (the other side asks)",
	[TEXT_ASKS_NEW] = "New game? Y or N (the other side asks)",
	[TEXT_ASKING] = "Asked; waiting for the answer.",
	[TEXT_AGREED] = "Agreed.",
	[TEXT_REFUSED] = "The other side said no.",
	[TEXT_PAUSED] = "Paused: P goes on.",
	[TEXT_SHORT_KEYS] = "? keys  Q quit",
	[TEXT_REPLAY_KEYS] = "Left Right Home End  # numbers  Q quit",
	[TEXT_ANY_KEY] = "N new  U undo  Q quit",
};

const char *text(enum text which)
{
	return texts[which];
}
