/* SPDX-License-Identifier: MIT */
/* What the command line said, and the commands that do it. */
#ifndef BIOSBELT_2048AI_CMD_H
#define BIOSBELT_2048AI_CMD_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/cli.h"

enum cmd_mode { MODE_NONE, MODE_TRAIN };

struct cmd {
	enum cmd_mode mode;
	uint64_t seed;
	unsigned threads; /* 0: all processors */
	bool json;
	/* train */
	const char *tuples;
	const char *stages;
	const char *checkpoint;
	const char *csv;
	uint64_t moves;
	uint64_t report;
	unsigned save_minutes;
	unsigned carousel;
	double alpha;
	double lambda;
	unsigned steps;
	double optimistic;
	bool portable;
};

extern const struct cli_spec cmd_spec;

/* Reads the command line; false: return *status. */
bool cmd_read(struct cmd *cmd, struct cli *cli, int *status);

int cmd_train(const struct cmd *cmd);

#endif
