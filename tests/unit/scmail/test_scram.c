/* SPDX-License-Identifier: MIT */
/* The dialogue of RFC 7677, section 3, and servers that are not what they should be. */
#include "test.h"

#include <string.h>

#include "smtp/scram.h"

#define NONCE "rOprNGfwEbeRWgbNEkqO"
#define FIRST "r=" NONCE "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"

static struct span str(const char *text)
{
	return span_of(text, strlen(text));
}

static void is(const struct buf *b, const char *want)
{
	assert_int_equal(b->len, strlen(want));
	assert_memory_equal(b->ptr, want, b->len);
}

static void the_dialogue_of_the_standard(void **state)
{
	struct scram s;
	struct buf out;
	struct err err;

	(void)state;
	buf_init(&out, 0);
	assert_int_equal(scram_first(&s, "user", "pencil", NONCE, &out, &err), ERR_OK);
	is(&out, "n,,n=user,r=" NONCE);
	out.len = 0;
	assert_int_equal(scram_final(&s, str(FIRST), &out, &err), ERR_OK);
	is(&out, "c=biws,r=" NONCE "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
		 "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
	assert_true(scram_verify(&s, str("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")));
	assert_false(scram_verify(&s, str("v=7rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")));
	assert_false(scram_verify(&s, str("v=6rri")));
	assert_false(scram_verify(&s, str("e=other-error")));
	assert_false(scram_verify(&s, str("")));
	buf_free(&out);
}

static void names_are_escaped_and_nonces_differ(void **state)
{
	struct scram a;
	struct scram b;
	struct buf out;
	struct err err;

	(void)state;
	buf_init(&out, 0);
	assert_int_equal(scram_first(&a, "a=b,c", "x", "n", &out, &err), ERR_OK);
	is(&out, "n,,n=a=3Db=2Cc,r=n");
	assert_int_equal(scram_first(&a, "u", "x", NULL, &out, &err), ERR_OK);
	assert_int_equal(scram_first(&b, "u", "x", NULL, &out, &err), ERR_OK);
	assert_int_equal(strlen(a.nonce), SCRAM_NONCE - 1);
	assert_string_not_equal(a.nonce, b.nonce);
	buf_free(&out);
}

static void challenges_that_are_refused(void **state)
{
	static const char *const bad[] = {
		"",
		"r=" NONCE ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096", /* our nonce alone */
		"r=other,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
		"r=" NONCE "x,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=1",           /* too weak */
		"r=" NONCE "x,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=99999999999", /* holds us up */
		"r=" NONCE "x,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4o96",
		"r=" NONCE "x,s=***,i=4096",
		"r=" NONCE "x,i=4096",
		"e=unknown-user",
	};
	struct scram s;
	struct buf out;
	struct err err;
	size_t i;

	(void)state;
	buf_init(&out, 0);
	assert_int_equal(scram_first(&s, "user", "pencil", NONCE, &out, &err), ERR_OK);
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(scram_final(&s, str(bad[i]), &out, &err), ERR_FORMAT);
	buf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_dialogue_of_the_standard),
		cmocka_unit_test(names_are_escaped_and_nonces_differ),
		cmocka_unit_test(challenges_that_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
