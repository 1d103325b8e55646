/* SPDX-License-Identifier: MIT */
#include "term/texts.h"

#include "biosbelt/tr.h"

static const char *const keys[TEXT_KEY_LINES] = {
	N_("Arrows HJKL  go to a point"),
	N_("Enter Space  put a stone"),
	N_("Click        the same"),
	N_("U   undo"),
	N_("I   hint, forced line"),
	N_("#   number the stones"),
	N_("C   change sides"),
	N_("+ - level"),
	N_("P   pause"),
	N_("G   give up"),
	N_("Y N answer the other side"),
	N_("N   new game"),
	N_("?   this list"),
	N_("Q   quit"),
};

static const char *const texts[TEXT_COUNT] = {
	[TEXT_BLACK] = N_("Black"),
	[TEXT_WHITE] = N_("White"),
	[TEXT_PERSON] = N_("person"),
	[TEXT_LEVEL] = N_("level"),
	[TEXT_MOVE] = N_("Move"),
	[TEXT_BLACK_WINS] = N_("Black wins."),
	[TEXT_WHITE_WINS] = N_("White wins."),
	[TEXT_DRAW] = N_("A draw."),
	[TEXT_BLACK_TO_MOVE] = N_("Black to move"),
	[TEXT_WHITE_TO_MOVE] = N_("White to move"),
	[TEXT_THINKING] = N_("thinking"),
	[TEXT_TAKEN] = N_("There is a stone."),
	[TEXT_FORBIDDEN] = N_("Forbidden for black."),
	[TEXT_HINT] = N_("Hint:"),
	[TEXT_FORCED] = N_("Forced win:"),
	[TEXT_NOT_SAVED] = N_("The game is not saved."),
	[TEXT_NOT_YOUR_TURN] = N_("The computer plays both sides."),
	[TEXT_NOT_NOW] = N_("Not now."),
	[TEXT_SURE] = N_("G again gives up."),
	[TEXT_PEER] = N_("other machine"),
	[TEXT_WAITING] = N_("Waiting for the other machine,"),
	[TEXT_JOINED] = N_("The other machine is there."),
	[TEXT_LEFT] = N_("The other machine has left."),
	[TEXT_ASKS_UNDO] = N_("Undo? Y or N (the other side asks)"),
	[TEXT_ASKS_NEW] = N_("New game? Y or N (the other side asks)"),
	[TEXT_ASKING] = N_("Asked; waiting for the answer."),
	[TEXT_AGREED] = N_("Agreed."),
	[TEXT_REFUSED] = N_("The other side refused."),
	[TEXT_PAUSED] = N_("Paused: P goes on."),
	[TEXT_SHORT_KEYS] = N_("? keys  Q quit"),
	[TEXT_REPLAY_KEYS] = N_("Left Right Home End  # numbers  Q quit"),
	[TEXT_ANY_KEY] = N_("N new  U undo  Q quit"),
};

const char *text(enum text which)
{
	return tr(texts[which]);
}

const char *text_key(unsigned line)
{
	return tr(keys[line]);
}
