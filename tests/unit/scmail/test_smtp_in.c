/* SPDX-License-Identifier: MIT */
/* What a program says to sendmail -bs, and the mails that come of it. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "os/scratch.h"
#include "sendmail/smtp_in.h"

/* "sender>recipient,recipient:text|" of each mail */
static char got[1000];

static void add(const char *text)
{
	assert_true(strlen(got) + strlen(text) < sizeof got);
	strcat(got, text);
}

static enum smtp_in_answer take(void *user, const struct smtp_in_mail *m, char *words, size_t cap)
{
	char text[500];
	size_t i;

	(void)user;
	snprintf(text, sizeof text, "%.*s", (int)m->text.len, (const char *)m->text.ptr);
	add(m->sender);
	for (i = 0; i < m->to.count; i++) {
		add(i == 0 ? ">" : ",");
		add(m->to.items[i]);
	}
	add(":");
	add(text);
	add("|");
	snprintf(words, cap, "accepted");
	return SMTP_IN_TAKEN;
}

static bool check(void *user, const char *path)
{
	(void)user;
	return strcmp(path, "wrong") != 0;
}

static void said(const void *text, size_t len, const char *meant)
{
	char *folder = scratch_make();
	char *path = scratch_path(folder, "said");
	struct smtp_in_ways ways = {.take = take, .check = check};
	struct file_in *in;
	struct err err;

	got[0] = '\0';
	assert_int_equal(file_write(path, span_of(text, len), true, &err), ERR_OK);
	assert_int_equal(file_in_open(path, &in, &err), ERR_OK);
	assert_int_equal(smtp_in_run(in, "host", &ways, &err), ERR_OK);
	file_in_close(in);
	assert_string_equal(got, meant);
	free(path);
	scratch_remove(folder);
}

#define SAID(text, meant) said(text, sizeof(text) - 1, meant)
#define BEGIN             "MAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nDATA\r\n"

static void a_message_ends_as_its_lines_do(void **state)
{
	(void)state;
	SAID(BEGIN "x\r\n.\r\n", "a@b.c>d@e.f:x\r\n|");
	SAID("MAIL FROM:<a@b.c>\nRCPT TO:<d@e.f>\nDATA\nx\n.\n", "a@b.c>d@e.f:x\n|");
	/* another mail inside of this one */
	SAID(BEGIN "x\n.\n" BEGIN "y\r\n.\r\n", "a@b.c>d@e.f:x\n.\n" BEGIN "y\r\n|");
	SAID(BEGIN "x\n.\r\n" BEGIN "y\r\n.\r\n", "a@b.c>d@e.f:x\n.\r\n" BEGIN "y\r\n|");
	SAID(BEGIN "x\r\n.\ny\r\n.\r\n", "a@b.c>d@e.f:x\r\n\ny\r\n|");
	/* one that was cut off */
	SAID(BEGIN "x\r\n.", "");
	SAID(BEGIN "x\r\n.\n", "");
}

static void a_wrong_recipient_keeps_no_other_from_the_mail(void **state)
{
	(void)state;
	SAID("MAIL FROM:<a@b.c>\r\nRCPT TO:<wrong>\r\nRCPT TO:<d@e.f>\r\nDATA\r\nx\r\n.\r\n",
		"a@b.c>d@e.f:x\r\n|");
	SAID("MAIL FROM:<a@b.c>\r\nRCPT TO:<wrong>\r\nDATA\r\nQUIT\r\n", "");
}

static void dots_and_returns_stay(void **state)
{
	(void)state;
	SAID(BEGIN "..\r\n..x\r\n.y\r\n.\rz\r\n.\r\n", "a@b.c>d@e.f:.\r\n.x\r\ny\r\n\rz\r\n|");
	SAID("MAIL FROM:<a@b.c>\nRCPT TO:<d@e.f>\nDATA\n.\rz\n.\n", "a@b.c>d@e.f:\rz\n|");
}

static void addresses(void **state)
{
	(void)state;
	SAID("MAIL FROM:<> SIZE=1\r\nRCPT TO:<\"x>y\"@e.f> ORCPT=rfc822;<q>\r\nRCPT TO: g@h.i\r\n"
	     "DATA\r\n.\r\n",
		">\"x>y\"@e.f,g@h.i:|");
	SAID("MAIL FROM:<a@b.c>\r\nRCPT TO:<d\0@e.f>\r\nRCPT TO:<d\x1b@e.f>\r\nRCPT TO:<d@e.f\r\n"
	     "DATA\r\n.\r\n",
		"");
}

/* Its beginning is not taken for the whole. */
static void a_command_that_is_too_long(void **state)
{
	static char text[10000];
	size_t len;

	(void)state;
	snprintf(text, sizeof text, "MAIL FROM:<a@b.c>\r\nRCPT TO:%05000d@e.f\r\nDATA\r\n.\r\n", 1);
	len = strlen(text);
	said(text, len, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_message_ends_as_its_lines_do),
		cmocka_unit_test(a_wrong_recipient_keeps_no_other_from_the_mail),
		cmocka_unit_test(dots_and_returns_stay),
		cmocka_unit_test(addresses),
		cmocka_unit_test(a_command_that_is_too_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
