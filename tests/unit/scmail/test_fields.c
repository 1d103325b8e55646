/* SPDX-License-Identifier: MIT */
/* A field's class decides what may be done to its text. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "message/fields.h"

static void expect(const char *name, const char *value, const char *want)
{
	struct buf out;
	struct err err;

	buf_init(&out, 0);
	assert_int_equal(field_write(&out, name, value, NULL, &err), ERR_OK);
	buf_add_u8(&out, 0);
	assert_string_equal((const char *)out.ptr, want);
	buf_free(&out);
}

static void refused(const char *name, const char *value)
{
	struct buf out;
	struct err err;

	buf_init(&out, 0);
	assert_int_equal(field_write(&out, name, value, NULL, &err), ERR_USAGE);
	assert_int_equal(out.len, 0);
	buf_free(&out);
}

static void texts_are_encoded_and_tokens_are_not(void **state)
{
	(void)state;
	expect("X-Note", "plain text", "X-Note: plain text\r\n");
	expect("X-Note", "\xE5\x9B\xBA", "X-Note: =?UTF-8?B?5Zu6?=\r\n");
	expect("In-Reply-To", "<a@b.c>", "In-Reply-To: <a@b.c>\r\n");
	expect("References", "<a@b.c>, <d@e.f>", "References: <a@b.c> <d@e.f>\r\n");
	expect("List-Unsubscribe", "<https://x.y/?a=%E5>,<mailto:u@x.y>",
		"List-Unsubscribe: <https://x.y/?a=%E5>, <mailto:u@x.y>\r\n");
	expect("Sender", "\xE5\x9B\xBA <a@b.c>", "Sender: =?UTF-8?B?5Zu6?= <a@b.c>\r\n");
	refused("In-Reply-To", "\xE5\x9B\xBA");
	refused("References", "a");
	refused("List-Unsubscribe", "https://x.y/\xE5\x9B\xBA");
	refused("Sender", "a@b.c, d@e.f");
	refused("X-Note", "a\r\nBcc: b@c.d");
	refused("Bcc", "b@c.d");
	refused("X Note", "x");
}

/* A line of the name alone is legal, yet some readers begin the text with a blank then. */
static void the_first_word_is_beside_the_name(void **state)
{
	char word[181];
	char want[200];

	(void)state;
	memset(word, 'x', sizeof word - 1);
	word[sizeof word - 1] = '\0';
	snprintf(want, sizeof want, "X-Note: %s\r\n", word);
	expect("X-Note", word, want);
	word[70] = '\0'; /* would fit in a line of its own */
	snprintf(want, sizeof want, "Auto-Submitted: %s\r\n", word);
	expect("Auto-Submitted", word, want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_encoded_and_tokens_are_not),
		cmocka_unit_test(the_first_word_is_beside_the_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
