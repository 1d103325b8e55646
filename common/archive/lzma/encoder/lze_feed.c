/* SPDX-License-Identifier: MIT */
/* A ring of blocks between the match finder and its consumers. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/thread.h"
#include "lzma/encoder/lze_private.h"

#define TAKERS_MAX 8

/* Matches are kept of inputs up to this, and up to so many bytes of them. */
#define KEPT_INPUT ((size_t)16 << 20)
#define KEPT_MOST  ((size_t)192 << 20)
/* The parser asks for the memory that two matches of a block point to, there or not. */
#define KEPT_SPARE 2

struct lzma_matches {
	uint32_t nice, depth;
	struct lze_look look; /* the search that found them */
	size_t len;           /* of the input */
	struct lze_block **block;
	size_t count, cap, bytes, positions;
	bool whole; /* the last block is there */
	bool never; /* they take too much memory */
	struct lze_trace trace;
};

struct lze_feed {
	struct lzma_matches *kept; /* or NULL; whole: all there is */
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

struct lze_block *lze_block_new(size_t matches)
{
	struct lze_block *b = malloc(sizeof(*b) + matches * sizeof(*b->match));

	if (b != NULL)
		b->match = (struct lze_match *)(b + 1);
	return b;
}

struct lzma_matches *lzma_matches_new(uint32_t nice, uint32_t depth)
{
	struct lzma_matches *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->nice = nice;
	m->depth = depth != 0 ? depth : lze_usual_depth(nice);
	return m;
}

/* Not the steps, which a parser may be adding to at the same time. */
static void forget(struct lzma_matches *m)
{
	while (m->count != 0)
		free(m->block[--m->count]);
	free(m->block);
	m->block = NULL;
	m->cap = m->bytes = m->positions = 0;
	m->whole = false;
}

void lzma_matches_free(struct lzma_matches *m)
{
	if (m == NULL)
		return;
	forget(m);
	free(m->trace.step);
	free(m);
}

/* Whether there is room for one more. */
static bool grow(struct lzma_matches *m)
{
	size_t cap = m->cap == 0 ? 64 : 2 * m->cap;
	struct lze_block **more;

	if (m->count < m->cap)
		return true;
	more = realloc(m->block, cap * sizeof(struct lze_block *));
	if (more == NULL)
		return false;
	m->block = more;
	m->cap = cap;
	return true;
}

/* Room for one more block; NULL: there is none. */
static struct lze_block *add_block(struct lzma_matches *m, size_t matches)
{
	struct lze_block *b;

	m->bytes += sizeof(*b) + matches * sizeof(*b->match);
	b = m->bytes > KEPT_MOST || !grow(m) ? NULL : lze_block_new(matches + KEPT_SPARE);
	if (b == NULL)
		return NULL;
	b->count = 0;
	b->start[0] = 0;
	memset(b->match, 0, (matches + KEPT_SPARE) * sizeof(*b->match));
	m->block[m->count++] = b;
	return b;
}

static bool add_copy(struct lzma_matches *m, const struct lze_block *b)
{
	size_t matches = b->start[b->count];
	struct lze_block *copy = add_block(m, matches);

	if (copy == NULL)
		return false;
	copy->count = b->count;
	memcpy(copy->start, b->start, (b->count + 1) * sizeof(b->start[0]));
	memcpy(copy->match, b->match, matches * sizeof(*b->match));
	m->positions += b->count;
	return true;
}

/* With an end after the last one: a consumer that has all may leave before the finder makes
 * that. */
static void keep(struct lzma_matches *m, const struct lze_block *b)
{
	bool room = true;

	if (m->never || m->whole)
		return;
	if (b->count != 0)
		room = add_copy(m, b);
	if (room && m->positions == m->len)
		room = m->whole = add_block(m, 0) != NULL;
	if (room)
		return;
	forget(m);
	m->never = true;
}

static bool same_look(const struct lze_look *a, const struct lze_look *b)
{
	return a->dict == b->dict && a->nice == b->nice && a->depth == b->depth &&
	       a->chain == b->chain;
}

/* The search for all that share the matches. */
static struct lze_look widest(const struct lzma_matches *m, const struct lze_look *look)
{
	struct lze_look wide = *look;

	if (m != NULL) {
		wide.nice = m->nice;
		wide.depth = m->depth;
	}
	return wide;
}

bool lze_feed_there(const struct lzma_matches *kept, size_t len, const struct lze_look *look)
{
	struct lze_look wide = widest(kept, look);

	return kept != NULL && kept->whole && kept->len == len && same_look(&kept->look, &wide);
}

/* True: the matches of this input are there. */
static bool begin(struct lzma_matches *m, size_t len, const struct lze_look *look)
{
	if (lze_feed_there(m, len, look))
		return true;
	forget(m);
	m->trace.count = m->trace.whole = 0;
	m->len = len;
	m->look = *look;
	m->never = m->never || len > KEPT_INPUT;
	return false;
}

struct lze_trace *lze_feed_trace(const struct lze_feed *f)
{
	return f->kept != NULL ? &f->kept->trace : NULL;
}

static size_t slowest(const struct lze_feed *f)
{
	size_t i, least = SIZE_MAX;

	for (i = 0; i < f->takers; i++)
		if (f->given[i] < least)
			least = f->given[i];
	return least;
}

/* Waits for room, if there is none until half is free: two threads that wake each other for each
 * block lose time. False when all takers have left. */
static bool wait_for_room(struct lze_feed *f)
{
	size_t least, most = LZE_RING - 1;
	bool go;

	mutex_lock(f->lock);
	while ((least = slowest(f)) != SIZE_MAX && !f->closed && f->made - least > most) {
		most = LZE_RING / 2;
		condvar_wait(f->change, f->lock);
	}
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
		if (f->kept != NULL)
			keep(f->kept, b);
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
		f->ring[i] = lze_block_new(LZE_BLOCK_MATCHES);
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
	if (f->tables == NULL)
		return false;
	f->finder = lze_finder_new(in, look, f->tables);
	return f->finder != NULL && start(f, thread);
}

enum err_code lze_feed_open(struct span in, const struct lze_look *look, size_t takers, bool thread,
	struct lzma_matches *kept, struct lze_feed **out, struct err *err)
{
	struct lze_feed *f = calloc(1, sizeof(*f));
	struct lze_look wide = widest(kept, look);
	bool there = false;

	if (f != NULL) {
		f->takers = takers;
		f->kept = kept;
		there = kept != NULL && begin(kept, in.len, &wide);
	}
	if (f == NULL || takers > TAKERS_MAX || (!there && !make(f, in, &wide, thread))) {
		lze_feed_close(f);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*out = f;
	return ERR_OK;
}

const struct lze_block *lze_feed_take(struct lze_feed *f, size_t taker)
{
	size_t want;

	if (f->finder == NULL) {
		want = f->given[taker];
		f->given[taker] += want + 1 < f->kept->count;
		return f->kept->block[want];
	}
	if (f->thread == NULL) {
		lze_find(f->finder, f->ring[0]);
		if (f->kept != NULL)
			keep(f->kept, f->ring[0]);
		return f->ring[0];
	}
	mutex_lock(f->lock);
	if (f->holds[taker]) {
		f->given[taker]++;
		if (f->made - slowest(f) <= LZE_RING / 2)
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
