/* SPDX-License-Identifier: MIT */
/* Output of --auto: a table, JSON, or the log lines of the original documents' program. */
#include <string.h>

#include "auto.h"
#include "biosbelt/diag.h"
#include "biosbelt/json.h"
#include "biosbelt/longrun.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "term/show.h"

/* 512: first row of the table, unless the worst game has a smaller largest tile. */
#define FIRST_RANK 9

static unsigned first_rank(const struct game_stats *s)
{
	unsigned r = FIRST_RANK;

	while (r > 1 && s->reached[r] < s->games)
		r--;
	return r;
}

static double per(double a, double b)
{
	return b > 0 ? a / b : 0;
}

void auto_print_table(
	const struct cmd *cmd, const struct game_stats *s, const struct auto_wall *wall)
{
	out_printf(tr("player %s, "), player_names[cmd->player.kind]);
	if (cmd->size != 4)
		out_printf(tr("%ux%u, "), cmd->size, cmd->size);
	out_printf(tr("seed %llu, %zu game%s\n"), (unsigned long long)cmd->seed, s->games,
		tr_s(s->games));
	if (s->games == 0)
		return;
	if (s->games > 1)
		out_printf(tr("average  %.0f +- %.0f (95 %%)\n"), s->average, s->half_width);
	else /* one game has no spread */
		out_printf(tr("average  %.0f\n"), s->average);
	out_printf(tr("median   %.0f\nbest     %llu\nworst    %llu\n"), s->median,
		(unsigned long long)s->best, (unsigned long long)s->worst);
	out_printf(tr("moves    %llu, %.4f ms of CPU time each; %.0f evaluated a move\n"),
		(unsigned long long)s->moves, per((double)s->cpu_us / 1000, (double)s->moves),
		per((double)s->nodes, (double)s->moves));
	if (wall->moves > 0 && wall->ms > 0)
		out_printf(wall->threads == 1
				   ? tr("wall     %.1f s, %.0f moves a second on %u thread\n")
				   : tr("wall     %.1f s, %.0f moves a second on %u threads\n"),
			(double)wall->ms / 1000, per((double)wall->moves * 1000, (double)wall->ms),
			wall->threads);
	out_str("\n");
	out_printf(tr("    tile    games      rate   95 %% interval\n"));
	for (unsigned r = first_rank(s); r <= STATS_RANK_MAX && s->reached[r] > 0; r++) {
		double low, high;

		stats_interval(s->reached[r], s->games, &low, &high);
		out_printf(tr("%8u %8zu %8.2f%%   %.2f to %.2f\n"), 1u << r, s->reached[r],
			100 * per((double)s->reached[r], (double)s->games), 100 * low, 100 * high);
	}
}

static void json_tiles(struct json *j, const struct game_stats *s)
{
	json_key(j, "tiles");
	json_array(j);
	for (unsigned r = first_rank(s); r <= STATS_RANK_MAX && s->reached[r] > 0; r++) {
		double low, high;

		stats_interval(s->reached[r], s->games, &low, &high);
		json_object(j);
		json_kv_u64(j, "tile", 1ull << r);
		json_kv_u64(j, "games", s->reached[r]);
		json_key(j, "low");
		json_double(j, low);
		json_key(j, "high");
		json_double(j, high);
		json_object_end(j);
	}
	json_array_end(j);
}

void auto_print_json(
	const struct cmd *cmd, const struct game_stats *s, const struct game_record *records)
{
	struct buf b;
	struct json j;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_str(&j, "player", player_names[cmd->player.kind]);
	json_kv_u64(&j, "size", cmd->size);
	json_kv_u64(&j, "seed", cmd->seed);
	json_kv_u64(&j, "games", s->games);
	json_key(&j, "average");
	json_double(&j, s->average);
	json_key(&j, "half_width_95");
	if (s->games > 1)
		json_double(&j, s->half_width);
	else
		json_null(&j);
	json_key(&j, "median");
	json_double(&j, s->median);
	json_kv_u64(&j, "best", s->best);
	json_kv_u64(&j, "worst", s->worst);
	json_kv_u64(&j, "moves", s->moves);
	json_kv_u64(&j, "nodes", s->nodes);
	json_kv_u64(&j, "cpu_us", s->cpu_us);
	json_tiles(&j, s);
	json_key(&j, "results");
	json_array(&j);
	for (size_t i = 0; i < cmd->games; i++) {
		if (!records[i].done)
			continue;
		json_object(&j);
		json_kv_u64(&j, "game", i);
		json_kv_u64(&j, "score", records[i].score);
		json_kv_u64(&j, "tile", 1ull << records[i].max_rank);
		json_kv_u64(&j, "moves", records[i].moves);
		json_object_end(&j);
	}
	json_array_end(&j);
	json_object_end(&j);
	out_buf(&b);
}

/* The log of the original documents' program; its words are kept, including misspellings, because
 * other programs may read them. */
static void log_board(const struct g2048_game *g)
{
	for (unsigned i = 0; i < 16; i++) {
		unsigned rank = g2048_game_rank(g, i);

		out_printf("%4lu%s", rank > 0 ? 1ul << rank : 0ul, i % 4 == 3 ? "\n" : "");
	}
}

static void log_moves(
	const struct search_heuristic *h, const struct g2048_game *g, const struct search_result *r)
{
	log_board(g);
	out_printf("Current scores: heur %.0f, actual %.0f\n",
		(double)search_evaluate(h, g2048_game_narrow(g)) / SEARCH_SCALE,
		(double)(g->score + g->four_penalty));
	for (unsigned d = 0; d < 4; d++)
		out_printf("Move %u: result %f: eval %llu moves. (%llu Cache hits)in %llu ms\n", d,
			r->value[d], (unsigned long long)r->move_nodes[d],
			(unsigned long long)r->move_hits[d], (unsigned long long)r->move_ms[d]);
}

static void log_game(const struct cmd *cmd, const struct g2048_tables *tables,
	const struct search_heuristic *h, struct player *player, uint64_t number)
{
	struct g2048_game g;

	g2048_game_new(&g, cmd->seed, number);
	while (!os_stop_requested() && !out_failed() && g2048_game_legal(tables, &g) != 0) {
		struct search_result r;

		out_printf("\nMove %u , current score=%.0f, %llu\n", g.moves + 1, (double)g.score,
			(unsigned long long)g.four_penalty);
		player_choose(player, &g, &r);
		log_moves(h, &g, &r);
		if (!g2048_game_step(tables, &g, r.best)) {
			out_str("Illegal move!\n");
			break;
		}
	}
	log_board(&g);
	out_printf("\nGame Over. Your score is %.0f. The hightest rank you achieved was %u.\n",
		(double)g.score, g2048_game_max_rank(&g));
}

int auto_classic_log(const struct cmd *cmd, const struct g2048_tables *tables)
{
	static struct search_heuristic h;
	struct player *player;
	struct err err;

	if (cmd->player.kind == PLAYER_EXPECTIMAX)
		search_heuristic_init(&h);
	else
		search_classic_init(&h);
	if (player_open(tables, &cmd->player, &player, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	os_stop_watch();
	for (uint64_t i = 0; i < cmd->games && !os_stop_requested(); i++)
		log_game(cmd, tables, &h, player, i);
	player_close(player);
	return os_stop_requested() ? EXIT_FAILED : EXIT_DONE;
}
