/* SPDX-License-Identifier: MIT */
#include "txtcopy.h"

#include <stdlib.h>
#include <string.h>

#include "parts.h"

void txt_result_free(struct txt_result *r)
{
	free(r->bad);
	free(r->ranges);
	r->bad = NULL;
	r->ranges = NULL;
}

unsigned txt_percent(const struct text_guess *g)
{
	return g->count == 0 ? 0 : g->cand[0].permille / 10;
}

const char *txt_verdict_name(enum text_verdict v)
{
	static const char *const names[] = {
		"empty", "certain", "likely", "ambiguous", "mixed", "binary"};

	return names[v];
}

void keep_bad(void *user, const struct text_bad *bad)
{
	struct txt_result *r = user;

	if (r->bad_count >= TXT_BAD_KEPT)
		return;
	if ((r->bad_count & (r->bad_count - 1)) == 0) { /* a power of two: double the room */
		size_t room = r->bad_count == 0 ? 1 : 2 * r->bad_count;
		struct text_bad *more = realloc(r->bad, room * sizeof(*more));

		if (more == NULL)
			return; /* the counts still tell */
		r->bad = more;
	}
	r->bad[r->bad_count++] = *bad;
}

static void count_lines(struct span in, unsigned unit, struct txt_lines *out)
{
	size_t pos = 0;

	*out = (struct txt_lines){0, 0, 0};
	if (unit != 1)
		return;
	while (pos < in.len) {
		const uint8_t *nl = memchr(in.ptr + pos, '\n', in.len - pos);
		size_t end = nl == NULL ? in.len : (size_t)(nl - in.ptr);
		const uint8_t *cr = memchr(in.ptr + pos, '\r', end - pos);

		if (nl != NULL) {
			bool crlf = end > pos && in.ptr[end - 1] == '\r';

			out->crlf += crlf;
			out->lf += !crlf;
		}
		for (; cr != NULL && cr < in.ptr + end; cr++)
			out->cr += *cr == '\r' && (nl == NULL || cr + 1 != nl);
		pos = end + 1;
	}
}

static enum err_code discard(void *user, struct span out, struct err *err)
{
	(void)user;
	(void)out;
	(void)err;
	return ERR_OK;
}

/* Lists what is not valid in the encoding. */
static enum err_code validate(
	struct span in, enum text_enc enc, struct txt_result *r, struct err *err)
{
	struct text_conv_opts opts = {.from = enc,
		.to = TEXT_UTF8,
		.lossy = TEXT_LOSSY_REPLACE,
		.on_bad = keep_bad,
		.write = discard,
		.user = r};
	struct text_conv_stats stats = {.bad_input = 0};
	struct text_conv *c;
	enum err_code rc = text_conv_open(&opts, &c, err);

	if (rc != ERR_OK)
		return rc;
	rc = text_conv_feed(c, in, err);
	if (rc == ERR_OK)
		rc = text_conv_finish(c, &stats, err);
	text_conv_close(c);
	r->bad_input = stats.bad_input;
	return rc;
}

static bool wants_change(const struct txt_opts *o, const struct txt_result *r)
{
	return o->eol != TEXT_EOL_KEEP || o->bom != TEXT_BOM_KEEP || o->repair ||
	       (o->to != TEXT_NONE && (o->to != r->from || r->guess.verdict == TEXT_MIXED));
}

/* May this guess be converted from? */
static enum err_code check_guess(
	const struct txt_opts *o, const struct txt_result *r, struct err *err)
{
	const struct text_guess *g = &r->guess;

	if (o->from != TEXT_NONE)
		return ERR_OK;
	switch (g->verdict) {
	case TEXT_BINARY:
		return err_set(err, ERR_UNSUPPORTED, "looks binary: name the encoding with --from");
	case TEXT_AMBIGUOUS:
		return err_set(err, ERR_UNSUPPORTED, "could be %s or %s: name it with --from",
			text_enc_name(g->cand[0].enc), text_enc_name(g->cand[1].enc));
	case TEXT_MIXED:
		if (o->repair)
			return ERR_OK;
		return err_set(err, ERR_FORMAT, "has lines in UTF-8 and lines in %s: see --repair",
			text_enc_name(g->cand[1].enc));
	case TEXT_LIKELY:
		if (o->strict)
			return err_set(err, ERR_UNSUPPORTED,
				"is %s with %u %%, not certain: name the encoding with --from",
				text_enc_name(g->enc), txt_percent(g));
		return ERR_OK;
	default:
		return ERR_OK;
	}
}

/* The detector has already seen that every byte is valid. */
static bool is_proven(const struct txt_result *r)
{
	return r->guess.verdict == TEXT_CERTAIN && !r->guess.bom &&
	       (r->from == TEXT_UTF8 || r->from == TEXT_ASCII) && r->guess.enc == r->from;
}

static enum err_code plain_copy(
	struct span in, struct sink *sink, struct txt_result *r, bool strict, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (!is_proven(r) && r->from != TEXT_NONE && r->guess.verdict != TEXT_MIXED)
		rc = validate(in, r->from, r, err);
	if (rc == ERR_OK && strict && r->bad_input != 0)
		rc = err_set(err, ERR_FORMAT, "%llu places are not valid %s",
			(unsigned long long)r->bad_input, text_enc_name(r->from));
	if (rc == ERR_OK && strict && r->guess.verdict == TEXT_MIXED)
		rc = err_set(err, ERR_FORMAT, "has lines in UTF-8 and lines in %s",
			text_enc_name(r->guess.cand[1].enc));
	return rc == ERR_OK ? sink_write(sink, in, err) : rc;
}

static enum err_code to_sink(void *user, struct span out, struct err *err)
{
	struct convert_state *s = user;

	return sink_write(s->sink, out, err);
}

static void state_bad(void *user, const struct text_bad *bad)
{
	struct convert_state *s = user;

	keep_bad(s->result, bad);
}

static enum err_code convert(struct span in, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	struct convert_state state = {.sink = sink, .result = r};
	struct text_conv_opts opts = {.from = r->from,
		.to = r->to,
		.bom = o->bom,
		.eol = o->eol,
		.lossy = o->lossy,
		.on_bad = state_bad,
		.write = to_sink,
		.user = &state};
	struct text_conv_stats stats;
	struct text_conv *c;
	enum err_code rc = text_conv_open(&opts, &c, err);

	if (rc != ERR_OK)
		return rc;
	rc = text_conv_feed(c, in, err);
	if (rc == ERR_OK)
		rc = text_conv_finish(c, &stats, err);
	text_conv_close(c);
	if (rc != ERR_OK)
		return rc;
	r->bad_input = stats.bad_input;
	r->bad_target = stats.bad_target;
	r->converted = true;
	if (o->lossy != TEXT_LOSSY_REFUSE)
		return ERR_OK;
	if (r->bad_input != 0)
		return err_set(err, ERR_FORMAT, "%llu places are not valid %s; nothing written",
			(unsigned long long)r->bad_input, text_enc_name(r->from));
	if (r->bad_target != 0)
		return err_set(err, ERR_FORMAT, "%llu characters are not in %s; nothing written",
			(unsigned long long)r->bad_target, text_enc_name(r->to));
	return ERR_OK;
}

/* Looks at the input: encoding and line ends. */
static enum err_code examine(
	struct span in, const struct txt_opts *o, struct txt_result *r, struct err *err)
{
	struct text_hints hints = {.prefer = o->prefer, .sibling = o->sibling};
	enum err_code rc;

	r->size = in.len;
	if (o->from == TEXT_NONE || o->mode == TXT_DETECT) {
		rc = text_detect(in, &hints, &r->guess, err);
		if (rc != ERR_OK)
			return rc;
	}
	r->from = o->from != TEXT_NONE ? o->from : r->guess.enc;
	r->to = o->to != TEXT_NONE ? o->to : r->from;
	if (o->repair && o->to == TEXT_NONE)
		r->to = TEXT_UTF8;
	if (o->mode == TXT_DETECT)
		count_lines(in, text_enc_unit(r->from), &r->lines);
	if (r->guess.verdict == TEXT_MIXED && o->from == TEXT_NONE)
		return find_ranges(in, r, err);
	return ERR_OK;
}

static enum err_code check_utf8(struct span in, struct txt_result *r, struct err *err)
{
	if (text_enc_unit(r->from) > 1)
		return err_set(err, ERR_FORMAT, "is %s, not UTF-8", text_enc_name(r->from));
	return validate(in, TEXT_UTF8, r, err);
}

static enum err_code produce(struct span in, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	enum err_code rc;

	if (!wants_change(o, r))
		return plain_copy(in, sink, r, o->strict, err);
	rc = check_guess(o, r, err);
	if (rc != ERR_OK)
		return rc;
	if (o->repair && r->guess.verdict == TEXT_MIXED)
		return repair(in, o, sink, r, err);
	return convert(in, o, sink, r, err);
}

enum err_code txt_run(const char *in, const char *out, const struct txt_opts *o,
	struct txt_result *r, struct err *err)
{
	struct source src;
	struct sink sink;
	enum err_code rc;

	memset(r, 0, sizeof(*r));
	rc = source_open(in, &src, err);
	if (rc != ERR_OK)
		return rc;
	rc = examine(src.data, o, r, err);
	if (rc != ERR_OK || o->mode == TXT_DETECT)
		goto out;
	if (o->mode == TXT_CHECK) {
		rc = check_utf8(src.data, r, err);
		goto out;
	}
	rc = sink_open(&sink, out, &src, o, err);
	if (rc != ERR_OK)
		goto out;
	rc = produce(src.data, o, &sink, r, err);
	if (rc == ERR_OK && sink.replaces && r->converted && o->lossy == TEXT_LOSSY_REFUSE)
		rc = sink_verify(&sink, src.data, o, r, err);
	if (rc == ERR_OK && o->backup != NULL)
		rc = sink_backup(&sink, src.data, o->backup, err);
	source_close(&src); /* Windows does not replace a file that is open */
	if (rc == ERR_OK)
		rc = sink_commit(&sink, err);
	else
		sink_abort(&sink);
	r->written = rc == ERR_OK;
	return rc;
out:
	source_close(&src);
	return rc;
}
