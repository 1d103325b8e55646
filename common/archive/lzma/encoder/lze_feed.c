/* SPDX-License-Identifier: MIT */
/* A ring of blocks between the match finder and its consumers. */
#include <stdlib.h>

#include "biosbelt/thread.h"
#include "lzma/encoder/lze_private.h"

#define TAKERS_MAX 8

struct lze_feed {
	struct lze_tables *tables;
	struct lze_finder *finder;
	struct lze_block *ring[LZE_RING];
	size_t takers;
	size_t given[TAKERS_MAX]; /* blocks that a taker has finished with; SIZE_MAX: it has left */
	bool holds[TAKERS_MAX];
	size_t made;
	bool closed; /* all takers have left */
	struct mutex *lock;
	struct condvar *change;
	struct thread *thread;
};

static size_t slowest(const struct lze_feed *f)
{
	size_t i, least = SIZE_MAX;

	for (i = 0; i < f->takers; i++)
		if (f->given[i] < least)
			least = f->given[i];
	return least;
}

/* Waits for room; false when all takers have left. */
static bool wait_for_room(struct lze_feed *f)
{
	size_t least;
	bool go;

	mutex_lock(f->lock);
	while ((least = slowest(f)) != SIZE_MAX && !f->closed && f->made - least >= LZE_RING)
		condvar_wait(f->change, f->lock);
	go = least != SIZE_MAX && !f->closed;
	mutex_unlock(f->lock);
	return go;
}

static void run_finder(void *user)
{
	struct lze_feed *f = user;
	bool over = false;

	while (!over && wait_for_room(f)) {
		struct lze_block *b = f->ring[f->made % LZE_RING];

		lze_find(f->finder, b);
		over = b->count == 0;
		mutex_lock(f->lock);
		f->made++;
		condvar_wake_all(f->change);
		mutex_unlock(f->lock);
	}
}

static bool start(struct lze_feed *f, bool thread)
{
	struct err err;
	size_t i, rooms = thread ? LZE_RING : 1;

	for (i = 0; i < rooms; i++) {
		f->ring[i] = malloc(sizeof(*f->ring[i]));
		if (f->ring[i] == NULL)
			return false;
	}
	if (!thread)
		return true;
	if (mutex_new(&f->lock, &err) != ERR_OK || condvar_new(&f->change, &err) != ERR_OK)
		return false;
	/* without a thread a single taker runs the finder itself */
	return thread_start(run_finder, f, &f->thread, &err) == ERR_OK || f->takers == 1;
}

static bool make(struct lze_feed *f, struct span in, const struct lze_look *look, bool thread)
{
	f->tables = lze_tables_new(in.len, look);
	if (f->tables == NULL || f->takers > TAKERS_MAX)
		return false;
	f->finder = lze_finder_new(in, look, f->tables);
	return f->finder != NULL && start(f, thread);
}

enum err_code lze_feed_open(struct span in, const struct lze_look *look, size_t takers, bool thread,
	struct lze_feed **out, struct err *err)
{
	struct lze_feed *f = calloc(1, sizeof(*f));

	if (f != NULL)
		f->takers = takers;
	if (f == NULL || !make(f, in, look, thread)) {
		lze_feed_close(f);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*out = f;
	return ERR_OK;
}

const struct lze_block *lze_feed_take(struct lze_feed *f, size_t taker)
{
	size_t want;

	if (f->thread == NULL) {
		lze_find(f->finder, f->ring[0]);
		return f->ring[0];
	}
	mutex_lock(f->lock);
	if (f->holds[taker]) {
		f->given[taker]++;
		condvar_wake_all(f->change);
	}
	want = f->given[taker];
	while (f->made <= want)
		condvar_wait(f->change, f->lock);
	f->holds[taker] = true;
	mutex_unlock(f->lock);
	return f->ring[want % LZE_RING];
}

void lze_feed_leave(struct lze_feed *f, size_t taker)
{
	if (f->thread == NULL)
		return;
	mutex_lock(f->lock);
	f->given[taker] = SIZE_MAX;
	condvar_wake_all(f->change);
	mutex_unlock(f->lock);
}

void lze_feed_close(struct lze_feed *f)
{
	size_t i;

	if (f == NULL)
		return;
	if (f->thread != NULL) {
		mutex_lock(f->lock);
		f->closed = true;
		condvar_wake_all(f->change);
		mutex_unlock(f->lock);
		thread_join(f->thread);
	}
	condvar_free(f->change);
	mutex_free(f->lock);
	for (i = 0; i < LZE_RING; i++)
		free(f->ring[i]);
	lze_finder_free(f->finder);
	lze_tables_free(f->tables);
	free(f);
}
