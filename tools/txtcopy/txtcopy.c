/* SPDX-License-Identifier: MIT */
#include "txtcopy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/tr.h"

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
	return g->certainty / 10;
}

const char *txt_verdict_name(enum text_verdict v)
{
	static const char *const names[] = {N_("empty"), N_("certain"), N_("likely"),
		N_("ambiguous"), N_("mixed"), N_("binary")};

	return names[v];
}

static void report_progress(const struct txt_opts *o, size_t bytes)
{
	if (o->progress != NULL)
		o->progress(bytes);
}

static enum err_code discard(void *user, struct span out, struct err *err)
{
	(void)user;
	(void)out;
	(void)err;
	return ERR_OK;
}

/* A converter that only lists what is invalid in the encoding. */
static enum err_code open_checker(
	enum text_enc enc, struct txt_result *r, struct text_conv **out, struct err *err)
{
	struct text_conv_opts opts = {.from = enc,
		.to = TEXT_UTF8,
		.lossy = TEXT_LOSSY_REPLACE,
		.on_bad = keep_bad,
		.write = discard,
		.user = r};

	return text_conv_open(&opts, out, err);
}

static enum err_code validate(
	struct span in, enum text_enc enc, struct txt_result *r, struct err *err)
{
	struct text_conv_stats stats = {.bad_input = 0};
	struct text_conv *c;
	enum err_code rc = open_checker(enc, r, &c, err);

	if (rc != ERR_OK)
		return rc;
	rc = text_conv_feed(c, in, err);
	if (rc == ERR_OK)
		rc = text_conv_finish(c, &stats, err);
	text_conv_close(c);
	r->bad_input = stats.bad_input;
	return rc;
}

/* The detector has counted invalid places in the whole text, and found none. */
static bool is_proven(const struct txt_result *r)
{
	const struct text_guess *g = &r->guess;

	return g->count != 0 && g->enc == r->from && g->cand[0].bad == 0 &&
	       (g->bom || text_enc_unit(g->enc) == 1);
}

static bool wants_change(const struct txt_opts *o, const struct txt_result *r)
{
	if (o->eol != TEXT_EOL_KEEP || r->bom != TEXT_BOM_KEEP || o->repair)
		return true;
	if (o->to == TEXT_NONE)
		return false;
	return o->to != r->from || r->guess.verdict == TEXT_MIXED ||
	       (o->lossy != TEXT_LOSSY_REFUSE &&
		       !is_proven(r)); /* invalid places are to be replaced */
}

void txt_name_candidates(
	const struct text_guess *g, unsigned count, bool all, char *to, size_t size)
{
	char before[TXT_NAMES_SIZE];

	snprintf(to, size, "%s", text_enc_name(g->cand[0].enc));
	for (unsigned i = 1; i < count; i++) {
		snprintf(before, sizeof(before), "%s", to);
		snprintf(to, size,
			i + 1 < count ? tr("%s, %s")
			: all         ? tr("%s and %s")
				      : tr("%s or %s"),
			before, text_enc_name(g->cand[i].enc));
	}
}

/* Whether a mixed file may be converted range by range. */
static enum err_code check_mixed(
	const struct txt_opts *o, const struct txt_result *r, struct err *err)
{
	const struct text_guess *g = &r->guess;
	char names[TXT_NAMES_SIZE];
	unsigned least = g->certainty;

	for (size_t i = 0; i < r->range_count; i++)
		least = r->ranges[i].certainty < least ? r->ranges[i].certainty : least;
	/* Without --to no line gets another encoding unasked. */
	if (o->repair || (!o->strict && keeps_bytes(o, r)) ||
		(o->to != TEXT_NONE && (o->guess || (!o->strict && least >= TXT_SURE_MIXED))))
		return ERR_OK;
	txt_name_candidates(g, g->mixed, true, names, sizeof(names));
	return err_set(err, ERR_FORMAT, "has lines in %s (%u %%): --repair takes them for that",
		names, least / 10);
}

/* Of a few bytes that may be data or a text. */
static enum err_code refuse_short(const struct text_guess *g, struct err *err)
{
	struct text_guess texts = *g;
	char names[TXT_NAMES_SIZE];

	texts.count--;
	memmove(texts.cand, g->cand + 1, texts.count * sizeof(*texts.cand));
	txt_name_candidates(&texts, texts.count < 3 ? texts.count : 3, false, names, sizeof(names));
	return err_set(err, ERR_UNSUPPORTED, "%s, could be %s: name it with --from",
		tr(text_reason_text(g->reason)), names);
}

/* Whether this guess may be converted. */
static enum err_code check_guess(
	const struct txt_opts *o, const struct txt_result *r, struct err *err)
{
	const struct text_guess *g = &r->guess;
	/* Valid UTF-8 stays unchanged, so a wrong guess does no harm. */
	bool kept = g->enc == TEXT_UTF8 && g->verdict == TEXT_LIKELY && r->to == TEXT_UTF8;
	char names[TXT_NAMES_SIZE];

	if (o->from != TEXT_NONE)
		return ERR_OK;
	switch (g->verdict) {
	case TEXT_BINARY:
		if (g->reason == TEXT_REASON_SHORT)
			return refuse_short(g, err);
		return err_set(err, ERR_UNSUPPORTED,
			"looks binary (%s): name the encoding with --from",
			tr(text_reason_text(g->reason)));
	case TEXT_MIXED:
		return check_mixed(o, r, err);
	case TEXT_AMBIGUOUS:
	case TEXT_LIKELY:
		if (g->certainty < TXT_SURE && !kept && !o->guess) {
			txt_name_candidates(
				g, g->count < 3 ? g->count : 3, false, names, sizeof(names));
			return err_set(err, ERR_UNSUPPORTED,
				"could be %s: name it with --from, or --guess takes the first",
				names);
		}
		if (o->strict)
			return err_set(err, ERR_UNSUPPORTED,
				"is %s with %u %%, not certain: name the encoding with --from",
				text_enc_name(g->enc), txt_percent(g));
		return ERR_OK;
	default:
		return ERR_OK;
	}
}

/* Whether it looks binary, and that is not an error. */
static bool is_left(const struct txt_opts *o, const struct txt_result *r)
{
	return o->from == TEXT_NONE && r->guess.verdict == TEXT_BINARY &&
	       (o->binary == TXT_BINARY_COPY || o->binary == TXT_BINARY_SKIP);
}

/* The result of copying a text with invalid places. */
static enum err_code judge_copy(const struct txt_opts *o, struct txt_result *r, struct err *err)
{
	bool binary = r->guess.verdict == TEXT_BINARY;

	if (!o->strict && o->to == TEXT_NONE)
		return ERR_OK;
	if (is_left(o, r)) {
		r->skipped = o->binary == TXT_BINARY_SKIP;
		return ERR_OK;
	}
	if ((o->to != TEXT_NONE || binary) && o->from == TEXT_NONE &&
		r->guess.verdict != TEXT_MIXED && check_guess(o, r, err) != ERR_OK)
		return err->code;
	if (r->bad_input != 0)
		return err_set(err, ERR_FORMAT,
			r->bad_input == 1 ? N_("%llu place is not valid %s")
					  : N_("%llu places are not valid %s"),
			(unsigned long long)r->bad_input, text_enc_name(r->from));
	if (r->guess.verdict == TEXT_MIXED) {
		char names[TXT_NAMES_SIZE];

		txt_name_candidates(&r->guess, r->guess.mixed, true, names, sizeof(names));
		return err_set(err, ERR_FORMAT, "has lines in %s", names);
	}
	return ERR_OK;
}

/* A text found to be GB18030 is mostly GBK, which has no mark. */
static void settle_mark(const struct txt_opts *o, struct txt_result *r)
{
	bool found = o->from == TEXT_NONE;
	bool none = text_enc_bom(r->to).len == 0 ||
		    (found && o->to == TEXT_NONE && r->to == TEXT_GB18030 && !r->guess.bom);

	r->bom = o->bom;
	r->unmarked = o->bom == TEXT_BOM_ADD && none && r->guess.verdict != TEXT_MIXED;
	if (r->unmarked || (o->bom == TEXT_BOM_REMOVE &&
				   (found ? !r->guess.bom : text_enc_bom(r->from).len == 0)))
		r->bom = TEXT_BOM_KEEP;
}

static void settle_encodings(const struct txt_opts *o, struct txt_result *r)
{
	r->from = o->from != TEXT_NONE ? o->from : r->guess.enc;
	r->to = o->to != TEXT_NONE ? o->to : r->from;
	r->asked = o->to != TEXT_NONE && o->from == TEXT_NONE;
	if (o->repair && o->to == TEXT_NONE)
		r->to = TEXT_UTF8;
	if (o->bom == TEXT_BOM_ADD && r->to == TEXT_ASCII)
		r->to = TEXT_UTF8; /* ASCII has no byte order mark, and every ASCII text is UTF-8 */
	settle_mark(o, r);
}

struct text_hints txt_hints(const struct txt_opts *o)
{
	return (struct text_hints){.prefer = o->prefer,
		.only = o->only_count != 0 ? o->only : NULL,
		.only_count = o->only_count,
		.uncut = o->repair};
}

/* Whether the bytes alone are ambiguous. Valid UTF-8 that is likely is left unchanged, whatever the
 * neighbouring files are. */
static bool is_undecided(const struct text_guess *g)
{
	switch (g->verdict) {
	case TEXT_AMBIGUOUS:
	case TEXT_LIKELY:
		return g->certainty < (g->enc == TEXT_UTF8 ? TXT_SURE : TXT_UNDECIDED);
	case TEXT_MIXED:
		return g->certainty < TXT_UNDECIDED;
	case TEXT_BINARY: /* a few characters may look binary only because they are few */
		return g->reason >= TEXT_REASON_NOISE;
	default:
		return false;
	}
}

/* Uses the encoding of neighbouring files, if that decides. */
static enum err_code ask_neighbours(struct span in, const struct text_look *look,
	const struct txt_opts *o, struct txt_result *r, struct err *err)
{
	struct text_hints hints = txt_hints(o);
	struct text_guess again;
	unsigned count = 0;
	enum err_code rc;

	hints.sibling = neighbours_ask(o->neighbours, r->path, &r->guess, &count);
	if (hints.sibling == TEXT_NONE)
		return ERR_OK;
	rc = text_detect_looked(in, look, &hints, &again, err);
	if (rc != ERR_OK || again.enc != hints.sibling || again.verdict == TEXT_MIXED ||
		again.certainty < TXT_SURE)
		return rc;
	r->guess = again;
	r->neighbours = count;
	return ERR_OK;
}

/* Detects the encoding of all of in; look has scanned it. */
static enum err_code guess_from(struct span in, const struct text_look *look,
	const struct txt_opts *o, struct txt_result *r, struct err *err)
{
	struct text_hints hints = txt_hints(o);
	enum err_code rc = text_detect_looked(in, look, &hints, &r->guess, err);
	bool asks =
		rc == ERR_OK && is_undecided(&r->guess) && o->neighbours != NULL && r->path != NULL;

	r->postponed = asks && o->postpone;
	if (r->postponed) {
		*err = (struct err){.code = ERR_UNSUPPORTED}; /* without a text: it is not told */
		return err->code;
	}
	if (asks)
		rc = ask_neighbours(in, look, o, r, err);
	settle_encodings(o, r);
	if (rc == ERR_OK && r->guess.verdict == TEXT_MIXED)
		rc = find_ranges(in, r, err);
	return rc;
}

/* Copies block by block with a single scan; most texts need no other. */
static enum err_code copy_looking(struct source *src, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	bool examined = src->whole;
	struct text_look look;
	struct span block;
	enum err_code rc;

	text_look_init(&look);
	for (;;) {
		rc = source_next(src, true, &block, err);
		if (rc != ERR_OK || block.len == 0)
			break;
		if (!examined)
			text_look_feed(&look, block);
		rc = sink_write(sink, block, err);
		if (rc != ERR_OK)
			break;
		report_progress(o, block.len);
	}
	r->told = true;
	if (!examined)
		r->size = look.len;
	if (rc == ERR_OK && !examined) {
		if (text_look_settles(&look, &r->guess)) {
			settle_encodings(o, r);
			return ERR_OK;
		}
		rc = source_whole(src, err);
		if (rc == ERR_OK)
			rc = guess_from(src->data, &look, o, r, err);
	}
	if (rc == ERR_OK && r->from != TEXT_NONE && r->guess.verdict != TEXT_MIXED && !is_proven(r))
		rc = validate(src->data, r->from, r, err);
	return rc;
}

/* Feeds the whole source to a converter, and unchanged to the sink unless that is NULL. */
static enum err_code feed_all(struct source *src, const struct txt_opts *o, struct text_conv *c,
	struct sink *sink, struct err *err)
{
	struct span block;
	enum err_code rc;

	for (;;) {
		rc = source_next(src, false, &block, err);
		if (rc != ERR_OK || block.len == 0)
			return rc;
		rc = text_conv_feed(c, block, err);
		if (rc == ERR_OK && sink != NULL)
			rc = sink_write(sink, block, err);
		if (rc != ERR_OK)
			return rc;
		report_progress(o, block.len);
	}
}

/* The same with a known encoding. */
static enum err_code copy_checking(struct source *src, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	struct text_conv_stats stats = {.bad_input = 0};
	struct text_conv *c;
	enum err_code rc = open_checker(o->from, r, &c, err);

	if (rc != ERR_OK)
		return rc;
	rc = feed_all(src, o, c, sink, err);
	if (rc == ERR_OK)
		rc = text_conv_finish(c, &stats, err);
	text_conv_close(c);
	r->bad_input = stats.bad_input;
	r->size = stats.bytes_in;
	settle_encodings(o, r);
	return rc;
}

static enum err_code plain_copy(struct source *src, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	enum err_code rc;

	sink->through = !o->strict && o->to == TEXT_NONE;
	rc = o->from != TEXT_NONE ? copy_checking(src, o, sink, r, err)
				  : copy_looking(src, o, sink, r, err);
	return rc == ERR_OK ? judge_copy(o, r, err) : rc;
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

/* Runs the whole source through a converter. */
static enum err_code run_converter(struct source *src, const struct txt_opts *o,
	const struct text_conv_opts *opts, struct text_conv_stats *stats, struct err *err)
{
	struct text_conv *c;
	enum err_code rc = text_conv_open(opts, &c, err);

	if (rc != ERR_OK)
		return rc;
	rc = feed_all(src, o, c, NULL, err);
	if (rc == ERR_OK)
		rc = text_conv_finish(c, stats, err);
	text_conv_close(c);
	return rc;
}

/* The result of a refused conversion. */
static enum err_code judge_conversion(const struct txt_result *r, struct err *err)
{
	if (r->bad_input != 0)
		return err_set(err, ERR_FORMAT,
			r->bad_input == 1 ? N_("%llu place is not valid %s; nothing written")
					  : N_("%llu places are not valid %s; nothing written"),
			(unsigned long long)r->bad_input, text_enc_name(r->from));
	return r->bad_target != 0 ? lacking_failed(r->bad_target, r->to, err) : ERR_OK;
}

/* Few texts have invalid places, and locating them needs counting lines: if the input can be read
 * again, that is done only when there is one. */
static enum err_code convert(struct source *src, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	bool later = o->lossy == TEXT_LOSSY_REFUSE && source_stays(src);
	struct convert_state state = {.sink = sink, .result = r};
	struct text_conv_opts opts = {.from = r->from,
		.to = r->to,
		.bom = r->bom,
		.eol = o->eol,
		.lossy = o->lossy,
		.exact = o->strict && o->lossy == TEXT_LOSSY_REFUSE,
		.on_bad = later ? NULL : state_bad,
		.write = to_sink,
		.user = &state};
	struct text_conv_stats stats;
	enum err_code rc = ERR_OK;

	sink->through = o->lossy != TEXT_LOSSY_REFUSE;
	/* The converter then reads the mapped pages without a copy. */
	if (!src->is_pipe && file_maps())
		rc = source_whole(src, err);
	if (rc == ERR_OK)
		rc = run_converter(src, o, &opts, &stats, err);
	if (rc != ERR_OK)
		return rc;
	r->size = stats.bytes_in;
	r->bad_input = stats.bad_input;
	r->bad_target = stats.bad_target;
	r->alike = stats.alike;
	r->converted = true;
	if (later && stats.bad_input + stats.bad_target != 0 && source_again(src)) {
		opts.on_bad = keep_bad;
		opts.write = discard;
		opts.user = r;
		rc = run_converter(src, o, &opts, &stats, err);
		if (rc != ERR_OK)
			return rc;
	}
	return o->lossy == TEXT_LOSSY_REFUSE ? judge_conversion(r, err) : ERR_OK;
}

/* Only other line ends. The lines of a mixed file need not be valid in one encoding. */
static enum err_code convert_ends(struct source *src, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	struct text_conv *check = NULL;
	enum err_code rc = ERR_OK;

	if (r->guess.verdict != TEXT_MIXED && !is_proven(r))
		rc = open_checker(r->from, r, &check, err);
	if (rc == ERR_OK)
		rc = change_ends(src, o, sink, check, r, err);
	text_conv_close(check);
	return rc == ERR_OK ? judge_conversion(r, err) : rc;
}

/* Examines the whole input: encoding and line ends. */
static enum err_code examine(
	struct source *src, const struct txt_opts *o, struct txt_result *r, struct err *err)
{
	struct text_look look;
	enum err_code rc = source_whole(src, err);

	if (rc != ERR_OK)
		return rc;
	r->size = src->data.len;
	settle_encodings(o, r);
	if (o->from == TEXT_NONE || o->mode == TXT_DETECT) {
		text_look_init(&look);
		text_look_feed(&look, src->data);
		rc = guess_from(src->data, &look, o, r, err);
	}
	if (o->mode == TXT_DETECT)
		count_lines(src->data, r->from, &r->lines);
	return rc;
}

static enum err_code check_utf8(struct source *src, struct txt_result *r, struct err *err)
{
	if (r->guess.verdict == TEXT_BINARY && r->guess.reason < TEXT_REASON_NOISE)
		return err_set(err, ERR_FORMAT, "looks binary, is not UTF-8 text");
	if (text_enc_unit(r->from) > 1)
		return err_set(err, ERR_FORMAT, "is %s, not UTF-8", text_enc_name(r->from));
	if (is_proven(r) && (r->from == TEXT_UTF8 || r->from == TEXT_ASCII))
		return ERR_OK;
	return validate(src->data, TEXT_UTF8, r, err);
}

/* Without these options the bytes stay unchanged, whatever the encoding is. */
static bool stays(const struct txt_opts *o)
{
	return o->to == TEXT_NONE && o->eol == TEXT_EOL_KEEP && o->bom == TEXT_BOM_KEEP &&
	       !o->repair;
}

static enum err_code produce(struct source *src, const struct txt_opts *o, struct sink *sink,
	struct txt_result *r, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (stays(o))
		return plain_copy(src, o, sink, r, err);
	/* A pipe with a known encoding is converted as it arrives, unless its content is needed
	 * again. */
	if (o->from == TEXT_NONE || sink->replaces || o->repair)
		rc = examine(src, o, r, err);
	else
		settle_encodings(o, r);
	if (rc == ERR_OK && !wants_change(o, r))
		return plain_copy(src, o, sink, r, err);
	if (rc == ERR_OK && is_left(o, r)) {
		r->to = r->from;
		r->skipped = o->binary == TXT_BINARY_SKIP;
		return r->skipped ? ERR_OK : sink_write(sink, src->data, err);
	}
	if (rc == ERR_OK)
		rc = check_guess(o, r, err);
	if (rc != ERR_OK)
		return rc;
	if (keeps_bytes(o, r))
		rc = convert_ends(src, o, sink, r, err);
	else if (r->guess.verdict == TEXT_MIXED && o->from == TEXT_NONE)
		rc = repair(src->data, o, sink, r, err);
	else
		rc = convert(src, o, sink, r, err);
	/* A pipe converted as it arrived cannot be read again. */
	return rc == ERR_OK && src->whole ? note_claim(src->data, r, err) : rc;
}

static enum err_code copy_to(struct source *src, const char *out, const struct txt_opts *o,
	struct txt_result *r, struct err *err)
{
	struct sink sink;
	enum err_code rc = sink_open(&sink, out, src, o, err);

	if (rc != ERR_OK)
		return rc;
	rc = source_failed(src, produce(src, o, &sink, r, err), err);
	if (rc == ERR_OK &&
		(r->skipped ||
			sink_is_unchanged(&sink))) { /* keeps its time, and an older backup */
		sink_abort(&sink);
		return ERR_OK;
	}
	if (rc == ERR_OK)
		rc = sink_settle(&sink, err);
	if (rc == ERR_OK && sink.replaces && r->converted && o->lossy == TEXT_LOSSY_REFUSE)
		rc = sink_verify(&sink, src->data, o, r, err);
	rc = source_failed(src, rc, err);
	if (rc == ERR_OK && o->backup != NULL)
		rc = sink_backup(&sink, o->backup, o->force, err);
	source_close(src); /* Windows cannot replace an open file */
	if (rc == ERR_OK && o->later && sink.file != NULL)
		rc = sink_hand_over(&sink, &r->waiting, err);
	else if (rc == ERR_OK)
		rc = sink_commit(&sink, err);
	else
		sink_abort(&sink);
	r->written = rc == ERR_OK && r->waiting == NULL;
	r->lost = sink.lost;
	r->links = sink.links;
	return rc;
}

enum err_code txt_run(const char *in, const char *out, const struct txt_opts *o,
	struct txt_result *r, struct err *err)
{
	struct source src;
	enum err_code rc;

	memset(r, 0, sizeof(*r));
	r->path = strcmp(in, TXT_STDIO) != 0 ? in : NULL;
	r->bad_max = o->all_places ? TXT_BAD_ALL : TXT_BAD_SHOWN;
	rc = source_open(in, o->in_place, o->known, &src, err);
	if (rc == ERR_OK && o->mode == TXT_COPY)
		rc = copy_to(&src, out, o, r, err);
	else if (rc == ERR_OK)
		rc = examine(&src, o, r, err);
	if (rc == ERR_OK && o->mode == TXT_CHECK)
		rc = check_utf8(&src, r, err);
	rc = source_failed(&src, rc, err);
	source_close(&src);
	return rc;
}
