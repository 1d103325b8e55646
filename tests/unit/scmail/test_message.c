/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "message/message.h"

static char *read_all(struct message *m, size_t step)
{
	uint64_t len = message_len(m);
	char *text = malloc((size_t)len + step + 1);
	size_t have = 0;
	size_t got = 1;
	struct err err;

	assert_non_null(text);
	assert_int_equal(message_rewind(m, &err), ERR_OK);
	while (got > 0) {
		assert_int_equal(message_read(m, text + have, step, &got, &err), ERR_OK);
		have += got;
		assert_true(have <= len);
	}
	assert_true(have == len);
	text[have] = '\0';
	return text;
}

static void set_addresses(struct mail *m)
{
	struct err err;

	assert_int_equal(addr_parse(&m->from, "b@sina.com", "--from", &err), ERR_OK);
	assert_int_equal(addr_parse(&m->to, "a@qq.com", "--to", &err), ERR_OK);
	assert_int_equal(addr_parse(&m->bcc, "secret@x.y", "--bcc", &err), ERR_OK);
}

static void free_addresses(struct mail *m)
{
	addr_free(&m->from);
	addr_free(&m->to);
	addr_free(&m->bcc);
}

static void dates(void **state)
{
	char out[40];

	(void)state;
	message_date(0, 0, out);
	assert_string_equal(out, "Thu, 1 Jan 1970 00:00:00 +0000");
	message_date(1447391655, 480, out);
	assert_string_equal(out, "Fri, 13 Nov 2015 13:14:15 +0800");
	message_date(951782400, -210, out);
	assert_string_equal(out, "Mon, 28 Feb 2000 20:30:00 -0330");
	message_date(951868800, 0, out);
	assert_string_equal(out, "Wed, 1 Mar 2000 00:00:00 +0000");
	message_date(-1, 0, out);
	assert_string_equal(out, "Wed, 31 Dec 1969 23:59:59 +0000");
}

static void plain_mail(void **state)
{
	struct mail m = {
		.subject = "Hi, buddy", .has_text = true, .time_s = 1447391655, .zone_min = 480};
	struct message *msg;
	struct err err;
	char *text;

	(void)state;
	set_addresses(&m);
	m.text = span_of("hello\n", 6);
	assert_int_equal(message_open(&m, &msg, &err), ERR_OK);
	text = read_all(msg, 7);
	assert_string_equal(text, "Date: Fri, 13 Nov 2015 13:14:15 +0800\r\n"
				  "From: b@sina.com\r\n"
				  "To: a@qq.com\r\n"
				  "Subject: Hi, buddy\r\n"
				  "Message-ID: <00000000000000000000.564571a7@sina.com>\r\n"
				  "X-Mailer: scmail (biosbelt)\r\n"
				  "MIME-Version: 1.0\r\n"
				  "Content-Type: text/plain; charset=us-ascii\r\n"
				  "Content-Transfer-Encoding: 7bit\r\n"
				  "\r\n"
				  "hello\r\n");
	free(text);
	message_close(msg);
	free_addresses(&m);
}

static void attachments_of_every_size(void **state)
{
	static const size_t sizes[] = {0, 1, 56, 57, 58, 58367, 58368, 58369, 200000};
	struct mail m = {.subject = "x"};
	struct mail_attach a = {
		.path = "scmail-attach.bin", .name = "a.bin", .type = "application/octet-stream"};
	struct message *msg;
	struct err err;
	uint8_t *data = calloc(1, 200000);
	size_t i;

	(void)state;
	assert_non_null(data);
	set_addresses(&m);
	m.attach = &a;
	m.attach_count = 1;
	for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		char *one;
		char *other;

		assert_int_equal(file_write(a.path, span_of(data, sizes[i]), true, &err), ERR_OK);
		a.size = sizes[i];
		assert_int_equal(message_open(&m, &msg, &err), ERR_OK);
		one = read_all(msg, 1000);
		other = read_all(msg, 65536);
		assert_string_equal(one, other);
		assert_null(strstr(one, "secret@x.y"));
		free(one);
		free(other);
		message_close(msg);
	}
	assert_int_equal(file_remove(a.path, &err), ERR_OK);
	free(data);
	free_addresses(&m);
}

static void a_shrunk_attachment_is_an_error(void **state)
{
	struct mail m = {.subject = "x"};
	struct mail_attach a = {
		.path = "scmail-shrunk.bin", .name = "a", .type = "image/png", .size = 10};
	struct message *msg;
	struct err err;
	char buf[4096];
	size_t got;

	(void)state;
	set_addresses(&m);
	m.attach = &a;
	m.attach_count = 1;
	assert_int_equal(file_write(a.path, span_of("12345", 5), true, &err), ERR_OK);
	assert_int_equal(message_open(&m, &msg, &err), ERR_OK);
	assert_int_equal(message_read(msg, buf, sizeof buf, &got, &err), ERR_IO);
	assert_non_null(strstr(err.text, "shorter"));
	assert_int_equal(message_read(msg, buf, sizeof buf, &got, &err), ERR_IO); /* sticks */
	message_close(msg);
	assert_int_equal(file_remove(a.path, &err), ERR_OK);
	free_addresses(&m);
}

/* What the reading of an attachment of 100,000 bytes gives after it was written again, or after
 * another file took its place in the midst, where the system lets it. */
static enum err_code rewritten(size_t len, int64_t mtime_ns, bool replaced)
{
	static char text[100001];
	char part[4096];
	struct mail m = {.subject = "x"};
	struct mail_attach a = {.path = "scmail-rewritten.bin",
		.name = "a",
		.type = "image/png",
		.size = 100000,
		.mtime_ns = 1000000000};
	struct message *msg;
	struct err err;
	size_t got = 1;
	size_t total = 0;
	enum err_code rc;

	set_addresses(&m);
	m.attach = &a;
	m.attach_count = 1;
	memset(text, 'x', sizeof text);
	assert_int_equal(file_write(a.path, span_of(text, len), true, &err), ERR_OK);
	assert_int_equal(file_set_mtime(a.path, mtime_ns, &err), ERR_OK);
	assert_int_equal(message_open(&m, &msg, &err), ERR_OK);
	do {
		rc = message_read(msg, part, sizeof part, &got, &err);
		total += got;
		if (replaced && total > 20000)
			(void)file_write(a.path, span_of(text, len), true, &err);
	} while (rc == ERR_OK && got > 0);
	message_close(msg);
	assert_int_equal(file_remove(a.path, &err), ERR_OK);
	free_addresses(&m);
	return rc;
}

static void a_rewritten_attachment_is_an_error(void **state)
{
	(void)state;
	assert_int_equal(rewritten(100000, 1000000000, false), ERR_OK);
	assert_int_equal(rewritten(100000, 1004000000, false), ERR_IO);
	assert_int_equal(rewritten(100001, 1004000000, false), ERR_OK); /* a log */
	assert_int_equal(rewritten(100000, 1000000000, true), ERR_OK);
}

static void injected_headers_are_refused(void **state)
{
	struct mail_header bad[] = {{"X-A", "1\r\nBcc: e@x"}, {"Bcc", "e@x"}, {"X A", "1"},
		{"", "1"}, {"X:", "1"}, {"Content-Type", "x"}};
	struct mail_attach file = {.type = "text/plain", .name = "a\nb.txt", .path = "/"};
	struct mail m = {0};
	struct message *msg;
	struct err err;
	size_t i;

	(void)state;
	set_addresses(&m);
	m.header_count = 1;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		m.headers = &bad[i];
		assert_int_equal(message_open(&m, &msg, &err), ERR_USAGE);
	}
	m.header_count = 0;
	m.subject = "a\r\nBcc: e@x";
	assert_int_equal(message_open(&m, &msg, &err), ERR_USAGE);
	m.subject = NULL;
	m.attach = &file;
	m.attach_count = 1;
	assert_int_equal(message_open(&m, &msg, &err), ERR_USAGE);
	assert_non_null(strstr(err.text, "a\nb.txt")); /* which of those that match a pattern */
	free_addresses(&m);
}

static void eml(const char *in, enum err_code rc, const char *want)
{
	struct message *msg;
	struct err err;
	char *text;

	assert_int_equal(message_from_eml(span_of(in, strlen(in)), &msg, &err), rc);
	if (rc != ERR_OK)
		return;
	text = read_all(msg, 5);
	assert_string_equal(text, want);
	free(text);
	message_close(msg);
}

static void ready_messages(void **state)
{
	(void)state;
	eml("From: a\nBcc: x,\n y\nSubject: s\n\nBcc: stays\n.\n", ERR_OK,
		"From: a\r\nSubject: s\r\n\r\nBcc: stays\r\n.\r\n");
	eml("From: a\r\n\r\nlast", ERR_OK, "From: a\r\n\r\nlast\r\n");
	eml("no header\n\nx\n", ERR_FORMAT, NULL);
}

static void old_forms_of_ready_messages(void **state)
{
	(void)state;
	eml("From : a\nBcc : x,\n y\nBCC\t: z\nSubject: s\n\nx\n", ERR_OK,
		"From : a\r\nSubject: s\r\n\r\nx\r\n");
	eml("From a@b Sat Nov 21 10:00:00 2026\nFrom: a\n\nFrom here\n", ERR_OK,
		"From: a\r\n\r\nFrom here\r\n");
	eml("\xEF\xBB\xBF"
	    "Bcc: x\nFrom: a\n\nx\n",
		ERR_OK, "From: a\r\n\r\nx\r\n");
	eml("\xEF\xBB\xBF", ERR_FORMAT, NULL);
	eml("From a@b Sat Nov 21 10:00:00 2026", ERR_FORMAT, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dates),
		cmocka_unit_test(plain_mail),
		cmocka_unit_test(attachments_of_every_size),
		cmocka_unit_test(a_shrunk_attachment_is_an_error),
		cmocka_unit_test(a_rewritten_attachment_is_an_error),
		cmocka_unit_test(injected_headers_are_refused),
		cmocka_unit_test(ready_messages),
		cmocka_unit_test(old_forms_of_ready_messages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
