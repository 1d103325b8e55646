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
	return record_load(4);
}

static uint64_t raise_to(uint64_t score)
{
	uint64_t best = 1;
	struct err err;

	assert_int_equal(record_raise(4, score, &best, &err), ERR_OK);
	return best;
}

static void what_was_saved_comes_back(void **state)
{
	(void)state;
	assert_int_equal(raise_to(3932100), 3932100);
	assert_int_equal(record_load(4), 3932100);
}

static void a_lower_score_of_another_game_changes_nothing(void **state)
{
	(void)state;
	assert_int_equal(load_of("2000\n"), 2000);
	assert_int_equal(raise_to(16), 2000);
	assert_int_equal(record_load(4), 2000);
	assert_int_equal(raise_to(2004), 2004);
	assert_int_equal(record_load(4), 2004);
}

static void a_damaged_file_is_set_aside(void **state)
{
	char path[sizeof folder + 48];
	struct blob text;
	struct err err;

	(void)state;
	assert_int_equal(load_of("12x4\n"), 0);
	assert_int_equal(raise_to(0), 0);
	assert_int_equal(load_of("0\n"), 0);
	snprintf(path, sizeof path, "%s/biosbelt/2048-best.txt.damaged", folder);
	assert_int_equal(file_read(path, 64, &text, &err), ERR_OK);
	assert_true(text.len == 5 && memcmp(text.ptr, "12x4\n", 5) == 0);
	blob_free(&text);
}

static void a_game_that_holds_the_lock_is_waited_for(void **state)
{
	char path[sizeof folder + 48];
	struct file_lock *lock;
	struct err err;
	uint64_t best;
	bool busy;

	(void)state;
	snprintf(path, sizeof path, "%s/biosbelt/2048-best.txt.lock", folder);
	assert_int_equal(file_lock_open(path, &lock, &busy, &err), ERR_OK);
	assert_false(busy);
	assert_int_equal(record_raise(4, 5, &best, &err), ERR_BUSY);
	file_lock_close(lock);
	assert_int_equal(record_raise(4, 5, &best, &err), ERR_OK);
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
		cmocka_unit_test(a_lower_score_of_another_game_changes_nothing),
		cmocka_unit_test(a_damaged_file_is_set_aside),
		cmocka_unit_test(a_game_that_holds_the_lock_is_waited_for),
		cmocka_unit_test(no_number_is_no_record),
		cmocka_unit_test(no_game_scores_so_much),
	};

	return cmocka_run_group_tests(tests, own_folder, NULL);
}
