/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "biosbelt/blank.h"

static void blanks_at_both_ends_go(void **state)
{
	struct span text = trim(span_of(" \t a b\r ", 8));

	(void)state;
	assert_int_equal(text.len, 3);
	assert_memory_equal(text.ptr, "a b", 3);
}

/* What follows a text is not looked at. */
static void blanks_alone_become_nothing(void **state)
{
	(void)state;
	assert_int_equal(trim(span_of("    ", 2)).len, 0);
	assert_int_equal(trim(span_of("    ", 0)).len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blanks_at_both_ends_go),
		cmocka_unit_test(blanks_alone_become_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
