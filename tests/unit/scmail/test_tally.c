/* SPDX-License-Identifier: MIT */
/* The exit status of a run over several mails. */
#include "test.h"

#include "biosbelt/cli.h"

#include "cmd_send.h"
#include "exit_status.h"

/* of: a letter for each mail; D delivered, T temporary, R refused, U unconfirmed, S partly waiting,
 * L log-in refused, G gone. */
static int status_of(const char *of, size_t mails, bool queued)
{
	struct tally t = {.queued = queued, .worst = SMTP_DELIVERED};

	for (; *of != '\0'; of++) {
		if (*of == 'G')
			t.gone++;
		else
			tally_count(&t, *of == 'D'   ? SMTP_DELIVERED
					: *of == 'T' ? SMTP_TEMPORARY
					: *of == 'R' ? SMTP_REFUSED
					: *of == 'S' ? SMTP_SOME_WAIT
					: *of == 'L' ? SMTP_NO_LOGIN
						     : SMTP_UNCONFIRMED);
	}
	return tally_status(&t, mails);
}

static int status(const char *of, size_t mails)
{
	return status_of(of, mails, true);
}

static void one_that_may_have_arrived_is_told_before_all(void **state)
{
	(void)state;
	assert_int_equal(status("U", 1), EXIT_UNCONFIRMED);
	assert_int_equal(status("DU", 2), EXIT_UNCONFIRMED);
	assert_int_equal(status("RU", 2), EXIT_UNCONFIRMED);
	assert_int_equal(status("TUD", 3), EXIT_UNCONFIRMED);
}

static void all_sent_is_done_and_some_is_partly(void **state)
{
	(void)state;
	assert_int_equal(status("DD", 2), EXIT_DONE);
	assert_int_equal(status("DG", 2), EXIT_DONE);
	assert_int_equal(status("DR", 2), EXIT_PARTLY);
	assert_int_equal(status("RR", 2), EXIT_FAILED);
}

static void what_waits_while_nothing_failed_is_for_later(void **state)
{
	(void)state;
	assert_int_equal(status("TT", 2), EXIT_TEMPORARY);
	assert_int_equal(status("DT", 2), EXIT_TEMPORARY);
	assert_int_equal(status("S", 1), EXIT_TEMPORARY);
	assert_int_equal(status("D", 2), EXIT_TEMPORARY); /* the other was not tried */
	assert_int_equal(status("TR", 2), EXIT_PARTLY);
	assert_int_equal(status("DTR", 3), EXIT_PARTLY);
	assert_int_equal(status("LT", 2), EXIT_NO_LOGIN);
}

/* A caller that repeats on 4 would send to some twice. */
static void without_a_queue_what_some_have_is_not_for_later(void **state)
{
	(void)state;
	assert_int_equal(status_of("T", 1, false), EXIT_TEMPORARY);
	assert_int_equal(status_of("TT", 3, false), EXIT_TEMPORARY);
	assert_int_equal(status_of("S", 1, false), EXIT_PARTLY);
	assert_int_equal(status_of("ST", 2, false), EXIT_PARTLY);
	assert_int_equal(status_of("DT", 2, false), EXIT_PARTLY);
	assert_int_equal(status_of("D", 2, false), EXIT_PARTLY); /* the other was not tried */
	assert_int_equal(status_of("SL", 2, false), EXIT_PARTLY);
	assert_int_equal(status_of("L", 2, false), EXIT_NO_LOGIN);
	assert_int_equal(tally_one_status(SMTP_SOME_WAIT, false), EXIT_PARTLY);
	assert_int_equal(tally_one_status(SMTP_SOME_WAIT, true), EXIT_TEMPORARY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_that_may_have_arrived_is_told_before_all),
		cmocka_unit_test(all_sent_is_done_and_some_is_partly),
		cmocka_unit_test(what_waits_while_nothing_failed_is_for_later),
		cmocka_unit_test(without_a_queue_what_some_have_is_not_for_later),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
