/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "pty_name.h"

static void terminals_of_msys_and_cygwin(void **state)
{
	(void)state;
	assert_true(pty_name_is("\\msys-dd50a72ab4668b33-pty0-from-master"));
	assert_true(pty_name_is("\\msys-dd50a72ab4668b33-pty12-to-master"));
	assert_true(pty_name_is("\\cygwin-e022582115c10879-pty3-from-master"));
	assert_true(pty_name_is("\\cygwin-E022582115C10879-pty3-to-master-nat"));
	assert_true(pty_name_is("\\msys-1888ae32e00d56aa-pty0-from-master-cyg"));
}

static void other_pipes_and_files(void **state)
{
	(void)state;
	assert_false(pty_name_is(""));
	assert_false(pty_name_is("\\"));
	assert_false(pty_name_is("msys-dd50a72ab4668b33-pty0-from-master"));
	assert_false(pty_name_is("\\msys-dd50a72ab4668b33-pipe-0x1"));
	assert_false(pty_name_is("\\msys-dd50a72ab4668b33-pty-from-master"));
	assert_false(pty_name_is("\\msys--pty0-from-master"));
	assert_false(pty_name_is("\\msys-dd50a72ab4668b33-pty0-master"));
	assert_false(pty_name_is("\\msys-dd50a72ab4668b33-pty0-from-masters"));
	assert_false(pty_name_is("\\cygwin-e022582115c10879-pty0"));
	assert_false(pty_name_is("\\my\\msys-dd50a72ab4668b33-pty0-from-master"));
	assert_false(pty_name_is("\\dumps\\bios-pty0-from-master.bin"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(terminals_of_msys_and_cygwin),
		cmocka_unit_test(other_pipes_and_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
