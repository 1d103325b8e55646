/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/branch.h"

#define WORK_CAP ((size_t)64 << 10)
#define LATER    ((size_t)16) /* more than any filter leaves unprocessed */

/* work[pos, done) can be returned, work[done, len) waits for the bytes that follow. */
struct branch_source {
	struct reader base;
	struct reader *from;
	struct branch filter;
	bool ended;
	size_t pos, done, len;
	uint8_t work[WORK_CAP];
};

/* Reads little more than is wanted: a caller that needs only the beginning does not wait for the
 * rest. */
static enum err_code refill(struct branch_source *s, size_t want, struct err *err)
{
	size_t got, room;
	enum err_code rc;

	s->len -= s->done;
	memmove(s->work, s->work + s->done, s->len);
	s->pos = 0;
	s->done = 0;
	room = WORK_CAP - s->len;
	if (want < room - LATER)
		room = want + LATER;
	rc = s->from->read(s->from, s->work + s->len, room, &got, err);
	if (rc != ERR_OK)
		return rc;
	s->ended = got < room;
	s->len += got;
	s->done = branch_run(&s->filter, s->work, s->len);
	if (s->ended)
		s->done = s->len;
	return ERR_OK;
}

static enum err_code branch_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct branch_source *s = (struct branch_source *)r;
	uint8_t *to = ptr;

	*got = 0;
	while (*got < cap) {
		size_t n = s->done - s->pos;

		if (n == 0) {
			enum err_code rc = s->ended ? ERR_OK : refill(s, cap - *got, err);

			if (rc != ERR_OK)
				return rc;
			if (s->done == 0)
				return ERR_OK;
			n = s->done - s->pos;
			if (n == 0)
				return ERR_OK;
		}
		if (n > cap - *got)
			n = cap - *got;
		memcpy(to + *got, s->work + s->pos, n);
		s->pos += n;
		*got += n;
	}
	return ERR_OK;
}

static void branch_close(struct reader *r)
{
	struct branch_source *s = (struct branch_source *)r;

	reader_close(s->from);
	free(s);
}

enum err_code branch_reader(
	struct reader *from, enum branch_kind kind, struct reader **out, struct err *err)
{
	struct branch_source *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s->base.read = branch_read;
	s->base.close = branch_close;
	s->from = from;
	branch_init(&s->filter, kind, false);
	*out = &s->base;
	return ERR_OK;
}
