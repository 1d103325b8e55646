/* SPDX-License-Identifier: MIT */
#include "game/level.h"

#include "engine/clock.h"

#define WORK_DEFAULT 1000000u
#define WORK_PER_MS  20000u /* shapes that level 3 evaluates per millisecond, roughly */
#define WORK_MAX     4000000000u

/* Level 3 counts shapes instead of nodes. */
static uint32_t work_of(const struct engine_limits *limits)
{
	uint64_t work = limits->nodes != 0 ? limits->nodes : (uint64_t)limits->ms * WORK_PER_MS;

	return (uint32_t)(work == 0 ? WORK_DEFAULT : work > WORK_MAX ? WORK_MAX : work);
}

static bool is_over(void *user)
{
	return clock_is_over(user);
}

bool level_move(struct engine *engine, const struct gobang_tiny *board, uint8_t colour,
	unsigned level, const struct engine_limits *limits, struct game_point *out)
{
	struct gobang_tiny copy = *board;
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
	}
	at = gobang_tiny_move(
		&copy, colour, level <= 1 ? 1 : 2, level <= 2 ? GOBANG_TINY_WORK : work_of(limits));
	if (at == GOBANG_TINY_NONE)
		return false;
	*out = (struct game_point){GOBANG_X(at), GOBANG_Y(at)};
	return true;
}
