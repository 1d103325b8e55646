/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/os.h"
#include "biosbelt/thread.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "sized/sized.h"

#define BROWSER_WORDS_MAX 16

static enum err_code set_seed(void *cmd, const char *value, struct err *err)
{
	struct cmd *c = cmd;

	c->seed_given = true;
	if (strcmp(value, "random") == 0)
		return os_random(&c->seed, sizeof(c->seed), err);
	if (num_parse_u64(value, &c->seed))
		return ERR_OK;
	return err_set(err, ERR_USAGE, "expected a number or random, not '%s'", value);
}

/* Actions: each of these options excludes the others. */
static enum err_code set_play(void *cmd, const char *value, struct err *err)
{
	struct cmd *c = cmd;

	(void)err;
	c->mode = MODE_PLAY;
	c->board = value != NULL && *value != '\0' ? value : NULL;
	return ERR_OK;
}

static enum err_code set_board(void *cmd, const char *value, struct err *err)
{
	struct cmd *c = cmd;

	(void)err;
	c->mode = MODE_BOARD;
	c->board = value;
	return ERR_OK;
}

static enum err_code set_advise(void *cmd, const char *value, struct err *err)
{
	(void)set_play(cmd, value, err);
	((struct cmd *)cmd)->mode = MODE_ADVISE;
	return ERR_OK;
}

static enum err_code set_replay(void *cmd, const char *value, struct err *err)
{
	struct cmd *c = cmd;

	(void)err;
	c->mode = MODE_REPLAY;
	c->file = value;
	return ERR_OK;
}

static enum err_code set_analyze(void *cmd, const char *value, struct err *err)
{
	(void)set_replay(cmd, value, err);
	((struct cmd *)cmd)->mode = MODE_ANALYZE;
	return ERR_OK;
}

#define OPT(name, letter, field)        CLI_OPT(struct cmd, name, letter, field)
#define MODE(name, letter, which, text) CLI_SETS(struct cmd, name, letter, mode, which), WHAT(text)
#define WHAT(text)                      .only = ONLY_ONE, .help = (text)
#define PLAYS                                                                                      \
	(MODE_PLAY | MODE_AUTO | MODE_BOARD | MODE_ANALYZE | MODE_SERVE | MODE_BROWSER |           \
		MODE_ADVISE)
#define JSON                                                                                       \
	(MODE_AUTO | MODE_BOARD | MODE_ANALYZE | MODE_SERVE | MODE_BROWSER | MODE_SCORES |         \
		MODE_ADVISE)
#define NUMBER(max_) .value = "N", .min = 1, .max = (max_)
enum { ONLY_ONE = 1, ONLY_FORM = 2 };
static const struct cli_opt opts[] = {
	{.name = "play",
		.arg = CLI_OPTIONAL,
		.set = set_play,
		.value = "BOARD",
		.group = "What to do",
		WHAT(N_("Play in the terminal: your last game, or this position"))},
	{MODE("scores", 0, MODE_SCORES, N_("Show the games that were played, best first"))},
	{MODE("auto", 'a', MODE_AUTO, N_("Let a player play whole games"))},
	{CLI_CALLS("board", 'b', set_board), .value = "BOARD",
		WHAT(N_("Value the moves of a position; - reads it from stdin"))},
	{.name = "advise",
		.arg = CLI_OPTIONAL,
		.set = set_advise,
		.value = "BOARD",
		WHAT(N_("Advise on a game elsewhere, whose tiles are typed in"))},
	{CLI_CALLS("replay", 0, set_replay), .value = "FILE", .flags = CLI_IS_FILE,
		WHAT(N_("Show a saved game move by move"))},
	{CLI_CALLS("analyze", 0, set_analyze), .value = "FILE", .flags = CLI_IS_FILE,
		WHAT(N_("Report the cost of each move of a saved game"))},
	{.name = "serve",
		.at = offsetof(struct cmd, mode),
		.kind = CLI_KIND(struct cmd, mode),
		.arg = CLI_FLAG,
		.sets = MODE_SERVE,
		.flags = CLI_WRITES_SETS | CLI_FOR_PROGRAMS,
		WHAT(N_("Answer commands on stdin with lines of JSON"))},
	{MODE("browser", 0, MODE_BROWSER, N_("Play the page of the game (or URL) in a browser"))},
	{OPT("player", 'p', player.kind), .modes = PLAYS, .value = "NAME",
		.choices = "expectimax|classic|minimax|greedy|random|net", .group = "Players",
		.help = "Who plays [net]"},
	{OPT("depth", 'd', player.depth), .modes = PLAYS, NUMBER(SEARCH_DEPTH_MAX),
		.help = "Search exactly so many plies"},
	{OPT("nodes", 0, player.nodes), .modes = PLAYS, NUMBER(UINT64_MAX / 16),
		.help = "Search so many moves, about, for each decision"},
	{OPT("ms", 0, player.ms), .modes = PLAYS, NUMBER(86400000),
		.help = "Think so long for each decision, in milliseconds"},
	{OPT("hash", 0, hash), .modes = PLAYS, .value = "SIZE", .flags = CLI_IS_SIZE,
		.min = 1 << 20, .max = 1ull << 40,
		.help = "Memory of the search table, at most [32M]"},
	{OPT("data", 0, data), .modes = PLAYS, .value = "FILE", .flags = CLI_IS_FILE,
		.help = "Network of the net player, instead of its own"},
	{OPT("new", 0, another), .modes = MODE_PLAY, .group = "Games",
		.help = "Do not go on with the last game of --play"},
	{OPT("coach", 0, coach), .modes = MODE_PLAY,
		.help = "Print the cost of each move of --play after it"},
	{OPT("size", 0, size), .modes = MODE_PLAY | MODE_AUTO, .value = "N", .min = SIZED_MIN,
		.max = SIZED_MAX, .help = "Cells each way: 3, 4 or 5 [4]"},
	{OPT("games", 'n', games), .modes = MODE_AUTO | MODE_BROWSER, NUMBER(1000000),
		.help = "Games to play [1]"},
	{OPT("state", 0, state), .modes = MODE_AUTO, .value = "FILE", .flags = CLI_IS_FILE,
		.help = "Keep finished games here, and go on from there"},
	{OPT("save-replays", 0, replays), .modes = MODE_AUTO, .value = "FOLDER",
		.flags = CLI_IS_DIR, .help = "Write every game as FOLDER/gameNNNNNN.2048"},
	{OPT("log", 0, log), .flags = CLI_FOR_PROGRAMS, .modes = MODE_AUTO, .only = ONLY_FORM,
		.value = "STYLE", .choices = "classic", .min = 1,
		.help = "Print the lines of the first programs instead of a table"},
	{OPT("csv", 0, csv), .modes = MODE_AUTO | MODE_ANALYZE, .value = "FILE",
		.flags = CLI_IS_FILE | CLI_WRITES,
		.help = "Games, or the moves of --analyze, as a table"},
	{OPT("with", 0, browser.kind), .modes = MODE_BROWSER, .value = "BROWSER",
		.choices = "chromium|firefox", .group = "Browsers",
		.help = "Which browser [chromium]"},
	{OPT("program", 0, browser.program), .modes = MODE_BROWSER, .value = "FILE",
		.flags = CLI_IS_FILE, .help = "The browser's program, if it is not found"},
	{OPT("attach", 0, browser.attach), .modes = MODE_BROWSER, .value = "[HOST:]PORT",
		.help = "Use the browser that runs with that debugging port"},
	{OPT("headless", 0, browser.headless), .modes = MODE_BROWSER,
		.help = "Start it without a window"},
	{OPT("browser-option", 0, browser_words), .modes = MODE_BROWSER, .value = "WORD",
		.flags = CLI_REPEAT, .help = "Give it this argument too; may be repeated"},
	{OPT("moves", 0, moves), .modes = MODE_BROWSER, NUMBER(UINT64_MAX / 2),
		.help = "Moves to make, at most"},
	{OPT("json", 0, json), .flags = CLI_FOR_PROGRAMS, .modes = JSON, .only = ONLY_FORM,
		.group = "General", .help = "Results as one JSON document"},
	{OPT("force", 'f', force), .help = "Write over existing files"},
	{CLI_CALLS("seed", 's', set_seed), .value = "N",
		.help = "Seed of the new tiles, or random [2048]"},
	{OPT("threads", 't', threads), .value = "N", .min = 1, .max = 256,
		.help = "Threads; all processors if not given"},
	{0},
};

const struct cli_spec cmd_spec = {
	.tool = "2048ai",
	.exits = CLI_HAS_NOTHING,
	.summary = "plays and studies the game 2048",
	.usage = "2048ai --play[=BOARD] [OPTION]...\n"
		 "2048ai --scores\n"
		 "2048ai --auto [OPTION]...\n"
		 "2048ai --board=BOARD [OPTION]...\n"
		 "2048ai --advise[=BOARD] [OPTION]...\n"
		 "2048ai --replay=FILE | --analyze=FILE [OPTION]...\n"
		 "2048ai --serve [OPTION]...\n"
		 "2048ai --browser [OPTION]... [URL]",
	.notes =
		"A board is 16 hexadecimal digits, the last one the top left cell, or 16 tiles in\n"
		"reading order.\n\n"
		"Examples:\n"
		"  2048ai --play --coach\n"
		"  2048ai --board=64107300a210c000\n"
		"  2048ai --board=\"2 0 0 4  0 8 2 0  16 0 0 0  64 32 8 2\"\n"
		"  2048ai --auto --games=100 --nodes=750\n",
	.opts = opts,
	.min_operands = 0,
	.max_operands = 1,
};

static const char *wrong_operand(enum cmd_mode mode)
{
	if (mode == MODE_PLAY || mode == MODE_ADVISE)
		return N_("a board is written with '=': --play=BOARD, --advise=BOARD");
	return N_("an address is for --browser");
}

/* The error in the combination of options, or NULL. */
static const char *wrong_use(const struct cmd *cmd, bool player_given)
{
	if (cmd->mode == MODE_NONE)
		return N_("nothing to do");
	if (cmd->browser.url != NULL && cmd->mode != MODE_BROWSER)
		return wrong_operand(cmd->mode);
	if (cmd->mode == MODE_ADVISE && cmd->board != NULL && strcmp(cmd->board, "-") == 0)
		return N_("--advise reads its lines from standard input");
	if (cmd->size != 4 &&
		(cmd->coach || cmd->board != NULL || cmd->replays != NULL || cmd->log != 0))
		return N_("--size goes with neither a BOARD, --coach, --save-replays nor --log");
	if (cmd->size != 4 && (cmd->player.ms > 0 || cmd->data != NULL ||
				      (player_given && cmd->player.kind != PLAYER_EXPECTIMAX)))
		return N_("on boards of another size expectimax plays, without --data and --ms");
	if (cmd->coach && cmd->player.kind != PLAYER_NET)
		return N_("--coach needs the net player");
	if ((cmd->csv != NULL && strcmp(cmd->csv, "-") == 0) ||
		(cmd->state != NULL && strcmp(cmd->state, "-") == 0))
		return N_("'-' is not the name of a file that is written");
	if (cmd->browser_words.count > BROWSER_WORDS_MAX)
		return N_("too many arguments for the browser");
	return NULL;
}

static const char *mode_words(enum cmd_mode mode)
{
	switch (mode) {
	case MODE_PLAY:
		return "--play";
	case MODE_SCORES:
		return "--scores";
	case MODE_AUTO:
		return "--auto";
	case MODE_BOARD:
		return "--board";
	case MODE_ADVISE:
		return "--advise";
	case MODE_REPLAY:
		return "--replay";
	case MODE_ANALYZE:
		return "--analyze";
	case MODE_SERVE:
		return "--serve";
	default:
		return "--browser";
	}
}

/* Sets fields that depend on others. */
static void complete(struct cmd *cmd, const struct cli_given *given)
{
	if (cmd->size != 4)
		cmd->player.kind = PLAYER_EXPECTIMAX;
	cmd->player.hash = (size_t)cmd->hash;
	cmd->player.threads = cmd->threads > 0 ? cmd->threads : thread_cpu_count();
	cmd->player.seed = cmd->seed;
	cmd->moves_given = cli_was_given(given, opts, offsetof(struct cmd, moves));
	cmd->browser.words = cmd->browser_words.items;
	cmd->browser.word_count = cmd->browser_words.count;
}

bool cmd_read(struct cmd *cmd, struct cli *cli)
{
	struct cli_list operands = {0};
	struct cli_given given;
	const char *wrong;
	bool read;

	*cmd = (struct cmd){.seed = 2048, .games = 1, .size = 4, .hash = 32u << 20};
	cmd->player.kind = PLAYER_NET;
	read = cli_read(cli, cmd, &operands, &given);
	if (read && operands.count > 0)
		cmd->browser.url = operands.items[0];
	cli_list_free(&operands); /* the texts belong to the command line */
	if (!read)
		return false;
	wrong = wrong_use(cmd, cli_was_given(&given, opts, offsetof(struct cmd, player.kind)));
	if (wrong != NULL) {
		cli->status = cli_usage_error(cli, "%s", tr(wrong));
		return false;
	}
	complete(cmd, &given);
	return cli_modes(cli, cmd->mode, mode_words(cmd->mode));
}
