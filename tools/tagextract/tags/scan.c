/* SPDX-License-Identifier: MIT */
#include "tags/scan.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "tags/bytefind.h"
#include "tags/comments.h"

#define PIECE_LEN ((size_t)1 << 20) /* bytes of decoded text that are looked at together */

struct scanner {
	const struct scan_opts *opts;
	struct scan_result *out;
	struct comment_state comment;
	uint32_t lines;     /* before the text at hand */
	struct buf decoded; /* not looked at yet */
	bool *mask;
	size_t mask_cap;
	size_t hit_cap;
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

/* A line with a tag in it. */
struct tagged_line {
	struct span text;
	uint32_t number;
	bool read; /* marks is filled */
	struct marker_line marks;
};

/* Every step goes on where the last one stopped: a line may be very long and full of tags. */
static enum err_code scan_for(
	struct scanner *s, size_t tag, struct tagged_line *line, struct err *err)
{
	enum err_code rc = ERR_OK;
	uint32_t column = 1;
	size_t counted = 0;
	size_t from = 0;
	size_t len = 0;
	size_t at;

	while (rc == ERR_OK &&
		(at = next_match(s->opts, tag, line->text, from, &len)) != SIZE_MAX) {
		from = at + (len != 0 ? len : 1);
		if (s->opts->comments_only && !s->mask[at])
			continue;
		if (s->out->hit_count == SCAN_HITS_MAX) {
			s->out->hits_dropped++;
			continue;
		}
		if (!line->read)
			marker_read(s->opts, line->text, &line->marks);
		line->read = true;
		column += count_chars(line->text, counted, at);
		counted = at;
		rc = add_hit(s,
			(struct hit){(uint32_t)tag, line->number, column,
				marker_kind(&line->marks, line->text, at, len), false},
			err);
	}
	return rc;
}

static enum err_code scan_line(
	struct scanner *s, struct span text, uint32_t number, struct err *err)
{
	struct tagged_line line = {.text = text, .number = number};
	enum err_code rc = ERR_OK;
	size_t tag;

	for (tag = 0; tag < s->opts->set->count && rc == ERR_OK; tag++)
		rc = scan_for(s, tag, &line, err);
	return rc;
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

static size_t line_start(struct span text, size_t least, size_t at)
{
	while (at > least && text.ptr[at - 1] != '\n' && text.ptr[at - 1] != '\r')
		at--;
	return at;
}

/* A text, or whole lines of one whose lines before were looked at. */
static enum err_code scan_text(struct scanner *s, struct span text, struct err *err)
{
	struct line_walk walk = {.text = text};
	/* Comments need every line, and a pattern may fit anywhere. */
	bool every = s->opts->comments_only || s->opts->matcher != NULL;
	enum err_code rc = ERR_OK;

	while (walk.pos < text.len && rc == ERR_OK) {
		struct span line;

		if (!every) {
			size_t at = tag_set_next(s->opts->set, text, walk.pos);
			struct span passed;

			at = at == SIZE_MAX ? text.len : line_start(text, walk.pos, at);
			span_slice(text, walk.pos, at - walk.pos, &passed);
			s->lines += (uint32_t)bytefind_count_lines(passed);
			walk.pos = at;
			if (at == text.len)
				break;
		}
		line = next_line(&walk);
		s->lines++;
		if (s->opts->comments_only)
			rc = mask_line(s, line, err);
		if (rc == ERR_OK)
			rc = scan_line(s, line, s->lines, err);
	}
	return rc;
}

static void forget_hits(struct scanner *s)
{
	s->out->hit_count = 0;
	s->out->hits_dropped = 0;
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

enum err_code scan_bytes(const struct scan_opts *opts, const char *name, struct span in,
	struct scan_result *out, struct err *err)
{
	struct scanner s = {.opts = opts, .out = out};
	enum err_code rc;

	*out = (struct scan_result){0};
	if (in.len == 0 || (opts->matcher == NULL && !tag_set_possible(opts->set, in)))
		return ERR_OK;
	s.comment.style = comment_style_of(name);
	buf_init(&s.decoded, 0);
	rc = scan_guessed(&s, in, err);
	if (rc == ERR_OK && out->hit_count > 0)
		rc = marker_pair(out, opts->set, err);
	free(s.mask);
	buf_free(&s.decoded);
	if (rc != ERR_OK)
		scan_result_free(out);
	return rc;
}

void scan_result_free(struct scan_result *r)
{
	free(r->hits);
	free(r->blocks);
	free(r->warnings);
	*r = (struct scan_result){0};
}
