/* SPDX-License-Identifier: MIT */
/*
 * The ways in which an input is encoded. --best tries everything that a level tries, and its ways
 * for wider readers include those for narrower ones. The default lc3 lp0 pb2 without filter is
 * included for small inputs and with --best, unless guesses rule it out. The smallest result is
 * kept, so no mode that tries more gives a larger one. A level for 7-Zip alone has LZMA1 after a
 * filter, and of longer inputs not the LZMA2 that other readers need: it would double the time.
 */
#include <string.h>

#include "choose.h"
#include "look.h"
#include "lzenc.h"

/* Smaller inputs are also encoded with the fast bytes of lower levels that parse as thoroughly: it
 * takes hardly any time. Not at level 9, whose parse is better. */
#define LADDER_MOST  ((size_t)128 << 10)
#define LADDER_LEVEL 5
/* Smaller programs are parsed twice, tiny ones more often. */
#define PASSES_MOST  ((size_t)2 << 20)
#define PASSES_LEAST ((size_t)16 << 10)

/* Longer inputs are encoded in one way, chosen by a trial with parts of them: a sixteenth within
 * bounds. */
#define TRIAL_MOST  ((size_t)4 << 20)
#define TRIAL_LEAST ((size_t)512 << 10)
#define TRIAL_ONCE  ((size_t)64 << 10)
#define SHARED_MOST ((size_t)16 << 20)
#define TRIAL_PARTS 8
/* Alignment of a part, which keeps its position modulo filters and position bits. */
#define TRIAL_ALIGN 4096
/* Another way than the default must be this much better in the trial: 1/1000. */
#define TRIAL_GAIN  1000

/* --best and level 9 have BCJ2 alone where a quick parse gains more than one part in so many by it.
 */
#define SURE_BCJ2 256

/* Inputs up to this are tried with every filter. */
#define FILTERS_MOST ((size_t)64 << 10)

/* Longer inputs are encoded with one number of fast bytes by --best, the most. */
#define ONE_EFFORT ((size_t)6 << 20)

/* Number of fast bytes tried for small, very repetitive inputs. */
#define REPEATS_NICE 128

/* Inputs up to this are encoded in ways, too, that seldom gain: it takes hardly any time. */
#define SELDOM_MOST ((size_t)16 << 10)

/* Ways that the levels 5 to 8 keep to each position of a table, and of waves: by one, which steps a
 * parse stays with is chance. */
#define TABLE_WIDE 2

/* Passes over small inputs, and tables of numbers; the first is that of level 8. */
#define SMALL_PASSES 2

struct list {
	struct sz_method *ways;
	size_t count;
	bool repeats; /* the input is very repetitive with the current filter */
};

bool lz_may_surprise(struct span in)
{
	return in.len <= SELDOM_MOST || (in.len <= TABLES_MOST && look_is_table(in));
}

static bool same_way(const struct sz_method *a, const struct sz_method *b)
{
	return a->filter == b->filter && a->bcj2 == b->bcj2 && a->lzma2 == b->lzma2 &&
	       lzma_prop_byte(&a->how.prop) == lzma_prop_byte(&b->how.prop) &&
	       a->how.effort.nice == b->how.effort.nice &&
	       a->how.effort.depth == b->how.effort.depth &&
	       a->how.effort.noise == b->how.effort.noise && a->how.passes == b->how.passes;
}

static void add(struct list *l, const struct sz_method *m)
{
	size_t i;

	for (i = 0; i < l->count; i++)
		if (same_way(&l->ways[i], m))
			return;
	if (l->count < LZ_WAYS_MAX)
		l->ways[l->count++] = *m;
}

static int value_or(int value, int other)
{
	return value == LZ_UNSET ? other : value;
}

/* Only LZMA2 can store a part of a block; for compressible data it needs a few bytes more. */
static bool wants_lzma2(struct span in, const struct lz_settings *s)
{
	return s->format == LZ_7Z && in.len <= INT32_MAX &&
	       ((choose_low_level(s) && in.len > LADDER_MOST) || look_has_noise(in));
}

/* What is better than lc3 lp0 pb2 unguessed, up to 2 % in tiny inputs: the shorter, the fewer
 * models can learn; bytes of most texts do not depend on their position, those of tables do. */
static void suit_length(struct span in, const struct lz_settings *s, struct lzma_prop *p)
{
	bool text = look_is_text(in), tiny = in.len <= SELDOM_MOST;

	if (!text && (look_has_numbers(in) || look_has_waves(in)))
		return;
	if (s->lc == LZ_UNSET && s->lp == LZ_UNSET && (tiny || (!text && in.len <= TABLES_MOST)))
		p->lc = tiny ? 1 : 2;
	if (s->pb == LZ_UNSET && (text || in.len <= TABLES_MOST))
		p->pb = tiny || (text && in.len <= LADDER_MOST) ? 0 : 1;
}

/* The default within what the settings fix. */
static struct sz_method plain_way(struct span in, const struct lz_settings *s)
{
	struct sz_method m = {.lzma2 = wants_lzma2(in, s)};
	/* 7-Zip's quickest levels are no quicker for little data; the thorough parse suits tables
	 * of numbers, and of the smallest it takes no longer than 7-Zip's start */
	struct lz_settings third = {.level = 3}, slow = {.level = LADDER_LEVEL};
	uint32_t most = lz_dict_most(s, in.len), fits = lzma_dict_for(in.len);
	int lp = value_or(s->lp, 0), room = lz_lclp_most(s) - lp;

	m.how.prop.lp = (uint8_t)lp;
	m.how.prop.lc = (uint8_t)value_or(s->lc, room < 3 ? room : 3);
	m.how.prop.pb = (uint8_t)value_or(s->pb, 2);
	if (choose_once(s, in.len))
		suit_length(in, s, &m.how.prop);
	m.how.prop.dict = s->classic || s->dict != 0 || fits > most ? most : fits;
	m.how.effort = lz_effort(s);
	if (choose_low_level(s) && s->nice == 0 && in.len <= CHOOSE_SMALL)
		m.how.effort =
			lz_effort(in.len <= SELDOM_MOST && look_has_numbers(in) ? &slow : &third);
	if (s->best && s->nice == 0 && in.len > ONE_EFFORT)
		m.how.effort.nice = LZ_NICE_MOST;
	if (s->best && in.len > CHOOSE_LONG)
		m.how.effort.wide = LZMA_WIDE_MOST;
	if (s->bcj2 && !s->best) /* for programs 7-Zip's results are closest */
		m.how.passes = in.len <= CHOOSE_TINY ? 3 : in.len <= PASSES_MOST ? 2 : 0;
	if (choose_middle_level(s, in.len) && look_is_table(in)) {
		m.how.effort.wide = TABLE_WIDE;
		if (in.len <= TABLES_MOST)
			m.how.passes = SMALL_PASSES;
	}
	m.how.marker = s->marker;
	m.how.threads = s->threads;
	m.how.liblzma = s->classic;
	m.how.watch = s->watch;
	m.how.verify = s->verify && !s->best;
	return m;
}

/*
 * Readers that pass filtered LZMA1 to liblzma (libarchive, py7zr) lose the last bytes of a stream
 * without an end marker; others refuse a marker after a known size. LZMA2 has neither problem.
 */
static void set_filter(
	struct sz_method *m, enum branch_kind filter, bool bcj2, const struct lz_settings *s)
{
	m->filter = filter;
	m->bcj2 = bcj2;
	if (s->format == LZ_7Z && s->target != LZ_7ZIP && filter != BRANCH_NONE)
		m->lzma2 = true;
}

static void set_contexts(struct sz_method *m, const struct lzma_guess *g)
{
	m->how.prop.lc = g->lc;
	m->how.prop.lp = g->lp;
	m->how.prop.pb = g->pb;
}

/*
 * Adds the fast bytes of this level, those of lower ones where that takes no time, and more for
 * very repetitive data.
 */
static void add_efforts(
	struct span in, struct list *l, const struct sz_method *m, const struct lz_settings *s)
{
	struct lz_settings lower = *s;
	struct sz_method way = *m;

	add(l, m);
	if (l->repeats) {
		way.how.effort.nice = REPEATS_NICE;
		add(l, &way);
		way.how.effort.nice = m->how.effort.nice;
	}
	/* which parse of a text of numbers is best is chance, by up to a sixth: of the passes the
	 * first keeps one way to each position, this one several */
	way.how.passes = 0;
	if (m->how.passes == SMALL_PASSES && look_has_digits(in))
		add(l, &way);
	/* for other readers lower levels have no BCJ2 */
	if (s->nice != 0 || s->classic || in.len > LADDER_MOST || s->level == 9 ||
		(m->bcj2 && s->target != LZ_7ZIP))
		return;
	lower.level = s->level - 1;
	for (; lower.level >= LADDER_LEVEL; lower.level--) {
		way.how.effort = lz_effort(&lower);
		if (way.how.effort.nice == m->how.effort.nice)
			continue;
		/* as without sharing: ways that share a search use the depth for the largest number
		 * of fast bytes */
		if (way.how.effort.depth == 0)
			way.how.effort.depth = 16 + way.how.effort.nice / 2;
		add(l, &way);
	}
}

/* Adds LZMA2 where chunks may have to be stored (else it is LZMA1 and some bytes; all readers
 * decode it after a filter), or LZMA1 where LZMA2 was expected to be better. */
static void add_other_coder(
	struct span in, struct list *l, const struct sz_method *m, const struct lz_settings *s)
{
	struct sz_method way = *m;

	if (s->format != LZ_7Z || (s->target != LZ_7ZIP && m->filter != BRANCH_NONE) ||
		(!m->lzma2 && m->filter == BRANCH_NONE && in.len > SELDOM_MOST &&
			!look_has_noise_page(in)))
		return;
	way.lzma2 = !way.lzma2;
	add(l, &way);
}

/* Adds the likeliest lc/lp/pb, of all or for the narrowest reader. */
static void add_likely(
	struct span in, struct list *l, const struct sz_method *m, const struct lz_settings *s)
{
	if (s->best)
		add(l, m); /* other efforts follow with the best ways (rounds.c) */
	/* so that a reader which takes LZMA1 after a filter never gets the larger result */
	if (s->best || (m->filter != BRANCH_NONE && !m->lzma2 && in.len <= PASSES_MOST))
		add_other_coder(in, l, m, s);
	if (!s->best)
		add_efforts(in, l, m, s);
}

/* The guesses to try; with little time none where the plain settings are about as good: two parses
 * take longer than 7-Zip's one. */
static size_t guesses_for(const struct chosen_contexts *c, const struct lz_settings *s, size_t len)
{
	bool small = len <= LADDER_MOST, low = choose_low_level(s), once = choose_once(s, len);

	if ((small && !low && !once) || s->best || c->count == 0)
		return c->count;
	if (choose_quickly(s, len) && (small || !low) && c->close)
		return 0;
	return len <= CHOOSE_SMALL && !once ? c->count : 1;
}

/* Whether the guess rules the plain settings out. Where the two are about as good, and time is
 * short, the plain ones are alone. */
static bool rules_out(const struct lz_settings *s, const struct chosen_contexts *c, size_t len)
{
	if (s->level == 9 && !s->best && len > LADDER_MOST && !c->repeats)
		return true;
	return c->far && len > SELDOM_MOST && !(c->close && choose_quickly(s, len));
}

/* A level has the plain settings of small inputs beside the guess, but not after a further filter:
 * where that wins, it is by the guess. Level 9 takes the time for the parse instead where little is
 * repeated. */
static bool wants_plain(
	const struct lz_settings *s, const struct chosen_contexts *c, bool first, size_t len)
{
	bool small = len <= LADDER_MOST, low = choose_low_level(s);

	/* of long tables the sample tells little */
	if ((s->level == 9 && c->digits) || (c->records && len > CHOOSE_SMALL && s->level < 9))
		return true;
	if (!first && small && s->level == 9 && c->count != 0 && !s->best && s->sound == 0)
		return false;
	if (c->count == 0 || (s->sound != 0 && !choose_quickly(s, len)))
		return true;
	if (rules_out(s, c, len))
		return false;
	if (choose_once(s, len))
		return !c->sure;
	if (s->best || (len <= SELDOM_MOST && !low))
		return true;
	return (small && !low) || ((small || !low) && c->close);
}

static enum err_code take_parts(
	struct span in, size_t part, size_t count, struct blob *out, struct err *err)
{
	size_t step = in.len / count / TRIAL_ALIGN * TRIAL_ALIGN, i;
	enum err_code rc = blob_alloc(part * count, out, err);

	for (i = 0; rc == ERR_OK && i < count; i++)
		memcpy(out->ptr + i * part, in.ptr + i * step, part);
	return rc;
}

static enum err_code trial_len(
	struct span parts, const struct sz_method *way, uint64_t *len, struct err *err)
{
	struct sz_method m = *way;
	struct sz_packed *p;
	enum err_code rc;

	m.own = NULL;
	m.how.passes = 0;
	m.how.watch = NULL;
	m.how.verify = false;
	m.how.prop.dict = lzma_dict_for(parts.len);
	rc = sz_pack(parts, &m, &p, err);
	if (rc != ERR_OK)
		return rc;
	*len = sz_packed_len(p);
	sz_packed_free(p);
	return ERR_OK;
}

/* Keeps the first way or the default, whichever gives the smaller result for some parts. */
static enum err_code try_parts(
	struct span in, struct list *l, const struct sz_method *plain, struct err *err)
{
	size_t want = in.len / 16, least = in.len < TRIAL_MOST ? TRIAL_ONCE : TRIAL_LEAST;
	uint64_t guessed = 0, usual = 0;
	struct blob parts;
	enum err_code rc;

	if (same_way(&l->ways[0], plain))
		return ERR_OK;
	want = want < least ? least : want > TRIAL_MOST ? TRIAL_MOST : want;
	want = want / TRIAL_PARTS / TRIAL_ALIGN * TRIAL_ALIGN;
	rc = take_parts(in, want, TRIAL_PARTS, &parts, err);
	if (rc != ERR_OK)
		return rc;
	rc = trial_len(blob_span(parts), &l->ways[0], &guessed, err);
	if (rc == ERR_OK)
		rc = trial_len(blob_span(parts), plain, &usual, err);
	if (rc == ERR_OK && guessed + usual / TRIAL_GAIN >= usual)
		l->ways[0] = *plain;
	blob_free(&parts);
	return rc;
}

/* Sets the default properties after the filter, unless some are fixed; for waves that are parsed
 * once what suits most of their width. */
static void set_usual(struct span in, struct sz_method *m, const struct sz_method *plain,
	const struct lz_settings *s)
{
	unsigned frame = branch_delta(m->filter);

	m->how.prop = plain->how.prop;
	if (s->lc != LZ_UNSET || s->lp != LZ_UNSET || s->pb != LZ_UNSET || lz_lclp_most(s) != 4)
		return;
	lzma_guess_usual(m->filter, &m->how.prop);
	if (!choose_once(s, in.len) || !lz_is_waves(s, m->filter))
		return;
	if (frame % 3 != 0 && frame % 2 == 0) {
		m->how.prop.lc = 0;
		m->how.prop.lp = m->how.prop.pb = frame > 4 ? m->how.prop.lp : 1;
		return;
	}
	m->how.prop.lc = in.len <= SELDOM_MOST ? 0 : 4;
	m->how.prop.lp = m->how.prop.pb = 0;
}

/* The first parse of a table may never leave expensive steps: the prices of an earlier pass lead a
 * second one to cheaper ones. */
static unsigned passes_for(const struct sz_method *m, const struct chosen_contexts *c,
	const struct lz_settings *s, size_t len)
{
	bool gains = len <= (c->records || c->repeats ? CHOOSE_SMALL : LADDER_MOST);

	if (gains && s->level == 9 && !s->best && m->how.passes == 0)
		return SMALL_PASSES;
	return m->how.passes;
}

/* Texts of numbers, in columns or of characters of two bytes are tried with the usual settings,
 * too: up to a third less. So is what is tiny; longer texts have these alone. */
#define USUAL_MOST ((size_t)64 << 10)

static void add_usual_too(
	struct span in, const struct lz_settings *s, struct sz_method *m, struct list *l)
{
	struct sz_method way = *m;

	if (!choose_once(s, in.len) || way.how.prop.lp != 0 ||
		(in.len > SELDOM_MOST &&
			!(look_is_text(in) && (look_has_digits(in) || look_has_columns(in) ||
						      look_has_numbers(in)))))
		return;
	way.how.prop.lc = (uint8_t)value_or(s->lc, lz_lclp_most(s) < 3 ? lz_lclp_most(s) : 3);
	way.how.prop.pb = (uint8_t)value_or(s->pb, 2);
	if (in.len > USUAL_MOST)
		*m = way;
	else
		add(l, &way);
}

/* As LZMA1 both share one search, which takes less time, and for firmware every byte counts. In
 * parts of what repeats much there is less to repeat. */
static bool parts_decide(const struct lz_settings *s, const struct chosen_contexts *c,
	const struct sz_method *m, size_t len)
{
	if (choose_once(s, len))
		return len >= CHOOSE_TINY && !c->repeats;
	return len >= (m->lzma2 ? TRIAL_MOST : SHARED_MOST);
}

/* Adds all ways with one filter. */
static enum err_code ways_of_filter(struct span in, const struct lz_settings *s,
	const struct sz_method *plain, enum branch_kind filter, bool bcj2, bool first,
	struct list *l, struct err *err)
{
	struct sz_method m = *plain;
	struct chosen_contexts c;
	enum err_code rc;
	size_t i, most;

	set_filter(&m, filter, bcj2, s);
	if (choose_middle_level(s, in.len) && lz_is_waves(s, filter))
		m.how.effort.wide = TABLE_WIDE;
	rc = choose_contexts(in, s, &m, &c, err);
	if (rc != ERR_OK)
		return rc;
	l->repeats = c.repeats && s->level == 9 && s->nice == 0 && in.len <= CHOOSE_SMALL;
	m.how.passes = passes_for(&m, &c, s, in.len);
	most = guesses_for(&c, s, in.len);
	for (i = 0; i < most; i++) {
		set_contexts(&m, &c.guess[i]);
		if (i == 0 || i == c.narrow)
			add_likely(in, l, &m, s);
		else if (first)
			add(l, &m);
	}
	set_usual(in, &m, plain, s);
	add_usual_too(in, s, &m, l);
	if (!wants_plain(s, &c, first, in.len))
		return ERR_OK;
	if (!s->best && l->count == 1 && parts_decide(s, &c, &m, in.len))
		return try_parts(in, l, &m, err);
	add_likely(in, l, &m, s);
	/* for sound the guess is rough, as the low bytes, which are noise, decide it */
	if (s->sound != 0 && !choose_quickly(s, in.len) && s->lc == LZ_UNSET &&
		m.how.prop.lc + m.how.prop.lp < lz_lclp_most(s)) {
		m.how.prop.lc++;
		add(l, &m);
	}
	return ERR_OK;
}

/* The tiniest, but for texts, are tried with every filter that may pay. */
static enum err_code add_filters(struct span in, struct list *l, const struct sz_method *plain,
	const struct lz_settings *s, struct err *err)
{
	struct chosen_filters f;
	struct sz_method m;
	enum err_code rc;
	size_t i;

	if (s->filter != LZ_UNSET || lz_filters_for(s) == LZ_BIT(BRANCH_NONE))
		return ERR_OK;
	rc = choose_by_trial(in, s, &f, err);
	for (i = 0; rc == ERR_OK && i < f.count; i++) {
		m = *plain;
		set_filter(&m, f.kind[i], false, s);
		add(l, &m);
		add_other_coder(in, l, &m, s);
	}
	return rc;
}

/* Of tables the quick parse by rules makes up to a quarter less than by prices, or
 * more. Up to 64 KiB both are tried, of longer ones with parts from all over: which wins may change
 * with the data. Above 32 KiB a short part tells before whether rules are near, and what they gain
 * in parts must be sure. */
#define RULES_SHORT ((size_t)32 << 10)
#define RULES_BOTH  ((size_t)64 << 10)
#define RULES_LOOK  ((size_t)16 << 10)
#define RULES_PART  ((size_t)32 << 10)
#define RULES_NEAR  50
#define RULES_GAIN  200

static enum err_code trial_both(struct span part, const struct sz_method *prices,
	const struct sz_method *rules, uint64_t *by_prices, uint64_t *by_rules, struct err *err)
{
	enum err_code rc = trial_len(part, prices, by_prices, err);

	return rc == ERR_OK ? trial_len(part, rules, by_rules, err) : rc;
}

static enum err_code try_rules(struct span in, const struct sz_method *prices,
	const struct sz_method *rules, bool *better, struct err *err)
{
	size_t middle = (in.len - RULES_LOOK) / 2 / TRIAL_ALIGN * TRIAL_ALIGN;
	uint64_t by_prices, by_rules;
	struct blob parts;
	struct span part;
	enum err_code rc;

	(void)span_slice(in, middle, RULES_LOOK, &part);
	rc = trial_both(part, prices, rules, &by_prices, &by_rules, err);
	*better = rc == ERR_OK && by_rules < by_prices + by_prices / RULES_NEAR;
	if (!*better || in.len <= RULES_BOTH)
		return rc;
	rc = take_parts(in, RULES_PART, in.len > LADDER_MOST ? 4 : 2, &parts, err);
	if (rc != ERR_OK)
		return rc;
	rc = trial_both(blob_span(parts), prices, rules, &by_prices, &by_rules, err);
	*better = rc == ERR_OK && by_rules < by_prices - by_prices / RULES_GAIN;
	blob_free(&parts);
	return rc;
}

static enum err_code add_rules(
	struct span in, const struct lz_settings *s, struct list *l, struct err *err)
{
	struct lz_settings third = {.level = 3};
	struct sz_method rules = l->ways[0];
	enum err_code rc = ERR_OK;
	bool better = true;
	size_t i;

	if (!choose_low_level(s) || s->classic || !look_is_table(in))
		return ERR_OK;
	if (!rules.how.effort.fast)
		rules.how.effort = lz_effort(&third);
	rules.how.effort.noise = 1;
	if (in.len > RULES_SHORT)
		rc = try_rules(in, &l->ways[0], &rules, &better, err);
	if (rc != ERR_OK || !better)
		return rc;
	if (in.len <= RULES_BOTH)
		add(l, &rules);
	for (i = 0; in.len > RULES_BOTH && i < l->count; i++)
		l->ways[i].how.effort.noise = 1;
	return ERR_OK;
}

static bool has_bcj2(const struct lz_settings *s)
{
	bool read = s->target == LZ_7ZIP || s->bcj2 || (s->best && s->programs);

	return s->format == LZ_7Z && read && s->filter == LZ_UNSET;
}

static bool also_bcj2(
	struct span in, const struct lz_settings *s, const struct chosen_filters *f, size_t i)
{
	return f->kind[i] == BRANCH_X86 && has_bcj2(s) && (i == 0 || in.len <= CHOOSE_SMALL);
}

/* What the following guesses need. *sure: BCJ2 makes surely less than x86. */
static enum err_code look_ahead(struct span in, const struct lz_settings *s,
	const struct chosen_filters *f, bool *sure, struct err *err)
{
	struct sz_method ways[CHOOSE_FILTERS + 1] = {{.bcj2 = false}};
	enum err_code rc = ERR_OK;
	size_t count = 0, i;

	for (i = 0; rc == ERR_OK && i < f->count; i++) {
		bool six = also_bcj2(in, s, f, i);

		if (six) {
			ways[count].bcj2 = true;
			ways[count++].filter = f->kind[i];
		}
		if (six && in.len > FILTERS_MOST &&
			in.len <= (s->best ? SHARED_MOST : CHOOSE_SMALL))
			rc = choose_bcj2(in, s, BRANCH_X86, SURE_BCJ2, sure, err);
		if (!six || !*sure)
			ways[count++].filter = f->kind[i];
	}
	if (count > CHOOSE_FILTERS)
		count = CHOOSE_FILTERS;
	return rc == ERR_OK ? choose_ahead(in, s, ways, count, err) : rc;
}

/* The ways with one filter of f, by BCJ2 as well where readers and settings have it; *bcj2: so.
 * sure: not by x86 alone. */
static enum err_code ways_of_kind(struct span in, const struct lz_settings *s,
	const struct sz_method *plain, const struct chosen_filters *f, size_t i, bool sure,
	struct list *l, bool *bcj2, struct err *err)
{
	/* only two filters: each is tried as if it were alone */
	bool each = s->best && (s->format == LZ_SECTION || s->format == LZ_LZMA86) &&
		    in.len <= CHOOSE_SMALL;
	bool both = s->best || in.len <= (choose_low_level(s) ? LADDER_MOST : CHOOSE_SMALL);
	struct sz_method beside = *plain;
	enum err_code rc = ERR_OK;

	*bcj2 = also_bcj2(in, s, f, i);
	if (*bcj2)
		rc = ways_of_filter(in, s, plain, f->kind[i], true, i == 0, l, err);
	if (rc != ERR_OK || (*bcj2 && !both) || (sure && f->kind[i] == BRANCH_X86))
		return rc;
	/* another filter beats BCJ2, if at all, by its shorter header */
	if (*bcj2 && in.len > PASSES_LEAST)
		beside.how.passes = 0;
	return ways_of_filter(in, s, &beside, f->kind[i], false, i == 0 || each, l, err);
}

static enum err_code chosen_ways(struct span in, const struct lz_settings *s,
	const struct sz_method *plain, struct list *l, struct err *err)
{
	/* BCJ2 makes an object file smaller where the x86 filter does not */
	bool x86 = false, pays = false, sure = false, bcj2;
	struct chosen_filters f;
	enum err_code rc = choose_filters(in, s, &f, err);
	size_t i;

	if (s->memo != NULL && !s->best) /* --best has looked */
		sure = s->memo->bcj2;
	else if (rc == ERR_OK && (s->best || s->bcj2))
		rc = look_ahead(in, s, &f, &sure, err);
	if (s->memo != NULL)
		s->memo->bcj2 = sure;
	for (i = 0; i < f.count && rc == ERR_OK; i++) {
		rc = ways_of_kind(in, s, plain, &f, i, sure, l, &bcj2, err);
		x86 = x86 || bcj2;
	}
	if (rc == ERR_OK && !x86 && s->best && in.len <= CHOOSE_TINY && has_bcj2(s))
		rc = choose_bcj2(in, s, BRANCH_NONE, UINT64_MAX, &pays, err);
	if (rc == ERR_OK && pays)
		rc = ways_of_filter(in, s, plain, BRANCH_X86, true, false, l, err);
	if (rc == ERR_OK && s->best && in.len <= FILTERS_MOST &&
		span_find(in, 0, "", 1) != SIZE_MAX)
		rc = add_filters(in, l, plain, s, err);
	return rc;
}

bool lz_is_narrow(const struct lz_settings *s, const struct sz_method *way)
{
	if (s->format == LZ_7Z) /* the rule of set_filter */
		return !way->bcj2 && (way->lzma2 || way->filter == BRANCH_NONE) &&
		       (lz_filters(LZ_7Z, LZ_ANYONE) & LZ_BIT(way->filter)) != 0;
	if (s->format != LZ_LZMA)
		return way->filter == BRANCH_X86;
	return way->how.prop.lc + way->how.prop.lp <= CHOOSE_NARROW;
}

/*
 * A property byte 0 after the flag byte of .lzma86 would look like an LZMA-alone header with lc0 or
 * lc1 and a round dictionary.
 */
static void avoid_zero(struct sz_method *m)
{
	if (lzma_prop_byte(&m->how.prop) == 0)
		m->how.prop.lc = 1;
}

enum err_code lz_ways(struct span in, const struct lz_settings *s,
	struct sz_method ways[LZ_WAYS_MAX], size_t *count, struct err *err)
{
	struct sz_method plain = plain_way(in, s);
	struct list l = {ways, 0, false};
	enum err_code rc = ERR_OK;
	size_t i;

	if (!s->classic && in.len >= 64) {
		rc = chosen_ways(in, s, &plain, &l, err);
	} else {
		set_filter(&plain,
			s->format == LZ_F86     ? BRANCH_X86
			: s->filter == LZ_UNSET ? BRANCH_NONE
						: (enum branch_kind)s->filter,
			false, s);
		add(&l, &plain);
	}
	if (rc == ERR_OK)
		rc = add_rules(in, s, &l, err);
	*count = l.count;
	for (i = 0; i < l.count && s->format == LZ_LZMA86; i++)
		avoid_zero(&ways[i]);
	return rc;
}

enum err_code lz_best_filter(
	struct span in, const struct lz_settings *s, enum branch_kind *out, struct err *err)
{
	struct chosen_filters f;
	enum err_code rc = choose_filters(in, s, &f, err);

	if (rc == ERR_OK)
		*out = f.kind[0];
	return rc;
}
