/* SPDX-License-Identifier: MIT */
/* The time before a line. Pure; the caller has the clocks. */
#ifndef BIOSBELT_SPC_STAMP_H
#define BIOSBELT_SPC_STAMP_H

#include <stdint.h>

#include "biosbelt/span.h"

enum stamp_kind {
	STAMP_NONE,
	STAMP_TIME,  /* [2026-01-31 23:59:59.123] of the local clock */
	STAMP_START, /* [   12.345] seconds since the terminal started */
	STAMP_LINE,  /* since the line before */
	STAMP_BOOT   /* since the port came back or the pattern of a boot was found */
};

#define STAMP_CHOICES "time|start|line|boot" /* from STAMP_TIME on */

struct moment {
	uint64_t ms;     /* os_time_ms */
	int64_t wall_ns; /* os_wall_time_ns */
};

struct stamp {
	enum stamp_kind kind;
	uint64_t start;
	uint64_t line;
	uint64_t boot;
	int64_t second; /* of the text below; 0: none */
	char text[32];  /* the formatted second */
};

void stamp_init(struct stamp *s, enum stamp_kind kind, uint64_t now_ms);
/* Adds the time with its brackets and a blank; nothing with STAMP_NONE. */
void stamp_add(struct stamp *s, const struct moment *now, struct buf *out);

#endif
