/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "smtp/conn.h"

static void stuffs(const char *in, bool line_start, const char *want)
{
	uint8_t out[64];
	size_t len = strlen(in);
	size_t got = wire_stuff((const uint8_t *)in, len, line_start, out);

	if (strcmp(in, want) == 0) {
		assert_int_equal(got, 0);
		return;
	}
	assert_int_equal(got, strlen(want));
	assert_memory_equal(out, want, got);
}

static void dots_at_line_starts_are_doubled(void **state)
{
	(void)state;
	stuffs("", true, "");
	stuffs("no dots\r\n", true, "no dots\r\n");
	stuffs("a.b\r\nc.\r\n", true, "a.b\r\nc.\r\n");
	stuffs(".a\r\n.\r\n..b\r\n", true, "..a\r\n..\r\n...b\r\n");
}

static void a_block_goes_on_where_the_last_one_ended(void **state)
{
	(void)state;
	stuffs(".", false, ".");
	stuffs(".", true, "..");
	stuffs(".x\n.y", false, ".x\n..y");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dots_at_line_starts_are_doubled),
		cmocka_unit_test(a_block_goes_on_where_the_last_one_ended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
