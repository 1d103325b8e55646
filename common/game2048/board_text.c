/* SPDX-License-Identifier: MIT */
/* Boards as text. */
#include "board_text.h"

#include <string.h>

#include "biosbelt/game2048.h"
#include "biosbelt/num.h"

static bool parse_hex(const char *text, size_t len, uint64_t *out)
{
	uint64_t board = 0;

	if (len == 18 && memcmp(text, "0x", 2) == 0) {
		text += 2;
		len -= 2;
	}
	if (len != 16)
		return false;
	for (size_t i = 0; i < len; i++) {
		unsigned v = num_digit(text[i]);

		if (v > 15)
			return false;
		board = board << 4 | v;
	}
	*out = board;
	return true;
}

/* One cell: 0, '.', '_' and '-' are empty, else a tile of at most 2^max. */
static enum err_code parse_tile(
	const char *word, size_t len, unsigned cell, unsigned max, unsigned *rank, struct err *err)
{
	uint32_t value = 0;

	*rank = 0;
	if (len == 1 && (word[0] == '.' || word[0] == '_' || word[0] == '-'))
		return ERR_OK;
	for (size_t i = 0; i < len; i++) {
		if (word[i] < '0' || word[i] > '9' || value > 1000000)
			return err_set(
				err, ERR_FORMAT, "cell %u of the board is not a tile", cell + 1);
		value = value * 10 + (uint32_t)(word[i] - '0');
	}
	if (value == 0)
		return ERR_OK;
	if (value < 2 || (value & (value - 1)) != 0 || value > 1u << max)
		return err_set(err, ERR_FORMAT,
			"cell %u of the board: %u is not 0 or a power of two from 2 to %u",
			cell + 1, value, 1u << max);
	while ((1u << *rank) != value)
		++*rank;
	return ERR_OK;
}

static size_t find_text(const char *text, size_t at, size_t len, const char *what)
{
	size_t n = strlen(what);

	while (at + n <= len && memcmp(text + at, what, n) != 0)
		at++;
	return at + n <= len ? at : len;
}

/* Finds the list "cells" of a JSON object; the text becomes that list. */
static bool take_cells(const char *text, size_t *at, size_t *len)
{
	size_t first = find_text(text, *at, *len, "\"cells\""), last;
	unsigned depth = 0;

	first = find_text(text, first, *len, "[");
	for (last = first; last < *len; last++) {
		depth += text[last] == '[';
		depth -= text[last] == ']' && depth > 0;
		if (depth == 0)
			break;
	}
	if (last >= *len)
		return false;
	*at = first;
	*len = last;
	return true;
}

/* *high gets the fifth bits of the ranks, as struct g2048_game keeps them. */
static enum err_code parse(
	const char *text, size_t len, unsigned max, uint64_t *out, uint16_t *high, struct err *err)
{
	uint64_t board = 0;
	unsigned cells = 0, above = 0;
	size_t i = 0;

	while (len > 0 && board_text_is_gap((uint8_t)text[len - 1]))
		len--;
	while (i < len && board_text_is_gap((uint8_t)text[i]))
		i++;
	*high = 0;
	if (i < len && text[i] == '{' && !take_cells(text, &i, &len))
		return err_set(err, ERR_FORMAT, "JSON without the list \"cells\"");
	while (i < len && board_text_is_gap((uint8_t)text[i]))
		i++;
	if (parse_hex(text + i, len - i, out))
		return ERR_OK;
	while (i < len) {
		size_t start = i;
		unsigned rank;

		while (i < len && !board_text_is_gap((uint8_t)text[i]))
			i++;
		if (cells == 16)
			return err_set(err, ERR_FORMAT, "the board has more than 16 cells");
		if (parse_tile(text + start, i - start, cells, max, &rank, err) != ERR_OK)
			return err->code;
		above |= (rank >> 4) << cells;
		board |= (uint64_t)(rank & 15u) << (4 * cells++);
		while (i < len && board_text_is_gap((uint8_t)text[i]))
			i++;
	}
	if (cells != 16)
		return err_set(err, ERR_FORMAT,
			"a board is 16 hexadecimal digits or 16 tiles in reading order; %u found",
			cells);
	*out = board;
	*high = (uint16_t)above;
	return ERR_OK;
}

enum err_code g2048_parse_board(const char *text, size_t len, uint64_t *out, struct err *err)
{
	uint16_t high;

	return parse(text, len, 15, out, &high, err);
}

enum err_code g2048_parse_game(
	const char *text, size_t len, struct g2048_game *out, struct err *err)
{
	struct g2048_game g;

	memset(&g, 0, sizeof(g));
	if (parse(text, len, G2048_RANK_MAX, &g.board, &g.high, err) != ERR_OK)
		return err->code;
	*out = g;
	return ERR_OK;
}
