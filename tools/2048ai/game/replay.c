/* SPDX-License-Identifier: MIT */
#include "game/replay.h"

#include <stdlib.h>
#include <string.h>

#define HEAD     "2048ai replay 1\nseed "
#define HEAD_LEN (sizeof(HEAD) - 1)
#define PER_LINE 72

static const char letters[] = "UDLR";

void replay_init(struct replay *r, uint64_t seed, uint64_t number)
{
	memset(r, 0, sizeof(*r));
	r->seed = seed;
	r->number = number;
}

void replay_free(struct replay *r)
{
	free(r->moves);
	r->moves = NULL;
	r->count = r->room = 0;
}

enum err_code replay_add(struct replay *r, enum g2048_dir dir, struct err *err)
{
	if (r->count == REPLAY_MOVES_MAX)
		return err_set(err, ERR_LIMIT, "more than %u moves", REPLAY_MOVES_MAX);
	if (r->count == r->room) {
		size_t room = r->room > 0 ? 2 * r->room : 1024;
		uint8_t *more = realloc(r->moves, room);

		if (more == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		r->moves = more;
		r->room = room;
	}
	r->moves[r->count++] = (uint8_t)dir;
	return ERR_OK;
}

void replay_write(const struct replay *r, struct buf *out)
{
	buf_printf(out, HEAD "%llu game %llu\n", (unsigned long long)r->seed,
		(unsigned long long)r->number);
	for (size_t i = 0; i < r->count; i++) {
		buf_add_u8(out, (uint8_t)letters[r->moves[i]]);
		if (i % PER_LINE == PER_LINE - 1 || i + 1 == r->count)
			buf_add_u8(out, '\n');
	}
}

static bool read_number(struct span text, size_t *pos, uint64_t *out)
{
	uint64_t v = 0;
	size_t start = *pos;

	while (*pos < text.len && text.ptr[*pos] >= '0' && text.ptr[*pos] <= '9') {
		unsigned digit = (unsigned)(text.ptr[*pos] - '0');

		if (v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
		++*pos;
	}
	*out = v;
	return *pos > start;
}

static enum err_code read_moves(struct span text, size_t pos, const struct g2048_tables *t,
	struct replay *r, struct err *err)
{
	struct g2048_game game;

	g2048_game_new(&game, r->seed, r->number);
	for (; pos < text.len; pos++) {
		uint8_t c = text.ptr[pos];
		/* four letters, not a string */
		const char *at =
			memchr(letters, c, 4); /* NOLINT(bugprone-not-null-terminated-result) */
		enum g2048_dir dir;

		if (c == '\n' || c == '\r' || c == ' ')
			continue;
		if (at == NULL)
			return err_set(err, ERR_FORMAT, "replay: byte %zu is no move", pos);
		dir = (enum g2048_dir)(at - letters);
		if (!g2048_game_step(t, &game, dir))
			return err_set(err, ERR_FORMAT, "replay: move %zu (%s) is not legal there",
				r->count + 1, g2048_dir_name(dir));
		if (replay_add(r, dir, err) != ERR_OK)
			return err->code;
	}
	return ERR_OK;
}

enum err_code replay_read(
	struct span text, const struct g2048_tables *t, struct replay *out, struct err *err)
{
	struct replay r;
	size_t pos = HEAD_LEN;
	struct span word;

	replay_init(&r, 0, 0);
	if (!span_starts(text, HEAD, HEAD_LEN))
		return err_set(err, ERR_FORMAT, "not a replay of 2048ai");
	if (!read_number(text, &pos, &r.seed) || !span_slice(text, pos, 6, &word) ||
		!span_starts(word, " game ", 6))
		return err_set(err, ERR_FORMAT, "replay: damaged second line");
	pos += 6;
	if (!read_number(text, &pos, &r.number))
		return err_set(err, ERR_FORMAT, "replay: damaged second line");
	if (read_moves(text, pos, t, &r, err) != ERR_OK) {
		replay_free(&r);
		return err->code;
	}
	*out = r;
	return ERR_OK;
}
