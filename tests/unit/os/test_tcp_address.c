/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/tcp.h"

static void each_form(void **state)
{
	static const struct {
		const char *text, *address;
		unsigned port;
	} forms[] = {
		{"1", "as before", 1},
		{"65535", "as before", 65535},
		{"0", "as before", 0},
		{"lab", "lab", 7},
		{"lab:80", "lab", 80},
		{"1.2.3.4:5", "1.2.3.4", 5},
		{"1.2.3.4", "1.2.3.4", 7},
		{"::1", "::1", 7},
		{"fe80::1:80", "fe80::1:80", 7},
		{"[::1]", "::1", 7},
		{"[::1]:80", "::1", 80},
		{"[1.2.3.4]:80", "1.2.3.4", 80},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		char address[TCP_ADDRESS_MAX] = "as before";
		unsigned port = 7;

		assert_true(tcp_address(forms[i].text, address, &port));
		assert_string_equal(address, forms[i].address);
		assert_int_equal(port, forms[i].port);
	}
}

static void what_is_none(void **state)
{
	static const char *const texts[] = {"", ":", ":80", "lab:", "lab:x", "lab:65536", "65536",
		"99999999999999999999", "lab:-1", "lab:+1", "lab: 1", "[]", "[]:80", "[::1",
		"[::1]80", "[::1]:", "[::1]:x", "[::1]x:80"};
	char address[TCP_ADDRESS_MAX] = "", text[TCP_ADDRESS_MAX + 1];
	unsigned port = 7;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		print_message("%s\n", texts[i]);
		assert_false(tcp_address(texts[i], address, &port));
		assert_string_equal(address, "");
	}
	memset(text, 'a', TCP_ADDRESS_MAX);
	text[TCP_ADDRESS_MAX] = '\0';
	assert_false(tcp_address(text, address, &port));
	text[TCP_ADDRESS_MAX - 1] = '\0';
	assert_true(tcp_address(text, address, &port));
	assert_string_equal(address, text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_form),
		cmocka_unit_test(what_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
