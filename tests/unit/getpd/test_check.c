/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/check.h"
#include "test.h"

/* The verdict is that of all reasons, also of those that are too many to be listed. */
static void reasons_beyond_the_list_count(void **state)
{
	struct check c = {0};
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(check_verdict(&c), CHECK_FREE);
	for (i = 0; i < CHECK_REASONS_MAX + 5; i++)
		assert_int_equal(check_add(&c, &err, "unseen", true, "/x", "no %d", 1), ERR_OK);
	assert_int_equal(check_verdict(&c), CHECK_UNSEEN);
	assert_int_equal(c.count, CHECK_REASONS_MAX);
	assert_string_equal(c.reasons[CHECK_REASONS_MAX - 2].code, "unseen");
	assert_string_equal(c.reasons[CHECK_REASONS_MAX - 1].code, "more");
	assert_int_equal(check_add(&c, &err, "mounted", false, "/x", "at /x"), ERR_OK);
	assert_int_equal(check_verdict(&c), CHECK_IN_USE);
	assert_int_equal(check_add(&c, &err, "unseen", true, NULL, "x"), ERR_OK);
	assert_int_equal(check_verdict(&c), CHECK_IN_USE);
	check_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reasons_beyond_the_list_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
