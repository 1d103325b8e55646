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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crc_check_value),
		cmocka_unit_test(crc_of_any_length_and_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
