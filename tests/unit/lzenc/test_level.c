/* SPDX-License-Identifier: MIT */
/* The dictionary of each level, and what readers and memory leave of it. */
#include "test.h"

#include "lzenc.h"

#define MIB(n)   ((uint32_t)(n) << 20)
#define LONG_ONE ((uint64_t)1 << 30)

static uint32_t dict_of(int level, enum lz_format format, enum lz_target target, uint64_t memory)
{
	struct lz_settings s = {
		.format = format, .target = target, .level = level, .memory = memory};

	return lz_dict_most(&s, LONG_ONE);
}

static void levels_have_those_of_7zip(void **state)
{
	static const unsigned mib[10] = {0, 16, 16, 16, 16, 32, 64, 128, 256, 256};
	int level;

	(void)state;
	for (level = 1; level <= 9; level++)
		assert_int_equal(dict_of(level, LZ_7Z, LZ_ANYONE, 0), MIB(mib[level]));
}

static void readers_take_no_longer_ones(void **state)
{
	(void)state;
	assert_int_equal(dict_of(9, LZ_LZMA, LZ_ANYONE, 0), MIB(128));
	assert_int_equal(dict_of(9, LZ_LZMA, LZ_EDK2, 0), MIB(128));
	assert_int_equal(dict_of(9, LZ_LZMA, LZ_LINUX, 0), MIB(32));
	assert_int_equal(dict_of(4, LZ_LZMA, LZ_LINUX, 0), MIB(16));
	assert_int_equal(dict_of(9, LZ_7Z, LZ_LINUX, 0), MIB(256));
}

static void little_memory_halves_it_down_to_64(void **state)
{
	struct lz_settings s = {.format = LZ_7Z, .level = 9, .memory = MIB(2500)};

	(void)state;
	assert_int_equal(lz_dict_most(&s, LONG_ONE), MIB(128));
	assert_int_equal(lz_dict_missed(&s, LONG_ONE), MIB(256));
	assert_int_equal(lz_dict_missed(&s, MIB(128)), 0);
	assert_int_equal(dict_of(9, LZ_7Z, LZ_ANYONE, 1), MIB(64));
	assert_int_equal(dict_of(6, LZ_7Z, LZ_ANYONE, 1), MIB(64));
	s.dict = MIB(256); /* taken at its word */
	assert_int_equal(lz_dict_most(&s, LONG_ONE), MIB(256));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_have_those_of_7zip),
		cmocka_unit_test(readers_take_no_longer_ones),
		cmocka_unit_test(little_memory_halves_it_down_to_64),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
