/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/digest.h"

/* "abc" is the example of FIPS 180-4 and of GB/T 32905-2016. The chain is the digest of the digests
 * of the first 0, 1 ... 299 bytes of (7 i + 3) mod 256, computed with Python's hashlib. */
static const struct {
	enum digest_alg alg;
	const char *abc;
	const char *chain;
} vectors[] = {
	{DIGEST_SHA1, "a9993e364706816aba3e25717850c26c9cd0d89d",
		"ca9349a03c700fe25e6c2cde997aa96ac2227d8a"},
	{DIGEST_SHA256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"7b074096cabb18dd0d1b468a173cb2f97f80e952525bca29542e606fd6d0753a"},
	{DIGEST_SHA384,
		"cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
		"8086072ba1e7cc2358baeca134c825a7",
		"3349f9e93dc68265966dd4b4eeb7d0a68a152793b87f45699e689686e9c4438a"
		"66fff34d4f5a8f701dafeec6c29475d2"},
	{DIGEST_SHA512,
		"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
		"2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
		"ef606bab51d67f7cb5a90635c7fcde9f432e07fcdf712be07573dfce3f71136c"
		"5e01c111214f5e2038133624ee53638b903fa4383bcee60d1b5aa63a5aac7c77"},
	{DIGEST_SM3, "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0",
		"bebd83f68ae86c048f0229ada89e7cddfe7b196fcabc2b842c74c9919a503d8e"},
};

static void one_digest(
	enum digest_alg alg, struct span in, size_t step, uint8_t out[DIGEST_LEN_MAX])
{
	struct digest d;

	digest_init(&d, alg);
	while (in.len > 0) {
		size_t n = in.len < step ? in.len : step;

		digest_update(&d, span_of(in.ptr, n));
		in.ptr += n;
		in.len -= n;
	}
	assert_int_equal(digest_final(&d, out), digest_len(alg));
}

static void assert_hex(const uint8_t *bytes, size_t len, const char *want)
{
	char text[2 * DIGEST_LEN_MAX + 1] = "";
	size_t i;

	for (i = 0; i < len; i++)
		(void)snprintf(text + 2 * i, 3, "%02x", bytes[i]);
	assert_string_equal(text, want);
}

static void the_standards_examples_and_every_length_are_right(void **state)
{
	uint8_t bytes[300], out[DIGEST_LEN_MAX];
	size_t i, n;

	(void)state;
	for (i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)(7 * i + 3);
	for (i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
		struct digest chain;

		one_digest(vectors[i].alg, span_of("abc", 3), 3, out);
		assert_hex(out, digest_len(vectors[i].alg), vectors[i].abc);
		digest_init(&chain, vectors[i].alg);
		for (n = 0; n < sizeof bytes; n++) {
			one_digest(vectors[i].alg, span_of(bytes, n), n % 17 + 1, out);
			digest_update(&chain, span_of(out, digest_len(vectors[i].alg)));
		}
		(void)digest_final(&chain, out);
		assert_hex(out, digest_len(vectors[i].alg), vectors[i].chain);
	}
}

static void sums_make_a_total_of_zero(void **state)
{
	static const uint8_t bytes[] = {0x10, 0xF0, 0x33};
	uint8_t out[DIGEST_LEN_MAX];

	(void)state;
	one_digest(DIGEST_SUM8, span_of(bytes, 3), 2, out);
	assert_int_equal(out[0], 0xCD);
	one_digest(DIGEST_CRC32, span_of("123456789", 9), 4, out);
	assert_int_equal(
		out[0] | (uint32_t)out[1] << 8 | (uint32_t)out[2] << 16 | (uint32_t)out[3] << 24,
		0xCBF43926);
	one_digest(DIGEST_NONE, span_of("1", 1), 1, out);
}

static void sha256_known_answers(void **state)
{
	char hex[SHA256_HEX_LEN];

	(void)state;
	/* FIPS 180-4 examples */
	sha256_hex(span_of("abc", 3), hex);
	assert_string_equal(
		hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	sha256_hex(span_of(NULL, 0), hex);
	assert_string_equal(
		hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	sha256_hex(span_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56), hex);
	assert_string_equal(
		hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void sha256_does_not_mind_pieces(void **state)
{
	uint8_t data[300];
	char whole[SHA256_HEX_LEN];
	char pieces[SHA256_HEX_LEN];
	uint8_t digest[SHA256_LEN];
	size_t step;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)(i * 7);
	sha256_hex(span_of(data, sizeof data), whole);
	for (step = 1; step < 150; step++) {
		struct digest s;

		digest_init(&s, DIGEST_SHA256);
		for (i = 0; i < sizeof data; i += step)
			digest_update(&s,
				span_of(data + i, sizeof data - i < step ? sizeof data - i : step));
		(void)digest_final(&s, digest);
		sha256_to_hex(digest, pieces);
		assert_string_equal(pieces, whole);
	}
}

static void sha256_million_a(void **state)
{
	char *a = malloc(1000000);
	char hex[SHA256_HEX_LEN];

	(void)state;
	assert_non_null(a);
	memset(a, 'a', 1000000);
	sha256_hex(span_of(a, 1000000), hex);
	free(a);
	assert_string_equal(
		hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sha256_known_answers),
		cmocka_unit_test(sha256_does_not_mind_pieces),
		cmocka_unit_test(sha256_million_a),
		cmocka_unit_test(the_standards_examples_and_every_length_are_right),
		cmocka_unit_test(sums_make_a_total_of_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
