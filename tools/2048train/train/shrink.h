/* SPDX-License-Identifier: MIT */
/*
 * A smaller network out of a large one. The parameters of a fit are the weights of the large
 * network that differ from those of the stage before; its targets are the large network's values.
 */
#ifndef BIOSBELT_2048TRAIN_SHRINK_H
#define BIOSBELT_2048TRAIN_SHRINK_H

#include "train/fit.h"

struct shrink {
	const struct net *net; /* the large one */
	struct fit fit;
	uint64_t *board; /* without rank 15: groups of FIT_GROUP */
	size_t room;     /* groups */
};

/* Room for boards. shrink_close it, also after a failure. */
enum err_code shrink_open(struct shrink *s, const struct net *large, const struct fit_host *host,
	size_t groups, struct err *err);
void shrink_close(struct shrink *s); /* zeroed is fine */

/* Makes the parameters anew of the first `groups` groups of boards, and weighs them. */
enum err_code shrink_begin(struct shrink *s, size_t groups, struct err *err);

/*
 * Removes about so many parameters in a few steps and solves those that are left after each: what
 * is lost by a removal depends on the others.
 */
enum err_code shrink_reduce(struct shrink *s, uint32_t want, struct err *err);

/*
 * Rounds the parameters to the step so that the file has at most `bytes` bytes, for which it
 * removes more if need be; the file. kept[s]: its weights in each stage.
 */
enum err_code shrink_finish(struct shrink *s, float step, uint64_t seed, size_t bytes,
	struct blob *out, uint32_t kept[NTUPLE_STAGE_MAX], struct err *err);

/* The file of the parameters as they are, each rounded alone. */
enum err_code shrink_pack(const struct shrink *s, float step, struct blob *out,
	uint32_t kept[NTUPLE_STAGE_MAX], struct err *err);

#endif
