/* SPDX-License-Identifier: MIT */
/* Bytes that are needed twice, more than fit in memory. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <fcntl.h>
#include <unistd.h>

#include "biosbelt/spool.h"
#include "scratch.h"

#define SIZE (SPOOL_MEMORY + 4096)

static char *dir;

static int set_up(void **state)
{
	(void)state;
	dir = scratch_make();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	scratch_remove(dir);
	return 0;
}

static enum err_code fill(struct spool *s, const char *folder, struct err *err)
{
	uint8_t *bytes = calloc(1, SIZE);
	enum err_code rc;

	assert_non_null(bytes);
	memset(bytes, 'x', SIZE);
	assert_int_equal(setenv("TMPDIR", folder, 1), 0);
	spool_init(s);
	rc = spool_write(s, span_of(bytes, SIZE), err);
	free(bytes);
	return rc;
}

static void what_was_written_to_stdout_can_be_viewed(void **state)
{
	int kept = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
	enum err_code rc;
	struct span all;
	struct spool s;
	struct err err;

	(void)state;
	assert_true(kept >= 0 && null >= 0);
	assert_int_equal(fill(&s, dir, &err), ERR_OK);
	fflush(stdout);
	dup2(null, STDOUT_FILENO);
	rc = spool_to_stdout(&s, &err);
	dup2(kept, STDOUT_FILENO);
	close(kept);
	close(null);
	assert_int_equal(rc, ERR_OK);
	assert_int_equal(spool_view(&s, &all, &err), ERR_OK);
	assert_int_equal(all.len, SIZE);
	assert_int_equal(all.ptr[SIZE - 1], 'x');
	spool_close(&s);
}

/* Not even SIGKILL then leaves it behind. */
static void a_file_that_is_viewed_has_no_name(void **state)
{
	struct span all;
	struct spool s;
	struct err err;

	(void)state;
	assert_int_equal(fill(&s, dir, &err), ERR_OK);
	assert_int_equal(spool_view(&s, &all, &err), ERR_OK);
	assert_int_equal(access(s.path, F_OK), -1);
	assert_int_equal(all.ptr[SIZE - 1], 'x');
	spool_close(&s);
}

static void without_its_file_nothing_can_be_viewed(void **state)
{
	struct span all;
	struct spool s;
	struct err err;

	(void)state;
	assert_int_not_equal(fill(&s, "no-such-folder", &err), ERR_OK);
	assert_int_not_equal(spool_view(&s, &all, &err), ERR_OK);
	spool_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_written_to_stdout_can_be_viewed),
		cmocka_unit_test(a_file_that_is_viewed_has_no_name),
		cmocka_unit_test(without_its_file_nothing_can_be_viewed),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
