/* SPDX-License-Identifier: MIT */
/* Lines that are passed by a cheap look are those that the full price would pass. */
#include <stdlib.h>
#include <string.h>

#include "detect/detect_private.h"
#include "detect/language.h"
#include "detect/plain.h"
#include "test.h"

static uint32_t seed;

static unsigned below(unsigned limit)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % limit;
}

static const char *const words[] = {"\xC5\xE4\xD6\xC3\xB4\xAE\xBF\xDA", /* two words of GBK */
	"\xD2\xBB", "\xCB\xCE\xCC\xE5", "\xA1\xAA\xA1\xAA", "\xA1\xA3", "reg 0x10", "  ", "'", "\n",
	"\r\n", "\x82\xA0\x82\xC6\x82\xCD", "\x83\x5C", "\xB0\xB0", "\xE9t\xE9",
	"25 \xB0"
	"C",
	"gro\xDF"
	"e",
	"\x81\x40", "\xFD\xFE", "\xA4\xA4\xA4\xE5"};

static void make_text(struct buf *out)
{
	for (unsigned i = 0; i < 60; i++) {
		/* The first ones are more frequent, so that some lines are plain. */
		const char *word = words[below(1 + below(sizeof(words) / sizeof(words[0])))];

		if (below(16) == 0) {
			uint8_t pair[2] = {
				(uint8_t)(0x81 + below(0x7E)), (uint8_t)(0x40 + below(0xBF))};

			buf_add(out, pair, sizeof(pair));
		} else {
			buf_str(out, word);
		}
	}
}

static void line_is_usual(
	const struct single_tables *t, struct span line, unsigned reading, const struct plain *p)
{
	uint32_t bad = 0;
	struct span odd;
	uint32_t price = price_line_in(t, line, reading, true, &bad, &odd);
	unsigned high = 0;

	for (size_t i = 0; i < line.len; i++)
		high += line.ptr[i] >> 7;
	if (high == 0)
		return;
	assert_int_equal(bad, 0);
	assert_int_equal(odd.len, 0);
	assert_true(p->many || (high >= PLAIN_LEAST && price <= high * PLAIN_MOST));
	assert_true(price <= high * p->most + p->allowance);
	if (!p->western)
		assert_false(has_western(p->engine, line));
}

/* Goes over a text as gather_odd does; returns how many lines were passed. */
static uint64_t pass(const struct single_tables *t, struct span in, unsigned reading)
{
	struct plain p;
	uint64_t lines = 0;
	size_t done = 0;
	size_t from = 0;

	assert_true(plain_open(&p, readings_of(t), reading));
	p.most = 14 + below(12);
	p.many = below(2) != 0;
	p.allowance = 24;
	while (done < in.len) {
		size_t at = plain_lines(&p, in, &done, &lines);
		struct line_walk walk = {.in = in, .pos = from};

		while (line_next(&walk) && walk.pos <= at)
			line_is_usual(t, walk.line, reading, &p);
		if (at == in.len)
			break;
		from = walk.pos;
		done = from;
	}
	return lines;
}

static void passed_lines_are_usual_ones(void **state)
{
	const struct single_tables *t = single_tables_get();
	uint64_t passed[1 + MULTI_INFOS] = {0};

	(void)state;
	assert_non_null(t);
	assert_in_range(readings_of(t)->count, 100, READINGS);
	seed = 1;
	for (unsigned n = 0; n < 2000; n++) {
		const struct reading_list *list = readings_of(t);
		unsigned reading =
			list->first[1] + n % (list->first[1 + MULTI_INFOS] - list->first[1]);
		struct buf text;

		buf_init(&text, 0);
		make_text(&text);
		passed[list->list[reading].engine] += pass(t, span_of(text.ptr, text.len), reading);
		buf_free(&text);
	}
	assert_true(passed[1] > 100);
}

/* Each line is judged by itself, and by all of its runs: none of many such is left for a full
 * price. */
static void every_plain_line_is_passed(void **state)
{
	static const char line[] =
		"// \xD0\xDE\xB8\xC4\xC1\xCB\xB4\xAE\xBF\xDA\xB5\xC4\xC7\xFD\xB6\xAF reg 0x10, "
		"\xD5\xE2\xCA\xC7\xB6\xC1\xC8\xA1\xB5\xC4\xCE\xC4\xBC\xFE ok "
		"\xB2t\xBD\xE2\xB4\xAE\xBF\xDA\xB5\xC4\xC7\xFD\xB6\xAF " /* no "\xB2" and a "t" */
		"\xA1\xA3\n";
	const struct single_tables *t = single_tables_get();
	struct plain p;
	struct buf text;
	uint64_t lines = 0;
	size_t done = 0;

	(void)state;
	assert_non_null(t);
	assert_true(plain_open(&p, readings_of(t), readings_of(t)->first[1]));
	p.allowance = 24;
	buf_init(&text, 0);
	for (unsigned i = 0; i < 100; i++)
		buf_str(&text, line);
	assert_int_equal(plain_lines(&p, span_of(text.ptr, text.len), &done, &lines), text.len);
	assert_int_equal(lines, 100);
	assert_false(p.western);
	buf_free(&text);
}

static void an_encoding_of_one_byte_has_no_plain_lines(void **state)
{
	const struct single_tables *t = single_tables_get();
	struct plain p;

	(void)state;
	assert_non_null(t);
	assert_false(plain_open(&p, readings_of(t), readings_of(t)->first[1 + MULTI_INFOS]));
	assert_false(plain_open(&p, readings_of(t), 0));
}

/* Its price is whole, or there is none. */
static void an_encoding_that_costs_too_much_is_left_out(void **state)
{
	static const char text[] =
		"// \xD0\xDE\xB8\xC4\xC1\xCB\xB4\xAE\xBF\xDA\xB5\xC4\xC7\xFD\xB6\xAF ok, "
		"\xB6\xC1\xC8\xA1\xB5\xC4\xCE\xC4\xBC\xFE \xA1\xA3\n";
	const struct span line = span_of(text, sizeof(text) - 1);
	const struct single_tables *t = single_tables_get();
	const unsigned *first;

	(void)state;
	assert_non_null(t);
	first = readings_of(t)->first;
	for (unsigned e = 1; e <= MULTI_INFOS; e++) {
		struct line_prices whole;
		struct line_prices part;

		price_line(t, line, 1ull << e, &whole);
		price_line(t, line, 0, &part);
		price_below(t, line, e, 100, &part);
		assert_int_equal(part.price[first[e]], PRICE_FAR);
		price_below(t, line, e, whole.price[first[e]], &part);
		assert_int_equal(part.price[first[e]], whole.price[first[e]]);
		assert_int_equal(part.hash[e], whole.hash[e]);
	}
}

/* gather_odd asks the languages of a line only where they may decide. */
static void languages_add_little_to_a_price(void **state)
{
	const struct single_tables *t = single_tables_get();
	const struct reading_list *list = readings_of(t);

	(void)state;
	for (unsigned i = 0; i < 200; i++) {
		struct buf text = {0};
		struct span line;

		seed = i;
		buf_str(&text, "Der Text zu den Zeilen, printed in ");
		make_text(&text);
		line = span_of(text.ptr, text.len);
		for (unsigned e = 1 + MULTI_INFOS; e < ENGINES; e++) {
			uint32_t bad[2];
			struct span odd;
			uint32_t least =
				price_line_in(t, line, list->first[e], false, &bad[0], &odd);
			uint32_t price =
				price_line_in(t, line, list->first[e], true, &bad[1], &odd);

			assert_in_range(price, least, least + LANGUAGE_MOST);
			assert_int_equal(bad[0], bad[1]);
		}
		buf_free(&text);
	}
}

/* A word of any length is in a language if it has a vowel anywhere. */
static void a_late_vowel_makes_a_word_of_a_language(void **state)
{
	static const char word[] = "Rchtsschtzvrschrngsgsllschftnszrdo"; /* it is the 34th letter */
	unsigned sums[2] = {0};

	(void)state;
	for (unsigned vowel = 0; vowel < 2; vowel++) {
		uint8_t costs[MODEL_LANGUAGE_COUNT];

		language_costs(span_of(word, sizeof(word) - 2 + vowel), costs);
		for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++)
			sums[vowel] += costs[i];
	}
	assert_int_equal(sums[0], 0);
	assert_int_not_equal(sums[1], 0);
}

/* Plain text: GBK, Big5, Shift_JIS, CP949, windows-1251, KOI8-R and UTF-8. */
static const char *const others[] = {
	"\xD0\xDE\xB8\xC4\xC1\xCB\xB4\xAE\xBF\xDA\xB5\xC4\xC7\xFD\xB6\xAF",
	"\xA8\xCF\xA5\xCE\xAA\xCC\xA4\xA4\xA4\xE5\xA4\xB6\xAD\xB1",
	"\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x83\x65\x83\x4C\x83\x58\x83\x67",
	"\xC7\xD1\xB1\xB9\xBE\xEE \xC6\xC4\xC0\xCF\xC0\xBB \xBF\xAD \xBC\xF6",
	"\xED\xE5 \xF3\xE4\xE0\xEB\xEE\xF1\xFC \xEE\xF2\xEA\xF0\xFB\xF2\xFC \xF4\xE0\xE9\xEB",
	"\xCE\xC5 \xD5\xC4\xC1\xCC\xCF\xD3\xD8 \xCF\xD4\xCB\xD2\xD9\xD4\xD8 \xC6\xC1\xCA\xCC",
	"\xE6\x96\x87\xE4\xBB\xB6\xE4\xB8\x8D\xE5\xAD\x98\xE5\x9C\xA8"};

/* The cheapest reading of a run that is plain text, with all prices of all encodings. */
static enum text_enc cheapest_other(const struct single_tables *t, struct span run, unsigned engine)
{
	const struct reading_list *list = readings_of(t);
	struct line_prices p;
	uint32_t own = UINT32_MAX;
	uint32_t best = UINT32_MAX;
	enum text_enc enc = TEXT_NONE;

	price_line(t, run, EVERY_ENGINE, &p);
	for (unsigned r = 0; r < list->count; r++) {
		unsigned e = list->list[r].engine;
		bool single = e > MULTI_INFOS;
		bool text = single ? !list->list[r].latin && p.high >= 8 : e == 0 || p.runs[e];

		if (e == engine) {
			own = p.price[r] < own ? p.price[r] : own;
		} else if (text && p.bad[e] == 0 && p.price[r] <= p.high * (single ? 14 : 18) &&
			   p.price[r] < best) {
			best = p.price[r];
			enc = list->list[r].enc;
		}
	}
	return best < UINT32_MAX && best + 64 < own ? enc : TEXT_NONE;
}

static void another_encoding_is_found_as_by_all_prices(void **state)
{
	const struct single_tables *t = single_tables_get();
	unsigned found = 0;

	(void)state;
	assert_non_null(t);
	seed = 3;
	for (unsigned n = 0; n < 3000; n++) {
		struct buf text;
		size_t from;
		struct span run;
		unsigned engine = 1 + n % MULTI_INFOS;
		enum text_enc other;

		buf_init(&text, 0);
		if (n % 3 == 0)
			buf_str(&text, others[below(sizeof(others) / sizeof(others[0]))]);
		else
			make_text(&text);
		from = n % 3 == 0 ? 0 : below((unsigned)text.len);
		run = span_of(text.ptr + from, text.len - from);
		other = other_text(t, run, engine, n % 2 != 0 ? EVERY_ENGINE : ALL_ENGINES);
		assert_int_equal(other, cheapest_other(t, run, engine));
		found += other != TEXT_NONE;
		buf_free(&text);
	}
	assert_in_range(found, 300, 2900);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(passed_lines_are_usual_ones),
		cmocka_unit_test(every_plain_line_is_passed),
		cmocka_unit_test(an_encoding_of_one_byte_has_no_plain_lines),
		cmocka_unit_test(an_encoding_that_costs_too_much_is_left_out),
		cmocka_unit_test(languages_add_little_to_a_price),
		cmocka_unit_test(a_late_vowel_makes_a_word_of_a_language),
		cmocka_unit_test(another_encoding_is_found_as_by_all_prices),
	};

	return cmocka_run_group_tests_name("text_plain", tests, NULL, NULL);
}
