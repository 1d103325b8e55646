/* SPDX-License-Identifier: MIT */
#include "players/player.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "biosbelt/thread.h"
#include "net/search.h"
#include "search/minimax.h"

#define CLASSIC_DEPTH       8 /* SEARCH_DEPTH_LIMIT of the final program in the original documents */
#define CLASSIC_CACHE_DEPTH 6 /* its CACHE_DEPTH_LIMIT */

const char *const player_names[PLAYER_COUNT] = {
	"expectimax", "classic", "minimax", "greedy", "random", "net"};

struct player {
	struct player_settings set;
	const struct g2048_tables *tables;
	struct search_heuristic *heuristic;
	struct search search;
	struct minimax_lines *lines;
	struct net_search net;
	void *memory;
	size_t memory_size;
	struct g2048_rng rng;
	uint64_t deadline; /* of the current move, os_time_ms */
	uint64_t started;
};

static enum err_code open_search(struct player *p, struct err *err)
{
	bool classic = p->set.kind == PLAYER_CLASSIC;

	p->heuristic = malloc(sizeof(*p->heuristic));
	if (p->heuristic == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (classic)
		search_classic_init(p->heuristic);
	else
		search_heuristic_init(p->heuristic);
	p->memory_size = search_memory_size(p->set.hash);
	if (os_large_alloc(p->memory_size, &p->memory, err) != ERR_OK)
		return err->code;
	search_init(&p->search, p->tables, p->heuristic, p->memory, p->memory_size);
	p->search.threads = p->set.threads;
	p->search.parallel = thread_for;
	p->search.clock_ms = os_time_ms;
	if (classic) {
		p->search.any_depth = true;
		p->search.cache_depth = CLASSIC_CACHE_DEPTH;
	}
	return ERR_OK;
}

static enum err_code open_minimax(struct player *p, struct err *err)
{
	p->lines = malloc(sizeof(*p->lines));
	if (p->lines == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	minimax_lines_init(p->lines);
	return ERR_OK;
}

static enum err_code open_net(struct player *p, struct err *err)
{
	if (p->set.net == NULL)
		return err_set(err, ERR_USAGE, "the net player needs a network");
	p->memory_size = search_memory_size(p->set.hash);
	if (os_large_alloc(p->memory_size, &p->memory, err) != ERR_OK)
		return err->code;
	net_search_init(&p->net, p->tables, &p->set.net->net, p->memory, p->memory_size);
	p->net.threads = p->set.threads;
	p->net.parallel = thread_for;
	return ERR_OK;
}

enum err_code player_open(const struct g2048_tables *tables, const struct player_settings *set,
	struct player **out, struct err *err)
{
	struct player *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	p->set = *set;
	p->tables = tables;
	g2048_rng_init(&p->rng, set->seed, UINT64_MAX);
	if (((set->kind == PLAYER_EXPECTIMAX || set->kind == PLAYER_CLASSIC) &&
		    open_search(p, err) != ERR_OK) ||
		(set->kind == PLAYER_MINIMAX && open_minimax(p, err) != ERR_OK) ||
		(set->kind == PLAYER_NET && open_net(p, err) != ERR_OK)) {
		player_close(p);
		return err->code;
	}
	*out = p;
	return ERR_OK;
}

void player_close(struct player *p)
{
	if (p == NULL)
		return;
	os_large_free(p->memory, p->memory_size);
	free(p->heuristic);
	free(p->lines);
	free(p);
}

static bool out_of_time(void *user)
{
	const struct player *p = user;

	return os_time_ms() >= p->deadline;
}

static bool time_for_more(void *user, double factor)
{
	const struct player *p = user;
	uint64_t now = os_time_ms();

	/* At least half of the expected time must be left, as the expectation is often too high. */
	return now < p->deadline &&
	       (double)(now - p->started) * factor * 0.5 < (double)(p->deadline - now);
}

static void look_simple(struct player *p, uint64_t board, struct search_result *out)
{
	struct g2048_moves m;
	unsigned pick, count = 0;

	g2048_all_moves(p->tables, board, &m);
	for (unsigned d = 0; d < 4; d++) {
		if (m.after[d] == board)
			continue;
		out->legal |= 1u << d;
		count++;
		out->value[d] =
			p->set.kind == PLAYER_GREEDY
				? (double)m.reward[d] + (double)g2048_count_empty(m.after[d]) / 16
				: 1;
		if (out->best == G2048_NONE || out->value[d] > out->value[out->best])
			out->best = (enum g2048_dir)d;
	}
	out->nodes = count;
	out->depth = 1;
	if (p->set.kind != PLAYER_RANDOM || count == 0)
		return;
	pick = g2048_rng_below(&p->rng, count);
	for (unsigned d = 0; d < 4; d++)
		if (((out->legal >> d) & 1) != 0 && pick-- == 0)
			out->best = (enum g2048_dir)d;
}

/* Restricts out to the legal moves; the narrow board may have others: tiles that are different in
 * the game can be equal there, and two of 131072 do not merge. */
static void keep_legal(unsigned legal, struct search_result *out)
{
	enum g2048_dir best = G2048_NONE;

	for (unsigned d = 0; d < 4; d++) {
		if (((legal >> d) & 1) == 0 || ((out->legal >> d) & 1) == 0)
			out->value[d] = 0;
		if (((legal >> d) & 1) == 0)
			continue;
		if (best == G2048_NONE || out->value[d] > out->value[best])
			best = (enum g2048_dir)d;
	}
	if (out->best == G2048_NONE || ((legal >> out->best) & 1) == 0)
		out->best = best;
	out->legal = legal;
}

static void look(struct player *p, uint64_t board, struct search_result *out)
{
	struct search_limits limits = {.depth = p->set.depth, .nodes = p->set.nodes};
	struct err err;

	if (p->set.ms > 0) {
		p->started = os_time_ms();
		p->deadline = p->started + p->set.ms;
		limits.stop = out_of_time;
		limits.more = time_for_more;
		limits.user = p;
	}
	memset(out, 0, sizeof(*out));
	out->best = G2048_NONE;
	switch (p->set.kind) {
	case PLAYER_CLASSIC:
		if (limits.depth == 0)
			limits.depth = CLASSIC_DEPTH;
		search_run(&p->search, board, &limits, out);
		break;
	case PLAYER_EXPECTIMAX:
		search_run(&p->search, board, &limits, out);
		break;
	case PLAYER_NET:
		(void)net_lazy_reach(
			p->set.net, board, &err); /* on failure it plays with fewer stages */
		net_search_run(&p->net, board, &limits, out);
		break;
	case PLAYER_MINIMAX:
		minimax_run(p->tables, p->lines, board, &limits, out);
		break;
	default:
		look_simple(p, board, out);
		break;
	}
}

void player_choose(struct player *p, const struct g2048_game *game, struct search_result *out)
{
	unsigned legal = g2048_game_legal(p->tables, game);

	look(p, g2048_game_narrow(game), out);
	if (out->legal != legal)
		keep_legal(legal, out);
}
