/* SPDX-License-Identifier: MIT */
/* Files whose lines are in UTF-8 and in another encoding, as editors and merges leave them. */
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define RANGES_MAX 100000

/* The next line from *pos on, its newline included; *pos moves behind it. */
static struct span next_line(struct span in, size_t *pos)
{
	const uint8_t *nl = memchr(in.ptr + *pos, '\n', in.len - *pos);
	size_t end = nl == NULL ? in.len : (size_t)(nl - in.ptr) + 1;
	struct span line = span_of(in.ptr + *pos, end - *pos);

	*pos = end;
	return line;
}

static enum text_enc encoding_of(struct span line, const struct txt_result *r)
{
	if (text_ascii_len(line) == line.len)
		return TEXT_ASCII;
	return text_utf8_valid_len(line) == line.len ? TEXT_UTF8 : r->guess.cand[1].enc;
}

static bool add_line(struct txt_result *r, enum text_enc enc, uint64_t number)
{
	struct txt_range *more;

	if (r->range_count != 0 && r->ranges[r->range_count - 1].enc == enc) {
		r->ranges[r->range_count - 1].last = number;
		return true;
	}
	if (r->range_count == RANGES_MAX)
		return true;
	if (r->range_count % 64 == 0) {
		more = realloc(r->ranges, (r->range_count + 64) * sizeof(*more));
		if (more == NULL)
			return false;
		r->ranges = more;
	}
	r->ranges[r->range_count++] =
		(struct txt_range){.enc = enc, .first = number, .last = number};
	return true;
}

enum err_code find_ranges(struct span in, struct txt_result *r, struct err *err)
{
	uint64_t number = 0;
	size_t pos = 0;

	while (pos < in.len) {
		enum text_enc enc = encoding_of(next_line(in, &pos), r);

		number++;
		if (enc != TEXT_ASCII && !add_line(r, enc, number))
			return err_set(err, ERR_NOMEM, "out of memory");
	}
	return ERR_OK;
}

static enum err_code sink_span(void *user, struct span out, struct err *err)
{
	struct convert_state *s = user;

	return sink_write(s->sink, out, err);
}

static void state_bad(void *user, const struct text_bad *bad)
{
	struct convert_state *s = user;

	keep_bad(s->result, bad);
}

/* The whole text in UTF-8. */
static enum err_code unite(
	struct span in, const struct txt_result *r, struct buf *out, struct err *err)
{
	size_t pos = 0;

	while (pos < in.len) {
		struct span line = next_line(in, &pos);
		enum text_enc enc = encoding_of(line, r);
		uint64_t bad = 0;
		enum err_code rc = ERR_OK;

		if (enc == TEXT_ASCII || enc == TEXT_UTF8)
			buf_add(out, line.ptr, line.len);
		else
			rc = text_to_utf8(enc, line, out, &bad, err);
		if (rc != ERR_OK)
			return rc;
		if (bad != 0)
			return err_set(err, ERR_FORMAT, "a line is neither UTF-8 nor %s",
				text_enc_name(enc));
	}
	return out->failed == ERR_OK ? ERR_OK : err_set(err, out->failed, "out of memory");
}

enum err_code repair(struct span in, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	struct convert_state state = {.sink = sink, .result = r};
	struct text_conv_opts opts = {.from = TEXT_UTF8,
		.to = r->to,
		.bom = o->bom,
		.eol = o->eol,
		.lossy = o->lossy,
		.on_bad = state_bad,
		.write = sink_span,
		.user = &state};
	struct text_conv_stats stats;
	struct text_conv *c = NULL;
	struct buf whole;
	enum err_code rc;

	buf_init(&whole, 0);
	rc = unite(in, r, &whole, err);
	if (rc == ERR_OK)
		rc = text_conv_open(&opts, &c, err);
	if (rc == ERR_OK)
		rc = text_conv_feed(c, span_of(whole.ptr, whole.len), err);
	if (rc == ERR_OK)
		rc = text_conv_finish(c, &stats, err);
	text_conv_close(c);
	buf_free(&whole);
	if (rc != ERR_OK)
		return rc;
	r->converted = true;
	r->bad_target = stats.bad_target;
	if (r->bad_target != 0 && o->lossy == TEXT_LOSSY_REFUSE)
		return err_set(err, ERR_FORMAT, "%llu %s not in %s; nothing written",
			(unsigned long long)r->bad_target, characters_are(r->bad_target),
			text_enc_name(r->to));
	return ERR_OK;
}
