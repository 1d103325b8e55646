/* SPDX-License-Identifier: MIT */
/* Boards, replays and state files; the first byte chooses. */
#include <stdlib.h>

#include "game/replay.h"
#include "game/stats.h"

#define GAMES 40u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct g2048_tables tables;

static void board(struct span text)
{
	struct g2048_game game;
	uint64_t value = 0;
	struct err err;

	(void)g2048_parse_board((const char *)text.ptr, text.len, &value, &err);
	if (g2048_parse_game((const char *)text.ptr, text.len, &game, &err) == ERR_OK)
		(void)g2048_game_narrow(&game);
}

static void replay(struct span text)
{
	struct replay r, again;
	struct buf b;
	struct err err;

	if (replay_read(text, &tables, &r, &err) != ERR_OK)
		return;
	/* what was read and is written again is the same game */
	buf_init(&b, 0);
	replay_write(&r, &b);
	if (replay_read(span_of(b.ptr, b.len), &tables, &again, &err) != ERR_OK ||
		again.count != r.count || again.seed != r.seed || again.number != r.number ||
		again.ms != r.ms || again.first.board != r.first.board)
		abort();
	replay_free(&again);
	replay_free(&r);
	buf_free(&b);
}

static void state_file(struct span text)
{
	struct game_record records[GAMES] = {{false, 0, 0, 0, 0, 0}};
	struct game_stats stats;
	struct err err;

	if (stats_read(text, "x", records, GAMES, &err) == ERR_OK)
		(void)stats_sum(records, GAMES, &stats, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool ready;

	if (!ready)
		g2048_tables_init(&tables);
	ready = true;
	if (size == 0)
		return 0;
	if (data[0] % 3 == 0)
		board(span_of(data + 1, size - 1));
	else if (data[0] % 3 == 1)
		replay(span_of(data + 1, size - 1));
	else
		state_file(span_of(data + 1, size - 1));
	return 0;
}
