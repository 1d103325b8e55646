/* SPDX-License-Identifier: MIT */
#include "game/sgf.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/tr.h"

#define NAME_MAX  8  /* bytes of a property's name */
#define VALUE_MAX 64 /* of an evaluated value; comments may be longer */

static void write_text(struct buf *out, const char *name, const char *value)
{
	if (value == NULL)
		return;
	buf_printf(out, "%s[", name);
	for (; *value != '\0'; value++) {
		if (*value == ']' || *value == '\\')
			buf_add_u8(out, '\\');
		buf_add_u8(out, (uint8_t)*value);
	}
	buf_add_u8(out, ']');
}

void sgf_write(const struct game *g, const char *black, const char *white, struct buf *out)
{
	buf_printf(out, "(;FF[4]GM[4]CA[UTF-8]AP[biosbelt]SZ[%u]RU[%s]", (unsigned)g->board.side,
		game_rule_names[g->board.rule]);
	write_text(out, "PB", black);
	write_text(out, "PW", white);
	if (g->state == GAME_DRAWN)
		write_text(out, "RE", "0");
	else if (g->state != GAME_OPEN)
		buf_printf(out, "RE[%c+%s]", g->state == GAME_BLACK_WON ? 'B' : 'W',
			game_is_five(g) ? "" : "R");
	for (unsigned i = 0; i < g->count; i++)
		buf_printf(out, "%s;%c[%c%c]", i % 10 == 0 ? "\n" : "", i % 2 == 0 ? 'B' : 'W',
			'a' + g->moves[i].x, 'a' + g->moves[i].y);
	buf_printf(out, "\n)\n");
}

struct reader {
	struct cursor c;
	struct game *game;
	enum game_state result; /* result in RE */
	struct sgf_note note;
	bool pairs; /* a byte over 80 and the next form one character, even if that is ']' or '\\'
		     */
	struct err *err;
};

static enum err_code wrong(const struct reader *r, const char *what)
{
	return err_set(r->err, ERR_FORMAT, "byte %zu: %s", r->c.pos, tr(what));
}

static uint8_t next_byte(struct reader *r)
{
	uint8_t b;

	do
		b = cursor_u8(&r->c);
	while (!r->c.bad && (b == ' ' || b == '\t' || b == '\r' || b == '\n'));
	return b;
}

/* Reads up to the ']' that ends a value; skips what does not fit. */
static enum err_code read_value(struct reader *r, char value[VALUE_MAX])
{
	size_t len = 0;

	for (;;) {
		uint8_t b = cursor_u8(&r->c);

		if (b == ']' || r->c.bad)
			break;
		if (b == '\\' || (r->pairs && b > 0x80))
			b = cursor_u8(&r->c);
		if (len + 1 < VALUE_MAX)
			value[len++] = (char)b;
	}
	value[len] = '\0';
	return r->c.bad ? wrong(r, "a value does not end") : ERR_OK;
}

static enum err_code read_move(struct reader *r, uint8_t colour, const char *value)
{
	enum game_answer answer;
	struct game_point at;

	if (value[0] == '\0' || (strcmp(value, "tt") == 0 && r->game->board.side < 20))
		return wrong(r, "a pass, which five in a row does not have here");
	if (strlen(value) != 2)
		return wrong(r, "a move has two letters");
	at = (struct game_point){(uint8_t)(value[0] - 'a'), (uint8_t)(value[1] - 'a')};
	if (colour != game_turn(r->game))
		return wrong(r, "it is the other side's turn");
	answer = game_play(r->game, at);
	return answer == GAME_DONE ? ERR_OK : wrong(r, game_answer_text(answer));
}

/* Reads N, or N:N, as some programs write square boards. */
static bool read_size(char *value, uint64_t *out)
{
	char *colon = strchr(value, ':');
	uint64_t rows;

	if (colon == NULL)
		return num_parse_u64(value, out);
	*colon = '\0';
	return num_parse_u64(value, out) && num_parse_u64(colon + 1, &rows) && rows == *out;
}

/* Compares without regard to case. */
static bool same_letters(const char *text, const char *small)
{
	while (*small != '\0' && (*text >= 'A' && *text <= 'Z' ? *text + 32 : *text) == *small) {
		text++;
		small++;
	}
	return *small == '\0' && *text == '\0';
}

/* The rule is that of the last RU before the first move. */
static void read_rule(struct reader *r, const char *value)
{
	r->note.rule[0] = '\0';
	for (unsigned i = 0; i < GOBANG_RULES; i++)
		if (same_letters(value, game_rule_names[i])) {
			r->game->board.rule = (uint8_t)i;
			return;
		}
	r->game->board.rule = GOBANG_FREESTYLE;
	r->note.byte = r->c.pos;
	(void)snprintf(r->note.rule, sizeof(r->note.rule), "%.31s", value);
}

static enum err_code read_head(struct reader *r, const char *name, char *value)
{
	struct gobang_tiny *board = &r->game->board;
	uint64_t number;

	if (strcmp(name, "GM") == 0 && strcmp(value, "4") != 0)
		return wrong(r, "another game than five in a row (GM)");
	if (strcmp(name, "SZ") == 0) {
		if (!read_size(value, &number) || number < GAME_SIDE_MIN ||
			number > GAME_SIDE_MAX || r->game->count > 0)
			return wrong(r, "this size of board is not played here (SZ)");
		game_new(r->game, (unsigned)number, (enum gobang_rule)board->rule);
	}
	if (strcmp(name, "RU") == 0 && r->game->count == 0)
		read_rule(r, value);
	if (strcmp(name, "RE") == 0)
		r->result = strcmp(value, "0") == 0 || strcmp(value, "Draw") == 0 ? GAME_DRAWN
			    : strncmp(value, "B+", 2) == 0                        ? GAME_BLACK_WON
			    : strncmp(value, "W+", 2) == 0                        ? GAME_WHITE_WON
										  : GAME_OPEN;
	return ERR_OK;
}

/* Reads a property: NAME[VALUE]...; b is its first letter. Lower-case letters of a name are
 * skipped: before FF[4] B could be written as Black. */
static enum err_code read_property(struct reader *r, uint8_t b)
{
	char name[NAME_MAX], value[VALUE_MAX] = "";
	size_t len = 0;
	enum err_code rc = ERR_OK;

	for (; (b >= 'A' && b <= 'Z' && len + 1 < NAME_MAX) || (len > 0 && b >= 'a' && b <= 'z');
		b = next_byte(r))
		if (b <= 'Z')
			name[len++] = (char)b;
	name[len] = '\0';
	if (len == 0 || b != '[')
		return wrong(r, "no property here");
	if (strcmp(name, "AB") == 0 || strcmp(name, "AW") == 0 || strcmp(name, "AE") == 0)
		return wrong(r, "stones that were set and not moved");
	while (rc == ERR_OK && b == '[') {
		rc = read_value(r, value);
		if (rc == ERR_OK && (strcmp(name, "B") == 0 || strcmp(name, "W") == 0))
			rc = read_move(r, name[0] == 'B' ? GOBANG_BLACK : GOBANG_WHITE, value);
		else if (rc == ERR_OK)
			rc = read_head(r, name, value);
		b = next_byte(r);
	}
	if (rc == ERR_OK && !r->c.bad)
		r->c.pos--;
	return rc;
}

/* Moves past the first "(;"; text before it, such as a mail's header, is ignored (FF[4], "Basic
 * (EBNF) Definition"). False: there is none, and the reader is unchanged. */
static bool find_tree(struct reader *r)
{
	struct cursor begin = r->c;
	uint8_t b = next_byte(r);

	while (!r->c.bad) {
		bool opens = b == '(';

		b = next_byte(r);
		if (opens && b == ';' && !r->c.bad)
			return true;
	}
	r->c = begin;
	return false;
}

static enum err_code read_game(
	struct span in, bool pairs, struct game *out, struct sgf_note *note, struct err *err)
{
	struct reader r = {.c = {.in = in}, .game = out, .pairs = pairs, .err = err};
	uint8_t b;

	game_new(out, 15, GOBANG_FREESTYLE);
	if (!find_tree(&r))
		return wrong(&r, "not an SGF file");
	for (;;) {
		enum err_code rc;

		b = next_byte(&r);
		if (r.c.bad)
			return wrong(&r, "the game does not end");
		if (b == ')') /* the first variation is the main line */
			break;
		if (b == ';' || b == '(')
			continue;
		rc = read_property(&r, b);
		if (rc != ERR_OK)
			return rc;
	}
	if (out->state == GAME_OPEN)
		out->state = r.result;
	*note = r.note;
	return ERR_OK;
}

/* Names and comments may be in GBK, Big5 or Shift_JIS, where the second byte of a character may be
 * ']' or '\\'; CA rarely declares it. */
enum err_code sgf_read(struct span in, struct game *out, struct sgf_note *note, struct err *err)
{
	struct sgf_note found = {0};
	struct game other;
	struct err ignored;
	enum err_code rc = read_game(in, false, out, &found, err);

	if (rc != ERR_OK && read_game(in, true, &other, &found, &ignored) == ERR_OK) {
		*out = other;
		rc = ERR_OK;
	}
	if (note != NULL)
		*note = found;
	return rc;
}
