/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "names.h"

struct row {
	const char *name;
	bool posix, windows; /* taken there */
};

static void names_that_leave_the_folder_are_refused(void **state)
{
	static const struct row rows[] = {
		{"a", true, true},
		{"a/b.c", true, true},
		{"空/目录", true, true},
		{"..x", true, true},
		{"a/..b/c", true, true},
		{"com", true, true},
		{"console", true, true},
		{"COM10", true, true},
		{"a.con", true, true},
		{"", false, false},
		{"/a", false, false},
		{"..", false, false},
		{"a/..", false, false},
		{"a/../b", false, false},
		{"./a", false, false},
		{"a//b", false, false},
		{"a/", false, false},
		{"C:a", false, false},
		{"c:/a", false, false},
		{"a\nb", false, false},
		{"a\x7F", false, false},
		{"a\\b", true, false},
		{"..\\a", true, false},
		{"a:b", false, false},
		{"aa:b", true, false},
		{"a?", true, false},
		{"CON", true, false},
		{"x/nul.txt", true, false},
		{"Aux ", true, false},
		{"lpt1", true, false},
		{"com0.x", true, true},
		{"COM\xC2\xB9", true, false},
		{"a.", true, false},
		{"a /b", true, false},
		{"conin$", true, false},
	};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(
			name_check(rows[i].name, false, &err), rows[i].posix ? ERR_OK : ERR_DENIED);
		assert_int_equal(name_check(rows[i].name, true, &err),
			rows[i].windows ? ERR_OK : ERR_DENIED);
	}
}

static void links_that_leave_the_folder_are_refused(void **state)
{
	static const struct {
		const char *name, *target;
		bool ok;
	} rows[] = {
		{"l", "a", true},
		{"l", "./a/b", true},
		{"l", "a/../b", false},   /* a may be a link */
		{"d/l", "a/../b", false}, /* even one that counts as below the folder */
		{"d/l", "../e/../../x", false},
		{"d/l", "../a", true},
		{"d/e/l", "../../a", true},
		{"l", "..", false},
		{"l", "a/../../b", false},
		{"d/l", "../../a", false},
		{"l", "/etc/passwd", false},
		{"l", "c:x", false},
		{"l", "", false},
		{"l", "\\x", false},
		{"../l", "a", false},
	};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(name_check_link(rows[i].name, rows[i].target, false, &err),
			rows[i].ok ? ERR_OK : ERR_DENIED);
	assert_int_equal(name_check_link("l", "a\\..\\..\\b", true, &err), ERR_DENIED);
	assert_int_equal(name_check_link("l", "", false, &err), ERR_DENIED);
	assert_string_equal(err.text, "link without a target");
}

static void parts_that_say_nothing_are_left_out(void **state)
{
	static const char *const rows[][2] = {{"a", "a"}, {"./a", "a"}, {"a//b", "a/b"},
		{"a/", "a"}, {".", ""}, {"./", ""}, {"a/./b/.", "a/b"}, {"../a", "../a"},
		{"/a//b", "/a/b"}, {"/", "/"}, {".a/..b", ".a/..b"}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct buf b;

		buf_init(&b, 0);
		name_tidy(rows[i][0], &b);
		assert_string_equal((const char *)b.ptr, rows[i][1]);
		buf_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_that_say_nothing_are_left_out),
		cmocka_unit_test(names_that_leave_the_folder_are_refused),
		cmocka_unit_test(links_that_leave_the_folder_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
