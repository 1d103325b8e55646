/* SPDX-License-Identifier: MIT */
/* 2048ai --browser: plays the page of the game in a browser with real keys. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "browser/browser.h"
#include "cmd.h"
#include "term/show.h"

#define PAGE_MS  30000u /* for the page to load */
#define NONE_MS  2500u  /* for a page that is loaded to show a game */
#define REACT_MS 3000u  /* for a key to change the board */

/* The author's own page; it links to his new version, play2048.co. */
static const char home_page[] = "https://gabrielecirulli.github.io/2048/";

struct session {
	const struct cmd *cmd;
	const struct g2048_tables *tables;
	struct player *player;
	struct remote remote;
	uint64_t moves; /* of all games */
};

struct outcome {
	struct page_state last;
	uint64_t moves;
	uint64_t ms;
	bool over;
};

static enum err_code read_page(struct session *s, struct page_state *state, struct err *err)
{
	struct blob text;
	enum err_code rc = remote_eval(&s->remote, page_read_script, &text, err);

	if (rc != ERR_OK)
		return rc;
	rc = page_parse(blob_span(text), state, err);
	blob_free(&text);
	return rc;
}

static enum err_code run_script(struct session *s, const char *script, struct err *err)
{
	struct blob text;

	if (remote_eval(&s->remote, script, &text, err) != ERR_OK)
		return err->code;
	blob_free(&text);
	return ERR_OK;
}

static bool is_empty(const struct page_state *s)
{
	static const uint8_t none[16];

	return memcmp(s->ranks, none, sizeof(none)) == 0;
}

/* Waits until there is a game. A loaded page may create it by scripts, shortly after. */
static enum err_code wait_for_game(struct session *s, struct page_state *state, struct err *err)
{
	uint64_t until = os_time_ms() + PAGE_MS, loaded = 0;

	for (;;) {
		enum err_code rc = read_page(s, state, err);

		if (rc == ERR_OK && !state->over && !is_empty(state))
			return ERR_OK;
		if (rc == ERR_UNSUPPORTED || rc == ERR_DENIED || s->remote.link == NULL)
			return rc;
		if (rc == ERR_NOTFOUND && loaded == 0)
			loaded = os_time_ms();
		if (os_stop_requested())
			return err_set(err, ERR_CANCELLED, "stopped");
		if (os_time_ms() > until)
			return rc != ERR_OK ? rc : err_set(err, ERR_BUSY, "no game begins");
		if (rc == ERR_NOTFOUND && os_time_ms() - loaded > NONE_MS) {
			diag_note("loaded for %" PRIu64 " ms", os_time_ms() - loaded);
			return rc;
		}
		os_sleep_ms(50);
	}
}

/* After a key: waits until the board changes, or the game is over. */
static enum err_code wait_for_change(struct session *s, const struct page_state *before,
	struct page_state *state, struct err *err)
{
	uint64_t until = os_time_ms() + REACT_MS;

	do {
		if (read_page(s, state, err) != ERR_OK)
			return err->code;
		if (state->over || state->won != before->won ||
			memcmp(state->ranks, before->ranks, sizeof(state->ranks)) != 0)
			return ERR_OK;
		os_sleep_ms(1);
	} while (os_time_ms() < until);
	return err_set(err, ERR_BUSY, "the page does not react to keys");
}

static enum err_code press_move(
	struct session *s, const struct page_state *state, enum g2048_dir dir, struct err *err)
{
	if (state->store)
		return run_script(s, page_move_script(dir), err);
	return remote_press(&s->remote, page_key(dir), err);
}

static enum err_code one_move(struct session *s, struct page_state *state, struct err *err)
{
	struct page_state before = *state;
	struct search_result look;
	struct g2048_game game;

	if (state->won) {
		if (run_script(s, page_keep_script, err) != ERR_OK)
			return err->code;
		return wait_for_change(s, &before, state, err);
	}
	page_game(state, &game);
	player_choose(s->player, &game, &look);
	if (look.best == G2048_NONE) {
		/* the page reports it after its animation */
		return wait_for_change(s, &before, state, err);
	}
	if (press_move(s, state, look.best, err) != ERR_OK)
		return err->code;
	s->moves++;
	return wait_for_change(s, &before, state, err);
}

static bool may_go_on(const struct session *s)
{
	return !os_stop_requested() && (!s->cmd->moves_given || s->moves < s->cmd->moves);
}

static enum err_code one_game(struct session *s, struct outcome *o, struct err *err)
{
	uint64_t begin, before = s->moves;
	enum err_code rc;

	memset(o, 0, sizeof(*o));
	rc = wait_for_game(s, &o->last, err);
	begin = os_time_ms();
	while (rc == ERR_OK && !o->last.over && may_go_on(s)) {
		rc = one_move(s, &o->last, err);
		if (rc == ERR_OK && s->moves % 100 == 0)
			diag_note("move %" PRIu64 ", score %" PRIu64, s->moves, o->last.score);
	}
	o->moves = s->moves - before;
	o->ms = os_time_ms() - begin;
	o->over = o->last.over;
	return rc;
}

static unsigned best_rank(const struct page_state *s)
{
	unsigned best = 0;

	for (unsigned i = 0; i < 16; i++)
		best = s->ranks[i] > best ? s->ranks[i] : best;
	return best;
}

static void print_outcome(const struct session *s, uint64_t number, const struct outcome *o)
{
	unsigned rank = best_rank(&o->last);
	uint64_t tile = rank > 0 ? 1ull << rank : 0;
	double each = o->moves > 0 ? (double)o->ms / (double)o->moves : 0;
	struct buf b;
	struct json j;

	if (!s->cmd->json) {
		out_printf(tr("game %" PRIu64 ": %" PRIu64 " points, %" PRIu64 ", %" PRIu64
			      " moves, %.1f ms each, %s\n"),
			number, o->last.score, tile, o->moves, each,
			o->over ? tr("over") : tr("stopped"));
		out_flush();
		return;
	}
	buf_init(&b, 0);
	json_init(&j, &b, true);
	json_object(&j);
	json_kv_u64(&j, "game", number);
	json_kv_u64(&j, "score", o->last.score);
	json_kv_u64(&j, "tile", tile);
	json_kv_u64(&j, "moves", o->moves);
	json_key(&j, "ms_per_move");
	json_double(&j, each);
	json_kv_bool(&j, "over", o->over);
	json_key(&j, "cells");
	json_array(&j);
	for (unsigned i = 0; i < 16; i++)
		json_u64(&j, o->last.ranks[i] > 0 ? 1ull << o->last.ranks[i] : 0);
	json_array_end(&j);
	json_object_end(&j);
	out_buf(&b);
	out_flush();
}

static enum err_code play_games(struct session *s, struct err *err)
{
	struct outcome o;

	for (uint64_t n = 1; n <= s->cmd->games && may_go_on(s); n++) {
		enum err_code rc;

		if (n > 1 && run_script(s, page_restart_script, err) != ERR_OK)
			return err->code;
		rc = one_game(s, &o, err);
		if (rc != ERR_OK && (rc != ERR_CANCELLED || o.moves == 0))
			return rc == ERR_CANCELLED ? ERR_OK : rc;
		print_outcome(s, n, &o);
	}
	return ERR_OK;
}

int cmd_browser(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct session s = {.cmd = cmd, .tables = tables};
	struct remote_opts opts = cmd->browser;
	struct err err;
	int status = EXIT_DONE;

	if (opts.url == NULL && opts.attach == NULL)
		opts.url = home_page;
	os_stop_watch();
	if (player_open(tables, &cmd->player, &s.player, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	if (remote_open(&opts, &s.remote, &err) != ERR_OK || play_games(&s, &err) != ERR_OK) {
		diag_err("--browser", &err);
		status = diag_status(&err);
	}
	remote_close(&s.remote);
	player_close(s.player);
	return status;
}
