/* SPDX-License-Identifier: MIT */
/* UEFI 2.10, chapter 19.2 ("Compressed Data Format") and 19.4 ("Decompression Design"). */
#include "biosbelt/tiano.h"

#include <stdlib.h>
#include <string.h>

#define CHAR_COUNT    510 /* 256 literals and match lengths 3 to 256 (19.2.2, NC) */
#define EXTRA_COUNT   19  /* symbols of the code that codes code lengths (NT) */
#define EXTRA_BITS    5
#define EXTRA_SPECIAL 3 /* after this many lengths a 2-bit run of zeros is stored */
#define CHAR_NUM_BITS 9
#define CODE_LEN_MAX  16
#define BLOCK_BITS    16
#define MATCH_MIN     3
#ifdef BIOSBELT_SMALL
#define FAST_BITS 5
#else
#define FAST_BITS 10
#endif
#define OUT_MIN      4096
#define LEFTOVER_MAX 64 /* bytes after the last code; encoders leave 1 to 3 */

/* A canonical prefix code: shorter codes first, within a length in order of the symbols. */
struct prefix {
	bool single; /* a single symbol of length 0 */
	uint16_t symbol;
	uint16_t count[CODE_LEN_MAX + 1];
	uint16_t sorted[CHAR_COUNT];
	uint16_t fast[1u << FAST_BITS]; /* symbol << 4 | length; 0: longer than FAST_BITS */
};

struct decoder {
	struct span in;
	size_t pos;
	uint64_t hold;   /* next bits, from the top */
	unsigned filled; /* valid bits in hold */
	size_t borrowed; /* bits in hold from beyond the end of the input */
	unsigned pos_bits;
	struct prefix chars;
	struct prefix positions;
	struct prefix extra;
};

static void refill(struct decoder *d)
{
	while (d->filled <= 56) {
		uint64_t byte = 0;

		if (d->pos < d->in.len)
			byte = d->in.ptr[d->pos++];
		else
			d->borrowed += 8;
		d->hold |= byte << (56 - d->filled);
		d->filled += 8;
	}
}

/* count: 1 to 16 */
static unsigned peek(struct decoder *d, unsigned count)
{
	if (d->filled < 24)
		refill(d);
	return (unsigned)(d->hold >> (64 - count));
}

static void drop(struct decoder *d, unsigned count)
{
	d->hold <<= count;
	d->filled -= count;
}

static unsigned take(struct decoder *d, unsigned count)
{
	unsigned v;

	if (count == 0)
		return 0;
	v = peek(d, count);
	drop(d, count);
	return v;
}

/* True when bits beyond the end were used. */
static bool ran_out(const struct decoder *d)
{
	return d->borrowed > d->filled;
}

static size_t bytes_used(const struct decoder *d)
{
	size_t ahead = d->borrowed > d->filled ? 0 : (d->filled - d->borrowed) / 8;

	return d->pos - ahead;
}

static void prefix_fill_fast(struct prefix *p, const uint8_t *len, unsigned symbols)
{
	unsigned next[CODE_LEN_MAX + 2] = {0};
	unsigned code = 0;
	unsigned bits;
	unsigned s;

	memset(p->fast, 0, sizeof p->fast);
	for (bits = 1; bits <= CODE_LEN_MAX; bits++) {
		code = (code + p->count[bits - 1]) << 1;
		next[bits] = code;
	}
	for (s = 0; s < symbols; s++) {
		unsigned n = len[s];
		unsigned first;
		unsigned i;

		if (n == 0 || n > FAST_BITS)
			continue;
		first = next[n]++ << (FAST_BITS - n);
		for (i = 0; i < 1u << (FAST_BITS - n); i++)
			p->fast[first + i] = (uint16_t)(s << 4 | n);
	}
}

/* False unless the lengths form a complete code, as the format requires. */
static bool prefix_build(struct prefix *p, const uint8_t *len, unsigned symbols)
{
	unsigned start[CODE_LEN_MAX + 2] = {0};
	unsigned long space = 0;
	unsigned s;
	unsigned bits;

	p->single = false;
	memset(p->count, 0, sizeof p->count);
	for (s = 0; s < symbols; s++) {
		if (len[s] > CODE_LEN_MAX)
			return false;
		p->count[len[s]]++;
	}
	p->count[0] = 0;
	for (bits = 1; bits <= CODE_LEN_MAX; bits++) {
		space += (unsigned long)p->count[bits] << (CODE_LEN_MAX - bits);
		start[bits + 1] = start[bits] + p->count[bits];
	}
	if (space != 1ul << CODE_LEN_MAX)
		return false;
	for (s = 0; s < symbols; s++)
		if (len[s] != 0)
			p->sorted[start[len[s]]++] = (uint16_t)s;
	prefix_fill_fast(p, len, symbols);
	return true;
}

static void prefix_single(struct prefix *p, unsigned symbol)
{
	p->single = true;
	p->symbol = (uint16_t)symbol;
}

static unsigned prefix_decode(struct decoder *d, const struct prefix *p)
{
	unsigned bits;
	unsigned entry;
	unsigned code = 0;
	unsigned first = 0;
	unsigned index = 0;
	unsigned n;

	if (p->single)
		return p->symbol;
	bits = peek(d, CODE_LEN_MAX);
	entry = p->fast[bits >> (CODE_LEN_MAX - FAST_BITS)];
	if (entry != 0) {
		drop(d, entry & 15);
		return entry >> 4;
	}
	for (n = 1; n < CODE_LEN_MAX; n++) {
		code = bits >> (CODE_LEN_MAX - n);
		if (code - first < p->count[n])
			break;
		index += p->count[n];
		first = (first + p->count[n]) << 1;
	}
	if (n == CODE_LEN_MAX)
		code = bits;
	drop(d, n);
	return p->sorted[index + (code - first)];
}

/* Reads a length: 3 bits; 7 is continued by ones. */
static unsigned take_length(struct decoder *d)
{
	unsigned v = take(d, 3);

	if (v == 7)
		while (v <= CODE_LEN_MAX && take(d, 1) == 1)
			v++;
	return v;
}

/* Reads the code of positions or of code lengths; special: see EXTRA_SPECIAL, or 0 for none. */
static bool read_small_code(
	struct decoder *d, struct prefix *p, unsigned symbols, unsigned num_bits, unsigned special)
{
	uint8_t len[32] = {0};
	unsigned count = take(d, num_bits);
	unsigned i = 0;

	if (count == 0) {
		unsigned only = take(d, num_bits);

		if (only >= symbols)
			return false;
		prefix_single(p, only);
		return true;
	}
	if (count > symbols)
		return false;
	while (i < count) {
		len[i++] = (uint8_t)take_length(d);
		if (i == special) {
			unsigned zeros = take(d, 2);

			if (zeros > symbols - i)
				return false;
			i += zeros;
		}
	}
	return prefix_build(p, len, symbols);
}

/* The number of zeros that a symbol 0, 1 or 2 of the extra code means. */
static unsigned zero_run(struct decoder *d, unsigned symbol)
{
	if (symbol == 0)
		return 1;
	return symbol == 1 ? take(d, 4) + 3 : take(d, CHAR_NUM_BITS) + 20;
}

static bool read_char_code(struct decoder *d)
{
	uint8_t len[CHAR_COUNT] = {0};
	unsigned count = take(d, CHAR_NUM_BITS);
	unsigned i = 0;

	if (count == 0) {
		unsigned only = take(d, CHAR_NUM_BITS);

		if (only >= CHAR_COUNT)
			return false;
		prefix_single(&d->chars, only);
		return true;
	}
	if (count > CHAR_COUNT)
		return false;
	while (i < count) {
		unsigned symbol = prefix_decode(d, &d->extra);

		if (symbol > 2) {
			len[i++] = (uint8_t)(symbol - 2);
			continue;
		}
		symbol = zero_run(d, symbol);
		if (symbol > CHAR_COUNT - i)
			return false;
		i += symbol;
	}
	return prefix_build(&d->chars, len, CHAR_COUNT);
}

/* What both kinds of streams have alike. */
static bool read_chars(struct decoder *d)
{
	return read_small_code(d, &d->extra, EXTRA_COUNT, EXTRA_BITS, EXTRA_SPECIAL) &&
	       read_char_code(d);
}

/* The number of symbols in the next block; 0: its header is damaged. */
static size_t read_block(struct decoder *d)
{
	size_t size = take(d, BLOCK_BITS);
	/* Position codes: 14 for EFI standard, up to 31 for Tiano (19.2.2, NP). */
	unsigned positions = d->pos_bits == EFI_STD_POS_BITS ? 15 : 31;

	if (!read_chars(d) || !read_small_code(d, &d->positions, positions, d->pos_bits, 0))
		return 0;
	return size == 0 ? 1u << BLOCK_BITS : size; /* the reference decoder counts down from 0 */
}

static size_t take_distance(struct decoder *d)
{
	unsigned code = prefix_decode(d, &d->positions);
	size_t high;

	if (code <= 1)
		return (size_t)code + 1;
	code--;
	if (code <= 16)
		return ((size_t)1 << code) + take(d, code) + 1;
	high = take(d, code - 16);
	return ((size_t)1 << code) + (high << 16 | take(d, 16)) + 1;
}

/* Memory grows with output: a false claim of 4 GiB costs nothing. */
static bool make_room(struct blob *out, size_t want, size_t claimed)
{
	size_t cap = out->len;
	uint8_t *p;

	if (want <= cap)
		return true;
	cap = cap > claimed / 2 ? claimed : cap * 2;
	if (cap < want)
		cap = want < OUT_MIN ? OUT_MIN : want;
	p = realloc(out->ptr, cap);
	if (p == NULL)
		return false;
	out->ptr = p;
	out->len = cap;
	return true;
}

static void copy_match(uint8_t *to, size_t distance, size_t count)
{
	const uint8_t *from = to - distance;

	if (distance >= count) {
		memcpy(to, from, count);
		return;
	}
	while (count-- > 0)
		*to++ = *from++; /* NOLINT(clang-analyzer-core.uninitialized.Assign): only bytes
				    written before are copied, which the caller checked */
}

static enum fw_end end_reason(const struct decoder *d)
{
	return ran_out(d) ? FW_END_CUT : FW_END_BROKEN;
}

/* Decodes up to want bytes; *len counts only bytes that the input really has. */
static enum fw_end decode_all(
	struct decoder *d, struct blob *out, size_t want, size_t *len, bool *no_memory)
{
	size_t left = 0;
	size_t n = 0;

	while (n < want) {
		unsigned c;
		size_t count = 1;

		*len = n;
		if (left == 0)
			left = read_block(d);
		if (left == 0 || ran_out(d))
			return end_reason(d);
		left--;
		c = prefix_decode(d, &d->chars);
		if (c > 255)
			count = c - 256 + MATCH_MIN;
		if (count > want - n)
			count = want - n;
		if (!make_room(out, n + count, want)) {
			*no_memory = true;
			return FW_END_LIMIT;
		}
		if (c <= 255) {
			out->ptr[n] = (uint8_t)c;
		} else {
			size_t distance = take_distance(d);

			if (distance > n || ran_out(d))
				return end_reason(d);
			copy_match(out->ptr + n, distance, count);
		}
		n += count;
	}
	if (ran_out(d))
		return FW_END_CUT;
	*len = n;
	return FW_END_WHOLE;
}

static enum fw_end stream_end(enum fw_end end, struct span in, size_t used, uint32_t packed,
	size_t want, uint32_t claimed)
{
	struct span rest;

	if (end == FW_END_CUT && packed <= in.len - TIANO_HEADER_LEN)
		return FW_END_BROKEN; /* the input is complete, but has too few bits */
	if (end != FW_END_WHOLE)
		return end;
	if (want < claimed)
		return FW_END_LIMIT;
	/* The counted size may include zeros that fill the place of a longer stream. */
	if (packed > LEFTOVER_MAX && used < packed - LEFTOVER_MAX &&
		!(span_slice(in, TIANO_HEADER_LEN + used, packed - used, &rest) &&
			span_is_filled(rest, 0)))
		return FW_END_BROKEN;
	return FW_END_WHOLE;
}

static void begin(struct decoder *d, struct span in, uint32_t packed)
{
	d->in = in;
	d->pos = TIANO_HEADER_LEN;
	d->hold = 0;
	d->filled = 0;
	d->borrowed = 0;
	if (packed < in.len - TIANO_HEADER_LEN)
		d->in.len = TIANO_HEADER_LEN + packed;
}

bool tiano_begins(struct span in)
{
	struct decoder d; /* as below */
	uint32_t packed = 0;

	if (in.len < TIANO_HEADER_LEN || !span_u32le(in, 0, &packed))
		return false;
	begin(&d, in, packed);
	(void)take(&d, BLOCK_BITS);
	return read_chars(&d);
}

enum err_code tiano_decode(
	struct span in, unsigned pos_bits, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct decoder d; /* its tables are set before use: clearing it would slow down searches,
			     where most calls fail at once */
	struct blob bytes = {0};
	uint32_t packed = 0;
	uint32_t claimed = 0;
	size_t len = 0;
	size_t want;
	bool no_memory = false;
	enum fw_end end;

	if (!span_u32le(in, 0, &packed) || !span_u32le(in, 4, &claimed))
		return err_set(err, ERR_FORMAT, "stream header cut short");
	begin(&d, in, packed);
	d.pos_bits = pos_bits;
	want = claimed < max_out ? claimed : max_out;
	end = decode_all(&d, &bytes, want, &len, &no_memory);
	end = stream_end(end, in, bytes_used(&d) - TIANO_HEADER_LEN, packed, want, claimed);
	bytes.len = len;
	*out = (struct fw_unpacked){.bytes = bytes, .claimed = claimed, .end = end};
	out->codec = pos_bits == EFI_STD_POS_BITS ? FW_CODEC_EFI : FW_CODEC_TIANO;
	out->used = end == FW_END_WHOLE ? d.in.len : bytes_used(&d);
	if (no_memory) {
		blob_free(&out->bytes);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	return ERR_OK;
}
