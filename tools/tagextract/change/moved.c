/* SPDX-License-Identifier: MIT */
#include "change/moved.h"

#include <stdlib.h>

#include "change/hunks.h"
#include "change/line_ends.h"
#include "change/named.h"

#define ALIKE_LEAST 50 /* percent of equal lines, as for renames in a patch */

/* Reads a file with LF for all line ends, as those of a new drop may differ. Empty: not a text. */
static enum err_code read_lines(const struct base *b, size_t i, struct buf *out, struct err *err)
{
	struct blob bytes = {NULL, 0};
	struct buf text;
	bool binary = false;
	enum err_code rc;

	out->len = 0;
	if (b->entries[i].link || b->entries[i].odd)
		return ERR_OK;
	buf_init(&text, 0);
	rc = base_read(b, i, &bytes, err);
	if (rc == ERR_OK)
		rc = hunks_text(blob_span(bytes), &text, &binary, err);
	if (rc == ERR_OK && !binary)
		rc = line_ends_set(text.len > 0 ? span_of(text.ptr, text.len) : blob_span(bytes),
			LINE_END_LF, out, err);
	buf_free(&text);
	blob_free(&bytes);
	return rc;
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
	size_t except; /* of the side's base; SIZE_MAX */
	struct buf text;
	struct hunks_sketch sketch;
};

static enum err_code want(
	struct wanted *w, const struct base *b, size_t i, size_t except, struct err *err)
{
	enum err_code rc;

	w->path = b->entries[i].path;
	w->except = except;
	buf_init(&w->text, 0);
	rc = read_lines(b, i, &w->text, err);
	if (rc != ERR_OK) {
		buf_free(&w->text);
		return rc;
	}
	hunks_sketch(span_of(w->text.ptr, w->text.len), &w->sketch);
	return ERR_OK;
}

/* Each file is read once for an upper bound of the similarity, and again only when it may be the
 * best. */
static enum err_code sketch(
	const struct base *b, struct named *n, struct buf *room, struct err *err)
{
	enum err_code rc;

	if (n->memo != NULL)
		return ERR_OK;
	rc = read_lines(b, n->index, room, err);
	if (rc != ERR_OK)
		return rc;
	n->memo = malloc(sizeof(struct hunks_sketch));
	if (n->memo == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	hunks_sketch(span_of(room->ptr, room->len), n->memo);
	return ERR_OK;
}

static unsigned bound(const struct named *n, const struct wanted *w)
{
	return n->index != w->except ? hunks_similarity_most(n->memo, &w->sketch) : 0;
}

/* The files most similar to w; percents: their similarity, count: their number. */
struct closest {
	size_t index; /* of the last one */
	unsigned percents;
	unsigned count;
};

static enum err_code compare(struct closest *c, const struct base *b, const struct named *n,
	const struct wanted *w, struct buf *room, struct err *err)
{
	enum err_code rc = read_lines(b, n->index, room, err);
	unsigned percents;

	if (rc != ERR_OK)
		return rc;
	percents =
		hunks_similarity(span_of(room->ptr, room->len), span_of(w->text.ptr, w->text.len));
	if (percents >= c->percents)
		*c = (struct closest){
			n->index, percents, percents == c->percents ? c->count + 1 : 1};
	return ERR_OK;
}

static enum err_code find_closest(const struct side *s, const struct wanted *w, unsigned least,
	struct buf *room, struct closest *c, struct err *err)
{
	unsigned most = 0;
	size_t first = 0; /* the most promising one, which excludes many others */
	size_t count;
	struct named *n = named_find(&s->files, w->path, &count);
	enum err_code rc = ERR_OK;
	size_t i;

	*c = (struct closest){SIZE_MAX, least, 0};
	for (i = 0; i < count; i++) {
		unsigned percents;

		rc = sketch(s->base, &n[i], room, err);
		if (rc != ERR_OK)
			return rc;
		percents = bound(&n[i], w);
		first = percents > most ? i : first;
		most = percents > most ? percents : most;
	}
	if (most >= least)
		rc = compare(c, s->base, &n[first], w, room, err);
	for (i = 0; i < count && rc == ERR_OK && (c->percents < 100 || c->count < 2); i++)
		if (i != first && bound(&n[i], w) >= c->percents)
			rc = compare(c, s->base, &n[i], w, room, err);
	return rc;
}

/* *out stays if there is none. */
static enum err_code find_only(struct moved *m, size_t i, size_t *out, struct err *err)
{
	struct closest to = {.index = SIZE_MAX};
	struct closest other = {.count = 0};
	struct wanted w;
	enum err_code rc = want(&w, m->gone.base, i, SIZE_MAX, err);

	if (rc != ERR_OK)
		return rc;
	rc = find_closest(&m->came, &w, ALIKE_LEAST, &m->room, &to, err);
	buf_free(&w.text);
	if (rc != ERR_OK || to.count != 1)
		return rc;
	rc = want(&w, m->came.base, to.index, i, err);
	if (rc != ERR_OK)
		return rc;
	rc = find_closest(&m->gone, &w, to.percents, &m->room, &other, err);
	buf_free(&w.text);
	if (rc == ERR_OK && other.count == 0)
		*out = to.index; /* no other deleted file is equally similar */
	return rc;
}

enum err_code moved_find(struct moved *m, size_t i, size_t *out, struct err *err)
{
	struct err why;
	enum err_code rc;

	*out = SIZE_MAX;
	rc = find_only(m, i, out, &why);
	if (rc == ERR_NOMEM)
		*err = why;
	return rc == ERR_NOMEM ? rc : ERR_OK;
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
