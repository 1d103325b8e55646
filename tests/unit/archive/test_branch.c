/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include <lzma.h>

#include "biosbelt/branch.h"

#define LEN 40000

static uint32_t seed;

static uint8_t rnd(void)
{
	seed = seed * 1664525u + 1013904223u;
	return (uint8_t)(seed >> 24);
}

/* Bytes thick with opcodes and plausible top bytes of all the architectures. */
static void fill(uint8_t *p, size_t len, uint32_t start)
{
	static const uint8_t often[] = {0xE8, 0xE9, 0x00, 0xFF, 0xEB, 0xF0, 0xF8, 0x94, 0x97, 0x90,
		0xB0, 0x01, 0x48, 0x40, 0x7F, 0x16, 0x50, 0xA0};
	size_t i;

	seed = start;
	for (i = 0; i < len; i++)
		p[i] = rnd() < 200 ? often[rnd() % sizeof(often)] : rnd();
}

static const lzma_vli ids[BRANCH_DELTA] = {
	[BRANCH_X86] = LZMA_FILTER_X86,
	[BRANCH_ARM] = LZMA_FILTER_ARM,
	[BRANCH_ARMT] = LZMA_FILTER_ARMTHUMB,
	[BRANCH_ARM64] = LZMA_FILTER_ARM64,
	[BRANCH_PPC] = LZMA_FILTER_POWERPC,
	[BRANCH_SPARC] = LZMA_FILTER_SPARC,
	[BRANCH_IA64] = LZMA_FILTER_IA64,
};

/* Of Delta's distances some: 1, 2, 6, 18, 54, 162, 256. */
static enum branch_kind next_kind(enum branch_kind kind)
{
	unsigned distance = branch_delta(kind);

	if (distance < 2)
		return (enum branch_kind)(kind + 1);
	return (enum branch_kind)(BRANCH_DELTA + (distance == 256        ? 256
							 : distance > 85 ? 255
									 : distance * 3 - 1));
}

/* liblzma's filter: encoded with filter and LZMA2, decoded with LZMA2 alone. */
static void by_liblzma(enum branch_kind kind, const uint8_t *in, size_t len, uint8_t *out)
{
	lzma_options_delta delta = {.type = LZMA_DELTA_TYPE_BYTE, .dist = branch_delta(kind)};
	lzma_options_lzma o;
	lzma_filter both[3] = {
		{delta.dist != 0 ? LZMA_FILTER_DELTA : ids[kind], delta.dist != 0 ? &delta : NULL},
		{LZMA_FILTER_LZMA2, &o}, {LZMA_VLI_UNKNOWN, NULL}};
	static uint8_t packed[LEN * 2];
	size_t packed_len = 0, at = 0, made = 0;

	assert_false(lzma_lzma_preset(&o, 0));
	assert_int_equal(
		lzma_raw_buffer_encode(both, NULL, in, len, packed, &packed_len, sizeof(packed)),
		LZMA_OK);
	assert_int_equal(
		lzma_raw_buffer_decode(both + 1, NULL, packed, &at, packed_len, out, &made, len),
		LZMA_OK);
	assert_int_equal(made, len);
}

static void filters_equal_those_of_liblzma(void **state)
{
	static uint8_t in[LEN], mine[LEN], theirs[LEN];
	static const size_t lens[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100, 4099, LEN};
	enum branch_kind kind;
	size_t l;
	uint32_t round;

	(void)state;
	for (kind = BRANCH_X86; kind < BRANCH_COUNT; kind = next_kind(kind)) {
		if (kind == BRANCH_RISCV) /* comes with liblzma 5.6 */
			continue;
		for (round = 0; round < 20; round++) {
			for (l = 0; l < sizeof(lens) / sizeof(lens[0]); l++) {
				fill(in, lens[l], round * 77 + (uint32_t)l);
				memcpy(mine, in, lens[l]);
				branch_all(kind, true, mine, lens[l]);
				by_liblzma(kind, in, lens[l], theirs);
				assert_memory_equal(mine, theirs, lens[l]);
				branch_all(kind, false, mine, lens[l]);
				assert_memory_equal(mine, in, lens[l]);
			}
		}
	}
}

/* Gives its bytes in pieces of changing length, to meet every place where a piece can end. */
struct dribble {
	struct reader base;
	struct span in;
};

static enum err_code dribble_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct dribble *d = (struct dribble *)r;
	size_t n = d->in.len < cap ? d->in.len : cap;

	(void)err;
	memcpy(ptr, d->in.ptr, n);
	*got = n;
	d->in = span_of(d->in.ptr + n, d->in.len - n);
	return ERR_OK;
}

static void dribble_close(struct reader *r)
{
	(void)r;
}

static void reader_undoes_what_all_did(void **state)
{
	enum branch_kind kind;
	size_t len = 300001, at;
	uint8_t *in = malloc(len), *coded = malloc(len), *back = malloc(len);
	struct err err;

	(void)state;
	assert_true(in != NULL && coded != NULL && back != NULL);
	fill(in, len, 5);
	for (kind = BRANCH_X86; kind < BRANCH_COUNT; kind = next_kind(kind)) {
		struct dribble d = {{dribble_read, dribble_close}, {coded, len}};
		struct reader *r;
		size_t got = 1, step = 1;

		memcpy(coded, in, len);
		branch_all(kind, true, coded, len);
		assert_int_equal(branch_reader(&d.base, kind, &r, &err), ERR_OK);
		for (at = 0; at < len && got != 0; at += got, step = step * 3 % 1009 + 1)
			assert_int_equal(r->read(r, back + at, len - at < step ? len - at : step,
						 &got, &err),
				ERR_OK);
		assert_memory_equal(back, in, len);
		reader_close(r);
	}
	free(in);
	free(coded);
	free(back);
}

/* One instruction or pair of each kind, as 7-Zip and xz 5.6 filter them. */
static void riscv_calls_become_absolute(void **state)
{
	/* jal ra, 0x20; auipc a0, 0x1 with addi a0, a0, -4; auipc a0 with addi a1, a1, 0 */
	static const uint8_t in[] = {0xEF, 0x00, 0x00, 0x02, 0x17, 0x15, 0x00, 0x00, 0x13, 0x05,
		0xC5, 0xFF, 0x17, 0x15, 0x00, 0x00, 0x93, 0x85, 0x05, 0x00, 0x01, 0x00};
	/* address 0x20 highest first; the mark and 20 bits of addi, address 0x1004 - 4 */
	static const uint8_t want[] = {0xEF, 0x00, 0x00, 0x10, 0x17, 0x31, 0x51, 0x50, 0x00, 0x00,
		0x10, 0x00, 0x17, 0x15, 0x00, 0x00, 0x93, 0x85, 0x05, 0x00, 0x01, 0x00};
	uint8_t data[sizeof(in)];

	(void)state;
	memcpy(data, in, sizeof(in));
	branch_all(BRANCH_RISCV, true, data, sizeof(data));
	assert_memory_equal(data, want, sizeof(want));
	branch_all(BRANCH_RISCV, false, data, sizeof(data));
	assert_memory_equal(data, in, sizeof(in));
}

/* Whatever the data, also when they look filtered already. */
static void riscv_is_undone(void **state)
{
	static uint8_t in[LEN], data[LEN];
	static const uint8_t often[] = {0x17, 0x31, 0xEF, 0x13, 0x03, 0x83, 0x97, 0x00, 0x02, 0x25};
	uint32_t round;
	size_t i, kind;

	(void)state;
	for (round = 0; round < 200; round++) {
		seed = round;
		for (i = 0; i < LEN; i++)
			in[i] = rnd() < 230 ? often[rnd() % sizeof(often)] : rnd();
		for (kind = 0; kind < 2; kind++) {
			memcpy(data, in, LEN);
			branch_all(BRANCH_RISCV, kind == 0, data, LEN);
			branch_all(BRANCH_RISCV, kind != 0, data, LEN);
			assert_memory_equal(data, in, LEN);
		}
	}
}

static void delta_adds_up(void **state)
{
	static const uint8_t coded[] = {1, 2, 3, 1, 1, 1, 1};
	static const uint8_t want[] = {1, 2, 4, 3, 5, 4, 6};
	uint8_t out[sizeof(want)];
	struct reader *bytes, *r;
	struct err err;

	(void)state;
	assert_int_equal(reader_span(span_of(coded, sizeof(coded)), &bytes, &err), ERR_OK);
	assert_int_equal(
		branch_reader(bytes, (enum branch_kind)(BRANCH_DELTA + 1), &r, &err), ERR_OK);
	assert_int_equal(reader_exact(r, out, sizeof(out), &err), ERR_OK);
	assert_memory_equal(out, want, sizeof(want));
	reader_close(r);
}

static void names_tell_the_distance(void **state)
{
	char text[BRANCH_NAME];

	(void)state;
	assert_string_equal(branch_name(BRANCH_RISCV, text), "riscv");
	assert_string_equal(branch_name(BRANCH_DELTA, text), "delta1");
	assert_string_equal(branch_name((enum branch_kind)(BRANCH_DELTA + 255), text), "delta256");
	assert_int_equal(branch_delta((enum branch_kind)(BRANCH_DELTA + 255)), 256);
	assert_int_equal(branch_delta(BRANCH_RISCV), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filters_equal_those_of_liblzma),
		cmocka_unit_test(reader_undoes_what_all_did),
		cmocka_unit_test(riscv_calls_become_absolute),
		cmocka_unit_test(riscv_is_undone),
		cmocka_unit_test(delta_adds_up),
		cmocka_unit_test(names_tell_the_distance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
