/* SPDX-License-Identifier: MIT */
/* The public interface of the players: players/player.h with the network and its memory. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/longrun.h"
#include "biosbelt/player2048.h"
#include "biosbelt/thread.h"
#include "players/player.h"

#define HASH_DEFAULT ((size_t)32 << 20)
#define HASH_MIN     ((size_t)1 << 20)

struct g2048_player {
	struct player *player;
	struct net_lazy net;
	bool is_net;
};

static enum err_code read_opts(
	const struct g2048_player_opts *o, struct player_settings *set, struct err *err)
{
	const char *name = o->name != NULL ? o->name : player_names[PLAYER_NET];
	unsigned kind = 0;

	while (kind < PLAYER_COUNT && strcmp(name, player_names[kind]) != 0)
		kind++;
	if (kind == PLAYER_COUNT)
		return err_set(err, ERR_USAGE, "no player has that name");
	if (o->depth > SEARCH_DEPTH_MAX)
		return err_set(err, ERR_USAGE, "%u plies at most", SEARCH_DEPTH_MAX);
	*set = (struct player_settings){
		.kind = (enum player_kind)kind,
		.depth = o->depth,
		.nodes = o->nodes,
		.ms = o->ms,
		.threads = o->threads > 0 ? o->threads : 1,
		.hash = o->hash > HASH_MIN ? o->hash : HASH_MIN,
		.seed = o->seed,
	};
	if (o->hash == 0)
		set->hash = HASH_DEFAULT;
	return ERR_OK;
}

static enum err_code open_net(
	struct g2048_player *p, const struct g2048_player_opts *o, struct err *err)
{
	const struct net_host host = {
		.alloc = os_large_alloc,
		.release = os_large_free,
		.parallel = thread_for,
		.threads = o->threads > 0 ? o->threads : 1,
	};
	struct span file = o->net != NULL ? span_of(o->net, o->net_len) : net_builtin();

	return net_lazy_open(file, &host, 0, &p->net, err);
}

enum err_code g2048_player_open(const struct g2048_tables *tables,
	const struct g2048_player_opts *opts, struct g2048_player **out, struct err *err)
{
	struct player_settings set;
	struct g2048_player *p;
	enum err_code rc = read_opts(opts, &set, err);

	if (rc != ERR_OK)
		return rc;
	p = calloc(1, sizeof(*p));
	if (p == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	p->is_net = set.kind == PLAYER_NET;
	if (p->is_net)
		rc = open_net(p, opts, err);
	set.net = &p->net;
	if (rc == ERR_OK)
		rc = player_open(tables, &set, &p->player, err);
	if (rc == ERR_OK)
		*out = p;
	else
		g2048_player_close(p);
	return rc;
}

void g2048_player_close(struct g2048_player *p)
{
	if (p == NULL)
		return;
	player_close(p->player);
	net_lazy_close(&p->net);
	free(p);
}

void g2048_player_choose(
	struct g2048_player *p, const struct g2048_game *game, struct g2048_advice *out)
{
	struct search_result r;

	player_choose(p->player, game, &r);
	*out = (struct g2048_advice){
		.nodes = r.nodes, .best = r.best, .legal = r.legal, .depth = r.depth};
	for (unsigned d = 0; d < 4; d++)
		out->value[d] = r.value[d];
}

float g2048_player_value(struct g2048_player *p, uint64_t board)
{
	struct err err;

	if (!p->is_net)
		return 0;
	(void)net_lazy_reach(&p->net, board, &err); /* on failure it plays with fewer stages */
	return net_value(&p->net.net, board);
}

struct g2048_player *g2048_player_new(
	const struct g2048_tables *tables, const char *name, unsigned depth, uint64_t nodes)
{
	const struct g2048_player_opts opts = {.name = name, .depth = depth, .nodes = nodes};
	struct g2048_player *p = NULL;
	struct err err;

	return g2048_player_open(tables, &opts, &p, &err) == ERR_OK ? p : NULL;
}

enum g2048_dir g2048_player_best(
	struct g2048_player *p, const struct g2048_game *game, double *value)
{
	struct g2048_advice a;

	g2048_player_choose(p, game, &a);
	if (value != NULL)
		memcpy(value, a.value, sizeof(a.value));
	return a.best;
}
