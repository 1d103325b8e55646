/* SPDX-License-Identifier: MIT */
/* Files whose lines are in several encodings, as editors and merges leave them. */
#include <stdlib.h>
#include <string.h>

#include "parts.h"

enum err_code find_ranges(struct span in, struct txt_result *r, struct err *err)
{
	return text_split(in, &r->guess, &r->ranges, &r->range_count, err);
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

/* Converts the whole text to UTF-8. */
static enum err_code unite(
	struct span in, const struct txt_result *r, struct buf *out, struct err *err)
{
	size_t pos = 0;

	for (size_t i = 0; i < r->range_count; i++) {
		const struct text_range *range = &r->ranges[i];
		uint64_t bad = 0;
		enum err_code rc;

		buf_add(out, in.ptr + pos, range->off - pos);
		rc = text_to_utf8(
			range->enc, span_of(in.ptr + range->off, range->len), out, &bad, err);
		if (rc != ERR_OK)
			return rc;
		if (bad != 0)
			return err_set(err, ERR_FORMAT, "lines %llu-%llu are not valid %s",
				(unsigned long long)range->first, (unsigned long long)range->last,
				text_enc_name(range->enc));
		pos = range->off + range->len;
	}
	buf_add(out, in.ptr + pos, in.len - pos);
	return out->failed == ERR_OK ? ERR_OK : err_set(err, out->failed, "out of memory");
}

enum err_code repair(struct span in, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	struct convert_state state = {.sink = sink, .result = r};
	struct text_conv_opts opts = {.from = TEXT_UTF8,
		.to = r->to,
		.bom = r->bom,
		.eol = o->eol,
		.lossy = o->lossy,
		.exact = o->strict && o->lossy == TEXT_LOSSY_REFUSE,
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
	r->alike = stats.alike;
	if (r->bad_target != 0 && o->lossy == TEXT_LOSSY_REFUSE)
		return lacking_failed(r->bad_target, r->to, err);
	return ERR_OK;
}
