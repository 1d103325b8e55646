/* SPDX-License-Identifier: MIT */
#include "biosbelt/tiano_encode.h"

#include <stdlib.h>
#include <string.h>

#include "codec/tiano_huff.h"

#define HEADER_LEN     8u
#define EFI_WINDOW     ((size_t)1 << 13)
#define TIANO_WINDOW   ((size_t)1 << 19)
#define WINDOW_LEAST   ((size_t)1 << 8)
#define EFI_POS_BITS   4u
#define TIANO_POS_BITS 5u
#define TIANO_LEN_BITS 5u /* of the count of code-length codes */
#define CODE_LEN_BITS  9u /* of the count of literal and length codes */

#ifdef BIOSBELT_SMALL
#define HASH_BITS 10u
#define CHUNK     256u
#else
#define HASH_BITS 16u
#define CHUNK     49152u /* input bytes parsed together; they become one block */
#endif
#define NONE          UINT32_MAX
#define SEARCH_DEPTH  200u /* nodes visited for one position */
#define PAIRS_EACH    8u   /* pairs kept for a position of a chunk, on average */
#define PASSES        4u
#define PRICE_UNKNOWN 13u /* for a symbol that the last pass did not use */

/* A match at some position: every length up to len is possible at this distance. */
struct pair {
	uint16_t len;
	uint32_t dist; /* 1: the byte before */
};

/* The cheapest path to a position of the chunk. */
struct step {
	uint32_t price;
	uint16_t len; /* of the last element; 1: a literal */
	uint32_t dist;
};

struct encoder {
	struct span in;
	size_t window; /* a power of two */
	size_t pairs_max;
	unsigned pos_bits;
	unsigned pos_codes;
	struct tiano_bits bits;
	/* binary search trees of earlier positions, one per hash of three bytes */
	uint32_t *heads;
	uint32_t *sons; /* two per position modulo window */
	/* the current chunk */
	struct pair *pairs;
	size_t pair_count;
	uint32_t *first_pair; /* per position, and one more */
	struct step *steps;
	uint8_t main_price[TIANO_NC];
	uint8_t pos_price[TIANO_NP_MAX];
	uint32_t main_freq[TIANO_NC];
	uint32_t pos_freq[TIANO_NP_MAX];
};

static uint32_t hash_of(const uint8_t *p)
{
	uint32_t v = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;

	return v * 2654435761u >> (32 - HASH_BITS);
}

/* Number of the position code: 0, 1, then one for each power of two (UEFI 2.10, 19.2.3). */
static unsigned pos_code(uint32_t dist)
{
	uint32_t pos = dist - 1;
	unsigned code = 0;

	while (pos != 0) {
		code++;
		pos >>= 1;
	}
	return code;
}

static void add_pair(struct encoder *e, size_t len, size_t dist)
{
	if (e->pair_count < e->pairs_max)
		e->pairs[e->pair_count++] = (struct pair){(uint16_t)len, (uint32_t)dist};
}

/*
 * Inserts position at into its tree and collects the matches on the way, each longer than the one
 * before. The tree is ordered by the bytes that follow; descending from the newest, the subtrees on
 * either side share at least min(low, high) bytes with the position.
 */
static void feed(struct encoder *e, size_t at)
{
	const uint8_t *base = e->in.ptr;
	size_t limit = e->in.len - at < TIANO_MATCH_MAX ? e->in.len - at : TIANO_MATCH_MAX;
	uint32_t *left = &e->sons[2 * (at & (e->window - 1))], *right = left + 1;
	size_t low = 0, high = 0, best = TIANO_MATCH_MIN - 1;
	unsigned depth;
	uint32_t hash, node;

	if (limit < TIANO_MATCH_MIN)
		return;
	hash = hash_of(base + at);
	node = e->heads[hash];
	e->heads[hash] = (uint32_t)at;
	for (depth = 0; node != NONE && at - node < e->window && depth < SEARCH_DEPTH; depth++) {
		uint32_t *sons = &e->sons[2 * (node & (e->window - 1))];
		size_t len = low < high ? low : high;

		while (len < limit && base[node + len] == base[at + len])
			len++;
		if (len > best) {
			best = len;
			add_pair(e, len, at - node);
		}
		if (len == limit) { /* equal up to the limit: it is replaced */
			*left = sons[0];
			*right = sons[1];
			return;
		}
		if (base[node + len] < base[at + len]) {
			*left = node;
			left = &sons[1];
			low = len;
			node = *left;
		} else {
			*right = node;
			right = &sons[0];
			high = len;
			node = *right;
		}
	}
	*left = *right = NONE;
}

static uint32_t dist_price(const struct encoder *e, uint32_t dist)
{
	unsigned code = pos_code(dist);

	return e->pos_price[code] + (code > 1 ? code - 1 : 0);
}

static void relax(struct step *step, uint32_t price, size_t len, uint32_t dist)
{
	if (price < step->price)
		*step = (struct step){price, (uint16_t)len, dist};
}

/* Finds the cheapest path through the chunk [start, start + len), forwards. */
static void find_path(struct encoder *e, size_t start, size_t len)
{
	size_t i;

	for (i = 1; i <= len; i++)
		e->steps[i].price = UINT32_MAX;
	e->steps[0].price = 0;
	for (i = 0; i < len; i++) {
		uint32_t price = e->steps[i].price, k;
		size_t tried = TIANO_MATCH_MIN - 1;

		relax(&e->steps[i + 1], price + e->main_price[e->in.ptr[start + i]], 1, 0);
		for (k = e->first_pair[i]; k < e->first_pair[i + 1]; k++) {
			const struct pair *p = &e->pairs[k];
			size_t longest = p->len < len - i ? p->len : len - i;
			uint32_t far = price + dist_price(e, p->dist);

			/* In long runs only the longest match is tried. */
			if (p->len == TIANO_MATCH_MAX && longest == TIANO_MATCH_MAX)
				tried = TIANO_MATCH_MAX - 1;
			while (tried < longest) {
				tried++;
				relax(&e->steps[i + tried],
					far + e->main_price[TIANO_LENGTH_SYM + tried], tried,
					p->dist);
			}
		}
	}
}

/* Reverses the path, so that it can be followed from the start: steps[i] becomes the element that
 * begins at i. */
static void turn_path(struct encoder *e, size_t len)
{
	struct step next = e->steps[len];
	size_t at = len;

	while (at > 0) {
		size_t from = at - next.len;
		struct step before = e->steps[from];

		e->steps[from].len = next.len;
		e->steps[from].dist = next.dist;
		next = before;
		at = from;
	}
}

static size_t count_symbols(struct encoder *e, size_t start, size_t len)
{
	size_t at = 0, elements = 0;

	memset(e->main_freq, 0, sizeof e->main_freq);
	memset(e->pos_freq, 0, sizeof e->pos_freq);
	while (at < len) {
		const struct step *s = &e->steps[at];

		if (s->len == 1) {
			e->main_freq[e->in.ptr[start + at]]++;
		} else {
			e->main_freq[TIANO_LENGTH_SYM + s->len]++;
			e->pos_freq[pos_code(s->dist)]++;
		}
		at += s->len;
		elements++;
	}
	return elements;
}

static void set_prices(uint8_t *prices, const struct tiano_code *code)
{
	unsigned i;

	for (i = 0; i < code->symbols; i++)
		prices[i] = code->len[i] != 0 ? code->len[i] : PRICE_UNKNOWN;
	if (code->only >= 0)
		prices[code->only] = 0;
}

/* A length: 3 bits; 7 and more continue with ones and end with a zero (UEFI 2.10, 19.2.3.2). */
static void put_length(struct tiano_bits *b, unsigned len)
{
	if (len < 7) {
		tiano_put(b, 3, len);
	} else {
		tiano_put(b, len - 4, ((uint32_t)1 << (len - 4)) - 1);
		tiano_put(b, 1, 0);
	}
}

/* Writes the lengths of a small code; special: after so many, a 2-bit count of zeros follows. */
static void put_small_code(
	struct tiano_bits *b, const struct tiano_code *code, unsigned count_bits, unsigned special)
{
	unsigned count = code->symbols, i = 0;

	while (count > 0 && code->len[count - 1] == 0)
		count--;
	if (count == 0) { /* one symbol or none */
		tiano_put(b, count_bits, 0);
		tiano_put(b, count_bits, code->only >= 0 ? (uint32_t)code->only : 0);
		return;
	}
	tiano_put(b, count_bits, count);
	while (i < count) {
		put_length(b, code->len[i++]);
		if (i == special) {
			unsigned zeros = 0;

			while (zeros < 3 && i + zeros < count && code->len[i + zeros] == 0)
				zeros++;
			tiano_put(b, 2, zeros);
			i += zeros;
		}
	}
}

/*
 * Writes the lengths of the main code in symbols of their own: 0 a zero; 1 and 4 bits: 3 to 18
 * zeros; 2 and 9 bits: 20 and more zeros; else the length + 2 (UEFI 2.10, 19.2.3.1). With write
 * NULL, counts the symbols.
 */
static void walk_main_code(const struct tiano_code *code, unsigned count, uint32_t *freq,
	struct tiano_bits *write, const struct tiano_code *lengths)
{
	unsigned i = 0;

	while (i < count) {
		unsigned zeros = 0, symbol, extra = 0, bits = 0, repeat = 1;

		while (i + zeros < count && code->len[i + zeros] == 0)
			zeros++;
		if (zeros == 0) {
			symbol = code->len[i] + 2u;
			i++;
		} else {
			i += zeros;
			symbol = zeros < 3 ? 0 : zeros < 20 ? 1 : 2;
			repeat = zeros < 3 ? zeros : 1;
			if (zeros == 19) { /* no symbol means 19: a single one and 18 */
				symbol = 1;
				zeros = 18;
				if (write != NULL)
					tiano_put_symbol(write, lengths, 0);
				else
					freq[0]++;
			}
			bits = symbol == 1 ? 4 : symbol == 2 ? 9 : 0;
			extra = symbol == 1 ? zeros - 3 : symbol == 2 ? zeros - 20 : 0;
		}
		while (repeat-- > 0) {
			if (write == NULL) {
				/* one of freq and write is given */
				freq[symbol]++; /* NOLINT(clang-analyzer-core.NullDereference) */
				continue;
			}
			tiano_put_symbol(write, lengths, symbol);
			tiano_put(write, bits, extra);
		}
	}
}

static void put_main_code(struct tiano_bits *b, const struct tiano_code *code)
{
	uint32_t freq[TIANO_NT] = {0};
	struct tiano_code lengths;
	unsigned count = code->symbols;

	while (count > 0 && code->len[count - 1] == 0)
		count--;
	if (count == 0) {
		tiano_put(b, TIANO_LEN_BITS, 0);
		tiano_put(b, TIANO_LEN_BITS, 0);
		tiano_put(b, CODE_LEN_BITS, 0);
		tiano_put(b, CODE_LEN_BITS, code->only >= 0 ? (uint32_t)code->only : 0);
		return;
	}
	walk_main_code(code, count, freq, NULL, NULL);
	tiano_make_code(freq, TIANO_NT, &lengths);
	put_small_code(b, &lengths, TIANO_LEN_BITS, 3);
	tiano_put(b, CODE_LEN_BITS, count);
	walk_main_code(code, count, NULL, b, &lengths);
}

static void put_elements(struct encoder *e, size_t start, size_t len,
	const struct tiano_code *main_code, const struct tiano_code *pos)
{
	size_t at = 0;

	while (at < len) {
		const struct step *s = &e->steps[at];

		if (s->len == 1) {
			tiano_put_symbol(&e->bits, main_code, e->in.ptr[start + at]);
		} else {
			unsigned code = pos_code(s->dist);

			tiano_put_symbol(&e->bits, main_code, TIANO_LENGTH_SYM + s->len);
			tiano_put_symbol(&e->bits, pos, code);
			if (code > 1)
				tiano_put(&e->bits, code - 1, s->dist - 1);
		}
		at += s->len;
	}
}

static void first_prices(struct encoder *e)
{
	unsigned i;

	for (i = 0; i < TIANO_NC; i++)
		e->main_price[i] = i < 256 ? 8 : 7;
	for (i = 0; i < TIANO_NP_MAX; i++)
		e->pos_price[i] = 4;
}

/* Encodes one chunk: matches, cheapest path at prices that converge, block. */
static void encode_chunk(struct encoder *e, size_t start, size_t len)
{
	struct tiano_code main_code, pos;
	size_t elements = 0, i;
	unsigned pass;

	e->pair_count = 0;
	for (i = 0; i < len; i++) {
		e->first_pair[i] = (uint32_t)e->pair_count;
		feed(e, start + i);
	}
	e->first_pair[len] = (uint32_t)e->pair_count;
	for (pass = 0; pass < PASSES; pass++) {
		find_path(e, start, len);
		turn_path(e, len);
		elements = count_symbols(e, start, len);
		tiano_make_code(e->main_freq, TIANO_NC, &main_code);
		tiano_make_code(e->pos_freq, e->pos_codes, &pos);
		set_prices(e->main_price, &main_code);
		set_prices(e->pos_price, &pos);
	}
	tiano_put(&e->bits, 16, (uint32_t)elements); /* CHUNK < 65536 */
	put_main_code(&e->bits, &main_code);
	put_small_code(&e->bits, &pos, e->pos_bits, 0);
	put_elements(e, start, len, &main_code, &pos);
}

static void encoder_free(struct encoder *e)
{
	free(e->heads);
	free(e->sons);
	free(e->pairs);
	free(e->first_pair);
	free(e->steps);
}

static enum err_code encoder_init(
	struct encoder *e, struct span in, enum tiano_kind kind, struct buf *out, struct err *err)
{
	size_t chunk = in.len < CHUNK ? in.len : CHUNK;

	memset(e, 0, sizeof *e);
	e->in = in;
	e->window = kind == TIANO_KIND_TIANO ? TIANO_WINDOW : EFI_WINDOW;
	e->pos_bits = kind == TIANO_KIND_TIANO ? TIANO_POS_BITS : EFI_POS_BITS;
	e->pos_codes = pos_code((uint32_t)e->window) + 1;
	while (e->window / 2 >= in.len && e->window > WINDOW_LEAST) /* no match can be farther */
		e->window /= 2;
	e->pairs_max = (chunk + 1) * PAIRS_EACH;
	e->bits.out = out;
	e->heads = malloc(sizeof *e->heads << HASH_BITS);
	e->sons = malloc(2 * e->window * sizeof *e->sons);
	e->pairs = malloc(e->pairs_max * sizeof *e->pairs);
	e->first_pair = malloc((chunk + 1) * sizeof *e->first_pair);
	e->steps = malloc((chunk + 1) * sizeof *e->steps);
	if (e->heads == NULL || e->sons == NULL || e->pairs == NULL || e->first_pair == NULL ||
		e->steps == NULL) {
		encoder_free(e);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	memset(e->heads, 0xFF, sizeof *e->heads << HASH_BITS); /* NONE */
	first_prices(e);
	return ERR_OK;
}

enum err_code tiano_encode(struct span in, enum tiano_kind kind, struct blob *out, struct err *err)
{
	struct encoder e;
	struct buf bytes;
	enum err_code rc;
	size_t at, len;

	if (in.len > TIANO_ENCODE_MAX)
		return err_set(err, ERR_LIMIT, "too long to compress: %zu bytes", in.len);
	buf_init(&bytes, 0);
	rc = encoder_init(&e, in, kind, &bytes, err);
	if (rc != ERR_OK)
		return rc;
	buf_add_u32le(&bytes, 0); /* compressed size, set at the end */
	buf_add_u32le(&bytes, (uint32_t)in.len);
	for (at = 0; at < in.len; at += len) {
		len = in.len - at < CHUNK ? in.len - at : CHUNK;
		encode_chunk(&e, at, len);
	}
	tiano_flush(&e.bits);
	buf_add_u8(&bytes, 0); /* old decoders read one byte ahead */
	encoder_free(&e);
	if (bytes.failed == ERR_OK)
		put_u32le(bytes.ptr, (uint32_t)(bytes.len - HEADER_LEN));
	return buf_finish(&bytes, out, err);
}
