/* SPDX-License-Identifier: MIT */
/* The best score of the settings folder, which here is one of the test's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "biosbelt/file.h"
#include "term/play.h"
#include "test.h"

#define SETTINGS "/record-settings"

static char folder[4096 + sizeof SETTINGS];

static int own_folder(void **state)
{
	(void)state;
	if (getcwd(folder, 4096) == NULL)
		return 1;
	strcat(folder, SETTINGS);
	return setenv("XDG_CONFIG_HOME", folder, 1);
}

static uint64_t load_of(const char *text)
{
	char path[sizeof folder + 32];
	struct err err;

	snprintf(path, sizeof path, "%s/biosbelt/2048-best.txt", folder);
	assert_int_equal(file_write(path, span_of(text, strlen(text)), true, &err), ERR_OK);
	return record_load();
}

static void what_was_saved_comes_back(void **state)
{
	struct err err;

	(void)state;
	assert_int_equal(record_save(3932100, &err), ERR_OK);
	assert_int_equal(record_load(), 3932100);
}

static void no_number_is_no_record(void **state)
{
	(void)state;
	assert_int_equal(load_of("1234\r\nmore"), 1234);
	assert_int_equal(load_of(""), 0);
	assert_int_equal(load_of("12x4\n"), 0);
	assert_int_equal(load_of("-12\n"), 0);
}

static void no_game_scores_so_much(void **state)
{
	(void)state;
	assert_int_equal(load_of("4000000\n"), 4000000);
	assert_int_equal(load_of("4000001\n"), 0);
	assert_int_equal(load_of("40000000\n"), 0);
	assert_int_equal(load_of("18446744073709551716\n"), 0); /* 2^64 + 100 */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_saved_comes_back),
		cmocka_unit_test(no_number_is_no_record),
		cmocka_unit_test(no_game_scores_so_much),
	};

	return cmocka_run_group_tests(tests, own_folder, NULL);
}
