/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "message/addr.h"

static void expect(const char *text, const char *want)
{
	struct addr_list list = {NULL, 0};
	struct err err;
	char got[2000] = "";
	size_t i;

	assert_int_equal(addr_parse(&list, text, "--to", &err), ERR_OK);
	for (i = 0; i < list.count; i++) {
		size_t len = strlen(got);

		snprintf(got + len, sizeof got - len, "%s|%s;",
			list.items[i].name != NULL ? list.items[i].name : "", list.items[i].spec);
	}
	addr_free(&list);
	assert_string_equal(got, want);
}

static void forms_people_type(void **state)
{
	(void)state;
	expect("a@b.c", "|a@b.c;");
	expect(" a@b.c , d@e.f;g@h.i ", "|a@b.c;|d@e.f;|g@h.i;");
	expect("Zoo <z@x.y>", "Zoo|z@x.y;");
	expect("\"Last, First\" <z@x.y>, b@c.d", "Last, First|z@x.y;|b@c.d;");
	expect("\"a \\\"b\\\" c\" <z@x.y>", "a \"b\" c|z@x.y;");
	expect("<z@x.y>", "|z@x.y;");
	expect("a@b.c;", "|a@b.c;");
	expect("\"odd,local\"@x.y", "|\"odd,local\"@x.y;");
	expect("a@[127.0.0.1]", "|a@[127.0.0.1];");
	/* full-width comma and semicolon */
	expect("a@b.c\xEF\xBC\x8C"
	       "d@e.f\xEF\xBC\x9Bg@h.i",
		"|a@b.c;|d@e.f;|g@h.i;");
}

static void chinese_domains_become_ascii(void **state)
{
	(void)state;
	expect("a@\xE4\xB8\xAD\xE6\x96\x87.test", "|a@xn--fiq228c.test;");
	expect("a@b\xC3\xBC"
	       "cher.example",
		"|a@xn--bcher-kva.example;");
	expect("a@EXAMPLE.com", "|a@example.com;");
	/* ideographic full stop */
	expect("a@\xE4\xB8\xAD\xE6\x96\x87\xE3\x80\x82test", "|a@xn--fiq228c.test;");
}

static void what_is_no_address(void **state)
{
	static const char *const bad[] = {"a", "\" m>;**\"@xa", "\"a\\<b\"@c.d", "@b.c", "a@",
		"a b@c.d", "a@b..c", "a@-b.c", "a@b.c>", "<a@b.c", ".a@b.c", "a.@b.c",
		"a@b.c\r\nRCPT TO:<x@y>", "a@b c", "a@@b", "\"a@b.c", "a@b.c\x01", "a@[127.0.0.1",
		"a\\@b.c", "x <y> <a@b.c", "a@b/c", "a<b@c.d"};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct addr_list list = {NULL, 0};

		if (addr_parse(&list, bad[i], "--to", &err) == ERR_OK)
			fail_msg("taken for an address: %s", bad[i]);
		addr_free(&list);
	}
}

static void utf8_local_parts_are_marked(void **state)
{
	struct addr_list list = {NULL, 0};
	struct err err;

	(void)state;
	assert_int_equal(addr_parse(&list, "\xE4\xB8\xAD@x.y,a@x.y", "--to", &err), ERR_OK);
	assert_true(list.items[0].utf8_local);
	assert_false(list.items[1].utf8_local);
	addr_free(&list);
}

static void fields_are_folded(void **state)
{
	struct addr_list list = {NULL, 0};
	struct err err;
	struct buf b;
	const char *p;
	int i;

	(void)state;
	for (i = 0; i < 50; i++)
		assert_int_equal(
			addr_parse(&list,
				"\xE5\xBC\xA0\xE4\xB8\x89 <someone.with.a.name@example.com>,"
				"plain@example.org,\"Last, F.\" <l@example.net>",
				"--to", &err),
			ERR_OK);
	buf_init(&b, 0);
	addr_field(&b, "To", &list);
	buf_add_u8(&b, 0);
	for (p = (char *)b.ptr; *p != '\0';) {
		const char *end = strstr(p, "\r\n");

		assert_non_null(end);
		assert_true(end - p <= 78);
		p = end + 2;
	}
	assert_non_null(strstr((char *)b.ptr, "\"Last, F.\" <l@example.net>"));
	buf_free(&b);
	addr_free(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forms_people_type),
		cmocka_unit_test(chinese_domains_become_ascii),
		cmocka_unit_test(what_is_no_address),
		cmocka_unit_test(utf8_local_parts_are_marked),
		cmocka_unit_test(fields_are_folded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
