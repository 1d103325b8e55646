/* SPDX-License-Identifier: MIT */
#include "net/lazy.h"

#include <string.h>

/* tiles 0: all stages. */
static enum err_code load(struct net_lazy *l, uint32_t tiles, struct err *err)
{
	struct net_host host = l->host;

	net_free(&l->net); /* first, because both together would take much memory */
	host.tiles = tiles;
	l->whole = false;
	if (net_read(l->file, &host, &l->net, err) != ERR_OK)
		return err->code;
	l->whole = l->net.tiles == UINT32_MAX;
	return ERR_OK;
}

static uint32_t tiles_ahead(uint64_t board)
{
	return g2048_tile_sum(g2048_downgrade(board)) + 4 * SEARCH_DEPTH_MAX;
}

enum err_code net_lazy_open(struct span file, const struct net_host *host, uint64_t board,
	struct net_lazy *out, struct err *err)
{
	struct net_lazy l = {.file = file, .host = *host};

	if (load(&l, tiles_ahead(board), err) != ERR_OK)
		return err->code;
	*out = l;
	return ERR_OK;
}

enum err_code net_lazy_whole(struct net_lazy *l, struct err *err)
{
	uint32_t had = l->net.tiles;
	struct err ignored;

	if (l->whole || load(l, 0, err) == ERR_OK)
		return ERR_OK;
	(void)load(l, had,
		&ignored); /* on failure the old network, sufficient until now, is loaded again */
	return err->code;
}

enum err_code net_lazy_reach(struct net_lazy *l, uint64_t board, struct err *err)
{
	if (l->whole || tiles_ahead(board) <= l->net.tiles)
		return ERR_OK;
	return net_lazy_whole(l, err);
}

void net_lazy_close(struct net_lazy *l)
{
	net_free(&l->net);
	memset(l, 0, sizeof(*l));
}
