/* SPDX-License-Identifier: MIT */
/* Prices of an input in the multi-byte encodings and in damaged UTF-8, from its characters. */
#include "detect_private.h"
#include "model.h"

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
	enum model_class a = model_class_of(before);
	enum model_class b = model_class_of(cp);

	for (unsigned i = 0; i < MODEL_CJK_COUNT; i++) {
		if ((languages >> i & 1) != 0)
			sum->price[i] += model_cjk_cost_of(i, a, before, b, cp);
	}
}

static bool is_hopeless(const struct multi_sum *sum, unsigned languages, uint64_t give_up)
{
	for (unsigned i = 0; i < MODEL_CJK_COUNT; i++) {
		if ((languages >> i & 1) != 0 && sum->price[i] < give_up)
			return false;
	}
	return true;
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

static struct multi_sum sum_multi(const struct multi_info *info, struct span in, uint64_t give_up)
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
			if (is_hopeless(&sum, info->languages, give_up))
				break;
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

static struct score score_multi(const struct multi_info *info, struct span in, uint64_t give_up)
{
	struct multi_sum sum = sum_multi(info, in, give_up);
	struct score best = {.enc = info->enc, .price = UINT64_MAX, .bad = sum.bad};

	best.possible = sum.bad <= 4 + sum.chars / 8;
	for (unsigned i = 0; i < MODEL_CJK_COUNT; i++) {
		if ((info->languages >> i & 1) != 0 && sum.price[i] < best.price) {
			best.price = sum.price[i];
			best.language = model_cjks[i].name;
		}
	}
	best.price += info->prior;
	best.possible = best.possible && best.price < give_up + info->prior;
	return best;
}

size_t score_multis(
	struct span in, uint64_t *best, uint64_t margin, struct score out[SCORE_MAX], size_t count)
{
	for (size_t i = 0; i < MULTI_INFO_COUNT; i++) {
		struct score s = score_multi(&multis[i], in, give_up_at(*best, margin));

		if (!s.possible)
			continue;
		out[count++] = s;
		if (s.price < *best)
			*best = s.price;
	}
	return count;
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
