/* SPDX-License-Identifier: MIT */
/* No mode that looks harder, or may do more, gives a larger result. test_lzenc_ways LENGTH... does
 * it with other data. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "lzenc.h"

#define MOST        ((size_t)1 << 20)   /* --best tries what the default does up to this */
#define LEVELS_MOST ((size_t)128 << 10) /* levels try what is below them up to this */
#define CODE        ((size_t)30000)
#define SOUND       ((size_t)120000)

#define SOUND_LITTLE ((size_t)20000)
#define CODE_LITTLE  ((size_t)5000)

static uint32_t seed;

static uint32_t rnd(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}

static void words(uint8_t *p, size_t len)
{
	static const char text[] = "firmware volume section header checksum interface protocol ";
	size_t i = 0, k;

	while (i < len) {
		size_t from = rnd() % 40;

		for (k = rnd() % 12 + 2; k != 0 && i < len; k--)
			p[i++] = (uint8_t)text[from++];
	}
}

static void x86_code(uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		p[i] = (uint8_t)(rnd() % 11 * 8);
	for (i = 0; i + 5 < len; i += 9 + rnd() % 20) {
		p[i] = 0xE8;
		put_u32le(p + i + 1, (uint32_t)(rnd() % 90 * 512 - i - 5));
	}
}

/* Calls with the distance in instructions, highest byte first or last. */
static void risc_code(uint8_t *p, size_t len, bool big)
{
	size_t i;

	memset(p, 0, len);
	for (i = 0; i + 4 <= len; i += 4) {
		uint32_t to = rnd() % 60 * 256, v = 0x38600000u | rnd() % 16 << 16 | rnd() % 8;

		if (rnd() % 3 == 0)
			v = big ? 0x48000001u | ((to - (uint32_t)i) & 0x3FFFFFC)
				: 0x94000000u | ((to - (uint32_t)i) / 4 & 0x3FFFFFF);
		if (big)
			put_u32be(p + i, v);
		else
			put_u32le(p + i, v);
	}
}

static void table(uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		p[i] = (uint8_t)(i % 4 == 0 ? i / 4 + rnd() % 3 : i % 4 == 1 ? i / 1024 : 0);
}

static void noise(uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		p[i] = (uint8_t)(rnd() >> 4);
}

/* Two channels of 24 bits: two bytes of noise, then one that changes slowly. */
static void sound(uint8_t *p, size_t len)
{
	int level[2] = {0};
	size_t i;

	for (i = 0; i < len; i++) {
		int *v = &level[i / 3 % 2];

		if (i % 3 == 0)
			*v += (int)(rnd() % 60001) - 30000 - *v / 64;
		p[i] = (uint8_t)(*v >> (i % 3 * 8));
	}
}

/* Two triangles of unlike length with a little noise, as samples of 1, 2 or 4 bytes. */
static void wave(uint8_t *p, size_t len, size_t bytes)
{
	const int amplitude = bytes == 1 ? 60 : 12000, noise = bytes == 1 ? 3 : 20;
	size_t i;
	int v = 0;

	for (i = 0; i < len; i++) {
		int channel = (int)(i / bytes % 2);
		int at = (int)(i / bytes / 2 % 10000) * (3 + channel) % 400;

		if (i % bytes == 0)
			v = abs(at - 200) * amplitude / 100 - amplitude +
			    (int)(rnd() % (2 * (uint32_t)noise + 1)) - noise;
		p[i] = (uint8_t)(bytes == 1 ? v + 128 : v >> (i % bytes * 8));
	}
}

#define SECTION_HEAD 24 /* PI specification 1.7, volume 3, 3.2.5: EFI_GUID_DEFINED_SECTION */

#define KINDS 8
#define WAVES 3 /* after the others */
static void fill(uint8_t *p, size_t len, unsigned kind)
{
	seed = kind + (uint32_t)len;
	switch (kind) {
	case 0:
		words(p, len);
		break;
	case 1:
		x86_code(p, len);
		break;
	case 2:
		risc_code(p, len, true);
		break;
	case 3:
		risc_code(p, len, false);
		break;
	case 4:
		table(p, len);
		break;
	case 5:
		x86_code(p, len / 2);
		words(p + len / 2, len - len / 2);
		break;
	case 6:
		sound(p, len);
		break;
	case 7:
		noise(p, len / 2);
		words(p + len / 2, len - len / 2);
		break;
	default:
		wave(p, len, (size_t)1 << (kind - KINDS));
		break;
	}
}

static uint64_t size_of(
	struct span in, enum lz_format format, enum lz_target target, int level, bool best)
{
	struct lz_settings s = {.format = format,
		.target = target,
		.level = level,
		.best = best,
		.programs = target == LZ_ANYONE,
		.filter = LZ_UNSET,
		.lc = LZ_UNSET,
		.lp = LZ_UNSET,
		.pb = LZ_UNSET};
	struct sz_packed *packed;
	struct lz_result res;
	struct blob out;
	struct err err;

	if (format == LZ_7Z) {
		assert_int_equal(lz_pack_block(in, &s, &res, &packed, &err), ERR_OK);
		sz_packed_free(packed);
	} else {
		assert_int_equal(lz_encode(in, &s, &res, &out, &err), ERR_OK);
		blob_free(&out);
	}
	return res.out_len;
}

/* a is promised to be at most b. */
static void at_most(const char *what, struct span in, unsigned kind, uint64_t a, uint64_t b)
{
	if (a > b)
		print_error("%s: data %u, %u bytes: %u > %u\n", what, kind, (unsigned)in.len,
			(unsigned)a, (unsigned)b);
	assert_true(a <= b);
}

static void check(struct span in, unsigned kind, enum lz_format format, enum lz_target target)
{
	uint64_t last = UINT64_MAX, now;
	int level;

	for (level = 1; level <= 9; level++) {
		now = size_of(in, format, target, level, false);
		at_most("level", in, kind, now, last);
		if (target == LZ_7ZIP && level < 5)
			at_most("quick 7zip", in, kind, now,
				size_of(in, format, LZ_ANYONE, level, false));
		last = now;
	}
	now = size_of(in, format, target, 9, true);
	at_most("best", in, kind, now, last);
	if (format == LZ_LZMA && target != LZ_COREBOOT)
		at_most("edk2", in, kind, now, size_of(in, format, LZ_COREBOOT, 9, true));
	if (target == LZ_7ZIP)
		at_most("7zip", in, kind, now, size_of(in, format, LZ_ANYONE, 9, true));
	if (format == LZ_SECTION)
		at_most("section", in, kind, now,
			size_of(in, LZ_F86, target, 9, true) + SECTION_HEAD);
}

static size_t lens[8] = {64, 2003};
static size_t lens_count = 2;

static void check_long(struct span in, unsigned kind)
{
	at_most("best", in, kind, size_of(in, LZ_7Z, LZ_ANYONE, 9, true),
		size_of(in, LZ_7Z, LZ_ANYONE, 9, false));
	at_most("best", in, kind, size_of(in, LZ_LZMA, LZ_EDK2, 9, true),
		size_of(in, LZ_LZMA, LZ_EDK2, 9, false));
}

static void harder_is_never_larger(void **state)
{
	uint8_t *p = malloc(MOST);
	unsigned kind;
	size_t i;

	(void)state;
	assert_non_null(p);
	for (kind = 0; kind < KINDS; kind++) {
		for (i = 0; i < lens_count; i++) {
			struct span in = span_of(p, lens[i]);

			fill(p, lens[i], kind);
			if (lens[i] > LEVELS_MOST) {
				check_long(in, kind);
				continue;
			}
			check(in, kind, LZ_LZMA, LZ_EDK2);
			check(in, kind, LZ_7Z, LZ_ANYONE);
			check(in, kind, LZ_7Z, LZ_7ZIP);
			check(in, kind, LZ_SECTION, LZ_EDK2);
		}
	}
	free(p);
}

/* What is given to lzenc without an option. */
static struct lz_settings usual(void)
{
	return (struct lz_settings){.format = LZ_7Z,
		.level = 9,
		.filter = LZ_UNSET,
		.lc = LZ_UNSET,
		.lp = LZ_UNSET,
		.pb = LZ_UNSET};
}

/* A filter for each kind of code, where every reader has it. */
static void filters_are_found(void **state)
{
	struct lz_settings s = usual();
	uint8_t *p = malloc(CODE);
	struct sz_packed *packed;
	struct lz_result res;
	struct err err;

	(void)state;
	assert_non_null(p);
	s.best = true;
	fill(p, CODE, 2);
	assert_int_equal(lz_pack_block(span_of(p, CODE), &s, &res, &packed, &err), ERR_OK);
	assert_int_equal(res.way.filter, BRANCH_PPC);
	assert_true(res.way.lzma2); /* without LZMA2 some readers lose the last bytes */
	sz_packed_free(packed);
	fill(p, CODE, 3);
	assert_int_equal(lz_pack_block(span_of(p, CODE), &s, &res, &packed, &err), ERR_OK);
	assert_int_not_equal(res.way.filter, BRANCH_ARM64);
	sz_packed_free(packed);
	s.target = LZ_7ZIP;
	assert_int_equal(lz_pack_block(span_of(p, CODE), &s, &res, &packed, &err), ERR_OK);
	assert_int_equal(res.way.filter, BRANCH_ARM64);
	sz_packed_free(packed);
	free(p);
}

/* The levels 5 to 8 have the time of one parse for what is not tiny. */
static void a_level_encodes_once(void **state)
{
	struct lz_settings s = usual();
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(LEVELS_MOST * 2);
	size_t count;
	unsigned kind;
	struct err err;

	(void)state;
	assert_non_null(p);
	for (kind = 0; kind < 4; kind++) {
		fill(p, LEVELS_MOST * 2, kind);
		for (s.level = 5; s.level <= 8; s.level++) {
			assert_int_equal(
				lz_ways(span_of(p, LEVELS_MOST * 2), &s, ways, &count, &err),
				ERR_OK);
			assert_int_equal(count, 1);
		}
	}
	free(p);
}

/* Nothing is guessed for what the quick levels have no time for, except where it is worth it. */
static void a_quick_level_guesses_for_pairs(void **state)
{
	struct lz_settings s = usual();
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(SOUND);
	size_t count, i;
	struct err err;

	(void)state;
	assert_non_null(p);
	s.level = 4;
	for (i = 0; i < SOUND; i += 2)
		put_u16le(p + i, (uint16_t)(0x4E00 + rnd() % 0x2000));
	assert_int_equal(lz_ways(span_of(p, SOUND), &s, ways, &count, &err), ERR_OK);
	assert_int_equal(count, 1);
	assert_int_equal(ways[0].how.prop.lp, 1);
	words(p, SOUND);
	assert_int_equal(lz_ways(span_of(p, SOUND), &s, ways, &count, &err), ERR_OK);
	assert_int_equal(ways[0].how.prop.lc, 3);
	assert_int_equal(ways[0].how.prop.pb, 2);
	free(p);
}

/* --best without a reader needs what 7-Zip's archives need: BCJ2 for any x86 code, not only for
 * files that 7-Zip takes for programs. */
static void best_has_bcj2_unless_a_reader_is_named(void **state)
{
	struct lz_settings s = usual();
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(CODE);
	size_t count, i, programs;
	struct err err;

	(void)state;
	s.best = true;
	assert_non_null(p);
	fill(p, CODE, 1);
	for (programs = 0; programs < 2; programs++) {
		size_t bcj2 = 0;

		s.programs = programs != 0;
		assert_int_equal(lz_ways(span_of(p, CODE), &s, ways, &count, &err), ERR_OK);
		for (i = 0; i < count; i++)
			bcj2 += ways[i].bcj2;
		assert_int_equal(bcj2 != 0, s.programs);
	}
	free(p);
}

/* The coder of 7-Zip alone beside that of all readers, so that it never gets the larger result. */
static void a_wider_reader_has_the_narrower_ones_coder(void **state)
{
	struct lz_settings s = usual();
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(CODE);
	size_t count, i, coders[2] = {0};
	struct err err;

	(void)state;
	assert_non_null(p);
	fill(p, CODE, 3);
	s.target = LZ_7ZIP;
	assert_int_equal(lz_ways(span_of(p, CODE), &s, ways, &count, &err), ERR_OK);
	for (i = 0; i < count; i++)
		if (ways[i].filter != BRANCH_NONE)
			coders[ways[i].lzma2]++;
	assert_true(coders[0] != 0);
	assert_true(coders[1] != 0);
	free(p);
}

/* Without noise LZMA2 stores nothing, and is no smaller. */
static void best_has_lzma2_where_it_may_store(void **state)
{
	struct lz_settings s = usual();
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(CODE);
	size_t count, i, noisy;
	struct err err;

	(void)state;
	assert_non_null(p);
	s.best = true;
	words(p, CODE);
	for (noisy = 0; noisy < 2; noisy++) {
		size_t coders[2] = {0};

		if (noisy != 0)
			noise(p + CODE / 2, CODE / 3);
		assert_int_equal(lz_ways(span_of(p, CODE), &s, ways, &count, &err), ERR_OK);
		for (i = 0; i < count; i++)
			coders[ways[i].lzma2] += ways[i].filter == BRANCH_NONE;
		assert_true(coders[0] != 0);
		assert_int_equal(coders[1] != 0, noisy != 0);
	}
	free(p);
}

/* Bytes that do not depend on the one before: the models of lc3 must be learned for nothing. */
static void what_the_guess_rules_out_is_not_tried(void **state)
{
	struct lz_settings s = usual();
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(CODE);
	size_t count, i, part;
	struct err err;
	int best;

	(void)state;
	assert_non_null(p);
	seed = 5;
	for (i = 0; i < CODE; i++)
		p[i] = (uint8_t)((rnd() % 13 + rnd() % 13) * 10);
	/* with noise, which the guess does not count, it rules nothing out */
	for (part = 0; part < 2; part++) {
		if (part != 0)
			noise(p + CODE / 2, CODE / 3);
		for (best = 0; best < 2; best++) {
			bool plain = false;

			s.best = best != 0;
			assert_int_equal(lz_ways(span_of(p, CODE), &s, ways, &count, &err), ERR_OK);
			for (i = 0; i < count; i++)
				plain = plain ||
					(ways[i].how.prop.lc == 3 && ways[i].how.prop.pb == 2);
			assert_int_equal(plain, part != 0);
		}
	}
	free(p);
}

/* A drawing: of so few steps a guess tells little. */
static void of_what_repeats_nothing_is_ruled_out(void **state)
{
	static const uint8_t cell[3] = {0xFF, 0xF0, 0x1E};
	struct lz_settings s = usual();
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(CODE);
	bool found = false;
	size_t count, i;
	struct err err;

	(void)state;
	assert_non_null(p);
	for (i = 0; i < CODE; i++) {
		size_t x = i / 3 % 200, y = i / 600;

		if ((x / 9 + y / 7) % 3 != 0)
			p[i] = 0xFF;
		else
			p[i] = i % 3 == 2 ? (uint8_t)y : cell[i % 3] & (uint8_t)(x | 0x0F);
	}
	s.best = true;
	assert_int_equal(lz_ways(span_of(p, CODE), &s, ways, &count, &err), ERR_OK);
	for (i = 0; i < count; i++)
		found = found || (ways[i].how.prop.lc == 4 && ways[i].how.prop.pb == 0);
	assert_true(found);
	free(p);
}

/* Where a header names it, a filter that changes two words of a text is not tried. */
static void what_changes_hardly_anything_is_not_tried(void **state)
{
	struct lz_settings s = usual();
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(CODE);
	size_t count, i, calls;
	struct err err;

	(void)state;
	assert_non_null(p);
	seed = 6;
	words(p, CODE);
	s.best = true;
	for (calls = 2; calls <= 4; calls += 2) {
		bool x86 = false;

		for (i = 1; i <= calls; i++)
			memcpy(p + i * 1000, "\xE8\x00\x10\x00\x00", 5);
		for (s.format = LZ_7Z;; s.format = LZ_SECTION) {
			assert_int_equal(lz_ways(span_of(p, CODE), &s, ways, &count, &err), ERR_OK);
			for (i = 0, x86 = false; i < count; i++)
				x86 = x86 || (ways[i].filter == BRANCH_X86 && !ways[i].bcj2);
			assert_int_equal(x86, calls > 2 || s.format == LZ_SECTION);
			if (s.format == LZ_SECTION)
				break;
		}
	}
	free(p);
}

/* A group of sound may have Delta; other data of the same bytes may not. */
static void sound_has_delta(void **state)
{
	struct lz_settings s = usual();
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(CODE);
	size_t count, i, named;
	struct err err;

	(void)state;
	assert_non_null(p);
	fill(p, CODE, 6);
	for (named = 0; named < 2; named++) {
		size_t delta = 0, six = 0;

		s.sound = named != 0 ? 6 : 0;
		assert_int_equal(lz_ways(span_of(p, CODE), &s, ways, &count, &err), ERR_OK);
		for (i = 0; i < count; i++)
			delta += lz_is_delta(ways[i].filter);
		for (i = 0; i < count; i++)
			six += branch_delta(ways[i].filter) == 6;
		assert_int_equal(delta != 0, named);
		assert_int_equal(six != 0, named);
	}
	free(p);
}

/* Longer than what all levels are tried with. */
static void best_is_never_larger_than_the_default(void **state)
{
	const size_t len = LEVELS_MOST + 1;
	uint8_t *p = malloc(len);

	(void)state;
	assert_non_null(p);
	fill(p, len, 4);
	at_most("best", span_of(p, len), 4, size_of(span_of(p, len), LZ_7Z, LZ_ANYONE, 9, true),
		size_of(span_of(p, len), LZ_7Z, LZ_ANYONE, 9, false));
	/* sound, of which several passes with a parse for noise make less */
	fill(p, SOUND_LITTLE, 6);
	at_most("best", span_of(p, SOUND_LITTLE), 6,
		size_of(span_of(p, SOUND_LITTLE), LZ_LZMA, LZ_EDK2, 9, true),
		size_of(span_of(p, SOUND_LITTLE), LZ_LZMA, LZ_EDK2, 9, false));
	/* code, for which a wider reader's best are twins of two coders */
	fill(p, CODE_LITTLE, 2);
	at_most("7zip", span_of(p, CODE_LITTLE), 2,
		size_of(span_of(p, CODE_LITTLE), LZ_7Z, LZ_7ZIP, 9, true),
		size_of(span_of(p, CODE_LITTLE), LZ_7Z, LZ_ANYONE, 9, true));
	free(p);
}

/* Of waves and tables the quick parse often makes less, and which way wins is chance. */
static void harder_has_all_that_is_quicker(void **state)
{
	static const struct {
		enum lz_format format;
		enum lz_target target;
	} forms[] = {{LZ_LZMA, LZ_EDK2}, {LZ_LZMA, LZ_COREBOOT}, {LZ_SECTION, LZ_EDK2},
		{LZ_F86, LZ_EDK2}, {LZ_7Z, LZ_ANYONE}, {LZ_7Z, LZ_7ZIP}};
	static const size_t lengths[] = {1, 4200, 16500};
	uint8_t *p = malloc(lengths[2]);
	uint64_t usual;
	unsigned kind;
	size_t i, k;

	(void)state;
	assert_non_null(p);
	for (kind = 0; kind < KINDS + WAVES; kind++) {
		for (i = 0; i < (kind < KINDS ? 2 : 3); i++) {
			struct span in = span_of(p, lengths[i]);

			fill(p, in.len, kind);
			for (k = 0; k < sizeof(forms) / sizeof(forms[0]); k++) {
				enum lz_format format = forms[k].format;
				enum lz_target target = forms[k].target;

				usual = size_of(in, format, target, 9, false);
				at_most("best", in, kind, size_of(in, format, target, 9, true),
					usual);
				at_most("level 5", in, kind, size_of(in, format, target, 5, false),
					size_of(in, format, target, 4, false));
			}
		}
	}
	free(p);
}

/* Times that grow. */
static void records(uint8_t *p, size_t len)
{
	uint32_t time = 0;
	size_t i;

	for (i = 0; i + 4 <= len; i += 4)
		put_u32le(p + i, time += 95 + rnd() % 10);
}

static size_t deltas(struct span in, const struct lz_settings *s)
{
	struct sz_method ways[LZ_WAYS_MAX];
	size_t count, found = 0, i;
	struct err err;

	assert_int_equal(lz_ways(in, s, ways, &count, &err), ERR_OK);
	for (i = 0; i < count; i++)
		found += lz_is_delta(ways[i].filter);
	return found;
}

/* Records of four bytes: all but unar read Delta. */
static void tables_have_delta_unless_a_reader_is_named(void **state)
{
	struct lz_settings s = usual();
	uint8_t *p = malloc(CODE);

	(void)state;
	assert_non_null(p);
	records(p, CODE);
	assert_int_equal(deltas(span_of(p, CODE), &s), 0);
	s.programs = true;
	assert_int_not_equal(deltas(span_of(p, CODE), &s), 0);
	s.level = 8; /* as BCJ2 */
	assert_int_equal(deltas(span_of(p, CODE), &s), 0);
	s.level = 9;
	fill(p, CODE, 0);
	assert_int_equal(deltas(span_of(p, CODE), &s), 0);
	free(p);
}

static uint32_t most_nice(struct span in, const struct lz_settings *s)
{
	struct sz_method ways[LZ_WAYS_MAX];
	uint32_t most = 0;
	size_t count, i;
	struct err err;

	assert_int_equal(lz_ways(in, s, ways, &count, &err), ERR_OK);
	for (i = 0; i < count; i++)
		if (ways[i].how.effort.nice > most)
			most = ways[i].how.effort.nice;
	return most;
}

/* As rows of a picture do, with a speck in some. */
static void what_repeats_gets_more_fast_bytes(void **state)
{
	struct lz_settings s = usual();
	uint8_t *p = malloc(CODE);
	size_t i;

	(void)state;
	assert_non_null(p);
	fill(p, CODE, 0);
	assert_int_equal(most_nice(span_of(p, CODE), &s), lz_effort(&s).nice);
	for (i = 400; i < CODE; i++)
		p[i] = p[i - 400];
	for (i = 0; i < 40; i++)
		p[rnd() % CODE]++;
	assert_true(most_nice(span_of(p, CODE), &s) > lz_effort(&s).nice);
	s.level = 8;
	assert_int_equal(most_nice(span_of(p, CODE), &s), lz_effort(&s).nice);
	free(p);
}

/* Where the bytes are noise with something regular in it, the usual parse alone is not the best. */
static void noise_is_parsed_in_other_ways_too(void **state)
{
	struct lz_settings s = usual();
	struct lz_result res;
	struct sz_packed *packed;
	struct blob usual_one;
	uint8_t *p = malloc(MOST);
	struct err err;

	(void)state;
	assert_non_null(p);
	fill(p, SOUND, 6);
	s.filter = BRANCH_NONE;
	s.lc = 3;
	s.lp = 0;
	s.pb = 2;
	assert_int_equal(lz_pack_block(span_of(p, SOUND), &s, &res, &packed, &err), ERR_OK);
	assert_int_not_equal(res.way.how.effort.noise, 0);
	sz_packed_free(packed);
	res.way.how.effort.noise = 0;
	assert_int_equal(lzma1_encode(span_of(p, SOUND), &res.way.how, &usual_one, &err), ERR_OK);
	assert_true(usual_one.len > res.out_len + res.out_len / 200);
	blob_free(&usual_one);
	free(p);
}

/* Twice would take twice the time of 7-Zip for a thousandth; parts of it tell which way. */
static void a_long_program_is_encoded_once(void **state)
{
	struct lz_settings s = usual();
	const size_t len = ((size_t)4 << 20) + 1;
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *p = malloc(len);
	size_t count = 0;
	struct err err;

	(void)state;
	s.filter = BRANCH_X86;
	s.threads = 1;
	assert_non_null(p);
	seed = 3;
	x86_code(p, len);
	assert_int_equal(lz_ways(span_of(p, len), &s, ways, &count, &err), ERR_OK);
	assert_int_equal(count, 1);
	/* a short one is worth it */
	assert_int_equal(lz_ways(span_of(p, len / 40), &s, ways, &count, &err), ERR_OK);
	assert_true(count > 1);
	free(p);
}

/* Of ways that were not verified the result is compared to its end. */
static void what_no_way_verified_is_compared(void **state)
{
	struct lz_settings s = usual();
	size_t len = 40000;
	uint8_t *p = malloc(len);
	struct sz_packed *packed;
	struct lz_result res;
	struct reader *r;
	struct err err;
	int again;

	(void)state;
	assert_non_null(p);
	seed = 3;
	words(p, len);
	s.verify = true;
	for (s.level = 1; s.level <= 9; s.level++) {
		assert_int_equal(lz_pack_block(span_of(p, len), &s, &res, &packed, &err), ERR_OK);
		assert_true(s.level > 4 || res.way.how.verify);
		for (again = 0; again < 2; again++) {
			bool verified = res.way.how.verify || again != 0;

			p[len - 1] ^= 1;
			assert_int_equal(sz_packed_reader(packed, &r, &err), ERR_OK);
			assert_int_equal(lz_compare(r, span_of(p, len), verified, &err),
				verified ? ERR_OK : ERR_IO);
			reader_close(r);
			p[len - 1] ^= 1;
		}
		sz_packed_free(packed);
	}
	free(p);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(harder_is_never_larger),
		cmocka_unit_test(filters_are_found),
		cmocka_unit_test(a_level_encodes_once),
		cmocka_unit_test(a_quick_level_guesses_for_pairs),
		cmocka_unit_test(best_has_bcj2_unless_a_reader_is_named),
		cmocka_unit_test(a_wider_reader_has_the_narrower_ones_coder),
		cmocka_unit_test(best_has_lzma2_where_it_may_store),
		cmocka_unit_test(what_the_guess_rules_out_is_not_tried),
		cmocka_unit_test(of_what_repeats_nothing_is_ruled_out),
		cmocka_unit_test(what_changes_hardly_anything_is_not_tried),
		cmocka_unit_test(sound_has_delta),
		cmocka_unit_test(best_is_never_larger_than_the_default),
		cmocka_unit_test(harder_has_all_that_is_quicker),
		cmocka_unit_test(tables_have_delta_unless_a_reader_is_named),
		cmocka_unit_test(what_repeats_gets_more_fast_bytes),
		cmocka_unit_test(noise_is_parsed_in_other_ways_too),
		cmocka_unit_test(a_long_program_is_encoded_once),
		cmocka_unit_test(what_no_way_verified_is_compared),
	};
	int i;

	for (i = 1; i < argc && i <= 8; i++) {
		lens[i - 1] = strtoul(argv[i], NULL, 10);
		lens_count = (size_t)i;
		if (lens[i - 1] > MOST)
			return 2;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
