/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "test.h"

#include "auth/netrc.h"

static struct netrc_entry found;

static enum err_code find(const char *text, const char *host, const char *login)
{
	struct err err;

	return netrc_find(span_of(text, strlen(text)), host, login, &found, &err);
}

static void the_first_entry_that_fits(void **state)
{
	static const char text[] = "machine a.test login x password 1\n"
				   "machine b.test\n  login y\r\n\taccount z password 2\n"
				   "machine b.test login w password 3 # mine\n"
				   "default login d password 4";

	(void)state;
	assert_int_equal(find(text, "B.Test", NULL), ERR_OK);
	assert_string_equal(found.login, "y");
	assert_string_equal(found.password, "2");
	assert_int_equal(find(text, "b.test", "w"), ERR_OK);
	assert_string_equal(found.password, "3");
	assert_int_equal(find(text, "b.testx", NULL), ERR_OK);
	assert_string_equal(found.login, "d");
	assert_int_equal(find(text, "b.test", "d"), ERR_OK);
	assert_string_equal(found.password, "4");
	assert_int_equal(find(text, "b.test", "nobody"), ERR_NOTFOUND);
	assert_string_equal(found.password, "");
}

static void a_byte_order_mark_is_no_word(void **state)
{
	(void)state;
	assert_int_equal(
		find("\xEF\xBB\xBFmachine a.test login x password 1", "a.test", NULL), ERR_OK);
	assert_string_equal(found.password, "1");
}

static void quotation_marks(void **state)
{
	(void)state;
	assert_int_equal(
		find("machine \"a b\" login x password \"p \\\"q\\\\ # \\t\"", "a b", NULL),
		ERR_OK);
	assert_string_equal(found.password, "p \"q\\ # \t");
	assert_int_equal(find("machine a login x password \"p\nq\"", "a", NULL), ERR_FORMAT);
	assert_int_equal(find("machine a login x password \"p", "a", NULL), ERR_FORMAT);
}

/* '#' begins a comment where a word such as "machine" may stand, not where a password does. */
static void a_password_may_begin_with_a_hash(void **state)
{
	static const char text[] = "# mine\nmachine a login x password #1 # old: password 2\n"
				   "machine b #machine c\n login #y password z#\n";

	(void)state;
	assert_int_equal(find(text, "a", NULL), ERR_OK);
	assert_string_equal(found.password, "#1");
	assert_int_equal(find(text, "b", NULL), ERR_OK);
	assert_string_equal(found.login, "#y");
	assert_string_equal(found.password, "z#");
	assert_int_equal(find(text, "c", NULL), ERR_NOTFOUND);
}

static void macros_are_skipped(void **state)
{
	static const char text[] = "macdef init\nmachine a login no password no\n\n"
				   "machine a login yes password yes\nmacdef y\nmachine b\n\n"
				   "machine b login b password b\n";

	(void)state;
	assert_int_equal(find(text, "a", NULL), ERR_OK);
	assert_string_equal(found.login, "yes");
	assert_int_equal(find(text, "b", NULL), ERR_OK);
	assert_string_equal(found.login, "b");
	assert_int_equal(find("macdef x\nmachine a", "a", NULL), ERR_NOTFOUND);
}

static void what_is_no_netrc(void **state)
{
	(void)state;
	assert_int_equal(find("", "a", NULL), ERR_NOTFOUND);
	assert_int_equal(find("machine", "a", NULL), ERR_NOTFOUND);
	assert_int_equal(find("machine a password", "a", NULL), ERR_NOTFOUND);
	assert_int_equal(find("host a", "a", NULL), ERR_FORMAT);
	assert_int_equal(find("machine a user b", "a", NULL), ERR_FORMAT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_entry_that_fits),
		cmocka_unit_test(a_byte_order_mark_is_no_word),
		cmocka_unit_test(quotation_marks),
		cmocka_unit_test(a_password_may_begin_with_a_hash),
		cmocka_unit_test(macros_are_skipped),
		cmocka_unit_test(what_is_no_netrc),
	};

	return cmocka_run_group_tests_name("scmail_netrc", tests, NULL, NULL);
}
