/* SPDX-License-Identifier: MIT */
/* Boards, replays, state files, many boards, lines of --advise and games of other sizes; the first
 * byte chooses. */
#include <stdlib.h>
#include <string.h>

#include "game/boards.h"
#include "game/entry.h"
#include "game/replay.h"
#include "game/stats.h"
#include "sized/sized.h"

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

static void many_boards(struct span text)
{
	struct g2048_game game;
	struct boards b;
	struct err err;
	bool end = false;

	boards_init(&b, text);
	(void)boards_many(&b);
	for (unsigned long n = 0; boards_next(&b, &game, &end, &err) == ERR_OK && !end; n++)
		if (n > text.len)
			abort();
}

static void entries(struct span text)
{
	struct g2048_game game = {0};
	char line[1024];
	size_t at = 0;

	while (at < text.len) {
		size_t len = 0;
		struct entry e;
		struct err err;

		for (; at < text.len && text.ptr[at] != '\n'; at++)
			if (text.ptr[at] != '\0' && len + 1 < sizeof(line))
				line[len++] = (char)text.ptr[at];
		line[len] = '\0';
		at++;
		(void)entry_is_row(line);
		if (entry_parse(line, &e, &err) != ERR_OK)
			continue;
		if (e.cell > 15 || e.rank > G2048_RANK_MAX)
			abort();
		if (e.kind == ENTRY_BOARD)
			game = e.game;
		if (e.kind == ENTRY_MOVE)
			(void)entry_move(&e, &tables, G2048_LEFT, &game, &err);
	}
}

static void sized(struct span text)
{
	char line[SIZED_TEXT + 8], again[SIZED_TEXT];
	struct search_result r;
	struct sized_game g;

	if (text.len >= sizeof(line))
		return;
	memcpy(line, text.ptr, text.len);
	line[text.len] = '\0';
	if (!sized_load(&g, line))
		return;
	sized_save(&g, again);
	if (strcmp(line, again) != 0)
		abort();
	sized_look(&g, 1, 0, &r);
	(void)sized_step(&g, r.best);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool ready;

	if (!ready)
		g2048_tables_init(&tables);
	ready = true;
	if (size == 0)
		return 0;
	if (data[0] == 'm')
		many_boards(span_of(data + 1, size - 1));
	else if (data[0] == 'z')
		sized(span_of(data + 1, size - 1));
	else if (data[0] == 'e')
		entries(span_of(data + 1, size - 1));
	else if (data[0] % 3 == 0)
		board(span_of(data + 1, size - 1));
	else if (data[0] % 3 == 1)
		replay(span_of(data + 1, size - 1));
	else
		state_file(span_of(data + 1, size - 1));
	return 0;
}
