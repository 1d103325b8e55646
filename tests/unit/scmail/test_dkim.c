/* SPDX-License-Identifier: MIT */
/* Canonicalization as RFC 6376 shows it, and keys. */
#include "test.h"

#include <string.h>

#include "message/dkim.h"
#include "message/dkim_canon.h"

static void field_is(const char *whole, const char *want)
{
	struct buf b;

	buf_init(&b, 0);
	dkim_field(span_of(whole, strlen(whole)), true, &b);
	assert_int_equal(b.len, strlen(want));
	assert_memory_equal(b.ptr, want, b.len);
	buf_free(&b);
}

static void fields_are_unfolded(void **state)
{
	(void)state;
	field_is("A: X\r\n", "a:X\r\n"); /* section 3.4.5 */
	field_is("B : Y\t\r\n\tZ  \r\n", "b:Y Z\r\n");
	field_is("Subject:\r\n", "subject:\r\n");
	field_is("X:a:b\r\n", "x:a:b\r\n");
}

/* The body given in two pieces, cut everywhere, has the hash of what it stands for. */
static void body_is(const char *body, const char *want)
{
	uint8_t hash[SHA256_DIGEST_SIZE];
	uint8_t plain[SHA256_DIGEST_SIZE];
	struct sha256_ctx sha;
	size_t len = strlen(body);
	size_t cut;

	sha256_init(&sha);
	sha256_update(&sha, strlen(want), (const uint8_t *)want);
	sha256_digest(&sha, sizeof plain, plain);
	for (cut = 0; cut <= len; cut++) {
		struct dkim_body b;

		dkim_body_init(&b);
		dkim_body_update(&b, span_of(body, cut));
		dkim_body_update(&b, span_of(body + cut, len - cut));
		dkim_body_final(&b, hash);
		assert_memory_equal(hash, plain, sizeof hash);
	}
}

static void bodies_lose_blanks_and_empty_ends(void **state)
{
	(void)state;
	body_is(" C \r\nD \t E\r\n\r\n\r\n", " C\r\nD E\r\n"); /* section 3.4.5 */
	body_is("", "");
	body_is("\r\n\r\n", "");
	body_is(" \t\r\n\r\n", "");
	body_is("a\r\n\r\nb\r\n", "a\r\n\r\nb\r\n");
	body_is("a\r\n  \r\n b\r\n", "a\r\n\r\n b\r\n");
	body_is("no end", "no end");
}

static void a_seed_is_a_key(void **state)
{
	/* RFC 8463, appendix A.2 */
	static const char seed[] = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=\n";
	uint8_t out[DKIM_SIGNATURE_MAX];
	uint8_t hash[DKIM_HASH_LEN] = {1};
	struct dkim_key *k;
	struct err err;
	size_t len = 0;

	(void)state;
	assert_int_equal(dkim_key_open(span_of(seed, strlen(seed)), &k, &err), ERR_OK);
	assert_string_equal(dkim_key_algorithm(k), "ed25519-sha256");
	assert_int_equal(dkim_key_sign(k, hash, out, &len, &err), ERR_OK);
	assert_int_equal(len, 64);
	dkim_key_close(k);
	dkim_key_close(NULL);
}

static void what_is_no_key(void **state)
{
	static const char *const bad[] = {"", "x", "AAAA",
		"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
		"-----BEGIN PRIVATE KEY-----\n\n-----END PRIVATE KEY-----\n",
		"-----BEGIN RSA PRIVATE KEY-----\nMAA=\n-----END RSA PRIVATE KEY-----\n",
		"-----BEGIN EC PRIVATE KEY-----\nMAA=\n-----END EC PRIVATE KEY-----\n",
		"-----BEGIN PRIVATE KEY-----\nMAA="};
	struct dkim_key *k;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_not_equal(
			dkim_key_open(span_of(bad[i], strlen(bad[i])), &k, &err), ERR_OK);
}

static void names_of_the_dns(void **state)
{
	struct err err;

	(void)state;
	assert_int_equal(dkim_name_ok("mail._x-1.example", "s", &err), ERR_OK);
	assert_int_equal(dkim_name_ok("", "s", &err), ERR_USAGE);
	assert_int_equal(dkim_name_ok("a;b=c", "s", &err), ERR_USAGE);
	assert_int_equal(dkim_name_ok("a b", "s", &err), ERR_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_are_unfolded),
		cmocka_unit_test(bodies_lose_blanks_and_empty_ends),
		cmocka_unit_test(a_seed_is_a_key),
		cmocka_unit_test(what_is_no_key),
		cmocka_unit_test(names_of_the_dns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
