/* SPDX-License-Identifier: MIT */
/* Any lines of the other machine: what is believed stays a game, and little is answered. */
#include <stdlib.h>
#include <string.h>

#include "link/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct session s;
	static struct game game;
	struct buf out, line;
	char text[LINE_MAX_BYTES];
	size_t len = 0;

	if (size == 0)
		return 0;
	buf_init(&out, 0);
	buf_init(&line, 0);
	game_new(&game, 15, GOBANG_FREESTYLE);
	session_init(&s, &game, data[0] % 2 == 0, GOBANG_BLACK, 7, 60000, &out);
	session_connected(&s, 1000);
	for (size_t i = 1; i < size && s.phase != SESSION_FAILED; i++) {
		if (data[i] != '\n' && data[i] != 0 && len + 20 < sizeof(text)) {
			text[len++] = (char)data[i];
			continue;
		}
		text[len] = '\0';
		len = 0;
		line.len = 0;
		line_add(&line, "%s", text); /* with a right sum, or nothing would get in */
		session_take(&s, span_of(line.ptr, line.len), 1000 + 100 * i);
		if (out.len > 4096)
			abort();
		out.len = 0;
		if (data[i] == 0)
			session_tick(&s, true, 2000 + 100 * i);
		if (s.asked != ASK_NOTHING && i % 3 == 0)
			session_answer(&s, i % 2 == 0);
	}
	if (game.count > (unsigned)game.board.side * game.board.side)
		abort();
	buf_free(&line);
	buf_free(&out);
	return 0;
}
