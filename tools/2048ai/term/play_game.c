/* SPDX-License-Identifier: MIT */
#include "term/play_game.h"

#include <stdio.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "players/coach.h"
#include "term/scores.h"
#include "term/texts.h"

#define AUTO_SAVE_MS 500 /* between saves while the computer plays */

/* Whether the score was reached without help. */
static bool is_own(const struct play *p)
{
	return !p->replay.undone && !p->replay.helped && !p->replay.from;
}

static void show_flags(struct play *p)
{
	p->desk.view.undone = p->replay.undone;
	p->desk.view.helped = p->replay.helped;
}

static void keep_record(struct play *p)
{
	struct err err;

	if (!is_own(p) || p->game.score <= p->record)
		return;
	if (record_raise(4, p->game.score, &p->record, &err) != ERR_OK)
		desk_trouble(&p->desk, TEXT_BEST_NOT_SAVED, &err);
	if (p->record > p->desk.view.best)
		p->desk.view.best = p->record;
}

void play_save(struct play *p)
{
	struct err err;

	if (p->kept == NULL || p->entered || p->replay.count == 0)
		return;
	p->replay.ms = os_time_ms() - p->desk.started;
	p->saved = os_time_ms();
	if (kept_save(p->kept, &p->replay, &err) != ERR_OK)
		desk_trouble(&p->desk, TEXT_NOT_SAVED, &err);
	else if (p->desk.trouble == text(TEXT_NOT_SAVED))
		p->desk.trouble = NULL; /* saving works again */
}

/* Enters the game into the table of scores; it cannot be continued then. */
static void enter(struct play *p, bool over)
{
	struct err err;

	if (p->entered || p->replay.count == 0)
		return;
	if (scores_add(&p->replay, &p->game, over, &err) != ERR_OK) {
		desk_trouble(&p->desk, TEXT_NOT_ENTERED, &err);
		play_save(p); /* the next --play enters it */
	} else if (p->kept != NULL && kept_clear(p->kept, &err) != ERR_OK) {
		desk_trouble(&p->desk, TEXT_NOT_REMOVED, &err);
	}
	p->entered = true;
}

static void end_if_over(struct play *p)
{
	if (g2048_game_legal(p->tables, &p->game) != 0)
		return;
	p->desk.view.notice = NOTICE_OVER;
	p->desk.view.autoplay = false;
	p->replay.ms = os_time_ms() - p->desk.started;
	enter(p, true);
}

/* Called after replay was filled with the beginning of the game. */
static void begin(struct play *p)
{
	p->game = p->replay.first;
	p->undo_first = p->undo_count = 0;
	p->desk.stopped = p->entered = false;
	p->announced = g2048_game_max_rank(&p->game) >= G2048_WIN_RANK;
	p->desk.view.notice = NOTICE_NONE;
	p->desk.view.best = p->record;
	p->desk.hint_fresh = false;
	p->desk.started = os_time_ms() - p->replay.ms;
	show_flags(p);
}

void play_new(struct play *p, const struct g2048_game *position)
{
	p->replay.ms = os_time_ms() - p->desk.started;
	enter(p, false);
	replay_free(&p->replay);
	if (position != NULL)
		replay_init_from(&p->replay, p->desk.seed, p->desk.number++, position);
	else
		replay_init(&p->replay, p->desk.seed, p->desk.number++);
	begin(p);
	end_if_over(p); /* a given position may have no move */
}

static void push_undo(struct play *p)
{
	if (p->undo_count == UNDO_MAX)
		p->undo_first = (p->undo_first + 1) % UNDO_MAX;
	else
		p->undo_count++;
	p->undo[(p->undo_first + p->undo_count - 1) % UNDO_MAX] = p->game;
}

/* Continues the saved game. */
static void go_on(struct play *p)
{
	begin(p);
	for (size_t i = 0; i < p->replay.count; i++) {
		push_undo(p);
		(void)g2048_game_step(p->tables, &p->game, (enum g2048_dir)p->replay.moves[i]);
	}
	p->announced = g2048_game_max_rank(&p->game) >= G2048_WIN_RANK;
	p->desk.seed = p->replay.seed;
	p->desk.number = p->replay.number + 1;
	p->desk.remark = text(TEXT_GOES_ON);
	keep_record(p); /* another program may have ended between saving the move and the record */
}

void play_begin(struct play *p, bool another, const struct g2048_game *position)
{
	bool has = false, damaged = false;
	uint64_t seed = p->desk.seed;
	struct err err;

	if (record_raise(4, 0, &p->record, &err) != ERR_OK) {
		p->record = record_load(4);
		desk_trouble(&p->desk, TEXT_BEST_CANNOT_BE_SAVED, &err);
	}
	if (kept_open(p->tables, &p->kept, &p->replay, &has, &damaged, &err) != ERR_OK)
		desk_trouble(
			&p->desk, err.code == ERR_BUSY ? TEXT_TOO_MANY : TEXT_CANNOT_KEEP, &err);
	if (damaged)
		p->desk.remark = text(TEXT_WAS_DAMAGED);
	if (has)
		go_on(p);
	if (has && !another && g2048_game_legal(p->tables, &p->game) != 0)
		return;
	if (has && g2048_game_legal(p->tables, &p->game) == 0)
		enter(p, true);
	if (has)
		p->desk.remark = NULL;
	p->desk.seed = seed;
	p->desk.number = 0;
	play_new(p, position);
}

/* Judges a move before it is made. */
static void judge(struct play *p, enum g2048_dir dir)
{
	struct coach_move m;

	(void)play_advise(p);
	if (((p->desk.hint.legal >> dir) & 1) == 0)
		return;
	coach_rate(&p->desk.hint, g2048_game_max_rank(&p->game), dir, &m);
	if (m.grade == COACH_BEST)
		(void)snprintf(p->verdict, sizeof(p->verdict), "%s", text(TEXT_COACH_BEST));
	else if (!coach_chances_differ(&m))
		(void)snprintf(p->verdict, sizeof(p->verdict), FORMAT_COACH,
			tr(g2048_dir_name(m.best)), m.points);
	else
		(void)snprintf(p->verdict, sizeof(p->verdict), FORMAT_COACH_CHANCE,
			tr(g2048_dir_name(m.best)), m.points, 1ul << m.next, 100 * m.chance_made,
			100 * m.chance_best);
}

bool play_step(struct play *p, enum g2048_dir dir)
{
	bool judged = p->coach && !p->desk.view.autoplay;
	struct err err;

	if (p->desk.stopped || p->desk.view.notice == NOTICE_OVER)
		return false;
	if (((g2048_game_legal(p->tables, &p->game) >> dir) & 1) == 0)
		return false;
	if (replay_add(&p->replay, dir, &err) != ERR_OK) {
		desk_trouble(
			&p->desk, TEXT_TOO_LONG, &err); /* what is kept would be another game */
		p->desk.view.autoplay = false;
		return false;
	}
	if (judged)
		judge(p, dir);
	push_undo(p);
	(void)g2048_game_step(p->tables, &p->game, dir);
	/* a visible hint, or autoplay, is help by the computer */
	p->replay.helped = p->replay.helped || p->desk.view.autoplay || p->desk.view.show_hint;
	show_flags(p);
	p->entered = false;
	p->desk.hint_fresh = false;
	p->desk.remark = judged ? p->verdict : NULL;
	keep_record(p);
	if (!p->desk.view.autoplay || os_time_ms() - p->saved >= AUTO_SAVE_MS)
		play_save(p);
	end_if_over(p);
	return true;
}

void play_undo(struct play *p)
{
	if (p->desk.stopped)
		return;
	if (p->undo_count == 0) {
		p->desk.remark = text(p->replay.count == 0 ? TEXT_FIRST_BOARD : TEXT_UNDO_LIMIT);
		return;
	}
	p->game = p->undo[(p->undo_first + --p->undo_count) % UNDO_MAX];
	p->replay.count--;
	p->replay.undone = true;
	show_flags(p);
	p->entered = false;
	p->desk.view.best = p->record;
	p->desk.view.autoplay = false;
	p->desk.view.notice = NOTICE_NONE;
	p->desk.hint_fresh = false;
	play_save(p);
}

void play_stop(struct play *p)
{
	p->replay.ms = os_time_ms() - p->desk.started;
	enter(p, false);
	p->desk.stopped = true;
	p->desk.view.autoplay = false;
	p->desk.view.notice = NOTICE_STOPPED;
}

void play_settle(struct play *p)
{
	if (p->desk.stopped)
		p->desk.view.notice = NOTICE_STOPPED;
	else
		end_if_over(p);
}

enum g2048_dir play_advise(struct play *p)
{
	if (!p->desk.hint_fresh) {
		player_choose(p->player, &p->game, &p->desk.hint);
		p->desk.hint_fresh = true;
	}
	return p->desk.hint.best;
}
