/* SPDX-License-Identifier: MIT */
/* POSIX only: a FIFO is waited for as long as was said, and read when somebody writes to it. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scratch.h"

static char *dir;
static char path[128];

static int set_up(void **state)
{
	(void)state;
	dir = scratch_make();
	snprintf(path, sizeof path, "%s/fifo", dir);
	return mkfifo(path, 0600);
}

static int tear_down(void **state)
{
	(void)state;
	assert_int_equal(unlink(path), 0);
	scratch_remove(dir);
	return 0;
}

static void one_without_a_writer_is_an_error_in_time(void **state)
{
	uint64_t start = os_time_ms();
	struct blob b;
	struct err err;

	(void)state;
	alarm(60); /* not the end of the test, but of one that hangs */
	assert_int_equal(file_read_soon(path, 100, 200, &b, &err), ERR_IO);
	assert_true(os_time_ms() - start >= 200);
	assert_string_equal(err.text, "nothing writes to this FIFO");
	alarm(0);
}

static void one_with_a_writer_is_read_to_its_end(void **state)
{
	struct blob b;
	struct err err;
	pid_t child = fork();
	int status;

	(void)state;
	assert_true(child >= 0);
	if (child == 0) {
		int fd = open(path, O_WRONLY);
		bool good = fd >= 0 && write(fd, "in two ", 7) == 7;

		os_sleep_ms(300); /* longer than the wait: somebody writes already */
		good = good && write(fd, "pieces", 6) == 6;
		_exit(good ? 0 : 1);
	}
	assert_int_equal(file_read_soon(path, 100, 200, &b, &err), ERR_OK);
	assert_true(span_equal(blob_span(b), span_of("in two pieces", 13)));
	blob_free(&b);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* What was a regular file when a tree was walked. */
static void one_in_place_of_a_file_is_refused(void **state)
{
	struct file_map map;
	struct file_in *in;
	struct err err;

	(void)state;
	alarm(60);
	assert_int_equal(file_in_open_regular(path, true, &in, &err), ERR_IO);
	assert_string_equal(err.text, "is not a regular file");
	assert_int_equal(file_map_regular(path, false, SIZE_MAX, &map, &err), ERR_IO);
	assert_string_equal(err.text, "is not a regular file");
	alarm(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			one_without_a_writer_is_an_error_in_time, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			one_with_a_writer_is_read_to_its_end, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			one_in_place_of_a_file_is_refused, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
