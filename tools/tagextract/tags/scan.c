/* SPDX-License-Identifier: MIT */
#include "tags/scan.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "tags/scan_private.h"

#define PIECE_LEN ((size_t)4 << 20) /* bytes of decoded text that are scanned at once */

/* Whether the bytes can be scanned directly, apart from a byte order mark. */
static bool is_plain(enum text_enc enc, struct span in)
{
	return (enc == TEXT_ASCII || enc == TEXT_UTF8) && text_utf8_valid_len(in) == in.len;
}

/* The end of the last complete line of the text, if after known; 0: none. */
static size_t whole_lines(struct span text, size_t known)
{
	size_t end = text.len;

	while (end > known && text.ptr[end - 1] != '\n' &&
		(text.ptr[end - 1] != '\r' ||
			end == text.len)) /* the LF after a CR may be in the next piece */
		end--;
	return end > known ? end : 0;
}

/* Collects decoded text and scans it when there is enough. */
static enum err_code take_decoded(void *user, struct span text, struct err *err)
{
	struct scanner *s = user;
	struct buf *b = &s->decoded;
	size_t known = b->len; /* no line ends before the last byte: complete lines were removed */
	size_t end = 0;
	enum err_code rc;

	buf_add(b, text.ptr, text.len);
	if (b->failed != ERR_OK)
		return err_set(err, b->failed, "out of memory");
	if (b->len >= PIECE_LEN)
		end = whole_lines(span_of(b->ptr, b->len), known > PIECE_LEN ? known - 1 : 0);
	if (end == 0)
		return ERR_OK;
	rc = scanner_text(s, span_of(b->ptr, end), err);
	memmove(b->ptr, b->ptr + end, b->len - end);
	b->len -= end;
	return rc;
}

/* Scans the lines of a piece in place: only a line that continues in the next piece is copied. */
static enum err_code take_piece(struct scanner *s, struct span piece, struct err *err)
{
	struct buf *b = &s->decoded;
	size_t head = 0; /* part of the line that is in b */
	size_t end;
	enum err_code rc = ERR_OK;

	if (b->len > 0) {
		const uint8_t *lf = memchr(piece.ptr, '\n', piece.len);

		if (lf == NULL)
			return take_decoded(s, piece, err);
		head = (size_t)(lf - piece.ptr) + 1;
		buf_add(b, piece.ptr, head);
		if (b->failed != ERR_OK)
			return err_set(err, b->failed, "out of memory");
		rc = scanner_text(s, span_of(b->ptr, b->len), err);
		b->len = 0;
		span_from(piece, head, &piece);
	}
	end = whole_lines(piece, 0);
	if (rc == ERR_OK && end > 0)
		rc = scanner_text(s, span_of(piece.ptr, end), err);
	span_from(piece, end, &piece);
	return rc == ERR_OK ? take_decoded(s, piece, err) : rc;
}

/* Scans while decoding, as a text of 2 GiB cannot be kept. */
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
	return rc == ERR_OK ? scanner_text(s, span_of(s->decoded.ptr, s->decoded.len), err) : rc;
}

static enum err_code scan_decoded(
	struct scanner *s, enum text_enc enc, struct span in, struct err *err)
{
	scanner_reset(s);
	s->out->enc = enc;
	if (is_plain(enc, in)) {
		if (span_starts(in, "\xEF\xBB\xBF", 3))
			span_from(in, 3, &in);
		return scanner_text(s, in, err);
	}
	/* Bytes of an unknown encoding are scanned as Latin-1: ASCII is found. */
	return scan_as(s, enc == TEXT_NONE ? TEXT_ISO_8859_1 : enc, in, err);
}

/* Zero bytes in a text make it look like UTF-16, or binary: without a hit the other views are tried
 * too. */
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
 * Tries the likeliest encoding first. If it has no tag although the bytes contain one, the next
 * candidates are tried: a file with three Chinese characters may be taken for another encoding.
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
	if (rc == ERR_OK)
		rc = scan_otherwise(s, &guess, in, err);
	if (rc == ERR_OK && s->out->hit_count == 0)
		s->out->enc = guess.enc;
	return rc;
}

enum err_code scan_bytes(const struct scan_opts *opts, const char *name, struct span in,
	struct scan_result *out, struct err *err)
{
	struct scanner s;
	enum err_code rc;

	*out = (struct scan_result){0};
	if (in.len == 0 || !tag_set_possible(opts->set, in))
		return ERR_OK;
	rc = scanner_open(&s, opts, name, out, err);
	if (rc == ERR_OK)
		rc = scan_guessed(&s, in, err);
	if (rc == ERR_OK)
		rc = scanner_finish(&s, err);
	scanner_close(&s);
	if (rc != ERR_OK)
		scan_result_free(out);
	return rc;
}

struct scan_pieces {
	struct scanner scanner;
	struct scan_result result;
	bool begun;
	uint8_t cut[4]; /* of a character that continues in the next piece */
	size_t cut_len;
};

enum err_code scan_pieces_open(
	const struct scan_opts *opts, const char *name, struct scan_pieces **out, struct err *err)
{
	struct scan_pieces *p = calloc(1, sizeof *p);
	enum err_code rc;

	*out = p;
	if (p == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = scanner_open(&p->scanner, opts, name, &p->result, err);
	p->result.enc = TEXT_ASCII;
	return rc;
}

/* Whether the text so far, with the piece, is valid UTF-8, except for an incomplete last
 * character. */
static bool goes_on_valid(struct scan_pieces *p, struct span piece)
{
	size_t valid;
	size_t i = 0;

	while (p->cut_len > 0 && i < piece.len) {
		if (p->cut_len == sizeof p->cut)
			return false;
		p->cut[p->cut_len++] = piece.ptr[i++];
		if (utf8_valid_len(span_of(p->cut, p->cut_len)) == p->cut_len)
			p->cut_len = 0;
	}
	span_from(piece, i, &piece);
	if (text_ascii_len(piece) == piece.len)
		return true;
	p->result.enc = TEXT_UTF8;
	valid = text_utf8_valid_len(piece);
	if (piece.len - valid >= sizeof p->cut)
		return false;
	for (; valid < piece.len; valid++)
		p->cut[p->cut_len++] = piece.ptr[valid];
	return true;
}

/* False for encodings with escapes, whose bytes look like ASCII. */
static bool begins_plain(struct scan_pieces *p, struct span piece)
{
	struct text_hints hints = {.prefer = p->scanner.opts->prefer};
	struct text_guess guess;
	struct err ignored;

	p->begun = true;
	piece.len = text_utf8_valid_len(piece); /* the piece may end inside a character */
	return piece.len > 0 && text_detect(piece, &hints, &guess, &ignored) == ERR_OK &&
	       (guess.enc == TEXT_ASCII || guess.enc == TEXT_UTF8);
}

enum err_code scan_pieces_add(struct scan_pieces *p, struct span piece, struct err *err)
{
	if (piece.len == 0)
		return ERR_OK;
	if ((!p->begun && !begins_plain(p, piece)) || memchr(piece.ptr, 0, piece.len) != NULL ||
		!goes_on_valid(p, piece))
		return err_set(err, ERR_UNSUPPORTED, "not in UTF-8");
	if (p->scanner.lines == 0 && p->scanner.decoded.len == 0 &&
		span_starts(piece, "\xEF\xBB\xBF", 3))
		span_from(piece, 3, &piece);
	return take_piece(&p->scanner, piece, err);
}

enum err_code scan_pieces_end(struct scan_pieces *p, struct scan_result *out, struct err *err)
{
	const struct buf *rest = &p->scanner.decoded;
	enum err_code rc = ERR_OK;

	*out = (struct scan_result){0};
	if (p->cut_len != 0)
		rc = err_set(err, ERR_UNSUPPORTED, "not in UTF-8");
	if (rc == ERR_OK)
		rc = scanner_text(&p->scanner, span_of(rest->ptr, rest->len), err);
	if (rc == ERR_OK)
		rc = scanner_finish(&p->scanner, err);
	if (rc != ERR_OK)
		return rc;
	*out = p->result;
	p->result = (struct scan_result){0};
	return ERR_OK;
}

void scan_pieces_close(struct scan_pieces *p)
{
	if (p == NULL)
		return;
	scanner_close(&p->scanner);
	scan_result_free(&p->result);
	free(p);
}

bool scan_gave_up(const struct scan_result *r, struct err *why)
{
	if (r->given_up == 0)
		return false;
	err_set(why, ERR_LIMIT, "line %u: too costly for a pattern", (unsigned)r->given_up);
	return true;
}

size_t scan_first_hit(const struct scan_result *r, uint32_t line)
{
	size_t low = 0;
	size_t high = r->hit_count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (r->hits[mid].line < line)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
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
