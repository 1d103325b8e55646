/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/guided.h"
#include "choose.h"
#include "lzenc.h"

/* The result of a try: blobs (streams) or packed blocks. */
struct
try {
	struct blob stream;
	struct sz_packed *packed;
	uint64_t len;
};

/* Ways that are encoded again in several passes; the number for tiny inputs. */
#define LZ_AGAIN   4
#define LONG       ((size_t)16 << 20)
/* Ways that are also tried with the parses for noise, at most. */
#define NOISY      8
#define TRIES_MOST (LZ_WAYS_MAX + 2 * LZ_AGAIN + NOISY * LZMA_NOISE_MOST)

struct tries {
	struct span in;
	const struct lz_settings *s;
	struct sz_method ways[TRIES_MOST];
	struct try made[TRIES_MOST];
	size_t count;
	bool block;
};

static enum err_code encode_streams(const struct tries *t, const struct sz_method *ways,
	size_t count, struct blob *outs, struct err *err)
{
	struct lzma_encode hows[LZMA_MANY];
	enum branch_kind filter = ways[0].filter;
	uint8_t *own = ways[0].own;
	struct blob copy = {NULL, 0};
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < count; i++)
		hows[i] = ways[i].how;
	if (filter != BRANCH_NONE && own == NULL) {
		rc = blob_copy(t->in, &copy, err);
		own = copy.ptr;
	}
	if (rc != ERR_OK)
		return rc;
	if (filter != BRANCH_NONE)
		branch_all(filter, true, own, t->in.len);
	rc = lzma_alone_encode_many(copy.ptr != NULL ? blob_span(copy) : t->in, hows, count,
		t->s->unknown_size, outs, err);
	if (filter != BRANCH_NONE && copy.ptr == NULL)
		branch_all(filter, false, own, t->in.len);
	blob_free(&copy);
	return rc;
}

/* Number of ways from first on that can be encoded together: with the same filtered data, as
 * LZMA1. */
static size_t same_data(const struct tries *t, size_t first)
{
	size_t i = first + 1;

	while (i < t->count && i - first < LZMA_MANY && !t->ways[first].lzma2 &&
		!t->ways[i].lzma2 && t->ways[i].filter == t->ways[first].filter &&
		t->ways[i].bcj2 == t->ways[first].bcj2)
		i++;
	return i - first;
}

static enum err_code try_some(struct tries *t, size_t first, size_t count, struct err *err)
{
	struct sz_packed *packed[LZMA_MANY] = {NULL};
	struct blob streams[LZMA_MANY] = {{NULL, 0}};
	enum err_code rc;
	size_t i;

	if (t->block)
		rc = sz_pack_many(t->in, &t->ways[first], count, packed, err);
	else
		rc = encode_streams(t, &t->ways[first], count, streams, err);
	for (i = 0; i < count && rc == ERR_OK; i++) {
		struct try *mine = &t->made[first + i];

		mine->packed = packed[i];
		mine->stream = streams[i];
		mine->len = t->block ? sz_packed_len(packed[i]) : streams[i].len;
	}
	return rc;
}

/* The smallest result; of equal ones the earliest, so that the output is deterministic. */
static size_t smallest(const struct tries *t)
{
	size_t i, best = 0;

	for (i = 1; i < t->count; i++)
		if (t->made[i].len < t->made[best].len)
			best = i;
	return best;
}

/* Encodes the ways from first on. */
static enum err_code run_from(struct tries *t, size_t first, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i, some;

	for (i = first; rc == ERR_OK && i < t->count; i += some) {
		some = same_data(t, i);
		t->ways[i].own = t->s->own; /* the input is not used otherwise meanwhile */
		rc = try_some(t, i, some, err);
	}
	return rc;
}

/* Number of passes with learned prices, and of ways that get them: bounds the cost. */
static void plan_again(size_t len, unsigned *passes, size_t *ways)
{
	*passes = len <= CHOOSE_TINY ? 8 : len <= CHOOSE_SMALL ? 6 : len <= LONG ? 3 : 2;
	*ways = len <= CHOOSE_TINY ? LZ_AGAIN : len <= CHOOSE_SMALL ? 2 : 1;
}

/* Marks the smallest ways, at most count; among: only of these, or NULL. */
static void mark_best(
	const struct tries *t, size_t count, bool narrow, const bool *among, bool again[TRIES_MOST])
{
	bool taken[TRIES_MOST] = {false};
	size_t i, best;

	for (; count != 0; count--) {
		best = t->count;
		for (i = 0; i < t->count; i++)
			if (!taken[i] && (among == NULL || among[i]) &&
				(!narrow || lz_is_narrow(t->s, &t->ways[i])) &&
				(best == t->count || t->made[i].len < t->made[best].len))
				best = i;
		if (best == t->count)
			return;
		taken[best] = again[best] = true;
	}
}

/*
 * Data of which half or more remains, but that are not entirely noise; sound counts in any case.
 * Longer inputs only where time does not matter.
 */
static bool may_be_noisy(const struct tries *t, const struct sz_method *way, uint64_t len)
{
	bool sound = t->s->sound != 0 || (t->s->best && t->in.len <= CHOOSE_SMALL);

	if (way->how.effort.fast || way->how.liblzma || t->s->classic)
		return false;
	if (t->in.len > CHOOSE_SMALL && !t->s->best && !sound)
		return false;
	return len < t->in.len / 64 * 63 && (sound || len >= t->in.len / 2);
}

/* The ways of the default: --best must not miss the one that would be smallest there. */
static enum err_code default_ways(
	const struct tries *t, struct sz_method ways[LZ_WAYS_MAX], size_t *count, struct err *err)
{
	struct lz_settings s = *t->s;

	s.best = false;
	s.level = 9;
	return lz_ways(t->in, &s, ways, count, err);
}

/* Adds those of them that --best lacks: with other fast bytes, where there are few. */
static enum err_code add_default(struct tries *t, struct err *err)
{
	struct sz_method ways[LZ_WAYS_MAX];
	size_t count, i, k;
	enum err_code rc = default_ways(t, ways, &count, err);

	for (k = 0; rc == ERR_OK && k < count && t->count < LZ_WAYS_MAX; k++) {
		for (i = 0; i < t->count && !lz_same_way(&t->ways[i], &ways[k]); i++)
			;
		if (i == t->count)
			t->ways[t->count++] = ways[k];
		else if (t->ways[i].how.passes < ways[k].how.passes)
			t->ways[i].how.passes = ways[k].how.passes;
	}
	return rc;
}

/* Marks the ways that the default would mark. */
static enum err_code mark_default(const struct tries *t, bool again[TRIES_MOST], struct err *err)
{
	bool sound = t->s->sound != 0, among[TRIES_MOST] = {false};
	struct sz_method ways[LZ_WAYS_MAX];
	size_t count, i, k;
	enum err_code rc = default_ways(t, ways, &count, err);

	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < t->count; i++)
		for (k = 0; k < count && !among[i]; k++)
			among[i] = lz_same_way(&t->ways[i], &ways[k]);
	mark_best(t, sound ? 2 : 1, false, among, again);
	if (!sound)
		mark_best(t, 1, true, among, again);
	return ERR_OK;
}

/*
 * Encodes the best ways with the parses for noise, as it is not known which parse is better.
 * Includes those that a narrower reader would get, so that it never gets the smaller result.
 */
static enum err_code run_noise(struct tries *t, struct err *err)
{
	bool again[TRIES_MOST] = {false};
	size_t first = t->count, i;
	unsigned noise;
	bool sound = t->s->sound != 0;
	enum err_code rc = ERR_OK;

	mark_best(t, t->s->best || sound ? 2 : 1, false, NULL, again);
	if (t->s->best || !sound)
		mark_best(t, t->s->best ? 2 : 1, true, NULL, again);
	if (t->s->best && t->in.len <= CHOOSE_SMALL)
		rc = mark_default(t, again, err);
	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < first; i++) {
		if (!again[i] || !may_be_noisy(t, &t->ways[i], t->made[i].len))
			continue;
		for (noise = 1; noise <= LZMA_NOISE_MOST; noise++) {
			t->ways[t->count] = t->ways[i];
			t->ways[t->count].how.watch = NULL;
			t->ways[t->count++].how.effort.noise = noise;
		}
	}
	return run_from(t, first, err);
}

/*
 * Encodes the best ways again in several passes: when they are close, another one may become the
 * smallest. For small inputs this includes those that a narrower reader would get, so that it never
 * gets the smaller result.
 */
static enum err_code run_again(struct tries *t, struct err *err)
{
	bool again[TRIES_MOST] = {false};
	size_t first = t->count, most, i;
	unsigned passes;

	plan_again(t->in.len, &passes, &most);
	mark_best(t, most, false, NULL, again);
	if (t->in.len <= CHOOSE_SMALL)
		mark_best(t, most, true, NULL, again);
	for (i = 0; i < first; i++) {
		if (!again[i])
			continue;
		t->ways[t->count] = t->ways[i];
		t->ways[t->count].how.passes = passes;
		t->ways[t->count++].how.watch = NULL;
	}
	return run_from(t, first, err);
}

static enum err_code run_tries(
	struct tries *t, struct lz_result *res, size_t *best, struct err *err)
{
	enum err_code rc = lz_ways(t->in, t->s, t->ways, &t->count, err);

	if (rc == ERR_OK && t->s->best && t->in.len <= CHOOSE_SMALL)
		rc = add_default(t, err);
	if (rc == ERR_OK)
		rc = run_from(t, 0, err);
	if (rc == ERR_OK)
		rc = run_noise(t, err);
	if (rc == ERR_OK && t->s->best)
		rc = run_again(t, err);
	if (rc != ERR_OK)
		return rc;
	*best = smallest(t);
	*res = (struct lz_result){
		t->ways[*best], t->in.len, t->made[*best].len, (unsigned)t->count, false};
	return ERR_OK;
}

static void drop(struct tries *t)
{
	size_t i;

	for (i = 0; i < t->count; i++) {
		blob_free(&t->made[i].stream);
		sz_packed_free(t->made[i].packed);
	}
}

enum err_code lz_pack_block(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct sz_packed **out, struct err *err)
{
	struct tries t = {.in = in, .s = s, .block = true};
	size_t best = 0;
	enum err_code rc = run_tries(&t, res, &best, err);

	if (rc == ERR_OK) {
		*out = t.made[best].packed;
		t.made[best].packed = NULL;
	}
	drop(&t);
	if (rc == ERR_OK && res->out_len >= sz_stored_len(in.len)) {
		sz_packed_free(*out);
		*res = (struct lz_result){
			.in_len = in.len, .out_len = in.len, .tried = res->tried, .stored = true};
		rc = sz_store(in, out, err);
	}
	return rc;
}

/* Adds the format's header before the LZMA-alone stream. */
static enum err_code wrap(
	enum lz_format format, enum branch_kind filter, struct blob *stream, struct err *err)
{
	struct blob out;
	struct buf b;
	enum err_code rc;

	if (format == LZ_SECTION) {
		rc = guided_write(filter == BRANCH_X86 ? &FW_GUID_LZMA_F86 : &FW_GUID_LZMA,
			blob_span(*stream), &out, err);
	} else if (format == LZ_LZMA86) {
		buf_init(&b, 0);
		buf_add_u8(&b, filter == BRANCH_X86);
		buf_add(&b, stream->ptr, stream->len);
		rc = buf_finish(&b, &out, err);
	} else {
		return ERR_OK;
	}
	if (rc == ERR_OK) {
		blob_free(stream);
		*stream = out;
	}
	return rc;
}

enum err_code lz_encode(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct blob *out, struct err *err)
{
	struct tries t = {.in = in, .s = s};
	size_t best = 0;
	enum err_code rc = run_tries(&t, res, &best, err);

	if (rc == ERR_OK)
		rc = wrap(s->format, t.ways[best].filter, &t.made[best].stream, err);
	if (rc == ERR_OK) {
		*out = t.made[best].stream;
		t.made[best].stream = (struct blob){NULL, 0};
		res->out_len = out->len;
	}
	drop(&t);
	return rc;
}

/* Encodes everything in the way that suits the beginning. */
enum err_code lz_encode_long(struct span in, const struct lz_settings *s,
	const struct lzma_sink *sink, struct lz_result *res, struct err *err)
{
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t bytes[LZMA_ALONE_HEAD];
	struct lzma_alone head;
	struct span beginning;
	size_t count;
	enum err_code rc;

	if (!span_slice(in, 0, lz_hold(s), &beginning))
		return err_set(err, ERR_USAGE, "shorter than it was said to be");
	rc = lz_ways(beginning, s, ways, &count, err);
	if (rc != ERR_OK)
		return rc;
	ways[0].how.marker = s->marker || s->unknown_size;
	ways[0].how.verify = s->verify;
	head.prop = ways[0].how.prop;
	head.size = s->unknown_size ? LZMA_SIZE_UNKNOWN : in.len;
	lzma_alone_put(&head, bytes);
	*res = (struct lz_result){ways[0], in.len, 0, 1, false};
	rc = sink->write(sink->user, span_of(bytes, sizeof(bytes)), err);
	return rc == ERR_OK ? lzma1_encode_to(in, &ways[0].how, sink, err) : rc;
}

/* Verified streams are decoded again only up to here, to check the filter's settings. */
#define HEAD ((size_t)16 << 10)

enum err_code lz_compare(
	struct reader *r, struct span want, const struct lz_settings *s, struct err *err)
{
	struct span head;
	uint8_t *got;
	enum err_code rc;

	if (!s->verify || s->best || !span_slice(want, 0, HEAD, &head))
		return reader_compare(r, want, err);
	got = malloc(HEAD);
	if (got == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = reader_exact(r, got, HEAD, err);
	if (rc == ERR_OK && !span_equal(head, span_of(got, HEAD)))
		rc = err_set(err, ERR_IO, "verification failed");
	free(got);
	return rc;
}
