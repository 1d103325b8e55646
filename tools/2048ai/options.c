/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/thread.h"
#include "cmd.h"
#include "train/train.h"

enum {
	OPT_PLAY = 1,
	OPT_NEW,
	OPT_SCORES,
	OPT_AUTO,
	OPT_BOARD,
	OPT_REPLAY,
	OPT_ANALYZE,
	OPT_SERVE,
	OPT_BROWSER,
	OPT_WITH,
	OPT_PROGRAM,
	OPT_ATTACH,
	OPT_HEADLESS,
	OPT_WORD,
	OPT_PLAYER,
	OPT_DEPTH,
	OPT_NODES,
	OPT_MS,
	OPT_HASH,
	OPT_DATA,
	OPT_OUT,
	OPT_PRUNE,
	OPT_STEP,
	OPT_GAMES,
	OPT_STATE,
	OPT_REPLAYS,
	OPT_LOG,
	OPT_JSON,
	OPT_FORCE,
	OPT_SEED,
	OPT_THREADS,
	OPT_CHECKPOINT,
	OPT_FROM,
	OPT_MOVES,
	OPT_TUPLES,
	OPT_STAGES,
	OPT_STARTS,
	OPT_CSV,
	OPT_REPORT,
	OPT_SAVE,
	OPT_CAROUSEL,
	OPT_LINE_UP,
	OPT_RAISE,
	OPT_LEARN_FROM,
	OPT_LIFT,
	OPT_ONLY_KNOWN,
	OPT_FORGET,
	OPT_ALPHA,
	OPT_LAMBDA,
	OPT_STEPS,
	OPT_PLIES,
	OPT_OPTIMISTIC,
	OPT_PORTABLE
};

static const struct cli_opt opts[] = {
	{"play", 0, CLI_OPTIONAL, "BOARD", "Play in the terminal: your last game, or this position",
		NULL, "What to do", OPT_PLAY, 0},
	{"scores", 0, CLI_FLAG, NULL, "Show the games that were played, best first", NULL, NULL,
		OPT_SCORES, 0},
	{"auto", 'a', CLI_FLAG, NULL, "Let a player play whole games", NULL, NULL, OPT_AUTO, 0},
	{"board", 'b', CLI_VALUE, "BOARD", "Value the moves of a position; - reads it from stdin",
		NULL, NULL, OPT_BOARD, 0},
	{"replay", 0, CLI_VALUE, "FILE", "Show a saved game move by move", NULL, NULL, OPT_REPLAY,
		CLI_IS_FILE},
	{"analyze", 0, CLI_VALUE, "FILE", "Find the weakest moves of a saved game", NULL, NULL,
		OPT_ANALYZE, CLI_IS_FILE},
	{"serve", 0, CLI_FLAG, NULL, "Answer commands on stdin with lines of JSON", NULL, NULL,
		OPT_SERVE, 0},
	{"browser", 0, CLI_FLAG, NULL, "Play the page of the game (or URL) in a browser", NULL,
		NULL, OPT_BROWSER, 0},
	{"player", 'p', CLI_VALUE, "NAME", "Who plays [expectimax]",
		"expectimax|classic|minimax|greedy|random|net", "Players", OPT_PLAYER, 0},
	{"depth", 'd', CLI_VALUE, "N", "Search exactly so many plies", NULL, NULL, OPT_DEPTH, 0},
	{"nodes", 0, CLI_VALUE, "N", "Search so many moves, about, for each decision", NULL, NULL,
		OPT_NODES, 0},
	{"ms", 0, CLI_VALUE, "N", "Think so long for each decision, in milliseconds", NULL, NULL,
		OPT_MS, 0},
	{"hash", 0, CLI_VALUE, "SIZE", "Memory of the search table, at most [32M]", NULL, NULL,
		OPT_HASH, 0},
	{"data", 0, CLI_VALUE, "FILE", "Network of the net player; looked for if not given", NULL,
		NULL, OPT_DATA, CLI_IS_FILE},
	{"new", 0, CLI_FLAG, NULL, "Do not go on with the last game of --play", NULL, "Games",
		OPT_NEW, 0},
	{"games", 'n', CLI_VALUE, "N", "Games to play [1]", NULL, NULL, OPT_GAMES, 0},
	{"state", 0, CLI_VALUE, "FILE", "Keep finished games here, and go on from there", NULL,
		NULL, OPT_STATE, CLI_IS_FILE},
	{"save-replays", 0, CLI_VALUE, "FOLDER", "Write every game as FOLDER/gameNNNNNN.2048", NULL,
		NULL, OPT_REPLAYS, CLI_IS_DIR},
	{"log", 0, CLI_VALUE, "STYLE", "Print the lines of the first programs instead of a table",
		"classic", NULL, OPT_LOG, 0},
	{"csv", 0, CLI_VALUE, "FILE", "Games, or the learning curve, as a table", NULL, NULL,
		OPT_CSV, CLI_IS_FILE},
	{"with", 0, CLI_VALUE, "BROWSER", "Which browser [chromium]", "chromium|firefox",
		"Browsers", OPT_WITH, 0},
	{"program", 0, CLI_VALUE, "FILE", "The browser's program, if it is not found", NULL, NULL,
		OPT_PROGRAM, CLI_IS_FILE},
	{"attach", 0, CLI_VALUE, "[HOST:]PORT",
		"Use the browser that runs with that debugging port", NULL, NULL, OPT_ATTACH, 0},
	{"headless", 0, CLI_FLAG, NULL, "Start it without a window", NULL, NULL, OPT_HEADLESS, 0},
	{"browser-option", 0, CLI_VALUE, "WORD", "Give it this argument too; may be repeated", NULL,
		NULL, OPT_WORD, 0},
	{"checkpoint", 0, CLI_VALUE, "FILE", "Where the training state is kept; resumed if there",
		NULL, "Training", OPT_CHECKPOINT, CLI_IS_FILE},
	{"from", 0, CLI_VALUE, "FILE", "Begin a training with the weights of this network", NULL,
		NULL, OPT_FROM, CLI_IS_FILE},
	{"moves", 0, CLI_VALUE, "N", "Training moves in all [1000000]; moves in a browser", NULL,
		NULL, OPT_MOVES, 0},
	{"tuples", 0, CLI_VALUE, "LIST",
		"Cells each n-tuple reads; a resumed training takes more behind "
		"its own [012456,456789,012345,234569]",
		NULL, NULL, OPT_TUPLES, 0},
	{"stages", 0, CLI_VALUE, "LIST",
		"Ranks that begin each later stage; - for none; a resumed training "
		"takes more behind its own [14,14+13]",
		NULL, NULL, OPT_STAGES, 0},
	{"starts", 0, CLI_VALUE, "LIST", "Ranks from which games start too, besides the stages",
		NULL, NULL, OPT_STARTS, 0},
	{"report", 0, CLI_VALUE, "N", "Moves between two lines of the curve [10000000]", NULL, NULL,
		OPT_REPORT, 0},
	{"save-minutes", 0, CLI_VALUE, "N", "Minutes between checkpoints [5]", NULL, NULL, OPT_SAVE,
		0},
	{"carousel", 0, CLI_VALUE, "N", "Percent of games that start at a stage or start [40]",
		NULL, NULL, OPT_CAROUSEL, 0},
	{"line-up", 0, CLI_VALUE, "N", "Percent of these with the largest tiles put in line [0]",
		NULL, NULL, OPT_LINE_UP, 0},
	{"raise", 0, CLI_VALUE, "N",
		"Percent of these on boards of --starts, large tiles doubled [0]", NULL, NULL,
		OPT_RAISE, 0},
	{"learn-from", 0, CLI_VALUE, "N",
		"Learn no weight of stages before this, the first being 0 [0]", NULL, NULL,
		OPT_LEARN_FROM, 0},
	{"lift", 0, CLI_VALUE, "N",
		"Begin stages 1 to N anew, as the first with large tiles halved", NULL, NULL,
		OPT_LIFT, 0},
	{"only-known", 0, CLI_FLAG, NULL, "Learn no weight that was never learned before", NULL,
		NULL, OPT_ONLY_KNOWN, 0},
	{"forget", 0, CLI_VALUE, "X", "First forget what pack --prune=X would leave out", NULL,
		NULL, OPT_FORGET, 0},
	{"alpha", 0, CLI_VALUE, "X", "Learning rate before coherence [1]", NULL, NULL, OPT_ALPHA,
		0},
	{"lambda", 0, CLI_VALUE, "X", "Weight of each further step [0.5]", NULL, NULL, OPT_LAMBDA,
		0},
	{"steps", 0, CLI_VALUE, "N", "Steps that an error looks ahead, 1 to 8 [3]", NULL, NULL,
		OPT_STEPS, 0},
	{"plies", 0, CLI_VALUE, "N", "Plies that moves near the best are looked at, 1 or 2 [1]",
		NULL, NULL, OPT_PLIES, 0},
	{"optimistic", 0, CLI_VALUE, "X", "Points a board is worth before it was seen [0]", NULL,
		NULL, OPT_OPTIMISTIC, 0},
	{"portable", 0, CLI_FLAG, NULL, "Do not use the processor's bit extraction", NULL, NULL,
		OPT_PORTABLE, 0},
	{"output", 'o', CLI_VALUE, "FILE", "Where pack and curve write", NULL, "Packing", OPT_OUT,
		CLI_IS_FILE},
	{"prune", 0, CLI_VALUE, "X", "Leave out weights that cost less than this [100]", NULL, NULL,
		OPT_PRUNE, 0},
	{"step", 0, CLI_VALUE, "X", "Round weights to this many points, or coarser [4]", NULL, NULL,
		OPT_STEP, 0},
	{"json", 0, CLI_FLAG, NULL, "Results as one JSON document", NULL, "General", OPT_JSON, 0},
	{"force", 'f', CLI_FLAG, NULL, "Write over existing files", NULL, NULL, OPT_FORCE, 0},
	{"seed", 's', CLI_VALUE, "N", "Seed of the new tiles, or random [2048]", NULL, NULL,
		OPT_SEED, 0},
	{"threads", 't', CLI_VALUE, "N", "Threads; all processors if not given", NULL, NULL,
		OPT_THREADS, 0},
	{NULL, 0, CLI_FLAG, NULL, NULL, NULL, NULL, 0, 0},
};

const struct cli_spec cmd_spec = {
	.tool = "2048ai",
	.exits = CLI_HAS_NOTHING,
	.summary = "plays and studies the game 2048",
	.usage = "2048ai --play[=BOARD] [OPTION]...\n"
		 "2048ai --scores\n"
		 "2048ai --auto [OPTION]...\n"
		 "2048ai --board=BOARD [OPTION]...\n"
		 "2048ai --replay=FILE | --analyze=FILE [OPTION]...\n"
		 "2048ai --serve [OPTION]...\n"
		 "2048ai --browser [OPTION]... [URL]\n"
		 "2048ai train --checkpoint=FILE [OPTION]...\n"
		 "2048ai pack --checkpoint=FILE --output=FILE [OPTION]...\n"
		 "2048ai curve --csv=FILE --output=FILE",
	.notes =
		"A board is 16 hexadecimal digits, the last one the top left cell, or 16 tiles in\n"
		"reading order.\n\n"
		"Examples:\n"
		"  2048ai --auto --games=100 --nodes=200000\n"
		"  2048ai --board=64107300a210c000\n"
		"  2048ai --board=\"2 0 0 4  0 8 2 0  16 0 0 0  64 32 8 2\"\n"
		"  2048ai train --checkpoint=net.ckpt --moves=1000000000 --csv=curve.csv\n",
	.exit_notes = NULL,
	.opts = opts,
	.min_operands = 0,
	.max_operands = 2,
};

#define IN(mode) (1u << (mode))
#define IN_PLAYER                                                                                  \
	(IN(MODE_PLAY) | IN(MODE_AUTO) | IN(MODE_BOARD) | IN(MODE_ANALYZE) | IN(MODE_SERVE) |      \
		IN(MODE_BROWSER))

static const struct cli_fit fits[] = {{OPT_NEW, IN(MODE_PLAY)}, {OPT_WITH, IN(MODE_BROWSER)},
	{OPT_PROGRAM, IN(MODE_BROWSER)}, {OPT_ATTACH, IN(MODE_BROWSER)},
	{OPT_HEADLESS, IN(MODE_BROWSER)}, {OPT_WORD, IN(MODE_BROWSER)}, {OPT_PLAYER, IN_PLAYER},
	{OPT_DEPTH, IN_PLAYER}, {OPT_NODES, IN_PLAYER}, {OPT_MS, IN_PLAYER}, {OPT_HASH, IN_PLAYER},
	{OPT_DATA, IN_PLAYER}, {OPT_OUT, IN(MODE_PACK) | IN(MODE_CURVE)},
	{OPT_PRUNE, IN(MODE_PACK) | IN(MODE_TRAIN)}, {OPT_STEP, IN(MODE_PACK)},
	{OPT_GAMES, IN(MODE_AUTO) | IN(MODE_BROWSER)}, {OPT_STATE, IN(MODE_AUTO)},
	{OPT_REPLAYS, IN(MODE_AUTO)}, {OPT_LOG, IN(MODE_AUTO)},
	{OPT_CHECKPOINT, IN(MODE_TRAIN) | IN(MODE_PACK)}, {OPT_FROM, IN(MODE_TRAIN)},
	{OPT_MOVES, IN(MODE_TRAIN) | IN(MODE_BROWSER)}, {OPT_TUPLES, IN(MODE_TRAIN)},
	{OPT_STAGES, IN(MODE_TRAIN)}, {OPT_STARTS, IN(MODE_TRAIN)},
	{OPT_CSV, IN(MODE_AUTO) | IN(MODE_TRAIN) | IN(MODE_CURVE)}, {OPT_REPORT, IN(MODE_TRAIN)},
	{OPT_SAVE, IN(MODE_TRAIN)}, {OPT_CAROUSEL, IN(MODE_TRAIN)}, {OPT_LINE_UP, IN(MODE_TRAIN)},
	{OPT_RAISE, IN(MODE_TRAIN)}, {OPT_LEARN_FROM, IN(MODE_TRAIN)}, {OPT_LIFT, IN(MODE_TRAIN)},
	{OPT_ONLY_KNOWN, IN(MODE_TRAIN)}, {OPT_FORGET, IN(MODE_TRAIN)}, {OPT_ALPHA, IN(MODE_TRAIN)},
	{OPT_LAMBDA, IN(MODE_TRAIN)}, {OPT_STEPS, IN(MODE_TRAIN)}, {OPT_PLIES, IN(MODE_TRAIN)},
	{OPT_OPTIMISTIC, IN(MODE_TRAIN)}, {OPT_PORTABLE, IN(MODE_TRAIN)}, {0, 0}};

static void defaults(struct cmd *cmd)
{
	memset(cmd, 0, sizeof(*cmd));
	cmd->seed = 2048;
	cmd->games = 1;
	cmd->prune = 100;
	cmd->step = 4;
	cmd->player.kind = PLAYER_EXPECTIMAX;
	cmd->player.hash = 32u << 20;
	cmd->moves = 1000000;
	cmd->report = 10000000;
	cmd->save_minutes = 5;
	cmd->carousel = 40;
	cmd->forget = -1;
	cmd->alpha = 1;
	cmd->lambda = 0.5;
	cmd->steps = 3;
	cmd->plies = 1;
}

static bool read_real(struct cli *cli, double min, double max, double *out)
{
	char *end;
	double v = strtod(cli->value, &end);

	if (*cli->value == '\0' || *end != '\0' || !(v >= min && v <= max)) {
		cli_usage_error(cli, "--%s: a number from %g to %g is wanted, not '%s'", cli->name,
			min, max, cli->value);
		return false;
	}
	*out = v;
	return true;
}

static bool read_count(struct cli *cli, int min, int max, unsigned *out)
{
	int v;

	if (!cli_int(cli, min, max, &v))
		return false;
	*out = (unsigned)v;
	return true;
}

static bool read_training(struct cmd *cmd, struct cli *cli, int id)
{
	switch (id) {
	case OPT_CHECKPOINT:
		cmd->checkpoint = cli->value;
		return true;
	case OPT_FROM:
		cmd->from = cli->value;
		return true;
	case OPT_MOVES:
		cmd->moves_given = true;
		return cli_u64(cli, 1, UINT64_MAX / 2, &cmd->moves);
	case OPT_TUPLES:
		cmd->tuples = cli->value;
		return true;
	case OPT_STAGES:
		cmd->stages = cli->value;
		return true;
	case OPT_STARTS:
		cmd->starts = cli->value;
		return true;
	case OPT_CSV:
		cmd->csv = cli->value;
		return true;
	case OPT_REPORT:
		return cli_u64(cli, 1, UINT64_MAX / 2, &cmd->report);
	case OPT_SAVE:
		return read_count(cli, 1, 100000, &cmd->save_minutes);
	case OPT_CAROUSEL:
		return read_count(cli, 0, 100, &cmd->carousel);
	case OPT_LINE_UP:
		return read_count(cli, 0, 100, &cmd->line_up);
	case OPT_RAISE:
		return read_count(cli, 0, 100, &cmd->raise);
	case OPT_LEARN_FROM:
		return read_count(cli, 0, NTUPLE_STAGE_MAX - 1, &cmd->learn_from);
	case OPT_LIFT:
		return read_count(cli, 1, NTUPLE_STAGE_MAX - 1, &cmd->lift);
	case OPT_ONLY_KNOWN:
		cmd->only_known = true;
		return true;
	case OPT_FORGET:
		return read_real(cli, 0, 1e9, &cmd->forget);
	case OPT_ALPHA:
		return read_real(cli, 0, 10, &cmd->alpha);
	case OPT_LAMBDA:
		return read_real(cli, 0, 1, &cmd->lambda);
	case OPT_STEPS:
		return read_count(cli, 1, TRAIN_STEPS, &cmd->steps);
	case OPT_PLIES:
		return read_count(cli, 1, TRAIN_PLIES, &cmd->plies);
	case OPT_OPTIMISTIC:
		return read_real(cli, 0, 1e6, &cmd->optimistic);
	default:
		cmd->portable = true;
		return true;
	}
}

static void set_mode(struct cmd *cmd, enum cmd_mode mode)
{
	cmd->clash = cmd->clash || (cmd->mode != MODE_NONE && cmd->mode != mode);
	cmd->mode = mode;
}

static bool read_size(struct cli *cli, size_t *out)
{
	uint64_t v;

	if (!cli_size(cli, 1u << 20, 1ull << 36, &v))
		return false;
	if (v > SIZE_MAX / 4)
		v = SIZE_MAX / 4;
	*out = (size_t)v;
	return true;
}

static bool read_player(struct cmd *cmd, struct cli *cli, int id)
{
	switch (id) {
	case OPT_PLAYER:
		cmd->player.kind = (enum player_kind)cli_choice(cli);
		return true;
	case OPT_DEPTH:
		return read_count(cli, 1, SEARCH_DEPTH_MAX, &cmd->player.depth);
	case OPT_NODES:
		return cli_u64(cli, 1, UINT64_MAX / 16, &cmd->player.nodes);
	case OPT_MS:
		return read_count(cli, 1, 86400000, &cmd->player.ms);
	default:
		return read_size(cli, &cmd->player.hash);
	}
}

static bool read_seed(struct cmd *cmd, struct cli *cli)
{
	struct err err;

	cmd->seed_given = true;
	if (strcmp(cli->value, "random") != 0)
		return cli_u64(cli, 0, UINT64_MAX, &cmd->seed);
	if (os_random(&cmd->seed, sizeof(cmd->seed), &err) == ERR_OK)
		return true;
	cli_usage_error(cli, "--seed=random: %s", err.text);
	return false;
}

static bool read_operand(struct cmd *cmd, struct cli *cli)
{
	if (cmd->mode == MODE_BROWSER || strstr(cli->value, "://") != NULL) {
		cmd->browser.url = cli->value;
		return true;
	}
	if (strcmp(cli->value, "train") == 0) {
		set_mode(cmd, MODE_TRAIN);
		return true;
	}
	if (strcmp(cli->value, "pack") == 0) {
		set_mode(cmd, MODE_PACK);
		return true;
	}
	if (strcmp(cli->value, "curve") == 0) {
		set_mode(cmd, MODE_CURVE);
		return true;
	}
	cli_usage_error(cli, "no such command: '%s'", cli->value);
	return false;
}

/* Where the value of an option that takes any text goes; NULL: it is none of these. */
static const char **text_place(struct cmd *cmd, int id)
{
	switch (id) {
	case OPT_OUT:
		return &cmd->out;
	case OPT_DATA:
		return &cmd->data;
	case OPT_STATE:
		return &cmd->state;
	case OPT_REPLAYS:
		return &cmd->replays;
	default:
		return NULL;
	}
}

static bool read_browser(struct cmd *cmd, struct cli *cli, int id)
{
	switch (id) {
	case OPT_BROWSER:
		set_mode(cmd, MODE_BROWSER);
		return true;
	case OPT_WITH:
		cmd->browser.kind = (enum remote_kind)cli_choice(cli);
		return true;
	case OPT_PROGRAM:
		cmd->browser.program = cli->value;
		return true;
	case OPT_ATTACH:
		cmd->browser.attach = cli->value;
		return true;
	case OPT_HEADLESS:
		cmd->browser.headless = true;
		return true;
	default:
		if (cmd->browser.word_count ==
			sizeof(cmd->browser_words) / sizeof(cmd->browser_words[0])) {
			cli_usage_error(cli, "too many arguments for the browser");
			return false;
		}
		cmd->browser_words[cmd->browser.word_count++] = cli->value;
		cmd->browser.words = cmd->browser_words;
		return true;
	}
}

/* The options that say what to do; false: it is none of these. */
static bool read_mode(struct cmd *cmd, const struct cli *cli, int id)
{
	switch (id) {
	case OPT_PLAY:
		set_mode(cmd, MODE_PLAY);
		cmd->board = cli->value != NULL && *cli->value != '\0' ? cli->value : NULL;
		return true;
	case OPT_SCORES:
		set_mode(cmd, MODE_SCORES);
		return true;
	case OPT_AUTO:
		set_mode(cmd, MODE_AUTO);
		return true;
	case OPT_BOARD:
		set_mode(cmd, MODE_BOARD);
		cmd->board = cli->value;
		return true;
	case OPT_REPLAY:
	case OPT_ANALYZE:
		set_mode(cmd, id == OPT_REPLAY ? MODE_REPLAY : MODE_ANALYZE);
		cmd->file = cli->value;
		return true;
	case OPT_SERVE:
		set_mode(cmd, MODE_SERVE);
		return true;
	default:
		return false;
	}
}

static bool read_one(struct cmd *cmd, struct cli *cli, int id)
{
	const char **text = text_place(cmd, id);

	if (text != NULL) {
		*text = cli->value;
		return true;
	}
	if (read_mode(cmd, cli, id))
		return true;
	if (id >= OPT_BROWSER && id <= OPT_WORD)
		return read_browser(cmd, cli, id);
	switch (id) {
	case CLI_OPERAND:
		return read_operand(cmd, cli);
	case OPT_NEW:
		cmd->another = true;
		return true;
	case OPT_PRUNE:
		return read_real(cli, 0, 1e12, &cmd->prune);
	case OPT_STEP:
		return read_real(cli, 0.01, 1e5, &cmd->step);
	case OPT_PLAYER:
	case OPT_DEPTH:
	case OPT_NODES:
	case OPT_MS:
	case OPT_HASH:
		return read_player(cmd, cli, id);
	case OPT_GAMES:
		return cli_u64(cli, 1, 1000000, &cmd->games);
	case OPT_LOG:
		cmd->log_classic = true;
		return true;
	case OPT_JSON:
		cmd->json = true;
		return true;
	case OPT_FORCE:
		cmd->force = true;
		return true;
	case OPT_SEED:
		return read_seed(cmd, cli);
	case OPT_THREADS:
		return read_count(cli, 1, 256, &cmd->threads);
	default:
		return read_training(cmd, cli, id);
	}
}

/* Which have a report for programs; --serve answers in JSON anyway. */
static bool has_json(enum cmd_mode mode)
{
	return mode == MODE_AUTO || mode == MODE_BOARD || mode == MODE_ANALYZE ||
	       mode == MODE_SERVE || mode == MODE_BROWSER || mode == MODE_SCORES;
}

static bool is_dash(const char *name)
{
	return name != NULL && strcmp(name, "-") == 0;
}

/* What is wrong about the options together, or NULL. */
static const char *wrong_use(const struct cmd *cmd)
{
	if (cmd->mode == MODE_NONE)
		return "nothing to do";
	if (cmd->clash)
		return "only one thing can be done at a time";
	if (cmd->browser.url != NULL && cmd->mode != MODE_BROWSER)
		return "an address is for --browser";
	if (cmd->log_classic && cmd->json)
		return "--log and --json exclude each other";
	if (cmd->json && !has_json(cmd->mode))
		return "--json is for --auto, --board, --analyze, --scores and --browser";
	if (is_dash(cmd->csv) || is_dash(cmd->out) || is_dash(cmd->state) ||
		is_dash(cmd->checkpoint))
		return "'-' is no name of a file that is written";
	if (cmd->mode == MODE_PACK && (cmd->checkpoint == NULL || cmd->out == NULL))
		return "pack needs --checkpoint=FILE and --output=FILE";
	if (cmd->mode == MODE_CURVE && (cmd->csv == NULL || cmd->out == NULL))
		return "curve needs --csv=FILE and --output=FILE";
	if (cmd->mode == MODE_TRAIN && cmd->checkpoint == NULL)
		return "train needs --checkpoint=FILE";
	return NULL;
}

bool cmd_read(struct cmd *cmd, struct cli *cli, int *status)
{
	static const char *const words[] = {"", "--play", "--scores", "--auto", "--board",
		"--replay", "--analyze", "--serve", "--browser", "train", "pack", "curve"};
	const char *wrong;
	int id;

	defaults(cmd);
	while ((id = cli_next(cli)) != CLI_END) {
		if (id == CLI_ERROR || id == CLI_DONE) {
			*status = cli->status;
			return false;
		}
		if (!read_one(cmd, cli, id)) {
			*status = EXIT_USAGE;
			return false;
		}
	}
	wrong = wrong_use(cmd);
	if (wrong != NULL) {
		*status = cli_usage_error(cli, "%s", wrong);
		return false;
	}
	if (!cli_fits(cli, fits, IN(cmd->mode), words[cmd->mode])) {
		*status = cli->status;
		return false;
	}
	cmd->player.threads = cmd->threads > 0 ? cmd->threads : thread_cpu_count();
	cmd->player.seed = cmd->seed;
	return true;
}
