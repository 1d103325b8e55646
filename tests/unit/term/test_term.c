/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/term.h"
#include "test.h"

static struct term_event decode(const char *text, size_t *used, bool final)
{
	struct term_event e;

	*used = term_decode(span_of(text, strlen(text)), final, &e);
	return e;
}

static void expect_key(const char *text, uint32_t key, unsigned mods)
{
	size_t used;
	struct term_event e = decode(text, &used, true);

	assert_int_equal(e.type, TERM_KEY);
	assert_int_equal(e.key, key);
	assert_int_equal(e.mods, mods);
	assert_int_equal(used, strlen(text));
}

static void keys_of_common_terminals_are_known(void **state)
{
	(void)state;
	expect_key("a", 'a', 0);
	expect_key("\r", '\r', 0);
	expect_key("\x03", 'c', TERM_CTRL);
	expect_key("\x7f", TERM_KEY_BACKSPACE, 0);
	expect_key("\033", TERM_KEY_ESCAPE, 0);
	expect_key("\033[A", TERM_KEY_UP, 0);
	expect_key("\033OB", TERM_KEY_DOWN, 0);
	expect_key("\033[1;5C", TERM_KEY_RIGHT, TERM_CTRL);
	expect_key("\033[5~", TERM_KEY_PAGE_UP, 0);
	expect_key("\033[15~", TERM_KEY_F1 + 4, 0);
	expect_key("\033[24~", TERM_KEY_F12, 0);
	expect_key("\033OP", TERM_KEY_F1, 0);
	expect_key("\033x", 'x', TERM_ALT);
	expect_key("\xE4\xB8\xAD", 0x4E2D, 0);
}

static void mouse_reports_are_read(void **state)
{
	size_t used;
	struct term_event e = decode("\033[<0;12;3M", &used, false);

	(void)state;
	assert_int_equal(e.type, TERM_MOUSE);
	assert_int_equal(e.mouse, TERM_PRESS);
	assert_int_equal(e.button, 1);
	assert_int_equal(e.x, 11);
	assert_int_equal(e.y, 2);
	e = decode("\033[<0;12;3m", &used, false);
	assert_int_equal(e.mouse, TERM_RELEASE);
	e = decode("\033[<65;1;1M", &used, false);
	assert_int_equal(e.mouse, TERM_WHEEL_DOWN);
	e = decode("\033[<0;0;0M", &used, false); /* no cell has number 0 */
	assert_int_equal(e.type, TERM_NONE);
}

static void halves_wait_for_the_rest(void **state)
{
	static const char *const halves[] = {"\033", "\033[", "\033[1;", "\xE4\xB8", "\033[<0;1"};
	size_t used;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof halves / sizeof halves[0]; i++) {
		decode(halves[i], &used, false);
		assert_int_equal(used, 0);
		decode(halves[i], &used, true);
		assert_true(used > 0);
	}
}

static void noise_is_used_up(void **state)
{
	static const char noise[] = "\033[99999999;1;1;1;1;1;1;1;1;1;1z\xFF\xC0\x9B\033]0;x";
	struct span in = span_of(noise, sizeof noise - 1);
	struct term_event e;

	(void)state;
	while (in.len > 0) {
		size_t used = term_decode(in, true, &e);

		assert_true(used > 0 && used <= in.len);
		span_from(in, used, &in);
	}
}

static void colours_fall_back_to_the_nearest(void **state)
{
	(void)state;
	assert_int_equal(term_to_256(TERM_RGB(255, 0, 0)), 196);
	assert_int_equal(term_to_256(TERM_RGB(128, 128, 128)), 244);
	assert_int_equal(term_to_256(TERM_ANSI(9)), 9);
	assert_int_equal(term_to_16(TERM_RGB(250, 5, 5)), 9);
	assert_int_equal(term_to_16(TERM_RGB(0, 0, 0)), 0);
	assert_int_equal(term_to_16(TERM_ANSI(14)), 14);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_of_common_terminals_are_known),
		cmocka_unit_test(mouse_reports_are_read),
		cmocka_unit_test(halves_wait_for_the_rest),
		cmocka_unit_test(noise_is_used_up),
		cmocka_unit_test(colours_fall_back_to_the_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
