/* SPDX-License-Identifier: MIT */
#include "train/leaves.h"

#include <stdlib.h>
#include <string.h>

#include "net/search.h"

#define MOVES_EACH 32u        /* between two groups of a game */
#define GAMES      16u        /* pairs of games at a time; more need more memory */
#define GROUPS_MAX 4096u      /* of a pair of games: four long ones */
#define MEMORY     (1u << 20) /* of a search */

/* A pair of games: one from the start, one from some position of the first. */
struct pair {
	const struct leaves *l;
	uint64_t number;
	struct net_search search;
	struct g2048_rng rng;
	struct g2048_game later; /* where the second begins */
	uint64_t *board;
	size_t groups;
	void *memory;
};

static bool is_stopped(const struct leaves *l)
{
	return l->host->stop != NULL && l->host->stop();
}

static float draw(struct g2048_rng *rng)
{
	return (float)(g2048_rng_next(rng) >> 40) * 0x1p-24f;
}

struct choice {
	uint64_t after[4];
	float value[4]; /* points and later points */
	unsigned count;
};

static void look(const struct leaves *l, uint64_t board, struct choice *c)
{
	float reward[4];
	struct g2048_moves m;

	c->count = 0;
	g2048_all_moves(l->tables, board, &m);
	for (unsigned d = 0; d < 4; d++)
		if (m.after[d] != board) {
			reward[c->count] = (float)m.reward[d];
			c->after[c->count++] = m.after[d];
		}
	if (c->count > 0)
		net_values(l->net, c->after, c->count, c->value);
	for (unsigned i = 0; i < c->count; i++)
		c->value[i] += reward[i];
}

/* A move, rather a good one: one `scale` points below the best is taken half as often. */
static uint64_t pick(const struct choice *c, float scale, struct g2048_rng *rng)
{
	float best = c->value[0], share[4], all = 0, left;

	for (unsigned i = 1; i < c->count; i++)
		best = c->value[i] > best ? c->value[i] : best;
	for (unsigned i = 0; i < c->count; i++) {
		share[i] = scale / (scale + best - c->value[i]);
		all += share[i];
	}
	left = draw(rng) * all;
	for (unsigned i = 0; i + 1 < c->count; i++) {
		if (left < share[i])
			return c->after[i];
		left -= share[i];
	}
	return c->after[c->count - 1];
}

/*
 * A board whose value a search of this position may need. Searches look at all moves of the
 * position and go deeper where moves are good: the leaves are two to four moves away. 0: there is
 * no move.
 */
static uint64_t find_leaf(const struct leaves *l, uint64_t board, struct g2048_rng *rng)
{
	static const float end[] = {0, 0.35f, 0.6f, 1};
	uint64_t leaf = 0;

	for (unsigned move = 0;; move++) {
		bool last = draw(rng) < end[move];
		struct choice c;

		look(l, board, &c);
		if (c.count == 0)
			return leaf;
		leaf = pick(&c, move == 0 ? 4000 : last ? 2000 : 1000, rng);
		if (last)
			return leaf;
		board = g2048_spawn(leaf, rng, NULL);
	}
}

static void add_group(struct pair *p, uint64_t board)
{
	uint64_t *to = p->board + p->groups * FIT_GROUP;

	for (unsigned i = 0; i < FIT_GROUP; i++)
		to[i] = g2048_downgrade(find_leaf(p->l, board, &p->rng));
	p->groups++;
	if (p->l->host->did != NULL)
		p->l->host->did(1);
}

static void play(struct pair *p, struct g2048_game game, bool first)
{
	const struct search_limits limits = {.depth = 2};
	struct search_result r;

	do {
		uint64_t board = g2048_downgrade(g2048_game_narrow(&game));

		net_search_run(&p->search, board, &limits, &r);
		if (r.legal == 0 || is_stopped(p->l))
			return;
		if ((game.moves + p->number) % MOVES_EACH == 0 && p->groups < GROUPS_MAX)
			add_group(p, board);
		if (first && g2048_rng_below(&p->rng, game.moves + 1) == 0)
			p->later = game; /* every position is the one in the end equally likely */
	} while (g2048_game_step(p->l->tables, &game, r.best));
}

static void play_pair(void *user, size_t i)
{
	struct pair *p = (struct pair *)user + i;
	struct g2048_game game;

	p->groups = 0;
	g2048_rng_init(&p->rng, p->l->seed, 2 * p->number + 1);
	net_search_init(&p->search, p->l->tables, p->l->net, p->memory, MEMORY);
	memset(p->memory, 0, MEMORY); /* the last values may be another network's */
	g2048_game_new(&game, p->l->seed, 2 * p->number);
	play(p, game, true);
	g2048_rng_init(&p->later.rng, p->l->seed + 1, 2 * p->number);
	play(p, p->later, false);
}

static enum err_code provide(struct pair *pairs, const struct leaves *l, struct err *err)
{
	for (unsigned i = 0; i < GAMES; i++) {
		pairs[i].l = l;
		pairs[i].board = malloc((size_t)GROUPS_MAX * FIT_GROUP * sizeof(*pairs[i].board));
		if (pairs[i].board == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		if (l->host->net.alloc(MEMORY, &pairs[i].memory, err) != ERR_OK)
			return err->code;
	}
	return ERR_OK;
}

static void release(struct pair *pairs, const struct leaves *l)
{
	for (unsigned i = 0; i < GAMES; i++) {
		free(pairs[i].board);
		l->host->net.release(pairs[i].memory, MEMORY);
	}
	free(pairs);
}

/* Plays the next pairs of games; returns how many groups of the wish they gave. */
static size_t play_some(
	struct pair *pairs, const struct leaves *l, uint64_t first, uint64_t *board, size_t wish)
{
	const struct net_host *host = &l->host->net;
	size_t got = 0;

	for (unsigned i = 0; i < GAMES; i++)
		pairs[i].number = first + i;
	if (host->parallel != NULL)
		host->parallel(GAMES, host->threads, play_pair, pairs);
	else
		for (unsigned i = 0; i < GAMES; i++)
			play_pair(pairs, i);
	for (unsigned i = 0; i < GAMES; i++) {
		size_t more = pairs[i].groups < wish - got ? pairs[i].groups : wish - got;

		memcpy(board + got * FIT_GROUP, pairs[i].board, more * FIT_GROUP * sizeof(*board));
		got += more;
	}
	return got;
}

enum err_code leaves_find(const struct leaves *l, uint64_t *board, size_t groups, struct err *err)
{
	struct pair *pairs = calloc(GAMES, sizeof(*pairs));
	size_t got = 0;

	if (pairs == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (provide(pairs, l, err) != ERR_OK) {
		release(pairs, l);
		return err->code;
	}
	for (uint64_t first = 0; got < groups && !is_stopped(l); first += GAMES)
		got += play_some(pairs, l, first, board + got * FIT_GROUP, groups - got);
	release(pairs, l);
	return ERR_OK;
}
