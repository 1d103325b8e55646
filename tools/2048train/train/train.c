/* SPDX-License-Identifier: MIT */
#include "train/train.h"

#include <math.h>
#include <string.h>

struct choice {
	uint64_t after;
	uint64_t key; /* the same before g2048_downgrade */
	float reward;
	float value; /* value of the weights */
	float aim;   /* target for the move before: the same value, or that of a ply further */
	unsigned stage;
	bool lowered; /* a 32768 was made, and lowered by g2048_downgrade */
	uint32_t index[NTUPLE_INDEX_MAX];
};

struct window {
	struct choice slot[TRAIN_STEPS + 1];
	unsigned first;
	unsigned count;
};

void train_sizes(const struct ntuple_shape *shape, size_t *value, size_t *trace, size_t *pool)
{
	*value = (size_t)shape->size * sizeof(float);
	*trace = (size_t)shape->size * sizeof(struct train_trace);
	*pool = sizeof(struct train_pool);
}

void train_begin(struct trainer *t)
{
	float each = t->set.init / (float)t->shape.count;

	if (t->set.init == 0.0f)
		return;
	for (uint32_t i = 0; i < t->shape.size; i++) /* later stages fall back on the first */
		atomic_store_explicit(&t->value[0][i], each, memory_order_relaxed);
}

void train_begin_trace(struct train_trace *trace, float size)
{
	atomic_store_explicit(&trace->size, size, memory_order_relaxed);
	atomic_store_explicit(
		&trace->sum, fminf(sqrtf(size * TRAIN_BEGIN_ERROR), size), memory_order_relaxed);
}

float train_weight(const struct trainer *t, unsigned stage, uint32_t i)
{
	float v = atomic_load_explicit(&t->value[stage][i], memory_order_relaxed);

	while (v == 0.0f && stage > 0)
		v = atomic_load_explicit(&t->value[--stage][i], memory_order_relaxed);
	return v;
}

/* Four partial sums, so that additions do not wait for each other. */
typedef float four __attribute__((vector_size(16)));
typedef int32_t four_flags __attribute__((vector_size(16)));

static inline four get_four(const _Atomic float *value, const uint32_t *index)
{
	return (four){
		atomic_load_explicit(&value[index[0]], memory_order_relaxed),
		atomic_load_explicit(&value[index[1]], memory_order_relaxed),
		atomic_load_explicit(&value[index[2]], memory_order_relaxed),
		atomic_load_explicit(&value[index[3]], memory_order_relaxed),
	};
}

/* *gaps: whether one of the weights is 0. */
static inline float sum_plain(
	const _Atomic float *value, const uint32_t *index, unsigned count, bool *gaps)
{
	four sum = {0, 0, 0, 0};
	four_flags none = {0, 0, 0, 0};

	for (unsigned i = 0; i < count; i += 4) { /* count is a multiple of 8 */
		four v = get_four(value, index + i);

		sum += v;
		none |= v == 0.0f;
	}
	*gaps = ((none[0] | none[1]) | (none[2] | none[3])) != 0;
	return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static inline float sum_weights(
	const struct trainer *t, unsigned stage, const uint32_t *index, unsigned count)
{
	const _Atomic float *value = t->value[stage];
	bool gaps;
	float sum = sum_plain(value, index, count, &gaps);

	if (stage == 0 || !gaps)
		return sum;
	for (unsigned i = 0; i < count; i++)
		if (atomic_load_explicit(&value[index[i]], memory_order_relaxed) == 0.0f)
			sum += train_weight(t, stage - 1, index[i]);
	return sum;
}

float train_value(const struct trainer *t, uint64_t board)
{
	uint32_t index[NTUPLE_INDEX_MAX];

	t->shape.index_near(&t->shape, board, index);
	return sum_weights(t, ntuple_stage(&t->shape, board), index, t->shape.count);
}

static inline void update_one(
	struct trainer *t, unsigned stage, uint32_t i, float error, float step)
{
	_Atomic float *value = &t->value[stage][i];
	struct train_trace *trace = &t->trace[stage][i];
	float sum = atomic_load_explicit(&trace->sum, memory_order_relaxed);
	float size = atomic_load_explicit(&trace->size, memory_order_relaxed);
	float old, rate;

	if (size > 0.0f) {
		old = atomic_load_explicit(value, memory_order_relaxed);
		rate = fabsf(sum) / size;
	} else {
		old = train_weight(t, stage, i); /* continues from an earlier stage's value */
		rate = 1.0f;
	}
	atomic_store_explicit(value, old + step * rate, memory_order_relaxed);
	sum += error;
	size += fabsf(error);
	if (size > TRAIN_TRACE_LIMIT) {
		sum *= 0.5f;
		size *= 0.5f;
	}
	atomic_store_explicit(&trace->sum, sum, memory_order_relaxed);
	atomic_store_explicit(&trace->size, size, memory_order_relaxed);
}

void train_update(struct trainer *t, unsigned stage, const uint32_t *index, float error)
{
	float step = t->set.alpha * error / (float)t->shape.count;

	for (unsigned i = 0; i < t->shape.count; i++)
		update_one(t, stage, index[i], error, step);
}

/* Prefetches a cache line; the table is far larger than any cache. */
#if defined(__GNUC__)
#define PREFETCH(p, write) __builtin_prefetch((const void *)(p), write)
#else
#define PREFETCH(p, write) ((void)(p))
#endif

/* Everything about a move except its value; prefetches its weights. */
static void look_at(const struct trainer *t, uint64_t after, uint32_t reward, struct choice *c)
{
	const _Atomic float *value;

	c->key = after;
	c->lowered = ntuple_has_rank(after, 15);
	c->after = c->lowered ? g2048_downgrade(after) : after;
	c->reward = (float)reward;
	c->stage = ntuple_stage(&t->shape, c->after);
	t->shape.index_near(&t->shape, c->after, c->index);
	value = t->value[c->stage];
	for (unsigned i = 0; i < t->shape.count; i++)
		PREFETCH(&value[c->index[i]], 0);
}

/* The legal moves of a board; prefetches their weights. */
static unsigned look(const struct trainer *t, uint64_t board, struct choice out[4])
{
	struct g2048_moves m;
	unsigned n = 0;

	g2048_all_moves(t->tables, board, &m);
	for (unsigned d = 0; d < 4; d++)
		if (m.after[d] != board)
			look_at(t, m.after[d], m.reward[d], &out[n++]);
	return n;
}

static float value_of(const struct trainer *t, const struct choice *c)
{
	return sum_weights(t, c->stage, c->index, t->shape.count);
}

/* Cache of the boards evaluated during one search a ply deeper: many recur, since different new
 * tiles often leave the same board after a move. */
#define KNOWN 1024u

struct known {
	struct {
		uint64_t after;
		float value;
		uint32_t look; /* 0: empty */
	} slot[KNOWN];
	uint32_t look;
};

static unsigned known_slot(uint64_t after)
{
	return (unsigned)((after * 0x9E3779B97F4A7C15ull) >> 54);
}

/* The moves after a new tile. */
struct answers {
	struct choice
		unknown[4]; /* moves to boards that are not cached; their weights are prefetched */
	unsigned count;
	float best; /* best points plus value of the others; 0 when the game is over */
};

static void look_further(
	const struct trainer *t, uint64_t board, const struct known *known, struct answers *out)
{
	struct g2048_moves m;

	out->count = 0;
	out->best = 0;
	g2048_all_moves(t->tables, board, &m);
	for (unsigned d = 0; d < 4; d++) {
		unsigned at = known_slot(m.after[d]);

		if (m.after[d] == board)
			continue;
		if (known->slot[at].look == known->look && known->slot[at].after == m.after[d])
			out->best = fmaxf(out->best, (float)m.reward[d] + known->slot[at].value);
		else
			look_at(t, m.after[d], m.reward[d], &out->unknown[out->count++]);
	}
}

static float best_answer(const struct trainer *t, const struct answers *a, struct known *known)
{
	float best = a->best;

	for (unsigned i = 0; i < a->count; i++) {
		const struct choice *c = &a->unknown[i];
		float value = value_of(t, c);
		unsigned at = known_slot(c->key);

		known->slot[at].after = c->key;
		known->slot[at].value = value;
		known->slot[at].look = known->look;
		best = fmaxf(best, c->reward + value);
	}
	return best;
}

/* Evaluates one new tile while the weights for the next are being fetched. */
static float mean_after(const struct trainer *t, uint64_t after, struct known *known)
{
	static const float share[2] = {0.9f, 0.1f};
	struct answers answers[2];
	unsigned turn = 0;
	float sum = 0, weight = 0;

	answers[1].count = 0;
	answers[1].best = 0;
	for (uint64_t empty = g2048_empty_mask(after); empty != 0; empty &= empty - 1)
		for (unsigned big = 0; big < 2; big++) {
			uint64_t tile = (empty & (0ull - empty)) << big;

			look_further(t, after | tile, known, &answers[turn]);
			turn = !turn;
			sum += weight * best_answer(t, &answers[turn], known);
			weight = share[big];
		}
	sum += weight * best_answer(t, &answers[!turn], known);
	return sum / (float)g2048_count_empty(after);
}

float train_mean_after(const struct trainer *t, uint64_t after)
{
	struct known known = {.look = 1};

	return mean_after(t, after, &known);
}

/* Among moves close to the best, chooses the one that is best a ply deeper. */
static struct choice *choose_further(const struct trainer *t, struct choice *moves, unsigned n,
	struct choice *first, struct known *known)
{
	float least = (first->reward + first->value) * (1 - TRAIN_NEAR), most = 0;
	struct choice *best = first;
	unsigned near = 0;

	for (unsigned i = 0; i < n; i++)
		near += moves[i].reward + moves[i].value >= least;
	known->look++;
	for (unsigned i = 0; i < n && near > 1; i++) {
		struct choice *c = &moves[i];

		if (c->reward + c->value < least)
			continue;
		if (!c->lowered)
			c->aim = mean_after(t, c->after, known);
		if (c->reward + c->aim > most) {
			most = c->reward + c->aim;
			best = c;
		}
	}
	return best;
}

/* The best of n > 0 moves; prefetches its traces. */
static const struct choice *choose(
	const struct trainer *t, struct choice *moves, unsigned n, struct known *known)
{
	struct choice *best = moves;

	for (unsigned i = 0; i < n; i++) {
		struct choice *c = &moves[i];

		c->value = value_of(t, c);
		c->aim = c->value;
		if (c->reward + c->value > best->reward + best->value)
			best = c;
	}
	if (t->set.plies > 1)
		best = choose_further(t, moves, n, best, known);
	for (unsigned i = 0; i < t->shape.count; i++)
		PREFETCH(&t->trace[best->stage][best->index[i]], 1);
	return best;
}

/*
 * Learns for the oldest afterstate of the window: its target is the sum of the following rewards
 * and the last value used, mixed by lambda over the window's moves. Values are those of a ply
 * deeper where moves were searched so. After the last move of a game the window ends with value 0.
 */
static void learn_oldest(struct trainer *t, struct window *w, bool ended)
{
	struct choice *old = &w->slot[w->first];
	unsigned last = w->count - 1;
	float before = old->value, error = 0, weight = 1;
	float now = sum_weights(t, old->stage, old->index, t->shape.count);

	for (unsigned i = 1; i <= last; i++) {
		const struct choice *c = &w->slot[(w->first + i) % (TRAIN_STEPS + 1)];

		error += weight * (c->reward + c->aim - before);
		before = c->aim;
		weight *= t->set.lambda;
	}
	if (ended)
		error += weight * (0.0f - before);
	train_update(t, old->stage, old->index, error + (old->value - now));
	w->first = (w->first + 1) % (TRAIN_STEPS + 1);
	w->count--;
}

uint64_t train_pool_pick(struct train_pool *p, struct g2048_rng *rng)
{
	uint32_t count = atomic_load_explicit(&p->count, memory_order_acquire);

	if (count == 0)
		return 0;
	count = g2048_rng_below(rng, count < TRAIN_POOL ? count : TRAIN_POOL);
	return atomic_load_explicit(&p->board[count], memory_order_relaxed);
}

void train_pool_put(struct train_pool *p, uint64_t board)
{
	uint32_t at = atomic_fetch_add_explicit(&p->count, 1, memory_order_acq_rel);

	atomic_store_explicit(&p->board[at % TRAIN_POOL], board, memory_order_relaxed);
	if (at == UINT32_MAX - 1) /* stay above TRAIN_POOL: the ring is full */
		atomic_store_explicit(&p->count, TRAIN_POOL, memory_order_release);
}

static uint64_t pick_late(struct trainer *t, struct g2048_rng *rng)
{
	unsigned pools = t->shape.stages - 1 + t->set.starts;

	return pools > 0 ? train_pool_pick(t->pool[1 + g2048_rng_below(rng, pools)], rng) : 0;
}

/* The first board of a game: a normal beginning, or one of a later stage or start. */
static uint64_t first_board(struct trainer *t, struct g2048_rng *rng, bool *carousel)
{
	uint64_t board = 0;

	if (t->shape.stages + t->set.starts > 1 && g2048_rng_below(rng, 100) < t->set.carousel)
		board = pick_late(t, rng);
	*carousel = board != 0 &&
		    g2048_can_move(t->tables, board); /* it may be the last board of a game */
	return *carousel ? board : g2048_spawn(g2048_spawn(0, rng, NULL), rng, NULL);
}

struct game_result {
	uint64_t moves;
	uint64_t score;
	unsigned max_rank; /* the largest tile without lowering */
	bool carousel;
};

/* Keeps the first board of each stage and start in this game, except for those that the game begins
 * in (first). */
static void note_board(struct trainer *t, uint64_t board, unsigned *seen, bool first)
{
	unsigned places = t->shape.stages + t->set.starts;

	for (unsigned i = 1; i < places; i++) {
		uint32_t need = i < t->shape.stages ? t->shape.stage_ranks[i]
						    : t->set.start_ranks[i - t->shape.stages];

		if (((*seen >> i) & 1) != 0 || !ntuple_has_ranks(board, need))
			continue;
		*seen |= 1u << i;
		if (!first)
			train_pool_put(t->pool[i], board);
	}
}

static void play_game(struct trainer *t, uint64_t number, struct game_result *out)
{
	struct g2048_rng rng;
	struct known known = {.look = 0};
	struct window w = {.first = 0, .count = 0};
	struct choice moves[4];
	const struct choice *pick;
	unsigned seen = 0, n;
	bool lowered = false;
	uint64_t board;

	g2048_rng_init(&rng, t->set.seed, number);
	memset(out, 0, sizeof(*out));
	board = first_board(t, &rng, &out->carousel);
	note_board(t, board, &seen, true);
	while ((n = look(t, board, moves)) > 0) {
		/* learning uses the time until the weights of the new moves arrive */
		if (w.count > t->set.steps)
			learn_oldest(t, &w, false);
		pick = choose(t, moves, n, &known);
		w.slot[(w.first + w.count++) % (TRAIN_STEPS + 1)] = *pick;
		out->moves++;
		out->score += (uint64_t)pick->reward;
		lowered |= pick->lowered;
		board = g2048_spawn(pick->after, &rng, NULL);
		note_board(t, board, &seen, false);
	}
	if (w.count > t->set.steps)
		learn_oldest(t, &w, false);
	while (w.count > (n > 0 ? 1u : 0u)) /* n: the last game could continue */
		learn_oldest(t, &w, n == 0);
	out->max_rank = lowered ? 15 : g2048_max_rank(board);
}

static void add_result(struct train_stats *s, const struct game_result *g)
{
	s->moves += g->moves;
	if (g->carousel) {
		s->starts++;
		return;
	}
	s->games++;
	s->score += g->score;
	if (g->score > s->best)
		s->best = g->score;
	for (unsigned r = 0; r <= g->max_rank; r++)
		s->reached[r]++;
}

void train_run(
	struct trainer *t, uint64_t moves, const atomic_bool *stop, struct train_stats *stats)
{
	uint64_t done = 0;

	while (done < moves && !atomic_load_explicit(stop, memory_order_relaxed)) {
		uint64_t number = atomic_fetch_add_explicit(&t->next_game, 1, memory_order_relaxed);
		struct game_result g;

		play_game(t, number, &g);
		add_result(stats, &g);
		done += g.moves;
	}
}
