/* SPDX-License-Identifier: MIT */
/* The command line of sendmail, and its aliases. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "sendmail/aliases.h"
#include "sendmail/args.h"

#define WORDS(...)                                                                                 \
	(const char *[]){__VA_ARGS__}, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)

static void words_of_real_callers(void **state)
{
	struct sendmail_args cron = {0};
	struct sendmail_args git = {0};
	struct sendmail_args php = {0};
	struct sendmail_args report = {0};
	struct err err;

	(void)state;
	assert_int_equal(
		sendmail_args_read(
			WORDS("-i", "-FCronDaemon", "-B8BITMIME", "-oem", "root"), &cron, &err),
		ERR_OK);
	assert_true(cron.dots && !cron.from_fields);
	assert_string_equal(cron.full_name, "CronDaemon");
	assert_string_equal(cron.to.items[0], "root");
	assert_int_equal(sendmail_args_read(WORDS("-f", "me@x.y", "-i", "a@b.c", "--", "-odd@b.c"),
				 &git, &err),
		ERR_OK);
	assert_string_equal(git.sender, "me@x.y");
	assert_int_equal(git.to.count, 2);
	assert_string_equal(git.to.items[1], "-odd@b.c");
	assert_int_equal(sendmail_args_read(WORDS("-ti", "-fme@x.y"), &php, &err), ERR_OK);
	assert_true(php.dots && php.from_fields);
	assert_string_equal(php.sender, "me@x.y");
	assert_int_equal(
		sendmail_args_read(WORDS("-oi", "-odb", "-f", "<>", "-bm", "a@b.c"), &report, &err),
		ERR_OK);
	assert_string_equal(report.sender, "");
	assert_int_equal(report.mode, SENDMAIL_MAIL);
	cli_list_free(&cron.to);
	cli_list_free(&git.to);
	cli_list_free(&php.to);
	cli_list_free(&report.to);
}

static void modes(void **state)
{
	static const struct {
		const char *word;
		enum sendmail_mode mode;
	} words[] = {{"-bs", SENDMAIL_SMTP}, {"-bp", SENDMAIL_QUEUE}, {"-bi", SENDMAIL_ALIASES},
		{"-q", SENDMAIL_FLUSH}, {"-q30m", SENDMAIL_FLUSH}, {"-bm", SENDMAIL_MAIL}};
	enum sendmail_mode mode;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct sendmail_args a = {0};

		assert_int_equal(sendmail_args_read(WORDS(words[i].word), &a, &err), ERR_OK);
		assert_int_equal(a.mode, words[i].mode);
	}
	{ /* a message goes out whatever a daemon shall do */
		struct sendmail_args a = {0};

		assert_int_equal(sendmail_args_read(WORDS("-q30m", "-t"), &a, &err), ERR_OK);
		assert_int_equal(a.mode, SENDMAIL_MAIL);
	}
	assert_true(sendmail_name("mailq", &mode));
	assert_int_equal(mode, SENDMAIL_QUEUE);
	assert_true(sendmail_name("sendmail.exe", &mode));
	assert_false(sendmail_name("scmail", &mode));
	assert_false(sendmail_name("sendmail2", &mode));
}

static void what_it_refuses(void **state)
{
	const char *const bad[] = {"-K", "-bd", "-bv", "-f", "-Rsome", "-i\x01"};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct sendmail_args a = {0};

		assert_int_equal(sendmail_args_read(WORDS(bad[i]), &a, &err), ERR_USAGE);
	}
}

/* They would have dropped the message, with status 0. */
static void a_message_beside_other_work_is_refused(void **state)
{
	const char *const words[] = {"-q", "-bp", "-bi", "-I", "-qRx"};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct sendmail_args fields = {0};
		struct sendmail_args to = {0};

		assert_int_equal(
			sendmail_args_read(WORDS("-t", words[i]), &fields, &err), ERR_USAGE);
		assert_int_equal(
			sendmail_args_read(WORDS(words[i], "a@b.c"), &to, &err), ERR_USAGE);
		cli_list_free(&to.to);
	}
}

static const char *resolved(const char *text, const char *name)
{
	static char out[400];
	struct aliases a = {span_of(text, strlen(text)), "d.e"};
	struct cli_list to = {0};
	struct err err;
	size_t i;

	out[0] = '\0';
	if (aliases_resolve(&a, name, &to, &err) != ERR_OK)
		snprintf(out, sizeof out, "%s", "error");
	for (i = 0; out[0] != 'e' && i < to.count; i++) {
		strcat(out, i > 0 ? " " : "");
		strcat(out, to.items[i]);
	}
	aliases_free(&to);
	return out;
}

static void names_stand_for_addresses(void **state)
{
	static const char file[] =
		"# comment\nroot: ann, bob@x.y\r\nANN: a@x.y,\n  root2\n\"two words\": b@c.d\n"
		"me: \\me\ntwice: bob@x.y, bob@x.y\n";

	(void)state;
	assert_string_equal(resolved(file, "Root"), "a@x.y root2@d.e bob@x.y");
	assert_string_equal(resolved(file, "two words"), "b@c.d");
	assert_string_equal(resolved(file, "me"), "me@d.e");
	assert_string_equal(resolved(file, "twice"), "bob@x.y");
	assert_string_equal(resolved(file, "other"), "other@d.e");
	assert_string_equal(resolved(file, "x@y.z"), "x@y.z");
	assert_string_equal(resolved("default: all@x.y\nroot: op", "root"), "all@x.y");
	assert_string_equal(resolved("default: all", "root"), "all@d.e");
	assert_string_equal(resolved("a: b\nb: a\n", "a"), "error");
	assert_string_equal(resolved("a: |prog\n", "a"), "error");
	assert_string_equal(resolved("a: \"|prog x\"\n", "a"), "error");
	assert_string_equal(resolved("a: /var/mail/a\n", "a"), "error");
	assert_string_equal(resolved("a: :include:/list\n", "a"), "error");
	assert_string_equal(resolved("a:\n", "a"), "error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_of_real_callers),
		cmocka_unit_test(modes),
		cmocka_unit_test(what_it_refuses),
		cmocka_unit_test(a_message_beside_other_work_is_refused),
		cmocka_unit_test(names_stand_for_addresses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
