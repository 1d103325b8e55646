/* SPDX-License-Identifier: MIT */
#include "choose.h"

#include <string.h>

#include "biosbelt/bcj2.h"
#include "biosbelt/thread.h"
#include "look.h"

/* Size of the sample; over CHOOSE_SMALL --best takes a larger one. */
#define SAMPLE      ((size_t)512 << 10)
#define SAMPLE_BCJ2 ((size_t)1 << 20) /* programs also have tables and debug data */
#define SAMPLE_BEST ((size_t)2 << 20)
#define SAMPLE_5    ((size_t)128 << 10)
#define SAMPLE_ONCE ((size_t)24 << 10) /* of 16 KB of records too few contexts are guessed */
/* Levels with the quick parse sample a sixteenth, within these bounds; those with one the least. */
#define QUICK_LEAST ((size_t)16 << 10)
#define QUICK_MOST  ((size_t)32 << 10)
/* Up to this level only likely settings are tried, of small inputs and sound up to QUICK_SMALL. */
#define QUICK_LEVEL 5
#define QUICK_SMALL 8

/* In less other ways take no time. More is parsed once: with the guess where that promises
 * CLOSE_GAIN, else with the plain settings. */
#define ONCE_LEAST ((size_t)4 << 10)

/* With one good parse lc/lp/pb are guessed of tables and where bytes of two or three kinds take
 * turns: for these that gains up to a quarter, for others less than a guess costs. With the quick
 * parse guesses gain too little in smaller inputs, but where there are pairs from GUESS_PAIRS on:
 * for a table of 16-bit numbers they are a twelfth of the bytes. Filters other than x86 are guessed
 * from GUESS_FILTERS on, but for texts. */
#define GUESS_LEAST   ((size_t)1 << 20)
#define GUESS_PAIRS   ((size_t)64 << 10)
#define GUESS_FILTERS ((size_t)128 << 10)

/* Up to this level the parse is quick, and .7z blocks are encoded in parallel parts. */
#define PARTS_LEVEL 4

/*
 * A filter is tried when it promises 1/500 over none, and used without a trial from 1/50. Delta is
 * tried only from there: it spoils repeats elsewhere in the data, which a sample may lack.
 */
#define FILTER_GAIN  500
#define SURE_GAIN    50
/* --best tries none as well up to 1/40. */
#define BEST_GAIN    40
/* One this close to the best is tried as well: 1/60. */
#define NEAR_BEST    60
/* Of a text a level tries a branch filter only from 1/2000: it changes hardly anything. */
#define NEAR_TEXT    2000
/* The default lc/lp/pb are replaced when others promise more than 1/100. */
#define CLOSE_GAIN   100
/* Of tables, and of programs with tables, a guess may be wrong up to 1/20. */
#define SURE_GUESS   20
/* Bytes of a text that are looked at. */
#define TEXT_PLACES  2048
#define TEXT_FILTERS (LZ_BIT(BRANCH_NONE) | LZ_BIT(BRANCH_DELTA))

bool choose_low_level(const struct lz_settings *s)
{
	return !s->best && s->level <= PARTS_LEVEL;
}

bool choose_middle_level(const struct lz_settings *s, size_t len)
{
	return !s->best && !s->classic && s->level > PARTS_LEVEL && s->level < 9 &&
	       len > ONCE_LEAST;
}

bool choose_quickly(const struct lz_settings *s, size_t len)
{
	bool little = len <= CHOOSE_SMALL || s->sound != 0;

	return !s->best && s->level <= (little ? QUICK_SMALL : QUICK_LEVEL);
}

bool choose_once(const struct lz_settings *s, size_t len)
{
	return choose_quickly(s, len) && !choose_low_level(s) && !s->classic && len > ONCE_LEAST &&
	       len <= CHOOSE_SMALL;
}

static size_t sample_for(const struct lz_settings *s, size_t len)
{
	if (s->best && len > CHOOSE_SMALL)
		return SAMPLE_BEST;
	if (choose_once(s, len))
		return SAMPLE_ONCE;
	if (!choose_low_level(s))
		return choose_quickly(s, len) ? SAMPLE_5 : s->bcj2 ? SAMPLE_BCJ2 : SAMPLE;
	return len / 16 < QUICK_LEAST ? QUICK_LEAST : len / 16 > QUICK_MOST ? QUICK_MOST : len / 16;
}

static struct lzma_rules rules_of(const struct lz_settings *s, unsigned filters, size_t len)
{
	struct lzma_rules r = {.filters = filters,
		.lc = s->lc,
		.lp = s->lp,
		.pb = s->pb,
		.lclp_max = lz_lclp_most(s),
		.sample = sample_for(s, len),
		.quick = choose_quickly(s, len) && len > CHOOSE_TINY && !choose_once(s, len),
		.once = choose_once(s, len),
		.aligned = s->best && len <= TABLES_MOST};

	return r;
}

static bool gains(uint64_t cost, uint64_t plain, uint64_t part)
{
	return cost < plain - plain / part;
}

static void add_filter(struct chosen_filters *f, enum branch_kind kind)
{
	size_t i;

	for (i = 0; i < f->count; i++)
		if (f->kind[i] == kind)
			return;
	if (f->count < CHOOSE_FILTERS)
		f->kind[f->count++] = kind;
}

/* Whether a filter is worth encoding with first, or there is none. */
static bool is_first(const struct lzma_guess *g, unsigned allowed, uint64_t plain)
{
	if ((allowed & LZ_BIT(g->filter)) == 0)
		return false;
	/* an uncertain Delta may be followed by a certain branch filter */
	return !lz_is_delta(g->filter) || gains(g->cost, plain, SURE_GAIN);
}

/* Takes those of the guesses that are allowed filters. near: part of the best's cost. strict: of
 * branch filters only those that promise anything; x86 may still gain by BCJ2. */
static void take_filters(const struct lzma_guess *g, size_t count, unsigned allowed, uint64_t near,
	bool best, bool strict, struct chosen_filters *out)
{
	const struct lzma_guess *first = NULL;
	uint64_t plain = UINT64_MAX;
	bool many = near != 0;
	size_t i;

	for (i = 0; i < count; i++)
		if (g[i].filter == BRANCH_NONE)
			plain = g[i].cost;
	for (i = 0; i < count && first == NULL; i++)
		if (is_first(&g[i], allowed, plain))
			first = &g[i];
	if (first == NULL)
		return;
	add_filter(out, gains(first->cost, plain, FILTER_GAIN) ? first->filter : BRANCH_NONE);
	for (i = best ? 0 : (size_t)(first - g) + 1; many && i < count; i++) {
		if (&g[i] == first || g[i].filter == BRANCH_NONE ||
			(allowed & LZ_BIT(g[i].filter)) == 0)
			continue;
		if (strict && g[i].cost >= plain && g[i].filter != BRANCH_X86 &&
			!lz_is_delta(g[i].filter))
			break;
		if (!gains(first->cost, g[i].cost, lz_is_delta(g[i].filter) ? NEAR_BEST : near))
			add_filter(out, g[i].filter);
		break;
	}
	if (many && !gains(first->cost, plain, best ? BEST_GAIN : SURE_GAIN))
		add_filter(out, BRANCH_NONE);
}

/* Most bytes are letters: branch filters change hardly anything. */
static bool is_text(struct span in)
{
	size_t step = in.len / TEXT_PLACES | 1, places = 0, ascii = 0, i;

	for (i = 0; i < in.len; i += step, places++)
		ascii += in.ptr[i] < 0x7F;
	return ascii > places / 4 * 3 && memchr(in.ptr, 0, in.len) == NULL;
}

/* Parses a sample with each filter; the choice of the portable mode is included for 7-Zip too. */
static enum err_code guess_filters(struct span in, const struct lz_settings *s, unsigned allowed,
	struct chosen_filters *out, struct err *err)
{
	unsigned filters = !s->best && is_text(in) ? allowed & TEXT_FILTERS : allowed;
	struct lzma_rules rules = rules_of(s, filters, in.len);
	struct lzma_guess g[LZMA_GUESS_FILTERS];
	bool many = s->best || (in.len <= CHOOSE_SMALL && !choose_quickly(s, in.len));
	bool text = !s->best && memchr(in.ptr, 0, in.len) == NULL;
	uint64_t near = !many ? 0 : text ? NEAR_TEXT : NEAR_BEST;
	/* guesses do not count noise */
	bool strict = (s->best || s->level == 9) && !look_has_noise_page(in);
	struct choose_memo *m = s->memo;
	size_t count = 0;
	enum err_code rc = ERR_OK;

	if (m != NULL && m->filters == filters) {
		count = m->filter_count;
		memcpy(g, m->filter, sizeof(g));
	} else {
		rc = lzma_guess_filters(in, &rules, s->threads, g, &count, err);
	}
	if (rc != ERR_OK)
		return rc;
	if (m != NULL) {
		m->filters = filters;
		m->filter_count = count;
		memcpy(m->filter, g, sizeof(g));
	}
	take_filters(g, count, filters, near, s->best, strict, out);
	if (many && (filters & ~LZ_PORTABLE) != 0)
		take_filters(g, count, filters & LZ_PORTABLE, near, s->best, strict, out);
	return ERR_OK;
}

/* Adds Delta for sound, whatever the sample suggests. */
static void add_frames(const struct lz_settings *s, unsigned filters, struct chosen_filters *out)
{
	if (s->sound != 0 && (filters & LZ_BIT(BRANCH_DELTA)) != 0)
		add_filter(out, (enum branch_kind)(BRANCH_DELTA + s->sound - 1));
}

/* So much of sound is encoded with Delta and without. */
#define FRAMES_MOST  ((size_t)32 << 10)
#define FRAMES_PARTS 4
#define FRAMES_ALIGN 4096
/* Where the two differ by less than 1/16 and some bytes, sound up to this length is tried in both
 * ways. */
#define FRAMES_NEAR  16
#define FRAMES_FEW   256
#define FRAMES_BOTH  ((size_t)2 << 20)

/* Filters that are tried: Delta with distances up to 4. */
#define FILTERS (BRANCH_DELTA + 4)

/* Bytes from places all over the input. */
static enum err_code take_frames(struct span in, struct blob *out, struct err *err)
{
	size_t part = FRAMES_MOST / FRAMES_PARTS, i;
	size_t step = in.len / FRAMES_PARTS / FRAMES_ALIGN * FRAMES_ALIGN;
	enum err_code rc = blob_alloc(FRAMES_MOST, out, err);

	for (i = 0; rc == ERR_OK && i < FRAMES_PARTS; i++)
		memcpy(out->ptr + i * part, in.ptr + i * step, part);
	return rc;
}

static enum err_code quick_len(struct span in, enum branch_kind filter, bool bcj2,
	const struct lz_settings *s, uint64_t *len, struct err *err)
{
	struct lz_settings first = {.level = 1};
	struct sz_method m = {.filter = filter, .bcj2 = bcj2, .lzma2 = true};
	struct sz_packed *p;
	enum err_code rc;

	m.how.prop = (struct lzma_prop){.lc = 3, .pb = 2, .dict = lzma_dict_for(in.len)};
	m.how.effort = lz_effort(&first);
	m.how.threads = s->threads;
	lzma_guess_usual(filter, &m.how.prop);
	rc = sz_pack(in, &m, &p, err);
	if (rc != ERR_OK)
		return rc;
	*len = sz_packed_len(p);
	sz_packed_free(p);
	return ERR_OK;
}

/* What to do with Delta for sound: not every .wav holds waves, for which alone it is made. */
struct frames {
	bool better; /* than none */
	bool sure;
};

static enum err_code weigh_frames(
	struct span in, const struct lz_settings *s, struct frames *out, struct err *err)
{
	struct blob part = {NULL, 0};
	struct span taken = in;
	uint64_t delta = 0, plain = 0, less;
	enum err_code rc = ERR_OK;

	if (in.len > FRAMES_MOST) {
		rc = take_frames(in, &part, err);
		taken = blob_span(part);
	}
	if (rc == ERR_OK)
		rc = quick_len(taken, (enum branch_kind)(BRANCH_DELTA + s->sound - 1), false, s,
			&delta, err);
	if (rc == ERR_OK)
		rc = quick_len(taken, BRANCH_NONE, false, s, &plain, err);
	blob_free(&part);
	out->better = delta < plain;
	less = out->better ? delta : plain;
	out->sure = in.len > FRAMES_BOTH ||
		    gains(less + FRAMES_FEW, out->better ? plain : delta, FRAMES_NEAR);
	return rc;
}

/* Whether the filter changes anything. */
static enum err_code has_effect(struct span in, enum branch_kind filter, bool *out, struct err *err)
{
	struct blob copy;
	enum err_code rc = blob_copy(in, &copy, err);

	if (rc != ERR_OK)
		return rc;
	branch_all(filter, true, copy.ptr, copy.len);
	*out = !span_equal(in, blob_span(copy));
	blob_free(&copy);
	return ERR_OK;
}

struct trial {
	struct span in;
	const struct lz_settings *s;
	enum branch_kind other;
	bool table;
	uint64_t len[FILTERS]; /* by each filter; 0: it is not tried */
	struct err err[FILTERS];
};

/* What was guessed that a filter leaves; 0: nothing was. */
static uint64_t guessed_cost(const struct choose_memo *m, size_t kind)
{
	size_t i;

	for (i = 0; m != NULL && i < m->filter_count; i++)
		if (m->filter[i].filter == (enum branch_kind)kind)
			return m->filter[i].cost;
	return 0;
}

/* A filter of which the guess promises no gain has none, but with tables. */
static bool is_promising(const struct trial *t, size_t kind)
{
	uint64_t cost = guessed_cost(t->s->memo, kind);

	return (lz_filters_for(t->s) & LZ_BIT(kind)) != 0 &&
	       (t->table || (cost != 0 && cost <= guessed_cost(t->s->memo, BRANCH_NONE)));
}

static void try_filter(void *user, size_t kind)
{
	struct trial *t = user;
	enum branch_kind filter = (enum branch_kind)kind;
	bool pays = filter == BRANCH_NONE;
	enum err_code rc = ERR_OK;

	if (!is_promising(t, kind))
		return;
	if (!pays)
		rc = has_effect(t->in, filter, &pays, &t->err[kind]);
	if (rc == ERR_OK && pays)
		quick_len(t->in, filter, false, t->s, &t->len[kind], &t->err[kind]);
}

enum err_code choose_by_trial(
	struct span in, const struct lz_settings *s, struct chosen_filters *out, struct err *err)
{
	struct trial t = {.in = in, .s = s, .table = look_is_table(in) || look_has_waves(in)};
	size_t kind;

	out->count = 0;
	for (kind = BRANCH_NONE + 1; kind < FILTERS && !is_promising(&t, kind); kind++)
		;
	if (kind == FILTERS)
		return ERR_OK;
	thread_for(FILTERS, s->threads, try_filter, &t);
	for (kind = BRANCH_NONE; kind < FILTERS; kind++) {
		if (t.err[kind].code != ERR_OK) {
			*err = t.err[kind];
			return err->code;
		}
		if (t.len[kind] != 0 && t.len[kind] < t.len[BRANCH_NONE])
			add_filter(out, (enum branch_kind)kind);
	}
	return ERR_OK;
}

static void try_bcj2(void *user, size_t six)
{
	struct trial *t = user;

	quick_len(t->in, six != 0 ? BRANCH_X86 : t->other, six != 0, t->s, &t->len[six],
		&t->err[six]);
}

enum err_code choose_bcj2(struct span in, const struct lz_settings *s, enum branch_kind other,
	uint64_t part, bool *pays, struct err *err)
{
	struct trial t = {.in = in, .s = s, .other = other};

	thread_for(2, s->threads, try_bcj2, &t);
	*pays = t.len[1] < t.len[0] - t.len[0] / part;
	if (t.err[0].code != ERR_OK || t.err[1].code != ERR_OK)
		*err = t.err[t.err[0].code == ERR_OK];
	return t.err[0].code != ERR_OK ? t.err[0].code : t.err[1].code;
}

static bool has_time_for_filters(const struct lz_settings *s, struct span in)
{
	return (in.len > GUESS_FILTERS || !choose_low_level(s)) &&
	       span_find(in, 0, "", 1) != SIZE_MAX;
}

/* Whether a quick look at x86 code decides. */
static bool looks_quickly(const struct lz_settings *s, size_t len)
{
	return !s->best && (len > CHOOSE_SMALL || choose_quickly(s, len));
}

enum err_code choose_filters(
	struct span in, const struct lz_settings *s, struct chosen_filters *out, struct err *err)
{
	unsigned filters = lz_filters_for(s);
	struct frames frames = {false, false};
	enum err_code rc;
	bool pays;

	out->count = 0;
	if (s->filter != LZ_UNSET)
		filters = LZ_BIT(s->filter);
	if ((filters & (filters - 1)) == 0 || in.len < 64) {
		add_filter(out, s->filter != LZ_UNSET ? (enum branch_kind)s->filter
				: s->format == LZ_F86 ? BRANCH_X86
						      : BRANCH_NONE);
		return ERR_OK;
	}
	if (s->sound != 0 && choose_quickly(s, in.len)) {
		rc = weigh_frames(in, s, &frames, err);
		if (rc == ERR_OK && frames.better)
			add_frames(s, filters, out);
		if (rc != ERR_OK || (frames.better && frames.sure))
			return rc;
	}
	if (looks_quickly(s, in.len)) {
		rc = lzma_guess_x86(in, &pays, err);
		if (rc != ERR_OK)
			return rc;
		filters &= ~LZ_BIT(BRANCH_X86);
		if (pays || filters == LZ_BIT(BRANCH_NONE) ||
			(choose_quickly(s, in.len) && !has_time_for_filters(s, in))) {
			add_filter(out, pays ? BRANCH_X86 : BRANCH_NONE);
			return ERR_OK;
		}
	}
	rc = guess_filters(in, s, filters, out, err);
	if (!frames.sure)
		add_frames(s, filters, out);
	return rc;
}

static bool is_small_table(struct span in)
{
	return in.len <= TABLES_MOST && look_is_table(in);
}

/* The best few lc/lp/pb for data after the filter, or for BCJ2's main stream. */
static enum err_code guess_contexts(struct span in, const struct lz_settings *s,
	const struct sz_method *m, struct lzma_guess *out, size_t *count, struct err *err)
{
	struct lzma_rules rules = rules_of(s, 0, in.len);
	struct blob streams[BCJ2_STREAMS];
	enum err_code rc;
	int i;

	if (!m->bcj2)
		return lzma_guess_contexts(
			in, m->filter, &rules, s->threads, out, CHOOSE_GUESSES, count, err);
	rc = bcj2_encode(in, BCJ2_LIMIT, true, streams, err);
	if (rc != ERR_OK)
		return rc;
	rc = lzma_guess_contexts(blob_span(streams[BCJ2_MAIN]), BRANCH_NONE, &rules, s->threads,
		out, CHOOSE_GUESSES, count, err);
	for (i = 0; i < BCJ2_STREAMS; i++)
		blob_free(&streams[i]);
	return rc;
}

/* Of the guesses of --best for tables those of the default: but after Delta of whole 8 bytes it has
 * no lp of 3 and more. */
static void recall(const struct lz_settings *s, const struct sz_method *way,
	const struct memo_contexts *c, struct lzma_guess *out, size_t *count)
{
	unsigned delta = branch_delta(way->filter);
	bool all = s->best || s->lp != LZ_UNSET || (delta != 0 && delta % 8 == 0);
	size_t i;

	*count = 0;
	for (i = 0; i < c->count; i++)
		if (all || c->guess[i].lp <= 2)
			out[(*count)++] = c->guess[i];
}

/* The same from the memo, if it is there; else it is put there. */
static enum err_code recall_contexts(struct span in, const struct lz_settings *s,
	const struct sz_method *way, struct lzma_guess *out, size_t *count, struct err *err)
{
	struct choose_memo *m = s->memo;
	struct memo_contexts *c = NULL;
	enum err_code rc;
	size_t i;

	for (i = 0; m != NULL && i < m->count && c == NULL; i++)
		if (m->contexts[i].filter == way->filter && m->contexts[i].bcj2 == way->bcj2)
			c = &m->contexts[i];
	if (c != NULL) {
		recall(s, way, c, out, count);
		return ERR_OK;
	}
	rc = guess_contexts(in, s, way, out, count, err);
	if (rc != ERR_OK || m == NULL || m->count == CHOOSE_FILTERS)
		return rc;
	c = &m->contexts[m->count++];
	c->filter = way->filter;
	c->bcj2 = way->bcj2;
	c->count = *count;
	memcpy(c->guess, out, sizeof(c->guess));
	return ERR_OK;
}

struct ahead {
	struct span in;
	struct lz_settings s;
	const struct sz_method *ways;
	struct err err[CHOOSE_FILTERS];
};

static void guess_ahead(void *user, size_t i)
{
	struct ahead *a = user;
	struct memo_contexts *c = &a->s.memo->contexts[i];

	c->filter = a->ways[i].filter;
	c->bcj2 = a->ways[i].bcj2;
	guess_contexts(a->in, &a->s, &a->ways[i], c->guess, &c->count, &a->err[i]);
}

enum err_code choose_ahead(struct span in, const struct lz_settings *s,
	const struct sz_method *ways, size_t count, struct err *err)
{
	struct ahead a = {.in = in, .s = *s, .ways = ways};
	size_t i;

	if (s->memo == NULL || s->threads == 1 || count < 2)
		return ERR_OK;
	a.s.threads = 1;
	thread_for(count, s->threads, guess_ahead, &a);
	s->memo->count = count;
	for (i = 0; i < count; i++)
		if (a.err[i].code != ERR_OK) {
			*err = a.err[i];
			return err->code;
		}
	return ERR_OK;
}

bool choose_alike(size_t len)
{
	return len <= CHOOSE_SMALL;
}

/* Returns its index. */
static size_t add_guess(struct chosen_contexts *c, const struct lzma_guess *g)
{
	size_t i;

	for (i = 0; i < c->count; i++)
		if (memcmp(&c->guess[i].lc, &g->lc, 3) == 0) /* lc, lp, pb */
			return i;
	if (c->count == CHOOSE_CONTEXTS)
		return 0;
	c->guess[c->count] = *g;
	return c->count++;
}

/* Data guessed to shrink to less than a fifth are very repetitive, unlike text. */
#define REPEATS_PART 5

/* Number of best guesses that tiny inputs are encoded with, but none that promises one part in so
 * many more than the best of that pb: which pb is best shows less clearly. Guesses do not count
 * noise. */
#define TINY_GUESSES 4
#define GUESS_GAP    160
#define LC_LP_ALL    INT32_MAX

/* all: guesses, in order of cost; lclp: the most that the best may have. */
static bool is_far(const struct lzma_guess *all, const struct lzma_guess *g, int lclp)
{
	while (all->pb != g->pb || all->lc + all->lp > lclp)
		all++;
	return g->cost > all->cost + all->cost / GUESS_GAP;
}

static bool is_for(const struct lzma_guess *g, const struct lzma_prop *p)
{
	return g->lc == p->lc && g->lp == p->lp && g->pb == p->pb;
}

/* So little of a table is tried with what suits tables of 2, 4 and 8 bytes. */
#define TABLE_MOST ((size_t)16 << 10)

static bool suits_table(const struct lzma_guess *g)
{
	return (g->lc == 0 && g->lp == 3 && g->pb == 3) ||
	       (g->lc == 2 && g->lp == 2 && g->pb == 2) || (g->lc == 0 && g->lp == 0 && g->pb == 2);
}

static bool allows(int fixed, unsigned value)
{
	return fixed == LZ_UNSET || (unsigned)fixed == value;
}

/* What is tried of a table: of shorter ones all, as these take little time; of longer ones what
 * suits records of 1, 2, 4 bytes and so on, and what differs from the best by one of the three. */
#define TABLES_SHORT ((size_t)16 << 10)

static bool is_tried(const struct lzma_prop *p, const struct lzma_prop *beside, size_t len)
{
	if (len <= TABLES_SHORT)
		return beside == NULL;
	if (beside != NULL)
		return (p->lc == beside->lc) + (p->lp == beside->lp) + (p->pb == beside->pb) == 2;
	return p->lp == p->pb && (p->lc == 0 || p->lc == p->lp);
}

bool choose_is_table(struct span in, const struct sz_method *likely)
{
	return is_small_table(in) ||
	       (in.len <= TABLES_MOST && (likely->how.prop.lp != 0 || look_has_waves(in)));
}

size_t choose_for_table(struct span in, const struct lz_settings *s, const struct sz_method *way,
	const struct lzma_prop *beside, struct sz_method ways[CHOOSE_TABLE])
{
	struct lzma_prop p = way->how.prop;
	size_t count = 0, i;

	for (i = 0; i < CHOOSE_TABLE; i++) {
		p.lc = (uint8_t)(i % 5);
		p.lp = (uint8_t)(i / 5 % 5);
		p.pb = (uint8_t)(i / 25);
		if (!allows(s->lc, p.lc) || !allows(s->lp, p.lp) || !allows(s->pb, p.pb) ||
			p.lc + p.lp > lz_lclp_most(s) || !is_tried(&p, beside, in.len) ||
			(s->format == LZ_LZMA86 && p.pb == 0)) /* avoid_zero of ways.c */
			continue;
		ways[count] = *way;
		ways[count].how.watch = NULL;
		ways[count++].how.prop = p;
	}
	return count;
}

/* Those that the narrowest reader takes. */
static void add_narrow(struct chosen_contexts *out, const struct lzma_guess *g, size_t count,
	size_t most, bool all)
{
	size_t i, at, found = 0;

	for (i = 0; i < count && found < most; i++) {
		if (g[i].lc + g[i].lp > CHOOSE_NARROW)
			continue;
		found++;
		if (!all && is_far(g, &g[i], CHOOSE_NARROW))
			continue;
		at = add_guess(out, &g[i]);
		if (found == 1)
			out->narrow = at;
	}
}

static bool has_time_to_guess(
	struct span in, const struct lz_settings *s, const struct sz_method *way)
{
	if (choose_once(s, in.len))
		return (in.len <= TABLE_MOST || !lz_is_waves(s, way->filter)) &&
		       (is_small_table(in) || look_has_waves(in) || look_has_numbers(in));
	return !way->how.effort.fast || in.len > GUESS_LEAST ||
	       (in.len > GUESS_PAIRS && look_has_pairs(in));
}

/* What the guesses tell of the data, and of the plain settings. */
static void judge(struct span in, const struct sz_method *way, const struct lzma_guess *g,
	size_t count, size_t sample, bool best, bool noisy, struct chosen_contexts *out)
{
	bool program = way->filter != BRANCH_NONE && !lz_is_delta(way->filter);
	uint64_t sure = program || look_is_table(in) ? SURE_GUESS : CLOSE_GAIN;
	const struct lzma_prop *plain = &way->how.prop;
	struct lzma_prop after = *plain;
	uint64_t usual = UINT64_MAX;
	size_t i;

	lzma_guess_usual(way->filter, &after);
	out->records = g[0].pb > plain->pb || (g[0].lp != 0 && g[0].lc == 0);
	out->repeats = g[0].cost < (in.len < sample ? in.len : sample) / REPEATS_PART;
	out->far = (best || in.len <= sample) && !noisy && !out->records && !out->repeats;
	for (i = 0; i < count; i++) {
		if (is_for(&g[i], plain))
			usual = g[i].cost;
		if ((is_for(&g[i], plain) || is_for(&g[i], &after)) && !is_far(g, &g[i], LC_LP_ALL))
			out->far = false;
	}
	out->far = out->far && usual != UINT64_MAX;
	out->close = usual == UINT64_MAX || !gains(g[0].cost, usual, CLOSE_GAIN);
	out->sure = usual != UINT64_MAX && gains(g[0].cost, usual, sure);
}

/* What suits nearly incompressible data most often, for which the sample is little evidence, and
 * tables, of which the guess is rough. */
static void add_by_kind(struct span in, const struct lzma_guess *g, size_t count, bool all,
	struct chosen_contexts *out)
{
	bool table = in.len <= TABLE_MOST && (look_has_numbers(in) || look_has_pairs(in));
	size_t i;

	for (i = 0; i < count; i++)
		if (g[i].lc == 4 && g[i].lp == 0 && g[i].pb == 0 &&
			(all || !is_far(g, &g[i], LC_LP_ALL)))
			add_guess(out, &g[i]);
	for (i = 0; table && i < count; i++)
		if (suits_table(&g[i]))
			add_guess(out, &g[i]);
}

enum err_code choose_contexts(struct span in, const struct lz_settings *s,
	const struct sz_method *way, struct chosen_contexts *out, struct err *err)
{
	struct lzma_guess g[CHOOSE_GUESSES];
	size_t count = 0, i, most, sample = sample_for(s, in.len);
	bool noisy, all;
	enum err_code rc = ERR_OK;

	*out = (struct chosen_contexts){.close = true};
	if (has_time_to_guess(in, s, way))
		rc = recall_contexts(in, s, way, g, &count, err);
	if (rc != ERR_OK || count == 0)
		return rc;
	noisy = look_has_noise_page(in);
	judge(in, way, g, count, sample, s->best, noisy, out);
	out->digits = look_has_digits(in);
	all = noisy || out->repeats;
	most = !s->best ? 1 : in.len <= CHOOSE_TINY ? TINY_GUESSES : 2;
	for (i = 0; i < count && i < most; i++)
		if (all || !is_far(g, &g[i], LC_LP_ALL))
			add_guess(out, &g[i]);
	if (s->format != LZ_7Z) /* every reader of .7z takes any */
		add_narrow(out, g, count, most, all);
	if (s->best && in.len <= CHOOSE_TINY)
		add_by_kind(in, g, count, all, out);
	return ERR_OK;
}
