/* SPDX-License-Identifier: MIT */
#include "net/code.h"

#include <stdlib.h>
#include <string.h>

#include "net/ntuple.h"
#include "net/rans.h"

#define BLOCK    16u
#define DIRECT   31 /* largest value with a symbol of its own */
#define WIDE     63u
#define BITS_MAX 14u  /* extra bits after a symbol */
#define LARGE    4096 /* sizes are limited to this */

/* The neighbours of a block's entries: sums over all cells except the first. */
struct around {
	int16_t size[BLOCK]; /* each neighbour counts as LARGE at most */
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

/* Where the weights are: consecutive, or in groups (net_code.h). */
struct place {
	int16_t *to;
	const uint32_t *group;
	uint32_t first;
};

static inline int16_t *block_at(const struct place *p, size_t entry)
{
	if (p->group == NULL)
		return p->to + entry;
	entry += p->first;
	return p->to + p->group[entry / NET_GROUP] + entry % NET_GROUP;
}

#define NEIGHBOURS (NTUPLE_CELLS_MAX - 1)
#define NEAR_CELLS 3u /* neighbours by these cells are in the processor's cache */

static void look_around(const struct place *p, unsigned cells, size_t first, struct around *a)
{
	static const int16_t nothing[BLOCK];
	const int16_t *n[NEIGHBOURS];

	for (unsigned c = 1; c <= NEIGHBOURS; c++)
		n[c - 1] = c < cells && ((first >> (4 * c)) & 15) != 0
				   ? block_at(p, first - ((size_t)1 << (4 * c)))
				   : nothing;
	/* always all of them, so that vectors keep their sums in registers */
	for (unsigned i = 0; i < BLOCK; i++) {
		int16_t size = 0;

		for (unsigned c = 0; c < NEIGHBOURS; c++) {
			int16_t v = n[c][i], m = (int16_t)-v;

			v = v > m ? v : m;
			v = v < LARGE ? v : LARGE;
			size = (int16_t)(size + v);
		}
		a->size[i] = size;
	}
	for (unsigned i = 0; i < BLOCK; i++) {
		int32_t sum = 0;

		for (unsigned c = 0; c < NEIGHBOURS; c++)
			sum += n[c][i];
		a->sum[i] = sum;
	}
}

/* before: the entry whose first cell has the next lower rank. */
static inline unsigned context(const struct around *a, unsigned i, int32_t before)
{
	uint32_t size = (uint32_t)(a->size[i] + (before < 0 ? -before : before));
	int32_t sum = a->sum[i] + before;
	unsigned log = 31u - (unsigned)__builtin_clz(2 * size | 1); /* 0 for 0, without a branch */

	log = log > 13 ? 13 : log;
	return 3 * log + (sum > 0) + 2 * ((uint32_t)sum >> 31);
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
	struct place place;
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

	look_around(&e->place, e->cells, first, &a);
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
		e->place.to = (int16_t *)q; /* only read */
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

struct bit_reader {
	struct span in;
	uint64_t whole; /* up to here eight bytes can be read */
	uint64_t at;    /* in bits; reading past the end is detected when all is read */
};

struct decoder {
	struct place place;
	unsigned cells;
	struct span map; /* which blocks the file has */
	size_t map_at;
	size_t first;  /* entry of the block */
	unsigned bits; /* blocks left of the byte before map_at */
	struct rans_reader rans;
	struct bit_reader extra;
	uint64_t usable; /* bit c: table c */
	struct rans_table table[NET_CONTEXTS];
};

/* Bits from `at` near the end of in; zeros past the end. */
static __attribute__((noinline)) uint64_t see_last_bits(struct span in, uint64_t at)
{
	uint64_t x = 0;

	for (uint64_t i = at / 8, k = 0; k < 8 && i < in.len; i++, k++)
		x |= (uint64_t)in.ptr[i] << (8 * k);
	return x >> (at % 8);
}

/* At least 57 bits from `at`. sure: they are not past the end. */
static inline uint64_t see_bits(const struct bit_reader *r, bool sure)
{
	const uint8_t *p;

	if (!sure && r->at >= r->whole)
		return see_last_bits(r->in, r->at);
	p = r->in.ptr + r->at / 8;
	return ((uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
		       (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
		       (uint64_t)p[7] << 56) >>
	       (r->at % 8);
}

/* The value of a symbol: base + (extra bits ^ sign) - sign, without a branch for each kind. */
struct meaning {
	int32_t base;
	int16_t sign; /* 0 or -1 */
	uint16_t bits;
};

static void find_meanings(struct meaning m[NET_SYMBOLS])
{
	for (int s = 0; s < (int)NET_SYMBOLS; s++) {
		unsigned bits = s < (int)WIDE ? 0 : 5 + ((unsigned)s - WIDE) / 2;
		bool minus = bits > 0 && ((unsigned)s - WIDE) % 2 == 1;
		int32_t size = 1 << bits;

		m[s].base = bits == 0 ? s - DIRECT : minus ? -size : size;
		m[s].sign = minus ? -1 : 0;
		m[s].bits = (uint16_t)bits;
	}
}

static inline int32_t value_of(const struct meaning *m, struct bit_reader *extra, bool sure)
{
	uint64_t mask = (1ull << m->bits) - 1;
	int32_t more = (int32_t)(see_bits(extra, sure) & mask);

	extra->at += m->bits;
	return m->base + ((more ^ m->sign) - m->sign);
}

/* Entry i of a block; `before` is the entry before it, and becomes this one. */
static inline bool read_entry(const struct decoder *d, const struct meaning *m,
	struct rans_reader *r, struct bit_reader *extra, const struct around *a, unsigned i,
	bool sure, int32_t *before)
{
	unsigned c = context(a, i, *before), s;

	if (((d->usable >> c) & 1) == 0)
		return false;
	s = sure ? rans_get_sure(r, &d->table[c]) : rans_get(r, &d->table[c]);
	*before = value_of(&m[s], extra, sure);
	return true;
}

/* True when all bytes of the next block are present, whatever it has. */
static inline bool is_sure(const struct decoder *d)
{
	return rans_has(&d->rans, BLOCK) && d->extra.at + BLOCK * BITS_MAX < d->extra.whole;
}

/*
 * Reads the next block of each of n streams. Each symbol depends on the one before; interleaving
 * the streams hides that latency. n and sure are constants at each call, and everything is
 * unrolled. sure: nothing can be past the end.
 */
static inline __attribute__((always_inline)) bool read_blocks(
	struct decoder *const *d, const struct meaning *m, unsigned n, bool sure)
{
	struct rans_reader r[NET_STREAMS];
	struct bit_reader x[NET_STREAMS];
	int16_t *q[NET_STREAMS];
	int32_t before[NET_STREAMS];
	struct around a[NET_STREAMS];
	bool bad = false;

#pragma GCC unroll 4
	for (unsigned k = 0; k < n; k++) {
		r[k] = d[k]->rans;
		x[k] = d[k]->extra;
		q[k] = block_at(&d[k]->place, d[k]->first);
		before[k] = 0;
		look_around(&d[k]->place, d[k]->cells, d[k]->first, &a[k]);
	}
	for (unsigned i = 0; i < BLOCK; i++) {
#pragma GCC unroll 4
		for (unsigned k = 0; k < n; k++) {
			if (!read_entry(d[k], m, &r[k], &x[k], &a[k], i, sure, &before[k]))
				return false;
			q[k][i] = (int16_t)before[k];
		}
	}
#pragma GCC unroll 4
	for (unsigned k = 0; k < n; k++) {
		d[k]->rans = r[k];
		d[k]->extra = x[k];
		bad = bad || r[k].bad;
	}
	return !bad;
}

static enum err_code read_tables(struct decoder *d, struct cursor *side, struct err *err)
{
	for (unsigned c = 0; c < NET_CONTEXTS; c++) {
		uint16_t freq[NET_SYMBOLS];

		for (unsigned s = 0; s < NET_SYMBOLS; s++)
			freq[s] = cursor_u16le(side);
		if (!rans_table_init(&d->table[c], freq, NET_SYMBOLS))
			return err_set(err, ERR_FORMAT, "impossible frequencies of weights");
		d->usable |= (uint64_t)d->table[c].usable << c;
	}
	return ERR_OK;
}

static enum err_code begin(struct decoder *d, const struct net_stream *s, struct err *err)
{
	struct cursor c = {.in = s->side};
	struct span words;
	uint32_t count;

	if (s->cells < 1 || s->side.len != net_side_size(s->cells) ||
		s->main.len != net_main_size(s->side))
		return err_set(err, ERR_FORMAT, "impossible weights");
	d->place = (struct place){s->to, s->group, s->first};
	d->cells = s->cells;
	d->map = cursor_take(&c, map_size(s->cells));
	if (read_tables(d, &c, err) != ERR_OK)
		return err->code;
	count = cursor_u32le(&c);
	if (c.bad || !span_slice(s->main, 0, 2 * (size_t)count, &words) ||
		!span_from(s->main, words.len, &d->extra.in))
		return err_set(err, ERR_FORMAT, "weights cut short");
	d->extra.whole = d->extra.in.len < 8 ? 0 : 8 * ((uint64_t)d->extra.in.len - 7);
	rans_open(&d->rans, words.ptr, words.len);
	return ERR_OK;
}

/* Prefetches the next block, if the file has it, and its distant neighbours. */
static inline void ask_ahead(const struct decoder *d)
{
	size_t first = d->first + BLOCK;

	if (first >> (4 * d->cells) != 0)
		return;
	if (d->bits != 0)
		first = (8 * (d->map_at - 1) + (unsigned)__builtin_ctz(d->bits)) * BLOCK;
	if (first >> (4 * d->cells) != 0)
		return;
	__builtin_prefetch(block_at(&d->place, first), 1);
	for (unsigned c = NEAR_CELLS; c < d->cells; c++)
		if (((first >> (4 * c)) & 15) != 0)
			__builtin_prefetch(block_at(&d->place, first - ((size_t)1 << (4 * c))));
}

/* Goes to the next block of the file; false: there are no more. */
static bool next_block(struct decoder *d)
{
	while (d->bits == 0) {
		if (d->map_at == d->map.len)
			return false;
		d->bits = d->map.ptr[d->map_at++];
	}
	d->first = (8 * (d->map_at - 1) + (unsigned)__builtin_ctz(d->bits)) * BLOCK;
	d->bits &= d->bits - 1;
	if (d->first < (size_t)1 << (4 * d->cells)) {
		ask_ahead(d);
		return true;
	}
	d->rans.bad = true;
	return false;
}

static bool is_whole(const struct decoder *d)
{
	return rans_is_done(&d->rans) && (d->extra.at + 7) / 8 == d->extra.in.len;
}

static inline bool are_sure(struct decoder *const *d, unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		if (!is_sure(d[k]))
			return false;
	return true;
}

static bool read_all(struct decoder **d, unsigned n)
{
	struct meaning m[NET_SYMBOLS];
	bool good = true;

	find_meanings(m);
	while (good) {
		for (unsigned k = 0; k < n;) {
			if (next_block(d[k]))
				k++;
			else if (!is_whole(d[k]))
				return false;
			else
				d[k] = d[--n];
		}
		switch (n) {
		case 4:
			good = are_sure(d, 4) ? read_blocks(d, m, 4, true)
					      : read_blocks(d, m, 4, false);
			break;
		case 3:
			good = read_blocks(d, m, 3, false);
			break;
		case 2:
			good = read_blocks(d, m, 2, false);
			break;
		case 1:
			good = read_blocks(d, m, 1, false);
			break;
		default:
			return true;
		}
	}
	return false;
}

enum err_code net_decode(const struct net_stream *streams, unsigned count, struct err *err)
{
	struct decoder *d = calloc(NET_STREAMS, sizeof(*d)), *list[NET_STREAMS];
	enum err_code rc = ERR_OK;

	if (d == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (unsigned i = 0; i < count && rc == ERR_OK; i++) {
		list[i] = &d[i];
		rc = begin(&d[i], &streams[i], err);
	}
	if (rc == ERR_OK && !read_all(list, count))
		rc = err_set(err, ERR_FORMAT, "damaged weights");
	free(d);
	return rc;
}
