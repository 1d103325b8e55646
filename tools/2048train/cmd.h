/* SPDX-License-Identifier: MIT */
/* The options of the command line, and the commands. */
#ifndef BIOSBELT_2048TRAIN_CMD_H
#define BIOSBELT_2048TRAIN_CMD_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/cli.h"
#include "biosbelt/game2048.h"

enum cmd_mode { MODE_TRAIN = 1, MODE_PACK = 2, MODE_CURVE = 4, MODE_SHRINK = 8 };

struct cmd {
	enum cmd_mode mode;
	uint64_t seed;
	unsigned threads; /* 0: all processors */
	bool force;
	const char *out;
	double prune; /* of train --from, too */
	double step;  /* below 0 until the mode is known */
	uint64_t bytes;
	double boards; /* millions */
	const char *tuples;
	const char *stages;
	const char *starts; /* NULL: as in the checkpoint */
	const char *from;   /* a network to begin with, or NULL */
	const char *checkpoint;
	const char *csv;
	uint64_t moves;
	uint64_t report;
	unsigned save_minutes;
	unsigned carousel;
	double alpha;
	double lambda;
	unsigned steps;
	unsigned plies;
	double optimistic;
	bool portable;
};

extern const struct cli_spec cmd_spec;

/* Reads the command line; false: return cli->status. */
bool cmd_read(struct cmd *cmd, struct cli *cli);

int cmd_train(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_shrink(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_pack(const struct cmd *cmd);
int cmd_curve(const struct cmd *cmd);

#endif
