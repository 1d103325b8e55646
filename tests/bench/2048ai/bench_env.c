/* SPDX-License-Identifier: MIT */
/* Steps a second of many games at once: random moves, one thread; a table in Markdown. bench_env
 * [BOARDS [TURNS]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "biosbelt/game2048.h"

static double cpu_seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1024;
	unsigned long turns = argc > 2 ? strtoul(argv[2], NULL, 10) : 20000;
	struct g2048_tables *tables = malloc(sizeof *tables);
	struct g2048_game *games = calloc(n, sizeof *games);
	uint8_t *dir = malloc(n), *legal = malloc(n);
	uint32_t *reward = malloc(n * sizeof *reward), r = 1;
	uint64_t next = n;
	double start;
	int status = 1;

	if (tables == NULL || games == NULL || dir == NULL || legal == NULL || reward == NULL)
		goto out;
	g2048_tables_init(tables);
	g2048_batch_reset(games, n, 1, 0);
	start = cpu_seconds();
	for (unsigned long t = 0; t < turns; t++) {
		for (size_t i = 0; i < n; i++) {
			r = r * 1664525u + 1013904223u;
			dir[i] = (uint8_t)(r >> 30);
		}
		g2048_batch_step(tables, games, n, dir, reward, legal);
		next += g2048_batch_renew(games, n, legal, tables, 1, next);
	}
	start = cpu_seconds() - start;
	printf("| boards | turns | games over | steps a second of CPU time |\n|---|---|---|---|\n");
	printf("| %zu | %lu | %llu | %.1f million |\n", n, turns, (unsigned long long)(next - n),
		(double)n * (double)turns / start * 1e-6);
	status = 0;
out:
	free(tables);
	free(games);
	free(dir);
	free(legal);
	free(reward);
	return status;
}
