/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "train.h"

enum {
	OPT_SEED = 1,
	OPT_THREADS,
	OPT_CHECKPOINT,
	OPT_MOVES,
	OPT_TUPLES,
	OPT_STAGES,
	OPT_CSV,
	OPT_REPORT,
	OPT_SAVE,
	OPT_CAROUSEL,
	OPT_ALPHA,
	OPT_LAMBDA,
	OPT_STEPS,
	OPT_OPTIMISTIC,
	OPT_PORTABLE
};

static const struct cli_opt opts[] = {
	{"seed", 's', CLI_VALUE, "N", "Seed of the random numbers [2048]", NULL,
		"General:", OPT_SEED, 0},
	{"threads", 't', CLI_VALUE, "N", "Threads; all processors if not given", NULL, NULL,
		OPT_THREADS, 0},
	{"checkpoint", 0, CLI_VALUE, "FILE", "Where the training state is kept; resumed if there",
		NULL, "Training:", OPT_CHECKPOINT, CLI_IS_FILE},
	{"moves", 0, CLI_VALUE, "N", "Training moves in all [1000000]", NULL, NULL, OPT_MOVES, 0},
	{"tuples", 0, CLI_VALUE, "LIST", "Cells each n-tuple reads [012456,456789,012345,234569]",
		NULL, NULL, OPT_TUPLES, 0},
	{"stages", 0, CLI_VALUE, "LIST", "Ranks that begin each later stage; - for none [14,14+13]",
		NULL, NULL, OPT_STAGES, 0},
	{"csv", 0, CLI_VALUE, "FILE", "Learning curve; also starts from an existing one", NULL,
		NULL, OPT_CSV, CLI_IS_FILE},
	{"report", 0, CLI_VALUE, "N", "Moves between two lines of the curve [10000000]", NULL, NULL,
		OPT_REPORT, 0},
	{"save-minutes", 0, CLI_VALUE, "N", "Minutes between checkpoints [5]", NULL, NULL, OPT_SAVE,
		0},
	{"carousel", 0, CLI_VALUE, "N", "Percent of games that start at a later stage [40]", NULL,
		NULL, OPT_CAROUSEL, 0},
	{"alpha", 0, CLI_VALUE, "X", "Learning rate before coherence [1]", NULL, NULL, OPT_ALPHA,
		0},
	{"lambda", 0, CLI_VALUE, "X", "Weight of each further step [0.5]", NULL, NULL, OPT_LAMBDA,
		0},
	{"steps", 0, CLI_VALUE, "N", "Steps that an error looks ahead, 1 to 8 [3]", NULL, NULL,
		OPT_STEPS, 0},
	{"optimistic", 0, CLI_VALUE, "X", "Points a board is worth before it was seen [0]", NULL,
		NULL, OPT_OPTIMISTIC, 0},
	{"portable", 0, CLI_FLAG, NULL, "Do not use the processor's bit extraction", NULL, NULL,
		OPT_PORTABLE, 0},
	{NULL, 0, CLI_FLAG, NULL, NULL, NULL, NULL, 0, 0},
};

const struct cli_spec cmd_spec = {
	.tool = "2048ai",
	.summary = "Play, study and learn the game 2048",
	.usage = "2048ai train --checkpoint=FILE [OPTION]...",
	.notes = "Examples:\n"
		 "  2048ai train --checkpoint=net.ckpt --moves=1000000000 --csv=curve.csv\n",
	.exit_notes = NULL,
	.opts = opts,
	.min_operands = 0,
	.max_operands = 1,
};

static void defaults(struct cmd *cmd)
{
	memset(cmd, 0, sizeof(*cmd));
	cmd->seed = 2048;
	cmd->tuples = "012456,456789,012345,234569";
	cmd->stages = "14,14+13";
	cmd->moves = 1000000;
	cmd->report = 10000000;
	cmd->save_minutes = 5;
	cmd->carousel = 40;
	cmd->alpha = 1;
	cmd->lambda = 0.5;
	cmd->steps = 3;
}

static bool read_real(struct cli *cli, double min, double max, double *out)
{
	char *end;
	double v = strtod(cli->value, &end);

	if (*cli->value == '\0' || *end != '\0' || !(v >= min && v <= max)) {
		cli_usage_error(cli, "%s: a number from %g to %g is wanted, not '%s'", cli->name,
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
	case OPT_MOVES:
		return cli_u64(cli, 1, UINT64_MAX / 2, &cmd->moves);
	case OPT_TUPLES:
		cmd->tuples = cli->value;
		return true;
	case OPT_STAGES:
		cmd->stages = cli->value;
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
	case OPT_ALPHA:
		return read_real(cli, 0, 10, &cmd->alpha);
	case OPT_LAMBDA:
		return read_real(cli, 0, 1, &cmd->lambda);
	case OPT_STEPS:
		return read_count(cli, 1, TRAIN_STEPS, &cmd->steps);
	case OPT_OPTIMISTIC:
		return read_real(cli, 0, 1e6, &cmd->optimistic);
	default:
		cmd->portable = true;
		return true;
	}
}

static bool read_operand(struct cmd *cmd, struct cli *cli)
{
	if (strcmp(cli->value, "train") == 0) {
		cmd->mode = MODE_TRAIN;
		return true;
	}
	cli_usage_error(cli, "no such command: '%s'", cli->value);
	return false;
}

static bool read_one(struct cmd *cmd, struct cli *cli, int id)
{
	switch (id) {
	case CLI_OPERAND:
		return read_operand(cmd, cli);
	case OPT_SEED:
		return cli_u64(cli, 0, UINT64_MAX, &cmd->seed);
	case OPT_THREADS:
		return read_count(cli, 1, 256, &cmd->threads);
	default:
		return read_training(cmd, cli, id);
	}
}

bool cmd_read(struct cmd *cmd, struct cli *cli, int *status)
{
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
	if (cmd->mode == MODE_NONE) {
		*status = cli_usage_error(cli, "nothing to do");
		return false;
	}
	if (cmd->mode == MODE_TRAIN && cmd->checkpoint == NULL) {
		*status = cli_usage_error(cli, "train needs --checkpoint=FILE");
		return false;
	}
	return true;
}
