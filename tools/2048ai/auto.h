/* SPDX-License-Identifier: MIT */
/* The parts of 2048ai --auto. */
#ifndef BIOSBELT_2048AI_AUTO_H
#define BIOSBELT_2048AI_AUTO_H

#include "cmd.h"
#include "game/replay.h"
#include "game/stats.h"

/* The games played in this run, without those of the state file. */
struct auto_wall {
	uint64_t moves;
	uint64_t ms;
	unsigned threads;
};

void auto_print_table(
	const struct cmd *cmd, const struct game_stats *s, const struct auto_wall *wall);
void auto_print_json(
	const struct cmd *cmd, const struct game_stats *s, const struct game_record *records);
/* Plays the games one after the other and prints the same lines as the original program. */
int auto_classic_log(const struct cmd *cmd, const struct g2048_tables *tables);

#endif
