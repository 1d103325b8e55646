/* SPDX-License-Identifier: MIT */
#include "net_code.h"

#include <stdlib.h>
#include <string.h>

#include "rans.h"

#define BLOCK  16u
#define DIRECT 31 /* largest value with a symbol of its own */
#define WIDE   63u

/* What the neighbours before a block say: sums over the cells but the first. */
struct around {
	int32_t size[BLOCK];
	int32_t sum[BLOCK];
};

static size_t map_size(unsigned cells)
{
	size_t blocks = (size_t)1 << (4 * cells - 4);

	return (blocks + 7) / 8;
}

size_t net_side_size(unsigned cells)
{
	return map_size(cells) + 2 * (size_t)NET_CONTEXTS * NET_SYMBOLS + 8;
}

static void look_around(const int16_t *q, unsigned cells, size_t first, struct around *a)
{
	memset(a, 0, sizeof(*a));
	for (unsigned c = 1; c < cells; c++) {
		const int16_t *n;

		if (((first >> (4 * c)) & 15) == 0)
			continue;
		n = &q[first - ((size_t)1 << (4 * c))];
		for (unsigned i = 0; i < BLOCK; i++) {
			a->size[i] += n[i] < 0 ? -n[i] : n[i];
			a->sum[i] += n[i];
		}
	}
}

/* before: the entry with the first cell's rank one less. */
static inline unsigned context(const struct around *a, unsigned i, int32_t before)
{
	uint32_t size = (uint32_t)(a->size[i] + (before < 0 ? -before : before));
	int32_t sum = a->sum[i] + before;
	unsigned log = size == 0 ? 0 : 32u - (unsigned)__builtin_clz(size);

	log = log > 13 ? 13 : log;
	return 3 * log + (sum > 0 ? 1 : sum < 0 ? 2 : 0);
}

static unsigned symbol_of(int32_t v, unsigned *bits, uint32_t *extra)
{
	uint32_t size = (uint32_t)(v < 0 ? -v : v);
	unsigned len;

	*bits = 0;
	*extra = 0;
	if (size <= DIRECT)
		return (unsigned)(v + DIRECT);
	len = 32u - (unsigned)__builtin_clz(size);
	*bits = len - 1;
	*extra = size & ((1u << *bits) - 1);
	return WIDE + 2 * (len - 6) + (v < 0);
}

struct bit_writer {
	struct buf *out;
	uint64_t hold;
	unsigned held;
};

static void put_bits(struct bit_writer *w, uint32_t value, unsigned bits)
{
	w->hold |= (uint64_t)value << w->held;
	w->held += bits;
	for (; w->held >= 8; w->held -= 8, w->hold >>= 8)
		buf_add_u8(w->out, (uint8_t)w->hold);
}

struct coded {
	uint8_t context;
	uint8_t symbol;
};

struct encoder {
	const int16_t *q;
	unsigned cells;
	struct buf *side;
	struct coded *list;
	size_t count;
	struct buf extra;
	uint32_t seen[NET_CONTEXTS][NET_SYMBOLS];
	struct rans_table table[NET_CONTEXTS];
	struct rans_writer rans;
};

static bool block_used(const int16_t *q, size_t first)
{
	for (unsigned i = 0; i < BLOCK; i++)
		if (q[first + i] != 0)
			return true;
	return false;
}

static void list_block(struct encoder *e, size_t first, struct bit_writer *bits)
{
	struct around a;
	int32_t before = 0;

	look_around(e->q, e->cells, first, &a);
	for (unsigned i = 0; i < BLOCK; i++) {
		unsigned c = context(&a, i, before), n;
		uint32_t extra;
		unsigned s = symbol_of(e->q[first + i], &n, &extra);

		put_bits(bits, extra, n);
		e->list[e->count++] = (struct coded){(uint8_t)c, (uint8_t)s};
		e->seen[c][s]++;
		before = e->q[first + i];
	}
}

static void list_all(struct encoder *e)
{
	size_t size = (size_t)1 << (4 * e->cells);
	struct bit_writer bits = {&e->extra, 0, 0};
	uint8_t map = 0;

	for (size_t first = 0; first < size; first += BLOCK) {
		size_t block = first / BLOCK;

		if (block_used(e->q, first)) {
			map |= (uint8_t)(1u << (block % 8));
			list_block(e, first, &bits);
		}
		if (block % 8 == 7 || first + BLOCK == size) {
			buf_add_u8(e->side, map);
			map = 0;
		}
	}
	put_bits(&bits, 0, 7); /* the last bits, if any */
}

static void write_parts(struct encoder *e, struct buf *main)
{
	for (unsigned c = 0; c < NET_CONTEXTS; c++) {
		uint16_t freq[NET_SYMBOLS];

		rans_scale(e->seen[c], NET_SYMBOLS, freq);
		(void)rans_table_init(&e->table[c], freq, NET_SYMBOLS);
		for (unsigned s = 0; s < NET_SYMBOLS; s++)
			buf_add_u16le(e->side, freq[s]);
	}
	for (size_t i = e->count; i > 0; i--)
		rans_put(&e->rans, &e->table[e->list[i - 1].context], e->list[i - 1].symbol);
	rans_end(&e->rans);
	buf_add_u32le(e->side, (uint32_t)e->rans.words);
	buf_add_u32le(e->side, (uint32_t)e->extra.len);
	for (size_t i = 0; i < e->rans.words; i++)
		buf_add_u16le(main, e->rans.word[i]);
	buf_add(main, e->extra.ptr, e->extra.len);
}

enum err_code net_encode(
	const int16_t *q, unsigned cells, struct buf *side, struct buf *main, struct err *err)
{
	size_t size = (size_t)1 << (4 * cells);
	struct encoder *e = calloc(1, sizeof(*e));
	struct coded *list = malloc(size * sizeof(*list));
	uint16_t *words = malloc((size + 2) * sizeof(*words));
	enum err_code rc = ERR_OK;

	if (e == NULL || list == NULL || words == NULL) {
		rc = err_set(err, ERR_NOMEM, "out of memory");
	} else {
		e->q = q;
		e->cells = cells;
		e->side = side;
		e->list = list;
		buf_init(&e->extra, 0);
		rans_begin(&e->rans, words);
		list_all(e);
		write_parts(e, main);
		if (e->extra.failed != ERR_OK || side->failed != ERR_OK || main->failed != ERR_OK)
			rc = err_set(err, ERR_NOMEM, "out of memory");
		buf_free(&e->extra);
	}
	free(words);
	free(list);
	free(e);
	return rc;
}

uint64_t net_main_size(struct span side)
{
	uint32_t words = 0, extra = 0;

	if (side.len >= 8) {
		(void)span_u32le(side, side.len - 8, &words);
		(void)span_u32le(side, side.len - 4, &extra);
	}
	return 2 * (uint64_t)words + extra;
}

struct decoder {
	int16_t *q;
	unsigned cells;
	struct rans_reader rans;
	struct span extra;
	size_t at;
	uint64_t hold;
	unsigned held;
	struct rans_table table[NET_CONTEXTS];
};

static uint32_t get_bits(struct decoder *d, unsigned bits)
{
	uint32_t v;

	while (d->held < bits) {
		if (d->at < d->extra.len)
			d->hold |= (uint64_t)d->extra.ptr[d->at] << d->held;
		d->at++; /* past the end is found when all is read */
		d->held += 8;
	}
	v = (uint32_t)(d->hold & ((1ull << bits) - 1));
	d->hold >>= bits;
	d->held -= bits;
	return v;
}

static inline int32_t value_of(struct decoder *d, unsigned symbol)
{
	unsigned bits;
	int32_t size;

	if (symbol < WIDE)
		return (int32_t)symbol - DIRECT;
	bits = 5 + (symbol - WIDE) / 2;
	size = (int32_t)(1u << bits | get_bits(d, bits));
	return ((symbol - WIDE) & 1) != 0 ? -size : size;
}

static bool read_block(struct decoder *d, size_t first)
{
	struct around a;
	int32_t before = 0;

	look_around(d->q, d->cells, first, &a);
	for (unsigned i = 0; i < BLOCK; i++) {
		const struct rans_table *t = &d->table[context(&a, i, before)];

		if (!t->usable)
			return false;
		before = value_of(d, rans_get(&d->rans, t));
		d->q[first + i] = (int16_t)before;
	}
	return !d->rans.bad;
}

static enum err_code read_tables(struct decoder *d, struct cursor *side, struct err *err)
{
	for (unsigned c = 0; c < NET_CONTEXTS; c++) {
		uint16_t freq[NET_SYMBOLS];

		for (unsigned s = 0; s < NET_SYMBOLS; s++)
			freq[s] = cursor_u16le(side);
		if (!rans_table_init(&d->table[c], freq, NET_SYMBOLS))
			return err_set(err, ERR_FORMAT, "impossible frequencies of weights");
	}
	return ERR_OK;
}

static enum err_code decode(struct decoder *d, struct span side, struct span main, struct err *err)
{
	struct cursor c = {.in = side};
	struct span map = cursor_take(&c, map_size(d->cells)), words;
	uint32_t count;

	if (read_tables(d, &c, err) != ERR_OK)
		return err->code;
	count = cursor_u32le(&c);
	if (c.bad || !span_slice(main, 0, 2 * (size_t)count, &words) ||
		!span_from(main, words.len, &d->extra))
		return err_set(err, ERR_FORMAT, "weights cut short");
	rans_open(&d->rans, words.ptr, words.len);
	for (size_t i = 0; i < map.len; i++)
		for (unsigned bits = map.ptr[i]; bits != 0; bits &= bits - 1) {
			size_t block = 8 * i + (unsigned)__builtin_ctz(bits);

			if (block >= (size_t)1 << (4 * d->cells - 4) ||
				!read_block(d, block * BLOCK))
				return err_set(err, ERR_FORMAT, "damaged weights");
		}
	if (!rans_is_done(&d->rans) || d->at != d->extra.len)
		return err_set(err, ERR_FORMAT, "damaged weights");
	return ERR_OK;
}

enum err_code net_decode(
	struct span side, struct span main, unsigned cells, int16_t *q, struct err *err)
{
	struct decoder *d;
	enum err_code rc;

	if (cells < 1 || side.len != net_side_size(cells) || main.len != net_main_size(side))
		return err_set(err, ERR_FORMAT, "impossible weights");
	d = calloc(1, sizeof(*d));
	if (d == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	d->q = q;
	d->cells = cells;
	rc = decode(d, side, main, err);
	free(d);
	return rc;
}
