/* SPDX-License-Identifier: MIT */
#include "sized/sized.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/num.h"

static const char digits[] = "0123456789abcdefghijklmnopq"; /* ranks in a saved game */

unsigned sized_cell(unsigned side, enum g2048_dir dir, unsigned line, unsigned at)
{
	unsigned k = dir == G2048_DOWN || dir == G2048_RIGHT ? side - 1 - at : at;

	return dir == G2048_UP || dir == G2048_DOWN ? side * k + line : side * line + k;
}

static void spawn(struct sized_game *g)
{
	unsigned empty = 0, cells = g->side * g->side;
	uint32_t pick, cell;

	for (unsigned i = 0; i < cells; i++)
		empty += g->rank[i] == 0;
	if (empty == 0)
		return;
	/* one draw for both, as g2048_spawn */
	pick = g2048_rng_below(&g->rng, 10 * empty);
	cell = pick / 10;
	for (unsigned i = 0; i < cells; i++)
		if (g->rank[i] == 0 && cell-- == 0) {
			g->rank[i] = pick % 10 == 0 ? 2 : 1;
			return;
		}
}

void sized_new(struct sized_game *g, unsigned side, uint64_t seed, uint64_t number)
{
	memset(g, 0, sizeof(*g));
	g->side = side;
	g2048_rng_init(&g->rng, seed, number);
	spawn(g);
	spawn(g);
}

/* Slides one line; returns its points. */
static uint64_t slide_line(struct sized_game *g, enum g2048_dir dir, unsigned line, bool *moved)
{
	uint8_t out[SIZED_MAX] = {0};
	unsigned used = 0;
	uint64_t points = 0;
	bool open = false;

	for (unsigned at = 0; at < g->side; at++) {
		uint8_t r = g->rank[sized_cell(g->side, dir, line, at)];

		if (r == 0)
			continue;
		if (open && out[used - 1] == r && r < SIZED_RANK_MAX) {
			points += 1ull << ++out[used - 1];
			open = false;
		} else {
			out[used++] = r;
			open = true;
		}
	}
	for (unsigned at = 0; at < g->side; at++) {
		uint8_t *cell = &g->rank[sized_cell(g->side, dir, line, at)];

		*moved = *moved || *cell != out[at];
		*cell = out[at];
	}
	return points;
}

bool sized_slide(struct sized_game *g, enum g2048_dir dir)
{
	uint64_t points = 0;
	bool moved = false;

	if (dir < G2048_UP || dir > G2048_RIGHT)
		return false;
	for (unsigned line = 0; line < g->side; line++)
		points += slide_line(g, dir, line, &moved);
	g->score += points;
	g->moves += moved;
	return moved;
}

bool sized_step(struct sized_game *g, enum g2048_dir dir)
{
	if (!sized_slide(g, dir))
		return false;
	spawn(g);
	return true;
}

unsigned sized_legal(const struct sized_game *g)
{
	unsigned legal = 0;

	for (int d = G2048_UP; d <= G2048_RIGHT; d++) {
		struct sized_game next = *g;

		legal |= (unsigned)sized_slide(&next, (enum g2048_dir)d) << d;
	}
	return legal;
}

unsigned sized_max_rank(const struct sized_game *g)
{
	unsigned max = 0;

	for (unsigned i = 0; i < g->side * g->side; i++)
		max = g->rank[i] > max ? g->rank[i] : max;
	return max;
}

void sized_save(const struct sized_game *g, char out[SIZED_TEXT])
{
	char cells[SIZED_CELLS + 1];
	unsigned count = g->side * g->side;

	for (unsigned i = 0; i < count; i++)
		cells[i] = digits[g->rank[i]];
	cells[count] = '\0';
	(void)snprintf(out, SIZED_TEXT, "%u %s %llu %llu %llu %u", g->side, cells,
		(unsigned long long)g->rng.key, (unsigned long long)g->rng.counter,
		(unsigned long long)g->score, (unsigned)g->moves);
}

/* Takes the next word of a saved game, up to a blank or the end. */
static bool next_word(const char **at, char *out, size_t cap)
{
	size_t len = strcspn(*at, " ");

	if (len == 0 || len >= cap)
		return false;
	memcpy(out, *at, len);
	out[len] = '\0';
	*at += len + ((*at)[len] == ' ');
	return true;
}

bool sized_load(struct sized_game *g, const char *text)
{
	uint64_t number[5]; /* side, key, counter, score, moves */
	char cells[SIZED_CELLS + 1], word[24], again[SIZED_TEXT];
	struct sized_game got = {0};
	const char *at = text;

	for (unsigned i = 0; i < 5; i++) {
		if (!next_word(&at, word, sizeof(word)) || !num_parse_u64(word, &number[i]) ||
			(i == 0 && !next_word(&at, cells, sizeof(cells))))
			return false;
	}
	if (number[0] < SIZED_MIN || number[0] > SIZED_MAX ||
		strlen(cells) != number[0] * number[0] || number[4] > UINT32_MAX ||
		strspn(cells, digits) != strlen(cells))
		return false;
	got.side = (unsigned)number[0];
	for (unsigned i = 0; cells[i] != '\0'; i++)
		got.rank[i] = (uint8_t)(strchr(digits, cells[i]) - digits);
	got.rng = (struct g2048_rng){number[1], number[2]};
	got.score = number[3];
	got.moves = (uint32_t)number[4];
	sized_save(&got, again); /* only the exact saved form is accepted */
	if (strcmp(again, text) != 0)
		return false;
	*g = got;
	return true;
}
