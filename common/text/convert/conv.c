/* SPDX-License-Identifier: MIT */
/*
 * Conversion with positions and policy. Input is decoded into an intermediate buffer of UTF-8,
 * which is written as it is, or encoded piece by piece. Positions are computed from that buffer
 * only where something is invalid.
 */
#include <stdlib.h>

#include "convert/conv_private.h"

#ifdef BIOSBELT_SMALL
#define MID_SIZE ((size_t)512)
#define OUT_SIZE ((size_t)256)
#else
#define MID_SIZE ((size_t)131072)
#define OUT_SIZE ((size_t)65536)
#endif
#define PAGE ((size_t)4096)

/* A place in the text. */
struct place {
	uint64_t line;   /* from 1 */
	uint64_t column; /* from 0, in characters */
	bool after_cr;   /* an LF that follows belongs to the CR before it */
};

struct text_conv {
	struct text_conv_opts opts;
	struct text_conv_stats stats;
	struct text_decoder dec;
	struct text_encoder enc;
	struct place place; /* of the first character in mid */
	uint64_t off;       /* input offset where the last decode call began */
	bool started;       /* the byte order mark is done */
	bool refused;       /* something was invalid; no further output */
	bool after_cr;      /* the last line end written was a CR */
	size_t carry_len;
	size_t mid_len;
	size_t out_len;
	uint8_t carry[64]; /* incomplete input that waits for more */
	uint8_t *mid;      /* MID_SIZE, page-aligned: the kernel copies such buffers faster */
	uint8_t *out;      /* OUT_SIZE, likewise */
	uint8_t *room;
};

/* The input of mid, to find the input offset of a character in it. */
struct origin {
	struct text_decoder dec;
	struct span in;
	uint64_t off;
	size_t pos;      /* how far in was decoded again */
	size_t mid_pos;  /* the corresponding position in mid */
	struct place at; /* of the character at mid[at_pos] */
	size_t at_pos;
};

enum err_code text_conv_open(
	const struct text_conv_opts *opts, struct text_conv **out, struct err *err)
{
	struct text_conv *c = calloc(1, sizeof(*c));
	enum err_code rc = ERR_OK;

	if (c == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	c->room = malloc(MID_SIZE + OUT_SIZE + PAGE);
	if (c->room == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	c->opts = *opts;
	c->place.line = 1;
	text_decoder_init(&c->dec, opts->from);
	if (rc == ERR_OK)
		rc = text_encoder_open(&c->enc, opts->to, err);
	if (rc != ERR_OK) {
		text_conv_close(c);
		return rc;
	}
	c->mid = c->room + (PAGE - (uintptr_t)c->room % PAGE);
	c->out = c->mid + MID_SIZE;
	*out = c;
	return ERR_OK;
}

void text_conv_close(struct text_conv *c)
{
	if (c == NULL)
		return;
	text_encoder_close(&c->enc);
	free(c->room);
	free(c);
}

static enum err_code write_out(struct text_conv *c, struct span bytes, struct err *err)
{
	if (bytes.len == 0 || c->refused)
		return ERR_OK;
	c->stats.bytes_out += bytes.len;
	return c->opts.write(c->opts.user, bytes, err);
}

static enum err_code flush(struct text_conv *c, struct err *err)
{
	enum err_code rc = write_out(c, span_of(c->out, c->out_len), err);

	c->out_len = 0;
	return rc;
}

static size_t count_chars(struct span text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += (text.ptr[i] & 0xC0) != 0x80;
	return n;
}

/* Moves a place past text. */
static void advance(struct place *at, struct span text)
{
	uint64_t lines = text_count_lines(text, &at->after_cr);
	size_t pos = text.len;

	at->line += lines;
	if (lines == 0 && (text.len == 0 || text.ptr[0] != '\n')) {
		at->column += count_chars(text);
		return;
	}
	while (pos > 0 && text.ptr[pos - 1] != '\n' && text.ptr[pos - 1] != '\r')
		pos--;
	at->column = count_chars(span_of(text.ptr + pos, text.len - pos));
}

static void report(struct text_conv *c, struct text_bad *bad, const struct place *at)
{
	if (bad->kind == TEXT_BAD_INPUT)
		c->stats.bad_input++;
	else
		c->stats.bad_target++;
	if (c->opts.on_bad != NULL) {
		bad->line = at->line;
		bad->column = at->column + 1;
		c->opts.on_bad(c->opts.user, bad);
	}
	if (c->opts.lossy == TEXT_LOSSY_REFUSE)
		c->refused = true;
}

/* Writes text of ours, which is ASCII or known to be in the target encoding. */
static enum err_code put_text(struct text_conv *c, struct span utf8, struct err *err)
{
	size_t used;
	size_t made;

	if (OUT_SIZE - c->out_len < 64) {
		enum err_code rc = flush(c, err);

		if (rc != ERR_OK)
			return rc;
	}
	if (text_encode(&c->enc, utf8, false, c->out + c->out_len, OUT_SIZE - c->out_len, &used,
		    &made) == TEXT_STOP_BAD) {
		c->out_len += made;
		return put_text(c, span_of("?", 1), err);
	}
	c->out_len += made;
	return ERR_OK;
}

/* Decodes one character: the least input that produces output. */
static size_t step_one(struct origin *o, size_t *made)
{
	uint8_t scratch[16];

	for (size_t n = 1; n <= 8 && n <= o->in.len - o->pos; n++) {
		/* The '~' of "~a" in HZ waits for the letter: in more room both are decoded. */
		for (size_t room = 4; room <= sizeof(scratch); room *= 4) {
			size_t used;

			text_decode(&o->dec, span_of(o->in.ptr + o->pos, n), false, scratch, room,
				&used, made);
			if (used != 0)
				return used;
		}
	}
	return 0;
}

/* Skips input that belongs to no character, such as a shift. */
static void skip_shifts(struct origin *o)
{
	for (;;) {
		struct text_decoder before = o->dec;
		size_t made = 0;
		size_t used = step_one(o, &made);

		if (used == 0 || made != 0) {
			o->dec = before;
			return;
		}
		o->pos += used;
	}
}

/* Decodes again up to mid_pos, and sets the input offset of the character there. */
static void locate(struct origin *o, size_t mid_pos, struct text_bad *bad)
{
	while (o->mid_pos < mid_pos) {
		uint8_t scratch[16];
		size_t made;
		size_t used;

		if (mid_pos - o->mid_pos > sizeof(scratch))
			text_decode(&o->dec, span_of(o->in.ptr + o->pos, o->in.len - o->pos), true,
				scratch, sizeof(scratch), &used, &made);
		else
			used = step_one(o, &made);
		if (used == 0)
			break;
		o->pos += used;
		o->mid_pos += made;
	}
	skip_shifts(o);
	bad->off = o->off + o->pos;
}

static enum err_code bad_target(
	struct text_conv *c, struct origin *o, size_t mid_pos, struct err *err)
{
	struct text_bad bad = {.kind = TEXT_BAD_TARGET, .cp = c->enc.bad_cp};
	uint32_t alike = c->opts.exact ? 0 : text_alike(c->opts.to, bad.cp);
	uint8_t text[32];
	size_t len;

	if (alike != 0) {
		c->stats.alike++;
		return put_text(c, span_of(text, utf8_put(alike, text)), err);
	}
	bad.len = c->enc.bad_len <= TEXT_BAD_MAX ? c->enc.bad_len : TEXT_BAD_MAX;
	memcpy(bad.bytes, c->mid + mid_pos, bad.len);
	if (c->opts.on_bad != NULL) { /* otherwise the place is not used */
		locate(o, mid_pos, &bad);
		advance(&o->at, span_of(c->mid + o->at_pos, mid_pos - o->at_pos));
		o->at_pos = mid_pos;
	}
	report(c, &bad, &o->at);
	if (c->refused)
		return ERR_OK;
	len = lossy_char(c->opts.lossy, bad.cp, text);
	return put_text(c, span_of(text, len), err);
}

/* Encodes mid[from, to); *done: up to where (to, unless a character needs its successor). */
static enum err_code encode_piece(struct text_conv *c, struct origin *o, size_t from, size_t to,
	bool last, size_t *done, struct err *err)
{
	while (from < to || last) {
		size_t used;
		size_t made;
		enum text_stop stop = text_encode(&c->enc, span_of(c->mid + from, to - from), last,
			c->out + c->out_len, OUT_SIZE - c->out_len, &used, &made);
		enum err_code rc = ERR_OK;
		unsigned skip =
			c->enc.bad_len; /* saved, because writing the substitute changes it */

		from += used;
		c->out_len += made;
		if (stop == TEXT_STOP_INPUT)
			break;
		if (stop == TEXT_STOP_OUTPUT)
			rc = flush(c, err);
		else
			rc = bad_target(c, o, from, err);
		if (rc != ERR_OK)
			return rc;
		if (stop == TEXT_STOP_BAD)
			from += skip;
	}
	*done = from;
	return ERR_OK;
}

/* Line ends: every CR LF, LF and lone CR becomes the requested one. */
static enum err_code encode_lines(
	struct text_conv *c, struct origin *o, size_t to, bool last, size_t *done, struct err *err)
{
	const char *eol = c->opts.eol == TEXT_EOL_LF ? "\n" : "\r\n";
	size_t from = 0;

	while (from < to) {
		size_t end = from;
		enum err_code rc;

		while (end < to && c->mid[end] != '\n' && c->mid[end] != '\r')
			end++;
		if (end > from) {
			c->after_cr = false;
			rc = encode_piece(c, o, from, end, last || end < to, &from, err);
			if (rc != ERR_OK)
				return rc;
		}
		if (end == to)
			break;
		rc = ERR_OK;
		if (c->mid[end] == '\r' || !c->after_cr)
			rc = put_text(c, span_of(eol, strlen(eol)), err);
		if (rc != ERR_OK)
			return rc;
		c->after_cr = c->mid[end] == '\r';
		from = end + 1;
	}
	*done = from;
	return ERR_OK;
}

/* Removes a byte order mark from the first characters and writes the requested one. */
static enum err_code begin(struct text_conv *c, size_t *skip, struct err *err)
{
	struct span mark = text_enc_bom(TEXT_UTF8);
	bool wanted;

	c->started = true;
	c->stats.had_bom = span_starts(span_of(c->mid, c->mid_len), mark.ptr, mark.len);
	*skip = c->stats.had_bom ? mark.len : 0;
	wanted = c->opts.bom == TEXT_BOM_ADD || (c->opts.bom == TEXT_BOM_KEEP && c->stats.had_bom);
	if (!wanted)
		return ERR_OK;
	return write_out(c, text_enc_bom(c->opts.to), err);
}

/* Writes everything in mid; what the encoder leaves moves to its front, unless nothing follows that
 * could complete it (last). */
static enum err_code drain(struct text_conv *c, struct origin *o, bool last, struct err *err)
{
	size_t skip = 0;
	size_t done = c->mid_len;
	enum err_code rc = ERR_OK;

	if (!c->started && c->mid_len != 0) {
		rc = begin(c, &skip, err);
		if (rc != ERR_OK)
			return rc;
		memmove(c->mid, c->mid + skip, c->mid_len - skip);
		c->mid_len -= skip;
		o->mid_pos = 0;
		if (skip != 0)
			o->pos = c->opts.from == TEXT_UTF8 ? skip : text_enc_bom(c->opts.from).len;
		done = c->mid_len;
	}
	if (c->opts.eol != TEXT_EOL_KEEP)
		rc = encode_lines(c, o, c->mid_len, last, &done, err);
	else if (c->opts.to == TEXT_UTF8)
		rc = flush(c, err) == ERR_OK ? write_out(c, span_of(c->mid, c->mid_len), err)
					     : err->code;
	else
		rc = encode_piece(c, o, 0, c->mid_len, last, &done, err);
	if (rc != ERR_OK)
		return rc;
	if (c->opts.on_bad != NULL) /* otherwise lines and columns are not used */
		advance(&c->place, span_of(c->mid, done));
	memmove(c->mid, c->mid + done, c->mid_len - done);
	c->mid_len -= done;
	return ERR_OK;
}

static enum err_code bad_input(struct text_conv *c, struct span in, size_t pos, struct err *err)
{
	struct text_bad bad = {.kind = TEXT_BAD_INPUT, .off = c->off + pos, .len = c->dec.bad_len};
	uint8_t text[64];
	size_t len;
	enum err_code rc = ERR_OK;

	if (bad.len > TEXT_BAD_MAX)
		bad.len = TEXT_BAD_MAX;
	memcpy(bad.bytes, in.ptr + pos, bad.len);
	report(c, &bad, &c->place);
	c->place.column++;
	c->place.after_cr = false; /* an LF after it is a separate line end */
	c->after_cr = false;
	/* The substitute comes after the mark, and a mark after invalid bytes is a character. */
	if (!c->started)
		rc = begin(c, &len, err);
	if (rc != ERR_OK || c->refused)
		return rc;
	len = lossy_bytes(c->opts.lossy, span_of(bad.bytes, bad.len), text);
	return put_text(c, span_of(text, len), err);
}

/* Decodes as much of in as possible; *used_all: how much. */
static enum err_code convert(
	struct text_conv *c, struct span in, bool last, size_t *used_all, struct err *err)
{
	size_t pos = 0;

	for (;;) {
		struct origin o = {
			.dec = c->dec, .off = c->off + pos, .mid_pos = c->mid_len, .at = c->place};
		size_t used;
		size_t made;
		enum text_stop stop;
		enum err_code rc;

		stop = text_decode(&c->dec, span_of(in.ptr + pos, in.len - pos), last,
			c->mid + c->mid_len, MID_SIZE - c->mid_len, &used, &made);
		o.in = span_of(in.ptr + pos, used);
		pos += used;
		c->mid_len += made;
		rc = drain(c, &o, stop == TEXT_STOP_BAD, err);
		if (rc != ERR_OK)
			return rc;
		if (stop == TEXT_STOP_INPUT)
			break;
		if (stop == TEXT_STOP_BAD) {
			rc = bad_input(c, in, pos, err);
			pos += c->dec.bad_len;
		}
		if (rc != ERR_OK)
			return rc;
	}
	c->off += pos;
	*used_all = pos;
	return ERR_OK;
}

enum err_code text_conv_feed(struct text_conv *c, struct span in, struct err *err)
{
	size_t used;
	enum err_code rc;

	if (in.len == 0)
		return ERR_OK;
	c->stats.bytes_in += in.len;
	if (c->dec.pairs == NULL)
		c->dec.pairs = text_pairs_for(c->opts.from, in.len);
	if (c->carry_len != 0) {
		size_t before = c->carry_len;
		size_t more =
			sizeof(c->carry) - before < in.len ? sizeof(c->carry) - before : in.len;

		memcpy(c->carry + before, in.ptr, more);
		c->carry_len += more;
		/* The first characters wait until a byte order mark could be complete. */
		if (!c->started && c->carry_len < 8)
			return ERR_OK;
		rc = convert(c, span_of(c->carry, c->carry_len), false, &used, err);
		if (rc != ERR_OK)
			return rc;
		if (used < before) {
			memmove(c->carry, c->carry + used, c->carry_len - used);
			c->carry_len -= used;
			return ERR_OK;
		}
		c->carry_len = 0;
		in = span_of(in.ptr + (used - before), in.len - (used - before));
	}
	used = 0;
	if (c->started || in.len >= 8) {
		rc = convert(c, in, false, &used, err);
		if (rc != ERR_OK)
			return rc;
	}
	c->carry_len = in.len - used;
	if (c->carry_len != 0)
		memcpy(c->carry, in.ptr + used, c->carry_len);
	return ERR_OK;
}

enum err_code text_conv_finish(struct text_conv *c, struct text_conv_stats *stats, struct err *err)
{
	struct origin o = {.dec = c->dec, .off = c->off};
	size_t used;
	size_t done;
	enum err_code rc = convert(c, span_of(c->carry, c->carry_len), true, &used, err);

	if (rc == ERR_OK && !c->started)
		rc = begin(c, &used, err);
	if (rc == ERR_OK)
		rc = encode_piece(c, &o, 0, c->mid_len, true, &done, err);
	if (rc == ERR_OK)
		rc = flush(c, err);
	if (rc == ERR_OK)
		*stats = c->stats;
	return rc;
}
