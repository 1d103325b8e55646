/* SPDX-License-Identifier: MIT */
#include "game/replay.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/tr.h"

#define MAGIC         "2048ai replay "
#define VERSION       3
#define UNKNOWN_COUNT UINT64_MAX /* number of moves in files before version 3 */
#define PER_LINE      72
#define LINE_MAX      160u /* bytes of a line before the moves */

static const char letters[] = "UDLR";

void replay_init(struct replay *r, uint64_t seed, uint64_t number)
{
	memset(r, 0, sizeof(*r));
	r->seed = seed;
	r->number = number;
	g2048_game_new(&r->first, seed, number);
}

void replay_init_from(
	struct replay *r, uint64_t seed, uint64_t number, const struct g2048_game *position)
{
	memset(r, 0, sizeof(*r));
	r->seed = seed;
	r->number = number;
	r->from = true;
	r->first.board = position->board;
	r->first.high = position->high;
	g2048_rng_init(&r->first.rng, seed, number);
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
	if (!ALLOC_ROOM(r->moves, r->count, &r->room))
		return err_set(err, ERR_NOMEM, "out of memory");
	r->moves[r->count++] = (uint8_t)dir;
	return ERR_OK;
}

static void write_notes(const struct replay *r, struct buf *out)
{
	if (r->from) {
		buf_str(out, "from");
		for (unsigned i = 0; i < 16; i++) {
			unsigned rank = g2048_game_rank(&r->first, i);

			buf_printf(out, " %lu", rank > 0 ? 1ul << rank : 0ul);
		}
		buf_add_u8(out, '\n');
	}
	if (r->ms > 0)
		buf_printf(out, "played %llu\n", (unsigned long long)r->ms);
	if (r->undone)
		buf_str(out, "undone\n");
	if (r->helped)
		buf_str(out, "helped\n");
	buf_printf(out, "moves %zu\n", r->count);
}

void replay_write(const struct replay *r, struct buf *out)
{
	buf_printf(out, MAGIC "%d\nseed %llu game %llu\n", VERSION, (unsigned long long)r->seed,
		(unsigned long long)r->number);
	write_notes(r, out);
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
	struct g2048_game game = r->first;

	for (; pos < text.len; pos++) {
		uint8_t c = text.ptr[pos];
		/* four letters without a NUL */
		const char *at =
			memchr(letters, c, 4); /* NOLINT(bugprone-not-null-terminated-result) */
		enum g2048_dir dir;

		if (c == '\n' || c == '\r' || c == ' ')
			continue;
		if (at == NULL)
			return err_set(err, ERR_FORMAT, "replay: byte %zu is not a move", pos);
		dir = (enum g2048_dir)(at - letters);
		if (!g2048_game_step(t, &game, dir))
			return err_set(err, ERR_FORMAT, "replay: move %zu (%s) is not legal there",
				r->count + 1, tr(g2048_dir_name(dir)));
		if (replay_add(r, dir, err) != ERR_OK)
			return err->code;
	}
	return ERR_OK;
}

static bool is_word(struct span text, size_t pos, const char *word)
{
	struct span rest;

	return span_from(text, pos, &rest) && span_starts(rest, word, strlen(word));
}

/* Parses a line with the word and a number. */
static bool is_count(struct span text, size_t pos, size_t len, const char *word, uint64_t *out)
{
	size_t at = pos + strlen(word);

	return is_word(text, pos, word) && read_number(text, &at, out) && at == pos + len;
}

/* Reads one line before the moves. */
static enum err_code read_note(struct span text, size_t pos, size_t len, struct replay *r,
	uint64_t *moves, struct err *err)
{
	struct g2048_game position;

	if (len == 6 && is_word(text, pos, "undone")) {
		r->undone = true;
	} else if (len == 6 && is_word(text, pos, "helped")) {
		r->helped = true;
	} else if (is_word(text, pos, "from ")) {
		if (g2048_parse_game((const char *)text.ptr + pos + 5, len - 5, &position, err) !=
			ERR_OK)
			return err_prefix(err, "replay");
		replay_init_from(r, r->seed, r->number, &position);
	} else if (!is_count(text, pos, len, "played ", &r->ms) &&
		   !is_count(text, pos, len, "moves ", moves)) {
		return err_set(err, ERR_FORMAT, "replay: byte %zu: not a line of a replay", pos);
	}
	return ERR_OK;
}

/* Reads the lines that begin with a lower-case letter; *pos moves to the moves. */
static enum err_code read_notes(
	struct span text, size_t *pos, struct replay *r, uint64_t *moves, struct err *err)
{
	while (*pos < text.len && (text.ptr[*pos] == '\n' || text.ptr[*pos] == '\r'))
		++*pos;
	while (*pos < text.len && text.ptr[*pos] >= 'a' && text.ptr[*pos] <= 'z') {
		size_t end = *pos, len;

		while (end < text.len && text.ptr[end] != '\n' && text.ptr[end] != '\r')
			end++;
		len = end - *pos;
		if (len > LINE_MAX)
			return err_set(
				err, ERR_FORMAT, "replay: byte %zu: the line is too long", *pos);
		if (read_note(text, *pos, len, r, moves, err) != ERR_OK)
			return err->code;
		while (end < text.len && (text.ptr[end] == '\n' || text.ptr[end] == '\r'))
			end++;
		*pos = end;
	}
	return ERR_OK;
}

static enum err_code read_head(
	struct span text, size_t *pos, struct replay *r, uint64_t *moves, struct err *err)
{
	uint64_t version, seed, number;

	*pos = sizeof(MAGIC) - 1;
	if (!span_starts(text, MAGIC, sizeof(MAGIC) - 1))
		return err_set(err, ERR_FORMAT, "not a replay of 2048ai");
	if (!read_number(text, pos, &version) || version < 1 || version > VERSION)
		return err_set(err, ERR_UNSUPPORTED, "replay: the version is not known");
	if (is_word(text, *pos, "\r\n"))
		++*pos;
	if (!is_word(text, *pos, "\nseed "))
		return err_set(err, ERR_FORMAT, "replay: damaged second line");
	*pos += 6;
	if (!read_number(text, pos, &seed) || !is_word(text, *pos, " game "))
		return err_set(err, ERR_FORMAT, "replay: damaged second line");
	*pos += 6;
	if (!read_number(text, pos, &number))
		return err_set(err, ERR_FORMAT, "replay: damaged second line");
	replay_init(r, seed, number);
	*moves = UNKNOWN_COUNT;
	if (version > 1 && read_notes(text, pos, r, moves, err) != ERR_OK)
		return err->code;
	if (version > 2 && *moves == UNKNOWN_COUNT)
		return err_set(err, ERR_FORMAT, "replay: no number of moves: the file was cut");
	return ERR_OK;
}

enum err_code replay_read(
	struct span text, const struct g2048_tables *t, struct replay *out, struct err *err)
{
	uint64_t moves;
	struct replay r;
	size_t pos;

	if (read_head(text, &pos, &r, &moves, err) != ERR_OK)
		return err->code;
	if (read_moves(text, pos, t, &r, err) != ERR_OK) {
		replay_free(&r);
		return err->code;
	}
	if (moves != UNKNOWN_COUNT && moves != r.count) {
		size_t count = r.count;

		replay_free(&r);
		return err_set(err, ERR_FORMAT, "replay: %zu of %llu moves: the file was cut",
			count, (unsigned long long)moves);
	}
	*out = r;
	return ERR_OK;
}
