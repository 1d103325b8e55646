/* SPDX-License-Identifier: MIT */
/*
 * The expectimax search against nneonneo/2048-ai on a file of positions.
 *
 *     git clone https://github.com/nneonneo/2048-ai && cd 2048-ai && ./configure && make
 *     bench_search positions.tsv 2048-ai/bin/2048.so [EVERY [ROUNDS]]
 *     bench_search positions.tsv threads             [EVERY [ROUNDS]]
 *
 * The file has a line for each position: board (16 hexadecimal digits), then what is not read here.
 * Every EVERYth position is searched at the default depth by both, in turn, in ROUNDS pairs whose
 * order alternates; the figures are CPU time of one thread. "threads" compares one thread with two
 * instead, in wall time. Both are printed as a table in Markdown.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "biosbelt/thread.h"
#include "search/search.h"

#define MEMORY    (32u << 20) /* the default of --hash */
#define POSITIONS 4096

typedef float peer_score(uint64_t board, int move);

struct bench {
	struct g2048_tables tables;
	struct search_heuristic heuristic;
	struct search search;
	peer_score *peer; /* NULL: two threads */
	clockid_t clock;
	FILE *out;
	uint64_t board[POSITIONS];
	size_t count;
	double ratio[POSITIONS];
	double ours, theirs; /* seconds */
	uint64_t nodes;
	size_t same;
	double worst; /* loss of a move that differs, as a share of the value */
};

static double now(const struct bench *b)
{
	struct timespec t;

	clock_gettime(b->clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
	qsort(v, n, sizeof(*v), compare);
	return n % 2 != 0 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static double run_ours(struct bench *b, uint64_t board, unsigned threads, struct search_result *r)
{
	struct search_limits limits = {.depth = 0};
	double start = now(b);

	b->search.threads = threads;
	search_run(&b->search, board, &limits, r);
	return now(b) - start;
}

static double run_peer(struct bench *b, uint64_t board, double value[4])
{
	double start = now(b);

	for (int d = 0; d < 4; d++)
		value[d] = (double)b->peer(board, d);
	return now(b) - start;
}

static void judge(struct bench *b, const struct search_result *r, const double value[4])
{
	unsigned best = 0;
	double loss;

	for (unsigned d = 1; d < 4; d++)
		if (value[d] > value[best])
			best = d;
	b->same += r->best == best;
	loss = (value[best] - value[r->best]) / value[best];
	if (loss > b->worst)
		b->worst = loss;
}

static void one(struct bench *b, size_t i, unsigned rounds)
{
	double pair[64], value[4] = {0, 0, 0, 0};
	struct search_result r;

	for (unsigned k = 0; k < rounds; k++) {
		double ours = 0, theirs;

		if (k % 2 == 0)
			ours = run_ours(b, b->board[i], b->peer != NULL ? 1 : 2, &r);
		theirs = b->peer != NULL ? run_peer(b, b->board[i], value)
					 : run_ours(b, b->board[i], 1, &r);
		if (k % 2 != 0)
			ours = run_ours(b, b->board[i], b->peer != NULL ? 1 : 2, &r);
		pair[k] = theirs / ours;
		b->ours += ours;
		b->theirs += theirs;
	}
	b->ratio[i] = median(pair, rounds);
	b->nodes += r.nodes;
	if (b->peer != NULL)
		judge(b, &r, value);
}

static void read_positions(struct bench *b, const char *path, unsigned every)
{
	char line[512];
	FILE *f = fopen(path, "r");
	size_t n = 0;

	if (f == NULL) {
		perror(path);
		exit(1);
	}
	while (b->count < POSITIONS && fgets(line, sizeof(line), f) != NULL) {
		char *end;
		uint64_t board = strtoull(line, &end, 16);

		if (end == line + 16 && n++ % every == 0)
			b->board[b->count++] = board;
	}
	fclose(f);
}

/* The peer prints a line for every move: its standard output goes nowhere, ours is kept. */
static void open_peer(struct bench *b, const char *path)
{
	void *lib = dlopen(path, RTLD_NOW);
	void (*init)(void);
	FILE *null = fopen("/dev/null", "w");

	if (lib == NULL) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	*(void **)(void *)&init = dlsym(lib, "init_tables");
	*(void **)(void *)&b->peer = dlsym(lib, "score_toplevel_move");
	if (init == NULL || b->peer == NULL || null == NULL) {
		fprintf(stderr, "%s: no init_tables and score_toplevel_move\n", path);
		exit(1);
	}
	b->out = fdopen(dup(1), "w");
	dup2(fileno(null), 1);
	init();
}

static void report(struct bench *b, unsigned rounds)
{
	double mid, low, high, n = (double)b->count;
	const char *first = b->peer != NULL ? "nneonneo" : "1 thread";
	const char *second = b->peer != NULL ? "2048ai" : "2 threads";

	mid = median(b->ratio, b->count);
	low = b->ratio[b->count / 10];
	high = b->ratio[b->count - 1 - b->count / 10];
	fprintf(b->out, "| %zu positions, %u pairs each | %s | %s |\n|---|---|---|\n", b->count,
		rounds, first, second);
	fprintf(b->out, "| %s a position | %.2f ms | %.2f ms |\n",
		b->peer != NULL ? "CPU time" : "wall time", 1e3 * b->theirs / n / rounds,
		1e3 * b->ours / n / rounds);
	fprintf(b->out, "| times less: median, 10th and 90th of 100 | 1 | %.2f, %.2f and %.2f |\n",
		mid, low, high);
	fprintf(b->out, "| times less: of the sums | 1 | %.2f |\n", b->theirs / b->ours);
	fprintf(b->out, "| evaluated moves a position | | %.0f |\n", (double)b->nodes / n);
	if (b->peer == NULL)
		return;
	fprintf(b->out, "| same move | | %zu (%.1f %%) |\n", b->same, 100 * (double)b->same / n);
	fprintf(b->out, "| largest loss by a move that differs | | %.2g of the value |\n",
		b->worst);
}

int main(int argc, char **argv)
{
	static struct bench b;
	unsigned every = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
	unsigned rounds = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 1;
	struct err err;
	void *memory;

	if (argc < 3 || every == 0 || rounds == 0 || rounds > 64) {
		fprintf(stderr, "usage: bench_search POSITIONS PEER.so|threads [EVERY [ROUNDS]]\n");
		return 2;
	}
	b.out = stdout;
	read_positions(&b, argv[1], every);
	if (strcmp(argv[2], "threads") != 0)
		open_peer(&b, argv[2]);
	b.clock = b.peer != NULL ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
	g2048_tables_init(&b.tables);
	search_heuristic_init(&b.heuristic);
	if (b.count == 0 || os_large_alloc(search_memory_size(MEMORY), &memory, &err) != ERR_OK) {
		fprintf(stderr, "no positions or no memory\n");
		return 1;
	}
	search_init(&b.search, &b.tables, &b.heuristic, memory, MEMORY);
	b.search.parallel = thread_for;
	for (size_t i = 0; i < b.count; i++)
		one(&b, i, rounds);
	report(&b, rounds);
	return 0;
}
