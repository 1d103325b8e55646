/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "biosbelt/lzma_guess.h"

#include <stdio.h>
#include <string.h>

/*
 * In filtered code of 0.25 to 13 MB, at least 98 % of apparent calls have targets inside it; in
 * unfiltered code at most 46 %. Code for other processors has up to 90 %, but few "calls".
 */
#define CALLS_LEAST  500u
#define WITHIN_LEAST 95u /* percent */
/* Percent of repeated targets: a table of constants has few different ones. */
#define AGAIN_LEAST  40u

/* Of the bytes in a table of numbers more than 1/7 are as those 4 or 8 before, and by 1/32 more
 * than are as the byte before; in one of records more, at the distance of their length. */
#define NUMBERS_ALIKE 7
#define NUMBERS_MORE  32
#define RECORDS_ALIKE 30 /* percent */
#define RECORDS_MORE  16
#define RECORD_MOST   48   /* bytes */
#define RECORD_PLACES 2048 /* that are looked at */

/* Of the bytes of a table that are not in a run so many are as those at some distance, of those of
 * programs fewer. */
#define TABLE_ALIKE  24   /* percent */
#define TABLE_PLACES 8192 /* that are looked at */

/* In one place of the records of a table, but of waves, three quarters are as in the record before;
 * of programs whose instructions are of one length half at most, of their relocations two thirds.
 */
#define COLUMN_ALIKE 75 /* percent */

/* Upper halves of bytes at even and at odd places: 15 % are others; in all but 1/14 of files of 64
 * to 128 KB fewer are. */
#define PAIRS_OTHER   15 /* percent */
#define PAIRS_PLACES  2048
/* Of sound, and tables of 16 bits, more; of programs and fonts hardly ever. */
#define WAVES_OTHER   45
/* Of four places in a line whose length is a multiple of four more, too. */
#define COLUMNS_OTHER 60
/* Of the bytes of texts of numbers more are digits; of logs and lists of addresses fewer. */
#define DIGITS        46 /* percent */

#define NOISE_PIECE ((size_t)32 << 10)
#define NOISE_PAGE  ((size_t)4096)
/* LZMA makes noise 1.4 % longer, LZMA2 all other data 0.02 %. */
#define NOISE_SHARE 64

bool look_has_noise(struct span in)
{
	size_t off, pieces = 0, noise = 0;
	struct span piece;

	for (off = 0; span_slice(in, off, NOISE_PIECE, &piece); off += NOISE_PIECE) {
		/* padding costs almost nothing either way */
		if (span_is_filled(piece, piece.ptr[0]))
			continue;
		pieces++;
		noise += lzma_is_noise(piece);
	}
	return noise != 0 && noise >= pieces / NOISE_SHARE;
}

bool look_has_noise_page(struct span in)
{
	struct span page;
	size_t off;

	for (off = 0; span_slice(in, off, NOISE_PAGE, &page); off += NOISE_PAGE)
		if (lzma_is_noise(page))
			return true;
	return false;
}

size_t look_noise(struct span in)
{
	struct span page;
	size_t off, sum = 0;

	for (off = 0; span_slice(in, off, NOISE_PAGE, &page); off += NOISE_PAGE)
		sum += lzma_is_noise(page) ? NOISE_PAGE : 0;
	return sum;
}

/* What else there is, but for padding, is less than one part in so many of the noise, or a page. */
#define PACKED_REST 32

bool look_is_packed(struct span in)
{
	size_t noise = look_noise(in), off, rest = 0;
	struct span page;

	for (off = 0; noise != 0 && span_slice(in, off, NOISE_PAGE, &page); off += NOISE_PAGE)
		if (!span_is_filled(page, page.ptr[0]) && !lzma_is_noise(page))
			rest += NOISE_PAGE;
	return noise != 0 && rest <= noise / PACKED_REST;
}

/* Counts where a byte is as the one so far before it; the loop needs no branch. */
struct alike {
	uint16_t before[RECORD_MOST]; /* the farthest first; of fewer places than 2^16 */
};

static inline void alike_add(struct alike *a, const uint8_t *at)
{
	const uint8_t *before = at - RECORD_MOST;
	uint8_t byte = *at;

	for (size_t i = 0; i < RECORD_MOST; i++)
		a->before[i] = (uint16_t)(a->before[i] + (before[i] == byte));
}

static size_t alike_at(const struct alike *a, size_t distance)
{
	return a->before[RECORD_MOST - distance];
}

bool look_has_numbers(struct span in)
{
	size_t step = in.len / RECORD_PLACES | 1, places = 0, number = 0, record = 0, i, k;
	struct alike a = {{0}};

	for (i = RECORD_MOST; i < in.len; i += step, places++)
		alike_add(&a, in.ptr + i);
	for (k = 4; k <= RECORD_MOST; k++) {
		size_t *most = k == 4 || k == 8 ? &number : &record, same = alike_at(&a, k);

		*most = same > *most ? same : *most;
	}
	return (number > places / NUMBERS_ALIKE &&
		       number > alike_at(&a, 1) + places / NUMBERS_MORE) ||
	       (record > places / 100 * RECORDS_ALIKE &&
		       record > alike_at(&a, 1) + places / RECORDS_MORE);
}

/* Whether bytes of records of two to four are of other kinds. */
static bool kinds_differ(struct span in, size_t record, size_t step, size_t percent)
{
	size_t often[4][16] = {{0}}, bytes = 0, other = 0, i, k;

	for (i = record; i + record <= in.len; i += step) {
		const uint8_t *p = in.ptr + i;

		if (memcmp(p, p - record, record) == 0)
			continue;
		for (k = 0; k < record; k++)
			often[k][p[k] >> 4]++;
		bytes += 2;
	}
	for (k = 1; k < record; k++)
		for (i = 0; i < 16; i++)
			other += often[k][i] > often[k - 1][i] ? often[k][i] - often[k - 1][i]
							       : often[k - 1][i] - often[k][i];
	return other * 100 > bytes * percent;
}

bool look_has_pairs(struct span in)
{
	return kinds_differ(in, 2, (in.len / PAIRS_PLACES & ~(size_t)1) | 2, PAIRS_OTHER);
}

bool look_has_waves(struct span in)
{
	size_t step = in.len / PAIRS_PLACES / 6 * 6 + 6;

	return kinds_differ(in, 2, step, WAVES_OTHER) || kinds_differ(in, 3, step, WAVES_OTHER);
}

bool look_has_columns(struct span in)
{
	size_t step = in.len / PAIRS_PLACES / 4 * 4 + 4;

	return kinds_differ(in, 2, step - 2, WAVES_OTHER) ||
	       kinds_differ(in, 4, step, COLUMNS_OTHER);
}

bool look_is_text(struct span in)
{
	return memchr(in.ptr, 0, in.len) == NULL;
}

bool look_has_digits(struct span in)
{
	size_t step = in.len / PAIRS_PLACES | 1, places = 0, digits = 0, i;

	for (i = 0; i < in.len; i += step, places++)
		digits += in.ptr[i] >= '0' && in.ptr[i] <= '9';
	return digits * 100 > places * DIGITS && look_is_text(in);
}

bool look_is_table(struct span in)
{
	size_t step = in.len / TABLE_PLACES | 1, places = 0, most = 0, i, k;
	struct alike a = {{0}};
	bool text = true;

	if (!look_has_numbers(in) && !look_has_pairs(in))
		return false;
	for (i = RECORD_MOST; i < in.len; i += step) {
		const uint8_t *p = in.ptr + i;

		if (p[0] == p[-1] && p[0] == p[-2])
			continue;
		text = text && *p >= '\t';
		places++;
		alike_add(&a, p);
	}
	for (k = 2; k <= RECORD_MOST; k++)
		most = alike_at(&a, k) > most ? alike_at(&a, k) : most;
	return !text && most * 100 > places * TABLE_ALIKE;
}

bool look_has_column(struct span in)
{
	size_t step = in.len / TABLE_PLACES | 1, record = 2, records = 0, i, k;
	size_t same[RECORD_MOST] = {0};
	struct alike a = {{0}};

	for (i = RECORD_MOST; i < in.len; i += step)
		alike_add(&a, in.ptr + i);
	for (k = 3; k <= RECORD_MOST; k++)
		if (alike_at(&a, k) > alike_at(&a, record))
			record = k;
	for (i = record; i + record <= in.len; i += record) {
		const uint8_t *p = in.ptr + i;

		if (memcmp(p, p - record, record) == 0)
			continue;
		records++;
		for (k = 0; k < record; k++)
			same[k] += p[k] == (p - record)[k];
	}
	for (k = 0; k < record && same[k] * 100 <= records * COLUMN_ALIKE; k++)
		;
	return k < record;
}

void f86_look_init(struct f86_look *l)
{
	memset(l, 0, sizeof(*l));
}

static void seen_add(struct f86_seen *s, uint32_t target)
{
	uint32_t at = (target * 2654435761u) >> 20; /* Knuth's multiplier; 12 bits */

	if (s->times[at] == 0 || s->target[at] != target) {
		s->target[at] = target;
		s->times[at] = 1;
	} else if (s->times[at] == 1) {
		s->times[at] = 2;
		s->again++;
	}
}

void f86_look_add(struct f86_look *l, struct span piece)
{
	for (size_t i = 0; i + 5 <= piece.len; i++) {
		uint32_t v;

		/* the filter converts only targets within 16 MiB */
		if (piece.ptr[i] != 0xE8 || (piece.ptr[i + 4] != 0 && piece.ptr[i + 4] != 0xFF) ||
			!span_u32le(piece, i + 1, &v))
			continue;
		l->calls++;
		if (piece.ptr[i + 4] == 0)
			l->place[v >> 16]++;
		seen_add(&l->stored, v & 0x1FFFFFFu);
		seen_add(&l->near, (v + (uint32_t)l->pos + (uint32_t)i + 5) & 0x1FFFFFFu);
		i += 4;
	}
	l->pos += piece.len;
}

bool f86_looks_filtered(const struct f86_look *l)
{
	uint64_t within = 0;

	for (size_t i = 0; i < sizeof(l->place) / sizeof(l->place[0]) && i <= l->pos >> 16; i++)
		within += l->place[i];
	return l->calls >= CALLS_LEAST && within * 100 >= (uint64_t)l->calls * WITHIN_LEAST &&
	       l->stored.again >= AGAIN_LEAST && l->stored.again > l->near.again;
}

/* .xz file format 1.1.0, section 1.2: seven bits per byte, lowest first, at most nine bytes. */
static uint64_t get_number(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 63; shift += 7) {
		uint8_t byte = cursor_u8(c);

		v |= (uint64_t)(byte & 0x7F) << shift;
		if ((byte & 0x80) == 0)
			return v;
	}
	c->bad = true;
	return 0;
}

static const char *filter_name(uint64_t id)
{
	switch (id) { /* section 5.3 */
	case 0x03:
		return "delta";
	case 0x04:
		return "x86";
	case 0x05:
		return "PowerPC";
	case 0x06:
		return "IA-64";
	case 0x07:
		return "arm";
	case 0x08:
		return "armt";
	case 0x09:
		return "SPARC";
	case 0x0A:
		return "arm64";
	case 0x0B:
		return "RISC-V";
	case 0x21:
		return "LZMA2";
	default:
		return "unknown";
	}
}

static const char *check_name(uint8_t id)
{
	switch (id) { /* section 2.1.1.2 */
	case 0:
		return "none";
	case 1:
		return "CRC32";
	case 4:
		return "CRC64";
	case 10:
		return "SHA-256";
	default:
		return "unknown";
	}
}

static void read_filters(struct cursor *c, unsigned count, struct xz_look *out)
{
	size_t at = 0;

	for (unsigned i = 0; i < count; i++) {
		uint64_t id = get_number(c), len = get_number(c);
		struct span prop = cursor_take(c, len < 64 ? (size_t)len : 64);
		uint8_t dict;
		int n = snprintf(out->method + at, sizeof(out->method) - at, "%s%s",
			i > 0 ? " " : "", filter_name(id));

		if (n > 0 && at + (size_t)n < sizeof(out->method))
			at += (size_t)n;
		if (id == 0x21 && span_u8(prop, 0, &dict))
			out->has_dict = lzma2_dict_parse(dict, &out->dict);
	}
}

/* The first compressed chunk has lc, lp and pb (xz-embedded, xz_dec_lzma2.c). */
static void read_chunks(struct cursor *c, struct xz_look *out)
{
	uint8_t control = cursor_u8(c);

	while (!c->bad && (control == 1 || control == 2)) {
		size_t stored = (size_t)cursor_u16be(c) + 1;

		cursor_skip(c, stored);
		control = cursor_u8(c);
	}
	if (control < 0xC0)
		return;
	cursor_skip(c, 4);
	out->has_prop = lzma_prop_parse(cursor_u8(c), &out->prop) && !c->bad;
}

/* Section 3.1, after the size; the two sizes of the block are optional. */
static bool read_block_head(struct span head, struct xz_look *out)
{
	struct cursor c = {.in = head};
	uint8_t flags = cursor_u8(&c);

	if ((flags & 0x40) != 0)
		(void)get_number(&c);
	if ((flags & 0x80) != 0)
		(void)get_number(&c);
	read_filters(&c, (flags & 3u) + 1, out);
	return !c.bad;
}

bool xz_look(struct span file, struct xz_look *out)
{
	static const uint8_t magic[] = {0xFD, '7', 'z', 'X', 'Z', 0x00};
	struct cursor c = {.in = file};
	struct span head;
	size_t len;

	memset(out, 0, sizeof(*out));
	if (!span_starts(file, magic, sizeof(magic)))
		return false;
	cursor_skip(&c, 7);
	out->check = check_name(cursor_u8(&c) & 15);
	cursor_skip(&c, 4);
	len = (size_t)cursor_u8(&c) * 4 +
	      3;               /* the header has (n + 1) * 4 bytes, including the size byte */
	if (c.bad || len == 3) /* an index: no block */
		return false;
	head = cursor_take(&c, len);
	if (c.bad || !read_block_head(head, out))
		return false;
	read_chunks(&c, out);
	return true;
}
