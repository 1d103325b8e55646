/* SPDX-License-Identifier: MIT */
/* Names and paths on their way to Windows and back. */
#include <windows.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "test.h"

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "os_private.h"

static void expect_back(const wchar_t *name, const char *want)
{
	char *narrow = os_narrow(name);
	wchar_t *wide;

	assert_non_null(narrow);
	assert_string_equal(narrow, want);
	wide = os_wide(narrow);
	assert_non_null(wide);
	assert_int_equal(wcscmp(wide, name), 0);
	free(wide);
	free(narrow);
}

static void names_come_back_as_they_were(void **state)
{
	(void)state;
	expect_back(L"\x56FA\x4EF6.bin", "\xE5\x9B\xBA\xE4\xBB\xB6.bin");
	expect_back(L"a\xD83D\xDE00", "a\xF0\x9F\x98\x80");
	/* a program that cut a name at 255 units left half of an emoji */
	expect_back(L"a\xD83D.bin", "a\xED\xA0\xBD.bin");
	expect_back(L"\xDE00\xD83D", "\xED\xB8\x80\xED\xA0\xBD");
}

static void expect_wide(const char *text, const wchar_t *want)
{
	wchar_t *wide = os_wide(text);

	assert_non_null(wide);
	assert_int_equal(wcscmp(wide, want), 0);
	free(wide);
}

static void other_bytes_are_replaced(void **state)
{
	(void)state;
	expect_wide("a\xFF.b", L"a\xFFFD.b");
	expect_wide("\xED\xA0", L"\xFFFD\xFFFD");
	expect_wide("\xED\x9F\xBF", L"\xD7FF");
}

static void a_nul_does_not_end_a_span(void **state)
{
	size_t count = 0;
	wchar_t *wide = os_wide_span(span_of("a\0\xE5\x9B\xBA", 5), &count);

	(void)state;
	assert_non_null(wide);
	assert_int_equal(count, 3);
	assert_int_equal(wide[2], 0x56FA);
	free(wide);
}

static void expect_path(const char *path, const wchar_t *want)
{
	wchar_t *wide = os_wide_path(path);

	assert_non_null(wide);
	assert_int_equal(wcscmp(wide, want), 0);
	free(wide);
}

static void paths_that_the_system_takes_as_they_are(void **state)
{
	char deep[400];
	wchar_t *wide;

	(void)state;
	expect_path("a/b", L"a/b");
	expect_path("\\\\?\\C:\\tree/sub/a", L"\\\\?\\C:\\tree\\sub\\a");
	expect_path("\\\\?\\UNC\\server\\share/a", L"\\\\?\\UNC\\server\\share\\a");
	memset(deep, 'x', sizeof deep);
	deep[sizeof deep - 1] = '\0';
	memcpy(deep, "//server/share/", 15);
	memset(deep + 200, '/', 1);
	wide = os_wide_path(deep);
	assert_non_null(wide);
	assert_int_equal(wcsncmp(wide, L"\\\\?\\UNC\\server\\share\\x", 22), 0);
	assert_null(wcschr(wide, L'/'));
	free(wide);
}

static void expect_plain(const wchar_t *path, const wchar_t *want)
{
	wchar_t copy[64];

	wcscpy(copy, path);
	assert_int_equal(wcscmp(os_plain_path(copy), want), 0);
}

static void real_paths_are_told_as_users_write_them(void **state)
{
	(void)state;
	expect_plain(L"\\\\?\\C:\\x", L"C:\\x");
	expect_plain(L"\\\\?\\UNC\\server\\share\\x", L"\\\\server\\share\\x");
	expect_plain(L"\\\\?\\Volume{1}\\x", L"\\\\?\\Volume{1}\\x");
	expect_plain(L"\\\\?\\", L"\\\\?\\");
	expect_plain(L"C:\\x", L"C:\\x");
}

static void variables_have_all_characters(void **state)
{
	(void)state;
	assert_true(SetEnvironmentVariableW(L"BIOSBELT_TEST", L"\xD83D\xDE00 \x56FA"));
	assert_string_equal(os_getenv("BIOSBELT_TEST"), "\xF0\x9F\x98\x80 \xE5\x9B\xBA");
	assert_true(SetEnvironmentVariableW(L"BIOSBELT_TEST", NULL));
	assert_null(os_getenv("BIOSBELT_TEST"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_come_back_as_they_were),
		cmocka_unit_test(other_bytes_are_replaced),
		cmocka_unit_test(a_nul_does_not_end_a_span),
		cmocka_unit_test(paths_that_the_system_takes_as_they_are),
		cmocka_unit_test(real_paths_are_told_as_users_write_them),
		cmocka_unit_test(variables_have_all_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
