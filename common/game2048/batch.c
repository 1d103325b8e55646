/* SPDX-License-Identifier: MIT */
/* Many games at once, and games as text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/game2048.h"

void g2048_batch_reset(struct g2048_game *games, size_t n, uint64_t seed, uint64_t first)
{
	for (size_t i = 0; i < n; i++)
		g2048_game_new(&games[i], seed, first + i);
}

size_t g2048_batch_renew(struct g2048_game *games, size_t n, uint8_t *legal,
	const struct g2048_tables *t, uint64_t seed, uint64_t first)
{
	size_t renewed = 0;

	for (size_t i = 0; i < n; i++) {
		if (legal[i] != 0)
			continue;
		g2048_game_new(&games[i], seed, first + renewed++);
		legal[i] = (uint8_t)g2048_game_legal(t, &games[i]);
	}
	return renewed;
}

void g2048_batch_step(const struct g2048_tables *t, struct g2048_game *games, size_t n,
	const uint8_t *dir, uint32_t *reward, uint8_t *legal)
{
	for (size_t i = 0; i < n; i++) {
		struct g2048_game *g = &games[i];
		uint64_t before = g->score;

		if (dir[i] <= G2048_RIGHT)
			(void)g2048_game_step(t, g, (enum g2048_dir)dir[i]);
		reward[i] = (uint32_t)(g->score - before);
		legal[i] = (uint8_t)g2048_game_legal(t, g);
	}
}

void g2048_game_save(const struct g2048_game *g, char out[G2048_STATE_MAX])
{
	(void)snprintf(out, G2048_STATE_MAX,
		"%016" PRIx64 ":%04x:%016" PRIx64 ":%" PRIx64 ":%" PRIx64 ":%" PRIx64 ":%" PRIx32,
		g->board, (unsigned)g->high, g->rng.key, g->rng.counter, g->score, g->four_penalty,
		g->moves);
}

/* Reads a hexadecimal number without a sign, and the character that ends it. */
static bool take(const char **p, char end, uint64_t max, uint64_t *out)
{
	static const char digits[] = "0123456789abcdef";
	uint64_t v = 0;
	size_t len = 0;

	for (; **p != end; ++*p, len++) {
		const char *digit = **p != '\0' ? strchr(digits, **p) : NULL;

		if (digit == NULL || len == 16)
			return false;
		v = v << 4 | (uint64_t)(digit - digits);
	}
	*p += end != '\0';
	*out = v;
	return len > 0 && v <= max;
}

bool g2048_game_load(struct g2048_game *g, const char *text)
{
	uint64_t board, high, key, counter, score, penalty, moves;
	struct g2048_game read;

	if (!take(&text, ':', UINT64_MAX, &board) || !take(&text, ':', UINT16_MAX, &high) ||
		!take(&text, ':', UINT64_MAX, &key) || !take(&text, ':', UINT64_MAX, &counter) ||
		!take(&text, ':', UINT64_MAX, &score) || !take(&text, ':', UINT64_MAX, &penalty) ||
		!take(&text, '\0', UINT32_MAX, &moves))
		return false;
	read = (struct g2048_game){.board = board,
		.high = (uint16_t)high,
		.rng = {key, counter},
		.score = score,
		.four_penalty = penalty,
		.moves = (uint32_t)moves};
	if (g2048_game_max_rank(&read) > G2048_RANK_MAX)
		return false;
	*g = read;
	return true;
}

size_t g2048_tables_size(void)
{
	return sizeof(struct g2048_tables);
}

size_t g2048_game_size(void)
{
	return sizeof(struct g2048_game);
}
