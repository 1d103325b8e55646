/* SPDX-License-Identifier: MIT */
/* The exit status of a run over several mails. */
#include "test.h"

#include "biosbelt/cli.h"

#include "cmd_send.h"
#include "exit_status.h"

/* of: a letter for each mail; D delivered, T temporary, R refused, U unconfirmed, G gone. */
static int status(const char *of, size_t mails, bool waiting_is_fine)
{
	struct tally t = {.worst = SMTP_DELIVERED};

	for (; *of != '\0'; of++) {
		if (*of == 'G')
			t.gone++;
		else
			tally_count(&t, *of == 'D'   ? SMTP_DELIVERED
					: *of == 'T' ? SMTP_TEMPORARY
					: *of == 'R' ? SMTP_REFUSED
						     : SMTP_UNCONFIRMED);
	}
	return tally_status(&t, mails, waiting_is_fine);
}

static void one_that_may_have_arrived_is_told_before_all(void **state)
{
	(void)state;
	assert_int_equal(status("U", 1, false), EXIT_UNCONFIRMED);
	assert_int_equal(status("DU", 2, false), EXIT_UNCONFIRMED);
	assert_int_equal(status("RU", 2, false), EXIT_UNCONFIRMED);
	assert_int_equal(status("TUD", 3, true), EXIT_UNCONFIRMED);
}

static void all_sent_is_done_and_some_is_partly(void **state)
{
	(void)state;
	assert_int_equal(status("DD", 2, false), EXIT_DONE);
	assert_int_equal(status("DG", 2, false), EXIT_DONE);
	assert_int_equal(status("DR", 2, false), EXIT_PARTLY);
	assert_int_equal(status("DT", 2, false), EXIT_PARTLY);
	assert_int_equal(status("RR", 2, false), EXIT_FAILED);
	assert_int_equal(status("D", 2, false), EXIT_PARTLY); /* the other was not tried */
}

static void waiting_is_as_good_as_sent_in_a_queue(void **state)
{
	(void)state;
	assert_int_equal(status("TT", 2, false), EXIT_TEMPORARY);
	assert_int_equal(status("TT", 2, true), EXIT_DONE);
	assert_int_equal(status("DT", 2, true), EXIT_DONE);
	assert_int_equal(status("TR", 2, true), EXIT_PARTLY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_that_may_have_arrived_is_told_before_all),
		cmocka_unit_test(all_sent_is_done_and_some_is_partly),
		cmocka_unit_test(waiting_is_as_good_as_sent_in_a_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
