/* SPDX-License-Identifier: MIT */
#include "tags/scan.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "tags/comments.h"
#include "tags/discover.h"
#include "tags/pair.h"
#include "tags/word.h"

#define PIECE_LEN ((size_t)1 << 20) /* bytes of decoded text that are looked at together */

#define COND_DEPTH_MAX 64
#define BARE_MAX       100000 /* marks without a tag that are kept of one file */

struct scanner {
	const struct scan_opts *opts;
	struct scan_result *out;
	struct comment_state comment;
	uint32_t lines;     /* before the text at hand */
	struct buf decoded; /* not looked at yet */
	bool *mask;
	size_t mask_cap;
	size_t hit_cap;
	struct bare_mark *bare; /* marks without a tag, after the first begin */
	size_t bare_count;
	size_t bare_cap;
	bool begun; /* a begin mark was seen */
	/* #if inside #if: the hits of each one's line, [first, end). */
	struct cond {
		size_t first;
		size_t end;
	} conds[COND_DEPTH_MAX];
	size_t cond_depth;
	bool makefile;
};

static enum err_code add_hit(struct scanner *s, struct hit hit, struct err *err)
{
	struct scan_result *r = s->out;

	if (r->hit_count == s->hit_cap) {
		size_t cap = s->hit_cap == 0 ? 16 : s->hit_cap * 2;
		struct hit *bigger = realloc(r->hits, cap * sizeof *bigger);

		if (bigger == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		r->hits = bigger;
		s->hit_cap = cap;
	}
	r->hits[r->hit_count++] = hit;
	return ERR_OK;
}

/* Characters that begin in [from, to). */
static uint32_t count_chars(struct span line, size_t from, size_t to)
{
	uint32_t n = 0;

	for (; from < to; from++)
		n += (line.ptr[from] & 0xC0) != 0x80;
	return n;
}

static size_t next_match(
	const struct scan_opts *opts, size_t tag, struct span line, size_t from, size_t *len)
{
	if (opts->matcher != NULL)
		return opts->matcher->next(opts->matcher->user, tag, line, from, len);
	*len = opts->set->tags[tag].len;
	return tag_match(opts->set, tag, line, from);
}

/* The comment around [at, at + len), without its delimiters. *at becomes relative to it. False: the
 * place is not in a comment. */
static bool comment_at(
	const struct scanner *s, struct span line, size_t *at, size_t len, struct span *comment)
{
	size_t from = *at;
	size_t to = *at + (len != 0 ? len : 1);
	struct span text;

	if (*at >= line.len || !s->mask[*at])
		return false;
	while (from > 0 && s->mask[from - 1])
		from--;
	while (to < line.len && s->mask[to])
		to++;
	if (!span_slice(line, from, to - from, &text))
		return false;
	*comment = mark_comment(text, s->comment.style == COMMENT_XML);
	/* A tag may begin with what looks like a delimiter. */
	if (comment->ptr > line.ptr + *at || comment->ptr + comment->len < line.ptr + *at + len) {
		*comment = text;
		*at -= from;
		return true;
	}
	*at = (size_t)(line.ptr + *at - comment->ptr);
	return true;
}

/* Is there code before the comment that at is in? */
static bool has_code_before(const struct scanner *s, struct span line, size_t at)
{
	size_t i;

	for (i = 0; i < at; i++)
		if (!s->mask[i] && line.ptr[i] != ' ' && line.ptr[i] != '\t')
			return true;
	return false;
}

/* Hash of a matched text without the marks in it: both ends of a block have the same. */
static uint64_t text_key(struct span text)
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
		if (mark_word(word) == HIT_MARK && word.len > 1)
			for (k = 0; k < word.len; k++)
				h = (h ^ word.ptr[k]) * 1099511628211u;
		i = end;
	}
	return h;
}

static enum err_code take_match(struct scanner *s, size_t tag, struct span line, uint32_t number,
	uint32_t column, size_t at, size_t len, struct err *err)
{
	struct hit h = {.tag = (uint32_t)tag, .line = number, .column = column};
	struct span comment;
	struct span word;
	size_t inside = at;
	bool glued = mark_glued_after(line, at + len) + mark_glued_before(line, at) > 0;

	if (comment_at(s, line, &inside, len, &comment)) {
		struct mark mark = mark_read(s->opts->own, comment, inside, len);

		h.kind = mark.kind;
		h.family = mark.family;
		h.score = mark.score;
		h.weak = mark.weak || (s->opts->marks_only && mark.score < MARK_BESIDE) ||
			 has_code_before(s, line, at);
		h.date = s->opts->marks_only ? discover_date(comment) : 0;
	} else if (s->opts->comments_only || s->opts->marks_only ||
		   (glued && s->opts->matcher == NULL)) {
		return ERR_OK; /* a name of the program */
	}
	span_slice(line, at, len, &word);
	if (s->opts->marks_only && !discover_keeps(word, h.kind, h.score))
		return ERR_OK;
	if (s->out->hit_count == SCAN_HITS_MAX) {
		s->out->hits_dropped++;
		return ERR_OK;
	}
	if (s->opts->matcher != NULL) {
		h.key = text_key(word);
		h.text = calloc(len + 1, 1);
		if (h.text == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		memcpy(h.text, word.ptr, len);
	}
	s->begun = s->begun || h.kind == HIT_BEGIN;
	if (add_hit(s, h, err) == ERR_OK)
		return ERR_OK;
	free(h.text);
	return err->code;
}

/* Every step goes on where the last one stopped: a line may be very long and full of tags. */
static enum err_code scan_for(
	struct scanner *s, size_t tag, struct span line, uint32_t number, struct err *err)
{
	enum err_code rc = ERR_OK;
	uint32_t column = 1;
	size_t counted = 0;
	size_t from = 0;
	size_t len = 0;
	size_t at;

	while (rc == ERR_OK && (at = next_match(s->opts, tag, line, from, &len)) != SIZE_MAX) {
		from = at + (len != 0 ? len : 1);
		column += count_chars(line, counted, at);
		counted = at;
		rc = take_match(s, tag, line, number, column, at, len, err);
	}
	return rc;
}

/* A mark in a comment that names no ticket: "// <<<", "//[BUGFIX]-Mod-END by name". */
static enum err_code take_bare(
	struct scanner *s, struct span line, uint32_t number, struct err *err)
{
	struct span comment;
	struct mark mark;
	size_t at = 0;

	while (at < line.len && !s->mask[at])
		at++;
	if (s->bare_count == BARE_MAX || !comment_at(s, line, &at, 0, &comment) ||
		comment.len == 0 || discover_has_number(comment))
		return ERR_OK;
	mark = mark_read(s->opts->own, comment, 0, 0);
	if (mark.kind == HIT_MARK || mark.weak)
		return ERR_OK;
	if (s->bare_count == s->bare_cap) {
		size_t cap = s->bare_cap == 0 ? 16 : s->bare_cap * 2;
		struct bare_mark *bigger = realloc(s->bare, cap * sizeof *bigger);

		if (bigger == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		s->bare = bigger;
		s->bare_cap = cap;
	}
	s->bare[s->bare_count++] = (struct bare_mark){number, mark.kind, mark.family};
	return ERR_OK;
}

/* The end of a condition whose first line has tags: a block for each. */
static enum err_code end_cond(
	struct scanner *s, const struct cond *c, size_t from, uint32_t number, struct err *err)
{
	struct scan_result *r = s->out;
	enum err_code rc = ERR_OK;
	size_t i;
	size_t k;

	for (i = c->first; i < c->end && i < r->hit_count && rc == ERR_OK; i++) {
		struct hit *h = &r->hits[i];

		if (h->kind != HIT_MARK || h->paired)
			continue;
		h->kind = HIT_BEGIN;
		h->family = MARK_COND;
		h->score = 100;
		h->weak = false;
		h->paired = true;
		for (k = from; k < r->hit_count; k++) {
			if (r->hits[k].tag != h->tag || r->hits[k].key != h->key)
				continue;
			r->hits[k].kind = HIT_END;
			r->hits[k].family = MARK_COND;
			r->hits[k].paired = true;
		}
		rc = pair_add_block(r, i, (uint32_t)s->opts->set->tags[h->tag].pair, number, err);
	}
	return rc;
}

static enum err_code take_cond(
	struct scanner *s, struct span line, size_t from, uint32_t number, struct err *err)
{
	enum comment_cond cond = comment_cond(s->comment.style, s->makefile, line);

	if (cond == COND_NONE || (line.len > 0 && s->mask[0] && s->comment.style != COMMENT_ALL))
		return ERR_OK;
	if (cond == COND_IF) {
		if (s->cond_depth < COND_DEPTH_MAX)
			s->conds[s->cond_depth] = (struct cond){from, s->out->hit_count};
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

/* Walks over the lines of a text; lf: the next LF, looked for only when it is passed, for a text
 * may have none. */
struct line_walk {
	struct span text;
	size_t pos;
	size_t lf;
	bool lf_known;
};

/* The line at the walk's place, which goes on to the next. LF, CR LF, lone CR. */
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
	w->pos = end < w->lf && end + 1 < w->lf ? end + 1 : w->lf + 1;
	if (w->pos > text.len)
		w->pos = text.len;
	span_slice(text, pos, end - pos, &line);
	return line;
}

/* A text, or whole lines of one whose lines before were looked at. Comments need every line. */
static enum err_code scan_text(struct scanner *s, struct span text, struct err *err)
{
	struct line_walk walk = {.text = text};
	enum err_code rc = ERR_OK;

	while (walk.pos < text.len && rc == ERR_OK) {
		struct span line = next_line(&walk);

		s->lines++;
		rc = mask_line(s, line, err);
		if (rc == ERR_OK)
			rc = scan_line(s, line, s->lines, err);
	}
	return rc;
}

static void forget_hits(struct scanner *s)
{
	size_t i;

	for (i = 0; i < s->out->hit_count; i++)
		free(s->out->hits[i].text);
	s->out->hit_count = 0;
	s->out->block_count = 0; /* of conditions */
	s->out->hits_dropped = 0;
	s->bare_count = 0;
	s->begun = false;
	s->cond_depth = 0;
	s->comment.in_block = false;
	s->comment.goes_on = false;
	s->lines = 0;
	s->decoded.len = 0;
}

/* Is in the text itself, but for a mark? */
static bool is_plain(enum text_enc enc, struct span in)
{
	return (enc == TEXT_ASCII || enc == TEXT_UTF8) && text_utf8_valid_len(in) == in.len;
}

/* Where the last line of the text ends that certainly does, behind known at least; 0: nowhere. */
static size_t whole_lines(struct span text, size_t known)
{
	size_t end = text.len;

	while (end > known && text.ptr[end - 1] != '\n' &&
		(text.ptr[end - 1] != '\r' || end == text.len)) /* the LF of a CR may come yet */
		end--;
	return end > known ? end : 0;
}

/* Takes decoded text and looks at it as soon as there is enough. */
static enum err_code take_decoded(void *user, struct span text, struct err *err)
{
	struct scanner *s = user;
	struct buf *b = &s->decoded;
	size_t known = b->len > 0 ? b->len - 1 : 0; /* no line ends before: all that do are gone */
	size_t end = 0;
	enum err_code rc;

	buf_add(b, text.ptr, text.len);
	if (b->failed != ERR_OK)
		return err_set(err, b->failed, "out of memory");
	if (b->len >= PIECE_LEN)
		end = whole_lines(span_of(b->ptr, b->len), known < PIECE_LEN ? 0 : known);
	if (end == 0)
		return ERR_OK;
	rc = scan_text(s, span_of(b->ptr, end), err);
	memmove(b->ptr, b->ptr + end, b->len - end);
	b->len -= end;
	return rc;
}

/* As a text of 2 GiB may be decoded, it is not kept. */
static enum err_code scan_as(struct scanner *s, enum text_enc enc, struct span in, struct err *err)
{
	struct text_conv_opts opts = {.from = enc,
		.to = TEXT_UTF8,
		.bom = TEXT_BOM_REMOVE,
		.lossy = TEXT_LOSSY_REPLACE,
		.write = take_decoded,
		.user = s};
	struct text_conv_stats stats;
	struct text_conv *c;
	enum err_code rc = text_conv_open(&opts, &c, err);

	if (rc != ERR_OK)
		return rc;
	rc = text_conv_feed(c, in, err);
	if (rc == ERR_OK)
		rc = text_conv_finish(c, &stats, err);
	text_conv_close(c);
	return rc == ERR_OK ? scan_text(s, span_of(s->decoded.ptr, s->decoded.len), err) : rc;
}

static enum err_code scan_decoded(
	struct scanner *s, enum text_enc enc, struct span in, struct err *err)
{
	forget_hits(s);
	s->out->enc = enc;
	if (is_plain(enc, in)) {
		if (span_starts(in, "\xEF\xBB\xBF", 3))
			span_from(in, 3, &in);
		return scan_text(s, in, err);
	}
	/* Bytes of no known encoding are looked at one by one: ASCII is found, the rest is no
	 * letter. */
	return scan_as(s, enc == TEXT_NONE ? TEXT_ISO_8859_1 : enc, in, err);
}

/* Zero bytes in a text make it look like UTF-16, or binary: the other views are tried too. */
static enum err_code scan_otherwise(
	struct scanner *s, const struct text_guess *guess, struct span in, struct err *err)
{
	static const enum text_enc views[] = {TEXT_NONE, TEXT_UTF16LE, TEXT_UTF16BE};
	enum err_code rc = ERR_OK;
	size_t i;

	if (guess->verdict != TEXT_BINARY && text_enc_unit(guess->enc) == 1)
		return ERR_OK;
	for (i = 0; i < 3 && rc == ERR_OK && s->out->hit_count == 0; i++)
		rc = scan_decoded(s, views[i], in, err);
	return rc;
}

/*
 * The likeliest encoding first. When it shows no tag although the bytes hold one, the runners-up
 * are asked too: a file with three Chinese characters may well be taken for another encoding.
 */
static enum err_code scan_guessed(struct scanner *s, struct span in, struct err *err)
{
	struct text_hints hints = {.prefer = s->opts->prefer};
	struct text_guess guess;
	enum err_code rc;
	unsigned i;

	rc = text_detect(in, &hints, &guess, err);
	if (rc != ERR_OK)
		return rc;
	if (guess.verdict == TEXT_EMPTY)
		return ERR_OK;
	rc = scan_decoded(s, guess.enc, in, err);
	for (i = 1; i < guess.count && rc == ERR_OK && s->out->hit_count == 0; i++)
		if (guess.cand[i].enc != guess.enc)
			rc = scan_decoded(s, guess.cand[i].enc, in, err);
	if (rc == ERR_OK && s->out->hit_count == 0)
		rc = scan_otherwise(s, &guess, in, err);
	if (rc == ERR_OK && s->out->hit_count == 0)
		s->out->enc = guess.enc;
	return rc;
}

/* Doubtful marks that no pair was found for. */
static void drop_others(struct scan_result *r)
{
	size_t kept = 0;
	size_t i;

	for (i = 0; i < r->hit_count; i++) {
		if (r->hits[i].kind == HIT_MARK)
			free(r->hits[i].text);
		else
			r->hits[kept++] = r->hits[i];
	}
	r->hit_count = kept;
}

enum err_code scan_bytes(const struct scan_opts *opts, const char *name, struct span in,
	struct scan_result *out, struct err *err)
{
	struct scanner s = {.opts = opts, .out = out};
	enum err_code rc;

	*out = (struct scan_result){0};
	if (in.len == 0 || !tag_set_possible(opts->set, in))
		return ERR_OK;
	s.makefile = comment_is_makefile(name);
	s.comment.style = comment_style_of(name);
	buf_init(&s.decoded, 0);
	rc = scan_guessed(&s, in, err);
	if (rc == ERR_OK && out->hit_count > 0)
		rc = pair_marks(out, opts->set, s.bare, s.bare_count, err);
	if (rc == ERR_OK && opts->marks_only)
		drop_others(out);
	free(s.mask);
	free(s.bare);
	buf_free(&s.decoded);
	if (rc != ERR_OK)
		scan_result_free(out);
	return rc;
}

void scan_result_free(struct scan_result *r)
{
	size_t i;

	for (i = 0; i < r->hit_count; i++)
		free(r->hits[i].text);
	free(r->hits);
	free(r->blocks);
	free(r->warnings);
	*r = (struct scan_result){0};
}
