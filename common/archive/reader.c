/* SPDX-License-Identifier: MIT */
#include "biosbelt/reader.h"

#include <stdlib.h>
#include <string.h>

void reader_close(struct reader *r)
{
	if (r != NULL)
		r->close(r);
}

struct span_reader {
	struct reader base;
	struct cursor c;
};

static enum err_code span_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct span_reader *s = (struct span_reader *)r;
	size_t left = cursor_left(&s->c);
	struct span bytes = cursor_take(&s->c, cap < left ? cap : left);

	(void)err;
	if (bytes.len != 0)
		memcpy(ptr, bytes.ptr, bytes.len);
	*got = bytes.len;
	return ERR_OK;
}

static void span_close(struct reader *r)
{
	free(r);
}

enum err_code reader_span(struct span in, struct reader **out, struct err *err)
{
	struct span_reader *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s->base.read = span_read;
	s->base.close = span_close;
	s->c.in = in;
	*out = &s->base;
	return ERR_OK;
}

enum err_code reader_exact(struct reader *r, void *ptr, size_t len, struct err *err)
{
	size_t got;
	enum err_code rc = r->read(r, ptr, len, &got, err);

	if (rc == ERR_OK && got != len)
		return err_set(err, ERR_FORMAT, "data end %zu bytes early", len - got);
	return rc;
}

#ifdef BIOSBELT_SMALL
#define ALL_STEP ((size_t)1 << 10)
#else
#define ALL_STEP ((size_t)64 << 10)
#endif

/* One step of reader_all: at most ALL_STEP bytes more. */
static enum err_code all_step(
	struct reader *r, size_t max, struct buf *b, uint8_t *step, bool *more, struct err *err)
{
	size_t got;
	enum err_code rc = r->read(r, step, ALL_STEP, &got, err);

	if (rc != ERR_OK)
		return rc;
	if (got > max - b->len)
		return err_set(err, ERR_LIMIT, "more than %zu bytes come out", max);
	buf_add(b, step, got);
	*more = got == ALL_STEP && b->failed == ERR_OK;
	return ERR_OK;
}

enum err_code reader_all(struct reader *r, size_t max, struct blob *out, struct err *err)
{
	struct buf b;
	uint8_t *step = malloc(ALL_STEP);
	enum err_code rc = ERR_OK;
	bool more = true;

	if (step == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	buf_init(&b, max);
	while (rc == ERR_OK && more)
		rc = all_step(r, max, &b, step, &more, err);
	free(step);
	if (rc == ERR_OK)
		return buf_finish(&b, out, err);
	buf_free(&b);
	return rc;
}

#ifdef BIOSBELT_SMALL
#define COMPARE_STEP ((size_t)512)
#else
#define COMPARE_STEP ((size_t)32 << 10)
#endif

enum err_code reader_compare(struct reader *r, struct span want, struct err *err)
{
	uint8_t *step = malloc(COMPARE_STEP);
	size_t at = 0, got = COMPARE_STEP;
	enum err_code rc = ERR_OK;
	struct span part;

	if (step == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (; rc == ERR_OK && got == COMPARE_STEP; at += got) {
		rc = r->read(r, step, COMPARE_STEP, &got, err);
		if (rc == ERR_OK && (!span_slice(want, at, got, &part) ||
					    !span_equal(part, span_of(step, got))))
			rc = err_set(err, ERR_IO, "verification failed at byte %zu", at);
	}
	free(step);
	if (rc == ERR_OK && at != want.len)
		rc = err_set(err, ERR_IO, "verification failed: %zu of %zu bytes", at, want.len);
	return rc;
}
