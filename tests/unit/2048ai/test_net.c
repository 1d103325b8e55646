/* SPDX-License-Identifier: MIT */
/* Networks as files, and the search over them. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "net/lazy.h"
#include "net/search.h"
#include "test.h"
#include "train/pack.h"

#define MEMORY (1u << 20)

static struct g2048_tables tables;
static struct trainer trainer;
static struct blob file;

/* A small network, trained for a moment, in a file. */
static int make_network(void **state)
{
	static const atomic_bool stop;
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct train_stats stats;
	size_t value, trace, pool;
	struct err err;

	(void)state;
	g2048_tables_init(&tables);
	trainer.tables = &tables;
	trainer.set = (struct train_settings){
		.seed = 3, .alpha = 1, .lambda = 0.5f, .steps = 3, .carousel = 30};
	if (ntuple_parse("0123,4567,0145", "9", &trainer.shape, &err) != ERR_OK)
		return 1;
	train_sizes(&trainer.shape, &value, &trace, &pool);
	for (unsigned s = 0; s < 2; s++) {
		trainer.value[s] = calloc(1, value);
		trainer.trace[s] = calloc(1, trace);
		trainer.pool[s] = calloc(1, pool);
		if (!trainer.value[s] || !trainer.trace[s] || !trainer.pool[s])
			return 1;
	}
	memset(&stats, 0, sizeof(stats));
	train_run(&trainer, 400000, &stop, &stats);
	return net_pack(&trainer, 0, 0.5f, &file, kept, &err) == ERR_OK ? 0 : 1;
}

static int drop_network(void **state)
{
	(void)state;
	for (unsigned s = 0; s < 2; s++) {
		free((void *)trainer.value[s]);
		free(trainer.trace[s]);
		free(trainer.pool[s]);
	}
	blob_free(&file);
	return 0;
}

/*
 * Every weight is off by half a step at most; in the later stage by a whole one, where 0 has a
 * meaning of its own. Half of the boards are of that stage, and most of their weights were never
 * learned there.
 */
static void packing_loses_half_a_step_a_weight(void **state)
{
	struct g2048_rng rng;
	struct net net;
	struct err err;
	unsigned later = 0;

	(void)state;
	assert_int_equal(net_read(blob_span(file), NULL, &net, &err), ERR_OK);
	g2048_rng_init(&rng, 1, 1);
	for (unsigned i = 0; i < 5000; i++) {
		uint64_t b = g2048_rng_next(&rng) & g2048_rng_next(&rng) & 0x7777777777777777ull;
		float d, most;
		unsigned stage;

		if (i % 2 == 1)
			b = (b & ~0xF00000ull) | 0x900000ull;
		stage = ntuple_stage(&net.shape, b);
		assert_int_equal(stage, i % 2);
		d = net_value(&net, b) - train_value(&trainer, b);
		most = net.scale[stage] * (stage > 0 ? 1.0f : 0.5f);
		most = most * (float)net.shape.count + 0.1f;
		later += stage > 0 && net_value(&net, b) != 0;
		assert_true(d <= most && d >= -most);
	}
	assert_true(later > 2000);
	net_free(&net);
}

static enum err_code plain_alloc(size_t len, void **out, struct err *err)
{
	(void)err;
	*out = calloc(1, len);
	assert_non_null(*out);
	return ERR_OK;
}

static void plain_release(void *ptr, size_t len)
{
	(void)len;
	free(ptr);
}

/* The second stage begins with a 512, which boards with fewer tiles do not have. */
static void stages_out_of_reach_are_left_out(void **state)
{
	struct net_host host = {.alloc = plain_alloc, .release = plain_release, .tiles = 511};
	struct g2048_rng rng;
	struct net all, few;
	struct err err;

	(void)state;
	assert_int_equal(net_read(blob_span(file), NULL, &all, &err), ERR_OK);
	assert_int_equal(net_read(blob_span(file), &host, &few, &err), ERR_OK);
	assert_int_equal(few.shape.stages, 1);
	assert_true(few.pool_len < all.pool_len);
	g2048_rng_init(&rng, 2, 2);
	for (unsigned i = 0; i < 5000; i++) {
		uint64_t b = g2048_rng_next(&rng) & g2048_rng_next(&rng) & 0x3333333333333333ull;

		assert_true(g2048_tile_sum(b) < 512);
		assert_true(net_value(&all, b) == net_value(&few, b));
	}
	net_free(&few);
	host.tiles = 512;
	assert_int_equal(net_read(blob_span(file), &host, &few, &err), ERR_OK);
	assert_int_equal(few.shape.stages, 2);
	assert_true(
		net_value(&few, 0x9000000000000000ull) == net_value(&all, 0x9000000000000000ull));
	net_free(&few);
	net_free(&all);
}

/* The fixture's second stage begins with a 512. */
static void a_lazy_network_grows_in_time(void **state)
{
	const struct net_host host = {.alloc = plain_alloc, .release = plain_release};
	const uint64_t late = 0x9000000000000021ull;
	struct net_lazy lazy;
	struct net all;
	struct err err;

	(void)state;
	assert_int_equal(net_read(blob_span(file), NULL, &all, &err), ERR_OK);
	assert_int_equal(net_lazy_open(blob_span(file), &host, 0x21, &lazy, &err), ERR_OK);
	assert_int_equal(lazy.net.shape.stages, 1);
	assert_int_equal(net_lazy_reach(&lazy, 0x3333000000000021ull, &err), ERR_OK);
	assert_int_equal(lazy.net.shape.stages, 1);
	/* a search from here comes to a 512 */
	assert_int_equal(net_lazy_reach(&lazy, 0x8700000000000054ull, &err), ERR_OK);
	assert_int_equal(lazy.net.shape.stages, 2);
	assert_true(net_value(&lazy.net, late) == net_value(&all, late));
	net_lazy_close(&lazy);
	/* where the first board is a late one all is there at once */
	assert_int_equal(net_lazy_open(blob_span(file), &host, late, &lazy, &err), ERR_OK);
	assert_true(lazy.whole && net_value(&lazy.net, late) == net_value(&all, late));
	net_lazy_close(&lazy);
	net_free(&all);
}

static void the_program_has_a_network(void **state)
{
	const struct net_host host = {.alloc = plain_alloc, .release = plain_release};
	struct net_lazy lazy;
	struct err err;

	(void)state;
	assert_int_equal(net_lazy_open(net_builtin(), &host, 0x21, &lazy, &err), ERR_OK);
	assert_false(lazy.whole);
	assert_true(net_value(&lazy.net, 0x21) > 100000);
	net_lazy_close(&lazy);
}

static void set_weight(struct trainer *t, unsigned stage, uint32_t i, float value, float size)
{
	uint32_t at = ntuple_near(&t->shape, i);

	atomic_store(&t->value[stage][at], value);
	atomic_store(&t->trace[stage][at].size, size);
}

/* A trainer of two stages that has learned nothing. */
static void open_blank(struct trainer *t, const char *tuples)
{
	size_t value, trace, pool;
	struct err err;

	assert_int_equal(ntuple_parse(tuples, "9", &t->shape, &err), ERR_OK);
	train_sizes(&t->shape, &value, &trace, &pool);
	for (unsigned s = 0; s < 2; s++) {
		t->value[s] = calloc(1, value);
		t->trace[s] = calloc(1, trace);
		assert_true(t->value[s] != NULL && t->trace[s] != NULL);
	}
}

/* Packs it and reads that back. */
static void pack_and_read(
	struct trainer *t, float prune, uint32_t kept[NTUPLE_STAGE_MAX], struct net *out)
{
	struct blob packed;
	struct err err;

	assert_int_equal(net_pack(t, prune, 1, &packed, kept, &err), ERR_OK);
	assert_int_equal(net_read(blob_span(packed), NULL, out, &err), ERR_OK);
	blob_free(&packed);
}

static void close_trainer(struct trainer *t)
{
	for (unsigned s = 0; s < 2; s++) {
		free((void *)t->value[s]);
		free(t->trace[s]);
	}
}

static void close_both(struct trainer *t, struct net *net)
{
	net_free(net);
	close_trainer(t);
}

/* The same positions as `index` writes, from the cells they are made of. */
static void sources_give_the_positions(void **state)
{
	uint8_t source[NTUPLE_INDEX_MAX][8];
	uint32_t want[NTUPLE_INDEX_MAX];
	struct ntuple_shape shape;
	struct g2048_rng rng;
	struct err err;

	(void)state;
	assert_int_equal(ntuple_parse("0123456,f,59,02468a", "", &shape, &err), ERR_OK);
	ntuple_sources(&shape, source);
	g2048_rng_init(&rng, 2, 1);
	for (unsigned i = 0; i < 1000; i++) {
		uint64_t b = g2048_rng_next(&rng);

		shape.index(&shape, b, want);
		for (unsigned k = 0; k < shape.count; k++) {
			uint64_t at = shape.base[k / 8];

			for (unsigned j = 0; j < 8 && source[k][j] != 0x80; j++)
				at += ((b >> (4 * source[k][j])) & 15) << (4 * j);
			assert_int_equal(at, want[k]);
		}
	}
}

static void compare_values(struct net *net, const uint64_t *board, unsigned count)
{
	float one[4], other[4];

	net_use_vectors(net, false);
	net_values(net, board, count, one);
	net_use_vectors(net, true);
	net_values(net, board, count, other);
	for (unsigned k = 0; k < count; k++) {
		assert_true(one[k] == other[k]);
		assert_true(one[k] == net_value(net, board[k]));
	}
}

/* Tuples of several sizes, two stages, boards with 32768 among them. */
static void vectors_give_the_same_values(void **state)
{
	static struct trainer t;
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct g2048_rng rng;
	struct net net;

	(void)state;
	open_blank(&t, "5,0f,159,0145,01245");
	g2048_rng_init(&rng, 3, 1);
	for (unsigned s = 0; s < 2; s++)
		for (uint32_t i = 0; i < t.shape.size; i += 1 + g2048_rng_below(&rng, 5))
			set_weight(&t, s, i, (float)g2048_rng_below(&rng, 60000) - 30000, 1e9f);
	pack_and_read(&t, 0, kept, &net);
	for (unsigned i = 0; i < 20000; i++) {
		uint64_t board[4];

		for (unsigned k = 0; k < 4; k++)
			board[k] = g2048_rng_next(&rng) & g2048_rng_next(&rng);
		compare_values(&net, board, 1 + i % 4);
	}
	close_both(&t, &net);
}

/* By looks and size: neither the seldom large nor the often seen small one, if it costs enough. */
static void packing_drops_what_costs_least(void **state)
{
	static struct trainer t;
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct net net;

	(void)state;
	open_blank(&t, "01");
	set_weight(&t, 0, 1, 1000, 10);    /* costs 10 million */
	set_weight(&t, 0, 2, 10, 100000);  /* as much */
	set_weight(&t, 0, 3, -10, 10000);  /* 1 million */
	set_weight(&t, 0, 4, 500, 0);      /* never learned */
	set_weight(&t, 1, 1, 1001, 1e6f);  /* all but what stands there anyhow: 1 million */
	set_weight(&t, 1, 2, -990, 10);    /* 10 million away from it */
	set_weight(&t, 1, 3, -10, 100000); /* nothing stands there: 10 million */
	pack_and_read(&t, 5, kept, &net);
	assert_int_equal(kept[0], 2);
	assert_int_equal(kept[1], 2);
	assert_int_equal(net_weight(&net, 0, 1), 1000);
	assert_int_equal(net_weight(&net, 0, 2), 10);
	assert_int_equal(net_weight(&net, 0, 3), 0);
	assert_int_equal(net_weight(&net, 0, 4), 0);
	assert_int_equal(net_weight(&net, 1, 1), 1000);
	assert_int_equal(net_weight(&net, 1, 2), -990);
	assert_int_equal(net_weight(&net, 1, 3), -10);
	close_both(&t, &net);
}

/*
 * Groups of weights that begin within a tuple's table (the first has one cell), and stages whose
 * scales differ, so that the later one cannot use the groups of the stage before.
 */
static void stages_fall_back_in_every_layout(void **state)
{
	static struct trainer t;
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct net net;

	(void)state;
	open_blank(&t, "0,123,4");
	for (uint32_t i = 0; i < t.shape.size; i += 5)
		set_weight(&t, 0, i, (float)i * 20, 1000);
	for (uint32_t i = 3; i < 1500; i += 11)
		set_weight(&t, 1, i, (float)i * -2, 1000);
	pack_and_read(&t, 0, kept, &net);
	assert_true(net.scale[0] > 2 && net.scale[1] == 1);
	for (uint32_t i = 0; i < t.shape.size; i++) {
		float first = i % 5 == 0 ? (float)i * 20 : 0;
		float later = i % 11 == 3 && i < 1500 ? (float)i * -2 : first;
		float d = (float)net_weight(&net, 0, i) * net.scale[0] - first;

		assert_true(d <= net.scale[0] && d >= -net.scale[0]);
		later = later > INT16_MAX ? INT16_MAX : later; /* as far as 16 bits go */
		d = (float)net_weight(&net, 1, i) * net.scale[1] - later;
		assert_true(d <= net.scale[0] && d >= -net.scale[0]);
	}
	close_both(&t, &net);
}

/* Each weight to half a step; what a later stage takes from the one before is not its own. */
static void training_goes_on_from_a_network(void **state)
{
	static struct trainer t, back;
	const uint32_t at[] = {1, 2, 3};
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct train_trace *trace;
	struct net net;

	(void)state;
	open_blank(&t, "01");
	open_blank(&back, "01");
	set_weight(&t, 0, 1, 1000.3f, 1e6f);
	set_weight(&t, 0, 2, -50, 1e6f);
	set_weight(&t, 1, 2, -70, 1e6f);
	set_weight(&t, 1, 3, 7, 1e6f);
	t.moves = 77;
	pack_and_read(&t, 5, kept, &net);
	net_start(&net, 5, &back);
	assert_int_equal(back.moves, 77);
	for (unsigned s = 0; s < 2; s++)
		for (unsigned k = 0; k < 3; k++) {
			uint32_t i = ntuple_near(&t.shape, at[k]);
			float off = train_weight(&back, s, i) - train_weight(&t, s, i);

			assert_true(off >= -0.5f && off <= 0.5f);
		}
	assert_true(atomic_load(&back.value[1][ntuple_near(&t.shape, 1)]) == 0.0f);
	assert_true(atomic_load(&back.trace[1][ntuple_near(&t.shape, 1)].size) == 0.0f);
	/* cost 5 million: 50 points off by errors of 2,000 in all, random ones of 1,000 each */
	trace = &back.trace[0][ntuple_near(&t.shape, 2)];
	assert_true(fabsf(atomic_load(&trace->size) - 2000) < 1);
	assert_true(fabsf(atomic_load(&trace->sum) - sqrtf(2000 * TRAIN_BEGIN_ERROR)) < 1);
	/* 20 points from the stage before */
	trace = &back.trace[1][ntuple_near(&t.shape, 2)];
	assert_true(fabsf(atomic_load(&trace->size) - 12500) < 1);
	close_trainer(&back);
	close_both(&t, &net);
}

static void damaged_files_are_refused(void **state)
{
	struct net net;
	struct err err;

	(void)state;
	for (size_t at = 0; at < file.len; at += at < 100 ? 1 : file.len / 50) {
		file.ptr[at] ^= 0x10;
		assert_true(net_read(blob_span(file), NULL, &net, &err) != ERR_OK);
		file.ptr[at] ^= 0x10;
	}
	for (size_t len = 0; len < file.len; len += file.len / 60)
		assert_true(net_read(span_of(file.ptr, len), NULL, &net, &err) != ERR_OK);
}

/* The ratio of the scales of two stages would be infinite. */
static void a_scale_of_almost_nothing_is_refused(void **state)
{
	enum { SCALE = 20 + 8 * 3 + 4 * 2, CRC = SCALE + 4 * 2 + 16 }; /* of 3 tuples, 2 stages */
	const float tiny = 1e-38f;
	uint8_t head[CRC + 4];
	struct net net;
	struct err err;
	uint32_t crc;

	(void)state;
	memcpy(head, file.ptr, sizeof(head));
	memcpy(file.ptr + SCALE + 4, &tiny, sizeof(tiny));
	crc = crc32_update(0, span_of(file.ptr, CRC));
	for (unsigned i = 0; i < 4; i++)
		file.ptr[CRC + i] = (uint8_t)(crc >> (8 * i));
	assert_int_equal(net_read(blob_span(file), NULL, &net, &err), ERR_FORMAT);
	assert_non_null(strstr(err.text, "impossible scale of stage 1"));
	memcpy(file.ptr, head, sizeof(head));
	assert_int_equal(net_read(blob_span(file), NULL, &net, &err), ERR_OK);
	net_free(&net);
}

static float slow_best(const struct net *n, uint64_t board, unsigned depth);

static float slow_chance(const struct net *n, uint64_t after, unsigned depth)
{
	float sum = 0;
	unsigned open = 0;

	if (depth == 0)
		return net_value(n, after);
	for (unsigned c = 0; c < 16; c++) {
		if (g2048_rank(after, c) != 0)
			continue;
		open++;
		sum += 0.9f * slow_best(n, after | 1ull << (4 * c), depth - 1);
		sum += 0.1f * slow_best(n, after | 2ull << (4 * c), depth - 1);
	}
	return sum / (float)open;
}

static float slow_best(const struct net *n, uint64_t board, unsigned depth)
{
	struct g2048_moves m;
	float best = 0;

	g2048_all_moves(&tables, board, &m);
	for (unsigned d = 0; d < 4; d++) {
		float v = (float)m.reward[d];

		if (m.after[d] == board)
			continue;
		v += slow_chance(n, m.after[d], depth);
		best = v > best ? v : best;
	}
	return best;
}

static void values_are_those_of_plain_recursion(void **state)
{
	static const uint64_t boards[] = {
		0x1234123412300021ull, 0x2121121221211210ull, 0x7a61523412342130ull};
	void *memory = calloc(1, MEMORY + 64);
	struct net_search search;
	struct net net;
	struct err err;

	(void)state;
	assert_non_null(memory);
	assert_int_equal(net_read(blob_span(file), NULL, &net, &err), ERR_OK);
	net_search_init(&search, &tables, &net, (char *)memory + (64 - (uintptr_t)memory % 64) % 64,
		MEMORY);
	search.prob_min = 0;
	for (size_t i = 0; i < 3; i++) {
		for (unsigned depth = 1; depth <= 3; depth++) {
			struct search_limits limits = {.depth = depth};
			struct search_result r;
			float slow = slow_best(&net, boards[i], depth - 1);

			net_search_run(&search, boards[i], &limits, &r);
			assert_true(r.value[r.best] > slow * 0.9999f - 0.01f);
			assert_true(r.value[r.best] < slow * 1.0001f + 0.01f);
		}
	}
	net_free(&net);
	free(memory);
}

/* A search of its own memory over the network of the file. */
struct bench {
	struct net net;
	struct net_search search;
	void *memory;
};

static void open_bench(struct bench *b)
{
	struct err err;

	b->memory = calloc(1, MEMORY + 64);
	assert_non_null(b->memory);
	assert_int_equal(net_read(blob_span(file), NULL, &b->net, &err), ERR_OK);
	net_search_init(&b->search, &tables, &b->net,
		(char *)b->memory + (64 - (uintptr_t)b->memory % 64) % 64, MEMORY);
}

static void close_bench(struct bench *b)
{
	net_free(&b->net);
	free(b->memory);
}

/* Each on its own, the last first: any order may happen. */
static void backwards(
	size_t count, unsigned threads, void (*work)(void *user, size_t i), void *user)
{
	assert_true(threads > 1);
	while (count > 0)
		work(user, --count);
}

static void assert_same_result(const struct search_result *a, const struct search_result *b)
{
	assert_int_equal(a->best, b->best);
	assert_int_equal(a->depth, b->depth);
	assert_int_equal(a->nodes, b->nodes);
	assert_int_equal(a->hits, b->hits);
	for (unsigned d = 0; d < 4; d++)
		assert_true(a->value[d] == b->value[d]);
}

/* Neither on the searches before, nor on threads. The means depend on the number of nodes. */
static void results_depend_on_board_and_limits_only(void **state)
{
	static const uint64_t nodes[] = {1, 200, 3000, 40000};
	struct bench played, threaded;
	struct g2048_game game;

	(void)state;
	open_bench(&played);
	open_bench(&threaded);
	threaded.search.threads = 2;
	threaded.search.parallel = backwards;
	g2048_game_new(&game, 9, 0);
	for (unsigned move = 0; move < 400; move++) {
		struct search_limits limits = {.nodes = nodes[move % 4]};
		struct search_result r, other;

		net_search_run(&played.search, game.board, &limits, &r);
		net_search_run(&threaded.search, game.board, &limits, &other);
		assert_same_result(&r, &other);
		if (move % 50 == 0) {
			struct bench fresh;

			open_bench(&fresh);
			net_search_run(&fresh.search, game.board, &limits, &other);
			assert_same_result(&r, &other);
			close_bench(&fresh);
		}
		if (!g2048_game_step(&tables, &game, r.best))
			g2048_game_new(&game, 9, move);
	}
	close_bench(&played);
	close_bench(&threaded);
}

/* The mean number of nodes of a game. */
static double mean_nodes(struct bench *b, uint64_t nodes)
{
	struct search_limits limits = {.nodes = nodes};
	struct search_result r;
	struct g2048_game game;
	uint64_t sum = 0;
	unsigned moves = 0;

	g2048_game_new(&game, 4, 4);
	do {
		net_search_run(&b->search, game.board, &limits, &r);
		sum += r.nodes;
		moves++;
	} while (moves < 1000 && g2048_game_step(&tables, &game, r.best));
	return (double)sum / moves;
}

static void effort_is_what_was_asked_for(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	for (uint64_t nodes = 400; nodes <= 6400; nodes *= 4) {
		double mean = mean_nodes(&b, nodes);

		assert_true(mean > 0.5 * (double)nodes && mean < 1.6 * (double)nodes);
	}
	close_bench(&b);
}

static void little_effort_is_one_ply(void **state)
{
	struct search_limits few = {.nodes = 4}, one = {.depth = 1},
			     plies = {.depth = 1, .nodes = 9999};
	struct search_result a, b;
	struct bench bench;

	(void)state;
	open_bench(&bench);
	net_search_run(&bench.search, 0x2121121221211210ull, &few, &a);
	net_search_run(&bench.search, 0x2121121221211210ull, &one, &b);
	assert_same_result(&a, &b);
	assert_int_equal(a.depth, 1);
	net_search_run(&bench.search, 0x2121121221211210ull, &plies, &b);
	assert_same_result(&a, &b);
	close_bench(&bench);
}

/* A likely line with one empty cell each time is followed farther than an open board. */
static void few_empty_cells_are_searched_deeper(void **state)
{
	struct search_limits limits = {.nodes = 2000};
	struct search_result tight, open;
	struct bench b;

	(void)state;
	open_bench(&b);
	net_search_run(&b.search, 0x7a61523412342130ull, &limits, &tight);
	net_search_run(&b.search, 0x0000000000120000ull, &limits, &open);
	assert_true(tight.depth > open.depth);
	close_bench(&b);
}

struct countdown {
	unsigned more;
	unsigned asked;
};

static bool some_more(void *user, double factor)
{
	struct countdown *c = user;

	assert_true(factor > 1);
	c->asked++;
	return c->more-- > 0;
}

static void time_limit_repeats_with_more_effort(void **state)
{
	struct countdown c = {.more = 3};
	struct search_limits limits = {.more = some_more, .user = &c};
	struct search_result shallow, deep;
	struct bench b;

	(void)state;
	open_bench(&b);
	net_search_run(&b.search, 0x1234123412300021ull, &limits, &deep);
	assert_int_equal(c.asked, 4);
	c = (struct countdown){.more = 0};
	net_search_run(&b.search, 0x1234123412300021ull, &limits, &shallow);
	assert_true(deep.nodes > 5 * shallow.nodes);
	assert_true(deep.depth > shallow.depth);
	/* the limit of nodes ends it too */
	c = (struct countdown){.more = 1000};
	limits.nodes = 2000;
	net_search_run(&b.search, 0x1234123412300021ull, &limits, &deep);
	assert_true(c.asked < 10);
	close_bench(&b);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(packing_loses_half_a_step_a_weight),
		cmocka_unit_test(stages_out_of_reach_are_left_out),
		cmocka_unit_test(a_lazy_network_grows_in_time),
		cmocka_unit_test(the_program_has_a_network),
		cmocka_unit_test(sources_give_the_positions),
		cmocka_unit_test(vectors_give_the_same_values),
		cmocka_unit_test(packing_drops_what_costs_least),
		cmocka_unit_test(stages_fall_back_in_every_layout),
		cmocka_unit_test(training_goes_on_from_a_network),
		cmocka_unit_test(damaged_files_are_refused),
		cmocka_unit_test(a_scale_of_almost_nothing_is_refused),
		cmocka_unit_test(values_are_those_of_plain_recursion),
		cmocka_unit_test(results_depend_on_board_and_limits_only),
		cmocka_unit_test(effort_is_what_was_asked_for),
		cmocka_unit_test(little_effort_is_one_ply),
		cmocka_unit_test(few_empty_cells_are_searched_deeper),
		cmocka_unit_test(time_limit_repeats_with_more_effort),
	};

	return cmocka_run_group_tests(tests, make_network, drop_network);
}
