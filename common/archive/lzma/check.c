/* SPDX-License-Identifier: MIT */
/*
 * Decodes a stream in a thread of its own while it is being encoded, and compares it with the
 * input: the encoder passes on its output piece by piece.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/thread.h"
#include "lzma/lzma_private.h"

enum err_code lzma1_check(
	struct span in, const struct lzma_encode *how, struct reader *bytes, struct err *err)
{
	uint64_t size = how->marker ? LZMA_SIZE_UNKNOWN : in.len;
	struct reader *r;
	enum err_code rc = lzma1_reader(bytes, &how->prop, size, false, UINT64_MAX, &r, err);

	if (rc != ERR_OK) {
		reader_close(bytes);
		return rc;
	}
	rc = reader_compare(r, in, err);
	reader_close(r);
	return rc;
}

/*
 * The encoder waits where so many pieces have not been read: what both hold, and how much of a
 * mapped input is in use between them, stays small.
 */
#define PIECES_MOST 64

struct lzma_checker {
	struct span in;
	const struct lzma_encode *how;
	struct mutex *lock;
	struct condvar *change;
	struct thread *thread;
	/* under the lock: */
	struct buf bytes; /* not yet read, */
	size_t pieces;    /* passed on in so many pieces */
	bool over;        /* no more bytes will come */
	bool ended;       /* no more are read */
	struct err err;
};

/* Reads what the encoder passes on. */
struct pipe_reader {
	struct reader base;
	struct lzma_checker *c;
	struct blob piece;
	size_t at;
};

/* The next piece, none at the end. */
static enum err_code next_piece(struct pipe_reader *p, struct err *err)
{
	struct lzma_checker *c = p->c;
	enum err_code rc = ERR_OK;

	blob_free(&p->piece);
	p->at = 0;
	mutex_lock(c->lock);
	while (c->bytes.len == 0 && c->bytes.failed == ERR_OK && !c->over)
		condvar_wait(c->change, c->lock);
	if (c->bytes.len != 0 || c->bytes.failed != ERR_OK)
		rc = buf_finish(&c->bytes, &p->piece, err);
	buf_init(&c->bytes, 0);
	c->pieces = 0;
	condvar_wake_all(c->change);
	mutex_unlock(c->lock);
	return rc;
}

static enum err_code pipe_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct pipe_reader *p = (struct pipe_reader *)r;
	size_t n = 0;

	while (n < cap) {
		size_t some = p->piece.len - p->at;

		if (some == 0) {
			if (next_piece(p, err) != ERR_OK)
				return err->code;
			if (p->piece.len == 0)
				break;
			continue;
		}
		if (some > cap - n)
			some = cap - n;
		memcpy((uint8_t *)ptr + n, p->piece.ptr + p->at, some);
		p->at += some;
		n += some;
	}
	*got = n;
	return ERR_OK;
}

static void pipe_close(struct reader *r)
{
	struct pipe_reader *p = (struct pipe_reader *)r;

	blob_free(&p->piece);
	free(p);
}

static void run_checker(void *user)
{
	struct lzma_checker *c = user;
	struct pipe_reader *p = calloc(1, sizeof(*p));

	if (p == NULL) {
		err_set(&c->err, ERR_NOMEM, "out of memory");
	} else {
		p->base.read = pipe_read;
		p->base.close = pipe_close;
		p->c = c;
		lzma1_verify(c->in, &c->how->prop, c->how->marker, &p->base, &c->err);
	}
	mutex_lock(c->lock);
	c->ended = true;
	condvar_wake_all(c->change);
	mutex_unlock(c->lock);
}

static void free_checker(struct lzma_checker *c)
{
	if (c == NULL)
		return;
	condvar_free(c->change);
	mutex_free(c->lock);
	buf_free(&c->bytes);
	free(c);
}

struct lzma_checker *lzma_checker_start(
	struct span in, const struct lzma_encode *how, struct err *err)
{
	struct lzma_checker *c = calloc(1, sizeof(*c));

	if (c == NULL) {
		(void)err_set(err, ERR_NOMEM, "out of memory");
		return NULL;
	}
	c->in = in;
	c->how = how;
	buf_init(&c->bytes, 0);
	if (mutex_new(&c->lock, err) != ERR_OK || condvar_new(&c->change, err) != ERR_OK ||
		thread_start(run_checker, c, &c->thread, err) != ERR_OK) {
		free_checker(c);
		return NULL;
	}
	return c;
}

void lzma_checker_more(struct lzma_checker *c, struct span bytes)
{
	mutex_lock(c->lock);
	while (c->pieces == PIECES_MOST && !c->ended)
		condvar_wait(c->change, c->lock);
	if (!c->ended) {
		c->pieces++;
		buf_add(&c->bytes, bytes.ptr, bytes.len);
		condvar_wake_all(c->change);
	}
	mutex_unlock(c->lock);
}

enum err_code lzma_checker_end(struct lzma_checker *c, enum err_code rc, struct err *err)
{
	if (c == NULL)
		return rc;
	mutex_lock(c->lock);
	c->over = true;
	condvar_wake_all(c->change);
	mutex_unlock(c->lock);
	thread_join(c->thread);
	if (rc == ERR_OK && c->err.code != ERR_OK) {
		*err = c->err;
		rc = err->code;
	}
	free_checker(c);
	return rc;
}
