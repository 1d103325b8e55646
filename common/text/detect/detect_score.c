/* SPDX-License-Identifier: MIT */
/* Prices of an input in the multi-byte encodings and in damaged UTF-8, from its characters. */
#include "detect/detect_private.h"
#include "detect/model.h"

/* One wide character in the middle of a Latin word: that is an accented letter. */
#define PRICE_INSIDE_WORD 24

struct multi_info {
	enum text_enc enc;
	unsigned prior;
	uint8_t languages[2]; /* enum model_cjk_language; the same twice when it is one */
};

static const struct multi_info multis[] = {
	{TEXT_GB18030, 0, {CJK_HANS, CJK_HANT}},
	{TEXT_BIG5, 2, {CJK_HANT, CJK_HANT}},
	{TEXT_SHIFT_JIS, 0, {CJK_JAPANESE, CJK_JAPANESE}},
	{TEXT_EUC_JP, 4, {CJK_JAPANESE, CJK_JAPANESE}},
	{TEXT_CP949, 2, {CJK_KOREAN, CJK_KOREAN}},
	{TEXT_JOHAB, 40, {CJK_KOREAN, CJK_KOREAN}},
	{TEXT_EUC_TW, 48, {CJK_HANT, CJK_HANT}},
};
#define MULTI_INFO_COUNT (sizeof(multis) / sizeof(multis[0]))

struct multi_sum {
	const uint8_t *languages;
	uint64_t price[2];
	uint64_t chars;
	uint64_t bad;
	size_t piece_pos; /* where the piece stands in its text */
	size_t check;     /* where to look whether it is far behind */
	size_t text_len;
	uint64_t best; /* of all candidates so far */
};

static bool is_possible(const struct multi_sum *sum)
{
	return sum->bad <= 4 + sum->chars / 8;
}

static bool is_hopeless(const struct multi_sum *sum, uint64_t give_up)
{
	return sum->price[0] >= give_up && sum->price[1] >= give_up;
}

#define FAR_STEP 4096 /* bytes between two looks whether a candidate is far behind */

/* At this rate it would cost 1.4 of the best at the end; being cheaper in the rest does not come
 * about in texts of one encoding. */
static bool is_far_behind(struct multi_sum *sum, size_t pos)
{
	uint64_t price = sum->price[0] < sum->price[1] ? sum->price[0] : sum->price[1];
	double share = (double)(sum->piece_pos + pos) / (double)sum->text_len;

	sum->check = sum->piece_pos + pos + FAR_STEP;
	return (double)price > 1.4 * share * (double)sum->best + 1000;
}

/* Where in the piece the next look is due. */
static size_t next_check(const struct multi_sum *sum)
{
	return sum->check > sum->piece_pos ? sum->check - sum->piece_pos : 0;
}

static void sum_add(struct multi_sum *sum, unsigned price)
{
	sum->price[0] += price;
	sum->price[1] += price;
}

/* A character and its class. */
struct classed {
	uint32_t cp;
	enum model_class class;
};

static struct classed classed(uint32_t cp)
{
	return (struct classed){cp, model_class_of(cp)};
}

/* Adds one character behind another in the languages. */
static inline void sum_char(struct multi_sum *sum, struct classed a, struct classed b)
{
	struct model_step step = model_step(a.class, a.cp, b.class, b.cp);
	unsigned price = model_cjk_cost(sum->languages[0], &step);

	sum->price[0] += price;
	if (sum->languages[1] != sum->languages[0])
		price = model_cjk_cost(sum->languages[1], &step);
	sum->price[1] += price;
}

static bool is_word_char(struct classed c)
{
	return c.class >= CLASS_HAN && c.class <= CLASS_HANGUL && c.cp != 0x30FC;
}

static bool is_letter(uint32_t cp)
{
	return (cp | 32) >= 'a' && (cp | 32) <= 'z';
}

/* Adds a piece that begins where a line does; to the end unless it is hopeless. False when it is
 * far behind. */
static bool sum_piece(struct multi_sum *sum, enum text_enc enc, struct span in, uint64_t give_up)
{
	int (*next)(struct span, size_t, uint32_t *) = next_of(enc);
	const struct classed line_end = classed('\n');
	struct classed before = line_end;
	uint32_t entry = '\n'; /* ASCII in front of the run */
	size_t check = next_check(sum);
	unsigned run = 0;
	size_t pos = 0;

	while (pos < in.len && !is_hopeless(sum, give_up)) {
		struct classed now;
		uint32_t cp = 0;
		int len;

		if (pos >= check) {
			if (is_far_behind(sum, pos))
				return false;
			check = next_check(sum);
		}
		if (in.ptr[pos] < 0x80) {
			if (before.cp >= 0x80)
				sum_char(sum, before, classed(in.ptr[pos]));
			if (run == 1 && is_letter(entry) && is_letter(in.ptr[pos]))
				sum_add(sum, PRICE_INSIDE_WORD);
			pos = behind_ascii(in, pos);
			entry = in.ptr[pos - 1];
			before = classed(entry);
			run = 0;
			continue;
		}
		len = next(in, pos, &cp);
		if (len <= 0) {
			sum->bad++;
			sum_add(sum, PRICE_BAD);
			pos += len < 0 ? (size_t)-len : in.len - pos;
			before = line_end;
			if (!is_possible(sum))
				break;
			continue;
		}
		now = classed(cp > 0x10FFFF ? cp & 0xFFFF : cp);
		/* A line drawn of one symbol counts once. */
		if (now.cp != before.cp || is_word_char(now))
			sum_char(sum, before, now);
		sum->chars++;
		run++;
		before = now;
		pos += (size_t)len;
	}
	if (before.cp >= 0x80)
		sum_char(sum, before, line_end);
	return true;
}

static void score_multi(const struct multi_info *info, const struct part *part, struct scores *out)
{
	uint64_t limit = give_up_at(out);
	uint64_t give_up = limit > info->prior ? limit - info->prior : 0;
	struct multi_sum sum = {.languages = info->languages};
	struct score best = {.enc = info->enc, .price = UINT64_MAX};
	struct span piece;
	size_t pos = 0;

	sum.text_len = part->in.len;
	sum.best = out->best < out->most ? out->best : out->most;
	sum.check = out->hasty && sum.best < PRICE_ANY ? FAR_STEP : SIZE_MAX;
	while (is_possible(&sum) && !is_hopeless(&sum, give_up) && part_next(part, &pos, &piece)) {
		sum.piece_pos = (size_t)(piece.ptr - part->in.ptr);
		if (!sum_piece(&sum, info->enc, piece, give_up)) {
			out->gave_up = true;
			return;
		}
	}
	if (!is_possible(&sum))
		return;
	for (unsigned i = 0; i < 2; i++) {
		if (sum.price[i] < best.price) {
			best.price = sum.price[i];
			best.language = model_cjks[info->languages[i]].name;
		}
	}
	best.price += info->prior;
	best.bad = sum.bad;
	scores_add(out, &best);
}

void score_multis(const struct part *part, struct scores *out)
{
	for (size_t i = 0; i < MULTI_INFO_COUNT; i++)
		score_multi(&multis[i], part, out);
}

/* Length of the well-formed sequence at a byte over 7F; 0: there is none. */
static inline unsigned sequence_at(struct span in, size_t pos)
{
	uint8_t first = in.ptr[pos];
	size_t end = pos;

	if (first < 0xC2 || first > 0xF4 || in.len - pos < 2 || (in.ptr[pos + 1] & 0xC0) != 0x80)
		return 0;
	if (first < 0xE0)
		return 2;
	return utf8_next(in, &end) == UTF_BAD ? 0 : (unsigned)(end - pos);
}

struct utf8_score score_utf8(struct span in, uint64_t limit)
{
	struct utf8_score s = {0, 0, 0};
	size_t pos = behind_ascii(in, 0);

	while (pos < in.len && s.price < limit) {
		unsigned len = sequence_at(in, pos);

		if (len == 0) {
			s.bad++;
			s.price += PRICE_BAD;
		} else {
			s.chars++;
			/* What a character of so many bytes is worth; the form proves the rest. */
			s.price += len * 8u;
		}
		pos += len == 0 ? 1 : len;
		if (pos < in.len && in.ptr[pos] < 0x80)
			pos = behind_ascii(in, pos);
	}
	return s;
}
