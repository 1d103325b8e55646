/* SPDX-License-Identifier: MIT */
/* 2048ai --replay and --analyze: a saved game again, and where it went wrong. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/longrun.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "cmd.h"
#include "game/replay.h"
#include "term/show.h"

#define FILE_MAX_BYTES (4u << 20)
#define WORST_SHOWN    10u

/* A move that was not the player's first choice. */
struct mistake {
	size_t number; /* of the move, from 1 */
	double loss;   /* share of the best value lost, 0 to 1 */
	struct g2048_game before;
	enum g2048_dir made;
	struct search_result look;
};

static int load(const char *path, const struct g2048_tables *t, struct replay *out)
{
	struct blob text;
	struct err err;
	enum err_code rc = file_read(path, FILE_MAX_BYTES, &text, &err);

	if (rc == ERR_OK) {
		rc = replay_read(blob_span(text), t, out, &err);
		blob_free(&text);
	}
	if (rc != ERR_OK)
		diag_err(path, &err);
	return rc == ERR_OK ? EXIT_DONE : diag_status(&err);
}

int cmd_replay(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct g2048_game g;
	struct replay r = {0};
	int status = load(cmd->file, tables, &r);

	if (status != EXIT_DONE)
		return status;
	g = r.first;
	show_board(&g);
	for (size_t i = 0; i < r.count && !out_failed(); i++) {
		(void)g2048_game_step(tables, &g, (enum g2048_dir)r.moves[i]);
		out_printf("\n%zu %s, score %llu\n", i + 1,
			g2048_dir_name((enum g2048_dir)r.moves[i]), (unsigned long long)g.score);
		show_board(&g);
	}
	replay_free(&r);
	return EXIT_DONE;
}

/* Keeps the WORST_SHOWN largest losses, largest first. */
static void note_mistake(struct mistake *worst, size_t *count, const struct mistake *m)
{
	size_t at = *count;

	if (at == WORST_SHOWN && m->loss <= worst[WORST_SHOWN - 1].loss)
		return;
	if (at == WORST_SHOWN)
		at--;
	else
		++*count;
	while (at > 0 && worst[at - 1].loss < m->loss) {
		worst[at] = worst[at - 1];
		at--;
	}
	worst[at] = *m;
}

/* Returns how many moves were the player's first choice. */
static size_t find_mistakes(const struct replay *r, const struct g2048_tables *tables,
	struct player *player, struct mistake *worst, size_t *count, size_t *looked)
{
	struct g2048_game g = r->first;
	size_t agreed = 0, i;

	for (i = 0; i < r->count && !os_stop_requested(); i++) {
		struct mistake m = {.number = i + 1, .before = g};
		double best;

		m.made = (enum g2048_dir)r->moves[i];
		player_look(player, g2048_game_narrow(&g), &m.look);
		best = m.look.value[m.look.best];
		if (m.made == m.look.best) {
			agreed++;
		} else if (best > 0) {
			m.loss = (best - m.look.value[m.made]) / best;
			note_mistake(worst, count, &m);
		}
		(void)g2048_game_step(tables, &g, m.made);
		progress_add(1);
	}
	*looked = i;
	return agreed;
}

static void print_mistakes(const struct mistake *worst, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct mistake *m = &worst[i];

		out_printf("\nmove %zu: %s, %s was better; lost %.3f %% of the value "
			   "(%.1f of %.1f)\n",
			m->number, g2048_dir_name(m->made), g2048_dir_name(m->look.best),
			100 * m->loss, m->look.value[m->look.best] - m->look.value[m->made],
			m->look.value[m->look.best]);
		show_board(&m->before);
	}
}

static void print_json(const struct mistake *worst, size_t count, size_t agreed, size_t looked)
{
	struct buf b;
	struct json j;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_u64(&j, "moves", looked);
	json_kv_u64(&j, "agreed", agreed);
	json_key(&j, "worst");
	json_array(&j);
	for (size_t i = 0; i < count; i++) {
		json_object(&j);
		json_kv_u64(&j, "move", worst[i].number);
		show_cells_json(&j, &worst[i].before);
		json_kv_str(&j, "made", g2048_dir_name(worst[i].made));
		json_key(&j, "loss");
		json_double(&j, worst[i].loss);
		show_answer_json(&j, &worst[i].look);
		json_object_end(&j);
	}
	json_array_end(&j);
	json_object_end(&j);
	show_json_line(&b);
	buf_free(&b);
}

int cmd_analyze(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct mistake worst[WORST_SHOWN];
	size_t count = 0, agreed, looked;
	struct player *player = NULL;
	struct replay r = {0};
	struct err err;
	int status = load(cmd->file, tables, &r);

	if (status != EXIT_DONE)
		return status;
	if (player_open(tables, &cmd->player, &player, &err) != ERR_OK) {
		replay_free(&r);
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	os_stop_watch();
	if (!cmd->json)
		progress_start("moves", r.count, PROGRESS_ITEMS);
	agreed = find_mistakes(&r, tables, player, worst, &count, &looked);
	if (!cmd->json)
		progress_end();
	if (cmd->json) {
		print_json(worst, count, agreed, looked);
	} else {
		out_printf("%zu moves, %zu of them the first choice of %s (%.1f %%)\n", looked,
			agreed, player_names[cmd->player.kind],
			looked > 0 ? 100.0 * (double)agreed / (double)looked : 0.0);
		print_mistakes(worst, count);
	}
	player_close(player);
	status = looked < r.count ? EXIT_FAILED : EXIT_DONE;
	replay_free(&r);
	return status;
}
