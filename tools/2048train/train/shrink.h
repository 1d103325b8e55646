/* SPDX-License-Identifier: MIT */
/*
 * A smaller network out of a large one. A weight stays where it is looked up often and differs much
 * from the value there without it. Then these weights learn the large network's values of the
 * boards that searches reach, including those of the small network's own games, which lead
 * elsewhere. Threads share it without locks: a lost update is rare and harmless.
 */
#ifndef BIOSBELT_2048TRAIN_SHRINK_H
#define BIOSBELT_2048TRAIN_SHRINK_H

#include "net/net.h"

#define SHRINK_NONE 255 /* owner of an entry that no stage has */

struct shrink {
	const struct net *net; /* the large one */
	/* Of each entry of each stage; zeroed memory of the caller's: */
	uint32_t *count[NTUPLE_STAGE_MAX]; /* lookups */
	float *value[NTUPLE_STAGE_MAX];    /* where the stage owns it */
	uint8_t *owner[NTUPLE_STAGE_MAX];  /* the stage whose value is seen there */
};

/* The board was asked about, as often as `weight` times. */
void shrink_count(struct shrink *s, uint64_t board, uint32_t weight);
/* Keeps a weight where count * (distance to what is seen without it)^2 is `prune` or more. */
void shrink_prune(struct shrink *s, double prune);
float shrink_value(const struct shrink *s, uint64_t board);
/* Moves the value of the board by `rate` of the way to `target`. */
void shrink_learn(struct shrink *s, uint64_t board, float target, float rate);
/* The file of the small network. kept[s]: its weights in each stage. */
enum err_code shrink_pack(const struct shrink *s, float step, struct blob *out,
	uint32_t kept[NTUPLE_STAGE_MAX], struct err *err);

#endif
