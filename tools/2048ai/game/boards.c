/* SPDX-License-Identifier: MIT */
#include "game/boards.h"

#include <string.h>

#include "board_text.h"

static bool is_blank(struct span line)
{
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] != ' ' && line.ptr[i] != '\t' && line.ptr[i] != '\r')
			return false;
	return true;
}

/* The next line that is not blank; false: there is none. */
static bool next_line(struct boards *b, struct span *line)
{
	while (b->at < b->text.len) {
		size_t end = b->at;

		while (end < b->text.len && b->text.ptr[end] != '\n')
			end++;
		*line = span_of(b->text.ptr + b->at, end - b->at);
		b->at = end + 1;
		b->line++;
		if (!is_blank(*line))
			return true;
	}
	return false;
}

/* From the key "cells" to the end of its list; false: no further one. */
static bool next_cells(struct boards *b, struct span *list)
{
	static const char key[] = "\"cells\"";
	size_t n = sizeof(key) - 1, end;
	unsigned depth = 0;

	while (b->at + n <= b->text.len && memcmp(b->text.ptr + b->at, key, n) != 0)
		b->at++;
	b->at += n;
	if (b->at > b->text.len)
		return false;
	for (end = b->at; end < b->text.len; end++) {
		uint8_t c = b->text.ptr[end];

		depth += c == '[';
		depth -= c == ']' && depth > 0;
		if (c == '}' || (c == ']' && depth == 0))
			break;
	}
	while (b->at < end && b->text.ptr[b->at] != '[')
		b->at++;
	*list = span_of(b->text.ptr + b->at, end - b->at);
	b->at = end;
	return true;
}

/* Up to sixteen tiles; false: there are none. */
static bool next_tiles(struct boards *b, struct span *tiles)
{
	unsigned words = 0;
	size_t first;

	while (b->at < b->text.len && board_text_is_gap(b->text.ptr[b->at]))
		b->at++;
	first = b->at;
	while (b->at < b->text.len && words < 16) {
		while (b->at < b->text.len && !board_text_is_gap(b->text.ptr[b->at]))
			b->at++;
		words++;
		while (b->at < b->text.len && board_text_is_gap(b->text.ptr[b->at]))
			b->at++;
	}
	*tiles = span_of(b->text.ptr + first, b->at - first);
	return words > 0;
}

static bool next_part(struct boards *b, struct span *part)
{
	switch (b->form) {
	case BOARDS_LINES:
		return next_line(b, part);
	case BOARDS_JSON:
		return next_cells(b, part);
	default:
		return next_tiles(b, part);
	}
}

/* An object, or a list of them: '{' after any blanks and brackets. */
static bool is_json(struct span text)
{
	size_t i = 0;

	while (i < text.len &&
		(text.ptr[i] == '[' || text.ptr[i] == '\n' || is_blank(span_of(text.ptr + i, 1))))
		i++;
	return i < text.len && text.ptr[i] == '{';
}

void boards_init(struct boards *b, struct span text)
{
	struct g2048_game game;
	struct boards try;
	struct span line;
	struct err err;

	if (span_starts(text, "\xEF\xBB\xBF",
		    3)) /* a byte order mark, as spreadsheets write before CSV */
		text = span_of(text.ptr + 3, text.len - 3);
	*b = (struct boards){.text = text, .form = BOARDS_CELLS};
	try = *b;
	if (is_json(text))
		b->form = BOARDS_JSON;
	else if (next_line(&try, &line) &&
		 g2048_parse_game((const char *)line.ptr, line.len, &game, &err) == ERR_OK)
		b->form = BOARDS_LINES;
}

static enum err_code none(const struct boards *b, struct err *err)
{
	if (b->form == BOARDS_JSON)
		return err_set(err, ERR_FORMAT, "JSON without the list \"cells\"");
	return err_set(err, ERR_FORMAT, "there is no board");
}

enum err_code boards_next(struct boards *b, struct g2048_game *game, bool *end, struct err *err)
{
	struct span part;

	*end = !next_part(b, &part);
	if (*end)
		return b->count > 0 ? ERR_OK : none(b, err);
	b->count++;
	if (g2048_parse_game((const char *)part.ptr, part.len, game, err) == ERR_OK)
		return ERR_OK;
	if (b->form == BOARDS_LINES)
		err_prefix(err, "line %lu", b->line);
	else if (b->count > 1)
		err_prefix(err, "board %lu", b->count);
	return err->code;
}

bool boards_many(const struct boards *b)
{
	struct boards rest = *b;
	struct span part;

	if (b->form == BOARDS_LINES)
		return true;
	rest.at = 0;
	for (unsigned i = 0; i < 2; i++)
		if (!next_part(&rest, &part))
			return false;
	return true;
}
