/* SPDX-License-Identifier: MIT */
/* Address fields as any program writes them. */
#include "test.h"

#include <string.h>

#include "message/mailbox.h"

/* All of the list as "name=spec;name=spec". */
static const char *all(const char *text)
{
	static char out[1000];
	struct mailbox_list list = {NULL, 0};
	struct err err;
	size_t i;

	out[0] = '\0';
	assert_int_equal(mailbox_parse(&list, span_of(text, strlen(text)), &err), ERR_OK);
	for (i = 0; i < list.count; i++) {
		strcat(out, i > 0 ? ";" : "");
		strcat(out, list.items[i].name);
		strcat(out, "=");
		strcat(out, list.items[i].spec);
	}
	mailbox_free(&list);
	return out;
}

static void every_form_of_an_address(void **state)
{
	static const char *const forms[][2] = {
		{"a@b.c", "=a@b.c"},
		{" a@b.c , d@e.f;", "=a@b.c;=d@e.f"},
		{"root", "=root"},
		{"root (Cron Daemon)", "Cron Daemon=root"},
		{"Ann <a@b.c> (home (old))", "Ann=a@b.c"},
		{"\"Li, Si\" <a@b.c>", "\"Li, Si\"=a@b.c"},
		{"\"a b\"@c.d", "=\"a b\"@c.d"},
		{"team: a@b.c, d@e.f; g@h.i", "=a@b.c;=d@e.f;=g@h.i"},
		{"undisclosed-recipients:;", ""},
		{"<@x,@y:a@b.c>", "=a@b.c"},
		{"Ann <a@[192.0.2.1]>, b@[IPv6:::1]", "Ann=a@[192.0.2.1];=b@[IPv6:::1]"},
		{"Ann\r\n <a@b.c>,\r\n\td@e.f", "Ann=a@b.c;=d@e.f"},
		{"<>", ""},
		{"", ""},
		{",,;", ""},
		{"\"not closed", "=\"not closed"},
		{"(not closed", ""},
		{"Ann <a@b.c", "Ann=a@b.c"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof forms / sizeof forms[0]; i++)
		assert_string_equal(all(forms[i][0]), forms[i][1]);
}

static void semicolons_end_a_group_alone(void **state)
{
	static const struct {
		const char *text;
		bool semicolons;
	} lists[] = {{"a@b.c, d@e.f", false}, {"team: a@b.c, d@e.f; g@h.i", false},
		{"\"a;b\" <a@b.c>", false}, {"a@b.c; d@e.f", true}, {"a@b.c;", true},
		{"team: a@b.c; d@e.f; g@h.i", true}};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof lists / sizeof lists[0]; i++) {
		struct mailbox_list list = {NULL, 0, false};
		struct span text = span_of(lists[i].text, strlen(lists[i].text));

		assert_int_equal(mailbox_parse(&list, text, &err), ERR_OK);
		assert_int_equal(list.semicolons, lists[i].semicolons);
		mailbox_free(&list);
	}
}

static void quotes_go_off_a_name(void **state)
{
	char name[] = "\"Li \\\"Si\\\"\" Wang";

	(void)state;
	mailbox_unquote(name);
	assert_string_equal(name, "Li \"Si\" Wang");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form_of_an_address),
		cmocka_unit_test(semicolons_end_a_group_alone),
		cmocka_unit_test(quotes_go_off_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
