/* SPDX-License-Identifier: MIT */
#include "options.h"

enum mode { MODE_PLAY = 1, MODE_REPLAY = 2, MODE_ENGINE = 4, MODE_HOST = 8, MODE_JOIN = 16 };
#define MODES_RULES (MODE_PLAY | MODE_HOST)
#define MODES_GAME  (MODES_RULES | MODE_JOIN)
enum { NO_RULE = 1, NO_SIZE = 2, NO_JOIN = 4 }; /* rows that share a bit exclude each other */

#define OPT(name, letter, field) CLI_OPT(struct options, name, letter, field)
static const struct cli_opt opts[] = {
	{OPT("black", 'b', black), .modes = MODE_PLAY, .group = "Playing", .value = "WHO",
		.choices = "person|1|2|3|4", .help = "Who plays black and begins [person]"},
	{OPT("white", 'w', white), .modes = MODE_PLAY, .value = "WHO", .choices = "person|1|2|3|4",
		.help = "Who plays white: a level of the computer, or another person [2]"},
	{OPT("rule", 'r', rule), .modes = MODES_RULES, .value = "RULE",
		.choices = "freestyle|exact|renju|caro", .only = NO_RULE,
		.help = "What wins [freestyle]"},
	{OPT("size", 's', size), .modes = MODES_RULES, .value = "N", .min = GAME_SIDE_MIN,
		.max = GAME_SIDE_MAX, .only = NO_SIZE, .help = "Points of an edge, 5 to 20 [15]"},
	{OPT("file", 'f', file), .modes = MODES_GAME, .value = "FILE", .flags = CLI_IS_FILE,
		.help = "Keep the game here instead of in the settings folder"},
	{OPT("continue", 'c', go_on), .modes = MODES_RULES, .only = NO_RULE | NO_SIZE,
		.help = "Go on with the kept game"},
	{OPT("ms", 'm', ms), .modes = MODES_GAME, .value = "N", .min = 1, .max = 600000,
		.help = "Milliseconds that level 4 and advice take for a move [1000]"},
	{OPT("host", 0, host), .modes = MODE_HOST, .group = "Between two machines",
		.value = "WHERE", .only = NO_JOIN,
		.help = "Wait there for the other machine: tcp[:ADDRESS][:PORT] or "
			"serial:PORT[,SETTINGS]"},
	{OPT("join", 0, join), .modes = MODE_JOIN, .value = "WHERE", .only = NO_JOIN,
		.help = "Join the game of a host"},
	{OPT("here", 0, here), .modes = MODE_HOST | MODE_JOIN, .value = "WHO",
		.choices = "person|1|2|3|4", .help = "Who plays at this end [person]"},
	{OPT("colour", 0, colour), .modes = MODE_HOST, .value = "COLOUR", .choices = "black|white",
		.min = GOBANG_BLACK, .help = "Colour of this end [black]"},
	{OPT("clock", 0, clock), .modes = MODE_HOST, .value = "MINUTES", .max = 10000,
		.help = "Time of each side for the whole game, 0 for none [30]"},
	{OPT("engine", 'e', engine), .modes = MODE_ENGINE, .group = "For other programs",
		.help = "Play by the Gomocup protocol on standard input and output"},
	{OPT("level", 'l', level), .modes = MODE_ENGINE, .value = "N", .min = 1, .max = LEVEL_MAX,
		.help = "Level of the engine [4]"},
	{OPT("nodes", 'n', nodes), .modes = MODES_GAME | MODE_ENGINE, .value = "N", .min = 1,
		.max = UINT64_MAX,
		.help = "Work for each move of levels 3 and 4, so that moves do not depend on "
			"time"},
	{OPT("memory", 0, memory), .modes = MODES_GAME | MODE_ENGINE, .value = "SIZE",
		.flags = CLI_IS_SIZE, .min = 1 << 20, .max = (uint64_t)1 << 34,
		.help = "Memory of level 4's table [64M]"},
	{OPT("replay", 0, replay), .value = "FILE", .group = "Games that were played",
		.flags = CLI_IS_FILE,
		.help = "Show a saved game (SGF) move by move; - reads standard input"},
	{0},
};

const struct cli_spec options_spec = {
	.tool = "gobang",
	.summary = "plays five in a row",
	.usage = "gobang [OPTION]...\ngobang --host=WHERE|--join=WHERE [OPTION]...\ngobang "
		 "--engine [OPTION]...\ngobang --replay=FILE",
	.notes = "Levels: 1 counts stones in a row; 2 sees forced lines and is what runs in 600 "
		 "bytes of\n"
		 "a microcontroller; 3 is the same engine with a computer's time; 4 searches\n"
		 "deeply. Called as pbrain-biosbelt it is an engine.\n\n"
		 "Examples:\n"
		 "  gobang                          black against level 2\n"
		 "  gobang --black=3 --white=person white against level 3\n"
		 "  gobang --white=person           two people at one keyboard\n"
		 "  gobang --black=3 --white=1      look on\n"
		 "  gobang --host=tcp:0.0.0.0       wait for somebody in the network\n"
		 "  gobang --join=serial:ttyUSB0    join over a serial line\n"
		 "  gobang --replay=game.sgf        step through a game\n",
	.exits = CLI_HAS_TEMPORARY,
	.opts = opts,
	.min_operands = 0,
	.max_operands = 0,
};

bool options_read(struct cli *cli, bool brain, struct options *o)
{
	*o = (struct options){.black = PERSON,
		.white = 2,
		.size = 15,
		.engine = brain,
		.level = LEVEL_MAX,
		.ms = 1000,
		.colour = GOBANG_BLACK,
		.clock = 30,
		.memory = ENGINE_MEMORY};
	if (!cli_read(cli, o, NULL, NULL))
		return false;
	if (o->replay != NULL)
		return cli_modes(cli, MODE_REPLAY, "--replay");
	if (o->host != NULL)
		return cli_modes(cli, MODE_HOST, "--host");
	if (o->join != NULL)
		return cli_modes(cli, MODE_JOIN, "--join");
	return o->engine ? cli_modes(cli, MODE_ENGINE, "--engine")
			 : cli_modes(cli, MODE_PLAY, "a game on the terminal");
}
