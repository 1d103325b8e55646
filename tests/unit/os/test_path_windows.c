/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "biosbelt/file.h"

static bool fine(const char *path)
{
	struct err err;

	return path_check_windows(path, &err) == ERR_OK;
}

static void ordinary_paths_are_fine(void **state)
{
	(void)state;
	assert_true(fine("out.7z"));
	assert_true(fine("C:\\dumps\\out.7z"));
	assert_true(fine("c:out"));
	assert_true(fine("..\\a/./b"));
	assert_true(fine("\\\\server\\share\\a b.bin"));
	assert_true(fine("\\\\?\\C:\\x"));
	assert_true(fine("\\\\.\\PhysicalDrive1"));
	assert_true(fine("console.txt"));
	assert_true(fine("com10"));
	assert_true(fine("com0"));
	assert_true(fine("com\xC2\xB5"));
	assert_true(fine("nul1"));
	assert_true(fine("NUL")); /* alone: as in > NUL */
	assert_true(fine(".hidden"));
	assert_true(fine("\xE5\x9B\xBA\xE4\xBB\xB6.bin"));
	assert_true(fine("a/"));
}

static void names_windows_cannot_have(void **state)
{
	(void)state;
	assert_false(fine("que?.7z"));
	assert_false(fine("a*b"));
	assert_false(fine("a|b"));
	assert_false(fine("d<e"));
	assert_false(fine("ab:c"));
	assert_false(fine("C:\\a\tb"));
	assert_false(fine("quote\""));
	assert_false(fine("x\\nul"));
	assert_false(fine("conin$"));
	assert_false(fine("CONOUT$.txt"));
	assert_false(fine("NUL.7z"));
	assert_false(fine("x/con"));
	assert_false(fine("Com1.log"));
	assert_false(fine("com\xC2\xB9.log")); /* superscript 1 */
	assert_false(fine("aux .txt"));
	assert_false(fine("lpt9/x"));
	assert_false(fine("name."));
	assert_false(fine("name /x"));
	assert_false(fine("..."));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ordinary_paths_are_fine),
		cmocka_unit_test(names_windows_cannot_have),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
