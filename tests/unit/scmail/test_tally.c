/* SPDX-License-Identifier: MIT */
/* The exit status of a run over several mails. */
#include "test.h"

#include "biosbelt/cli.h"

#include "cmd_send.h"
#include "exit_status.h"

/* of: a letter for each mail; D delivered, T temporary, R refused, U unconfirmed, S partly waiting,
 * L log-in refused, G gone. */
static int status(const char *of, size_t mails)
{
	struct tally t = {.worst = SMTP_DELIVERED};

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_that_may_have_arrived_is_told_before_all),
		cmocka_unit_test(all_sent_is_done_and_some_is_partly),
		cmocka_unit_test(what_waits_while_nothing_failed_is_for_later),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
