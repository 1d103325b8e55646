/* SPDX-License-Identifier: MIT */
/*
 * Passes lines that the found encoding explains well: in a long text nearly all. A price without
 * pairs of characters is never below the one with them, so a line that costs little here is usual,
 * and only the others are priced in full.
 */
#include "detect/plain.h"
#include "detect/bytes.h"
#include "detect/context.h"
#include "detect/detect_single.h"
#include "detect/window.h"

/*
 * For a two-byte code, lead & 7F << 8 | trail: 0 before the first look-up, 1 when it is not a
 * character of two bytes. Else its class plus one and, in the low byte, its price after another one
 * without the price of their classes. Threads fill in the same values.
 */
typedef _Atomic(uint16_t) plain_char;
#define CHAR_COUNT  32768
#define CHAR_SLOW   1
#define PRICE_APART 2 /* of two characters that are not a frequent pair; model_cjk_cost */

static plain_char *chars_of(unsigned engine, unsigned language)
{
	static _Atomic(void *) ready[MULTI_INFOS][2];
	_Atomic(void *) *slot = &ready[engine - 1][language];
	plain_char *chars = atomic_load_explicit(slot, memory_order_acquire);

	return chars != NULL ? chars : text_keep(slot, calloc(CHAR_COUNT, sizeof(*chars)));
}

bool plain_open(struct plain *p, const struct reading_list *list, unsigned reading)
{
	unsigned engine = list->list[reading].engine;
	unsigned language = reading - list->first[engine];

	*p = (struct plain){.most = PLAIN_MOST};
	if (engine == 0 || engine > MULTI_INFOS)
		return false;
	p->engine = engine;
	p->language = multi_infos[engine - 1].languages[language];
	p->next = next_of(multi_infos[engine - 1].enc);
	p->classes = model_cjks[p->language].classes;
	p->chars = chars_of(engine, language);
	return p->chars != NULL;
}

static unsigned fill_char(const struct plain *p, struct span in, size_t pos, plain_char *slot)
{
	uint32_t cp = 0;
	unsigned value = CHAR_SLOW;

	if (p->next(in, pos, &cp) == 2 && cp <= 0x10FFFF) {
		enum model_class class = model_class_of(cp);
		unsigned price = model_char(p->language, class, cp) + PRICE_APART;

		value = (class + 1u) << 8 | (price < 255 ? price : 255);
	}
	atomic_store_explicit(slot, (uint16_t)value, memory_order_relaxed);
	return value;
}

static unsigned step_price(const struct plain *p, unsigned before, unsigned now)
{
	return (unsigned)(p->classes[before * CLASS_COUNT + now] - MODEL_COST_BASE);
}

#define BIT(class)   (1u << (class))
#define WORD_CLASSES (BIT(CLASS_HANGUL + 1) - BIT(CLASS_HAN))
/* A line of one repeated symbol of another class counts once. */
#define AGAIN_PRICED (WORD_CLASSES | BIT(CLASS_GREEK_CYRILLIC) | BIT(CLASS_LATIN))
/* The group of such a character is one with context_most; see LONE_MOST. */
#define LONE_BOUND   (WORD_CLASSES | BIT(CLASS_CJK_PUNCT) | BIT(CLASS_FULL_WIDTH))

#define LONES 4

/* The price of a line so far. */
struct line_sum {
	size_t first; /* its first byte over 7F */
	uint64_t price;
	size_t high;
	bool words;
	size_t lone[LONES]; /* characters by themselves that are not in the price ... */
	unsigned lones;
	uint64_t lone_most; /* ... with which it is this much more at most */
};

#define AROUND    64 /* bytes beside a character that are looked at */
/* What it costs by itself beyond its price after another one: the most of model_context_char in the
 * groups of LONE_BOUND, of both sides, of two letters beside it (context_price) and of LONE_ASIDE.
 */
#define LONE_MOST (23 + 2 * 24 + 2 * 10 + 16)

/* The most that a character by itself costs. */
static unsigned price_lone(const struct plain *p, struct span in, size_t pos)
{
	size_t from = pos < AROUND ? 0 : pos - AROUND;
	size_t end = in.len - pos < AROUND ? in.len : pos + AROUND;
	uint32_t cp = 0;

	(void)p->next(in, pos, &cp);
	return lone_price(
		p->language, cp, span_of(in.ptr + from, end - from), pos - from, pos - from + 2);
}

/* Adds the character at pos, by itself. */
static void add_lone(const struct plain *p, struct span in, size_t pos, unsigned class,
	unsigned price, struct line_sum *sum)
{
	if (sum->lones == LONES || (LONE_BOUND >> class & 1) == 0) {
		sum->price += price_lone(p, in, pos);
		return;
	}
	sum->lone[sum->lones++] = pos;
	sum->lone_most += LONE_MOST + price;
}

/* Adds the run of bytes over 7F at pos; returns its end, or 0 when it is not plain. */
static size_t add_run(struct plain *p, struct span in, size_t pos, struct line_sum *sum)
{
	unsigned class = model_class_of(byte_at(in, pos - 1));
	size_t start = pos;
	unsigned code = 0;
	unsigned classes = 0; /* of all but the first one; bits */
	bool one = false;     /* byte again and again: see sum_again */
	uint64_t price = 0;
	unsigned value = 0;
	unsigned high = 0;

	for (; pos + 1 < in.len && in.ptr[pos] >= 0x80; pos += 2) {
		unsigned last = code;
		unsigned now;

		code = (in.ptr[pos] & 0x7Fu) << 8 | in.ptr[pos + 1];
		high += 1 + (in.ptr[pos + 1] >> 7);
		value = atomic_load_explicit(&p->chars[code], memory_order_relaxed);
		if (value <= CHAR_SLOW)
			value = value == 0 ? fill_char(p, in, pos, &p->chars[code]) : value;
		if (value == CHAR_SLOW)
			return 0;
		now = (value >> 8) - 1;
		classes |= pos != start ? BIT(now) : 0;
		if (code != last) {
			price += step_price(p, class, now) + (value & 0xFF);
		} else {
			one = one || in.ptr[pos] == in.ptr[pos + 1];
			if ((AGAIN_PRICED >> now & 1) != 0)
				price += step_price(p, class, now) + (value & 0xFF);
		}
		class = now;
	}
	if (pos + 1 == in.len && in.ptr[pos] >= 0x80)
		return 0;
	if (may_be_western(in.ptr[start], in.ptr[start + 1]))
		p->western = p->western || is_western(p->engine, in, start);
	sum->high += high;
	if (pos - start == 2) {
		add_lone(p, in, start, class, value & 0xFF, sum);
	} else {
		enum model_class next = model_class_of(byte_at(in, pos));

		price += step_price(p, class, next) + model_exit(next);
		if (one || (pos - start >= ODD_LEAST && price > (pos - start) * PLAIN_RUN))
			return 0;
		sum->words = sum->words | ((classes & WORD_CLASSES) != 0);
		sum->price += price;
	}
	return pos;
}

/* The first byte over 7F from pos on; *ended: a line ends before it. */
static size_t after_line(struct span in, size_t pos, bool *ended)
{
	uint64_t ends = 0;

	for (; in.len - pos >= WINDOW; pos += WINDOW) {
		uint64_t high = window_high(in.ptr + pos);
		uint64_t end = window_ends(in.ptr + pos);

		if (high != 0) {
			*ended = (ends | (end & (high ^ (high - 1)))) != 0;
			return pos + (size_t)__builtin_ctzll(high);
		}
		ends |= end;
	}
	*ended = ends != 0;
	for (; pos < in.len && in.ptr[pos] < 0x80; pos++)
		*ended = *ended || in.ptr[pos] == '\n' || in.ptr[pos] == '\r';
	*ended = *ended || pos == in.len;
	return pos;
}

static bool is_cheap(const struct plain *p, size_t high, uint64_t price)
{
	return price <= high * p->most + p->allowance &&
	       (p->many || (high >= PLAIN_LEAST && price <= high * PLAIN_MOST));
}

static bool is_plain(const struct plain *p, struct span in, const struct line_sum *sum)
{
	uint64_t price = sum->price;

	if (!sum->words || is_cheap(p, sum->high, price + sum->lone_most))
		return sum->words;
	for (unsigned i = 0; i < sum->lones; i++)
		price += price_lone(p, in, sum->lone[i]);
	return sum->lones != 0 && is_cheap(p, sum->high, price);
}

size_t plain_lines(struct plain *p, struct span in, size_t *done, uint64_t *lines)
{
	struct line_sum sum = {.high = 0};
	size_t pos = *done;

	for (;;) {
		bool ended;
		size_t at = after_line(in, pos, &ended);

		if (sum.high != 0 && (ended || pos - sum.first > LINE_PRICED)) {
			if (!is_plain(p, in, &sum))
				return sum.first;
			*done = pos;
			++*lines;
			sum = (struct line_sum){.high = 0};
		}
		if (at == in.len)
			return at;
		if (sum.high == 0)
			sum.first = at;
		pos = add_run(p, in, at, &sum);
		if (pos == 0)
			return sum.first;
	}
}
