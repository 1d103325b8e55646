/* SPDX-License-Identifier: MIT */
#include "net/ntuple.h"

#include <string.h>

#include "biosbelt/game2048.h"
#include "biosbelt/num.h"

/* The eight symmetric positions of a board. */
static inline void symmetries(uint64_t b, uint64_t out[8])
{
	out[0] = b;
	out[1] = g2048_mirror(b);
	out[2] = g2048_flip(b);
	out[3] = g2048_flip(out[1]);
	out[4] = g2048_transpose(b);
	out[5] = g2048_mirror(out[4]);
	out[6] = g2048_flip(out[4]);
	out[7] = g2048_flip(out[5]);
}

/* The lower two bits of each nibble, side by side. */
static inline uint64_t squeeze(uint64_t x)
{
	x &= 0x3333333333333333ull;
	x = (x | (x >> 2)) & 0x0F0F0F0F0F0F0F0Full;
	x = (x | (x >> 4)) & 0x00FF00FF00FF00FFull;
	x = (x | (x >> 8)) & 0x0000FFFF0000FFFFull;
	return (x | (x >> 16)) & 0xFFFFFFFFull;
}

/* Splits a board into two boards of two bits per cell: the lower bits of each cell, above them the
 * upper ones. */
static inline uint64_t halves(uint64_t board)
{
	return squeeze(board) | squeeze(board >> 2) << 32;
}

static inline uint64_t halves_mirror(uint64_t x)
{
	x = ((x & 0x3333333333333333ull) << 2) | ((x >> 2) & 0x3333333333333333ull);
	return ((x & 0x0F0F0F0F0F0F0F0Full) << 4) | ((x >> 4) & 0x0F0F0F0F0F0F0F0Full);
}

static inline uint64_t halves_flip(uint64_t x)
{
	x = ((x & 0x00FF00FF00FF00FFull) << 8) | ((x >> 8) & 0x00FF00FF00FF00FFull);
	return ((x & 0x0000FFFF0000FFFFull) << 16) | ((x >> 16) & 0x0000FFFF0000FFFFull);
}

static inline uint64_t halves_transpose(uint64_t x)
{
	x = (x & 0xCC33CC33CC33CC33ull) | ((x & 0x00CC00CC00CC00CCull) << 6) |
	    ((x & 0x3300330033003300ull) >> 6);
	return (x & 0xF0F00F0FF0F00F0Full) | ((x & 0x0F0F00000F0F0000ull) >> 12) |
	       ((x & 0x0000F0F00000F0F0ull) << 12);
}

/* As symmetries() of a board rotated by 180 degrees, since near_mask is rotated as well. */
static inline void near_symmetries(uint64_t x, uint64_t out[8])
{
	out[3] = x;
	out[2] = halves_mirror(x);
	out[1] = halves_flip(x);
	out[0] = halves_flip(out[2]);
	out[7] = halves_transpose(x);
	out[6] = halves_mirror(out[7]);
	out[5] = halves_flip(out[7]);
	out[4] = halves_flip(out[6]);
}

static inline uint64_t gather(const struct ntuple_runs *runs, uint64_t x)
{
	uint64_t sum = 0;

	for (unsigned r = 0; r < runs->count; r++)
		sum |= (x & runs->mask[r]) >> runs->shift[r];
	return sum;
}

static void index_portable(const struct ntuple_shape *s, uint64_t board, uint32_t *out)
{
	uint64_t sym[8];

	symmetries(board, sym);
	for (unsigned t = 0; t < s->tuples; t++)
		for (unsigned i = 0; i < 8; i++)
			out[8 * t + i] = s->base[t] + (uint32_t)gather(&s->runs[t], sym[i]);
}

static void index_near_portable(const struct ntuple_shape *s, uint64_t board, uint32_t *out)
{
	uint64_t sym[8];

	near_symmetries(halves(board), sym);
	for (unsigned t = 0; t < s->tuples; t++) {
		unsigned down = 32 - 2 * ntuple_cells(s, t);

		for (unsigned i = 0; i < 8; i++) {
			uint64_t x = gather(&s->near_runs[t], sym[i]);

			out[8 * t + i] = s->base[t] + (uint32_t)(x | x >> down);
		}
	}
}

#if defined(__x86_64__) && defined(__GNUC__)

__attribute__((target("bmi2"))) static void index_pext(
	const struct ntuple_shape *s, uint64_t board, uint32_t *out)
{
	uint64_t sym[8];

	symmetries(board, sym);
	for (unsigned t = 0; t < s->tuples; t++)
		for (unsigned i = 0; i < 8; i++)
			out[8 * t + i] =
				s->base[t] + (uint32_t)__builtin_ia32_pext_di(sym[i], s->mask[t]);
}

__attribute__((target("bmi2"))) static void index_near_pext(
	const struct ntuple_shape *s, uint64_t board, uint32_t *out)
{
	uint64_t low = __builtin_ia32_pext_di(board, 0x3333333333333333ull);
	uint64_t high = __builtin_ia32_pext_di(board, 0xCCCCCCCCCCCCCCCCull);
	uint64_t sym[8];

	near_symmetries(low | high << 32, sym);
	for (unsigned t = 0; t < s->tuples; t++)
		for (unsigned i = 0; i < 8; i++)
			out[8 * t + i] = s->base[t] +
					 (uint32_t)__builtin_ia32_pext_di(sym[i], s->near_mask[t]);
}

/* AMD before Zen 3 has the instruction in microcode, slower than the portable way. */
static bool pext_is_fast(void)
{
	__builtin_cpu_init();
	return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") &&
	       !__builtin_cpu_is("znver2") && !__builtin_cpu_is("bdver4");
}

void ntuple_use_pext(struct ntuple_shape *s, bool allow)
{
	bool fast = allow && pext_is_fast();

	s->index = fast ? index_pext : index_portable;
	s->index_near = fast ? index_near_pext : index_near_portable;
}

#else

void ntuple_use_pext(struct ntuple_shape *s, bool allow)
{
	(void)allow;
	s->index = index_portable;
	s->index_near = index_near_portable;
}

#endif

/* Adjacent cells of a mask move down by the same distance: one mask and shift per run. */
static void find_runs(uint64_t mask, struct ntuple_runs *out)
{
	unsigned low = 0;

	out->count = 0;
	for (unsigned cell = 0; cell < 16; cell++) {
		unsigned shift = 4 * (cell - low);

		if (((mask >> (4 * cell)) & 15) == 0)
			continue;
		if (out->count > 0 && out->shift[out->count - 1] == shift) {
			out->mask[out->count - 1] |= 15ull << (4 * cell);
		} else {
			out->mask[out->count] = 15ull << (4 * cell);
			out->shift[out->count++] = shift;
		}
		low++;
	}
}

/* Rotated by 180 degrees, the cells are in the opposite order. */
static void find_near(struct ntuple_shape *s, unsigned t)
{
	uint64_t turned = g2048_flip(g2048_mirror(s->mask[t]));
	struct ntuple_runs *runs = &s->near_runs[t];

	s->near_mask[t] = halves(turned);
	find_runs(turned, runs);
	for (unsigned r = 0; r < runs->count; r++) {
		runs->mask[r] = halves(runs->mask[r]);
		runs->shift[r] /= 2;
	}
}

static enum err_code end_tuple(
	struct ntuple_shape *s, uint64_t mask, unsigned cells, struct err *err)
{
	uint64_t size = 1ull << (4 * cells);

	if (cells == 0)
		return err_set(err, ERR_USAGE, "an n-tuple has no cells");
	if (s->tuples == NTUPLE_MAX)
		return err_set(err, ERR_LIMIT, "more than %d n-tuples", NTUPLE_MAX);
	if (s->size + size > UINT32_MAX)
		return err_set(err, ERR_LIMIT, "the n-tuples have too many entries");
	s->mask[s->tuples] = mask;
	s->base[s->tuples] = s->size;
	find_runs(mask, &s->runs[s->tuples]);
	find_near(s, s->tuples);
	s->size += (uint32_t)size;
	s->tuples++;
	return ERR_OK;
}

static enum err_code parse_tuples(const char *text, struct ntuple_shape *s, struct err *err)
{
	uint64_t mask = 0;
	unsigned cells = 0;

	for (const char *p = text;; p++) {
		unsigned cell = num_digit(*p);

		if (*p == ',' || *p == '\0') {
			if (end_tuple(s, mask, cells, err) != ERR_OK)
				return err->code = ERR_USAGE; /* too many tuples in the text */
			if (*p == '\0')
				return ERR_OK;
			mask = 0;
			cells = 0;
			continue;
		}
		if (cell == NUM_NO_DIGIT)
			return err_set(err, ERR_USAGE, "n-tuples are hexadecimal cells, not '%c'",
				*p >= 32 && *p < 127 ? *p : '?');
		if ((mask >> (4 * cell)) & 15)
			return err_set(err, ERR_USAGE, "cell %x occurs twice in an n-tuple", cell);
		if (cells == NTUPLE_CELLS_MAX)
			return err_set(err, ERR_USAGE, "an n-tuple has more than %d cells",
				NTUPLE_CELLS_MAX);
		mask |= 15ull << (4 * cell);
		cells++;
	}
}

enum err_code ntuple_parse_ranks(
	const char *p, uint32_t *ranks, unsigned max, unsigned *count, struct err *err)
{
	*count = 0;
	if (*p == '\0' || strcmp(p, "-") == 0)
		return ERR_OK;
	for (ranks[0] = 0;;) {
		unsigned rank = 0, digits = 0;

		for (; *p >= '0' && *p <= '9' && digits < 3; p++, digits++)
			rank = rank * 10 + (unsigned)(*p - '0');
		if (digits == 0 || rank < 1 || rank > 15)
			return err_set(
				err, ERR_USAGE, "expected sets of ranks 1 to 15 such as 14+13");
		ranks[*count] |= 1u << rank;
		if (*p != '+' && *p != ',' && *p != '\0')
			return err_set(err, ERR_USAGE, "ranks have '+' and ',' between");
		if (*p != '+')
			(*count)++;
		if (*p == '\0')
			return ERR_OK;
		if (*p++ == '+')
			continue;
		if (*count == max)
			return err_set(err, ERR_USAGE, "more than %u sets of ranks", max);
		ranks[*count] = 0;
	}
}

enum err_code ntuple_parse(
	const char *tuples, const char *stages, struct ntuple_shape *out, struct err *err)
{
	struct ntuple_shape s;

	memset(&s, 0, sizeof(s));
	if (parse_tuples(tuples, &s, err) != ERR_OK ||
		ntuple_parse_ranks(
			stages, s.stage_ranks + 1, NTUPLE_STAGE_MAX - 1, &s.stages, err) != ERR_OK)
		return err->code;
	s.stages++;
	ntuple_find_stages(&s);
	s.count = 8 * s.tuples;
	ntuple_use_pext(&s, true);
	*out = s;
	return ERR_OK;
}

enum err_code ntuple_from_masks(const uint64_t *mask, unsigned tuples, const uint32_t *ranks,
	unsigned stages, struct ntuple_shape *out, struct err *err)
{
	struct ntuple_shape s;

	memset(&s, 0, sizeof(s));
	if (stages < 1 || stages > NTUPLE_STAGE_MAX)
		return err_set(err, ERR_FORMAT, "%u stages are impossible", stages);
	for (unsigned i = 0; i < tuples; i++) {
		/* one bit per cell; a mask is that times fifteen */
		uint64_t ones = mask[i] & 0x1111111111111111ull;
		unsigned cells = (unsigned)__builtin_popcountll(ones);

		if (mask[i] != ones * 15 || cells == 0 || cells > NTUPLE_CELLS_MAX)
			return err_set(err, ERR_FORMAT, "n-tuple %u is impossible", i);
		if (end_tuple(&s, mask[i], cells, err) != ERR_OK)
			return err->code;
	}
	s.stages = stages;
	for (unsigned i = 1; i < stages; i++) {
		if (!ntuple_ranks_ok(ranks[i]))
			return err_set(err, ERR_FORMAT, "stage %u is impossible", i);
		s.stage_ranks[i] = ranks[i];
	}
	ntuple_find_stages(&s);
	s.count = 8 * s.tuples;
	ntuple_use_pext(&s, true);
	*out = s;
	return ERR_OK;
}

void ntuple_sources(const struct ntuple_shape *s, uint8_t out[NTUPLE_INDEX_MAX][8])
{
	uint64_t sym[8];

	memset(out, 0x80, 8 * NTUPLE_INDEX_MAX);
	symmetries(0xFEDCBA9876543210ull, sym); /* each cell holds its own number */
	for (unsigned t = 0; t < s->tuples; t++)
		for (unsigned i = 0; i < 8; i++) {
			unsigned n = 0;

			for (unsigned cell = 0; cell < 16; cell++)
				if (((s->mask[t] >> (4 * cell)) & 15) != 0)
					out[8 * t + i][n++] = (sym[i] >> (4 * cell)) & 15;
		}
}

unsigned ntuple_cells(const struct ntuple_shape *s, unsigned tuple)
{
	return (unsigned)__builtin_popcountll(s->mask[tuple]) / 4;
}

uint32_t ntuple_near(const struct ntuple_shape *s, uint32_t i)
{
	unsigned t = s->tuples - 1, cells;
	uint64_t x;

	while (i < s->base[t])
		t--;
	cells = ntuple_cells(s, t);
	/* The cells of a board's first two rows; rotated, they are its last. */
	x = g2048_flip(g2048_mirror(i - s->base[t])) >> (64 - 4 * cells);
	return s->base[t] + (uint32_t)(squeeze(x) | squeeze(x >> 2) << (2 * cells));
}

void ntuple_find_stages(struct ntuple_shape *s)
{
	s->stage_common = s->stages > 1 ? s->stage_ranks[1] : 0;
	s->stage_any = 0;
	for (unsigned i = 1; i < s->stages; i++) {
		s->stage_common &= s->stage_ranks[i];
		s->stage_any |= s->stage_ranks[i];
	}
}

unsigned ntuple_stage(const struct ntuple_shape *s, uint64_t board)
{
	uint32_t there = 0;
	unsigned i = s->stages - 1;

	if (!ntuple_has_ranks(
		    board, s->stage_common)) /* quickly excludes most boards that are in no stage */
		return 0;
	for (uint32_t rest = s->stage_any; rest != 0; rest &= rest - 1) {
		unsigned rank = (unsigned)__builtin_ctz(rest);

		there |= (uint32_t)ntuple_has_rank(board, rank) << rank;
	}
	while (i > 0 && (s->stage_ranks[i] & ~there) != 0)
		i--;
	return i;
}
