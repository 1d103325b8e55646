/* SPDX-License-Identifier: MIT */
#include "brain/swap2.h"

#define NODES 60000u

/* Places three stones that favour neither side: both near the middle, white's diagonal to black's
 * first. */
static void open_game(const struct gobang_tiny *board, struct buf *out)
{
	unsigned m = board->side / 2u;

	buf_printf(out, "%u,%u %u,%u %u,%u\n", m, m, m + 1, m + 1, m - 2, m + 2);
}

bool swap2_answer(struct engine *engine, const struct gobang_tiny *board, unsigned count,
	const struct engine_limits *limits, struct buf *out)
{
	struct engine_limits own = {.nodes = limits->nodes != 0 ? limits->nodes : NODES,
		.ms = limits->ms,
		.stop = limits->stop,
		.user = limits->user};
	struct engine_result result;

	if (count == 0) {
		open_game(board, out);
		return true;
	}
	if (count != 3 && count != 5)
		return false;
	/* white is to move: swaps if black is better */
	if (engine_think(engine, board, GOBANG_WHITE, &own, &result) && result.value >= 0)
		buf_printf(out, "%u,%u\n", (unsigned)result.line[0].x, (unsigned)result.line[0].y);
	else
		buf_printf(out, "SWAP\n");
	return true;
}
