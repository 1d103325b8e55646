/* SPDX-License-Identifier: MIT */
/* Two names of one file, as Windows has them; elsewhere a second link stands for that. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#ifndef _WIN32
#include <unistd.h>
#endif

#include "test.h"

#include "biosbelt/hash.h"
#include "biosbelt/written.h"

#include "os/scratch.h"

static void other_name(const char *dir, const char *name, const char *other)
{
#ifdef _WIN32
	(void)dir, (void)name, (void)other;
#else
	char *a = scratch_path(dir, name), *b = scratch_path(dir, other);

	assert_int_equal(link(a, b), 0);
	free(a);
	free(b);
#endif
}

static void names_in_other_letters(void **state)
{
	struct written w = {.count = 0};
	char *dir = scratch_make();
	struct err err;

	(void)state;
	scratch_file(dir, "README", "1");
	scratch_file(dir, "\xC3\x84\xD0\x96.txt", "1");
	assert_int_equal(written_check(&w, dir, "README", &err), ERR_OK);
	assert_int_equal(written_add(&w, "README", &err), ERR_OK);
	assert_int_equal(written_add(&w, "\xC3\x84\xD0\x96.txt", &err), ERR_OK);
	assert_int_equal(written_add(&w, "gone", &err), ERR_OK);
	other_name(dir, "README", "readme");
	other_name(dir, "\xC3\x84\xD0\x96.txt", "\xC3\xA4\xD0\xB6.TXT");
	assert_int_equal(written_check(&w, dir, "readme", &err), ERR_EXISTS);
	assert_non_null(strstr(err.text, " README of"));
	assert_int_equal(written_check(&w, dir, "\xC3\xA4\xD0\xB6.TXT", &err), ERR_EXISTS);
	assert_int_equal(
		written_check(&w, dir, "README", &err), ERR_OK); /* again, as a .tar may have it */
	assert_int_equal(written_check(&w, dir, "readme2", &err), ERR_OK);
	assert_int_equal(written_check(&w, dir, "GONE", &err), ERR_OK);
	assert_true(written_is(&w, "gone"));
	assert_false(written_is(&w, "GONE"));
	written_free(&w);
	scratch_remove(dir);
}

/* One file each: a system that tells capitals apart keeps both. */
static void many_names(void **state)
{
	struct written w = {.count = 0};
	char name[32];
	struct err err;

	(void)state;
	for (int i = 0; i < 5000; i++) {
		snprintf(name, sizeof name, "n%d\xE5\x9B\xBA", i);
		assert_int_equal(written_add(&w, name, &err), ERR_OK);
	}
	assert_int_equal(w.count, 5000);
	assert_int_equal(written_check(&w, "absent", "N77\xE5\x9B\xBA", &err), ERR_OK);
	written_free(&w);
}

#ifndef _WIN32
/* What a folder held before may be a link to a file of the archive: another file. */
static void links(void **state)
{
	struct written w = {.count = 0};
	char *dir = scratch_make(), *path = scratch_path(dir, "readme");
	struct err err;

	(void)state;
	scratch_file(dir, "README", "1");
	assert_int_equal(symlink("README", path), 0);
	assert_int_equal(written_add(&w, "README", &err), ERR_OK);
	assert_int_equal(written_check(&w, dir, "readme", &err), ERR_OK);
	assert_int_equal(written_add(&w, "readme", &err), ERR_OK);
	other_name(dir, "readme", "ReadMe");
	assert_int_equal(written_check(&w, dir, "ReadMe", &err), ERR_EXISTS);
	assert_non_null(strstr(err.text, " readme of"));
	written_free(&w);
	free(path);
	scratch_remove(dir);
}
#endif

#define BITS    14
#define LETTERS (32 + BITS)

static uint64_t crc_of(const char *name)
{
	uint32_t crc = 0, c;

	for (; *name != '\0'; name++) {
		c = (uint8_t)*name;
		crc = crc32_update(crc, span_of(&c, sizeof c));
	}
	return crc;
}

/* Which letters together leave the CRC as it is, BITS sets of them: by elimination. */
static void find_sets(uint64_t sets[BITS])
{
	uint64_t sums[32] = {0}, from[32] = {0}, base;
	char name[LETTERS + 1];
	unsigned i, bit, found = 0;

	memset(name, 'a', LETTERS);
	name[LETTERS] = '\0';
	base = crc_of(name);
	for (i = 0; i < LETTERS && found < BITS; i++) {
		uint64_t set = (uint64_t)1 << i, sum;

		name[i] = 'c';
		sum = crc_of(name) ^ base;
		name[i] = 'a';
		for (bit = 0; bit < 32 && sum != 0; bit++) {
			if ((sum >> bit & 1) == 0)
				continue;
			if (sums[bit] == 0) {
				sums[bit] = sum;
				from[bit] = set;
				break;
			}
			sum ^= sums[bit];
			set ^= from[bit];
		}
		if (sum == 0)
			sets[found++] = set;
	}
	assert_int_equal(found, BITS);
}

static double seconds_for(const uint64_t sets[BITS])
{
	struct written w = {.count = 0};
	clock_t begin = clock();
	char name[LETTERS + 1];
	struct err err;
	unsigned i, k;

	name[LETTERS] = '\0';
	for (i = 0; i < 1u << BITS; i++) {
		uint64_t set = 0;

		for (k = 0; k < BITS; k++)
			set ^= (i >> k & 1) != 0 ? sets[k] : 0;
		for (k = 0; k < LETTERS; k++)
			name[k] = (set >> k & 1) != 0 ? 'c' : 'a';
		assert_int_equal(written_check(&w, "absent", name, &err), ERR_OK);
		assert_int_equal(written_add(&w, name, &err), ERR_OK);
	}
	assert_int_equal(w.count, 1u << BITS);
	written_free(&w);
	return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* Names of one CRC, which anyone can compute, take no longer than others. */
static void same_crc(void **state)
{
	uint64_t alike[BITS], others[BITS];
	unsigned i;

	(void)state;
	find_sets(alike);
	for (i = 0; i < BITS; i++)
		others[i] = (uint64_t)1 << i;
	assert_true(seconds_for(alike) < 10 * seconds_for(others) + 0.2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_in_other_letters),
		cmocka_unit_test(many_names),
		cmocka_unit_test(same_crc),
#ifndef _WIN32
		cmocka_unit_test(links),
#endif
	};

	return cmocka_run_group_tests_name("written", tests, NULL, NULL);
}
