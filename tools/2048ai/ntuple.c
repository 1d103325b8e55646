/* SPDX-License-Identifier: MIT */
#include "ntuple.h"

#include <string.h>

#include "biosbelt/game2048.h"

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

static void index_portable(const struct ntuple_shape *s, uint64_t board, uint32_t *out)
{
	uint64_t sym[8];

	symmetries(board, sym);
	for (unsigned t = 0; t < s->tuples; t++) {
		for (unsigned i = 0; i < 8; i++) {
			uint64_t x = 0;

			for (unsigned r = 0; r < s->runs[t]; r++)
				x |= (sym[i] & s->run_mask[t][r]) >> s->run_shift[t][r];
			out[8 * t + i] = s->base[t] + (uint32_t)x;
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

/* AMD before Zen 3 has the instruction in microcode, slower than the portable way. */
static bool pext_is_fast(void)
{
	__builtin_cpu_init();
	return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") &&
	       !__builtin_cpu_is("znver2") && !__builtin_cpu_is("bdver4");
}

void ntuple_use_pext(struct ntuple_shape *s, bool allow)
{
	s->index = allow && pext_is_fast() ? index_pext : index_portable;
}

#else

void ntuple_use_pext(struct ntuple_shape *s, bool allow)
{
	(void)allow;
	s->index = index_portable;
}

#endif

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Neighbouring cells of a mask move down by the same distance: one mask and shift for each run. */
static void find_runs(struct ntuple_shape *s, unsigned t)
{
	unsigned low = 0;

	s->runs[t] = 0;
	for (unsigned cell = 0; cell < 16; cell++) {
		if (((s->mask[t] >> (4 * cell)) & 15) == 0)
			continue;
		if (s->runs[t] > 0 && s->run_shift[t][s->runs[t] - 1] == 4 * (cell - low)) {
			s->run_mask[t][s->runs[t] - 1] |= 15ull << (4 * cell);
		} else {
			s->run_mask[t][s->runs[t]] = 15ull << (4 * cell);
			s->run_shift[t][s->runs[t]] = 4 * (cell - low);
			s->runs[t]++;
		}
		low++;
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
	find_runs(s, s->tuples);
	s->size += (uint32_t)size;
	s->tuples++;
	return ERR_OK;
}

static enum err_code parse_tuples(const char *text, struct ntuple_shape *s, struct err *err)
{
	uint64_t mask = 0;
	unsigned cells = 0;

	for (const char *p = text;; p++) {
		int cell = hex_digit(*p);

		if (*p == ',' || *p == '\0') {
			if (end_tuple(s, mask, cells, err) != ERR_OK)
				return err->code;
			if (*p == '\0')
				return ERR_OK;
			mask = 0;
			cells = 0;
			continue;
		}
		if (cell < 0)
			return err_set(err, ERR_USAGE, "n-tuples are hexadecimal cells, not '%c'",
				*p >= 32 && *p < 127 ? *p : '?');
		if ((mask >> (4 * cell)) & 15)
			return err_set(err, ERR_USAGE, "cell %x stands twice in an n-tuple",
				(unsigned)cell);
		if (cells == NTUPLE_CELLS_MAX)
			return err_set(err, ERR_LIMIT, "an n-tuple has more than %d cells",
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
				err, ERR_USAGE, "a stage is a set of ranks 1 to 15 such as 14+13");
		ranks[*count] |= 1u << rank;
		if (*p != '+' && *p != ',' && *p != '\0')
			return err_set(err, ERR_USAGE, "stages are ranks with '+' and ',' between");
		if (*p != '+')
			(*count)++;
		if (*p == '\0')
			return ERR_OK;
		if (*p++ == '+')
			continue;
		if (*count == max)
			return err_set(err, ERR_LIMIT, "more than %u sets of ranks", max);
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
		/* one bit a cell; a mask is that many times fifteen */
		uint64_t ones = mask[i] & 0x1111111111111111ull;
		unsigned cells = (unsigned)__builtin_popcountll(ones);

		if (mask[i] != ones * 15 || cells > NTUPLE_CELLS_MAX)
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
	s.count = 8 * s.tuples;
	ntuple_use_pext(&s, true);
	*out = s;
	return ERR_OK;
}

unsigned ntuple_cells(const struct ntuple_shape *s, unsigned tuple)
{
	return (unsigned)__builtin_popcountll(s->mask[tuple]) / 4;
}

unsigned ntuple_stage(const struct ntuple_shape *s, uint64_t board)
{
	for (unsigned i = s->stages - 1; i > 0; i--)
		if (ntuple_has_ranks(board, s->stage_ranks[i]))
			return i;
	return 0;
}
