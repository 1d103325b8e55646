/* SPDX-License-Identifier: MIT */
#include "options.h"

enum mode { MODE_PLAY = 1, MODE_REPLAY = 2 };
enum { NO_RULE = 1, NO_SIZE = 2 }; /* rows that share a bit exclude each other */

#define OPT(name, letter, field) CLI_OPT(struct options, name, letter, field)
static const struct cli_opt opts[] = {
	{OPT("black", 'b', black), .modes = MODE_PLAY, .group = "Playing", .value = "WHO",
		.choices = "person|1|2|3", .help = "Who plays black and begins [person]"},
	{OPT("white", 'w', white), .modes = MODE_PLAY, .value = "WHO", .choices = "person|1|2|3",
		.help = "Who plays white: a level of the computer, or another person [2]"},
	{OPT("rule", 'r', rule), .modes = MODE_PLAY, .value = "RULE",
		.choices = "freestyle|exact|renju|caro", .only = NO_RULE,
		.help = "What wins [freestyle]"},
	{OPT("size", 's', size), .modes = MODE_PLAY, .value = "N", .min = GAME_SIDE_MIN,
		.max = GAME_SIDE_MAX, .only = NO_SIZE, .help = "Points of an edge, 5 to 20 [15]"},
	{OPT("file", 'f', file), .modes = MODE_PLAY, .value = "FILE", .flags = CLI_IS_FILE,
		.help = "Keep the game here instead of in the settings folder"},
	{OPT("continue", 'c', go_on), .modes = MODE_PLAY, .only = NO_RULE | NO_SIZE,
		.help = "Go on with the kept game"},
	{OPT("replay", 0, replay), .value = "FILE", .group = "Games that were played",
		.flags = CLI_IS_FILE,
		.help = "Show a saved game (SGF) move by move; - reads standard input"},
	{0},
};

const struct cli_spec options_spec = {
	.tool = "gobang",
	.summary = "plays five in a row",
	.usage = "gobang [OPTION]...\ngobang --replay=FILE",
	.notes = "Levels: 1 counts stones in a row; 2 sees forced lines and is what runs in 600 "
		 "bytes of\n"
		 "a microcontroller; 3 is the same engine with a computer's time.\n\n"
		 "Examples:\n"
		 "  gobang                          black against level 2\n"
		 "  gobang --black=3 --white=person white against level 3\n"
		 "  gobang --white=person           two people at one keyboard\n"
		 "  gobang --black=3 --white=1      look on\n"
		 "  gobang --replay=game.sgf        step through a game\n",
	.exits = CLI_HAS_TEMPORARY,
	.opts = opts,
	.min_operands = 0,
	.max_operands = 0,
};

bool options_read(struct cli *cli, struct options *o)
{
	*o = (struct options){.black = PERSON, .white = 2, .size = 15};
	if (!cli_read(cli, o, NULL, NULL))
		return false;
	return o->replay == NULL ? cli_modes(cli, MODE_PLAY, "a new game")
				 : cli_modes(cli, MODE_REPLAY, "--replay");
}
