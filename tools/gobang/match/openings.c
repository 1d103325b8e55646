/* SPDX-License-Identifier: MIT */
#include "match/openings.h"

#include <stdlib.h>
#include <string.h>

static enum err_code read_line(struct span line, unsigned number, unsigned side,
	enum gobang_rule rule, struct opening *out, struct err *err)
{
	struct game g;
	size_t at = 0;

	game_new(&g, side, rule);
	out->count = 0;
	while (at < line.len && line.ptr[at] != '#') {
		char name[GAME_NAME_MAX] = "";
		size_t len = 0;

		for (; at < line.len &&
			(line.ptr[at] == ' ' || line.ptr[at] == '\t' || line.ptr[at] == '\r');)
			at++;
		for (; at < line.len && line.ptr[at] > ' ' && line.ptr[at] != '#'; at++)
			if (len + 1 < sizeof(name))
				name[len++] = (char)line.ptr[at];
		if (len == 0 && (at == line.len || line.ptr[at] == '#'))
			break;
		if (out->count == OPENINGS_STONES_MAX ||
			!game_point_read(&g, name, &out->stones[out->count]) ||
			game_play(&g, out->stones[out->count]) != GAME_DONE || g.state != GAME_OPEN)
			return err_set(err, ERR_FORMAT, "line %u: no opening at stone %u", number,
				out->count + 1);
		out->count++;
	}
	return ERR_OK;
}

enum err_code openings_read(struct span text, unsigned side, enum gobang_rule rule,
	struct openings *out, struct err *err)
{
	unsigned number = 0, room = 0;

	*out = (struct openings){0};
	for (size_t at = 0, end; at < text.len; at = end + 1) {
		enum err_code rc;

		for (end = at; end < text.len && text.ptr[end] != '\n';)
			end++;
		if (out->count == room) {
			unsigned more = room == 0 ? 128 : 2 * room;
			struct opening *items;

			more = more < OPENINGS_MAX ? more : OPENINGS_MAX;
			items = more > room ? realloc(out->items, more * sizeof(*items)) : NULL;
			if (items == NULL) {
				openings_free(out);
				return more > room ? err_set(err, ERR_NOMEM, "out of memory")
						   : err_set(err, ERR_LIMIT, "too many openings");
			}
			out->items = items;
			room = more;
		}
		rc = read_line(span_of(text.ptr + at, end - at), ++number, side, rule,
			&out->items[out->count], err);
		if (rc != ERR_OK) {
			openings_free(out);
			return rc;
		}
		out->count += out->items[out->count].count > 0;
	}
	if (out->count > 0)
		return ERR_OK;
	openings_free(out);
	return err_set(err, ERR_FORMAT, "no opening in it");
}

void openings_free(struct openings *o)
{
	free(o->items);
	*o = (struct openings){0};
}
