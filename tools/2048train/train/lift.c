/* SPDX-License-Identifier: MIT */
/*
 * Late stages from early ones. The first stage, where most games are, knows how large tiles are
 * kept. Doubled, they are those of a later stage, which so begins with the same habits.
 */
#include <math.h>

#include "train/train.h"

#define RAISE_TRIES 4000u
#define LIFT_MISSES 1000u /* boards not found before the share is taken of those that were */

uint64_t train_raise(uint64_t board, unsigned from)
{
	for (unsigned cell = 0; cell < 16; cell++)
		if (g2048_rank(board, cell) >= from)
			board += 1ull << (4 * cell);
	return board;
}

static uint64_t lower(uint64_t board, unsigned from)
{
	for (unsigned cell = 0; cell < 16; cell++)
		if (g2048_rank(board, cell) >= from)
			board -= 1ull << (4 * cell);
	return board;
}

static unsigned largest_of(uint32_t ranks)
{
	return 31u - (unsigned)__builtin_clz(ranks);
}

void train_keep_to_raise(struct trainer *t, uint64_t board)
{
	for (unsigned i = 0; i < t->set.starts; i++)
		if (largest_of(t->set.start_ranks[i]) <= TRAIN_RAISE_MOST &&
			g2048_max_rank(board) == largest_of(t->set.start_ranks[i]) &&
			ntuple_has_ranks(board, t->set.start_ranks[i]))
			train_pool_put(t->pool[t->shape.stages + i], board);
}

bool train_can_raise(const struct trainer *t, unsigned stage)
{
	for (unsigned i = 0; i < t->set.starts; i++) {
		unsigned top = largest_of(t->set.start_ranks[i]);

		if (top <= TRAIN_RAISE_MOST && largest_of(t->shape.stage_ranks[stage]) <= top + 1)
			return true;
	}
	return false;
}

uint64_t train_pick_raised(struct trainer *t, unsigned stage, struct g2048_rng *rng)
{
	for (unsigned tries = 0; t->set.starts > 0 && tries < RAISE_TRIES; tries++) {
		unsigned start = g2048_rng_below(rng, t->set.starts);
		uint64_t board = train_pool_pick(t->pool[t->shape.stages + start], rng);
		unsigned top = g2048_max_rank(board);

		/* a pool may be empty, or of a training that did not raise */
		if (board == 0 || top > TRAIN_RAISE_MOST)
			continue;
		board = train_raise(board, 1 + g2048_rng_below(rng, top));
		if (ntuple_stage(&t->shape, board) == stage)
			return board;
	}
	return 0;
}

/* Lowest rank that the stage must have: lowered from there on, its boards are of the first. */
static unsigned least_of(const struct trainer *t, unsigned stage)
{
	return (unsigned)__builtin_ctz(t->shape.stage_ranks[stage]);
}

/*
 * Mean value of the next stage's boards over that of what they were raised from. A game lost there
 * is worth less than one that the first stage wins; a stage that begins without that share would
 * learn first that to come to the next is a loss.
 */
static enum err_code find_share(struct trainer *t, unsigned next, float *share, struct err *err)
{
	double sum = 0, of = 0;
	unsigned found = 0, misses = 0;
	struct g2048_rng rng;

	*share = 1;
	if (next == t->shape.stages)
		return ERR_OK;
	g2048_rng_init(&rng, t->set.seed, next);
	while (found < TRAIN_LIFT_BOARDS && misses < LIFT_MISSES) {
		uint64_t board = train_pick_raised(t, next, &rng);

		if (board == 0) {
			misses++;
			continue;
		}
		sum += (double)train_value(t, board);
		of += (double)train_value(t, lower(board, least_of(t, next)));
		found++;
	}
	if (found == 0)
		return err_set(err, ERR_USAGE,
			"no board of the starts can be raised to stage %u, whose worth is needed",
			next);
	if (of > 0 && sum <= 0)
		return err_set(err, ERR_USAGE, "boards of stage %u are worth nothing yet", next);
	if (of > sum)
		*share = (float)(sum / of);
	return ERR_OK;
}

/* Whether a board with just a stage's ranks is one of the first stage when lowered. */
static enum err_code check_lowered(const struct trainer *t, unsigned stage, struct err *err)
{
	uint32_t lowered = t->shape.stage_ranks[stage] >> 1;

	for (unsigned s = 1; s < t->shape.stages; s++)
		if ((t->shape.stage_ranks[s] & ~lowered) == 0)
			return err_set(err, ERR_USAGE,
				"with its tiles halved stage %u is stage %u, not the first", stage,
				s);
	return ERR_OK;
}

void train_begin_trace(struct train_trace *trace, float size)
{
	atomic_store_explicit(&trace->size, size, memory_order_relaxed);
	atomic_store_explicit(
		&trace->sum, fminf(sqrtf(size * TRAIN_BEGIN_ERROR), size), memory_order_relaxed);
}

/* Entry i of a tuple with the ranks of its cells from `least` on one lower. */
static uint32_t lowered_entry(
	const struct ntuple_shape *s, unsigned tuple, uint32_t i, unsigned least)
{
	uint32_t x = i;

	for (unsigned cell = 0; cell < ntuple_cells(s, tuple); cell++)
		if (((i >> (4 * cell)) & 15) >= least)
			x -= 1u << (4 * cell);
	return x;
}

/* As the caller provided it. */
static bool is_blank(const struct trainer *t, unsigned stage, uint32_t at)
{
	return atomic_load_explicit(&t->trace[stage][at].size, memory_order_relaxed) == 0.0f &&
	       atomic_load_explicit(&t->value[stage][at], memory_order_relaxed) == 0.0f;
}

static void lift_entry(struct trainer *t, unsigned stage, uint32_t to, uint32_t from, float share)
{
	float size = atomic_load_explicit(&t->trace[0][from].size, memory_order_relaxed);
	float value = atomic_load_explicit(&t->value[0][from], memory_order_relaxed);

	if (size > 0.0f)
		size = size / TRAIN_LIFT_SHARE + 1.0f;
	else if (value == 0.0f && is_blank(t, stage, to))
		return; /* nothing over nothing: its memory need not be there */
	atomic_store_explicit(&t->value[stage][to], value * share, memory_order_relaxed);
	train_begin_trace(&t->trace[stage][to], size);
}

static void lift_tuple(struct trainer *t, unsigned stage, unsigned tuple, float share)
{
	const struct ntuple_shape *s = &t->shape;
	unsigned least = least_of(t, stage);

	for (uint32_t i = 0; i < 1u << (4 * ntuple_cells(s, tuple)); i++)
		lift_entry(t, stage, ntuple_near(s, s->base[tuple] + i),
			ntuple_near(s, s->base[tuple] + lowered_entry(s, tuple, i, least)), share);
}

/* A weight that the first stage never learned is that of the stage before: it is lifted too. */
enum err_code train_lift(struct trainer *t, unsigned stage, float *share, struct err *err)
{
	for (unsigned s = 1; s <= stage; s++)
		if (check_lowered(t, s, err) != ERR_OK)
			return err->code;
	if (find_share(t, stage + 1, share, err) != ERR_OK)
		return err->code;
	for (unsigned s = 1; s <= stage; s++)
		for (unsigned k = 0; k < t->shape.tuples; k++)
			lift_tuple(t, s, k, *share);
	return ERR_OK;
}
