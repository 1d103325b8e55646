/* SPDX-License-Identifier: MIT */
/* What the detector promises of long inputs, and of calls from several threads at once. */
#include <string.h>

#include "biosbelt/text.h"
#include "biosbelt/thread.h"
#include "test.h"

static const char code[] = "\tif (count > 0 && table[count - 1].key == key)\n\t\treturn value;\n";
static const char comment[] = "// \xD0\xDE\xB8\xC4\xC1\xCB\xB4\xAE\xBF\xDA\xC7\xFD\xB6\xAF\xB5\xC4"
			      "\xD7\xA2\xCA\xCD\n";
static const char utf8_comment[] = "// \xE4\xB8\xAD\xE6\x96\x87\xE6\xB3\xA8\xE9\x87\x8A\n";

static struct text_guess detect(const struct buf *text)
{
	struct text_guess guess;
	struct err err;

	assert_int_equal(text->failed, ERR_OK);
	assert_int_equal(text_detect(span_of(text->ptr, text->len), NULL, &guess, &err), ERR_OK);
	return guess;
}

static void repeat(struct buf *out, const char *text, size_t times)
{
	for (size_t i = 0; i < times; i++)
		buf_str(out, text);
}

static void a_comment_at_the_end_of_long_code_decides(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text, code, 5000);
	buf_str(&text, comment);
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_equal(guess.non_ascii, 20);
	buf_free(&text);
}

/* The prices are those of the same comments without the code: what is between does not matter. */
static void code_between_comments_changes_nothing(void **state)
{
	struct text_guess with;
	struct text_guess without;
	struct buf a;
	struct buf b;

	(void)state;
	buf_init(&a, 0);
	buf_init(&b, 0);
	for (unsigned i = 0; i < 3; i++) {
		repeat(&a, code, 100);
		buf_str(&a, "// caf\xE9 au lait, na\xEFve\n");
		buf_str(&b, "\tx;\n// caf\xE9 au lait, na\xEFve\n");
	}
	with = detect(&a);
	without = detect(&b);
	assert_int_equal(with.verdict, without.verdict);
	assert_int_equal(with.count, without.count);
	for (unsigned i = 0; i < with.count; i++) {
		assert_int_equal(with.cand[i].enc, without.cand[i].enc);
		assert_int_equal(with.cand[i].permille, without.cand[i].permille);
	}
	buf_free(&a);
	buf_free(&b);
}

static void lines_of_two_encodings_are_told(size_t times)
{
	struct text_guess guess;
	struct buf text;

	buf_init(&text, 0);
	for (size_t i = 0; i < times; i++) {
		repeat(&text, comment, 3);
		buf_str(&text, utf8_comment);
	}
	guess = detect(&text);
	assert_int_equal(guess.verdict, TEXT_MIXED);
	assert_int_equal(guess.cand[1].enc, TEXT_GB18030);
	buf_free(&text);
}

static void lines_of_two_encodings_are_told_in_long_texts(void **state)
{
	(void)state;
	lines_of_two_encodings_are_told(400);
	lines_of_two_encodings_are_told(40000);
}

static void one_damage_in_a_large_text_is_counted(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text, comment, 30000);
	buf_str(&text, "\xFF x\n");
	repeat(&text, comment, 10000);
	guess = detect(&text);
	assert_int_equal(guess.verdict, TEXT_LIKELY);
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_equal(guess.cand[0].bad, 1);
	buf_free(&text);
}

static void detect_one(void *user, size_t i)
{
	struct text_guess *guesses = user;
	struct err err;

	(void)text_detect(span_of(comment, sizeof(comment) - 1), NULL, &guesses[i], &err);
}

static void threads_share_the_tables(void **state)
{
	struct text_guess guesses[64];

	(void)state;
	thread_for(64, 8, detect_one, guesses);
	for (unsigned i = 0; i < 64; i++)
		assert_int_equal(guesses[i].enc, TEXT_GB18030);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_share_the_tables),
		cmocka_unit_test(a_comment_at_the_end_of_long_code_decides),
		cmocka_unit_test(code_between_comments_changes_nothing),
		cmocka_unit_test(lines_of_two_encodings_are_told_in_long_texts),
		cmocka_unit_test(one_damage_in_a_large_text_is_counted),
	};

	return cmocka_run_group_tests_name("text_detect_long", tests, NULL, NULL);
}
