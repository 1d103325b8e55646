/* SPDX-License-Identifier: MIT */
/* The configuration file: what wins over what, and that no log-in goes to another server. */
#include "test.h"

#include "os/scratch.h"

#include "config.h"

static char *folder;

/* Applies a file with that text to o, which has what the command line said. */
static enum err_code apply(struct options *o, const char *text, struct err *err)
{
	char *path = scratch_path(folder, "scmail.conf");
	enum err_code rc;

	scratch_file(folder, "scmail.conf", text);
	o->config = path;
	rc = config_apply(o, err);
	o->config = NULL;
	free(path);
	return rc;
}

/* As if it stood on the command line. */
static void say(struct options *o, const char *name, const char *value)
{
	const struct cli_opt *row = cli_row(scmail_spec.opts, name);
	struct err err;

	assert_non_null(row);
	assert_int_equal(cli_set(row, o, value, &err), ERR_OK);
	o->given.row[row - scmail_spec.opts] = true;
}

static void the_command_line_wins_over_a_profile_and_that_over_the_rest(void **state)
{
	static const char text[] = "from = all@x.y\nretry = 1\ntimeout = 7\n"
				   "[lab]\nfrom = lab@x.y\nretry = 2\n";
	struct options o = {.profile = "lab"};
	struct err err;

	(void)state;
	say(&o, "retry", "3");
	assert_int_equal(apply(&o, text, &err), ERR_OK);
	assert_string_equal(o.from, "lab@x.y");
	assert_int_equal(o.retry, 3);
	assert_int_equal(o.reply_s, 7);
	options_free(&o);
}

static void netrc_is_yes_or_no_or_a_file_and_nothing_is_empty(void **state)
{
	struct options yes = {0};
	struct options no = {0};
	struct options file = {0};
	struct options empty = {0};
	struct err err;

	(void)state;
	assert_int_equal(apply(&yes, "netrc = yes\n", &err), ERR_OK);
	assert_string_equal(yes.netrc, "");
	assert_int_equal(apply(&no, "netrc = no\n", &err), ERR_OK);
	assert_null(no.netrc);
	assert_int_equal(apply(&file, "netrc = mine\nreply-to =\n", &err), ERR_OK);
	assert_string_equal(file.netrc, "mine");
	assert_int_equal(apply(&empty, "netrc =\n", &err), ERR_FORMAT);
	assert_non_null(strstr(err.text, "line 1: netrc: the value is empty"));
	options_free(&yes);
	options_free(&no);
	options_free(&file);
	options_free(&empty);
}

static void a_login_stays_with_its_server(void **state)
{
	static const char text[] = "server = mine.example\nuser = bob\npassword = secret\n"
				   "insecure-plaintext = yes\nhelo = me\n";
	struct options mine = {0};
	struct options other = {0};
	struct options same = {0};
	struct err err;

	(void)state;
	assert_int_equal(apply(&mine, text, &err), ERR_OK);
	assert_string_equal(mine.user, "bob");
	assert_string_equal(mine.password, "secret");
	options_free(&mine);
	say(&other, "server", "other.example");
	assert_int_equal(apply(&other, text, &err), ERR_OK);
	assert_string_equal(other.server, "other.example");
	assert_null(other.user);
	assert_null(other.password);
	assert_false(other.insecure_plaintext);
	assert_string_equal(other.helo, "me");
	options_free(&other);
	say(&same, "server", "mine.example");
	assert_int_equal(apply(&same, text, &err), ERR_OK);
	assert_string_equal(same.password, "secret");
	options_free(&same);
}

static void one_source_of_a_password_keeps_out_the_others(void **state)
{
	struct options o = {0};
	struct err err;

	(void)state;
	say(&o, "password-file", "pw");
	assert_int_equal(
		apply(&o, "server = a.b\nuser = bob\npassword = secret\ntoken = t\n", &err),
		ERR_OK);
	assert_null(o.password);
	assert_null(o.token);
	assert_string_equal(o.user, "bob");
	options_free(&o);
}

static void mistakes_are_named_with_their_line(void **state)
{
	static const struct {
		const char *text;
		const char *says;
	} bad[] = {
		{"from = a@b.c\nretyr = 1\n", "line 2"}, {"retry = many\n", "line 1"},
		{"port = 70000\n", "line 1"}, {"tls = some\n", "line 1"},
		{"insecure = maybe\n", "line 1"},
		{"to = a@b.c\n", "line 1"}, /* no setting: it goes to the command line */
	};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct options o = {0};

		assert_int_equal(apply(&o, bad[i].text, &err), ERR_FORMAT);
		assert_non_null(strstr(err.text, bad[i].says));
		options_free(&o);
	}
}

static void a_profile_that_is_not_there_is_told(void **state)
{
	struct options o = {.profile = "lba"};
	struct err err;

	(void)state;
	assert_int_equal(apply(&o, "[lab]\nport = 25\n", &err), ERR_USAGE);
	assert_non_null(strstr(err.text, "lba"));
	options_free(&o);
}

static int make(void **state)
{
	(void)state;
	folder = scratch_make();
	return 0;
}

static int end(void **state)
{
	(void)state;
	scratch_remove(folder);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_command_line_wins_over_a_profile_and_that_over_the_rest),
		cmocka_unit_test(netrc_is_yes_or_no_or_a_file_and_nothing_is_empty),
		cmocka_unit_test(a_login_stays_with_its_server),
		cmocka_unit_test(one_source_of_a_password_keeps_out_the_others),
		cmocka_unit_test(mistakes_are_named_with_their_line),
		cmocka_unit_test(a_profile_that_is_not_there_is_told),
	};

	return cmocka_run_group_tests(tests, make, end);
}
