/* SPDX-License-Identifier: MIT */
/*
 * Prices in the single-byte encodings, from the table of byte pairs, so that the size of the input
 * does not matter. Judged are pairs with a byte over 7F: ASCII tells nothing about the encoding.
 */
#include <stdlib.h>

#include "detect_private.h"
#include "model.h"

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

struct single_info {
	enum text_enc enc;
	unsigned prior; /* quarter nats: how rare it is among files */
	uint64_t languages;
};

static const struct single_info singles[] = {
	{TEXT_WINDOWS_1252, 0, WESTERN | L(22)},
	{TEXT_WINDOWS_1251, 2, CYRILLIC},
	{TEXT_IBM866, 4, CYRILLIC},
	{TEXT_KOI8_R, 4, L(27)},
	{TEXT_ISO_8859_1, 1, WESTERN},
	{TEXT_ISO_8859_15, 5, WESTERN},
	{TEXT_MACINTOSH, 12, WESTERN},
	{TEXT_IBM437, 8, WESTERN},
	{TEXT_IBM850, 9, WESTERN},
	{TEXT_IBM858, 14, WESTERN},
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
	{TEXT_KOI8_U, 8, CYRILLIC},
	{TEXT_ISO_8859_5, 10, CYRILLIC},
	{TEXT_MAC_CYRILLIC, 14, CYRILLIC},
	{TEXT_IBM855, 18, CYRILLIC},
	{TEXT_WINDOWS_1255, 8, HEBREW},
	{TEXT_ISO_8859_8, 10, HEBREW},
	{TEXT_IBM862, 18, HEBREW},
	{TEXT_WINDOWS_1256, 6, ARABIC},
	{TEXT_ISO_8859_6, 8, ARABIC},
	{TEXT_WINDOWS_874, 4, THAI},
	{TEXT_ISO_8859_11, 5, THAI},
};
#define SINGLE_INFO_COUNT (sizeof(singles) / sizeof(singles[0]))

#define LETTER_PLACES 768

/* A place of its own for each character that script_of of the model calls a letter. */
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
#define FIXED_PLACES SYM_LETTER
#define ROW_LEN      (LETTER_PLACES + FIXED_PLACES)

/* What the bytes are in one encoding; filled as they are asked for. */
struct byte_view {
	const uint16_t *table;
	enum model_script script; /* of its languages */
	uint8_t stamp;            /* bytes with this stamp are filled */
	uint8_t stamps[256];
	uint8_t within[256];
	uint8_t cased[256];
	bool apostrophe[256];
	uint16_t place[256]; /* where the symbol stands in the row of a language */
};

struct single_room {
	struct byte_view view;
	uint8_t rows[MODEL_LANGUAGE_COUNT][ROW_LEN]; /* symbols of folded letters, fixed symbols */
	uint8_t within[SYM_MAX]; /* price of a letter that the language does not use */
};

/* In each language its own letters; all others of the script are SYM_SAME. */
static void fill_row(uint8_t row[ROW_LEN], const struct model_language *lang)
{
	memset(row, SYM_SAME, LETTER_PLACES);
	for (unsigned k = 0; k < lang->count; k++) {
		uint32_t cp = model_letters[lang->letters + k];

		row[letter_place((enum model_script)lang->script, cp)] = (uint8_t)(SYM_LETTER + k);
	}
	for (unsigned k = 0; k < FIXED_PLACES; k++)
		row[LETTER_PLACES + k] = (uint8_t)k;
}

struct single_room *single_room_open(void)
{
	struct single_room *room = malloc(sizeof(*room));

	if (room == NULL)
		return NULL;
	memset(&room->view, 0, sizeof(room->view));
	memset(room->within, 0, sizeof(room->within));
	room->within[SYM_SAME] = (uint8_t)model_within(SYM_SAME, 0);
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++)
		fill_row(room->rows[i], &model_languages[i]);
	return room;
}

bool same_single(enum text_enc a, enum text_enc b, const struct byte_pairs *pairs)
{
	const uint16_t *x;
	const uint16_t *y;

	if (a == b)
		return true;
	if (a < TEXT_SINGLE_FIRST || b < TEXT_SINGLE_FIRST)
		return false;
	x = single_table(a);
	y = single_table(b);
	for (unsigned i = pairs->list_count; i > 0 && pairs->list[i - 1] >= 0x80; i--) {
		unsigned at = pairs->list[i - 1] - 0x80u;

		if (x[at] != y[at])
			return false;
	}
	return true;
}

static void view_byte(struct byte_view *v, unsigned byte)
{
	uint32_t cp = byte < 0x80 ? byte : v->table[byte - 0x80];
	enum model_script script;
	unsigned symbol = model_symbol(cp, &script);

	v->stamps[byte] = v->stamp;
	v->cased[byte] = (uint8_t)model_case(cp);
	v->apostrophe[byte] = cp == 0x2019;
	if (symbol == SYM_LETTER && script == v->script) {
		v->place[byte] = letter_place(script, model_fold(cp));
		v->within[byte] = 0;
		return;
	}
	if (symbol == SYM_LETTER)
		symbol = SYM_OTHER;
	v->within[byte] = (uint8_t)model_within(symbol, cp);
	if (symbol == SYM_DIGIT || symbol == SYM_PUNCT)
		v->within[byte] = (uint8_t)model_exit(cp);
	if (cp == 0 && (byte & 0x80) != 0) {
		symbol = SYM_INVALID;
		v->within[byte] = PRICE_BAD;
	}
	v->place[byte] = (uint16_t)(LETTER_PLACES + symbol);
}

static inline void need_byte(struct byte_view *v, unsigned byte)
{
	if ((byte & 0x80) != 0 && v->stamps[byte] != v->stamp)
		view_byte(v, byte);
}

/* The typographic apostrophe of "it's" is in no catalogue, but in many texts of office programs. */
#define PRICE_APOSTROPHE 10

static bool is_ascii_letter(unsigned byte)
{
	return (byte | 32) >= 'a' && (byte | 32) <= 'z';
}

static inline unsigned price_pair(
	struct single_room *room, unsigned language, unsigned a, unsigned b)
{
	struct byte_view *v = &room->view;
	const uint8_t *row = room->rows[language];
	unsigned first;
	unsigned second;
	unsigned price;

	need_byte(v, a);
	need_byte(v, b);
	first = row[v->place[a]];
	second = row[v->place[b]];
	price = model_pair(&model_languages[language], first, second) +
		model_case_cost(v->cased[a], v->cased[b]) + v->within[b] + room->within[second];
	/* Lines are drawn of one symbol; no word is written of one letter. */
	if (a == b && first < SYM_LETTER && first != SYM_INVALID)
		return price < 1 ? price : 1;
	if (price > PRICE_APOSTROPHE && ((v->apostrophe[b] && is_ascii_letter(a)) ||
						(v->apostrophe[a] && is_ascii_letter(b))))
		return PRICE_APOSTROPHE;
	return price;
}

static uint64_t price_in_language(struct single_room *room, unsigned language,
	const struct byte_pairs *pairs, uint64_t give_up)
{
	uint64_t price = 0;

	for (size_t i = 0; i < pairs->count && price < give_up; i++) {
		const struct byte_pair *p = &pairs->pairs[i];

		price += (uint64_t)price_pair(room, language, p->a, p->b) * p->count;
	}
	return price;
}

static uint64_t count_bad_single(const uint16_t *table, const struct byte_pairs *pairs)
{
	uint64_t bad = 0;

	for (size_t i = 0; i < pairs->count; i++) {
		unsigned b = pairs->pairs[i].b;

		if (b >= 0x80 && table[b - 0x80] == 0)
			bad += pairs->pairs[i].count;
	}
	return bad;
}

/* An encoding is for languages of one script. */
static enum model_script script_of_languages(uint64_t languages)
{
	return (enum model_script)model_languages[__builtin_ctzll(languages)].script;
}

static void view_encoding(struct byte_view *v, const struct single_info *info)
{
	v->table = single_table(info->enc);
	v->script = script_of_languages(info->languages);
	v->stamp++;
	if (v->stamp == 0) { /* went round: what is filled could look fresh */
		memset(v->stamps, 0, sizeof(v->stamps));
		v->stamp = 1;
	}
}

/* Languages that cost over give_up are not priced to the end. */
static struct score score_single(struct single_room *room, const struct single_info *info,
	const struct byte_pairs *pairs, uint64_t give_up)
{
	struct score best = {.enc = info->enc, .price = UINT64_MAX, .possible = true};

	view_encoding(&room->view, info);
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++) {
		uint64_t price;

		if ((info->languages >> i & 1) == 0)
			continue;
		price = price_in_language(
			room, i, pairs, best.price < give_up ? best.price : give_up);
		if (price < best.price) {
			best.price = price;
			best.language = model_languages[i].name;
		}
	}
	best.bad = count_bad_single(room->view.table, pairs);
	return best;
}

/* The score of one that reads these bytes the same for the same languages; NULL: none. */
static const struct score *find_same(
	const struct score *scores, size_t i, const struct byte_pairs *pairs)
{
	for (size_t k = 0; k < i; k++) {
		if ((singles[i].languages & ~singles[k].languages) == 0 &&
			same_single(singles[i].enc, singles[k].enc, pairs))
			return &scores[k];
	}
	return NULL;
}

#define PRIOR_USUAL 8

/* One language of each usual encoding gives a bound that ends the others early. */
static void find_bound(
	struct single_room *room, const struct byte_pairs *pairs, uint64_t *best, uint64_t margin)
{
	for (size_t i = 0; i < SINGLE_INFO_COUNT; i++) {
		uint64_t price;

		if (singles[i].prior > PRIOR_USUAL)
			continue;
		view_encoding(&room->view, &singles[i]);
		price = singles[i].prior + price_in_language(room,
						   (unsigned)__builtin_ctzll(singles[i].languages),
						   pairs, give_up_at(*best, margin));
		if (price < *best)
			*best = price;
	}
}

size_t score_singles(struct single_room *room, const struct byte_pairs *pairs, uint64_t *best,
	uint64_t margin, struct score out[SCORE_MAX], size_t count)
{
	struct score *mine = out + count;

	for (unsigned i = 0; i < pairs->list_count && pairs->list[i] < 0x80; i++)
		view_byte(&room->view, pairs->list[i]);
	find_bound(room, pairs, best, margin);
	for (size_t i = 0; i < SINGLE_INFO_COUNT; i++) {
		const struct score *same = find_same(mine, i, pairs);

		if (same != NULL)
			mine[i] = *same;
		else
			mine[i] = score_single(room, &singles[i], pairs, give_up_at(*best, margin));
		mine[i].enc = singles[i].enc;
		if (mine[i].price + singles[i].prior < *best)
			*best = mine[i].price + singles[i].prior;
	}
	for (size_t i = 0; i < SINGLE_INFO_COUNT; i++)
		mine[i].price += singles[i].prior;
	return count + SINGLE_INFO_COUNT;
}
