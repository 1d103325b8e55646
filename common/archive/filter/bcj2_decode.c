/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "filter/bcj2_private.h"

#define WINDOW 4096

/* One of the four streams, read through a small window. */
struct stream {
	struct reader *from;
	size_t pos, len;
	bool ended;
	uint8_t window[WINDOW];
};

struct dec {
	struct reader base;
	struct stream in[BCJ2_STREAMS];
	uint64_t left;
	uint32_t ip, range, code;
	uint8_t before;
	bool started;
	unsigned queued; /* bytes of a converted target still to return */
	uint8_t queue[4];
	uint16_t probs[BCJ2_PROBS];
	struct err failed;
};

static enum err_code next_byte(struct stream *s, uint8_t *out, struct err *err)
{
	if (s->pos == s->len && !s->ended) {
		enum err_code rc = s->from->read(s->from, s->window, WINDOW, &s->len, err);

		if (rc != ERR_OK)
			return rc;
		s->pos = 0;
		s->ended = s->len < WINDOW;
	}
	if (s->pos == s->len)
		return err_set(err, ERR_FORMAT, "a BCJ2 stream ends early");
	*out = s->window[s->pos++];
	return ERR_OK;
}

/* The range coder's first byte is 0, four more are the code. */
static enum err_code start(struct dec *d, struct err *err)
{
	uint8_t b = 0;
	int i;

	for (i = 0; i < 5; i++) {
		enum err_code rc = next_byte(&d->in[BCJ2_BITS], &b, err);

		if (rc != ERR_OK)
			return rc;
		if (i == 0 && b != 0)
			return err_set(err, ERR_FORMAT, "BCJ2 bits do not begin with 0");
		d->code = d->code << 8 | b;
	}
	d->range = UINT32_MAX;
	d->started = true;
	if (d->code == UINT32_MAX)
		return err_set(err, ERR_FORMAT, "BCJ2 bits are damaged");
	return ERR_OK;
}

static enum err_code get_bit(struct dec *d, uint16_t *prob, bool *bit, struct err *err)
{
	uint32_t bound;
	uint8_t b = 0;

	bound = (d->range >> BCJ2_PROB_BITS) * *prob;
	*bit = d->code >= bound;
	if (*bit) {
		d->range -= bound;
		d->code -= bound;
	} else {
		d->range = bound;
	}
	bcj2_adapt(prob, *bit);
	if (d->range < BCJ2_TOP) {
		enum err_code rc = next_byte(&d->in[BCJ2_BITS], &b, err);

		if (rc != ERR_OK)
			return rc;
		d->range <<= 8;
		d->code = d->code << 8 | b;
	}
	return ERR_OK;
}

/* Queues the four bytes after a converted opcode. */
static enum err_code queue_target(struct dec *d, uint8_t op, struct err *err)
{
	struct stream *s = &d->in[op == BCJ2_CALL_OP ? BCJ2_CALL : BCJ2_JUMP];
	uint32_t v = 0;
	uint8_t b = 0;
	int i;

	for (i = 0; i < 4; i++) {
		enum err_code rc = next_byte(s, &b, err);

		if (rc != ERR_OK)
			return rc;
		v = v << 8 | b;
	}
	d->ip += 4;
	put_u32le(d->queue, v - d->ip);
	d->queued = 4;
	return ERR_OK;
}

/* Makes one byte of output; targets come from the queue. */
static enum err_code step(struct dec *d, uint8_t *out, struct err *err)
{
	enum err_code rc;
	bool bit;

	if (d->queued != 0) {
		*out = d->queue[4 - d->queued--];
		d->before = *out;
		return ERR_OK;
	}
	rc = next_byte(&d->in[BCJ2_MAIN], out, err);
	if (rc != ERR_OK)
		return rc;
	d->ip++;
	if (bcj2_is_branch(d->before, *out)) {
		rc = get_bit(d, &d->probs[bcj2_prob(d->before, *out)], &bit, err);
		if (rc == ERR_OK && bit)
			rc = queue_target(d, *out, err);
	}
	d->before = *out;
	return rc;
}

static enum err_code fill(struct dec *d, uint8_t *to, size_t want, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	if (!d->started)
		rc = start(d, err);
	for (i = 0; i < want && rc == ERR_OK; i++)
		rc = step(d, to + i, err);
	if (rc != ERR_OK)
		return rc;
	d->left -= want;
	if (d->left == 0 && (d->queued != 0 || d->code != 0))
		return err_set(err, ERR_FORMAT, "BCJ2 streams do not end with the data");
	return ERR_OK;
}

static enum err_code dec_read(struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct dec *d = (struct dec *)r;
	size_t want = cap < d->left ? cap : (size_t)d->left;

	*got = 0;
	if (d->failed.code != ERR_OK) {
		*err = d->failed;
		return err->code;
	}
	if (want == 0)
		return ERR_OK;
	if (fill(d, ptr, want, err) != ERR_OK) {
		d->failed = *err;
		return err->code;
	}
	*got = want;
	return ERR_OK;
}

static void dec_close(struct reader *r)
{
	struct dec *d = (struct dec *)r;
	int i;

	for (i = 0; i < BCJ2_STREAMS; i++)
		reader_close(d->in[i].from);
	free(d);
}

enum err_code bcj2_reader(
	struct reader *from[BCJ2_STREAMS], uint64_t size, struct reader **out, struct err *err)
{
	struct dec *d = calloc(1, sizeof(*d));
	int i;

	if (d == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	d->base.read = dec_read;
	d->base.close = dec_close;
	d->left = size;
	for (i = 0; i < BCJ2_STREAMS; i++)
		d->in[i].from = from[i];
	bcj2_probs_init(d->probs);
	*out = &d->base;
	return ERR_OK;
}
