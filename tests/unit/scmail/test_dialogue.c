/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "smtp/replies.h"

static struct smtp_reply rcpt[2];
static struct dialogue d;

static void sent(const char *line)
{
	dialogue_sent(&d, span_of(line, strlen(line)));
}

static void received(const char *bytes)
{
	dialogue_received(&d, span_of(bytes, strlen(bytes)));
}

static void begin(void)
{
	memset(rcpt, 0, sizeof rcpt);
	dialogue_init(&d, rcpt, 2);
	received("220 hello\r\n");
	sent("EHLO x\r\n");
	received("250-x\r\n250-SMTPUTF8\r\n250 SIZE 5\r\n");
	sent("MAIL FROM:<a@b>\r\n");
	received("250 ok\r\n");
	sent("RCPT TO:<1@x>\r\n");
	received("250 ok\r\n");
	sent("RCPT TO:<2@x>\r\n");
	received("550-no\r\n550 such user\r\n");
	sent("DATA\r\n");
	received("354 go\r\n");
}

static void replies_find_their_commands(void **state)
{
	(void)state;
	begin();
	assert_true(d.offers.utf8);
	assert_int_equal(rcpt[0].code, 250);
	assert_int_equal(rcpt[1].code, 550);
	assert_string_equal(rcpt[1].text, "no such user");
	assert_false(d.confirmed);
	d.all_given = true;
	received("250 queued\r\n");
	assert_true(d.confirmed);
	assert_int_equal(d.dot.code, 250);
	sent("QUIT\r\n");
	received("421 bye\r\n");
	assert_int_equal(d.last.code, 250);
}

static void drips_make_lines(void **state)
{
	const char *p;

	(void)state;
	begin();
	d.all_given = true;
	for (p = "554 5.7.1 no\r\n"; *p != '\0'; p++)
		dialogue_received(&d, span_of(p, 1));
	assert_int_equal(d.dot.code, 554);
	assert_string_equal(d.dot.text, "5.7.1 no");
}

static void a_late_354_is_not_the_last_word(void **state)
{
	(void)state;
	dialogue_init(&d, rcpt, 2);
	sent("DATA\r\n");
	d.all_given = true;
	received("354 go\r\n");
	assert_false(d.confirmed);
	received("250 ok\r\n");
	assert_true(d.confirmed);
}

static void hostile_lines_are_bounded(void **state)
{
	char *line = malloc(100001);

	(void)state;
	assert_non_null(line);
	memset(line, 'x', 100000);
	line[100000] = '\0';
	begin();
	received(line);
	received("\r\n");
	memcpy(line, "550-", 4);
	received(line);
	received("\n550 end\n");
	assert_int_equal(d.last.code, 550);
	assert_true(strlen(d.last.text) < SMTP_REPLY_MAX);
	free(line);
}

static void secrets_do_not_look_like_commands(void **state)
{
	(void)state;
	dialogue_init(&d, rcpt, 2);
	sent("AUTH LOGIN\r\n");
	received("334 x\r\n");
	sent("RCPTxxxx\r\n"); /* base64 of something */
	assert_int_equal(d.step, STEP_AUTH);
	assert_int_equal(d.rcpt_asked, 0);
	sent("QUItMTIz\r\n"); /* of AB-123 */
	assert_int_equal(d.step, STEP_AUTH);
	sent("MaIlMTIz\r\n");
	assert_int_equal(d.step, STEP_AUTH);
	sent("QUIT\r\n");
	assert_int_equal(d.step, STEP_QUIT);
}

static void offers_outlive_a_mail_and_end_with_the_next_ehlo(void **state)
{
	(void)state;
	begin();
	sent("EHLO x\r\n");
	received("250-x\r\n250-pipelining\r\n250-DSN\r\n250-SIZEABLE\r\n250 8BITMIME\r\n");
	dialogue_init(&d, rcpt, 2);
	assert_true(d.offers.pipelining);
	assert_true(d.offers.dsn);
	assert_true(d.offers.eight_bit);
	assert_false(d.offers.size);
	assert_false(d.offers.utf8);
	sent("EHLO x\r\n");
	received("250-PIPELINING\r\n");
	sent("EHLO x\r\n");
	received("502-DSN\r\n502 no\r\n");
	assert_false(d.offers.pipelining);
	assert_false(d.offers.dsn);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(replies_find_their_commands),
		cmocka_unit_test(drips_make_lines),
		cmocka_unit_test(a_late_354_is_not_the_last_word),
		cmocka_unit_test(hostile_lines_are_bounded),
		cmocka_unit_test(offers_outlive_a_mail_and_end_with_the_next_ehlo),
		cmocka_unit_test(secrets_do_not_look_like_commands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
