/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"

static void crc_check_value(void **state)
{
	uint32_t crc;

	(void)state;
	/* the check value every catalogue of CRCs gives for "123456789" */
	assert_int_equal(crc32_update(0, span_of("123456789", 9)), 0xCBF43926);
	crc = crc32_update(0, span_of("1234", 4));
	assert_int_equal(crc32_update(crc, span_of("56789", 5)), 0xCBF43926);
	assert_int_equal(crc32_update(0, span_of(NULL, 0)), 0);
}

/* Bit by bit, as the polynomial says. */
static uint32_t crc_slowly(const uint8_t *p, size_t len)
{
	uint32_t crc = 0xFFFFFFFF;
	int bit;

	while (len-- != 0) {
		crc ^= *p++;
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (0xEDB88320 & (0 - (crc & 1)));
	}
	return ~crc;
}

static void crc_of_any_length_and_place(void **state)
{
	static const size_t longer[] = {4095, 16384, 16385, 65536, 100003};
	uint8_t *data = malloc(100010);
	size_t i;

	(void)state;
	assert_non_null(data);
	for (i = 0; i < 100010; i++)
		data[i] = (uint8_t)(i * i >> 7 ^ i * 31);
	for (i = 0; i < 300; i++) {
		uint32_t half = crc32_update(0, span_of(data + i % 7, i / 2));

		assert_int_equal(
			crc32_update(0, span_of(data + i % 7, i)), crc_slowly(data + i % 7, i));
		assert_int_equal(crc32_update(half, span_of(data + i % 7 + i / 2, i - i / 2)),
			crc_slowly(data + i % 7, i));
	}
	for (i = 0; i < sizeof longer / sizeof longer[0]; i++)
		assert_int_equal(crc32_update(0, span_of(data + i, longer[i])),
			crc_slowly(data + i, longer[i]));
	free(data);
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
		struct sha256 s;

		sha256_init(&s);
		for (i = 0; i < sizeof data; i += step)
			sha256_update(&s,
				span_of(data + i, sizeof data - i < step ? sizeof data - i : step));
		sha256_final(&s, digest);
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
		cmocka_unit_test(crc_check_value),
		cmocka_unit_test(crc_of_any_length_and_place),
		cmocka_unit_test(sha256_known_answers),
		cmocka_unit_test(sha256_does_not_mind_pieces),
		cmocka_unit_test(sha256_million_a),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
