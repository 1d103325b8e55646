/* SPDX-License-Identifier: MIT */
#include "change/moved.h"

#include <stdlib.h>

#include "change/hunks.h"
#include "change/line_ends.h"
#include "change/named.h"

#define ALIKE_LEAST   50 /* percent of equal lines, as for renames in a patch */
/* The same of a file with another name: half can be a licence and what all drivers have. */
#define RENAMED_LEAST 65

/* Reads a file with LF for all line ends, as those of a new drop may differ. Empty: not a text. */
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

/* Files of one base whose paths the other one lacks. */
struct side {
	const struct base *base;
	struct named_list files; /* memo: struct hunks_sketch */
};

struct moved {
	struct side gone; /* of old */
	struct side came; /* of new */
	struct buf room;
};

/* The file to find. */
struct wanted {
	const char *path;
	bool any_name; /* with the same ending, not only the same name */
	size_t except; /* of the side's base; SIZE_MAX */
	struct buf text;
	struct hunks_sketch sketch;
};

static void want(struct wanted *w, const struct base *b, size_t i, bool any_name, size_t except)
{
	w->path = b->entries[i].path;
	w->any_name = any_name;
	w->except = except;
	buf_init(&w->text, 0);
	read_lines(b, i, &w->text);
	hunks_sketch(span_of(w->text.ptr, w->text.len), &w->sketch);
}

/* An upper bound of the similarity: each file is read once for this, and again only when it may be
 * the best. */
static unsigned bound(
	const struct base *b, struct named *n, const struct wanted *w, struct buf *room)
{
	if (n->index == w->except || (w->any_name && !named_same_ending(n->name, w->path)))
		return 0;
	if (n->memo == NULL && (n->memo = malloc(sizeof(struct hunks_sketch))) != NULL) {
		read_lines(b, n->index, room);
		hunks_sketch(span_of(room->ptr, room->len), n->memo);
	}
	return n->memo != NULL ? hunks_similarity_most(n->memo, &w->sketch) : 100;
}

/* The files most similar to w; percents: their similarity, count: their number. */
struct closest {
	size_t index; /* of the last one */
	unsigned percents;
	unsigned count;
};

static void compare(struct closest *c, const struct base *b, const struct named *n,
	const struct wanted *w, struct buf *room)
{
	unsigned percents;

	read_lines(b, n->index, room);
	percents =
		hunks_similarity(span_of(room->ptr, room->len), span_of(w->text.ptr, w->text.len));
	if (percents < c->percents)
		return;
	*c = (struct closest){n->index, percents, percents == c->percents ? c->count + 1 : 1};
}

static struct closest find_closest(
	const struct side *s, const struct wanted *w, unsigned least, struct buf *room)
{
	struct closest c = {SIZE_MAX, least, 0};
	unsigned most = 0;
	size_t first = 0; /* the most promising one, which excludes many others */
	size_t count = s->files.count;
	struct named *n = w->any_name ? s->files.list : named_find(&s->files, w->path, &count);
	size_t i;

	for (i = 0; i < count; i++) {
		unsigned percents = bound(s->base, &n[i], w, room);

		first = percents > most ? i : first;
		most = percents > most ? percents : most;
	}
	if (most >= least)
		compare(&c, s->base, &n[first], w, room);
	for (i = 0; i < count && (c.percents < 100 || c.count < 2); i++)
		if (i != first && bound(s->base, &n[i], w, room) >= c.percents)
			compare(&c, s->base, &n[i], w, room);
	return c;
}

/* The files of the new drop most similar to i, none if another deleted file may have become it. */
static struct closest find_among(struct moved *m, size_t i, bool any_name)
{
	struct closest to;
	struct wanted w;

	want(&w, m->gone.base, i, any_name, SIZE_MAX);
	to = find_closest(&m->came, &w, any_name ? RENAMED_LEAST : ALIKE_LEAST, &m->room);
	buf_free(&w.text);
	if (to.count != 1)
		return to;
	want(&w, m->came.base, to.index, any_name, i);
	if (find_closest(&m->gone, &w, to.percents, &m->room).count > 0)
		to.index = SIZE_MAX;
	w.any_name = false;
	if (any_name && find_closest(&m->gone, &w, ALIKE_LEAST, &m->room).count > 0)
		to.index = SIZE_MAX; /* it kept its name */
	buf_free(&w.text);
	return to;
}

size_t moved_find(struct moved *m, size_t i)
{
	struct closest to = find_among(m, i, false);

	if (to.count == 0)
		to = find_among(m, i, true);
	return to.count == 1 ? to.index : SIZE_MAX;
}

/* Lists the files of s that neither a nor b has. */
static enum err_code list_new(
	struct side *s, const struct base *a, const struct base *b, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < s->base->count && rc == ERR_OK; i++) {
		const char *path = s->base->entries[i].path;

		if (base_find(a, path) == SIZE_MAX && base_find(b, path) == SIZE_MAX)
			rc = named_add(&s->files, path, i, err);
	}
	named_sort(&s->files);
	return rc;
}

enum err_code moved_open(const struct base *old, const struct base *mine, const struct base *new,
	struct moved **out, struct err *err)
{
	struct moved *m = calloc(1, sizeof *m);
	enum err_code rc;

	*out = m;
	if (m == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	buf_init(&m->room, 0);
	m->gone.base = old;
	m->came.base = new;
	rc = list_new(&m->gone, new, new, err);
	return rc == ERR_OK ? list_new(&m->came, old, mine, err) : rc;
}

void moved_close(struct moved *m)
{
	if (m == NULL)
		return;
	named_free(&m->gone.files);
	named_free(&m->came.files);
	buf_free(&m->room);
	free(m);
}
