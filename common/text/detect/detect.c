/* SPDX-License-Identifier: MIT */
/*
 * Detects the encoding: structural evidence first (byte order marks, UTF-32, UTF-16, escapes), then
 * the prices of all lines in all encodings. Valid UTF-8 is one of the candidates; it is accepted
 * without a price only where there is much of it. All of the input is read: a comment in an old
 * encoding is often late in a file that begins with ASCII.
 */
#include <stdlib.h>

#include "detect/bytes.h"
#include "detect/detect_private.h"
#include "detect/detect_single.h"

/* Values of hints, in quarter nats. */
#define HINT_PREFER   40
#define HINT_DECLARED 60
#define HINT_SYSTEM   1

/* The price of a random byte over 7F, and how much less an ASCII byte of a text costs. */
#define RANDOM_BYTE  23
#define ASCII_GAIN   4
#define BESIDE_GAIN  4 /* the same next to high bytes, whose price is in the total */
#define CONTROL_LOSS 30
#define WORTH_BYTES  64 /* with fewer bytes the kinds of ASCII are compared */
#define NOISE_LEAD   6  /* a text costs at least so much less than noise ... */
#define NOISE_WHOLE  50 /* ... or so much, without any blank or line end ... */
#define NOISE_EACH   2  /* ... and for each byte of it ... */
#define NOISE_WORD   12 /* ... or so much if it is a word */
#define WORD_LETTERS 3
#define WORD_BYTES   16
#define WHOLE_BYTES  4096

static void settle(struct text_guess *out, enum text_verdict verdict, enum text_enc enc)
{
	out->verdict = verdict;
	out->enc = enc;
	out->count = 1;
	out->certainty = 1000;
	out->cand[0] = (struct text_cand){.enc = enc, .permille = 1000};
}

static void settle_binary(struct text_guess *out, enum text_reason reason)
{
	settle(out, TEXT_BINARY, TEXT_NONE);
	out->reason = reason;
}

#define WIDE_LEAD 300 /* with fewer units a table looks like a text */

static void settle_wide(const struct wide *wide, struct span in, struct text_guess *out)
{
	settle(out, wide->lead < LEAD_CERTAIN ? TEXT_LIKELY : TEXT_CERTAIN, wide->enc);
	out->non_ascii = in.len / text_enc_unit(wide->enc);
}

/* Text with a byte order mark. */
static void by_mark(struct span in, enum text_enc enc, size_t bom_len, const struct text_look *look,
	struct text_guess *out)
{
	struct span body = span_of(in.ptr + bom_len, in.len - bom_len);
	uint64_t bad = count_bad(enc, in);
	bool units = text_enc_unit(enc) > 1;

	settle(out, TEXT_CERTAIN, enc);
	out->bom = true;
	out->cand[0].bad = bad;
	if (units && (bad * 10 > in.len / text_enc_unit(enc) || is_marked_noise(body, enc)))
		settle_binary(out, TEXT_REASON_WIDE);
	else if (!units && find_binary(in, look) != TEXT_REASON_NONE)
		settle_binary(out, find_binary(in, look));
}

/* Cases without statistics; false when they are needed. */
static bool by_structure(struct span in, const struct text_look *look, struct text_guess *out)
{
	enum text_reason reason;
	size_t bom_len;
	enum text_enc enc = text_find_bom(in, &bom_len);
	struct wide wide = {TEXT_NONE, 0, false};

	if (text_look_settles(look, out))
		return true;
	if (enc != TEXT_NONE) {
		by_mark(in, enc, bom_len, look, out);
		return true;
	}
	reason = find_binary(in, look);
	if (reason != TEXT_REASON_NONE) {
		if (reason != TEXT_REASON_TABLE)
			wide = find_wide(in, UINT64_MAX);
		if (wide.enc != TEXT_NONE && wide.lead >= WIDE_LEAD)
			settle_wide(&wide, in, out);
		else
			settle_binary(out, wide.enc != TEXT_NONE ? TEXT_REASON_WIDE : reason);
		return true;
	}
	if (look->high == 0) {
		enc = find_escapes(in);
		settle(out, TEXT_CERTAIN, enc != TEXT_NONE ? enc : TEXT_ASCII);
		return true;
	}
	return false;
}

/* True when the hint is the encoding, or one that reads the same bytes. */
static bool hint_fits(enum text_enc hint, enum text_enc enc)
{
	if (hint == enc)
		return true;
	switch (hint) {
	case TEXT_GBK:
		return enc == TEXT_GB18030;
	case TEXT_CP950:
		return enc == TEXT_BIG5;
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

static bool only_allows(const struct text_hints *hints, enum text_enc enc)
{
	bool allowed = hints->only == NULL || enc == TEXT_UTF8;

	for (unsigned i = 0; i < hints->only_count; i++)
		allowed = allowed || hints->only[i] == enc ||
			  (hints->only[i] == TEXT_GBK && enc == TEXT_GB18030) ||
			  (hints->only[i] == TEXT_CP950 && enc == TEXT_BIG5);
	return allowed;
}

static int32_t hint_for(const struct text_hints *hints, enum text_enc enc)
{
	int32_t hint = 0;

	hint -= hint_fits(hints->prefer, enc) ? HINT_PREFER : 0;
	hint -= hint_fits(hints->declared, enc) ? HINT_DECLARED : 0;
	hint -= hint_fits(hints->sibling, enc) ? HINT_SIBLING : 0;
	hint -= hint_fits(hints->system, enc) ? HINT_SYSTEM : 0;
	return hint;
}

static void apply_hints(struct lines *lines, const struct text_hints *hints)
{
	const struct reading_list *list = lines->readings;
	bool hinted = hints->prefer != TEXT_NONE || hints->declared != TEXT_NONE ||
		      hints->sibling != TEXT_NONE || hints->system != TEXT_NONE;

	lines->allowed = 0;
	for (unsigned e = 0; e < ENGINES; e++) {
		enum text_enc enc = list->list[list->first[e]].enc;
		int32_t hint = hinted ? hint_for(hints, enc) : 0;

		for (unsigned r = list->first[e]; r < list->first[e + 1]; r++) {
			lines->hint[r] = hint;
			lines->prior[r] = list->list[r].prior + hint;
		}
		if (only_allows(hints, enc))
			lines->allowed |= 1ull << e;
	}
}

/* ---- What the lines say together ---- */

/* How often a line counts, times SAME_SHARE. */
static uint64_t weight_of(const struct line_prices *line)
{
	return line->weak ? 1 : SAME_SHARE;
}

/* Chooses again with lines that the choice explains badly, keeping the first `kept` lines. */
static enum err_code choose_with_odd(
	struct gather *g, size_t kept, struct choice *c, struct err *err)
{
	uint64_t high = 0;
	uint64_t price = total_of(&g->lines, c->states[0]);
	enum err_code rc;

	for (size_t i = 0; i < g->lines.count; i++)
		high += g->lines.list[i].high * weight_of(&g->lines.list[i]);
	high /= SAME_SHARE;
	g->lines.count = kept;
	rc = gather_odd(g, c->states[0], (unsigned)(price / (high != 0 ? high : 1)) + 1,
		LINES_MOST - kept, err);
	if (rc != ERR_OK || (g->few && g->lines.count == kept))
		return rc;
	relate_lines(&g->lines, kept);
	return choose(&g->lines, true, c, err);
}

/* Without its own letters a text in code page 1125 is one in 866, which is before it in the list.
 */
static void drop_same(struct lines *l)
{
	const unsigned *first = l->readings->first;

	for (unsigned e = 1 + MULTI_INFOS; e < ENGINES; e++) {
		if (l->readings->list[first[e]].enc == TEXT_IBM1125 && l->hint[first[e]] == 0 &&
			(l->allowed >> (e - 1) & 1) != 0 && reads_same(l, first[e], first[e - 1]))
			l->allowed &= ~(1ull << e);
	}
}

static enum err_code choose_sampled(struct gather *g, struct choice *c, struct err *err)
{
	enum err_code rc;

	if (g->chance)
		drop_repeats(&g->lines);
	relate_lines(&g->lines, 0);
	apply_symbols(&g->lines, g->in);
	drop_same(&g->lines);
	rc = choose(&g->lines, !g->sampled, c, err);
	/* A quarter of the sample stays, as it represents the rest. */
	if (rc == ERR_OK && g->sampled && c->count == 1)
		rc = choose_with_odd(g, (g->lines.count + 3) / 4, c, err);
	return rc == ERR_OK && !g->utf8 ? doubt_repeats(&g->lines, c, err) : rc;
}

static unsigned lines_engine(const struct gather *g, const struct choice *c)
{
	return g->lines.readings->list[c->states[0]].engine;
}

/* A piece without a blank or a line end: few texts are, but most pieces of binaries. */
static bool is_whole(struct span in)
{
	for (size_t i = 0; i < in.len && in.len < WHOLE_BYTES; i++) {
		if (in.ptr[i] <= ' ')
			return false;
	}
	return in.len < WHOLE_BYTES;
}

/* True for few bytes whose ASCII is letters. */
static bool is_word(struct span in)
{
	size_t letters = 0;

	for (size_t i = 0; i < in.len; i++) {
		if (in.ptr[i] >= 0x80)
			continue;
		if (!is_ascii_letter(in.ptr[i]))
			return false;
		letters++;
	}
	return letters >= WORD_LETTERS && in.len < WORD_BYTES;
}

/* How much less than noise a text costs, at least. */
static int64_t noise_lead(struct span in, bool whole)
{
	int64_t each = (int64_t)in.len * NOISE_EACH;

	if (!whole)
		return NOISE_LEAD;
	if (is_word(in))
		return NOISE_WORD;
	return each > NOISE_WHOLE ? each : NOISE_WHOLE;
}

/* True when the bytes are no more plausible than noise. */
static bool is_noise(const struct gather *g, const struct choice *c, const struct text_look *look)
{
	uint64_t high = 0;
	uint64_t ascii = 0;
	uint64_t beside;
	bool pairs = lines_engine(g, c) <= MULTI_INFOS;
	enum text_enc enc = g->lines.readings->list[c->states[0]].enc;
	bool whole = is_whole(g->in);
	int64_t worth;
	int64_t lead;

	for (size_t i = 0; i < g->lines.count; i++) {
		const struct line_prices *line = &g->lines.list[i];

		high += line->high * weight_of(line);
		ascii += (line->len - line->high) * weight_of(line);
	}
	high /= SAME_SHARE;
	ascii /= SAME_SHARE;
	ascii = g->in.len < 4096 ? g->in.len - look->high : ascii;
	beside = ascii < 2 * high ? ascii : 2 * high;
	if ((c->count == 1 && lines_engine(g, c) == 0 && c->bad == 0) ||
		(look->utf8 && look->carry_len == 0))
		return false; /* valid UTF-8 is not reinterpreted */
	if (has_stripe(g->in, pairs, enc) ||
		(!pairs && (has_few_values(g->in) || has_endless_word(g->in, enc))))
		return true;
	/* Two of five random bytes are printable. */
	if (!whole && g->in.len >= WORTH_BYTES && look->control == 0 && ascii >= 8 &&
		ascii * 4 > (ascii + high) * 3)
		return false;
	worth = whole || g->in.len < WORTH_BYTES ? ascii_worth(g->in) : (int64_t)ascii * ASCII_GAIN;
	lead = (int64_t)(high * RANDOM_BYTE + beside * BESIDE_GAIN) + worth - (int64_t)c->total -
	       (int64_t)(look->control * CONTROL_LOSS);
	return lead < noise_lead(g->in, whole);
}

/* ASCII is free in the price of an 8-bit text; compared with UTF-16 it has a price. */
#define PRICE_ASCII 9

/* UTF-16 without NUL that costs less than the best 8-bit text. */
static struct wide wide_beside(const struct gather *g, uint64_t high, const struct choice *best)
{
	uint64_t price = best->total;
	uint64_t priced = 0;

	if (has_blanks(g->whole))
		return (struct wide){TEXT_NONE, 0, false};
	for (size_t i = 0; i < g->lines.count; i++)
		priced += g->lines.list[i].high;
	if (g->sampled)
		price = price * high / (priced != 0 ? priced : 1);
	price += (g->whole.len - high) * PRICE_ASCII;
	return find_wide(g->whole, best->bad != 0 ? UINT64_MAX : price);
}

#define UTF8_KEPT  28 /* an alternative this much cheaper makes UTF-8 ambiguous ... */
#define UTF8_NEVER 72 /* ... and this much cheaper is the right one */

/* Whether it may as well be a character of two bytes. A single one of CP949 would be a hanja. */
static bool is_as_likely(const struct text_guess *out)
{
	for (unsigned i = 1; i < out->count; i++) {
		enum text_enc enc = out->cand[i].enc;

		if (enc != TEXT_CP949 && next_of(enc) != NULL &&
			out->cand[i].permille >= out->cand[0].permille)
			return true;
	}
	return false;
}

/*
 * The text is valid UTF-8, and another encoding explains it better. That happens with one or two
 * characters; usually it is UTF-8 after all, which no conversion may garble.
 */
static void settle_valid(struct text_guess *out, const struct lines *lines, const struct choice *c)
{
	uint64_t utf8 = total_of(lines, 0);
	struct text_cand other = out->cand[0];

	if (out->verdict != TEXT_MIXED && utf8 > c->total + UTF8_NEVER)
		return;
	if (out->verdict != TEXT_MIXED && out->enc == TEXT_UTF8) {
		if (out->verdict == TEXT_AMBIGUOUS && !is_as_likely(out))
			out->verdict = TEXT_LIKELY;
		return;
	}
	if (other.enc == TEXT_UTF8)
		other = out->cand[1];
	out->certainty = utf8 > c->total ? 1000 - permille_of(utf8 - c->total) : 500;
	out->enc = TEXT_UTF8;
	out->mixed = 0;
	out->count = 2;
	out->cand[0] = (struct text_cand){.enc = TEXT_UTF8, .permille = out->certainty};
	out->cand[1] = other;
	out->cand[1].permille = 1000 - out->certainty;
	out->verdict =
		utf8 > c->total + UTF8_KEPT || is_as_likely(out) ? TEXT_AMBIGUOUS : TEXT_LIKELY;
}

/* The other encoding is as likely. */
static void make_ambiguous(struct text_guess *out, enum text_enc other)
{
	out->verdict = TEXT_AMBIGUOUS;
	out->certainty = 500;
	out->count = 2;
	out->cand[0].permille = 500;
	out->cand[1] = (struct text_cand){.enc = other, .permille = 500};
}

/* The encoding of text within a line of a multi-byte encoding that is in another one. */
static enum text_enc other_within(const struct gather *g, const struct choice *c)
{
	unsigned engine = lines_engine(g, c);
	enum text_enc other = g->other;

	if (engine == 0 || engine > MULTI_INFOS)
		return TEXT_NONE;
	if (!g->plain && (g->lines.allowed >> (1 + MULTI_INFOS) & 1) != 0 && /* windows-1252 */
		has_western(engine, g->in))
		return TEXT_WINDOWS_1252;
	for (size_t i = 0; other == TEXT_NONE && i < g->lines.count; i++) {
		const struct line_prices *line = &g->lines.list[i];
		const struct odd_run *odd = &line->odd[engine];

		if (odd->len != 0)
			other = other_text(g->tables,
				span_of(g->in.ptr + line->off + odd->off, odd->len), engine,
				g->lines.allowed);
	}
	return other;
}

/* Whether all lines were shown to be valid in this encoding. */
static bool is_valid_in(const struct gather *g, enum text_enc enc)
{
	return g->valid && g->lines.readings->list[g->reading].enc == enc;
}

#define SHORT_CERTAINTY 996 /* this draws a warning */

/* Only what can hardly be another symbol is no data; otherwise the candidates are named after it.
 */
static void doubt_short(const struct gather *g, const struct choice *c, struct text_guess *out)
{
	const struct text_guess texts = *out;

	if (is_sure_lone(&g->lines, g->in, c->states[0])) {
		out->certainty =
			out->certainty < SHORT_CERTAINTY ? out->certainty : SHORT_CERTAINTY;
		return;
	}
	settle_binary(out, TEXT_REASON_SHORT);
	for (unsigned i = 0; i < texts.count && out->count < TEXT_CAND_MAX; i++) {
		if (texts.cand[i].bad != 0)
			continue;
		out->cand[out->count] = texts.cand[i];
		out->cand[out->count++].permille = 0;
	}
	if (out->count == 1)
		out->reason = TEXT_REASON_NOISE;
}

static void conclude(struct gather *g, const struct choice *c, const struct text_look *look,
	struct text_guess *out)
{
	struct wide wide = {TEXT_NONE, 0, false};
	uint64_t bad = 0;
	enum text_enc other;
	bool asked;
	bool noise;

	if (!g->sampled || g->few)
		wide = wide_beside(g, look->high, c);
	else
		wide = find_wide(g->whole, UINT64_MAX);
	if (wide.enc != TEXT_NONE && wide.lead >= WIDE_LEAD) {
		settle_wide(&wide, g->whole, out);
		return;
	}
	noise = is_noise(g, c, look);
	if (noise && !is_short(g->in)) {
		settle_binary(out, TEXT_REASON_NOISE);
		return;
	}
	judge(out, g->in, &g->lines, c);
	if (noise) {
		doubt_short(g, c, out);
		return;
	}
	if (look->utf8 && look->carry_len == 0)
		settle_valid(out, &g->lines, c);
	asked = out->verdict != TEXT_MIXED && out->enc != TEXT_UTF8;
	if (out->verdict == TEXT_MIXED || (g->sampled && !is_valid_in(g, out->enc)))
		bad = count_bad(out->enc, g->in);
	if (asked && has_stretch(g->in))
		make_ambiguous(out, TEXT_UTF8);
	else if (asked && (other = other_within(g, c)) != TEXT_NONE)
		make_ambiguous(out, other);
	if (out->verdict == TEXT_MIXED || g->sampled)
		out->cand[0].bad = bad;
	if (bad != 0 && out->verdict == TEXT_CERTAIN)
		out->verdict = TEXT_LIKELY;
}

/* Whether the hints name Big5, and not code page 950. */
static bool names_big5(const struct text_hints *hints)
{
	bool big5 = hints->prefer == TEXT_BIG5;
	bool cp950 = false;

	for (unsigned i = 0; hints->only != NULL && i < hints->only_count; i++) {
		big5 = big5 || hints->only[i] == TEXT_BIG5;
		cp950 = cp950 || hints->only[i] == TEXT_CP950;
	}
	return big5 && !cp950;
}

/* One encoding with this lead over all others, and at least of_line in each line. */
static bool is_decisive(const struct choice *c, uint64_t lead, uint64_t of_line)
{
	return c->count == 1 && !c->merged && c->bad == 0 && c->lead >= lead &&
	       c->line_lead >= of_line;
}

/* Most texts in multi-byte encodings are recognized by a few lines, without prices in single-byte
 * encodings, and by how well that encoding explains all other lines. *decided: that succeeded. */
static enum err_code explain_few(struct gather *g, const struct text_hints *hints, struct choice *c,
	bool *decided, struct err *err)
{
	enum err_code rc;

	apply_hints(&g->lines, hints);
	rc = gather_few(g, err);
	*decided = false;
	if (rc != ERR_OK || g->unclear)
		return rc;
	if (g->chance)
		drop_repeats(&g->lines);
	relate_lines(&g->lines, 0);
	rc = choose(&g->lines, true, c, err);
	if (rc != ERR_OK || !is_decisive(c, LEAD_CERTAIN, LEAD_LINE) || lines_engine(g, c) == 0 ||
		lines_engine(g, c) > MULTI_INFOS)
		return rc;
	if (g->sampled)
		rc = choose_with_odd(g, g->lines.count, c, err);
	*decided = rc == ERR_OK && is_decisive(c, LEAD_LINE, LINE_PENALTY + LEAD_LIKELY);
	return rc;
}

static enum err_code explain(
	struct gather *g, const struct text_hints *hints, struct choice *c, struct err *err)
{
	bool decided = false;
	enum err_code rc = explain_few(g, hints, c, &decided, err);

	if (rc != ERR_OK || decided)
		return rc;
	apply_hints(&g->lines, hints);
	rc = gather_spread(g, err);
	return rc == ERR_OK ? choose_sampled(g, c, err) : rc;
}

/* The same; texts that several encodings explain are explained again with all prices. */
static enum err_code explain_exactly(
	struct gather *g, const struct text_hints *hints, struct choice *c, struct err *err)
{
	enum err_code rc = explain(g, hints, c, err);

	if (rc != ERR_OK || (c->count == 1 && !c->merged) || !g->narrow)
		return rc;
	g->exact = true;
	apply_hints(&g->lines, hints);
	rc = gather_spread(g, err);
	return rc == ERR_OK ? choose_sampled(g, c, err) : rc;
}

enum err_code detect_whole(struct span in, const struct text_look *look,
	const struct text_hints *hints, struct text_guess *out, struct err *err)
{
	struct gather g = {.in = in, .whole = in};
	struct text_look text = *look;
	struct text_hints own = {.prefer = TEXT_NONE};
	struct choice c;
	enum err_code rc;

	*out = (struct text_guess){.verdict = TEXT_EMPTY, .non_ascii = look->high};
	if (by_structure(in, look, out))
		return ERR_OK;
	g.tables = single_tables_get(); /* ASCII needs no tables */
	if (g.tables == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (hints != NULL)
		own = *hints;
	g.utf8 = text_look_is_utf8(look);
	g.chance = look->utf8 && !g.utf8;
	if (own.declared == TEXT_NONE)
		own.declared = text_find_declared(in);
	if (own.declared == TEXT_NONE)
		own.declared = find_font(in);
	if (look_has_nul(look)) {
		g.in.len -= count_padding(in);
		text.control -= in.len - g.in.len;
		text.len = g.in.len;
	}
	g.lines.readings = readings_of(g.tables);
	rc = explain_exactly(&g, &own, &c, err);
	if (rc == ERR_OK)
		conclude(&g, &c, &text, out);
	if (rc == ERR_OK && out->verdict != TEXT_MIXED && out->enc == TEXT_BIG5 &&
		!names_big5(&own) && is_cp950(in))
		out->enc = out->cand[0].enc = TEXT_CP950;
	free(g.lines.list);
	return rc;
}
