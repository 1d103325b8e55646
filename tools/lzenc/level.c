/* SPDX-License-Identifier: MIT */
#include "lzenc.h"

struct level {
	struct lzma_effort effort;
	uint32_t dict;
};

#define MIB(n) ((uint32_t)(n) << 20)

/* Dictionaries are those of 7-Zip's levels; the efforts were measured (docs/benchmarks.md). */
static const struct level levels[10] = {
	[1] = {{LZMA_HC4, true, 32, 8}, MIB(16)},
	[2] = {{LZMA_HC4, true, 32, 16}, MIB(16)},
	[3] = {{LZMA_HC4, true, 64, 16}, MIB(16)},
	[4] = {{LZMA_HC4, true, 64, 32}, MIB(16)},
	[5] = {{LZMA_BT4, false, 40, 0}, MIB(32)},
	[6] = {{LZMA_BT4, false, 40, 0}, MIB(64)},
	[7] = {{LZMA_BT4, false, 64, 0}, MIB(128)},
	[8] = {{LZMA_BT4, false, 64, 0}, MIB(256)},
	[9] = {{LZMA_BT4, false, 64, 0, .wide = LZMA_WIDE_MOST}, MIB(256)},
};
#define NICE_BCJ2 128
static const struct level best = {{LZMA_BT4, false, 128, 0}, MIB(256)};
static const struct level classic = {{LZMA_BT4, false, LZ_CLASSIC_NICE, 0}, LZ_CLASSIC_DICT};

static const struct level *level_of(const struct lz_settings *s)
{
	if (s->classic)
		return &classic;
	return s->best ? &best : &levels[s->level];
}

struct lzma_effort lz_effort(const struct lz_settings *s)
{
	struct lzma_effort e = level_of(s)->effort;

	if (s->bcj2 && !s->best && s->level == 9)
		e.nice = NICE_BCJ2;
	if (s->nice != 0)
		e.nice = s->nice;
	return e;
}

/* The longest dictionary that a target's decoder accepts, and its largest lc + lp. */
struct target {
	uint32_t dict;
	int lclp;
};
static const struct target targets[LZ_TARGETS] = {
	/* libarchive accepts a .lzma up to this; for a .7z every reader accepts more */
	[LZ_ANYONE] = {MIB(128), 4},
	/* EDK2 LzmaCustomDecompressLib: 64 KiB of scratch hold lc + lp up to 5; liblzma writes 4.
	 */
	[LZ_EDK2] = {MIB(128), 4},
	/* coreboot src/lib/lzma.c: a scratch pad of 15980 bytes holds lc + lp up to 3. */
	[LZ_COREBOOT] = {MIB(128), 3},
	[LZ_UBOOT] = {MIB(128), 4},
	/* Linux lib/decompress_unlzma.c allocates the dictionary while booting. */
	[LZ_LINUX] = {MIB(32), 4},
	[LZ_7ZIP] = {MIB(256), 4},
};

static uint32_t readers_dict(const struct lz_settings *s)
{
	return s->format == LZ_7Z ? targets[LZ_7ZIP].dict : targets[s->target].dict;
}

static uint32_t dict_wanted(const struct lz_settings *s)
{
	uint32_t most = s->dict != 0 ? s->dict : level_of(s)->dict;

	return most < readers_dict(s) ? most : readers_dict(s);
}

#define HOLD_LEAST ((size_t)MIB(64))

static size_t hold_for(uint32_t dict)
{
	size_t four = (size_t)dict / LZMA2_PIECE * LZMA2_PIECE * 4;

	return four > HOLD_LEAST ? four : HOLD_LEAST;
}

/* Memory for the input, half as much for the output, and the search: two places of 4 bytes for each
 * position of the dictionary, and the hash table. */
static uint64_t memory_for(uint32_t dict, uint64_t len)
{
	uint64_t held = len < hold_for(dict) ? len : hold_for(dict);
	uint64_t window = len < dict ? len : dict;

	return held + held / 2 + window * 8 + dict;
}

/* A dictionary up to this is used without asking how much memory there is. */
#define DICT_ALWAYS MIB(64)

uint32_t lz_dict_most(const struct lz_settings *s, uint64_t len)
{
	uint32_t dict = dict_wanted(s);

	while (s->memory != 0 && s->dict == 0 && dict > DICT_ALWAYS &&
		memory_for(dict, len) > s->memory)
		dict /= 2;
	return dict;
}

uint32_t lz_dict_missed(const struct lz_settings *s, uint64_t len)
{
	uint32_t dict = lz_dict_most(s, len);

	return len > dict && dict < dict_wanted(s) ? dict_wanted(s) : 0;
}

size_t lz_hold(const struct lz_settings *s)
{
	return hold_for(lz_dict_most(s, UINT64_MAX));
}

int lz_lclp_most(const struct lz_settings *s)
{
	return targets[s->target].lclp;
}

/* True for settings that the original tool had not: its stream is fixed. */
static bool changes_classic(const struct lz_settings *s)
{
	return s->best || s->filter != LZ_UNSET || s->lc != LZ_UNSET || s->lp != LZ_UNSET ||
	       s->pb != LZ_UNSET || s->dict != 0 || s->nice != 0 ||
	       (s->format != LZ_AUTO && s->format != LZ_LZMA);
}

static enum err_code check_target(const struct lz_settings *s, struct err *err)
{
	int most = targets[s->target].lclp;
	int sum = (s->lc == LZ_UNSET ? 0 : s->lc) + (s->lp == LZ_UNSET ? 0 : s->lp);
	bool boot = s->target == LZ_EDK2 || s->target == LZ_COREBOOT || s->target == LZ_UBOOT ||
		    s->target == LZ_LINUX;

	if (sum > most)
		return err_set(
			err, ERR_USAGE, "lc + lp is %d, the reader takes at most %d", sum, most);
	if (s->dict > readers_dict(s))
		return err_set(err, ERR_USAGE, "the reader takes a dictionary of at most %u MiB",
			(unsigned)(readers_dict(s) >> 20));
	if (boot && s->format == LZ_7Z)
		return err_set(err, ERR_USAGE, "this reader does not open .7z archives");
	if (s->target != LZ_EDK2 && boot && s->format != LZ_LZMA)
		return err_set(err, ERR_USAGE, "this reader takes only the .lzma form");
	if ((s->target == LZ_EDK2 || s->target == LZ_COREBOOT) && s->unknown_size)
		return err_set(err, ERR_USAGE, "this reader needs the size in the header");
	if (boot && s->marker && !s->unknown_size)
		return err_set(err, ERR_USAGE,
			"no end marker after a known size: its libraries refuse that");
	if (s->target == LZ_EDK2 && s->format == LZ_LZMA86)
		return err_set(err, ERR_USAGE,
			"EDK2 has no flag byte: it takes the forms lzma, f86 and section");
	return ERR_OK;
}

/* Forms that only EDK2 reads. */
static enum err_code check_edk2_form(const struct lz_settings *s, struct err *err)
{
	if ((s->format == LZ_F86 || s->format == LZ_SECTION) && s->unknown_size)
		return err_set(err, ERR_USAGE, "EDK2 needs the size in the header");
	if (s->format == LZ_F86 && s->filter == BRANCH_NONE)
		return err_set(err, ERR_USAGE,
			"f86 is the form with the x86 filter; "
			"--format=lzma is the one without");
	return ERR_OK;
}

enum err_code lz_check(const struct lz_settings *s, struct err *err)
{
	char name[BRANCH_NAME];
	bool filtered = s->filter != LZ_UNSET && s->filter != BRANCH_NONE;
	enum err_code rc;

	if (s->classic && changes_classic(s))
		return err_set(err, ERR_USAGE,
			"--classic is exactly the original's stream: no other form or parameters");
	if (s->format == LZ_XZ)
		return err_set(err, ERR_USAGE, "no .xz files are written, use xz");
	if (s->format == LZ_LZMA && filtered)
		return err_set(err, ERR_USAGE,
			"a .lzma cannot name a filter; use "
			"--format=f86 or --format=lzma86");
	if (filtered && s->format != LZ_7Z && s->filter != BRANCH_X86)
		return err_set(err, ERR_USAGE, "only .7z holds the %s filter",
			branch_name((enum branch_kind)s->filter, name));
	if (s->format == LZ_7Z && filtered &&
		(lz_filters(LZ_7Z, s->target) & LZ_BIT(s->filter)) == 0)
		return err_set(err, ERR_USAGE,
			"not every reader of .7z decodes the %s filter; --for=7zip takes it",
			branch_name((enum branch_kind)s->filter, name));
	if (s->format == LZ_LZMA86 && s->lc == 0 && s->lp <= 0 && s->pb == 0)
		return err_set(err, ERR_USAGE, "lc0 lp0 pb0 makes a .lzma86 that reads as .lzma");
	if (s->format == LZ_7Z && (s->marker || s->unknown_size) && !s->classic)
		return err_set(err, ERR_USAGE, "end marker and unknown size are for .lzma");
	rc = check_edk2_form(s, err);
	return rc == ERR_OK ? check_target(s, err) : rc;
}

unsigned lz_filters(enum lz_format format, enum lz_target target)
{
	switch (format) {
	case LZ_F86:
		return LZ_BIT(BRANCH_X86);
	case LZ_LZMA86:
	case LZ_SECTION:
		return LZ_BIT(BRANCH_NONE) | LZ_BIT(BRANCH_X86);
	case LZ_7Z:
		return target == LZ_7ZIP ? LZ_BIT(BRANCH_DELTA) * 2 - 1 : LZ_PORTABLE;
	default:
		return LZ_BIT(BRANCH_NONE);
	}
}

bool lz_is_delta(enum branch_kind filter)
{
	return branch_delta(filter) != 0;
}

bool lz_is_waves(const struct lz_settings *s, enum branch_kind filter)
{
	return s->sound != 0 && lz_is_delta(filter);
}

bool lz_as_7zip(const struct lz_settings *s)
{
	return s->programs && (s->best || s->level == 9);
}

unsigned lz_filters_for(const struct lz_settings *s)
{
	unsigned filters = lz_filters(s->format, s->target);

	if (s->format == LZ_7Z && (s->sound != 0 || lz_as_7zip(s)))
		filters |= LZ_BIT(BRANCH_DELTA);
	return filters;
}
