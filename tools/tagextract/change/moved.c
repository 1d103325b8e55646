/* SPDX-License-Identifier: MIT */
#include "change/moved.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "change/hunks.h"
#include "change/line_ends.h"
#include "change/named.h"

#define ALIKE_LEAST 50 /* percent of equal lines, as for renames in a patch */
#define CLEARLY     10 /* percent less, for all others */
#define COMPARED    4  /* files that are compared with one for a hint */

/* Reads a file with LF for all line ends, as those of a new drop may differ. Empty: not a text. */
static enum err_code read_lines(const struct base *b, size_t i, struct buf *out, struct err *err)
{
	struct blob bytes = {.ptr = NULL};
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
	struct named_list files; /* memo: struct looked */
};

/* A file that was read before. */
struct looked {
	enum err_code failed;
	bool told; /* that it failed */
	struct hunks_sketch sketch;
};

struct moved {
	struct moved_opts opts;
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

static enum err_code tell(
	struct moved *m, const struct base *b, size_t i, const struct err *why, struct err *err)
{
	struct blob path;
	enum err_code rc = path_join(b->name, b->entries[i].path, &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = m->opts.on_trouble(m->opts.user, (const char *)path.ptr, why, err);
	blob_free(&path);
	return rc;
}

/* Reads a file of b into m->room; false: it cannot be read, *rc says whether the search goes on. */
static bool read_one(
	struct moved *m, const struct base *b, size_t i, enum err_code *rc, struct err *err)
{
	struct err why;

	*rc = read_lines(b, i, &m->room, &why);
	if (*rc == ERR_OK)
		return true;
	*err = why;
	if (*rc != ERR_NOMEM && tell(m, b, i, &why, err) != ERR_OK)
		*rc = err->code;
	return false;
}

/* Each file is read once for an upper bound of the similarity, and again only when it may be the
 * best. */
static enum err_code look(struct moved *m, const struct base *b, struct named *n, struct err *err)
{
	struct looked *l;
	enum err_code rc;

	if (n->memo != NULL)
		return ERR_OK;
	rc = read_lines(b, n->index, &m->room, err);
	if (rc == ERR_NOMEM)
		return rc;
	l = calloc(1, sizeof *l);
	if (l == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	l->failed = rc;
	if (rc == ERR_OK)
		hunks_sketch(span_of(m->room.ptr, m->room.len), &l->sketch);
	n->memo = l;
	return ERR_OK;
}

/* As look; a file that cannot be read is told, once, and may be the one. */
static enum err_code look_closely(
	struct moved *m, const struct base *b, struct named *n, struct err *err)
{
	enum err_code rc = look(m, b, n, err);
	struct looked *l = n->memo;

	if (rc != ERR_OK || l->failed == ERR_OK)
		return rc;
	if (!l->told && !read_one(m, b, n->index, &rc, err))
		l->failed = rc;
	l->told = true;
	return l->failed;
}

static unsigned bound(const struct named *n, const struct wanted *w)
{
	const struct looked *l = n->memo;

	return n->index != w->except && l != NULL && l->failed == ERR_OK
		       ? hunks_similarity_most(&l->sketch, &w->sketch)
		       : 0;
}

/* The files most similar to w; percents: their similarity, count: their number. */
struct closest {
	size_t index; /* of the last one */
	unsigned percents;
	unsigned count;
};

static enum err_code compare(struct closest *c, struct moved *m, const struct base *b,
	const struct named *n, const struct wanted *w, struct err *err)
{
	enum err_code rc;
	unsigned percents;

	if (!read_one(m, b, n->index, &rc, err))
		return rc;
	percents = hunks_similarity(
		span_of(m->room.ptr, m->room.len), span_of(w->text.ptr, w->text.len));
	if (percents >= c->percents)
		*c = (struct closest){
			n->index, percents, percents == c->percents ? c->count + 1 : 1};
	return ERR_OK;
}

static enum err_code find_closest(struct moved *m, const struct side *s, const struct wanted *w,
	unsigned least, struct closest *c, struct err *err)
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

		rc = n[i].index != w->except ? look_closely(m, s->base, &n[i], err) : ERR_OK;
		if (rc != ERR_OK)
			return rc;
		percents = bound(&n[i], w);
		first = percents > most ? i : first;
		most = percents > most ? percents : most;
	}
	if (most >= least)
		rc = compare(c, m, s->base, &n[first], w, err);
	for (i = 0; i < count && rc == ERR_OK && (c->percents < 100 || c->count < 2); i++)
		if (i != first && bound(&n[i], w) >= c->percents)
			rc = compare(c, m, s->base, &n[i], w, err);
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
		return rc; /* the caller reads it, too */
	rc = find_closest(m, &m->came, &w, ALIKE_LEAST, &to, err);
	buf_free(&w.text);
	if (rc != ERR_OK || to.count != 1)
		return rc;
	rc = want(&w, m->came.base, to.index, i, err);
	if (rc != ERR_OK)
		return rc;
	rc = find_closest(m, &m->gone, &w, to.percents, &other, err);
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

static const char *end_of(const char *name)
{
	const char *end = strrchr(name, '.');

	return end != NULL ? end : "";
}

/* Files by an upper bound of their similarity, the greatest first. */
struct likely {
	const struct named *files[COMPARED + 1];
	unsigned most[COMPARED + 1];
};

static void add_likely(struct likely *l, const struct named *n, unsigned most)
{
	size_t i = COMPARED + 1;

	for (; i > 0 && most > l->most[i - 1]; i--)
		if (i <= COMPARED) {
			l->files[i] = l->files[i - 1];
			l->most[i] = l->most[i - 1];
		}
	if (i <= COMPARED) {
		l->files[i] = n;
		l->most[i] = most;
	}
}

static enum err_code find_likely(
	struct moved *m, const struct wanted *w, struct likely *l, struct err *err)
{
	const char *end = end_of(path_base(w->path));
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < m->came.files.count && rc == ERR_OK; i++) {
		struct named *n = &m->came.files.list[i];

		if (named_order(end_of(n->name), end) != 0)
			continue;
		rc = look(m, m->came.base, n, err);
		if (rc == ERR_OK)
			add_likely(l, n, bound(n, w));
	}
	return rc;
}

/* The similarity of the best file, which is clearly better than all others; 0: there is none. */
static enum err_code find_best(struct moved *m, const struct wanted *w, const struct likely *l,
	size_t *best, unsigned *percents, struct err *err)
{
	unsigned other = 0; /* at most */
	size_t i;

	*percents = 0;
	for (i = 0; i <= COMPARED && l->most[i] >= ALIKE_LEAST - CLEARLY; i++) {
		unsigned similar = l->most[i];
		enum err_code rc = ERR_OK;

		if (i < COMPARED && l->most[i] + CLEARLY >= *percents) {
			rc = read_lines(m->came.base, l->files[i]->index, &m->room, err);
			if (rc == ERR_OK)
				similar = hunks_similarity(span_of(m->room.ptr, m->room.len),
					span_of(w->text.ptr, w->text.len));
		}
		if (rc == ERR_NOMEM)
			return rc;
		if (i < COMPARED && similar > *percents) {
			other = *percents;
			*percents = similar;
			*best = l->files[i]->index;
		} else if (similar > other) {
			other = similar;
		}
	}
	if (*percents < ALIKE_LEAST || other + CLEARLY >= *percents)
		*percents = 0;
	return ERR_OK;
}

enum err_code moved_similar(
	struct moved *m, size_t i, size_t *out, unsigned *percents, struct err *err)
{
	struct likely likely = {.most = {0}};
	struct wanted w;
	size_t best = SIZE_MAX;
	enum err_code rc = want(&w, m->gone.base, i, SIZE_MAX, err);

	*out = SIZE_MAX;
	if (rc != ERR_OK)
		return rc == ERR_NOMEM ? rc : ERR_OK;
	rc = find_likely(m, &w, &likely, err);
	if (rc == ERR_OK)
		rc = find_best(m, &w, &likely, &best, percents, err);
	buf_free(&w.text);
	if (rc == ERR_OK && *percents != 0)
		*out = best;
	return rc;
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

enum err_code moved_open(const struct moved_opts *opts, struct moved **out, struct err *err)
{
	struct moved *m = calloc(1, sizeof *m);
	enum err_code rc;

	*out = m;
	if (m == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	buf_init(&m->room, 0);
	m->opts = *opts;
	m->gone.base = opts->old;
	m->came.base = opts->new;
	rc = list_new(&m->gone, opts->new, opts->new, err);
	return rc == ERR_OK ? list_new(&m->came, opts->old, opts->mine, err) : rc;
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
