/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "cmd.h"
#include "train/train.h"

static enum err_code read_real(const char *value, double max, double *out, struct err *err)
{
	char *end;
	double v = strtod(value, &end);

	if (*value == '\0' || *end != '\0' || !(v >= 0 && v <= max))
		return err_set(
			err, ERR_USAGE, "a number from 0 to %g is wanted, not '%s'", max, value);
	*out = v;
	return ERR_OK;
}

#define REAL(field, max)                                                                           \
	static enum err_code set_##field(void *cmd, const char *value, struct err *err)            \
	{                                                                                          \
		return read_real(value, max, &((struct cmd *)cmd)->field, err);                    \
	}
REAL(prune, 1e12)
REAL(step, 1e5)
REAL(alpha, 10)
REAL(lambda, 1)
REAL(optimistic, 1e6)
REAL(boards, 500)

#define OPT(name, letter, field) CLI_OPT(struct cmd, name, letter, field)
#define TRAIN                    .modes = MODE_TRAIN
#define COUNT                    .value = "N", .min = 1, .max = UINT64_MAX / 32
#define PERCENT                  .value = "N", .min = 0, .max = 100
static const struct cli_opt opts[] = {
	{OPT("checkpoint", 0, checkpoint), .value = "FILE", .flags = CLI_IS_FILE,
		.modes = MODE_TRAIN | MODE_PACK, .group = "Training",
		.help = "Where the training state is kept; resumed if there"},
	{OPT("from", 0, from), .modes = MODE_TRAIN | MODE_SHRINK, .value = "FILE",
		.flags = CLI_IS_FILE, .help = "Begin with the weights of this network"},
	{OPT("moves", 0, moves), TRAIN, COUNT, .help = "Training moves in all [1000000]"},
	{OPT("tuples", 0, tuples), TRAIN, .value = "LIST",
		.help = "Cells each n-tuple reads; a resumed training takes more after its own "
			"[012456,456789,012345,234569]"},
	{OPT("stages", 0, stages), TRAIN, .value = "LIST",
		.help = "Ranks that begin each later stage; - for none; a resumed training takes "
			"more after its own [14,14+13]"},
	{OPT("starts", 0, starts), TRAIN, .value = "LIST",
		.help = "Ranks from which games start too, besides the stages"},
	{OPT("csv", 0, csv), .modes = MODE_TRAIN | MODE_CURVE, .value = "FILE",
		.flags = CLI_IS_FILE, .help = "The learning curve"},
	{OPT("report", 0, report), TRAIN, COUNT,
		.help = "Moves between two lines of the curve [10000000]"},
	{OPT("save-minutes", 0, save_minutes), TRAIN, .value = "N", .min = 1, .max = 100000,
		.help = "Minutes between checkpoints [5]"},
	{OPT("carousel", 0, carousel), TRAIN, PERCENT,
		.help = "Percent of games that start at a stage or start [40]"},
	{CLI_CALLS("alpha", 0, set_alpha), TRAIN, .value = "X",
		.help = "Learning rate before coherence [1]"},
	{CLI_CALLS("lambda", 0, set_lambda), TRAIN, .value = "X",
		.help = "Weight of each further step [0.5]"},
	{OPT("steps", 0, steps), TRAIN, .value = "N", .min = 1, .max = TRAIN_STEPS,
		.help = "Steps that an error looks ahead, 1 to 8 [3]"},
	{OPT("plies", 0, plies), TRAIN, .value = "N", .min = 1, .max = TRAIN_PLIES,
		.help = "Plies that moves near the best are looked at, 1 or 2 [1]"},
	{CLI_CALLS("optimistic", 0, set_optimistic), TRAIN, .value = "X",
		.help = "Points a board is worth before it was seen [0]"},
	{OPT("portable", 0, portable), TRAIN, .help = "Do not use the processor's bit extraction"},
	{OPT("output", 'o', out), .modes = MODE_PACK | MODE_CURVE | MODE_SHRINK, .value = "FILE",
		.flags = CLI_IS_FILE, .group = "Packing",
		.help = "Where pack, shrink and curve write"},
	{CLI_CALLS("prune", 0, set_prune), .modes = MODE_PACK | MODE_TRAIN, .value = "X",
		.help = "Leave out weights that cost less than this [100]"},
	{OPT("bytes", 'b', bytes), .modes = MODE_SHRINK, .value = "N", .min = 1, .max = UINT32_MAX,
		.help = "Most bytes of the small network [3985000]"},
	{CLI_CALLS("boards", 0, set_boards), .modes = MODE_SHRINK, .value = "X",
		.help = "Millions of boards that shrink compares, each of which takes 140 MB, and "
			"all 1.5 GB more [16]"},
	{CLI_CALLS("step", 0, set_step), .modes = MODE_PACK | MODE_SHRINK, .value = "X",
		.help = "Round weights to this many points, or coarser [4; of shrink 224]"},
	{OPT("force", 'f', force), .group = "General", .help = "Write over existing files"},
	{OPT("seed", 's', seed), .value = "N", .help = "Seed of the new tiles [2048]"},
	{OPT("threads", 't', threads), .value = "N", .min = 1, .max = 256,
		.help = "Threads; all processors if not given"},
	{0},
};

const struct cli_spec cmd_spec = {
	.tool = "2048train",
	.summary = "trains the network of 2048ai by self-play",
	.usage = "2048train train --checkpoint=FILE [OPTION]...\n"
		 "2048train pack --checkpoint=FILE --output=FILE [OPTION]...\n"
		 "2048train shrink --from=FILE --output=FILE [OPTION]...\n"
		 "2048train curve --csv=FILE --output=FILE",
	.notes = "Example:\n"
		 "  2048train train --checkpoint=net.ckpt --moves=1000000000 --csv=curve.csv\n",
	.opts = opts,
	.min_operands = 1,
	.max_operands = 1,
};

static bool is_dash(const char *name)
{
	return name != NULL && strcmp(name, "-") == 0;
}

/* True when the output is also an input, which is never overwritten, even with --force. */
static bool is_also_input(const struct cmd *cmd)
{
	const char *in = cmd->mode == MODE_PACK     ? cmd->checkpoint
			 : cmd->mode == MODE_SHRINK ? cmd->from
			 : cmd->mode == MODE_CURVE  ? cmd->csv
						    : NULL;

	return in != NULL && file_same(in, cmd->out);
}

static const char *wrong_use(const struct cmd *cmd)
{
	if (is_dash(cmd->csv) || is_dash(cmd->out) || is_dash(cmd->checkpoint))
		return "'-' is not the name of a file that is written";
	if (cmd->mode == MODE_PACK && (cmd->checkpoint == NULL || cmd->out == NULL))
		return "pack needs --checkpoint=FILE and --output=FILE";
	if (cmd->mode == MODE_SHRINK && (cmd->from == NULL || cmd->out == NULL))
		return "shrink needs --from=FILE and --output=FILE";
	if (cmd->mode == MODE_CURVE && (cmd->csv == NULL || cmd->out == NULL))
		return "curve needs --csv=FILE and --output=FILE";
	if (cmd->mode == MODE_TRAIN && cmd->checkpoint == NULL)
		return "train needs --checkpoint=FILE";
	if (is_also_input(cmd))
		return "input and output are the same file";
	return NULL;
}

bool cmd_read(struct cmd *cmd, struct cli *cli)
{
	static const struct {
		const char *name;
		enum cmd_mode mode;
	} modes[] = {{"train", MODE_TRAIN}, {"pack", MODE_PACK}, {"curve", MODE_CURVE},
		{"shrink", MODE_SHRINK}};
	struct cli_list words = {0};
	const char *wrong = NULL, *name = "";

	*cmd = (struct cmd){.seed = 2048,
		.prune = 100,
		.step = -1,
		.bytes = 3985000,
		.boards = 16,
		.moves = 1000000,
		.report = 10000000,
		.save_minutes = 5,
		.carousel = 40,
		.alpha = 1,
		.lambda = 0.5,
		.steps = 3,
		.plies = 1};
	if (!cli_read(cli, cmd, &words, NULL)) {
		cli_list_free(&words);
		return false;
	}
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (strcmp(words.items[0], modes[i].name) == 0) {
			cmd->mode = modes[i].mode;
			name = modes[i].name;
		}
	if (cmd->mode == 0)
		cli->status = cli_usage_error(cli, "no such command: '%s'", words.items[0]);
	else if ((wrong = wrong_use(cmd)) != NULL)
		cli->status = cli_usage_error(cli, "%s", wrong);
	if (cmd->step < 0)
		cmd->step = cmd->mode == MODE_SHRINK ? 224 : 4;
	cli_list_free(&words);
	return cmd->mode != 0 && wrong == NULL && cli_modes(cli, cmd->mode, name);
}
