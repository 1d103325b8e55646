/* SPDX-License-Identifier: MIT */
/*
 * The detector's tables of every single-byte encoding and language, built once in a process:
 * building it in each call would cost more than the detection of a short text.
 */
#include "detect/context.h"
#include "detect/detect_single.h"

/* Languages as bits in the order of model_languages. */
#define L(i) (1ull << (i))
#define WESTERN                                                                                    \
	(L(0) | L(1) | L(2) | L(3) | L(4) | L(5) | L(6) | L(7) | L(8) | L(9) | L(10) | L(11) |     \
		L(12) | L(37) | L(38))
#define CENTRAL  (L(13) | L(14) | L(15) | L(16) | L(17) | L(18) | L(19))
#define ROMANIAN L(17)
#define BALTIC   (L(20) | L(21) | L(22))
#define TURKISH  (L(23) | L(39))
#define VIET     L(24)
#define ESPER    L(25)
#define GREEK    L(26)
#define CYRILLIC (L(27) | L(28) | L(29) | L(30) | L(31) | L(32))
#define HEBREW   L(33)
#define ARABIC   (L(34) | L(35))
#define THAI     L(36)

/* Encodings that read the same bytes the same are near each other. */
const struct single_info single_infos[SINGLE_INFOS] = {
	{TEXT_WINDOWS_1252, 0, WESTERN | L(22)},
	{TEXT_ISO_8859_1, 1, WESTERN},
	{TEXT_ISO_8859_15, 6, WESTERN},
	{TEXT_MACINTOSH, 26, WESTERN},
	{TEXT_IBM437, 25, WESTERN},
	{TEXT_IBM850, 24, WESTERN},
	{TEXT_IBM858, 28, WESTERN},
	{TEXT_IBM860, 32, L(4)},
	{TEXT_IBM861, 32, L(11)},
	{TEXT_WINDOWS_1251, 2, CYRILLIC},
	{TEXT_IBM866, 6, CYRILLIC},
	{TEXT_IBM1125, 12, L(28)},
	{TEXT_KOI8_R, 6, L(27)},
	{TEXT_KOI8_U, 10, CYRILLIC},
	{TEXT_ISO_8859_5, 14, CYRILLIC},
	{TEXT_MAC_CYRILLIC, 26, CYRILLIC},
	{TEXT_IBM855, 26, CYRILLIC},
	{TEXT_WINDOWS_1250, 8, CENTRAL},
	{TEXT_ISO_8859_2, 10, CENTRAL},
	{TEXT_IBM852, 24, CENTRAL},
	{TEXT_MAC_CENTRAL_EUROPE, 40, CENTRAL},
	{TEXT_ISO_8859_16, 28, L(17)},
	{TEXT_WINDOWS_1257, 16, BALTIC},
	{TEXT_ISO_8859_13, 24, BALTIC},
	{TEXT_ISO_8859_4, 28, BALTIC},
	{TEXT_IBM775, 28, BALTIC},
	{TEXT_WINDOWS_1254, 9, TURKISH},
	{TEXT_ISO_8859_9, 10, TURKISH},
	{TEXT_IBM857, 24, TURKISH},
	{TEXT_WINDOWS_1258, 12, VIET},
	{TEXT_ISO_8859_3, 22, ESPER},
	{TEXT_WINDOWS_1253, 14, GREEK},
	{TEXT_ISO_8859_7, 16, GREEK},
	{TEXT_IBM737, 24, GREEK},
	{TEXT_IBM869, 28, GREEK},
	{TEXT_WINDOWS_1255, 14, HEBREW},
	{TEXT_ISO_8859_8, 16, HEBREW},
	{TEXT_IBM862, 24, HEBREW},
	{TEXT_WINDOWS_1256, 10, ARABIC},
	{TEXT_ISO_8859_6, 12, ARABIC},
	{TEXT_WINDOWS_874, 12, THAI},
	{TEXT_ISO_8859_11, 13, THAI},
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

/* After the places of letters each fixed symbol has one of its own. */
#define ROW_LEN (LETTER_PLACES + SYM_LETTER)

/* Languages that are priced side by side; each encoding has some of one of these. */
static const uint64_t groups[GROUP_COUNT] = {WESTERN | L(22), CENTRAL, BALTIC, TURKISH, VIET, ESPER,
	GREEK, CYRILLIC, HEBREW, ARABIC, THAI};

/* Adds the letters of a language to those of the group, whose symbols row holds by place. */
static void add_language(
	struct single_group *g, const uint8_t row[ROW_LEN], const struct model_language *lang)
{
	uint8_t *symbols = g->symbols[g->count];

	g->languages[g->count++] = (uint8_t)(lang - model_languages);
	memset(symbols, SYM_SAME, GROUP_SYMBOLS);
	for (unsigned k = 0; k < SYM_LETTER; k++)
		symbols[k] = (uint8_t)k;
	for (unsigned k = 0; k < lang->count; k++) {
		uint32_t cp = model_letters[lang->letters + k];
		unsigned symbol = row[letter_place((enum model_script)lang->script, cp)];

		if (symbol >= SYM_LETTER)
			symbols[symbol] = (uint8_t)(SYM_LETTER + k);
	}
}

/* Languages and symbols; of the letters those that any of its encodings has, marked in row. */
static void fill_group(struct single_group *g, uint64_t languages, uint8_t row[ROW_LEN])
{
	g->width = SYM_LETTER;
	for (unsigned place = 0; place < LETTER_PLACES; place++)
		row[place] = row[place] != 0 && g->width < GROUP_SYMBOLS ? (uint8_t)g->width++
									 : SYM_SAME;
	for (unsigned k = 0; k < SYM_LETTER; k++)
		row[LETTER_PLACES + k] = (uint8_t)k;
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++) {
		if ((languages >> i & 1) != 0)
			add_language(g, row, &model_languages[i]);
	}
	g->lanes = 1;
	while (g->lanes < g->count)
		g->lanes *= 2;
}

/* Prices of symbols after symbol a in the language of a lane. */
static void fill_lane(const struct single_group *g, unsigned lane, unsigned a, uint8_t *to)
{
	const struct model_language *lang = &model_languages[g->languages[lane]];
	const uint8_t *symbols = g->symbols[lane];
	unsigned size = SYM_LETTER + (unsigned)lang->count;
	unsigned high = size - SYM_QUOTE;
	unsigned symbol = symbols[a];
	unsigned first = symbol < SYM_QUOTE ? SYM_QUOTE : 0; /* a row begins with */
	const char *row = model_pairs + lang->costs;
	uint8_t prices[GROUP_SYMBOLS] = {0};

	if (symbol < SYM_QUOTE)
		row += symbol * high;
	else
		row += SYM_QUOTE * high + (symbol - SYM_QUOTE) * size;
	for (unsigned b = first; b < size; b++)
		prices[b] = (uint8_t)(row[b - first] - MODEL_COST_BASE);
	prices[SYM_SAME] = (uint8_t)(prices[SYM_SAME] + model_same_extra(SYM_SAME));
	to += lane;
	for (unsigned b = first; b < g->width; b++)
		to[b * g->lanes] = prices[symbols[b]];
}

/* The price of symbol a twice: lines are drawn of one symbol; no word is written of one letter. */
static void fill_doubles(
	const struct single_group *g, unsigned a, const uint8_t *costs, uint8_t *doubles)
{
	for (unsigned lane = 0; lane < g->count; lane++) {
		unsigned price = costs[lane];

		if (g->symbols[lane][a] < SYM_SAME && price > 1)
			price = 1;
		doubles[lane] = (uint8_t)price;
		if (g->symbols[lane][a] >= SYM_LETTER)
			price += model_case_cost(2, 2);
		doubles[lane + g->lanes] = (uint8_t)price;
	}
}

static size_t size_of_costs(const struct single_group *g)
{
	return (size_t)(g->width + 2) * g->width * g->lanes;
}

static void fill_costs(struct single_tables *t, struct single_group *g, size_t at)
{
	size_t row = (size_t)g->width * g->lanes;

	g->costs = at;
	g->doubles = at + g->width * row;
	memset(t->costs + at, GROUP_PRICE, size_of_costs(g));
	for (unsigned a = 0; a < g->width; a++) {
		uint8_t *costs = t->costs + at + a * row;

		for (unsigned lane = 0; lane < g->count; lane++)
			fill_lane(g, lane, a, costs);
		fill_doubles(g, a, costs + (size_t)a * g->lanes,
			t->costs + g->doubles + (size_t)2 * a * g->lanes);
	}
}

/*
 * The older encodings write Romanian with cedillas, the language's model has commas; of the other
 * languages of this group none has either.
 */
static uint32_t with_comma(uint32_t cp)
{
	switch (cp) {
	case 0x15E: /* S, s, T, t */
	case 0x15F:
		return cp - 0x15E + 0x218;
	case 0x162:
	case 0x163:
		return cp - 0x162 + 0x21A;
	default:
		return cp;
	}
}

/* Fills the cells of a byte of encoding e; the place of its symbol in a row. */
static uint16_t fill_cell(
	struct single_tables *t, unsigned e, uint8_t byte, enum model_script of_languages)
{
	uint32_t cp = byte < 0x80 ? byte : single_table(single_infos[e].enc)[byte - 0x80];
	enum model_script script;
	unsigned symbol = model_symbol(cp, &script);
	uint8_t *within = &t->within[e][byte];

	t->cased[e][byte] = (uint8_t)model_case(cp);
	if (byte >= 0x80)
		t->rows[e][byte - 0x80] = (uint16_t)context_row(cp != 0 ? cp : 0x80);
	*within = 0;
	if (symbol == SYM_LETTER && script == of_languages) {
		if ((single_infos[e].languages & ROMANIAN) != 0)
			cp = with_comma(cp);
		return letter_place(script, model_fold(cp));
	}
	if (symbol == SYM_LETTER)
		symbol = SYM_OTHER;
	*within = (uint8_t)model_within(symbol, cp);
	if (symbol == SYM_DIGIT || symbol == SYM_PUNCT)
		*within = (uint8_t)model_exit(model_class_of(cp));
	if (cp == 0 && byte >= 0x80) {
		symbol = SYM_INVALID;
		*within = PRICE_BAD;
	}
	return (uint16_t)(LETTER_PLACES + symbol);
}

/*
 * Is it a letter that none of the encoding's languages writes? Those of Latin-1 are in names
 * everywhere.
 */
static bool is_foreign(
	const struct single_group *g, uint64_t languages, unsigned symbol, uint32_t cp)
{
	if (cp < 0x100 || model_case(cp) == 0)
		return false;
	for (unsigned i = 0; i < g->count && symbol >= SYM_LETTER; i++) {
		if ((languages >> g->languages[i] & 1) != 0 && g->symbols[i][symbol] != SYM_SAME)
			return false;
	}
	return true;
}

/* The places of the bytes' symbols in a row. */
typedef uint16_t places[SINGLE_INFOS][256];

/* A group and the cells of its encodings; the costs come later. */
static void fill(struct single_tables *t, unsigned group, places at)
{
	uint64_t languages = groups[group];
	enum model_script script =
		(enum model_script)model_languages[__builtin_ctzll(languages)].script;
	uint8_t row[ROW_LEN] = {0};

	for (unsigned e = 0; e < SINGLE_INFOS; e++) {
		if ((single_infos[e].languages & ~languages) != 0)
			continue;
		t->group[e] = (uint8_t)group;
		for (unsigned byte = 0; byte < 256; byte++) {
			at[e][byte] = fill_cell(t, e, (uint8_t)byte, script);
			row[at[e][byte]] = 1;
		}
	}
	fill_group(&t->groups[group], languages, row);
	for (unsigned e = 0; e < SINGLE_INFOS; e++) {
		for (unsigned byte = 0; t->group[e] == group && byte < 256; byte++)
			t->symbols[e][byte] = row[at[e][byte]];
		for (unsigned byte = 0x80; t->group[e] == group && byte < 256; byte++)
			t->foreign[e][byte - 0x80] = is_foreign(&t->groups[group],
				single_infos[e].languages, t->symbols[e][byte],
				single_table(single_infos[e].enc)[byte - 0x80]);
	}
}

/* The tables of fill_cell and fill, transposed. */
static void fill_beside(struct single_tables *t, unsigned e)
{
	const uint16_t *chars = single_table(single_infos[e].enc);
	struct side_by_side *b = &t->beside;

	for (unsigned byte = 0; byte < 256; byte++) {
		unsigned cased = t->cased[e][byte];
		unsigned none = model_case_cost(0, cased);

		b->within[byte][e] = (uint8_t)(t->within[e][byte] + none);
		b->more_lower[byte][e] = (uint8_t)(model_case_cost(1, cased) - none);
		b->more_upper[byte][e] = (uint8_t)(model_case_cost(2, cased) - none);
		b->lower[byte][e] = cased == 1 ? 0xFF : 0;
		b->upper[byte][e] = cased == 2 ? 0xFF : 0;
	}
	for (unsigned i = 0; i < 128; i++) {
		b->no_char[i][e] = t->symbols[e][i + 0x80] == SYM_INVALID ? 0xFF : 0;
		b->bad[i] |= (uint64_t)(chars[i] == 0) << e;
		b->hash[i][e] = char_hash(chars[i], (uint8_t)(i + 0x80), 0);
	}
}

static void fill_reader(struct single_tables *t, unsigned e)
{
	const struct single_group *g = &t->groups[t->group[e]];
	struct reader *r = &t->readers[e];

	*r = (struct reader){.t = t,
		.g = g,
		.e = e,
		.symbols = t->symbols[e],
		.within = t->within[e],
		.cased = t->cased[e],
		.costs = t->costs + g->costs,
		.doubles = t->costs + g->doubles,
		.latin = model_languages[g->languages[0]].script == SCRIPT_LATIN};
	for (r->first = e; r->first > 0 && t->group[r->first - 1] == t->group[e];)
		r->first--;
	for (unsigned i = 0; i < g->count; i++) {
		if ((single_infos[e].languages >> g->languages[i] & 1) != 0)
			r->lanes[r->readings++] = (uint8_t)i;
	}
}

/* UTF-8 first, then those of several bytes, then those of one, each in all its languages. */
static void fill_readings(struct single_tables *t)
{
	struct reading_list *r = &t->readings;

	r->list[r->count++] = (struct reading){.enc = TEXT_UTF8};
	for (unsigned i = 0; i < MULTI_INFOS; i++) {
		const struct multi_info *m = &multi_infos[i];

		r->first[1 + i] = r->count;
		for (unsigned k = 0; k < 2 && (k == 0 || m->languages[k] != m->languages[0]); k++)
			r->list[r->count++] =
				(struct reading){m->enc, model_cjks[m->languages[k]].name,
					(uint8_t)(1 + i), (uint8_t)(m->prior + PRIOR_LEGACY)};
	}
	for (unsigned e = 0; e < SINGLE_INFOS; e++) {
		const struct single_group *g = &t->groups[t->group[e]];
		unsigned engine = 1 + MULTI_INFOS + e;

		r->first[engine] = r->count;
		for (unsigned k = 0; k < g->count; k++) {
			const struct model_language *lang = &model_languages[g->languages[k]];

			if ((single_infos[e].languages >> g->languages[k] & 1) != 0)
				r->list[r->count++] = (struct reading){single_infos[e].enc,
					lang->name, (uint8_t)engine,
					(uint8_t)(single_infos[e].prior + PRIOR_LEGACY),
					lang->script == SCRIPT_LATIN};
		}
	}
	r->first[ENGINES] = r->count;
}

static void fill_far(struct single_tables *t)
{
	for (unsigned r = 0; r < t->readings.count; r++)
		t->far.price[r] = PRICE_FAR;
	for (unsigned e = 0; e < ENGINES; e++)
		t->far.hash[e] = e + 1; /* its text is not known, so no other has the same */
	t->far.engines = SEVERAL_BYTES;
}

const struct line_prices *line_far(const struct single_tables *t)
{
	return &t->far;
}

const struct reading_list *readings_of(const struct single_tables *t)
{
	return &t->readings;
}

static struct single_tables *make(void)
{
	struct single_tables *t = calloc(1, sizeof(*t));
	struct single_tables *whole;
	size_t size = 0;
	places at;

	if (t == NULL)
		return NULL;
	memset(t->group, GROUP_COUNT, sizeof(t->group));
	for (unsigned i = 0; i < GROUP_COUNT; i++) {
		fill(t, i, at);
		size += size_of_costs(&t->groups[i]);
	}
	whole = realloc(t, sizeof(*t) + size + GROUP_LANES); /* see add_row */
	if (whole == NULL) {
		free(t);
		return NULL;
	}
	size = 0;
	for (unsigned i = 0; i < GROUP_COUNT; i++) {
		fill_costs(whole, &whole->groups[i], size);
		size += size_of_costs(&whole->groups[i]);
	}
	for (unsigned e = 0; e < SINGLE_INFOS; e++) {
		fill_beside(whole, e);
		fill_reader(whole, e);
	}
	fill_readings(whole);
	fill_far(whole);
	return whole;
}

const struct single_tables *single_tables_get(void)
{
	static _Atomic(void *) ready;
	const struct single_tables *t = atomic_load_explicit(&ready, memory_order_acquire);

	return t != NULL ? t : text_keep(&ready, make());
}
