/* SPDX-License-Identifier: MIT */
/* Ends thinking at a time, or when the caller stops it. Checked every few nodes. */
#ifndef BIOSBELT_GOBANG_CLOCK_H
#define BIOSBELT_GOBANG_CLOCK_H

#include "biosbelt/os.h"
#include "engine/engine.h"

struct clock {
	uint64_t deadline_ms; /* of os_time_ms; 0: none */
	bool (*stop)(void *user);
	void *user;
	uint64_t ticks;
	bool over; /* is never reset */
};

static inline void clock_start(struct clock *c, const struct engine_limits *limits)
{
	*c = (struct clock){.deadline_ms = limits->ms == 0 ? 0 : os_time_ms() + limits->ms,
		.stop = limits->stop,
		.user = limits->user};
}

static inline bool clock_is_over(struct clock *c)
{
	c->over = c->over || (c->deadline_ms != 0 && os_time_ms() >= c->deadline_ms) ||
		  (c->stop != NULL && c->stop(c->user));
	return c->over;
}

/* For every node; true: thinking is over. */
static inline bool clock_tick(struct clock *c)
{
	return ++c->ticks % 256 == 0 ? clock_is_over(c) : c->over;
}

#endif
