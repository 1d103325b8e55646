/* SPDX-License-Identifier: MIT */
/* Rings of blocks between the finders and those who take their matches. */
#include <stdlib.h>

#include "biosbelt/thread.h"
#include "lze_private.h"

#define TAKERS_MAX 8

/* What one finder makes. */
struct lane {
	struct lze_finder *finder;
	struct lze_block *ring[LZE_RING];
	size_t takers;
	size_t given[TAKERS_MAX]; /* blocks that a taker is through with; SIZE_MAX: it has left */
	bool holds[TAKERS_MAX];
	size_t made;
	bool closed; /* nobody is there any more */
	struct mutex *lock;
	struct condvar *change;
	struct thread *thread;
};

struct lze_feed {
	struct lze_tables *tables;
	struct lane lane[LZE_LANES];
	size_t lanes;
};

static size_t slowest(const struct lane *l)
{
	size_t i, least = SIZE_MAX;

	for (i = 0; i < l->takers; i++)
		if (l->given[i] < least)
			least = l->given[i];
	return least;
}

/* Waits for room; false when nobody is left. */
static bool wait_for_room(struct lane *l)
{
	size_t least;
	bool go;

	mutex_lock(l->lock);
	while ((least = slowest(l)) != SIZE_MAX && !l->closed && l->made - least >= LZE_RING)
		condvar_wait(l->change, l->lock);
	go = least != SIZE_MAX && !l->closed;
	mutex_unlock(l->lock);
	return go;
}

static void run_finder(void *user)
{
	struct lane *l = user;
	bool over = false;

	while (!over && wait_for_room(l)) {
		struct lze_block *b = l->ring[l->made % LZE_RING];

		lze_find(l->finder, b);
		over = b->count == 0;
		mutex_lock(l->lock);
		l->made++;
		condvar_wake_all(l->change);
		mutex_unlock(l->lock);
	}
}

static bool start(struct lane *l, bool threads)
{
	struct err err;
	size_t i, rooms = threads ? LZE_RING : 1;

	for (i = 0; i < rooms; i++) {
		l->ring[i] = malloc(sizeof(*l->ring[i]));
		if (l->ring[i] == NULL)
			return false;
	}
	if (!threads)
		return true;
	return mutex_new(&l->lock, &err) == ERR_OK && condvar_new(&l->change, &err) == ERR_OK &&
	       thread_start(run_finder, l, &l->thread, &err) == ERR_OK;
}

static bool open_lanes(struct lze_feed *f, struct span in, const struct lze_look *look,
	size_t takers, bool threads)
{
	size_t i;

	f->tables = lze_tables_new(in.len, look);
	if (f->tables == NULL || takers > TAKERS_MAX)
		return false;
	f->lanes = threads ? LZE_LANES : 1;
	for (i = 0; i < f->lanes; i++) {
		struct lane *l = &f->lane[i];

		l->takers = takers;
		l->finder = lze_finder_new(in, look, f->tables, threads ? 1u << i : 3);
		if (l->finder == NULL || !start(l, threads))
			return false;
	}
	return true;
}

enum err_code lze_feed_open(struct span in, const struct lze_look *look, size_t takers,
	bool threads, struct lze_feed **out, struct err *err)
{
	struct lze_feed *f = calloc(1, sizeof(*f));

	if (f == NULL || !open_lanes(f, in, look, takers, threads)) {
		lze_feed_close(f);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*out = f;
	return ERR_OK;
}

size_t lze_feed_lanes(const struct lze_feed *f)
{
	return f->lanes;
}

const struct lze_block *lze_feed_take(struct lze_feed *f, size_t lane, size_t taker)
{
	struct lane *l = &f->lane[lane];
	size_t want;

	if (l->thread == NULL) {
		lze_find(l->finder, l->ring[0]);
		return l->ring[0];
	}
	mutex_lock(l->lock);
	if (l->holds[taker]) {
		l->given[taker]++;
		condvar_wake_all(l->change);
	}
	want = l->given[taker];
	while (l->made <= want)
		condvar_wait(l->change, l->lock);
	l->holds[taker] = true;
	mutex_unlock(l->lock);
	return l->ring[want % LZE_RING];
}

void lze_feed_leave(struct lze_feed *f, size_t taker)
{
	size_t i;

	for (i = 0; i < f->lanes; i++) {
		struct lane *l = &f->lane[i];

		if (l->thread == NULL)
			continue;
		mutex_lock(l->lock);
		l->given[taker] = SIZE_MAX;
		condvar_wake_all(l->change);
		mutex_unlock(l->lock);
	}
}

static void close_lane(struct lane *l)
{
	size_t i;

	if (l->thread != NULL) {
		mutex_lock(l->lock);
		l->closed = true;
		condvar_wake_all(l->change);
		mutex_unlock(l->lock);
		thread_join(l->thread);
	}
	condvar_free(l->change);
	mutex_free(l->lock);
	for (i = 0; i < LZE_RING; i++)
		free(l->ring[i]);
	lze_finder_free(l->finder);
}

void lze_feed_close(struct lze_feed *f)
{
	size_t i;

	if (f == NULL)
		return;
	for (i = 0; i < LZE_LANES; i++)
		close_lane(&f->lane[i]);
	lze_tables_free(f->tables);
	free(f);
}
