/* SPDX-License-Identifier: MIT */
/*
 * A network that is unpacked as far as it is needed: the later stages, most of its memory, when the
 * first board comes that can lead there.
 */
#ifndef BIOSBELT_2048AI_NET_LAZY_H
#define BIOSBELT_2048AI_NET_LAZY_H

#include "net/net.h"

struct net_lazy {
	struct span file; /* the caller's; outlives this */
	struct net_host host;
	struct net net; /* the unpacked part */
	bool whole;
};

/* Unpacks the stages that `board`, and every board a search can reach from it, need. net_lazy_close
 * it. */
enum err_code net_lazy_open(struct span file, const struct net_host *host, uint64_t board,
	struct net_lazy *out, struct err *err);
/*
 * Unpacks more, so that net serves another board as well. One thread at a time, and no reader of
 * the net meanwhile. After a failure the net is as before: valid, and weaker.
 */
enum err_code net_lazy_reach(struct net_lazy *l, uint64_t board, struct err *err);
/* Unpacks the whole network, for players in several threads. */
enum err_code net_lazy_whole(struct net_lazy *l, struct err *err);
void net_lazy_close(struct net_lazy *l); /* zeroed is fine */

/* The network inside the program. */
struct span net_builtin(void);

#endif
