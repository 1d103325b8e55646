/* SPDX-License-Identifier: MIT */
/*
 * Which encoding: what structure proves comes first (marks, UTF-32, UTF-16, escapes, strict
 * UTF-8), then the prices of the legacy encodings decide. All of the input is looked at: a legacy
 * comment often stands late in a file whose head is ASCII.
 */
#include <math.h>
#include <stdlib.h>

#include "detect/detect_single.h"

/* Quarter nats that hints are worth. */
#define HINT_PREFER   40
#define HINT_DECLARED 60
#define HINT_SIBLING  16
#define HINT_SYSTEM   1

#define PRICE_MIXED 40 /* few files have lines of two encodings */

static void settle(struct text_guess *out, enum text_verdict verdict, enum text_enc enc)
{
	out->verdict = verdict;
	out->enc = enc;
	out->count = 1;
	out->cand[0] = (struct text_cand){.enc = enc, .permille = 1000};
}

static void settle_wide(const struct wide *wide, struct span in, struct text_guess *out)
{
	settle(out, wide->lead < LEAD_CERTAIN ? TEXT_LIKELY : TEXT_CERTAIN, wide->enc);
	out->non_ascii = in.len / text_enc_unit(wide->enc);
}

/* Text with a mark. */
static void by_mark(struct span in, enum text_enc enc, struct text_guess *out)
{
	settle(out, TEXT_CERTAIN, enc);
	out->bom = true;
	out->cand[0].bad = count_bad(enc, in);
}

/* A few units, of which some are in no text, are numbers. */
#define LEAD_NUMBERS 80

static bool is_numbers(const struct wide *wide)
{
	return wide->odd && wide->lead < LEAD_NUMBERS;
}

/* What needs no statistics; false when they are needed. */
static bool by_structure(struct span in, const struct text_look *look, struct text_guess *out)
{
	bool binary = look_binary(look, 10);
	size_t bom_len;
	enum text_enc enc = text_find_bom(in, &bom_len);
	bool nul = look_has_nul(look);
	struct wide wide = {TEXT_NONE, 0, false};

	if (text_look_settles(look, out))
		return true;
	if (enc != TEXT_NONE) {
		by_mark(in, enc, out);
		return true;
	}
	if (!nul && look->high == 0) {
		enc = find_escapes(in);
		settle(out, TEXT_CERTAIN, enc != TEXT_NONE ? enc : TEXT_ASCII);
		if (enc == TEXT_NONE && look_binary(look, 30))
			settle(out, TEXT_BINARY, TEXT_NONE);
		return true;
	}
	/* Without NUL it may be UTF-16 too, but then the prices are compared. */
	if (nul || binary)
		wide = find_wide(in, UINT64_MAX);
	if (nul && binary && is_numbers(&wide))
		wide.enc = TEXT_NONE;
	if (nul && wide.enc != TEXT_NONE) {
		settle_wide(&wide, in, out);
		return true;
	}
	if (binary && wide.enc == TEXT_NONE) {
		settle(out, TEXT_BINARY, TEXT_NONE);
		return true;
	}
	if (look->utf8 && look->carry_len == 0) {
		settle(out, TEXT_LIKELY, look->high == 0 ? TEXT_ASCII : TEXT_UTF8);
		return true;
	}
	return false;
}

/* A hint names an encoding or one that reads the same bytes. */
static bool hint_fits(enum text_enc hint, enum text_enc enc)
{
	if (hint == enc)
		return true;
	switch (hint) {
	case TEXT_GBK:
		return enc == TEXT_GB18030;
	case TEXT_ISO_8859_1:
		return enc == TEXT_WINDOWS_1252;
	case TEXT_ISO_8859_9:
		return enc == TEXT_WINDOWS_1254;
	case TEXT_ISO_8859_11:
		return enc == TEXT_WINDOWS_874;
	default:
		return false;
	}
}

static uint64_t take(uint64_t price, uint64_t bonus)
{
	return price > bonus ? price - bonus : 0;
}

static void apply_hints(struct scores *scores, const struct text_hints *hints)
{
	if (scores->margin == 0)
		return;
	for (size_t i = 0; i < scores->count; i++) {
		struct score *s = &scores->list[i];

		if (s->bad != 0)
			continue;
		if (hint_fits(hints->prefer, s->enc))
			s->price = take(s->price, HINT_PREFER);
		if (hint_fits(hints->declared, s->enc))
			s->price = take(s->price, HINT_DECLARED);
		if (hint_fits(hints->sibling, s->enc))
			s->price = take(s->price, HINT_SIBLING);
		if (hint_fits(hints->system, s->enc))
			s->price = take(s->price, HINT_SYSTEM);
	}
}

static bool is_better(const struct score *x, const struct score *y)
{
	return x->price != y->price ? x->price < y->price : x->enc < y->enc;
}

/* The best first; they are few. */
static void sort_scores(struct scores *scores)
{
	struct score *s = scores->list;

	for (size_t i = 1; i < scores->count; i++) {
		struct score one = s[i];
		size_t at = i;

		for (; at > 0 && is_better(&one, &s[at - 1]); at--)
			s[at] = s[at - 1];
		s[at] = one;
	}
}

/* Candidates that read differently, with their shares of belief. Prices of neighbouring
 * characters are not independent, so leads count for half. */
static void fill_candidates(struct text_guess *out, const struct scores *scores)
{
	const struct score *s = scores->list;
	double weight[TEXT_CAND_MAX];
	double total = 0;

	out->count = 0;
	for (size_t i = 0; i < scores->count && out->count < TEXT_CAND_MAX; i++) {
		bool same = false;

		for (unsigned k = 0; k < out->count; k++)
			same = same || same_single(out->cand[k].enc, s[i].enc, &scores->high);
		if (same)
			continue;
		weight[out->count] = exp(-(double)(s[i].price - s[0].price) / 8);
		total += weight[out->count];
		out->cand[out->count++] = (struct text_cand){
			.enc = s[i].enc, .language = s[i].language, .bad = s[i].bad};
	}
	for (unsigned k = 0; k < out->count; k++)
		out->cand[k].permille = (unsigned)(weight[k] / total * 1000);
	while (out->count > 1 && out->cand[out->count - 1].permille == 0)
		out->count--;
}

static void judge(struct text_guess *out, const struct scores *scores)
{
	const struct score *s = scores->list;
	uint64_t lead = UINT64_MAX;

	fill_candidates(out, scores);
	out->enc = out->cand[0].enc;
	for (size_t i = 1; i < scores->count; i++) {
		if (!same_single(s[0].enc, s[i].enc, &scores->high)) {
			lead = s[i].price - s[0].price;
			break;
		}
	}
	if (lead < LEAD_LIKELY)
		out->verdict = TEXT_AMBIGUOUS;
	else if (lead < LEAD_CERTAIN || s[0].bad != 0 || lead < s[0].price / LEAD_SHARE)
		out->verdict = TEXT_LIKELY;
	else
		out->verdict = TEXT_CERTAIN;
}

/* What the prices are made with. */
struct pricing {
	struct byte_pairs pairs;
	const struct single_tables *tables;
	const struct text_hints *hints;
};

/* How far behind a candidate may be and still win by hints. */
static uint64_t margin_of(const struct text_hints *hints)
{
	uint64_t margin = 0;

	margin += hints->prefer != TEXT_NONE ? HINT_PREFER : 0;
	margin += hints->declared != TEXT_NONE ? HINT_DECLARED : 0;
	margin += hints->sibling != TEXT_NONE ? HINT_SIBLING : 0;
	return margin + (hints->system != TEXT_NONE ? HINT_SYSTEM : 0);
}

static void rank_with(const struct part *part, struct pricing *p, bool hasty, struct scores *s)
{
	struct single_work work;

	s->count = 0;
	s->best = PRICE_ANY;
	s->second = PRICE_ANY;
	s->margin = margin_of(p->hints);
	s->hasty = hasty;
	s->gave_up = false;
	s->high = p->pairs.high;
	single_work_init(&work, p->tables, &p->pairs);
	score_likely_single(&work, s);
	score_multis(part, s);
	score_singles(&work, s);
	apply_hints(s, p->hints);
	sort_scores(s);
}

#define BAD_SHARE 16 /* of the price; a text of one encoding has less in bad places */

/* Scores in order of price; none that costs most or more. */
static void rank(const struct part *part, struct pricing *p, uint64_t most, struct scores *s)
{
	s->most = most;
	byte_pairs_collect(&p->pairs, part);
	rank_with(part, p, true, s);
	if (s->gave_up &&
		(s->count == 0 || s->list[0].bad * PRICE_BAD > s->list[0].price / BAD_SHARE))
		rank_with(part, p, false, s);
}

static void settle_mixed(
	const struct score *other, const struct utf8_score *utf8, struct text_guess *out)
{
	settle(out, TEXT_MIXED, TEXT_UTF8);
	out->count = 2;
	out->cand[0].permille = 500;
	out->cand[0].bad = utf8->bad;
	out->cand[1] =
		(struct text_cand){.enc = other->enc, .permille = 500, .language = other->language};
}

#define LONG_TEXT 16384 /* pricing its other lines takes longer than its lines of UTF-8 */
#define FEW_LINES 65536 /* bytes of these */

/* Are the lines of UTF-8, of which a long text has few, cheaper in another encoding than good?
 * Pairs of GBK look like that. */
static bool are_chance(const struct part *lines, uint64_t good, struct pricing *p)
{
	struct part some;
	struct scores s = {.count = 0};
	struct span piece;
	struct buf buf;
	size_t pos = 0;

	if (lines->in.len < LONG_TEXT)
		return false;
	buf_init(&buf, FEW_LINES);
	while (buf.failed == ERR_OK && part_next(lines, &pos, &piece))
		buf_add(&buf, piece.ptr, piece.len);
	some = (struct part){span_of(buf.ptr, buf.len), LINES_ALL};
	if (buf.failed == ERR_OK)
		rank(&some, p, good, &s);
	buf_free(&buf);
	return s.count != 0;
}

/* Lines of UTF-8 and lines of another encoding. */
static bool is_mixed(
	struct span in, struct pricing *p, const struct score *best, struct text_guess *out)
{
	struct part lines = {in, LINES_UTF8};
	struct part others = {in, LINES_OTHER};
	struct utf8_score utf8;
	struct span piece;
	struct scores s;
	size_t pos = 0;
	uint64_t most;
	uint64_t good; /* what is UTF-8 costs that in a mixed text */

	if (!part_next(&lines, &pos, &piece))
		return false;
	utf8 = score_utf8(in, PRICE_ANY);
	good = utf8.price - utf8.bad * PRICE_BAD + PRICE_MIXED;
	most = best->price < utf8.price ? best->price : utf8.price;
	if (good >= most || are_chance(&lines, good, p))
		return false;
	rank(&others, p, most - good, &s);
	if (s.count == 0 || s.list[0].bad != 0 || s.list[0].price >= most - good)
		return false;
	settle_mixed(&s.list[0], &utf8, out);
	return true;
}

/* Damaged UTF-8, or a file with lines of two encodings. True when it is one of them. */
static bool try_mixed(
	struct span in, struct pricing *p, const struct score *best, struct text_guess *out)
{
	struct utf8_score utf8 = score_utf8(in, best->price);

	if (utf8.price < best->price && utf8.chars == 0)
		return false;
	if (is_mixed(in, p, best, out))
		return true;
	if (utf8.chars > utf8.bad && utf8.price < best->price) {
		settle(out, TEXT_LIKELY, TEXT_UTF8);
		out->cand[0].bad = utf8.bad;
		return true;
	}
	return false;
}

/* ASCII is free in the price of an 8-bit text; as UTF-16 it has to be paid. */
#define PRICE_ASCII 9

/* UTF-16 without NUL that is cheaper than the best 8-bit text. */
static struct wide wide_beside(struct span in, uint64_t high, const struct score *best)
{
	uint64_t price = best->price + (in.len - high) * PRICE_ASCII;

	if (has_blanks(in))
		return (struct wide){TEXT_NONE, 0, false};
	return find_wide(in, best->bad != 0 ? UINT64_MAX : price);
}

/* Settles a large input by a sample; false when that is not certain. */
static bool by_sample(struct span in, struct pricing *p, struct text_guess *out)
{
	struct text_guess guess = {.non_ascii = out->non_ascii};
	struct scores s;
	struct buf sample;
	uint64_t bad;
	bool taken;

	buf_init(&sample, 0);
	taken = sample_take(in, &sample);
	if (taken) {
		struct part part = {span_of(sample.ptr, sample.len), LINES_ALL};

		rank(&part, p, PRICE_ANY, &s);
		if (!try_mixed(part.in, p, &s.list[0], &guess))
			judge(&guess, &s);
	}
	buf_free(&sample);
	if (!taken || guess.verdict != TEXT_CERTAIN || !sample_holds(in, guess.enc, &bad))
		return false;
	*out = guess;
	out->cand[0].bad = bad;
	out->verdict = bad != 0 ? TEXT_LIKELY : TEXT_CERTAIN;
	return true;
}

/* core: the text or what compact_take made of it. */
static void decide(
	struct span in, struct span core, bool nul, struct pricing *p, struct text_guess *out)
{
	struct part all = {core, LINES_ALL};
	struct wide wide = {TEXT_NONE, 0, false};
	struct scores s;

	rank(&all, p, PRICE_ANY, &s);
	if (!nul)
		wide = wide_beside(in, out->non_ascii, &s.list[0]);
	if (wide.enc != TEXT_NONE)
		settle_wide(&wide, in, out);
	else if (!try_mixed(core, p, &s.list[0], out))
		judge(out, &s);
}

/* By the prices of all encodings. */
static enum err_code by_price_of_all(struct span in, bool nul, const struct text_hints *hints,
	struct text_guess *out, struct err *err)
{
	struct pricing p = {.hints = hints, .tables = single_tables_get()};
	struct blob compact;
	enum err_code rc;

	if (p.tables == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = byte_pairs_open(&p.pairs, out->non_ascii, err);
	if (rc != ERR_OK)
		return rc;
	if (sample_worth(out->non_ascii) && find_wide(in, UINT64_MAX).enc == TEXT_NONE &&
		by_sample(in, &p, out))
		goto out;
	decide(in, compact_take(in, out->non_ascii, &compact) ? blob_span(compact) : in, nul, &p,
		out);
	free(compact.ptr);
out:
	byte_pairs_close(&p.pairs);
	return ERR_OK;
}

enum err_code text_detect_looked(struct span in, const struct text_look *look,
	const struct text_hints *hints, struct text_guess *out, struct err *err)
{
	struct text_hints own = {TEXT_NONE, TEXT_NONE, TEXT_NONE, TEXT_NONE};

	*out = (struct text_guess){.verdict = TEXT_EMPTY};
	if (by_structure(in, look, out))
		return ERR_OK;
	if (hints != NULL)
		own = *hints;
	if (own.declared == TEXT_NONE)
		own.declared = text_find_declared(in);
	return by_price_of_all(in, look_has_nul(look), &own, out, err);
}

enum err_code text_detect(
	struct span in, const struct text_hints *hints, struct text_guess *out, struct err *err)
{
	struct text_look look;

	text_look_init(&look);
	text_look_feed(&look, in);
	return text_detect_looked(in, &look, hints, out, err);
}
