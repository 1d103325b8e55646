/* SPDX-License-Identifier: MIT */
#include "terminal/stamp.h"

#include <string.h>
#include <time.h>

void stamp_init(struct stamp *s, enum stamp_kind kind, uint64_t now_ms)
{
	memset(s, 0, sizeof *s);
	s->kind = kind;
	s->start = s->line = s->boot = now_ms;
}

static void add_wall(struct stamp *s, int64_t wall_ns, struct buf *out)
{
	int64_t second = wall_ns / 1000000000;

	if (second != s->second || s->text[0] == '\0') {
		time_t t = (time_t)second;
		const struct tm *parts = localtime(&t);

		if (parts == NULL ||
			strftime(s->text, sizeof s->text, "%Y-%m-%d %H:%M:%S", parts) == 0)
			strcpy(s->text, "?");
		s->second = second;
	}
	buf_printf(out, "[%s.%03d] ", s->text, (int)(wall_ns % 1000000000 / 1000000));
}

void stamp_add(struct stamp *s, const struct moment *now, struct buf *out)
{
	uint64_t since = s->kind == STAMP_START  ? s->start
			 : s->kind == STAMP_LINE ? s->line
						 : s->boot;

	s->line = now->ms;
	if (s->kind == STAMP_NONE)
		return;
	if (s->kind == STAMP_TIME) {
		add_wall(s, now->wall_ns, out);
		return;
	}
	since = now->ms > since ? now->ms - since : 0;
	buf_printf(
		out, "[%5llu.%03u] ", (unsigned long long)(since / 1000), (unsigned)(since % 1000));
}
