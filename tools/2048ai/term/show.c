/* SPDX-License-Identifier: MIT */
#include "term/show.h"

#include "biosbelt/out.h"
#include "biosbelt/tr.h"

void show_board(const struct g2048_game *g)
{
	for (unsigned i = 0; i < 16; i++) {
		unsigned rank = g2048_game_rank(g, i);

		if (rank == 0)
			out_str("     .");
		else
			out_printf(" %5lu", 1ul << rank);
		if (i % 4 == 3)
			out_str("\n");
	}
}

void show_cells_json(struct json *j, const struct g2048_game *g)
{
	json_key(j, "cells");
	json_array(j);
	for (unsigned i = 0; i < 16; i++) {
		unsigned rank = g2048_game_rank(g, i);

		json_u64(j, rank > 0 ? 1ull << rank : 0);
	}
	json_array_end(j);
}

void show_answer(enum player_kind kind, const struct search_result *r)
{
	if (r->best == G2048_NONE) {
		out_str(tr("no move: the game is over\n"));
		return;
	}
	out_printf(tr("best move: %s\n"), tr(g2048_dir_name(r->best)));
	for (unsigned d = 0; d < 4; d++) {
		const char *dir = tr(g2048_dir_name((enum g2048_dir)d)), *none = tr("not legal");

		out_printf("  %s%*s ", dir, 5 - out_width(dir), "");
		if ((r->legal >> d) & 1)
			out_printf("%16.3f\n", r->value[d]);
		else
			out_printf("%*s%s\n", 16 - out_width(none), "", none);
	}
	out_printf(tr("player %s, depth %u, %llu move%s evaluated, %llu table hit%s\n"),
		player_names[kind], r->depth, (unsigned long long)r->nodes, tr_s(r->nodes),
		(unsigned long long)r->hits, tr_s(r->hits));
}

void show_answer_json(struct json *j, const struct search_result *r)
{
	json_kv_str(j, "best", g2048_dir_name(r->best));
	json_key(j, "values");
	json_object(j);
	for (unsigned d = 0; d < 4; d++) {
		json_key(j, g2048_dir_name((enum g2048_dir)d));
		if ((r->legal >> d) & 1)
			json_double(j, r->value[d]);
		else
			json_null(j);
	}
	json_object_end(j);
	json_kv_u64(j, "depth", r->depth);
	json_kv_u64(j, "nodes", r->nodes);
	json_kv_u64(j, "hits", r->hits);
}
