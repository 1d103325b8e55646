/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <string.h>

#include "biosbelt/tr.h"

enum mode {
	MODE_PLAY = 1,
	MODE_REPLAY = 2,
	MODE_ENGINE = 4,
	MODE_HOST = 8,
	MODE_JOIN = 16,
	MODE_MATCH = 32
};
#define MODES_KEPT  (MODE_PLAY | MODE_HOST)
#define MODES_RULES (MODES_KEPT | MODE_MATCH)
#define MODES_GAME  (MODES_KEPT | MODE_JOIN)
enum { NO_RULE = 1, NO_SIZE = 2, NO_JOIN = 4 }; /* options with a common bit exclude each other */

#define OPT(name, letter, field) CLI_OPT(struct options, name, letter, field)
static const struct cli_opt opts[] = {
	{OPT("black", 'b', black), .modes = MODE_PLAY, .group = "Playing", .value = "WHO",
		.choices = "person|1|2|3|4", .help = "Who plays black and begins [person]"},
	{OPT("white", 'w', white), .modes = MODE_PLAY, .value = "WHO", .choices = "person|1|2|3|4",
		.help = "Who plays white: a level of the computer, or another person [2]"},
	{OPT("rule", 'r', rule), .modes = MODES_RULES, .value = "RULE",
		.choices = "freestyle|exact|renju|caro|caro-exact", .only = NO_RULE,
		.help = "What wins [freestyle]"},
	{OPT("size", 's', size), .modes = MODES_RULES, .value = "N", .min = GAME_SIDE_MIN,
		.max = GAME_SIDE_MAX, .only = NO_SIZE, .help = "Points of an edge, 5 to 20 [15]"},
	{OPT("file", 'f', file), .modes = MODES_GAME, .value = "FILE", .flags = CLI_IS_FILE,
		.help = "Keep the game here instead of in the settings folder"},
	{OPT("continue", 'c', go_on), .modes = MODES_KEPT, .only = NO_RULE | NO_SIZE,
		.help = "Go on with the kept game"},
	{OPT("ms", 'm', ms), .modes = MODES_GAME | MODE_MATCH, .value = "N", .min = 1,
		.max = 600000,
		.help = "Milliseconds that levels 3 and 4, advice and programs of a match take for "
			"a move [1000]"},
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
	{OPT("nodes", 'n', nodes), .modes = MODES_GAME | MODE_ENGINE | MODE_MATCH, .value = "N",
		.min = 1, .max = UINT64_MAX,
		.help = "Work for each move of levels 3 and 4, so that moves do not depend on "
			"time"},
	{OPT("memory", 0, memory), .modes = MODES_GAME | MODE_ENGINE, .value = "SIZE",
		.flags = CLI_IS_SIZE, .min = 1 << 20, .max = (uint64_t)1 << 34,
		.help = "Memory of level 4's table [64M]"},
	{OPT("threads", 't', threads), .modes = MODES_GAME | MODE_ENGINE, .value = "N", .min = 1,
		.max = ENGINE_THREADS_MAX, .help = "Processors that level 4 uses [1]"},
	{OPT("games", 'g', games), .modes = MODE_MATCH, .group = "Matches", .value = "N", .min = 1,
		.max = 1000000, .help = "Games at most [each opening with both colours]"},
	{OPT("openings", 0, openings), .modes = MODE_MATCH, .value = "FILE", .flags = CLI_IS_FILE,
		.help = "Openings, a line each: H8 I9 H9"},
	{OPT("sgf", 0, sgf), .modes = MODE_MATCH, .value = "FOLDER", .flags = CLI_IS_DIR,
		.help = "Save every game there"},
	{OPT("sprt", 0, sprt), .modes = MODE_MATCH, .value = "ELO0,ELO1",
		.help = "End once it is clear whether A is better by ELO1 rather than ELO0"},
	{OPT("kill-ms", 0, kill_ms), .modes = MODE_MATCH, .value = "N", .min = 1, .max = 6000000,
		.help = "A program without an answer for so long has lost [10 * ms + 10000]"},
	{OPT("json", 'j', json), .flags = CLI_FOR_PROGRAMS, .modes = MODE_MATCH,
		.help = "Print the result as JSON"},
	{OPT("replay", 0, replay), .modes = MODE_REPLAY, .value = "FILE",
		.group = "Games that were played", .flags = CLI_IS_FILE,
		.help = "Show a saved game (SGF) move by move; - reads standard input"},
	{0},
};

const struct cli_spec options_spec = {
	.tool = "gobang",
	.summary = "plays five in a row",
	.usage = "gobang [OPTION]...\ngobang match [OPTION]... A B\ngobang "
		 "--host=WHERE|--join=WHERE [OPTION]...\ngobang "
		 "--engine [OPTION]...\ngobang --replay=FILE",
	.notes = "Levels: 1 counts stones in a row; 2 sees forced lines and is what runs in 600\n"
		 "bytes of a microcontroller; 3 is the same engine with a computer's time;\n"
		 "4 searches deeply. Called as pbrain-biosbelt it is an engine.\n\n"
		 "Examples:\n"
		 "  gobang                          black against level 2\n"
		 "  gobang --black=3 --white=person white against level 3\n"
		 "  gobang --white=person           two people at one keyboard\n"
		 "  gobang --black=3 --white=1      look on\n"
		 "  gobang --host=tcp:0.0.0.0       wait for somebody in the network\n"
		 "  gobang --join=serial:ttyUSB0    join over a serial line\n"
		 "  gobang match 'gobang --engine --level=3' ./pbrain-other\n"
		 "  gobang --replay=game.sgf        step through a game\n",
	.exits = CLI_HAS_TEMPORARY,
	.opts = opts,
	.min_operands = 0,
	.max_operands = 3,
};

bool options_read(struct cli *cli, bool brain, struct options *o)
{
	struct cli_list operands = {0};

	*o = (struct options){.black = PERSON,
		.white = 2,
		.size = 15,
		.engine = brain,
		.level = LEVEL_MAX,
		.ms = 1000,
		.colour = GOBANG_BLACK,
		.clock = 30,
		.threads = 1,
		.memory = ENGINE_MEMORY};
	if (!cli_read(cli, o, &operands, NULL)) {
		cli_list_free(&operands);
		return false;
	}
	if (operands.count > 0) {
		bool right = operands.count == 3 && strcmp(operands.items[0], "match") == 0 &&
			     !o->engine;

		if (right) {
			o->a = operands.items[1];
			o->b = operands.items[2];
		}
		cli_list_free(&operands);
		if (right)
			return cli_modes(cli, MODE_MATCH, "match");
		(void)cli_usage_error(cli, "only match has operands, and two of them: programs");
		return false;
	}
	if (o->engine)
		return cli_modes(cli, MODE_ENGINE, "--engine");
	if (o->replay != NULL)
		return cli_modes(cli, MODE_REPLAY, "--replay");
	if (o->host != NULL)
		return cli_modes(cli, MODE_HOST, "--host");
	if (o->join != NULL)
		return cli_modes(cli, MODE_JOIN, "--join");
	return cli_modes(cli, MODE_PLAY, N_("a game on the terminal"));
}
