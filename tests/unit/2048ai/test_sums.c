/* SPDX-License-Identifier: MIT */
/*
 * The checksums of networks: a file whose contents are sound but for a sum is
 * refused for it, where other damage is noticed in more than one way.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "net/net.h"
#include "test.h"
#include "train/pack.h"

/* Spoils the sum of the contents that stands at `at`, and corrects that of the head after it. */
static void spoil(struct blob file, size_t at)
{
	file.ptr[at] ^= 1;
	put_u32le(file.ptr + at + 4, crc32_update(0, span_of(file.ptr, at + 4)));
}

static struct blob make_network(void)
{
	static struct g2048_tables tables;
	static const atomic_bool stop;
	struct trainer t = {
		.tables = &tables, .set = {.seed = 3, .alpha = 1, .lambda = 0.5f, .steps = 3}};
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct train_stats stats;
	size_t value, trace, pool;
	struct blob file;
	struct err err;

	memset(&stats, 0, sizeof stats);
	g2048_tables_init(&tables);
	assert_int_equal(ntuple_parse("0123", "", &t.shape, &err), ERR_OK);
	train_sizes(&t.shape, &value, &trace, &pool);
	t.value[0] = calloc(1, value);
	t.trace[0] = calloc(1, trace);
	t.pool[0] = calloc(1, pool);
	assert_true(t.value[0] != NULL && t.trace[0] != NULL && t.pool[0] != NULL);
	train_run(&t, 10000, &stop, &stats);
	assert_int_equal(net_pack(&t, 0, 0.5f, &file, kept, &err), ERR_OK);
	free((void *)t.value[0]);
	free(t.trace[0]);
	free(t.pool[0]);
	return file;
}

static void the_sum_of_weights_is_checked(void **state)
{
	/* net.h: after magic, 3 numbers, a mask, rank and scale, moves and the bytes of .xz */
	const size_t at = 8 + 3 * 4 + 8 + 4 + 4 + 8 + 4;
	struct blob file = make_network();
	struct net net;
	struct err err;

	(void)state;
	assert_int_equal(net_read(blob_span(file), NULL, &net, &err), ERR_OK);
	net_free(&net);
	spoil(file, at);
	assert_int_equal(net_read(blob_span(file), NULL, &net, &err), ERR_FORMAT);
	assert_string_equal(err.text, "damaged weights");
	spoil(file, at);
	assert_int_equal(net_read(blob_span(file), NULL, &net, &err), ERR_OK);
	net_free(&net);
	blob_free(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sum_of_weights_is_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
