/* SPDX-License-Identifier: MIT */
/*
 * Prices of an input in each legacy encoding. A single-byte encoding is judged on the table of
 * byte pairs, so the size of the input does not matter; a multi-byte one on its characters.
 * Judged are pairs with a byte over 7F: plain ASCII tells nothing about the encoding.
 */
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

static void add_pair(struct byte_pairs *pairs, unsigned a, unsigned b)
{
	unsigned key = a << 8 | b;

	if (pairs->counts[key]++ == 0)
		pairs->used[pairs->used_count++] = (uint16_t)key;
	if (b >= 0x80)
		pairs->high[b - 0x80] = true;
}

static void list_bytes(struct byte_pairs *pairs)
{
	bool seen[256] = {false};

	for (size_t i = 0; i < pairs->used_count; i++) {
		seen[pairs->used[i] >> 8] = true;
		seen[pairs->used[i] & 0xFF] = true;
	}
	pairs->list_count = 0;
	for (unsigned byte = 0; byte < 256; byte++) {
		if (seen[byte])
			pairs->list[pairs->list_count++] = (uint8_t)byte;
	}
}

static void collect(struct byte_pairs *pairs, struct span in)
{
	uint8_t before = '\n';

	for (size_t i = 0; i < pairs->used_count; i++)
		pairs->counts[pairs->used[i]] = 0;
	pairs->used_count = 0;
	memset(pairs->high, 0, sizeof(pairs->high));
	for (size_t i = 0; i < in.len; i++) {
		size_t skip = text_ascii_len(span_of(in.ptr + i, in.len - i));

		if (skip != 0) {
			if (before >= 0x80)
				add_pair(pairs, before, in.ptr[i]);
			i += skip;
			before = in.ptr[i - 1];
			if (i == in.len)
				return;
		}
		add_pair(pairs, before, in.ptr[i]);
		before = in.ptr[i];
	}
	if (before >= 0x80)
		add_pair(pairs, before, '\n');
}

void byte_pairs_collect(struct byte_pairs *pairs, struct span in)
{
	collect(pairs, in);
	list_bytes(pairs);
}

static uint32_t byte_cp(const uint16_t *table, unsigned byte)
{
	return byte < 0x80 ? byte : table[byte - 0x80];
}

/* What the bytes are in one encoding, and in one language. */
struct byte_view {
	uint8_t symbol[256];
	uint8_t within[256];
	uint8_t cased[256];
	uint8_t script[256]; /* of a letter over 7F, which has to be looked up in each language */
	uint32_t cp[256];    /* letters folded */
};

static void view_byte(struct byte_view *v, uint8_t byte, uint32_t cp)
{
	enum model_script script;
	unsigned symbol = model_symbol(cp, &script);

	v->cp[byte] = symbol == SYM_LETTER ? model_fold(cp) : cp;
	v->cased[byte] = (uint8_t)model_case(cp);
	v->script[byte] = (uint8_t)script;
	v->symbol[byte] = (uint8_t)symbol;
	v->within[byte] = (uint8_t)model_within(symbol, cp);
	if (symbol == SYM_DIGIT || symbol == SYM_PUNCT)
		v->within[byte] = (uint8_t)model_exit(cp);
	if (cp == 0 && byte > 0x7F) {
		/* cppcheck-suppress arrayIndexOutOfBoundsCond; a byte is below 256 */
		v->symbol[byte] = SYM_INVALID;
		/* cppcheck-suppress arrayIndexOutOfBoundsCond; as above */
		v->within[byte] = PRICE_BAD;
	}
}

/* The bytes over 7F of one encoding, or the ASCII ones that all have in common. */
static void view_bytes(
	struct byte_view *v, const uint16_t *table, const struct byte_pairs *pairs, bool high)
{
	for (unsigned i = 0; i < pairs->list_count; i++) {
		unsigned byte = pairs->list[i];

		if ((byte >= 0x80) == high)
			view_byte(v, (uint8_t)byte, byte_cp(table, byte));
	}
}

static void view_letters(
	struct byte_view *v, const struct model_language *lang, const struct byte_pairs *pairs)
{
	for (unsigned i = pairs->list_count; i > 0 && pairs->list[i - 1] >= 0x80; i--) {
		unsigned byte = pairs->list[i - 1];

		if (v->script[byte] == SCRIPT_NONE)
			continue;
		v->symbol[byte] = (uint8_t)model_letter(
			lang, (enum model_script)v->script[byte], v->cp[byte]);
		v->within[byte] = (uint8_t)model_within(v->symbol[byte], v->cp[byte]);
	}
}

static uint64_t price_in_language(struct byte_view *v, const struct model_language *lang,
	const struct byte_pairs *pairs, uint64_t give_up)
{
	uint64_t price = 0;

	view_letters(v, lang, pairs);
	for (size_t i = 0; i < pairs->used_count && price < give_up; i++) {
		unsigned a = pairs->used[i] >> 8;
		unsigned b = pairs->used[i] & 0xFF;
		unsigned one = model_pair(lang, v->symbol[a], v->symbol[b]) +
			       model_case_cost(v->cased[a], v->cased[b]) + v->within[b];

		/* Lines are drawn of one symbol; no word is written of one letter. */
		if (a == b && v->symbol[a] < SYM_LETTER && v->symbol[a] != SYM_INVALID)
			one = one < 1 ? one : 1;
		price += (uint64_t)one * pairs->counts[pairs->used[i]];
	}
	return price;
}

static uint64_t count_bad_single(const uint16_t *table, const struct byte_pairs *pairs)
{
	uint64_t bad = 0;

	for (size_t i = 0; i < pairs->used_count; i++) {
		unsigned b = pairs->used[i] & 0xFF;

		if (b >= 0x80 && table[b - 0x80] == 0)
			bad += pairs->counts[pairs->used[i]];
	}
	return bad;
}

/* Languages that cost over give_up are not priced to the end. */
static struct score score_single(struct byte_view *v, const struct single_info *info,
	const struct byte_pairs *pairs, uint64_t give_up)
{
	struct score best = {.enc = info->enc, .price = UINT64_MAX, .possible = true};
	const uint16_t *table = single_table(info->enc);

	view_bytes(v, table, pairs, true);
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++) {
		uint64_t price;

		if ((info->languages >> i & 1) == 0)
			continue;
		price = price_in_language(
			v, &model_languages[i], pairs, best.price < give_up ? best.price : give_up);
		if (price < best.price) {
			best.price = price;
			best.language = model_languages[i].name;
		}
	}
	best.price += info->prior;
	best.bad = count_bad_single(table, pairs);
	return best;
}

/* One wide character in the middle of a Latin word: that is an accented letter. */
#define PRICE_INSIDE_WORD 24

struct multi_info {
	enum text_enc enc;
	unsigned prior;
	unsigned languages; /* bits of enum model_cjk_language */
};

static const struct multi_info multis[] = {
	{TEXT_GB18030, 0, 1u << CJK_HANS | 1u << CJK_HANT},
	{TEXT_BIG5, 2, 1u << CJK_HANT},
	{TEXT_SHIFT_JIS, 0, 1u << CJK_JAPANESE},
	{TEXT_EUC_JP, 4, 1u << CJK_JAPANESE},
	{TEXT_CP949, 2, 1u << CJK_KOREAN},
	{TEXT_JOHAB, 40, 1u << CJK_KOREAN},
	{TEXT_EUC_TW, 48, 1u << CJK_HANT},
};
#define MULTI_INFO_COUNT (sizeof(multis) / sizeof(multis[0]))

struct multi_sum {
	uint64_t price[MODEL_CJK_COUNT];
	uint64_t chars;
	uint64_t bad;
};

/* Adds one character behind another in every language asked for. */
static void sum_char(struct multi_sum *sum, unsigned languages, uint32_t before, uint32_t cp)
{
	for (unsigned i = 0; i < MODEL_CJK_COUNT; i++) {
		if ((languages >> i & 1) != 0)
			sum->price[i] += model_cjk_cost(i, before, cp);
	}
}

static void sum_add(struct multi_sum *sum, unsigned price)
{
	for (unsigned i = 0; i < MODEL_CJK_COUNT; i++)
		sum->price[i] += price;
}

static bool is_word_char(uint32_t cp)
{
	enum model_class class = model_class_of(cp);

	return class >= CLASS_HAN && class <= CLASS_HANGUL && cp != 0x30FC;
}

static bool is_letter(uint32_t cp)
{
	return (cp | 32) >= 'a' && (cp | 32) <= 'z';
}

static struct multi_sum sum_multi(const struct multi_info *info, struct span in)
{
	int (*next)(struct span, size_t, uint32_t *) = next_of(info->enc);
	struct multi_sum sum = {.chars = 0};
	uint32_t before = '\n';
	uint32_t entry = '\n'; /* ASCII in front of the run */
	unsigned run = 0;
	size_t pos = 0;

	while (pos < in.len && sum.bad <= 4 + sum.chars / 8) {
		size_t skip = text_ascii_len(span_of(in.ptr + pos, in.len - pos));
		uint32_t cp = 0;
		int len;

		if (skip != 0) {
			if (before >= 0x80)
				sum_char(&sum, info->languages, before, in.ptr[pos]);
			if (run == 1 && is_letter(entry) && is_letter(in.ptr[pos]))
				sum_add(&sum, PRICE_INSIDE_WORD);
			pos += skip;
			before = in.ptr[pos - 1];
			entry = before;
			run = 0;
			continue;
		}
		len = next(in, pos, &cp);
		if (len <= 0) {
			sum.bad++;
			sum_add(&sum, PRICE_BAD);
			pos += len < 0 ? (size_t)-len : in.len - pos;
			before = '\n';
			continue;
		}
		cp = cp > 0x10FFFF ? cp & 0xFFFF : cp;
		if (cp != before || is_word_char(cp)) /* a line drawn of one symbol counts once */
			sum_char(&sum, info->languages, before, cp);
		sum.chars++;
		run++;
		before = cp;
		pos += (size_t)len;
	}
	if (before >= 0x80)
		sum_char(&sum, info->languages, before, '\n');
	return sum;
}

static struct score score_multi(const struct multi_info *info, struct span in)
{
	struct multi_sum sum = sum_multi(info, in);
	struct score best = {.enc = info->enc, .price = UINT64_MAX, .bad = sum.bad};

	best.possible = sum.bad <= 4 + sum.chars / 8;
	for (unsigned i = 0; i < MODEL_CJK_COUNT; i++) {
		if ((info->languages >> i & 1) != 0 && sum.price[i] < best.price) {
			best.price = sum.price[i];
			best.language = model_cjks[i].name;
		}
	}
	best.price += info->prior;
	return best;
}

/* Beyond this distance from the best a candidate is of no interest. */
#define PRICE_HOPELESS 110

size_t score_all(struct span in, const struct byte_pairs *pairs, struct score out[SCORE_MAX])
{
	uint64_t best = UINT64_MAX - PRICE_HOPELESS;
	struct byte_view view;
	size_t count = 0;

	view_bytes(&view, single_table(TEXT_WINDOWS_1252), pairs, false);

	for (size_t i = 0; i < MULTI_INFO_COUNT; i++) {
		struct score s = score_multi(&multis[i], in);

		if (s.possible)
			out[count++] = s;
		if (s.possible && s.price < best)
			best = s.price;
	}
	for (size_t i = 0; i < SINGLE_INFO_COUNT; i++) {
		out[count] = score_single(&view, &singles[i], pairs, best + PRICE_HOPELESS);
		if (out[count].price < best)
			best = out[count].price;
		count++;
	}
	return count;
}

bool same_single(enum text_enc a, enum text_enc b, const struct byte_pairs *pairs)
{
	if (a == b)
		return true;
	if (a < TEXT_SINGLE_FIRST || b < TEXT_SINGLE_FIRST)
		return false;
	for (unsigned i = 0; i < 128; i++) {
		if (pairs->high[i] && single_table(a)[i] != single_table(b)[i])
			return false;
	}
	return true;
}

struct score score_utf8(struct span in)
{
	struct score s = {.enc = TEXT_UTF8};
	size_t pos = 0;
	uint64_t chars = 0;

	while (pos < in.len) {
		size_t before;

		pos += text_ascii_len(span_of(in.ptr + pos, in.len - pos));
		if (pos == in.len)
			break;
		before = pos;
		if (utf8_next(in, &pos) == UTF_BAD) {
			s.bad++;
			s.price += PRICE_BAD;
		} else {
			chars++;
			/* What a character of so many bytes is worth; the form proves the rest. */
			s.price += (pos - before) * 8;
		}
	}
	s.possible = chars > s.bad;
	return s;
}
