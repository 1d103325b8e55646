/* SPDX-License-Identifier: MIT */
/*
 * What the detector needs of every single-byte encoding and language, once in a process: made
 * anew in each call it would cost more than the judging of a short text.
 */
#include "detect_single.h"

/* Languages as bits in the order of model_languages. */
#define L(i) (1ull << (i))
#define WESTERN                                                                                    \
	(L(0) | L(1) | L(2) | L(3) | L(4) | L(5) | L(6) | L(7) | L(8) | L(9) | L(10) | L(11) |     \
		L(12))
#define CENTRAL  (L(13) | L(14) | L(15) | L(16) | L(17) | L(18) | L(19))
#define BALTIC   (L(20) | L(21) | L(22))
#define TURKISH  L(23)
#define VIET     L(24)
#define ESPER    L(25)
#define GREEK    L(26)
#define CYRILLIC (L(27) | L(28) | L(29) | L(30) | L(31) | L(32))
#define HEBREW   L(33)
#define ARABIC   (L(34) | L(35))
#define THAI     L(36)

/* Encodings that read the same bytes the same stand near each other. */
const struct single_info single_infos[SINGLE_INFOS] = {
	{TEXT_WINDOWS_1252, 0, WESTERN | L(22)},
	{TEXT_ISO_8859_1, 1, WESTERN},
	{TEXT_ISO_8859_15, 5, WESTERN},
	{TEXT_MACINTOSH, 12, WESTERN},
	{TEXT_IBM437, 8, WESTERN},
	{TEXT_IBM850, 9, WESTERN},
	{TEXT_IBM858, 14, WESTERN},
	{TEXT_WINDOWS_1251, 2, CYRILLIC},
	{TEXT_IBM866, 4, CYRILLIC},
	{TEXT_KOI8_R, 4, L(27)},
	{TEXT_KOI8_U, 8, CYRILLIC},
	{TEXT_ISO_8859_5, 10, CYRILLIC},
	{TEXT_MAC_CYRILLIC, 14, CYRILLIC},
	{TEXT_IBM855, 18, CYRILLIC},
	{TEXT_WINDOWS_1250, 8, CENTRAL},
	{TEXT_ISO_8859_2, 9, CENTRAL},
	{TEXT_IBM852, 14, CENTRAL},
	{TEXT_MAC_CENTRAL_EUROPE, 40, CENTRAL},
	{TEXT_ISO_8859_16, 16, L(17)},
	{TEXT_WINDOWS_1257, 10, BALTIC},
	{TEXT_ISO_8859_13, 12, BALTIC},
	{TEXT_ISO_8859_4, 14, BALTIC},
	{TEXT_IBM775, 14, BALTIC},
	{TEXT_WINDOWS_1254, 8, TURKISH},
	{TEXT_ISO_8859_9, 9, TURKISH},
	{TEXT_IBM857, 10, TURKISH},
	{TEXT_WINDOWS_1258, 8, VIET},
	{TEXT_ISO_8859_3, 12, ESPER},
	{TEXT_WINDOWS_1253, 8, GREEK},
	{TEXT_ISO_8859_7, 9, GREEK},
	{TEXT_IBM737, 14, GREEK},
	{TEXT_IBM869, 22, GREEK},
	{TEXT_WINDOWS_1255, 8, HEBREW},
	{TEXT_ISO_8859_8, 10, HEBREW},
	{TEXT_IBM862, 18, HEBREW},
	{TEXT_WINDOWS_1256, 6, ARABIC},
	{TEXT_ISO_8859_6, 8, ARABIC},
	{TEXT_WINDOWS_874, 4, THAI},
	{TEXT_ISO_8859_11, 5, THAI},
};

#define LETTER_PLACES 768

/* A place of its own for each character that model_symbol calls a letter. */
static uint16_t letter_place(enum model_script script, uint32_t cp)
{
	switch (script) {
	case SCRIPT_LATIN: /* C0 to 24F, 300 to 36F, 1E00 to 1EFF */
		return (uint16_t)(cp < 0x250 ? cp - 0xC0 : cp < 0x370 ? cp - 0x170 : cp - 0x1C00);
	case SCRIPT_GREEK:
		return (uint16_t)(cp - 0x370);
	case SCRIPT_CYRILLIC:
		return (uint16_t)(cp - 0x400);
	case SCRIPT_HEBREW:
		return (uint16_t)(cp - 0x590);
	case SCRIPT_ARABIC:
		return (uint16_t)(cp - 0x600);
	default:
		return (uint16_t)(cp - 0xE00);
	}
}

/* Behind the places of letters each fixed symbol has one that says itself. */
#define ROW_LEN (LETTER_PLACES + SYM_LETTER)

/* In each language its own letters; all others of the script are SYM_SAME. */
static void fill_row(uint8_t row[ROW_LEN], const struct model_language *lang)
{
	memset(row, SYM_SAME, LETTER_PLACES);
	for (unsigned k = 0; k < lang->count; k++) {
		uint32_t cp = model_letters[lang->letters + k];

		row[letter_place((enum model_script)lang->script, cp)] = (uint8_t)(SYM_LETTER + k);
	}
	for (unsigned k = 0; k < SYM_LETTER; k++)
		row[LETTER_PLACES + k] = (uint8_t)k;
}

/* Fills the cells of a byte of encoding e; where its symbol stands in a row. */
static uint16_t fill_cell(
	struct single_tables *t, unsigned e, uint8_t byte, enum model_script of_languages)
{
	uint32_t cp = byte < 0x80 ? byte : single_table(single_infos[e].enc)[byte - 0x80];
	enum model_script script;
	unsigned symbol = model_symbol(cp, &script);
	uint8_t *within = &t->within[e][byte];

	t->cased[e][byte] = (uint8_t)model_case(cp);
	if (cp == 0x2019)
		t->apostrophe[e] = byte;
	*within = 0;
	if (symbol == SYM_LETTER && script == of_languages)
		return letter_place(script, model_fold(cp));
	if (symbol == SYM_LETTER)
		symbol = SYM_OTHER;
	*within = (uint8_t)model_within(symbol, cp);
	if (symbol == SYM_DIGIT || symbol == SYM_PUNCT)
		*within = (uint8_t)model_exit(cp);
	if (cp == 0 && byte >= 0x80) {
		symbol = SYM_INVALID;
		*within = PRICE_BAD;
	}
	return (uint16_t)(LETTER_PLACES + symbol);
}

/* Keeps the lesser of n prices. */
static void lower(uint8_t *least, const char *row, unsigned n)
{
	unsigned i = 0;

#ifdef TEXT_X86
	for (; n - i >= 16; i += 16) {
		__m128i *to = (__m128i *)(void *)(least + i);
		__m128i a = _mm_loadu_si128((const __m128i *)(const void *)(row + i));

		_mm_storeu_si128(to, _mm_min_epu8(a, _mm_loadu_si128(to)));
	}
#endif
	for (; i < n; i++)
		least[i] = (uint8_t)row[i] < least[i] ? (uint8_t)row[i] : least[i];
}

typedef uint8_t least_row[PLACE_COUNT][SYM_MAX];

/* The least price of each symbol of a language, by what it stands behind. */
static void find_least(least_row least, const struct model_language *lang)
{
	unsigned size = SYM_LETTER + (unsigned)lang->count;
	unsigned high = size - SYM_QUOTE;
	const char *row = model_pairs + lang->costs;

	memset(least, 0xFF, sizeof(least_row));
	for (unsigned a = 0; a < SYM_QUOTE; a++, row += high)
		lower(least[a < SYM_SPACE ? BEHIND_LETTER : BEHIND_OTHER] + SYM_QUOTE, row, high);
	for (unsigned a = SYM_QUOTE; a < size; a++, row += size)
		lower(least[BEHIND_HIGH], row, size);
	for (unsigned place = 0; place < PLACE_COUNT; place++) {
		for (unsigned b = SYM_QUOTE; b < size; b++)
			least[place][b] =
				(uint8_t)(least[place][b] - MODEL_COST_BASE + model_same_extra(b));
	}
}

/* Keeps what the bytes cost at least in reading r. */
static void lower_bounds(const struct single_tables *t, unsigned r, least_row least,
	uint8_t bounds[PLACE_COUNT][128])
{
	const uint8_t *symbols = t->symbols[r] + 128;

	for (unsigned place = 0; place < PLACE_COUNT; place++) {
		for (unsigned i = 0; i < 128; i++) {
			uint8_t price = least[place][symbols[i]];

			bounds[place][i] = price < bounds[place][i] ? price : bounds[place][i];
		}
	}
}

static void put_bounds(struct single_tables *t, unsigned e, uint8_t bounds[PLACE_COUNT][128])
{
	for (unsigned place = 0; place < PLACE_COUNT; place++) {
		for (unsigned i = 0; i < 128; i++)
			t->least[place][i][e] =
				(uint16_t)(bounds[place][i] + t->within[e][0x80 + i]);
		/* An apostrophe is never dearer than PRICE_APOSTROPHE, of which no language knows.
		 */
		if (t->apostrophe[e] != 0)
			t->least[place][t->apostrophe[e] & 0x7F][e] = 0;
	}
}

static void fill_encoding(
	struct single_tables *t, unsigned e, unsigned *reading, least_row leasts[])
{
	const struct single_info *info = &single_infos[e];
	enum model_script script =
		(enum model_script)model_languages[__builtin_ctzll(info->languages)].script;
	uint8_t bounds[PLACE_COUNT][128];
	uint16_t places[256];
	uint8_t row[ROW_LEN];

	memset(bounds, 0xFF, sizeof(bounds));
	for (unsigned byte = 0; byte < 256; byte++)
		places[byte] = fill_cell(t, e, (uint8_t)byte, script);
	t->first[e] = (uint16_t)*reading;
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++) {
		if ((info->languages >> i & 1) == 0)
			continue;
		fill_row(row, &model_languages[i]);
		t->languages[*reading] = (uint8_t)i;
		for (unsigned byte = 0; byte < 256; byte++)
			t->symbols[*reading][byte] = row[places[byte]];
		lower_bounds(t, *reading, leasts[i], bounds);
		(*reading)++;
	}
	t->first[e + 1] = (uint16_t)*reading;
	put_bounds(t, e, bounds);
}

static struct single_tables *make(void)
{
	struct single_tables *t = calloc(1, sizeof(*t));
	least_row *leasts = malloc(MODEL_LANGUAGE_COUNT * sizeof(*leasts));
	unsigned reading = 0;

	if (t == NULL || leasts == NULL) {
		free(t);
		free(leasts);
		return NULL;
	}
	memset(t->least, 0xFF, sizeof(t->least));
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++)
		find_least(leasts[i], &model_languages[i]);
	for (unsigned e = 0; e < SINGLE_INFOS; e++)
		fill_encoding(t, e, &reading, leasts);
	free(leasts);
	return t;
}

const struct single_tables *single_tables_get(void)
{
	static _Atomic(void *) ready;
	const struct single_tables *t = atomic_load_explicit(&ready, memory_order_acquire);

	return t != NULL ? t : text_keep(&ready, make());
}
