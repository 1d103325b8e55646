/* SPDX-License-Identifier: MIT */
/* 2048ai --play --size=3 or 5: keys and time as at 4x4, without coach and replays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "cmd.h"
#include "term/game_files.h"
#include "term/input.h"
#include "term/texts.h"

#define NAME_MAX_LEN 32
#define UNDO_STEPS   4096u

struct sized_play {
	struct screen *screen;
	struct sized_game game;
	struct sized_game *undo; /* ring of UNDO_STEPS */
	unsigned undo_first, undo_count;
	uint64_t nodes;
	unsigned depth;
	char name[NAME_MAX_LEN]; /* of the file that keeps the game */
	struct file_lock *lock;  /* NULL: another program keeps one, this one is not kept */
	struct view view;
	struct view_spots spots;
	struct input_swipe swipe;
	struct search_result hint;
	bool hint_fresh;
	bool quit;
	unsigned speed;
	uint64_t seed, number, started, next_auto;
	struct term_event waiting;
	const char *trouble;
	const char *remark;
	uint64_t remark_since;
};

static void say(struct sized_play *p, const char *remark)
{
	p->remark = remark;
	p->remark_since = os_time_ms();
}

/* The game, and whether its points are a person's own: "own" or "helped", "undone". */
static void save(struct sized_play *p)
{
	char game[SIZED_TEXT], whole[SIZED_TEXT + 32];
	struct err err;

	if (p->lock == NULL)
		return;
	sized_save(&p->game, game);
	(void)snprintf(whole, sizeof(whole), "%s\n%d %d\n", game, p->view.undone, p->view.helped);
	if (game_file_write(p->name, span_of(whole, strlen(whole)), &err) != ERR_OK)
		p->trouble = text(TEXT_NOT_SAVED);
	else if (p->trouble == text(TEXT_NOT_SAVED))
		p->trouble = NULL;
}

static void keep_best(struct sized_play *p)
{
	struct err err;

	if (p->view.undone || p->view.helped || p->game.score <= p->view.best)
		return;
	if (record_raise(p->game.side, p->game.score, &p->view.best, &err) != ERR_OK)
		p->trouble = text(TEXT_BEST_NOT_SAVED);
}

static void end_if_over(struct sized_play *p)
{
	if (sized_legal(&p->game) != 0)
		return;
	p->view.notice = NOTICE_OVER;
	p->view.autoplay = false;
}

static void begin(struct sized_play *p)
{
	sized_new(&p->game, p->game.side, p->seed, p->number++);
	p->undo_first = p->undo_count = 0;
	p->view.undone = p->view.helped = p->view.autoplay = false;
	p->view.notice = NOTICE_NONE;
	p->hint_fresh = false;
	p->started = os_time_ms();
	save(p);
}

/* What was kept; false: nothing, or it was damaged and set aside. */
static bool go_on(struct sized_play *p)
{
	struct sized_game game;
	char *line, *flags;
	struct blob file;
	struct err err;
	bool good;

	if (p->lock == NULL || game_file_read(p->name, &file, &err) != ERR_OK)
		return false;
	line = malloc(file.len + 1);
	if (line == NULL) {
		blob_free(&file);
		return false;
	}
	memcpy(line, file.ptr, file.len);
	line[file.len] = '\0';
	blob_free(&file);
	flags = strchr(line, '\n');
	if (flags != NULL)
		*flags++ = '\0';
	good = flags != NULL && strlen(flags) == 4 && flags[1] == ' ' && flags[3] == '\n' &&
	       sized_load(&game, line) && game.side == p->game.side;
	if (good) {
		p->game = game;
		p->view.undone = flags[0] != '0';
		p->view.helped = flags[2] != '0';
		say(p, text(TEXT_GOES_ON));
	} else {
		(void)game_file_set_aside(p->name, &err);
		say(p, text(TEXT_WAS_DAMAGED));
	}
	free(line);
	return good && sized_legal(&p->game) != 0;
}

static void advise(struct sized_play *p)
{
	if (!p->hint_fresh)
		sized_look(&p->game, p->depth, p->nodes, &p->hint);
	p->hint_fresh = true;
}

static void show(struct sized_play *p, const struct view_motion *motion)
{
	struct err err;

	p->view.side = p->game.side;
	memcpy(p->view.ranks, p->game.rank, sizeof(p->view.ranks));
	p->view.score = p->game.score;
	p->view.moves = p->game.moves;
	p->view.speed = input_speeds[p->speed];
	p->view.hint = p->hint_fresh ? &p->hint : NULL;
	p->view.spots = &p->spots;
	p->view.message = p->trouble != NULL ? p->trouble : p->remark;
	p->view.message_ms = os_time_ms() - p->remark_since;
	if (p->view.notice != NOTICE_OVER)
		p->view.elapsed_ms = os_time_ms() - p->started;
	view_draw(p->screen, &p->view, motion);
	if (screen_show(p->screen, &err) != ERR_OK)
		p->quit = true;
}

/* The slide, until the next key. */
static void animate(struct sized_play *p, const struct sized_game *before, enum g2048_dir dir)
{
	struct view_motion m = {.fresh = -1, .whole = INPUT_SLIDE_FRAMES};
	unsigned speed = input_speeds[p->speed];

	if (p->view.autoplay && (speed == 0 || speed > INPUT_ANIMATED))
		return;
	view_tracks(before->rank, before->side, SIZED_RANK_MAX, dir, m.track);
	for (m.part = 1; m.part <= INPUT_SLIDE_FRAMES && !p->quit; m.part++) {
		show(p, &m);
		screen_event(p->screen, INPUT_FRAME_MS, &p->waiting);
		if (p->waiting.type != TERM_NONE)
			return;
	}
}

static void step(struct sized_play *p, enum g2048_dir dir)
{
	struct sized_game before = p->game;

	if (p->view.notice == NOTICE_OVER || !sized_step(&p->game, dir))
		return;
	if (p->undo_count == UNDO_STEPS)
		p->undo_first = (p->undo_first + 1) % UNDO_STEPS;
	else
		p->undo_count++;
	p->undo[(p->undo_first + p->undo_count - 1) % UNDO_STEPS] = before;
	p->view.helped = p->view.helped || p->view.autoplay || p->view.show_hint;
	p->hint_fresh = false;
	p->remark = NULL;
	keep_best(p);
	save(p);
	animate(p, &before, dir);
	end_if_over(p);
}

static void undo(struct sized_play *p)
{
	if (p->undo_count == 0) {
		say(p, text(TEXT_NO_UNDO));
		return;
	}
	p->game = p->undo[(p->undo_first + --p->undo_count) % UNDO_STEPS];
	p->view.undone = true;
	p->view.autoplay = false;
	p->view.notice = NOTICE_NONE;
	p->hint_fresh = false;
	save(p);
}

static void other_key(struct sized_play *p, uint32_t key)
{
	switch (key) {
	case 'n':
	case 'r':
		begin(p);
		break;
	case 'u':
	case TERM_KEY_BACKSPACE:
		undo(p);
		break;
	case 'c':
	case 'x':
		say(p, text(TEXT_ONLY_4X4));
		break;
	case 'i':
		p->view.show_hint = !p->view.show_hint;
		break;
	case ' ':
	case '\r':
		p->view.helped = true;
		advise(p);
		step(p, p->hint.best);
		break;
	case 'p':
		p->view.autoplay = !p->view.autoplay && p->view.notice != NOTICE_OVER;
		p->next_auto = 0;
		break;
	case '+':
	case '=':
		p->speed += p->speed + 1 < INPUT_SPEEDS;
		break;
	case '-':
		p->speed -= p->speed > 0;
		break;
	case '?':
		p->view.notice = NOTICE_HELP;
		break;
	default:
		break;
	}
}

static void on_key(struct sized_play *p, const struct term_event *e)
{
	uint32_t key = input_key(e);
	enum g2048_dir dir = input_direction(key);

	if (input_is_quit(e)) {
		p->quit = true;
		return;
	}
	if (dir != G2048_NONE)
		p->view.autoplay = false;
	if (p->view.notice == NOTICE_HELP)
		p->view.notice = NOTICE_NONE;
	else if (dir == G2048_NONE)
		other_key(p, key);
	else
		step(p, dir);
	if (p->view.notice == NOTICE_NONE)
		end_if_over(p);
}

static void on_event(struct sized_play *p, const struct term_event *e)
{
	struct term_event key = {.type = TERM_KEY};

	if (e->type == TERM_CLOSED)
		p->quit = true;
	else if (e->type == TERM_KEY)
		on_key(p, e);
	if (e->type != TERM_MOUSE)
		return;
	key.key = input_mouse(&p->swipe, &p->spots, e);
	if (key.key != 0 && p->view.notice == NOTICE_HELP)
		p->view.notice = NOTICE_NONE;
	if (key.key != 0)
		on_key(p, &key);
}

static void auto_move(struct sized_play *p)
{
	unsigned speed = input_speeds[p->speed];

	if (os_time_ms() < p->next_auto)
		return;
	p->next_auto = os_time_ms() + (speed > 0 ? 1000 / speed : 0);
	advise(p);
	step(p, p->hint.best);
}

static int wait_time(const struct sized_play *p)
{
	uint64_t now = os_time_ms();

	if (p->view.autoplay)
		return p->next_auto > now ? (int)(p->next_auto - now) : 0;
	return 1000 - (int)(p->view.elapsed_ms % 1000);
}

static void loop(struct sized_play *p)
{
	while (!p->quit && !os_stop_requested()) {
		struct term_event e;

		if (p->view.show_hint && p->view.notice == NOTICE_NONE)
			advise(p);
		show(p, NULL);
		e = p->waiting;
		p->waiting.type = TERM_NONE;
		if (e.type == TERM_NONE)
			screen_event(p->screen, wait_time(p), &e);
		on_event(p, &e);
		if (p->view.autoplay && !p->quit)
			auto_move(p);
	}
}

static void open_files(struct sized_play *p, bool another)
{
	struct err err;

	(void)snprintf(
		p->name, sizeof(p->name), "2048-running-%ux%u.txt", p->game.side, p->game.side);
	if (record_raise(p->game.side, 0, &p->view.best, &err) != ERR_OK)
		p->trouble = text(TEXT_BEST_CANNOT_BE_SAVED);
	if (game_file_try_lock(p->name, &p->lock, &err) != ERR_OK) {
		p->lock = NULL;
		p->trouble = text(err.code == ERR_BUSY ? TEXT_ANOTHER_RUNS : TEXT_CANNOT_KEEP);
	}
	if (another || !go_on(p))
		begin(p);
	keep_best(p);
}

int cmd_play_sized(const struct cmd *cmd)
{
	struct screen_opts opts = {.mouse = true, .colours = TERM_COLOURS_AUTO};
	struct sized_play *p = calloc(1, sizeof(*p));
	struct err err;
	int status = EXIT_DONE;

	if (p != NULL)
		p->undo = calloc(UNDO_STEPS, sizeof(*p->undo));
	if (p == NULL || p->undo == NULL) {
		free(p);
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	p->game.side = cmd->size;
	p->nodes = cmd->player.nodes > 0 ? cmd->player.nodes : CMD_SIZED_NODES;
	p->depth = cmd->player.depth;
	p->speed = 3;
	p->seed = cmd->seed;
	p->started = os_time_ms();
	if ((!cmd->seed_given && os_random(&p->seed, sizeof(p->seed), &err) != ERR_OK) ||
		screen_open(&opts, &p->screen, &err) != ERR_OK) {
		diag_err("--play", &err);
		status = diag_status(&err);
	} else {
		os_stop_watch();
		open_files(p, cmd->another || cmd->seed_given);
		loop(p);
	}
	screen_close(p->screen);
	if (p->trouble != NULL) {
		diag_error("--play: %s", p->trouble);
		status = EXIT_FAILED;
	}
	file_lock_close(p->lock);
	free(p->undo);
	free(p);
	return status;
}
