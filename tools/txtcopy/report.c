/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"

void report_begin(struct report *r, enum txt_mode mode, bool json)
{
	memset(r, 0, sizeof(*r));
	r->mode = mode;
	r->json = json;
	if (!json)
		return;
	buf_init(&r->text, 0);
	json_init(&r->j, &r->text, false);
	json_object(&r->j);
	json_key(&r->j, "files");
	json_array(&r->j);
}

static const char *line_ends(const struct txt_lines *l)
{
	int kinds = (l->lf != 0) + (l->crlf != 0) + (l->cr != 0);

	if (kinds == 0)
		return N_("none");
	if (kinds > 1)
		return N_("mixed");
	return l->lf != 0 ? "LF" : l->crlf != 0 ? "CRLF" : "CR";
}

static const char *language_of(const struct text_guess *g)
{
	return g->count != 0 ? g->cand[0].language : NULL;
}

/* Bytes of a bad place in hexadecimal. */
static void hex_of(const struct text_bad *b, char out[3 * TEXT_BAD_MAX + 1])
{
	size_t at = 0;

	out[0] = '\0';
	for (unsigned i = 0; i < b->len; i++)
		at += (size_t)sprintf(out + at, i == 0 ? "%02X" : " %02X", b->bytes[i]);
}

static void bad_json(struct json *j, const struct text_bad *b)
{
	char hex[3 * TEXT_BAD_MAX + 1];

	hex_of(b, hex);
	json_object(j);
	json_kv_str(j, "kind", b->kind == TEXT_BAD_INPUT ? "input" : "target");
	json_kv_u64(j, "offset", b->off);
	json_kv_u64(j, "line", b->line);
	json_kv_u64(j, "column", b->column);
	json_kv_str(j, "bytes", hex);
	if (b->kind == TEXT_BAD_TARGET)
		json_kv_u64(j, "codepoint", b->cp);
	json_object_end(j);
}

static void guess_json(struct json *j, const struct txt_result *t)
{
	const struct text_guess *g = &t->guess;
	bool named = g->verdict == TEXT_EMPTY && t->size != 0; /* --from: nothing was detected */

	json_kv_str(j, "verdict", named ? "named" : txt_verdict_name(g->verdict));
	json_kv_u64(j, "confidence", named ? 100 : txt_percent(g));
	if (g->verdict == TEXT_BINARY)
		json_kv_str(j, "reason", text_reason_text(g->reason));
	json_kv_u64(j, "neighbours", t->neighbours);
	json_kv_bool(j, "bom", g->bom);
	json_key(j, "candidates");
	json_array(j);
	for (unsigned i = 0; i < g->count; i++) {
		json_object(j);
		json_kv_str(j, "encoding", text_enc_name(g->cand[i].enc));
		json_kv_u64(j, "permille", g->cand[i].permille);
		if (g->cand[i].language != NULL)
			json_kv_str(j, "language", g->cand[i].language);
		json_kv_u64(j, "bad", g->cand[i].bad);
		json_object_end(j);
	}
	json_array_end(j);
	json_key(j, "ranges");
	json_array(j);
	for (size_t i = 0; i < t->range_count; i++) {
		json_object(j);
		json_kv_str(j, "encoding", text_enc_name(t->ranges[i].enc));
		json_kv_u64(j, "first", t->ranges[i].first);
		json_kv_u64(j, "last", t->ranges[i].last);
		json_object_end(j);
	}
	json_array_end(j);
}

static void file_json(struct report *r, const char *path, const struct txt_result *t,
	enum err_code rc, const struct err *err)
{
	struct json *j = &r->j;

	json_object(j);
	json_kv_str(j, "file", path);
	json_kv_str(j, "path", path); /* its original name */
	if (rc != ERR_OK && t->guess.count == 0 && t->from == TEXT_NONE) {
		json_key(j, "encoding");
		json_null(j); /* the file was not read */
	} else {
		json_kv_str(j, "encoding", text_enc_name(t->from));
		guess_json(j, t);
	}
	json_kv_u64(j, "size", t->size);
	if (r->mode == TXT_DETECT) {
		json_kv_str(j, "lineEnds", line_ends(&t->lines));
		json_kv_u64(j, "lf", t->lines.lf);
		json_kv_u64(j, "crlf", t->lines.crlf);
		json_kv_u64(j, "cr", t->lines.cr);
	}
	json_kv_u64(j, "badInput", t->bad_input);
	json_kv_u64(j, "badTarget", t->bad_target);
	json_kv_u64(j, "alike", t->alike);
	json_key(j, "bad");
	json_array(j);
	for (size_t i = 0; i < t->bad_count; i++)
		bad_json(j, &t->bad[i]);
	json_array_end(j);
	json_kv_bool(j, "written", t->written);
	json_kv_bool(j, "skipped", t->skipped);
	json_kv_bool(j, "ownerKept", (t->lost & FILE_LOST_OWNER) == 0);
	json_kv_bool(j, "attributesKept", (t->lost & FILE_LOST_ATTRIBUTES) == 0);
	json_kv_u64(j, "otherNames", t->written && t->links > 1 ? t->links - 1 : 0);
	json_kv_bool(j, "converted", t->converted);
	if (t->claim != TEXT_NONE)
		json_kv_str(j, "claim", text_enc_name(t->claim));
	if (rc != ERR_OK)
		json_kv_str(j, "error", err->text);
	json_object_end(j);
}

/* Names the alternatives; of unlikely ones only the first. */
static void print_alternatives(const struct text_guess *g)
{
	for (unsigned i = 1; i < g->count; i++) {
		const char *name = text_enc_name(g->cand[i].enc);
		unsigned percent = g->cand[i].permille / 10;

		if (percent != 0)
			out_printf(i == 1 ? tr("; or %s %u %%") : tr(", %s %u %%"), name, percent);
		else if (i == 1)
			out_printf(tr("; or %s"), name);
	}
}

static void detect_line(const char *path, const struct txt_result *t)
{
	const struct text_guess *g = &t->guess;
	char names[TXT_NAMES_SIZE];

	out_escaped_str(path);
	txt_name_candidates(g, g->verdict == TEXT_MIXED ? g->mixed : 1, true, names, sizeof(names));
	out_printf(": %s", g->count != 0 ? names : text_enc_name(g->enc));
	if (g->bom)
		out_str(tr(" with BOM"));
	if (g->verdict != TEXT_MIXED && language_of(g) != NULL)
		out_printf(" (%s)", language_of(g));
	if (g->verdict == TEXT_MIXED)
		out_str(tr(" by lines"));
	else if (g->verdict == TEXT_LIKELY || g->verdict == TEXT_AMBIGUOUS)
		out_printf(tr(", %s %u %%"), tr(txt_verdict_name(g->verdict)), txt_percent(g));
	else if (g->verdict == TEXT_BINARY)
		out_printf(tr(", %s"), tr(text_reason_text(g->reason)));
	else
		out_printf(tr(", %s"), tr(txt_verdict_name(g->verdict)));
	if (t->neighbours != 0)
		out_printf(t->neighbours == 1 ? tr(", as its %u neighbour")
					      : tr(", as its %u neighbours"),
			t->neighbours);
	if (g->enc != TEXT_NONE)
		out_printf(tr(", line ends %s"), tr(line_ends(&t->lines)));
	/* Of a mixed file the count would refer to lines in other encodings. */
	if (g->count != 0 && g->cand[0].bad != 0 && g->verdict != TEXT_MIXED)
		out_printf(g->cand[0].bad == 1 ? tr(", %" PRIu64 " bad place")
					       : tr(", %" PRIu64 " bad places"),
			g->cand[0].bad);
	if (g->verdict != TEXT_MIXED)
		print_alternatives(g);
	out_str("\n");
	for (size_t i = 0; i < t->range_count; i++)
		out_printf(tr("  lines %" PRIu64 "-%" PRIu64 ": %s\n"), t->ranges[i].first,
			t->ranges[i].last, text_enc_name(t->ranges[i].enc));
}

/* Prints file:line:column: what; to stdout if that is the result, else to stderr. */
static void bad_line(const struct report *r, const char *path, const struct text_bad *b,
	const struct txt_result *t)
{
	char hex[3 * TEXT_BAD_MAX + 1];
	char what[160];

	hex_of(b, hex);
	if (b->kind == TEXT_BAD_TARGET)
		snprintf(what, sizeof(what), tr("U+%04X is not in %s"), (unsigned)b->cp,
			text_enc_name(t->to));
	else
		snprintf(what, sizeof(what),
			b->len == 1 ? tr("byte %s is not %s (offset %" PRIu64 ")")
				    : tr("bytes %s are not %s (offset %" PRIu64 ")"),
			hex, r->mode == TXT_CHECK ? "UTF-8" : text_enc_name(t->from), b->off);
	if (r->mode != TXT_CHECK) {
		diag_warn("%s:%" PRIu64 ":%" PRIu64 ": %s", path, b->line, b->column, what);
		return;
	}
	out_escaped_str(path);
	out_printf(":%" PRIu64 ":%" PRIu64 ": %s\n", b->line, b->column, what);
}

/* Whether an uncertain guess was converted, or left unchanged where UTF-8 was requested. */
static bool is_uncertain(const struct txt_result *t)
{
	const struct text_guess *g = &t->guess;
	bool guessed = g->verdict == TEXT_LIKELY || g->verdict == TEXT_AMBIGUOUS;

	return guessed && g->certainty < TXT_SILENT && (t->converted || t->asked);
}

static void report_lost(const char *path, const struct txt_result *t)
{
	if (!t->written)
		return;
	if ((t->lost & FILE_LOST_OWNER) != 0)
		diag_warn("%s: the owner could not be kept", path);
	if ((t->lost & FILE_LOST_ATTRIBUTES) != 0)
		diag_warn("%s: not all extended attributes could be kept", path);
	if (t->links > 1)
		diag_warn("%s: the replaced file had %" PRIu64
			  " names (hard links); the others keep the old text",
			path, t->links);
}

/* Data that are only implausible as text may be one: this is reported unasked. */
static void report_binary(const char *path, const struct txt_result *t)
{
	const char *why = tr(text_reason_text(t->guess.reason));
	const char *what = t->skipped   ? tr("skipped")
			   : t->written ? tr("copied as it is")
					: tr("left as it is");

	if (t->guess.reason >= TEXT_REASON_NOISE)
		diag_warn("%s: looks binary (%s), %s", path, why, what);
	else
		diag_note("%s: looks binary (%s), %s", path, why, what);
}

#define RANGES_SHOWN 100

static void report_ranges(const char *path, const struct txt_result *t)
{
	size_t shown = t->range_count < RANGES_SHOWN ? t->range_count : RANGES_SHOWN;

	for (size_t i = 0; i < shown; i++) {
		const struct text_range *range = &t->ranges[i];

		if (range->first == range->last)
			diag_warn("%s: line %" PRIu64 " is %s", path, range->first,
				text_enc_name(range->enc));
		else
			diag_warn("%s: lines %" PRIu64 "-%" PRIu64 " are %s", path, range->first,
				range->last, text_enc_name(range->enc));
	}
	if (shown < t->range_count)
		diag_warn("%s: and %zu more range%s (--detect)", path, t->range_count - shown,
			tr_s(t->range_count - shown));
}

/* Reports the conversion, and replaced characters. */
static void report_conversion(const char *path, const struct txt_result *t)
{
	uint64_t bad = t->bad_input + t->bad_target;

	if (t->neighbours != 0 && (t->converted || t->asked))
		diag_warn(t->neighbours == 1 ? N_("%s: taken for %s, as its %u neighbour")
					     : N_("%s: taken for %s, as its %u neighbours"),
			path, text_enc_name(t->from), t->neighbours);
	else if (is_uncertain(t))
		diag_warn("%s: read as %s (%u %%); --from names it for certain", path,
			text_enc_name(t->from), txt_percent(&t->guess));
	if (t->converted && bad != 0)
		diag_warn(bad == 1 ? N_("%s: %" PRIu64 " character substituted")
				   : N_("%s: %" PRIu64 " characters substituted"),
			path, bad);
	if (t->unmarked && t->guess.verdict != TEXT_BINARY)
		diag_warn("%s: %s has no byte order mark", path, text_enc_name(t->to));
	if (t->claim != TEXT_NONE)
		diag_warn("%s: still declares %s, but is in %s now", path, text_enc_name(t->claim),
			text_enc_name(t->to));
	if (t->alike != 0)
		diag_warn(t->alike == 1 ? N_("%s: %" PRIu64
					     " character not in %s, written as Windows writes it")
					: N_("%s: %" PRIu64 " characters not in %s, written as "
					     "Windows writes them"),
			path, t->alike, text_enc_name(t->to));
	diag_note("%s: %s -> %s", path, text_enc_name(t->from), text_enc_name(t->to));
}

static void file_text(struct report *r, const char *path, const struct txt_result *t,
	enum err_code rc, const struct err *err)
{
	const struct text_guess *g = &t->guess;
	uint64_t bad = t->bad_input + t->bad_target;

	if (rc == ERR_OK && r->mode == TXT_DETECT) {
		detect_line(path, t);
		return;
	}
	for (size_t i = 0; i < t->bad_count; i++)
		bad_line(r, path, &t->bad[i], t);
	if (bad > t->bad_count)
		diag_warn(bad == t->bad_count + 1
				  ? N_("%s: and %" PRIu64 " more place (--all-places)")
				  : N_("%s: and %" PRIu64 " more places (--all-places)"),
			path, bad - t->bad_count);
	if (r->mode == TXT_COPY && g->verdict == TEXT_MIXED)
		report_ranges(path, t);
	if (rc != ERR_OK) {
		diag_err(path, err);
		return;
	}
	report_lost(path, t);
	if (r->mode == TXT_COPY && t->asked && g->verdict == TEXT_BINARY) {
		report_binary(path, t);
		return;
	}
	if (r->mode == TXT_COPY)
		report_conversion(path, t);
}

void report_file(struct report *r, const char *path, const struct txt_result *t, enum err_code rc,
	const struct err *err)
{
	r->files++;
	if (rc != ERR_OK || (r->mode == TXT_CHECK && t->bad_input != 0))
		r->failed++;
	if (r->json)
		file_json(r, path, t, rc, err);
	else
		file_text(r, path, t, rc, err);
}

void report_error(struct report *r, const char *path, const struct err *err)
{
	struct txt_result none = {.size = 0};

	report_file(r, path, &none, err->code, err);
}

void report_end(struct report *r)
{
	if (!r->json)
		return;
	json_array_end(&r->j);
	json_kv_u64(&r->j, "failed", r->failed);
	json_object_end(&r->j);
	out_buf(&r->text);
	out_str("\n");
}
