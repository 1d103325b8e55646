/* SPDX-License-Identifier: MIT */
/*
 * Deflate by RFC 1951. Deflate64 has a larger window, 16 extra bits for the length code 285, and
 * the distance codes 30 and 31 (7-Zip; PKWARE's APPNOTE 4.4.5).
 */
#include "biosbelt/inflate.h"

#include <stdlib.h>
#include <string.h>

#include "codec/byte_in.h"
#include "codec/window.h"

#define CODE_BITS   15
#define LITERALS    288
#define DISTANCES   32
#define LENGTHS     19 /* codes of code lengths */
#define END         256u
#define LENGTH_LAST 285u

/* Codes sorted by length, counted as in RFC 1951 3.2.2. */
struct codes {
	uint16_t count[CODE_BITS + 1];
	uint16_t symbol[LITERALS];
};

enum block { NO_BLOCK, STORED, CODED };

struct inflate {
	struct reader base;
	struct byte_in in;
	struct window window;
	bool deflate64, last;
	enum block block;
	uint32_t bits;
	unsigned bit_count;
	unsigned stored; /* bytes left of a stored block */
	uint64_t left;   /* bytes still to return */
	struct codes literals, distances;
	struct err failed;
};

static unsigned take(struct inflate *f, unsigned count)
{
	unsigned v;

	while (f->bit_count < count) {
		f->bits |= (uint32_t)byte_in_next(&f->in) << f->bit_count;
		f->bit_count += 8;
	}
	v = f->bits & ((1u << count) - 1);
	f->bits >>= count;
	f->bit_count -= count;
	return v;
}

static enum err_code damaged(struct err *err)
{
	return err_set(err, ERR_FORMAT, "compressed data are damaged");
}

/* Too many codes for their lengths are an error; an incomplete set is allowed. */
static enum err_code make_codes(
	struct codes *c, const uint8_t *lengths, unsigned count, struct err *err)
{
	uint16_t at[CODE_BITS + 2] = {0};
	unsigned i;
	int left = 1;

	memset(c, 0, sizeof(*c));
	for (i = 0; i < count; i++)
		c->count[lengths[i]]++;
	c->count[0] = 0;
	for (i = 1; i <= CODE_BITS; i++) {
		left = left * 2 - c->count[i];
		if (left < 0)
			return damaged(err);
		at[i + 1] = (uint16_t)(at[i] + c->count[i]);
	}
	for (i = 0; i < count; i++)
		if (lengths[i] != 0)
			c->symbol[at[lengths[i]]++] = (uint16_t)i;
	return ERR_OK;
}

/* The next symbol; LITERALS when there is no such code. */
static unsigned symbol(struct inflate *f, const struct codes *c)
{
	unsigned code = 0, first = 0, index = 0, i;

	for (i = 1; i <= CODE_BITS; i++) {
		code |= take(f, 1);
		if (code < first + c->count[i])
			return c->symbol[index + (code - first)];
		index += c->count[i];
		first = (first + c->count[i]) << 1;
		code <<= 1;
	}
	return LITERALS;
}

static enum err_code fixed_codes(struct inflate *f, struct err *err)
{
	uint8_t lengths[LITERALS];

	memset(lengths, 8, 144);
	memset(lengths + 144, 9, 112);
	memset(lengths + 256, 7, 24);
	memset(lengths + 280, 8, 8);
	if (make_codes(&f->literals, lengths, LITERALS, err) != ERR_OK)
		return err->code;
	memset(lengths, 5, DISTANCES);
	return make_codes(&f->distances, lengths, DISTANCES, err);
}

static enum err_code read_lengths(
	struct inflate *f, const struct codes *c, uint8_t *lengths, unsigned count, struct err *err)
{
	unsigned n = 0;

	while (n < count) {
		unsigned s = symbol(f, c), repeat = 1;
		uint8_t value = 0;

		if (s < 16) {
			value = (uint8_t)s;
		} else if (s == 16) {
			if (n == 0)
				return damaged(err);
			value = lengths[n - 1];
			repeat = 3 + take(f, 2);
		} else if (s == 17) {
			repeat = 3 + take(f, 3);
		} else if (s == 18) {
			repeat = 11 + take(f, 7);
		} else {
			return damaged(err);
		}
		if (repeat > count - n || byte_in_check(&f->in, err) != ERR_OK)
			return damaged(err);
		memset(lengths + n, value, repeat);
		n += repeat;
	}
	return ERR_OK;
}

static enum err_code own_codes(struct inflate *f, struct err *err)
{
	static const uint8_t order[LENGTHS] = {
		16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
	uint8_t lengths[LITERALS + DISTANCES] = {0};
	unsigned literals = 257 + take(f, 5), distances = 1 + take(f, 5);
	unsigned count = 4 + take(f, 4), i;
	struct codes c;

	for (i = 0; i < count; i++)
		lengths[order[i]] = (uint8_t)take(f, 3);
	if (literals > LITERALS || make_codes(&c, lengths, LENGTHS, err) != ERR_OK)
		return damaged(err);
	memset(lengths, 0, LENGTHS);
	if (read_lengths(f, &c, lengths, literals + distances, err) != ERR_OK ||
		make_codes(&f->literals, lengths, literals, err) != ERR_OK)
		return err->code;
	return make_codes(&f->distances, lengths + literals, distances, err);
}

static enum err_code stored_length(struct inflate *f, struct err *err)
{
	unsigned len;

	take(f, f->bit_count & 7);
	len = take(f, 16);
	if ((len ^ take(f, 16)) != 0xFFFF)
		return damaged(err);
	f->stored = len;
	f->block = STORED;
	return ERR_OK;
}

static enum err_code next_block(struct inflate *f, struct err *err)
{
	enum err_code rc;

	if (f->last)
		return err_set(err, ERR_FORMAT, "stream ends before the stated size");
	f->last = take(f, 1) != 0;
	f->block = CODED;
	switch (take(f, 2)) {
	case 0:
		rc = stored_length(f, err);
		break;
	case 1:
		rc = fixed_codes(f, err);
		break;
	case 2:
		rc = own_codes(f, err);
		break;
	default:
		rc = damaged(err);
		break;
	}
	return rc == ERR_OK ? byte_in_check(&f->in, err) : rc;
}

/* Base and extra bits of the length codes follow one rule, except for the last. */
static unsigned length_of(struct inflate *f, unsigned code)
{
	unsigned n = code - 257, extra;

	if (code == LENGTH_LAST)
		return f->deflate64 ? 3 + take(f, 16) : 258;
	if (n < 8)
		return 3 + n;
	extra = n / 4 - 1;
	return 3 + ((4 + n % 4) << extra) + take(f, extra);
}

static size_t distance_of(struct inflate *f, unsigned code)
{
	unsigned extra;

	if (code < 4)
		return code;
	extra = code / 2 - 1;
	return ((size_t)(2 + code % 2) << extra) + take(f, extra);
}

static enum err_code match(struct inflate *f, unsigned code, struct err *err)
{
	unsigned dist;

	if (code > LENGTH_LAST)
		return damaged(err);
	f->window.due = length_of(f, code);
	dist = symbol(f, &f->distances);
	if (dist >= (f->deflate64 ? 32u : 30u))
		return damaged(err);
	f->window.dist = distance_of(f, dist);
	return window_has(&f->window, f->window.dist) ? ERR_OK : damaged(err);
}

static enum err_code coded(struct inflate *f, struct err *err)
{
	unsigned s = symbol(f, &f->literals);
	enum err_code rc = ERR_OK;

	if (s < END)
		window_put(&f->window, (uint8_t)s);
	else if (s == END)
		f->block = NO_BLOCK;
	else
		rc = match(f, s, err);
	return byte_in_check(&f->in, err) == ERR_OK ? rc : err->code;
}

static enum err_code step(struct inflate *f, struct err *err)
{
	if (f->window.due != 0) {
		window_copy(&f->window);
		return ERR_OK;
	}
	if (f->block == NO_BLOCK)
		return next_block(f, err);
	if (f->block == CODED)
		return coded(f, err);
	if (f->stored == 0) {
		f->block = NO_BLOCK;
		return ERR_OK;
	}
	f->stored--;
	window_put(&f->window, (uint8_t)take(f, 8));
	return byte_in_check(&f->in, err);
}

static enum err_code inflate_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct inflate *f = (struct inflate *)r;
	size_t want = cap < f->left ? cap : (size_t)f->left;
	enum err_code rc = f->failed.code;

	*got = 0;
	if (rc != ERR_OK) {
		*err = f->failed;
		return rc;
	}
	f->window.out = ptr;
	f->window.room = want;
	while (rc == ERR_OK && f->window.room != 0)
		rc = step(f, err);
	*got = want - f->window.room;
	f->left -= *got;
	if (rc != ERR_OK)
		f->failed = *err;
	return rc;
}

static void inflate_close(struct reader *r)
{
	struct inflate *f = (struct inflate *)r;

	reader_close(f->in.from);
	window_close(&f->window);
	free(f);
}

enum err_code inflate_reader(
	struct reader *from, bool deflate64, uint64_t size, struct reader **out, struct err *err)
{
	struct inflate *f = calloc(1, sizeof(*f));

	if (f == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (window_open(&f->window, (size_t)(deflate64 ? 64 : 32) << 10, err) != ERR_OK) {
		free(f);
		return err->code;
	}
	f->base.read = inflate_read;
	f->base.close = inflate_close;
	f->in.from = from;
	f->deflate64 = deflate64;
	f->left = size;
	*out = &f->base;
	return ERR_OK;
}

/* Empty blocks may follow the last byte. */
enum err_code inflate_end(struct reader *r, struct err *err)
{
	struct inflate *f = (struct inflate *)r;
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && (f->block != NO_BLOCK || !f->last)) {
		if (f->block == NO_BLOCK) {
			rc = next_block(f, err);
			continue;
		}
		if (f->window.due != 0 ||
			(f->block == STORED ? f->stored != 0 : symbol(f, &f->literals) != END))
			return err_set(err, ERR_FORMAT, "compressed data run past the stated size");
		f->block = NO_BLOCK;
		rc = byte_in_check(&f->in, err);
	}
	if (rc == ERR_OK && (f->in.at < f->in.have || byte_in_fill(&f->in)))
		rc = err_set(err, ERR_FORMAT, "other bytes follow the compressed data");
	return rc;
}
