/* SPDX-License-Identifier: MIT */
#include "game/level.h"

#include "engine/clock.h"

#define WORK_DEFAULT 1000000u
#define WORK_MAX     4000000000u

/* Level 3 counts shapes instead of nodes; a time is kept by the clock. */
static uint32_t work_of(const struct engine_limits *limits)
{
	if (limits->nodes == 0)
		return limits->ms != 0 ? WORK_MAX : WORK_DEFAULT;
	return (uint32_t)(limits->nodes < WORK_MAX ? limits->nodes : WORK_MAX);
}

static bool is_over(void *user)
{
	return clock_is_over(user);
}

bool level_move(struct engine *engine, const struct gobang_tiny *board, uint8_t colour,
	unsigned level, const struct engine_limits *limits, struct game_point *out)
{
	struct gobang_tiny copy = *board;
	struct gobang_tiny_tree tree;
	struct engine_result result;
	struct clock clock;
	gobang_at at;

	if (level == LEVEL_MAX) {
		if (!engine_think(engine, board, colour, limits, &result))
			return false;
		*out = result.line[0];
		return true;
	}
	if (level == LEVEL_MAX - 1) {
		clock_start(&clock, limits);
		copy.over = is_over;
		copy.user = &clock;
		at = gobang_tiny_think(&copy, &tree, colour, work_of(limits));
	} else {
		at = gobang_tiny_move(&copy, colour, level <= 1 ? 1 : 2, GOBANG_TINY_WORK);
	}
	if (at == GOBANG_TINY_NONE)
		return false;
	*out = (struct game_point){GOBANG_X(at), GOBANG_Y(at)};
	return true;
}
