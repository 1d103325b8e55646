/* SPDX-License-Identifier: MIT */
#include "change/moved.h"

#include <string.h>

#include "biosbelt/file.h"
#include "change/hunks.h"
#include "change/line_ends.h"

#define ALIKE_LEAST 50 /* percent of the lines, as of the renames in a patch */

/* The file with LF for all line ends, of which a new drop may have others. Empty: not a text. */
static void read_lines(const struct base *b, size_t i, struct buf *out)
{
	struct blob bytes = {NULL, 0};
	struct buf text;
	struct err ignored;
	bool binary = true;

	buf_init(&text, 0);
	out->len = 0;
	if (!b->entries[i].link && !b->entries[i].odd &&
		base_read(b, i, &bytes, &ignored) == ERR_OK &&
		hunks_text(blob_span(bytes), &text, &binary, &ignored) == ERR_OK && !binary)
		(void)line_ends_set(text.len > 0 ? span_of(text.ptr, text.len) : blob_span(bytes),
			LINE_END_LF, out, &ignored);
	if (out->failed != ERR_OK)
		out->len = 0;
	buf_free(&text);
	blob_free(&bytes);
}

static unsigned similarity(const struct base *b, size_t i, const struct buf *like, struct buf *room)
{
	read_lines(b, i, room);
	return hunks_similarity(span_of(room->ptr, room->len), span_of(like->ptr, like->len));
}

static bool has_name(const struct base *b, size_t i, const char *name)
{
	return strcmp(path_base(b->entries[i].path), name) == 0;
}

/* Is another file that is gone as like new's entry to as the one that is like by percents? */
static bool is_disputed(const struct base *old, const struct base *new, size_t file, size_t to,
	unsigned percents, struct buf *room)
{
	const char *name = path_base(old->entries[file].path);
	struct buf there;
	bool disputed = false;
	size_t i;

	buf_init(&there, 0);
	read_lines(new, to, &there);
	for (i = 0; i < old->count && !disputed; i++)
		disputed = i != file && has_name(old, i, name) &&
			   base_find(new, old->entries[i].path) == SIZE_MAX &&
			   similarity(old, i, &there, room) >= percents;
	buf_free(&there);
	return disputed;
}

size_t moved_find(const struct base *old, const struct base *mine, const struct base *new, size_t i)
{
	const char *name = path_base(old->entries[i].path);
	size_t found = SIZE_MAX;
	unsigned most = ALIKE_LEAST - 1;
	struct buf here;
	struct buf room;
	size_t k;

	buf_init(&here, 0);
	buf_init(&room, 0);
	read_lines(old, i, &here);
	for (k = 0; k < new->count; k++) {
		const char *path = new->entries[k].path;
		unsigned percents;

		if (!has_name(new, k, name) || base_find(old, path) != SIZE_MAX ||
			base_find(mine, path) != SIZE_MAX)
			continue;
		percents = similarity(new, k, &here, &room);
		if (percents == most && most >= ALIKE_LEAST)
			found = SIZE_MAX;
		if (percents <= most)
			continue;
		most = percents;
		found = k;
	}
	if (found != SIZE_MAX && is_disputed(old, new, i, found, most, &room))
		found = SIZE_MAX;
	buf_free(&here);
	buf_free(&room);
	return found;
}
