/* SPDX-License-Identifier: MIT */
/* Results of many games and their statistics, with 95 % intervals. */
#ifndef BIOSBELT_2048AI_STATS_H
#define BIOSBELT_2048AI_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/game2048.h"
#include "biosbelt/span.h"

#define STATS_RANK_MAX 26 /* of boards up to 5x5 */

struct game_record {
	bool done;
	unsigned max_rank;
	uint32_t moves;
	uint64_t score;
	uint64_t nodes;
	uint64_t cpu_us; /* CPU time */
};

struct game_stats {
	size_t games;
	double average;
	double half_width; /* of the 95 % interval of the average */
	double median;
	uint64_t best;
	uint64_t worst;
	uint64_t moves;
	uint64_t nodes;
	uint64_t cpu_us;
	size_t reached[STATS_RANK_MAX + 1]; /* games whose largest tile was at least this rank */
};

/* Of the records that are done. ERR_NOMEM only. */
enum err_code stats_sum(
	const struct game_record *records, size_t count, struct game_stats *out, struct err *err);

/* Wilson's score interval of hits among n, as fractions; n 0 gives 0 and 1. */
void stats_interval(size_t hits, size_t n, double *low, double *high);

/*
 * The state of a run as text: a line naming the settings, then a line for every finished game.
 * Reading refuses other settings and damaged lines.
 */
void stats_write(
	struct buf *out, const char *settings, const struct game_record *records, size_t count);
enum err_code stats_read(struct span text, const char *settings, struct game_record *records,
	size_t count, struct err *err);

#endif
