/* SPDX-License-Identifier: MIT */
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/thread.h"
#include "engine/search.h"

#define NODES_DEFAULT 200000u
#define ROOT_FOURS    100000u /* nodes of the first search, for fours */
#define ROOT_THREATS  200000u /* the same for threats */
#define THREATS_SHARE 10      /* one in so many of the time or nodes */
#define DEPTH_MAX     40
#define PROOF_NODES   20000u /* at each depth, to prove a likely win */

/* Searches the same position in a thread of its own, with the same table, until it is stopped: the
 * entries it adds to the table are its result. */
struct helper {
	struct search s;
	struct thread *thread; /* NULL: not running */
	const atomic_bool *stop;
	int first_depth;
};

struct engine {
	struct search s;
	struct helper *helpers[ENGINE_THREADS_MAX - 1];
	unsigned helper_count;
	atomic_bool stop; /* for the helpers */
	struct pos_tables tables;
	int rule; /* of tables; -1: none so far */
};

enum err_code engine_resize(struct engine *e, size_t memory, struct err *err)
{
	size_t count = 1;
	struct search_slot *slots;

	memory = memory < ENGINE_MEMORY_MIN ? ENGINE_MEMORY_MIN : memory;
	while (count * 2 * sizeof(*slots) <= memory)
		count *= 2;
	if (count == e->s.slot_count)
		return ERR_OK;
	slots = calloc(count, sizeof(*slots));
	if (slots == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	free(e->s.slots);
	e->s.slots = slots;
	e->s.slot_count = count;
	return ERR_OK;
}

enum err_code engine_open(size_t memory, struct engine **out, struct err *err)
{
	struct engine *e = calloc(1, sizeof(*e));

	if (e == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	e->rule = -1;
	e->s.fours.clock = e->s.threats.clock = &e->s.clock;
	e->s.threats.fours = &e->s.fours;
	e->s.threats.slots = calloc(THREATS_SLOTS, sizeof(*e->s.threats.slots));
	e->s.fours.slots = calloc(FOURS_SLOTS, sizeof(*e->s.fours.slots));
	if (e->s.fours.slots == NULL || e->s.threats.slots == NULL ||
		engine_resize(e, memory, err) != ERR_OK) {
		engine_close(e);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*out = e;
	return ERR_OK;
}

static void drop_helpers(struct engine *e, unsigned count)
{
	while (e->helper_count > count) {
		struct helper *h = e->helpers[--e->helper_count];

		free(h->s.fours.slots);
		free(h);
	}
}

enum err_code engine_threads(struct engine *e, unsigned count, struct err *err)
{
	drop_helpers(e, count - 1);
	while (e->helper_count < count - 1) {
		struct helper *h = calloc(1, sizeof(*h));

		if (h == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		h->s.fours.slots = calloc(FOURS_SLOTS, sizeof(*h->s.fours.slots));
		if (h->s.fours.slots == NULL) {
			free(h);
			return err_set(err, ERR_NOMEM, "out of memory");
		}
		h->s.fours.clock = h->s.threats.clock = &h->s.clock;
		h->stop = &e->stop;
		e->helpers[e->helper_count++] = h;
	}
	return ERR_OK;
}

size_t engine_beside(const struct engine *e)
{
	size_t one = sizeof(struct helper) + FOURS_SLOTS * sizeof(*e->s.fours.slots);

	return e->helper_count * one;
}

void engine_close(struct engine *e)
{
	if (e == NULL)
		return;
	drop_helpers(e, 0);
	free(e->s.slots);
	free(e->s.fours.slots);
	free(e->s.threats.slots);
	free(e);
}

static void set_position(struct engine *e, const struct gobang_tiny *board, uint8_t colour)
{
	if (e->rule != board->rule)
		pos_tables_make(&e->tables, (enum gobang_rule)board->rule);
	if (e->rule != board->rule && e->rule >= 0) {
		/* the tables are from another game; new ones are empty */
		memset(e->s.slots, 0, (size_t)e->s.slot_count * sizeof(*e->s.slots));
		memset(e->s.fours.slots, 0, FOURS_SLOTS * sizeof(*e->s.fours.slots));
		memset(e->s.threats.slots, 0, THREATS_SLOTS * sizeof(*e->s.threats.slots));
		for (unsigned i = 0; i < e->helper_count; i++)
			memset(e->helpers[i]->s.fours.slots, 0,
				FOURS_SLOTS * sizeof(*e->s.fours.slots));
	}
	e->rule = board->rule;
	pos_set(&e->s.p, &e->tables, board, colour);
	memset(e->s.killers, 0, sizeof(e->s.killers));
	memset(e->s.history, 0, sizeof(e->s.history));
	e->s.stopped = false;
	e->s.nodes = 0;
}

static struct game_point point_of(unsigned at)
{
	return (struct game_point){(uint8_t)pos_x(at), (uint8_t)pos_y(at)};
}

static unsigned fours_line(struct engine *e, uint64_t nodes, struct game_point *line)
{
	e->s.fours.limit = nodes;
	if (!fours_search(&e->s.fours, &e->s.p, FOURS_PLIES))
		return 0;
	for (unsigned i = 0; i < e->s.fours.count; i++)
		line[i] = point_of(e->s.fours.line[i]);
	return e->s.fours.count;
}

/* The same with threes, in a part of the time. */
static unsigned threats_line(
	struct engine *e, const struct engine_limits *limits, struct game_point *line)
{
	struct threats *t = &e->s.threats;
	uint64_t deadline = e->s.clock.deadline_ms;
	bool won;

	t->limit = limits->nodes != 0 ? limits->nodes / THREATS_SHARE : ROOT_THREATS;
	if (deadline != 0)
		e->s.clock.deadline_ms = deadline - limits->ms + limits->ms / THREATS_SHARE;
	won = threats_search(t, &e->s.p);
	e->s.clock.deadline_ms = deadline;
	e->s.clock.over = false;
	if (!won)
		return 0;
	for (unsigned i = 0; i < t->count && i < ENGINE_LINE_MAX; i++)
		line[i] = point_of(t->line[i]);
	return t->count < ENGINE_LINE_MAX ? t->count : ENGINE_LINE_MAX;
}

/* The middle of an empty board; 0: there are stones. */
static unsigned opening_move(const struct position *p)
{
	return p->empty == (unsigned)p->side * p->side ? pos_at(p->side / 2u, p->side / 2u) : 0;
}

static void deepen(struct search *s, int depth, struct engine_result *out)
{
	unsigned best = search_first(s), line[ENGINE_LINE_MAX];

	for (; depth <= DEPTH_MAX && !s->stopped; depth++) {
		unsigned found = best;
		int value;

		value = search_root(s, depth, &found);
		if (value > -ENGINE_WIN) /* at least one move was searched */
			best = found;
		if (s->stopped)
			break;
		if (value > SEARCH_LIKELY && value <= ENGINE_WIN - ENGINE_WIN_PLIES)
			value = search_prove(s, depth, best, value, PROOF_NODES);
		out->value = value;
		out->depth = (unsigned)depth;
		if (abs(value) > ENGINE_WIN - ENGINE_WIN_PLIES)
			break;
	}
	s->stopped = false;
	out->nodes = s->nodes;
	out->line_count = best == 0 ? 0 : search_line(s, best, line, ENGINE_LINE_MAX);
	for (unsigned i = 0; i < out->line_count; i++)
		out->line[i] = point_of(line[i]);
}

static bool is_stopped(void *user)
{
	const struct helper *h = user;

	return atomic_load_explicit(h->stop, memory_order_relaxed);
}

static void help(void *user)
{
	struct helper *h = user;
	struct engine_result result;

	deepen(&h->s, h->first_depth, &result);
}

/* Every other helper begins one level deeper, so that they search different parts. */
static void start_helpers(struct engine *e)
{
	struct err err;

	atomic_store(&e->stop, false);
	for (unsigned i = 0; i < e->helper_count; i++) {
		struct helper *h = e->helpers[i];
		struct engine_limits limits = {.stop = is_stopped, .user = h};

		h->s.p = e->s.p;
		h->s.slots = e->s.slots;
		h->s.slot_count = e->s.slot_count;
		h->s.nodes = h->s.limit = 0;
		h->s.stopped = false;
		h->first_depth = 1 + (int)((i + 1) % 2);
		memset(h->s.killers, 0, sizeof(h->s.killers));
		memset(h->s.history, 0, sizeof(h->s.history));
		clock_start(&h->s.clock, &limits);
		if (thread_start(help, h, &h->thread, &err) != ERR_OK)
			h->thread = NULL; /* continues without it */
	}
}

static void stop_helpers(struct engine *e)
{
	atomic_store(&e->stop, true);
	for (unsigned i = 0; i < e->helper_count; i++) {
		thread_join(e->helpers[i]->thread);
		e->helpers[i]->thread = NULL;
	}
}

static void think(struct engine *e, const struct engine_limits *limits, struct engine_result *out)
{
	out->line_count = fours_line(e,
		limits->nodes != 0 && limits->nodes < ROOT_FOURS ? limits->nodes : ROOT_FOURS,
		out->line);
	if (out->line_count == 0)
		out->line_count = threats_line(e, limits, out->line);
	if (out->line_count > 0) {
		out->value = ENGINE_WIN - (int)out->line_count;
		return;
	}
	e->s.limit = limits->nodes == 0 && limits->ms == 0 ? NODES_DEFAULT : limits->nodes;
	deepen(&e->s, 1, out);
}

bool engine_think(struct engine *e, const struct gobang_tiny *board, uint8_t colour,
	const struct engine_limits *limits, struct engine_result *out)
{
	unsigned at;

	memset(out, 0, sizeof(*out));
	clock_start(&e->s.clock, limits);
	set_position(e, board, colour);
	at = opening_move(&e->s.p);
	if (at != 0) {
		out->line[out->line_count++] = point_of(at);
		return true;
	}
	start_helpers(e);
	think(e, limits, out);
	stop_helpers(e);
	return out->line_count > 0;
}
