/* SPDX-License-Identifier: MIT */
/* POSIX only: what a program writes, and what becomes of one that does not end. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "biosbelt/process.h"

static enum err_code capture(
	const char *command, unsigned timeout_ms, struct blob *out, struct err *err)
{
	char shell[] = "/bin/sh", option[] = "-c";
	char text[200];
	char *argv[] = {shell, option, text, NULL};
	int status = 0;
	enum err_code rc;

	snprintf(text, sizeof text, "%s", command);
	alarm(60); /* not the end of the test, but of one that hangs */
	rc = process_capture(argv, 100, timeout_ms, out, &status, err);
	alarm(0);
	assert_int_equal(status, rc == ERR_OK ? 3 : 128 + 9);
	return rc;
}

static void output_is_kept(void **state)
{
	struct blob b;
	struct err err;

	(void)state;
	assert_int_equal(capture("echo word; exit 3", 30000, &b, &err), ERR_OK);
	assert_true(span_equal(blob_span(b), span_of("word\n", 5)));
	blob_free(&b);
}

static void one_that_closes_its_output_has_no_more_time(void **state)
{
	struct blob b;
	struct err err;

	(void)state;
	assert_int_equal(capture("echo word; exec >&-; exec sleep 50", 300, &b, &err), ERR_BUSY);
	assert_int_equal(capture("exec sleep 50", 300, &b, &err), ERR_BUSY);
}

/* A program that was started with SIGCHLD ignored gets no exit status from the system. */
static void a_lost_status_is_not_waited_for(void **state)
{
	char program[] = "/bin/true";
	char *argv[] = {program, NULL};
	struct blob b = {NULL, 0};
	struct err err;
	int status = 0;

	(void)state;
	signal(SIGCHLD, SIG_IGN);
	assert_int_equal(process_capture(argv, 100, 5000, &b, &status, &err), ERR_OK);
	assert_int_equal(status, 127);
	signal(SIGCHLD, SIG_DFL);
	blob_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(output_is_kept),
		cmocka_unit_test(one_that_closes_its_output_has_no_more_time),
		cmocka_unit_test(a_lost_status_is_not_waited_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
