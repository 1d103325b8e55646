/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "command_line.h"

static bool exists(const char *path)
{
	return strcmp(path, "my dumps") == 0 || strcmp(path, "C:\\out") == 0;
}

static void expect(const char *line, const char *want)
{
	char *got = command_line_repair(line, exists);

	assert_non_null(got);
	assert_string_equal(got, want);
	free(got);
}

static void ordinary_lines_stay(void **state)
{
	(void)state;
	expect("", "");
	expect("x a b", "x a b");
	expect("x \"a b\" c\\d\\", "x \"a b\" c\\d\\");
	expect("x --text=\"say \\\"hi\\\" there\"", "x --text=\"say \\\"hi\\\" there\"");
	expect("x \"19\\\" panel\" y", "x \"19\\\" panel\" y");
	expect("x \"my dumps\\\\\" y", "x \"my dumps\\\\\" y");
}

static void a_folder_ends_where_it_was_meant(void **state)
{
	(void)state;
	expect("x \"my dumps\\\" -o y", "x \"my dumps\\\\\" -o y");
	expect("x --out=\"C:\\out\\\" \"my dumps\\\"", "x --out=\"C:\\out\\\\\" \"my dumps\\\\\"");
	expect("x \"--out=C:\\out\\\" y", "x \"--out=C:\\out\\\\\" y");
	expect("x \"/out[C:\\out\\\" y", "x \"/out[C:\\out\\\\\" y");
	expect("x \"new out\\\"", "x \"new out\\\\\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ordinary_lines_stay),
		cmocka_unit_test(a_folder_ends_where_it_was_meant),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
