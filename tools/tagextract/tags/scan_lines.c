/* SPDX-License-Identifier: MIT */
#include "tags/scan_private.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"

#include "tags/bytefind.h"
#include "tags/discover.h"
#include "tags/mark_words.h"
#include "tags/word.h"

static enum err_code add_hit(struct scanner *s, struct hit hit, struct err *err)
{
	struct scan_result *r = s->out;

	if (!ALLOC_ROOM(r->hits, r->hit_count, &s->hit_cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	r->hits[r->hit_count++] = hit;
	return ERR_OK;
}

/* Number of characters that begin in [from, to). */
static uint32_t count_chars(struct span line, size_t from, size_t to)
{
	uint32_t n = 0;

	for (; from < to; from++)
		n += (line.ptr[from] & 0xC0) != 0x80;
	return n;
}

static size_t next_match(const struct scan_opts *opts, size_t tag, struct span line, size_t from,
	size_t *len, uint32_t *effort)
{
	if (opts->matcher != NULL)
		return opts->matcher->next(opts->matcher->user, tag, line, from, len, effort);
	*len = opts->set->tags[tag].len;
	return tag_match(opts->set, tag, line, from);
}

/* The comment around [at, at + len), without its delimiters. mask: of line. *at becomes relative to
 * the comment. False: not in a comment. */
static bool comment_at(const struct scanner *s, const bool *mask, struct span line, size_t *at,
	size_t len, struct span *comment)
{
	size_t from = *at;
	size_t to = *at + len;
	struct span text;

	if (*at >= line.len || !mask[*at])
		return false;
	while (from > 0 && mask[from - 1])
		from--;
	while (to < line.len && mask[to])
		to++;
	if (!span_slice(line, from, to - from, &text))
		return false;
	*comment = mark_comment(text, s->comment.style == COMMENT_XML);
	/* A tag may begin with what looks like a delimiter; if none is known, REM is one. */
	if (comment->ptr > line.ptr + *at || comment->ptr + comment->len < line.ptr + *at + len) {
		if (s->opts->marks_only && len > 0)
			return false;
		*comment = text;
		*at -= from;
		return true;
	}
	*at = (size_t)(line.ptr + *at - comment->ptr);
	return true;
}

/* Index of the first code in the line; its length: none. */
static size_t find_code(const struct scanner *s, struct span line)
{
	size_t i = 0;

	while (i < line.len && (s->mask[i] || line.ptr[i] == ' ' || line.ptr[i] == '\t'))
		i++;
	return i;
}

/* Which words of one letter or digit a hash has. */
enum singles { SINGLES_NONE, SINGLES_NO_MARKS, SINGLES_ALL };

static bool is_kept(struct span word, enum singles singles)
{
	if (word.len > 1)
		return mark_word(word) == HIT_MARK;
	return singles == SINGLES_ALL ||
	       (singles == SINGLES_NO_MARKS && !tag_is_one_of(tag_lower(word.ptr[0]), "bsef"));
}

/* Hash of a text without its marks, so that both ends of a block have the same. */
static uint64_t text_key(struct span text, bool fold, enum singles singles)
{
	uint64_t h = 14695981039346656037u;
	size_t i = 0;

	while (i < text.len) {
		size_t end = i;
		struct span word;
		size_t k;

		while (end < text.len && tag_is_word_char(text.ptr[end]) && text.ptr[end] != '_')
			end++;
		if (end == i) {
			if (text.ptr[i] >= 0x80)
				h = (h ^ text.ptr[i]) * 1099511628211u;
			i++;
			continue;
		}
		span_slice(text, i, end - i, &word);
		if (is_kept(word, singles))
			for (k = 0; k < word.len; k++)
				h = (h ^ (fold ? tag_lower(word.ptr[k]) : word.ptr[k])) *
				    1099511628211u;
		i = end;
	}
	return h;
}

/* Collects words of ASCII letters and digits, ignoring case. */
static void gather_words(struct span comment, size_t at, size_t len, uint64_t says[2])
{
	size_t i = 0;

	while (i < comment.len) {
		uint32_t h = 2166136261u;
		size_t end = i;
		struct span word;

		for (; end < comment.len && tag_is_word_char(comment.ptr[end]) &&
			comment.ptr[end] != '_';
			end++)
			h = (h ^ (comment.ptr[end] | 0x20u)) * 16777619u;
		span_slice(comment, i, end - i, &word);
		if (end > i && (end <= at || i >= at + len) &&
			mark_word_kind(word, false) == HIT_MARK)
			says[h >> 31] |= (uint64_t)1 << (h >> 25 & 63);
		i = end == i ? i + 1 : end;
	}
}

/* After code an uncertain mark does not count: "Fan = 1; // Tag on" and "Fan = 0; // Tag off".
 * Returns whether there is a sure mark beside the tag. */
static bool read_mark(const struct scanner *s, struct span comment, size_t at, size_t len,
	bool behind_code, struct hit *h)
{
	struct mark mark = mark_read(s->opts->own, comment, at, len);
	struct span word = {.ptr = NULL};

	if (s->opts->marks_only) {
		h->date = discover_date(comment);
		h->described = h->date != 0 || discover_describes(comment);
		h->amid = s->was_in_block && s->comment.in_block;
	}
	if (behind_code && mark.score < MARK_LIKELY)
		return mark.beside;
	h->kind = mark.kind;
	h->family = mark.family;
	h->score = mark.score;
	h->weak = mark.weak || behind_code || (s->opts->marks_only && mark.score < MARK_BESIDE);
	if (h->kind != HIT_MARK)
		gather_words(comment, at, len, h->says);
	span_slice(comment, at, len, &word);
	if (behind_code || (s->opts->marks_only && !discover_is_ticket(word)))
		return mark.beside;
	h->mirror = mirror_read(comment, at, len);
	h->said = text_key(comment, false, SINGLES_NONE);
	h->verb = mark_has_verb(comment, at, len);
	return mark.beside;
}

/* Reads a word that needs a counterpart. If a found ticket is glued to such a word, and has no
 * other mark, the rest is the tag: returns its start. */
static size_t read_bound(
	const struct scanner *s, struct span comment, size_t at, size_t *len, struct hit *h)
{
	size_t from = at;
	size_t to = at + *len;
	struct span word;

	h->bound = bound_read(comment, at, *len);
	if (!s->opts->marks_only || h->kind != HIT_MARK || h->bound.form != BOUND_NONE ||
		!bound_cut(comment, &from, &to) || !span_slice(comment, from, to - from, &word) ||
		!discover_is_ticket(word))
		return 0;
	h->bound = bound_read(comment, from, to - from);
	if (h->bound.form == BOUND_NONE)
		return 0;
	h->said = 0;
	h->mirror.word = NULL;
	*len = to - from;
	return from - at;
}

/* Counts a place that is not stored. */
static bool is_full(struct scanner *s)
{
	bool full = s->out->hit_count == SCAN_HITS_MAX;

	s->out->hits_dropped += full;
	return full;
}

/* beside: a mark is; else a letter of the word may be the mark. */
static enum err_code keep_hit(
	struct scanner *s, struct hit h, struct span word, bool beside, struct err *err)
{
	if (s->opts->matcher != NULL) {
		h.key = text_key(word, s->opts->set->fold, beside ? SINGLES_ALL : SINGLES_NO_MARKS);
		h.text = alloc_text_len(word.ptr, word.len);
		if (h.text == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
	}
	s->begun = s->begun || (h.kind == HIT_BEGIN && h.score > MARK_CONFIRMED);
	if (add_hit(s, h, err) == ERR_OK)
		return ERR_OK;
	free(h.text);
	return err->code;
}

/* h: the match [at, at + len) so far. */
static enum err_code take_match(struct scanner *s, struct hit h, struct span line, size_t at,
	size_t len, bool behind_code, struct err *err)
{
	struct span comment = {.ptr = NULL};
	struct span word;
	size_t inside = at;
	struct span near = tag_near(line, &inside, len);
	const bool *mask = s->mask + (at - inside);
	bool plain = s->opts->matcher == NULL;
	bool glued = mark_glued_after(near, inside + len) + mark_glued_before(near, inside) != 0;
	bool doubtful =
		!glued &&
		bound_glued_after(near, inside + len) + bound_glued_before(near, inside) != 0;
	bool commented = comment_at(s, mask, near, &inside, len, &comment);
	bool beside = false;

	if (!commented &&
		(s->opts->comments_only || s->opts->marks_only || (plain && (glued || doubtful))))
		return ERR_OK; /* an identifier of the program */
	if (!s->opts->marks_only && is_full(s))
		return ERR_OK;
	h.unproved = plain && doubtful;
	h.commented = commented;
	if (commented && s->places++ < LINE_PLACES_MAX) {
		if (!h.unproved)
			beside = read_mark(s, comment, inside, len, behind_code, &h);
		if (!behind_code)
			at += read_bound(s, comment, inside, &len, &h);
	}
	if (h.unproved && h.bound.form == BOUND_NONE)
		return ERR_OK; /* a longer word than the tag */
	span_slice(line, at, len, &word);
	if (s->opts->marks_only && (!discover_keeps(word, comment, &h) || is_full(s)))
		return ERR_OK;
	return keep_hit(s, h, word, beside, err);
}

/* Each step continues after the last one: a line may be very long and full of tags. */
static enum err_code scan_for(
	struct scanner *s, size_t tag, struct span line, uint32_t number, struct err *err)
{
	enum err_code rc = ERR_OK;
	struct hit h = {.tag = (uint32_t)tag, .line = number, .column = 1};
	size_t code = SIZE_MAX;
	size_t counted = 0;
	size_t from = 0;
	size_t len = 0;
	size_t at = SIZE_MAX;
	uint32_t effort = 0;

	while (rc == ERR_OK &&
		(at = next_match(s->opts, tag, line, from, &len, &effort)) < SCAN_NO_MEMORY) {
		code = code == SIZE_MAX ? find_code(s, line) : code;
		from = at + (len != 0 ? len : 1);
		h.column += count_chars(line, counted, at);
		counted = at;
		rc = take_match(s, h, line, at, len, code < at, err);
	}
	if (rc == ERR_OK && at == SCAN_NO_MEMORY)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK && at == SCAN_GIVEN_UP && s->out->given_up == 0)
		s->out->given_up = number;
	return rc;
}

/* An #endif of code that is commented out. */
static bool is_endif(struct span comment)
{
	size_t i = 0;

	while (i < comment.len && tag_is_one_of(comment.ptr[i], " \t/*#"))
		i++;
	span_from(comment, i, &comment);
	return span_starts(comment, "endif", 5);
}

/* A mark in a comment without a ticket: "// <<<", "//[BUGFIX]-Mod-END by name". */
static enum err_code take_bare(
	struct scanner *s, struct span line, uint32_t number, struct err *err)
{
	struct span comment;
	struct mark mark;
	size_t at = 0;

	while (at < line.len && !s->mask[at])
		at++;
	if (s->bare_count == BARE_MAX || !comment_at(s, s->mask, line, &at, 0, &comment) ||
		comment.len == 0 || discover_has_number(comment))
		return ERR_OK;
	if (is_endif(comment))
		return ERR_OK;
	mark = mark_read(s->opts->own, comment, 0, 0);
	if (mark.kind == HIT_MARK || mark.weak)
		return ERR_OK;
	if (!ALLOC_ROOM(s->bare, s->bare_count, &s->bare_cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	s->bare[s->bare_count++] = (struct bare_mark){number, mark.kind, mark.family};
	return ERR_OK;
}

/* At the end of a condition whose first line has tags: makes a block for each. */
static enum err_code end_cond(
	struct scanner *s, const struct cond *c, size_t from, uint32_t number, struct err *err)
{
	struct scan_result *r = s->out;
	enum err_code rc = ERR_OK;
	size_t i;
	size_t k;

	for (i = c->first; i < c->end && rc == ERR_OK; i++) {
		struct hit *h = &r->hits[i];
		bool loose = h->commented;

		if (h->kind != HIT_MARK || h->paired)
			continue;
		h->kind = HIT_BEGIN;
		h->family = MARK_COND;
		h->score = 100;
		h->weak = false;
		h->paired = true;
		for (k = i + 1; k < c->end; k++)
			if (r->hits[k].tag == h->tag && r->hits[k].key == h->key)
				r->hits[k].kind = HIT_BEGIN; /* the #endif line has the tag again */
		for (k = from; k < r->hit_count; k++) {
			if (r->hits[k].tag != h->tag || r->hits[k].key != h->key)
				continue;
			r->hits[k].kind = HIT_END;
			r->hits[k].family = MARK_COND;
			r->hits[k].paired = true;
			loose = false;
		}
		rc = pair_add_block(r, i, (uint32_t)s->opts->set->tags[h->tag].pair, number, err);
		if (rc == ERR_OK)
			r->blocks[r->block_count - 1].loose = loose;
	}
	return rc;
}

static enum err_code take_cond(
	struct scanner *s, struct span line, size_t from, uint32_t number, struct err *err)
{
	enum comment_cond cond = comment_cond(s->comment.style, s->makefile, line);
	size_t end =
		s->out->hit_count - from < COND_HITS_MAX ? s->out->hit_count : from + COND_HITS_MAX;
	size_t at = 0;

	if (cond == COND_NONE)
		return ERR_OK;
	while (tag_is_one_of(line.ptr[at], " \t"))
		at++;
	if (s->mask[at] && s->comment.style != COMMENT_ALL)
		return ERR_OK;
	if (cond == COND_IF) {
		if (s->cond_depth == 0 && s->out->hit_count == from)
			return ERR_OK; /* its content matters only to a surrounding condition */
		if (s->cond_depth < COND_DEPTH_MAX)
			s->conds[s->cond_depth] = (struct cond){from, end};
		s->cond_depth++;
	} else if (s->cond_depth > 0) {
		s->cond_depth--;
		if (s->cond_depth < COND_DEPTH_MAX)
			return end_cond(s, &s->conds[s->cond_depth], from, number, err);
	}
	return ERR_OK;
}

static enum err_code scan_line(
	struct scanner *s, struct span text, uint32_t number, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t from = s->out->hit_count;
	size_t tag;

	s->places = 0;
	for (tag = 0; tag < s->opts->set->count && rc == ERR_OK; tag++)
		rc = scan_for(s, tag, text, number, err);
	if (rc == ERR_OK && s->begun && from == s->out->hit_count)
		rc = take_bare(s, text, number, err);
	return rc == ERR_OK && !s->opts->marks_only ? take_cond(s, text, from, number, err) : rc;
}

static enum err_code mask_line(struct scanner *s, struct span line, struct err *err)
{
	if (line.len + 1 > s->mask_cap) {
		bool *bigger = realloc(s->mask, (line.len + 1) * 2 * sizeof *bigger);

		if (bigger == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		s->mask = bigger;
		s->mask_cap = (line.len + 1) * 2;
	}
	comment_mask(&s->comment, line, s->mask);
	return ERR_OK;
}

/* Walks over the lines of a text; lf: the next LF, searched again only when it is passed, because a
 * text may have none. */
struct line_walk {
	struct span text;
	size_t pos;
	size_t lf;
	bool lf_known;
};

/* The line at the walk's position, which moves to the next. LF, CR LF, lone CR. */
static struct span next_line(struct line_walk *w)
{
	struct span text = w->text;
	size_t pos = w->pos;
	const uint8_t *found;
	struct span line;
	size_t end;

	if (!w->lf_known || w->lf < pos) {
		found = memchr(text.ptr + pos, '\n', text.len - pos);
		w->lf = found != NULL ? (size_t)(found - text.ptr) : text.len;
		w->lf_known = true;
	}
	found = memchr(text.ptr + pos, '\r', w->lf - pos);
	end = found != NULL ? (size_t)(found - text.ptr) : w->lf;
	w->pos = end + 1 < w->lf ? end + 1 : w->lf + 1;
	if (w->pos > text.len)
		w->pos = text.len;
	span_slice(text, pos, end - pos, &line);
	return line;
}

/* The next place of a needle at or after from; SIZE_MAX: none. Each needle is searched again only
 * when its place is passed. */
static size_t next_needle(struct scanner *s, struct span text, size_t from)
{
	const struct tag_set *set = s->opts->set;
	size_t least = SIZE_MAX;
	size_t i;

	for (i = 0; i < set->needle_count; i++) {
		struct bytefind what = {blob_span(set->needles[i].bytes), set->fold};
		struct span rest;
		bool zero;

		if (set->needles[i].wide)
			continue;
		if (s->next[i] <= from && span_from(text, from, &rest)) {
			s->next[i] = bytefind(rest, &what, &zero);
			s->next[i] += s->next[i] != SIZE_MAX ? from : 0;
		}
		least = s->next[i] < least ? s->next[i] : least;
	}
	return least;
}

/*
 * Skips to the next line that may have a tag, or to the end. Comments depend on the lines since the
 * last end of a block comment; conditions and marks without a tag on those after a tag.
 */
static enum err_code skip_lines(struct scanner *s, struct line_walk *walk, struct err *err)
{
	struct span text = walk->text;
	size_t start = walk->pos;
	size_t to = next_needle(s, text, start);
	struct span passed;
	enum err_code rc = ERR_OK;

	to = to == SIZE_MAX ? text.len : to;
	while (to > start && to < text.len && text.ptr[to - 1] != '\n' && text.ptr[to - 1] != '\r')
		to--;
	if (to == start || !span_slice(text, start, to - start, &passed))
		return ERR_OK;
	s->lines += (uint32_t)bytefind_count_lines(passed);
	walk->pos = start + comment_sync(&s->comment, passed);
	while (walk->pos < to && rc == ERR_OK) {
		span_slice(text, walk->pos, to - walk->pos, &passed);
		walk->pos += comment_next(&s->comment, passed);
		if (walk->pos < to)
			rc = mask_line(s, next_line(walk), err);
	}
	return rc;
}

enum err_code scanner_text(struct scanner *s, struct span text, struct err *err)
{
	struct line_walk walk = {.text = text};
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; s->next != NULL && i < s->opts->set->needle_count; i++)
		s->next[i] = 0;
	while (walk.pos < text.len && rc == ERR_OK) {
		struct span line;

		if (s->next != NULL && !s->begun && s->cond_depth == 0)
			rc = skip_lines(s, &walk, err);
		if (rc != ERR_OK || walk.pos >= text.len)
			break;
		line = next_line(&walk);

		s->lines++;
		s->was_in_block = s->comment.in_block;
		rc = mask_line(s, line, err);
		if (rc == ERR_OK)
			rc = scan_line(s, line, s->lines, err);
	}
	return rc;
}

void scanner_reset(struct scanner *s)
{
	size_t i;

	for (i = 0; i < s->out->hit_count; i++)
		free(s->out->hits[i].text);
	s->out->hit_count = 0;
	s->out->block_count = 0; /* blocks of conditions */
	s->out->hits_dropped = 0;
	s->bare_count = 0;
	s->begun = false;
	s->cond_depth = 0;
	s->comment.in_block = false;
	s->comment.goes_on = false;
	s->lines = 0;
	s->decoded.len = 0;
}

enum err_code scanner_open(struct scanner *s, const struct scan_opts *opts, const char *name,
	struct scan_result *out, struct err *err)
{
	*s = (struct scanner){.opts = opts, .out = out};
	*out = (struct scan_result){0};
	s->makefile = comment_is_makefile(name);
	s->comment.style = comment_style_of(name);
	buf_init(&s->decoded, 0);
	if (opts->set->needle_count == 0)
		return ERR_OK;
	s->next = calloc(opts->set->needle_count, sizeof *s->next);
	return s->next != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

void scanner_close(struct scanner *s)
{
	free(s->next);
	free(s->mask);
	free(s->bare);
	buf_free(&s->decoded);
}

/* Drops uncertain marks without a pair; all, or only the unconfirmed ones. Warnings, sorted by hit,
 * refer to other marks. */
static void drop_others(struct scan_result *r, bool all)
{
	size_t kept = 0;
	size_t w = 0;
	size_t i;

	for (i = 0; i < r->hit_count; i++) {
		if (r->hits[i].kind == HIT_MARK && (all || r->hits[i].unproved)) {
			free(r->hits[i].text);
			continue;
		}
		for (; w < r->warning_count && r->warnings[w].hit == i; w++)
			r->warnings[w].hit = kept;
		r->hits[kept++] = r->hits[i];
	}
	r->hit_count = kept;
}

enum err_code scanner_finish(struct scanner *s, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (s->out->hit_count > 0)
		rc = pair_marks(s->out, s->opts->set, s->bare, s->bare_count, err);
	if (rc == ERR_OK)
		drop_others(s->out, s->opts->marks_only);
	return rc;
}
