/* SPDX-License-Identifier: MIT */
#include "term/desk.h"

#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"

static void show(struct desk *d, const struct view_motion *motion)
{
	struct view *v = &d->view;
	struct err err;

	d->calls->fill(d->game, v);
	v->speed = input_speeds[d->speed];
	v->hint = d->hint_fresh ? &d->hint : NULL;
	v->spots = &d->spots;
	v->message = d->trouble != NULL ? d->trouble : d->remark;
	if (v->message != d->shown || v->moves != d->shown_moves) {
		d->shown = v->message;
		d->shown_moves = v->moves;
		d->shown_since = os_time_ms();
	}
	v->message_ms = os_time_ms() - d->shown_since;
	if (!d->stopped && v->notice != NOTICE_OVER)
		v->elapsed_ms = os_time_ms() - d->started;
	view_draw(d->screen, v, motion);
	if (screen_show(d->screen, &err) != ERR_OK)
		d->quit = true;
}

/* Waits for one frame; false: an event ends the animation, and is kept for the loop. */
static bool frame(struct desk *d, int ms)
{
	screen_event(d->screen, ms, &d->waiting);
	return d->waiting.type == TERM_NONE;
}

void desk_animate(
	struct desk *d, const uint8_t *before, unsigned max, enum g2048_dir dir, int fresh)
{
	struct view_motion m = {.fresh = -1, .whole = INPUT_SLIDE_FRAMES};
	unsigned speed = input_speeds[d->speed];

	if (d->view.autoplay && (speed == 0 || speed > INPUT_ANIMATED))
		return;
	view_tracks(before, d->view.side, max, dir, m.track);
	for (m.part = 1; m.part <= INPUT_SLIDE_FRAMES; m.part++) {
		show(d, &m);
		if (d->quit || !frame(d, INPUT_FRAME_MS))
			return;
	}
	if (fresh < 0)
		return;
	m.whole = 0;
	m.fresh = fresh;
	show(d, &m);
	(void)frame(d, INPUT_FRAME_MS * 2);
}

static void other_key(struct desk *d, uint32_t key)
{
	switch (key) {
	case 'n':
	case 'r':
		d->remark = NULL; /* it is about the board that is removed */
		d->calls->key(d->game, 'n');
		break;
	case 'u':
	case TERM_KEY_BACKSPACE:
		d->remark = NULL;
		d->calls->key(d->game, 'u');
		break;
	case ' ':
	case '\r':
		d->calls->key(d->game, ' ');
		d->calls->step(d->game, d->calls->advise(d->game));
		break;
	case 'c':
	case 'x':
		d->calls->key(d->game, key);
		break;
	case 'i':
		d->view.show_hint = !d->view.show_hint;
		break;
	case 'p':
		d->view.autoplay =
			!d->view.autoplay && !d->stopped && d->view.notice != NOTICE_OVER;
		d->next_auto = 0;
		break;
	case '+':
	case '=':
		d->speed += d->speed + 1 < INPUT_SPEEDS;
		break;
	case '-':
		d->speed -= d->speed > 0;
		break;
	case '?':
		d->view.notice = NOTICE_HELP;
		break;
	default:
		break;
	}
}

static void on_key(struct desk *d, const struct term_event *e)
{
	uint32_t key = input_key(e);
	enum g2048_dir dir = input_direction(key);

	if (input_is_quit(e)) {
		d->quit = true;
		return;
	}
	if (dir != G2048_NONE) /* a move by hand returns control to the player, whatever is shown */
		d->view.autoplay = false;
	if (d->view.notice == NOTICE_WON || d->view.notice == NOTICE_HELP)
		d->view.notice = NOTICE_NONE;
	else if (dir == G2048_NONE)
		other_key(d, key);
	else
		d->calls->step(d->game, dir);
	if (d->view.notice == NOTICE_NONE)
		d->calls->settle(d->game);
}

static void on_mouse(struct desk *d, const struct term_event *e)
{
	const struct term_event key = {
		.type = TERM_KEY, .key = input_mouse(&d->swipe, &d->spots, e)};

	if (key.key == 0)
		return;
	if (d->view.notice == NOTICE_HELP)
		d->view.notice = NOTICE_NONE; /* its buttons work as labelled */
	on_key(d, &key);
}

static int wait_time(const struct desk *d)
{
	uint64_t now = os_time_ms();

	if (d->view.autoplay)
		return d->next_auto > now ? (int)(d->next_auto - now) : 0;
	return 1000 - (int)(d->view.elapsed_ms % 1000); /* the clock ticks */
}

static void auto_move(struct desk *d)
{
	unsigned speed = input_speeds[d->speed];

	if (os_time_ms() < d->next_auto)
		return;
	d->next_auto = os_time_ms() + (speed > 0 ? 1000 / speed : 0);
	d->calls->step(d->game, d->calls->advise(d->game));
}

void desk_loop(struct desk *d)
{
	while (!d->quit && !os_stop_requested()) {
		struct term_event e;

		if (d->view.show_hint && !d->view.autoplay && d->view.notice == NOTICE_NONE)
			(void)d->calls->advise(d->game);
		show(d, NULL);
		e = d->waiting;
		d->waiting.type = TERM_NONE;
		if (e.type == TERM_NONE)
			screen_event(d->screen, wait_time(d), &e);
		if (e.type == TERM_CLOSED)
			d->quit = true;
		else if (e.type == TERM_KEY)
			on_key(d, &e);
		else if (e.type == TERM_MOUSE)
			on_mouse(d, &e);
		if (d->view.autoplay && !d->quit)
			auto_move(d);
	}
}

enum err_code desk_open(struct desk *d, const uint64_t *seed, struct err *err)
{
	const struct screen_opts opts = {.mouse = true, .colours = TERM_COLOURS_AUTO};
	enum err_code rc = ERR_OK;

	d->speed = 3;
	d->started = os_time_ms();
	if (seed != NULL)
		d->seed = *seed;
	else
		rc = os_random(&d->seed, sizeof(d->seed), err);
	if (rc == ERR_OK)
		rc = screen_open(&opts, &d->screen, err);
	if (rc == ERR_OK)
		os_stop_watch();
	return rc;
}

void desk_trouble(struct desk *d, enum text which, const struct err *cause)
{
	d->trouble = text(which);
	d->cause = *cause;
}

int desk_close(struct desk *d)
{
	screen_close(d->screen);
	if (d->trouble == NULL)
		return EXIT_DONE;
	diag_error("--play: %s", d->trouble); /* its message was on the screen, which is closed */
	if (d->cause.code != ERR_BUSY)        /* ERR_BUSY is self-explanatory */
		diag_err("--play", &d->cause);
	return EXIT_FAILED;
}
