/* SPDX-License-Identifier: MIT */
/* The least squares by which a smaller network is made, on made-up boards and networks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "train/leaves.h"
#include "train/pack.h"
#include "train/shrink.h"

#define GROUPS  80u /* the 64th is only measured */
#define LOOKUPS 8u
#define COUNT   60u

static enum err_code take(size_t len, void **out, struct err *err)
{
	*out = calloc(1, len != 0 ? len : 1);
	return *out != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static void give(void *ptr, size_t len)
{
	(void)len;
	free(ptr);
}

/* As threads might finish. */
static void backwards(
	size_t count, unsigned threads, void (*work)(void *user, size_t i), void *user)
{
	(void)threads;
	while (count-- > 0)
		work(user, count);
}

static const struct fit_host plain = {.net = {.alloc = take, .release = give}};
static const struct fit_host other = {
	.net = {.alloc = take, .release = give, .parallel = backwards}};

static float random_value(struct g2048_rng *rng)
{
	return (float)g2048_rng_below(rng, 20001) / 10 - 1000;
}

/* Parameters 1 to 29 are of a first stage, 30 to 59 of a second; targets are sums of `truth`, but
 * for noise. */
static void make(struct fit *f, const struct fit_host *host, float *truth, float noise)
{
	struct g2048_rng rng;
	struct err err;

	g2048_rng_init(&rng, 1, 2);
	*f = (struct fit){.host = host, .lookups = LOOKUPS, .groups = GROUPS};
	f->id = calloc((size_t)GROUPS * FIT_GROUP * LOOKUPS, sizeof(*f->id));
	f->target = calloc((size_t)GROUPS * FIT_GROUP, sizeof(*f->target));
	assert_true(f->id != NULL && f->target != NULL);
	assert_int_equal(fit_open(f, COUNT, &err), ERR_OK);
	truth[0] = 0;
	for (uint32_t i = 1; i < COUNT; i++) {
		f->key[i] = i * 16;
		f->before[i] = i >= 30 ? i - 30 : 0;
		truth[i] = random_value(&rng);
	}
	for (size_t b = 0; b < (size_t)GROUPS * FIT_GROUP; b++) {
		f->target[b] = noise * random_value(&rng);
		for (unsigned i = 0; i < LOOKUPS; i++) {
			uint32_t id = g2048_rng_below(&rng, COUNT);

			f->id[b * LOOKUPS + i] = id;
			f->target[b] += truth[id];
		}
	}
}

static void drop(struct fit *f)
{
	fit_close(f);
	free(f->id);
	free(f->target);
}

/* What fit_solve makes least, computed as it is defined. */
static double cost(const struct fit *f)
{
	double all = 0;

	for (size_t g = 0; g < f->groups; g++) {
		double sum = 0;

		for (size_t b = g * FIT_GROUP; b < (g + 1) * FIT_GROUP && !fit_is_test(g); b++) {
			double e = (double)f->target[b];

			for (unsigned i = 0; i < f->lookups; i++)
				e -= (double)f->value[f->id[b * f->lookups + i]];
			all += e * e;
			sum += e;
		}
		all -= (1 - (double)FIT_COMMON) * sum * sum / FIT_GROUP;
	}
	for (uint32_t i = 1; i < f->count; i++) {
		double away = (double)f->value[i] - (double)f->anchor[i];

		all += (double)FIT_ANCHOR * away * away;
	}
	return all;
}

static void least_squares_reach_the_known_values(void **state)
{
	float truth[COUNT];
	struct fit f;

	(void)state;
	make(&f, &plain, truth, 0);
	memcpy(f.anchor, truth, sizeof(truth));
	fit_weigh(&f);
	fit_solve(&f, 100);
	for (uint32_t i = 0; i < COUNT; i++)
		assert_true(fabsf(f.value[i] - truth[i]) < 0.05f);
	assert_true(fit_measure(&f, false).all < 0.1 && fit_measure(&f, true).all < 0.1);
	drop(&f);
}

static void no_other_values_are_better(void **state)
{
	float truth[COUNT];
	struct fit f;
	double least;

	(void)state;
	make(&f, &plain, truth, 1);
	fit_weigh(&f);
	fit_solve(&f, 100);
	least = cost(&f);
	for (uint32_t i = 1; i < COUNT; i++)
		for (int sign = -1; sign <= 1; sign += 2) {
			float was = f.value[i];

			f.value[i] += (float)sign;
			assert_true(cost(&f) > least);
			f.value[i] = was;
		}
	drop(&f);
}

/* A quadratic curve: both neighbours of a point lie higher by the bend, twice the diagonal. */
static void weights_are_what_an_error_costs(void **state)
{
	float truth[COUNT];
	struct fit f;

	(void)state;
	make(&f, &plain, truth, 1);
	fit_weigh(&f);
	for (uint32_t i = 1; i < COUNT; i++) {
		double middle = 2 * cost(&f), sides;

		f.value[i] = 10;
		sides = cost(&f);
		f.value[i] = -10;
		sides += cost(&f);
		f.value[i] = 0;
		assert_true(fabs((sides - middle) / 200 - (double)FIT_ANCHOR - (double)f.diag[i]) <
			    0.05);
	}
	drop(&f);
}

static void a_fixed_value_stays(void **state)
{
	float truth[COUNT];
	struct fit f;

	(void)state;
	make(&f, &plain, truth, 0);
	f.value[7] = 123;
	f.fixed[7] = 1;
	fit_weigh(&f);
	fit_solve(&f, 20);
	assert_true(f.value[7] == 123 && f.value[0] == 0);
	drop(&f);
}

/* 41 has the value of 11, so nothing changes without it; then 50 and 20, all but 0. */
static void what_costs_nothing_goes_first(void **state)
{
	float truth[COUNT];
	struct fit_error before;
	struct fit f;

	(void)state;
	make(&f, &plain, truth, 0);
	memcpy(f.value, truth, sizeof(truth));
	f.value[41] = f.value[11];
	f.value[20] = 0.001f;
	f.value[50] = -0.001f;
	before = fit_measure(&f, false);
	fit_weigh(&f);
	assert_true(fit_remove(&f, COUNT - 1));
	assert_int_equal(f.count, COUNT - 1);
	assert_int_equal(f.key[40], 40 * 16);
	assert_int_equal(f.key[41], 42 * 16);
	assert_true(fabs(fit_measure(&f, false).all - before.all) < 1e-3);
	assert_true(fit_remove(&f, COUNT - 3));
	for (uint32_t i = 1; i < f.count; i++) {
		assert_true(f.key[i] != 20 * 16 && f.key[i] != 50 * 16);
		assert_true(f.before[i] < i);
	}
	assert_true(fabs(fit_measure(&f, false).all - before.all) < 0.1);
	drop(&f);
}

/* Three stages of one entry: the last, then also the middle one are as the first. */
static void lookups_fall_back_over_several_stages(void **state)
{
	struct fit f = {.host = &plain, .lookups = 1, .groups = 1};
	uint32_t id[FIT_GROUP];
	float target[FIT_GROUP] = {0};
	struct err err;

	(void)state;
	for (uint32_t b = 0; b < FIT_GROUP; b++)
		id[b] = b % 5;
	f.id = id;
	f.target = target;
	assert_int_equal(fit_open(&f, 5, &err), ERR_OK);
	for (uint32_t i = 1; i < 5; i++) {
		f.key[i] = 1000 * i;
		f.before[i] = i - 1;
		f.value[i] = i < 4 ? 8.0f : 50.0f;
	}
	fit_weigh(&f);
	assert_true(fit_remove(&f, 3));
	assert_int_equal(f.count, 3);
	assert_int_equal(f.key[2], 4000);
	assert_int_equal(f.before[2], 1);
	for (uint32_t b = 0; b < FIT_GROUP; b++)
		assert_int_equal(id[b], b % 5 == 4 ? 2 : b % 5 == 0 ? 0 : 1);
	fit_weigh(&f);
	assert_true(fit_remove(&f, 1));
	for (uint32_t b = 0; b < FIT_GROUP; b++)
		assert_int_equal(id[b], 0);
	fit_close(&f);
}

/* Most lookups of a parameter are beside those of another, so one can make up for the other. */
static void pair_lookups(struct fit *f, const float *truth)
{
	for (size_t b = 0; b < (size_t)GROUPS * FIT_GROUP; b++) {
		uint32_t *id = f->id + b * LOOKUPS;

		f->target[b] = 0;
		for (unsigned i = 0; i < LOOKUPS; i++) {
			if (i % 2 == 1 && b % 16 != 0)
				id[i] = (id[i - 1] + COUNT / 2) % COUNT;
			f->target[b] += truth[id[i]];
		}
	}
}

static void rounding_is_made_up_for(void **state)
{
	float truth[COUNT];
	struct fit_error alone, together;
	struct fit f;

	(void)state;
	make(&f, &plain, truth, 0);
	pair_lookups(&f, truth);
	memcpy(f.anchor, truth, sizeof(truth));
	for (uint32_t i = 1; i < COUNT; i++) {
		f.value[i] = truth[i];
		f.value[i] = 100 * (float)fit_rounded(&f, i, 100);
	}
	alone = fit_measure(&f, false);
	memcpy(f.value, truth, sizeof(truth));
	fit_weigh(&f);
	fit_round(&f, 100, 20, 5);
	for (uint32_t i = 1; i < COUNT; i++)
		assert_true(fabsf(remainderf(f.value[i], 100)) < 0.01f && f.fixed[i]);
	together = fit_measure(&f, false);
	assert_true(together.within < 0.9 * alone.within);
	drop(&f);
}

static void zero_is_one_where_another_value_would_be_seen(void **state)
{
	float truth[COUNT];
	struct fit f;

	(void)state;
	make(&f, &plain, truth, 0);
	f.value[3] = 20;
	f.value[33] = -1;
	f.value[4] = 4;
	f.value[34] = 1;
	f.value[5] = -1e9f;
	assert_int_equal(fit_rounded(&f, 33, 10), -1);
	assert_int_equal(fit_rounded(&f, 34, 10), 0);
	assert_int_equal(fit_rounded(&f, 5, 10), -32766);
	drop(&f);
}

static struct g2048_tables tables;

/* A network of three stages, whose later ones differ from the first in a few weights. */
static void make_net(struct net *out)
{
	int16_t *q = calloc(65536, sizeof(*q));
	const float scale[] = {4, 4, 4};
	struct g2048_rng rng;
	struct ntuple_shape shape;
	struct buf side, main;
	struct blob file;
	struct err err;

	assert_non_null(q);
	g2048_rng_init(&rng, 3, 4);
	buf_init(&side, 0);
	buf_init(&main, 0);
	assert_int_equal(ntuple_parse("0123,0145", "6,6+5", &shape, &err), ERR_OK);
	for (unsigned k = 0; k < 3; k++)
		for (unsigned t = 0; t < 2; t++) {
			for (unsigned i = 0; i < 65536; i++)
				q[i] = (int16_t)(g2048_rng_below(&rng, k == 0 ? 2 : 9) == 0
							 ? g2048_rng_below(&rng, 400)
							 : 0);
			assert_int_equal(net_encode(q, 4, &side, &main, &err), ERR_OK);
		}
	assert_int_equal(net_write(&shape, scale, 7, span_of(side.ptr, side.len),
				 span_of(main.ptr, main.len), &file, &err),
		ERR_OK);
	assert_int_equal(net_read(blob_span(file), NULL, out, &err), ERR_OK);
	blob_free(&file);
	buf_free(&side);
	buf_free(&main);
	free(q);
}

static void find_boards(struct shrink *s, const struct net *n, const struct fit_host *host)
{
	struct leaves l = {.host = host, .tables = &tables, .net = n, .seed = 5};
	struct err err;

	assert_int_equal(shrink_open(s, n, host, 192, &err), ERR_OK);
	assert_int_equal(leaves_find(&l, s->board, 192, &err), ERR_OK);
	assert_int_equal(shrink_begin(s, 192, &err), ERR_OK);
}

static void parameters_are_the_large_network(void **state)
{
	unsigned stage[3] = {0, 0, 0};
	struct shrink s;
	struct net n;

	(void)state;
	make_net(&n);
	find_boards(&s, &n, &plain);
	for (size_t b = 0; b < (size_t)192 * FIT_GROUP; b++) {
		assert_true(s.fit.target[b] == net_value(&n, s.board[b]));
		assert_true(s.board[b] != 0 && !ntuple_has_rank(s.board[b], 15));
		stage[ntuple_stage(&n.shape, s.board[b])]++;
	}
	assert_true(stage[0] > 100 && stage[1] > 100 && stage[2] > 100);
	assert_true(fit_measure(&s.fit, false).all < 0.01);
	assert_true(fit_measure(&s.fit, true).all < 0.01);
	assert_true(s.fit.unseen > 0 && s.fit.unseen < 5);
	for (uint32_t i = 1; i < s.fit.count; i++)
		assert_true(s.fit.before[i] < i && (i == 1 || s.fit.key[i] > s.fit.key[i - 1]));
	shrink_close(&s);
	net_free(&n);
}

/* Nothing removed and the same step: the small network values the boards as the large one does. */
static void a_file_of_all_parameters_is_the_large_network(void **state)
{
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct net n, small;
	struct shrink s;
	struct blob file;
	struct err err;

	(void)state;
	make_net(&n);
	find_boards(&s, &n, &plain);
	assert_int_equal(shrink_pack(&s, 4, &file, kept, &err), ERR_OK);
	assert_int_equal(net_read(blob_span(file), NULL, &small, &err), ERR_OK);
	assert_int_equal(kept[0] + kept[1] + kept[2] + 1, s.fit.count);
	for (size_t b = 0; b < (size_t)192 * FIT_GROUP; b++)
		if (!fit_is_test(b / FIT_GROUP))
			assert_true(net_value(&small, s.board[b]) == s.fit.target[b]);
	blob_free(&file);
	net_free(&small);
	shrink_close(&s);
	net_free(&n);
}

/* In the order of the slices or backwards, as with other numbers of threads. */
static void a_file_fits_and_is_the_same_with_other_threads(void **state)
{
	const struct fit_host *hosts[] = {&plain, &other};
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct blob file[2], whole;
	struct shrink s;
	struct net n;
	struct err err;

	(void)state;
	make_net(&n);
	for (unsigned k = 0; k < 2; k++) {
		find_boards(&s, &n, hosts[k]);
		assert_int_equal(shrink_pack(&s, 20, &whole, kept, &err), ERR_OK);
		assert_int_equal(shrink_reduce(&s, s.fit.count * 3 / 4, &err), ERR_OK);
		assert_int_equal(
			shrink_finish(&s, 20, 1, whole.len / 2, &file[k], kept, &err), ERR_OK);
		assert_true(file[k].len <= whole.len / 2 && file[k].len > whole.len / 3);
		blob_free(&whole);
		shrink_close(&s);
	}
	assert_int_equal(file[0].len, file[1].len);
	assert_memory_equal(file[0].ptr, file[1].ptr, file[0].len);
	blob_free(&file[0]);
	blob_free(&file[1]);
	net_free(&n);
}

static void too_few_bytes_are_refused(void **state)
{
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct shrink s;
	struct blob file;
	struct net n;
	struct err err;

	(void)state;
	make_net(&n);
	find_boards(&s, &n, &plain);
	assert_true(fit_remove(&s.fit, 0));
	assert_int_equal(s.fit.count, 1);
	assert_int_equal(shrink_finish(&s, 20, 1, 50, &file, kept, &err), ERR_LIMIT);
	shrink_close(&s);
	net_free(&n);
}

static bool at_once(void)
{
	return true;
}

static void a_stop_ends_it(void **state)
{
	const struct fit_host stopped = {.net = {.alloc = take, .release = give}, .stop = at_once};
	struct leaves l = {.host = &stopped, .tables = &tables};
	uint64_t board[FIT_GROUP] = {0};
	struct shrink s;
	struct net n;
	struct err err;

	(void)state;
	make_net(&n);
	l.net = &n;
	assert_int_equal(leaves_find(&l, board, 1, &err), ERR_OK);
	find_boards(&s, &n, &plain);
	s.fit.host = &stopped;
	assert_int_equal(shrink_reduce(&s, s.fit.count / 2, &err), ERR_CANCELLED);
	shrink_close(&s);
	net_free(&n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(least_squares_reach_the_known_values),
		cmocka_unit_test(no_other_values_are_better),
		cmocka_unit_test(weights_are_what_an_error_costs),
		cmocka_unit_test(a_fixed_value_stays),
		cmocka_unit_test(what_costs_nothing_goes_first),
		cmocka_unit_test(lookups_fall_back_over_several_stages),
		cmocka_unit_test(rounding_is_made_up_for),
		cmocka_unit_test(zero_is_one_where_another_value_would_be_seen),
		cmocka_unit_test(parameters_are_the_large_network),
		cmocka_unit_test(a_file_of_all_parameters_is_the_large_network),
		cmocka_unit_test(a_file_fits_and_is_the_same_with_other_threads),
		cmocka_unit_test(too_few_bytes_are_refused),
		cmocka_unit_test(a_stop_ends_it),
	};

	g2048_tables_init(&tables);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
