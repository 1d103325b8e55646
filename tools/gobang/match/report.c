/* SPDX-License-Identifier: MIT */
#include "match/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "game/sgf.h"

#define ELO_SHOWN 100000

static const char *const verdicts[] = {N_("open"), N_("not better"), N_("better")};

static const char *winner(const struct match_game *g)
{
	return g->result > 0 ? tr("A wins") : g->result < 0 ? tr("B wins") : tr("a draw");
}

void report_game(const struct match *m)
{
	const struct match_game *g = &m->games[m->count - 1];

	out_printf(tr("%4u opening %u, %c black: %s after %u stones"), m->count, g->opening + 1,
		g->a_black ? 'A' : 'B', winner(g), g->plies);
	if (g->reason.code != ERR_OK) {
		out_printf("; %c: ", g->result > 0 ? 'B' : 'A');
		out_escaped_str(g->reason.text);
	}
	out_str("\n");
	out_flush();
}

static void print_elo(const struct match *m)
{
	double error, elo = score_elo(&m->score, &error);

	if (fabs(elo) < ELO_SHOWN && fabs(error) < ELO_SHOWN) /* otherwise infinite */
		out_printf(tr(", Elo %+.0f (95 %%: %.0f either way)"), elo, error);
}

void report_score(const struct match *m)
{
	const struct score *s = &m->score;

	out_str("A: ");
	out_escaped_str(m->side[0].command);
	out_str("\nB: ");
	out_escaped_str(m->side[1].command);
	out_printf(tr("\nA won %u, lost %u, drew %u: %.1f %%"), s->won, s->lost, s->drawn,
		100 * score_share(s));
	print_elo(m);
	out_str("\n");
	if (m->side[0].late + m->side[1].late > 0)
		out_printf(tr("moves beyond their time: A %u, B %u\n"), m->side[0].late,
			m->side[1].late);
	if (m->has_sprt)
		out_printf(
			tr("better by %.0f rather than %.0f Elo: %s (log-likelihood ratio %.2f of "
			   "%.2f)\n"),
			m->sprt.elo1, m->sprt.elo0, tr(verdicts[sprt_verdict(&m->sprt, s)]),
			sprt_llr(&m->sprt, s), SPRT_BOUND);
}

static void json_side(struct json *j, const char *key, const struct contestant *c)
{
	json_key(j, key);
	json_object(j);
	json_kv_str(j, "command", c->command);
	json_kv_u64(j, "late_moves", c->late);
	json_object_end(j);
}

static void json_games(struct json *j, const struct match *m)
{
	json_key(j, "games");
	json_array(j);
	for (unsigned i = 0; i < m->count; i++) {
		const struct match_game *g = &m->games[i];

		json_object(j);
		json_kv_u64(j, "opening", g->opening + 1);
		json_kv_str(j, "black", g->a_black ? "a" : "b");
		json_kv_str(j, "winner", g->result > 0 ? "a" : g->result < 0 ? "b" : "none");
		json_kv_u64(j, "stones", g->plies);
		if (g->reason.code != ERR_OK)
			json_kv_str(j, "error", g->reason.text);
		json_object_end(j);
	}
	json_array_end(j);
}

static void json_numbers(struct json *j, const struct match *m)
{
	double error, elo = score_elo(&m->score, &error);

	json_kv_u64(j, "won", m->score.won);
	json_kv_u64(j, "lost", m->score.lost);
	json_kv_u64(j, "drawn", m->score.drawn);
	json_key(j, "share");
	json_double(j, score_share(&m->score));
	json_key(j, "elo");
	json_double(j, elo);
	json_key(j, "elo_error");
	json_double(j, error);
	if (!m->has_sprt)
		return;
	json_key(j, "sprt");
	json_object(j);
	json_key(j, "elo0");
	json_double(j, m->sprt.elo0);
	json_key(j, "elo1");
	json_double(j, m->sprt.elo1);
	json_key(j, "llr");
	json_double(j, sprt_llr(&m->sprt, &m->score));
	json_kv_str(j, "verdict", verdicts[sprt_verdict(&m->sprt, &m->score)]);
	json_object_end(j);
}

void report_json(const struct match *m)
{
	struct buf out;
	struct json j;

	buf_init(&out, 0);
	json_init(&j, &out, false);
	json_object(&j);
	json_side(&j, "a", &m->side[0]);
	json_side(&j, "b", &m->side[1]);
	json_kv_str(&j, "rule", game_rule_names[m->rule]);
	json_kv_u64(&j, "size", m->board_side);
	json_kv_u64(&j, "ms", m->limits.ms);
	json_kv_u64(&j, "nodes", m->limits.nodes);
	json_numbers(&j, m);
	json_games(&j, m);
	json_object_end(&j);
	out_buf(&out);
}

enum err_code report_sgf(const struct match *m, const char *folder, struct err *err)
{
	const struct match_game *last = &m->games[m->count - 1];
	struct game g = m->board;
	const char *black = m->side[last->a_black ? 0 : 1].command;
	const char *white = m->side[last->a_black ? 1 : 0].command;
	char name[32];
	struct blob path;
	struct buf text;
	enum err_code rc;

	if (g.state == GAME_OPEN) /* the loser made an error */
		g.state = (last->result > 0) == last->a_black ? GAME_BLACK_WON : GAME_WHITE_WON;
	(void)snprintf(name, sizeof(name), "game-%04u.sgf", m->count);
	rc = path_join(folder, name, &path, err);
	if (rc != ERR_OK)
		return rc;
	buf_init(&text, 0);
	sgf_write(&g, black, white, &text);
	rc = text.failed != ERR_OK
		     ? err_set(err, text.failed, "out of memory")
		     : file_write((const char *)path.ptr, span_of(text.ptr, text.len), false, err);
	if (rc == ERR_EXISTS)
		(void)err_set(err, ERR_EXISTS, "%s: there is such a file already", name);
	else if (rc != ERR_OK)
		(void)err_prefix(err, "%s", name);
	buf_free(&text);
	blob_free(&path);
	return rc;
}
