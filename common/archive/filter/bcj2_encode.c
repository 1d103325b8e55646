/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "filter/bcj2_private.h"

/* The range coder of LZMA: cache and pending hold back the bytes that a carry may still change. */
struct range_enc {
	struct buf *out;
	uint64_t low;
	uint32_t range;
	uint8_t cache;
	uint64_t pending; /* bytes that wait for a carry, including the cache */
};

static void shift_low(struct range_enc *r)
{
	if (r->low < 0xFF000000u || r->low > UINT32_MAX) {
		uint8_t carry = (uint8_t)(r->low >> 32);

		buf_add_u8(r->out, (uint8_t)(r->cache + carry));
		while (--r->pending != 0)
			buf_add_u8(r->out, (uint8_t)(0xFF + carry));
		r->cache = (uint8_t)(r->low >> 24);
	}
	r->pending++;
	r->low = (r->low & 0x00FFFFFF) << 8;
}

/* A decoder normalises right after a bit, so this precedes the next bit and the end. */
static void normalise(struct range_enc *r)
{
	if (r->range < BCJ2_TOP) {
		r->range <<= 8;
		shift_low(r);
	}
}

static void put_bit(struct range_enc *r, uint16_t *prob, bool bit)
{
	uint32_t bound = (r->range >> BCJ2_PROB_BITS) * *prob;

	if (bit) {
		r->low += bound;
		r->range -= bound;
	} else {
		r->range = bound;
	}
	bcj2_adapt(prob, bit);
	normalise(r);
}

struct enc {
	struct span in;
	struct buf out[BCJ2_STREAMS];
	struct range_enc bits;
	uint16_t probs[BCJ2_PROBS];
	uint32_t limit;
	bool inside;
};

/* Whether the four bytes at pos look like a distance worth converting. */
static bool wanted(const struct enc *e, size_t pos, uint32_t *distance)
{
	int64_t target;

	if (!span_u32le(e->in, pos, distance))
		return false;
	if ((*distance + e->limit) >> 1 >= e->limit)
		return false;
	target = (int64_t)pos + 4 + (int32_t)*distance;
	return !e->inside || (target >= 0 && target < (int64_t)e->in.len);
}

/* What is not converted goes to the main stream, as one piece up to the next conversion. */
static void put_main(struct enc *e, size_t from, size_t to)
{
	struct span piece;

	if (span_slice(e->in, from, to - from, &piece))
		buf_add(&e->out[BCJ2_MAIN], piece.ptr, piece.len);
}

static void encode_all(struct enc *e)
{
	const uint8_t *in = e->in.ptr;
	size_t from = 0, pos = 0;
	uint8_t before = 0;

	while (pos < e->in.len) {
		uint8_t byte = in[pos++], be[4];
		uint32_t distance;
		bool convert;

		if (!bcj2_is_branch(before, byte)) {
			before = byte;
			continue;
		}
		convert = wanted(e, pos, &distance);
		put_bit(&e->bits, &e->probs[bcj2_prob(before, byte)], convert);
		before = byte;
		if (!convert)
			continue;
		put_main(e, from, pos);
		pos += 4;
		from = pos;
		put_u32be(be, distance + (uint32_t)pos);
		buf_add(&e->out[byte == BCJ2_CALL_OP ? BCJ2_CALL : BCJ2_JUMP], be, 4);
		before = (uint8_t)(distance >> 24);
	}
	put_main(e, from, pos);
}

enum err_code bcj2_encode(
	struct span in, uint32_t limit, bool inside, struct blob out[BCJ2_STREAMS], struct err *err)
{
	struct enc e = {.in = in, .limit = limit, .inside = inside};
	struct blob made[BCJ2_STREAMS] = {{NULL, 0}};
	enum err_code rc = ERR_OK;
	int i;

	for (i = 0; i < BCJ2_STREAMS; i++)
		buf_init(&e.out[i], 0);
	e.bits = (struct range_enc){&e.out[BCJ2_BITS], 0, UINT32_MAX, 0, 1};
	bcj2_probs_init(e.probs);
	encode_all(&e);
	for (i = 0; i < 5; i++)
		shift_low(&e.bits);
	for (i = 0; i < BCJ2_STREAMS; i++) {
		if (rc == ERR_OK)
			rc = buf_finish(&e.out[i], &made[i], err);
		else
			buf_free(&e.out[i]);
	}
	for (i = 0; i < BCJ2_STREAMS; i++) {
		if (rc == ERR_OK)
			out[i] = made[i];
		else
			blob_free(&made[i]);
	}
	return rc;
}
