/* SPDX-License-Identifier: MIT */
/*
 * Boards as searches of whole games value them, in groups of one position each: what a network that
 * is made for searches has to know.
 */
#ifndef BIOSBELT_2048TRAIN_LEAVES_H
#define BIOSBELT_2048TRAIN_LEAVES_H

#include "train/fit.h"

struct leaves {
	const struct fit_host *host; /* did: each group, and of the last games more than the wish */
	const struct g2048_tables *tables;
	const struct net *net; /* plays, two plies deep */
	uint64_t seed;
};

/*
 * Fills board with groups of FIT_GROUP boards after a move, without rank 15. The same for a seed
 * with any number of threads. When the host's stop is set it returns early.
 */
enum err_code leaves_find(const struct leaves *l, uint64_t *board, size_t groups, struct err *err);

#endif
