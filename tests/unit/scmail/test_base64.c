/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "message/base64.h"

static void known_words(void **state)
{
	/* RFC 4648, section 10 */
	static const char *const cases[][2] = {{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="},
		{"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="},
		{"foobar", "Zm9vYmFy"}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		uint8_t out[16] = {0};
		size_t n = base64_word((const uint8_t *)cases[i][0], strlen(cases[i][0]), out);

		assert_int_equal(n, strlen(cases[i][1]));
		assert_memory_equal(out, cases[i][1], n);
	}
}

/* The vector code against the plain one, at every length over several lines and all byte values. */
static void lines_agree_with_words(void **state)
{
	static uint8_t in[4096 + BASE64_SLACK];
	static uint8_t fast[8192];
	static uint8_t slow[8192];
	size_t len;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof in; i++)
		in[i] = (uint8_t)(i * 167 + i / 256 * 13);
	for (len = 0; len <= 4096; len++) {
		size_t n = base64_lines(in, len, fast);
		size_t p = 0;

		for (i = 0; i < len; i += BASE64_LINE_IN) {
			size_t step = len - i < BASE64_LINE_IN ? len - i : BASE64_LINE_IN;

			p += base64_word(in + i, step, slow + p);
			slow[p++] = '\r';
			slow[p++] = '\n';
		}
		assert_int_equal(n, p);
		assert_true(base64_len(len) == p);
		assert_memory_equal(fast, slow, p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_words),
		cmocka_unit_test(lines_agree_with_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
