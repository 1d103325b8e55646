/* SPDX-License-Identifier: MIT */
/* Signs of change marks: runs of + - < > { } [ ] = ^, elements, half brackets. */
#include <string.h>

#include "tags/mark_private.h"
#include "tags/mark_words.h"
#include "tags/word.h"

void mark_consider(
	struct mark *best, enum hit_kind kind, unsigned family, unsigned score, bool weak)
{
	bool agrees = kind == best->kind && family != best->family && score >= MARK_LIKELY &&
		      best->score >= MARK_LIKELY;

	if (kind == HIT_MARK)
		return;
	if (score > best->score)
		*best = (struct mark){kind, family, score, weak && !(agrees && !best->weak), false};
	else if (agrees)
		best->weak = best->weak && weak;
	else if (score == best->score && best->kind != kind)
		best->kind = HIT_MARK;
}

struct span mark_part(struct span line, size_t from, size_t to)
{
	struct span part = {.ptr = NULL};

	span_slice(line, from, to - from, &part);
	return part;
}

struct run {
	size_t at;
	size_t len;
	enum hit_kind kind;
	enum mark_family family;
	bool single; /* one character, or a sign that is common in prose */
	bool drawn;  /* a drawn line with a corner */
};

static bool is_sign(uint8_t c)
{
	return tag_is_one_of(c, "+-<>{}[]=^");
}

static size_t count_of(struct span run, char c)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < run.len; i++)
		n += run.ptr[i] == (uint8_t)c;
	return n;
}

/* Classifies a run of signs by itself. */
static void classify_run(struct span text, struct run *r)
{
	size_t open = count_of(text, '>');
	size_t close = count_of(text, '<');
	size_t plus = count_of(text, '+');
	size_t minus = count_of(text, '-');
	size_t begin = count_of(text, '{');
	size_t end = count_of(text, '}');
	size_t square = count_of(text, '[');
	size_t square_end = count_of(text, ']');
	bool joined = plus + minus > 0 || square > 2 || square_end > 2;

	r->kind = HIT_MARK;
	r->family = MARK_NONE;
	r->single = text.len == 1;
	if (begin != 0 && end != 0)
		return;
	if (begin + end > 0) {
		r->family = MARK_BRACE;
		r->kind = begin > 0 ? HIT_BEGIN : HIT_END;
	} else if (joined && (square > 0) != (square_end > 0) && minus == 0) {
		r->family = MARK_BRACE;
		r->kind = square > 0 ? HIT_BEGIN : HIT_END;
	} else if (square + square_end > 0) {
		return; /* an ordinary bracket next to a sign: the rest of the run decides */
	} else if (open > 0 && close > 0) {
		return;
	} else if (open + close > 0) {
		bool arrow = open + close < text.len && plus == 0 && open + close == 1;

		r->family = arrow ? MARK_ARROW : MARK_CHEVRON;
		r->kind = open > 0 ? HIT_BEGIN : HIT_END;
	} else if (plus == text.len || minus == text.len) {
		r->family = MARK_PLUS;
		r->kind = plus > 0 ? HIT_BEGIN : HIT_END;
	} else if (count_of(text, '^') > 2) {
		r->family = MARK_ARROW;
		r->kind = HIT_END;
	}
}

/* True when only blanks and punctuation are between: "Tag: >>>", "(Tag) >>>". */
static bool is_beside(struct span c, size_t from, size_t to)
{
	for (; from < to; from++)
		if (!tag_is_one_of(c.ptr[from], " \t:,;.()[]\"'`|*#/@"))
			return false;
	return true;
}

static bool is_blank_or_bracket(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '(' || c == ')' || c == '[' || c == ']' || c == ':' ||
	       c == ',' || c == ';';
}

/* "(+)Tag", "[Tag +]": one sign in brackets next to the tag, or in the same ones. */
static bool is_bracketed_single(struct span c, const struct run *r, size_t at, size_t len)
{
	size_t end = r->at + r->len;
	size_t from = r->at > at ? at : r->at; /* of what is in the brackets with the tag */
	size_t to = r->at > at ? end : at + len;

	if (r->at > 0 && end < c.len &&
		((c.ptr[r->at - 1] == '(' && c.ptr[end] == ')') ||
			(c.ptr[r->at - 1] == '[' && c.ptr[end] == ']')))
		return true;
	return from > 0 && to < c.len && c.ptr[from - 1] == '[' && c.ptr[to] == ']';
}

/* A single + or - glued to the tag, with nothing glued to its other side. */
static bool is_glued_single(struct span c, const struct run *r, size_t at, size_t len)
{
	if (r->at == at + len)
		return r->at + r->len == c.len || is_blank_or_bracket(c.ptr[r->at + r->len]);
	return r->at + r->len == at && r->at == 0;
}

/* "(Tag+)" with other text in the comment: the line is new. */
static bool is_line_sign(struct span c, const struct run *r, size_t at, size_t len)
{
	return r->at == at + len && at > 0 && r->at + 1 < c.len && c.ptr[at - 1] == '(' &&
	       c.ptr[r->at + 1] == ')';
}

/* ---- Tag ----: an ornament, whatever is in between. */
static bool is_ornament(struct span c, const struct run *r, size_t at, size_t len)
{
	size_t i;

	for (i = 0; i + r->len <= c.len; i++) {
		bool other_side = r->at < at ? i >= at + len : i + r->len <= at;

		if (other_side && memcmp(c.ptr + i, c.ptr + r->at, r->len) == 0)
			return true;
	}
	return false;
}

/* "Tag Add+", "Add- Tag": glued to the last or the first word. */
static bool is_behind_verb(struct span c, const struct run *r)
{
	size_t from = tag_word_start(c, r->at);

	return (from == 0 || r->at + 1 == c.len) && mark_is_verb(mark_part(c, from, r->at));
}

/* Considers a single + or -. */
static void consider_plus(
	struct span c, const struct run *r, size_t at, size_t len, bool beside, struct mark *best)
{
	bool edge = r->at == 0 || r->at + r->len == c.len;

	if (is_line_sign(c, r, at, len)) {
		if (at == 1 && r->at + 2 == c.len)
			mark_consider(best, r->kind, r->family, MARK_CONFIRMED, true);
	} else if (is_glued_single(c, r, at, len) ||
		   (beside && is_bracketed_single(c, r, at, len))) {
		mark_consider(best, r->kind, r->family, 62, true);
	} else if ((edge && beside) || (r->at == 0 && tag_is_word_char(c.ptr[1])) ||
		   is_behind_verb(c, r)) {
		mark_consider(best, r->kind, r->family, MARK_CONFIRMED, true); /* "+Bug Tag" */
	}
}

/* Considers a run of one kind of sign, which is common in prose. */
static void consider_single(
	struct span c, const struct run *r, size_t at, size_t len, bool beside, struct mark *best)
{
	bool edge = r->at == 0 || r->at + r->len == c.len;
	bool glued = r->at == at + len || r->at + r->len == at;

	if (r->family == MARK_PLUS && len != 0)
		consider_plus(c, r, at, len, beside, best);
	else if (r->family == MARK_BRACE && (edge || beside))
		mark_consider(best, r->kind, r->family, 61, true);
	else if (r->family == MARK_CHEVRON && edge && (beside || glued) && len != 0)
		mark_consider(best, r->kind, r->family, MARK_SURE, true);
}

static bool is_run_beside(struct span c, const struct run *r, size_t at, size_t len)
{
	return len != 0 && (r->at >= at + len ? is_beside(c, at + len, r->at)
					      : is_beside(c, r->at + r->len, at));
}

/* "+++ Tag -- reason": a dash in a comment that begins with a longer run. */
static bool is_dash(struct span c, const struct run *r)
{
	size_t end = r->at + r->len;

	return r->len == 2 && r->at > 0 && end < c.len && tag_is_one_of(c.ptr[r->at - 1], " \t") &&
	       tag_is_one_of(c.ptr[end], " \t") && tag_is_one_of(c.ptr[0], "+-<>") &&
	       c.ptr[1] == c.ptr[0] && c.ptr[2] == c.ptr[0];
}

/* Dashes end a change, but are also ornaments. */
static void consider_dashes(
	struct span c, const struct run *r, size_t at, size_t len, struct mark *best)
{
	bool beside = is_run_beside(c, r, at, len);
	bool edge = r->at == 0 || r->at + r->len == c.len;
	bool glued = r->at == at + len || r->at + r->len == at;

	if (is_dash(c, r))
		return;
	if (is_ornament(c, r, at, len))
		mark_consider(best, r->kind, r->family, beside ? 50 : MARK_LIKELY, true);
	else if (beside && (!edge || (r->len < 3 && !glued)))
		mark_consider(best, r->kind, r->family, MARK_SURE + 4, true); /* less than a word */
	else if (beside)
		mark_consider(best, r->kind, r->family, MARK_BESIDE + (r->len > 2), false);
	else if (r->len > 2)
		mark_consider(best, r->kind, r->family, edge ? 58 : MARK_LIKELY, true);
	else if (edge) /* "Tag: name --" */
		mark_consider(best, r->kind, r->family, MARK_LIKELY, true);
}

static uint8_t mirrored(uint8_t c)
{
	static const char pairs[] = "<>{}[]";
	const char *found = c != '\0' ? strchr(pairs, c) : NULL;

	return found != NULL ? (uint8_t)pairs[(size_t)(found - pairs) ^ 1] : c;
}

/* ">>> Tag modify start <<<": an ornament, the run and its mirror image at the ends of the comment.
 */
static bool is_frame(struct span c, const struct run *r)
{
	size_t i;

	if (r->len < 2 || 2 * r->len >= c.len || (r->at != 0 && r->at + r->len != c.len) ||
		is_sign(c.ptr[r->len]) || is_sign(c.ptr[c.len - r->len - 1]))
		return false;
	for (i = 0; i < r->len; i++)
		if (c.ptr[i] != mirrored(c.ptr[c.len - 1 - i]))
			return false;
	return true;
}

static void consider_run(
	struct span c, const struct run *r, size_t at, size_t len, struct mark *best)
{
	bool beside = is_run_beside(c, r, at, len);
	bool edge = r->at == 0 || r->at + r->len == c.len;

	if (r->single) {
		consider_single(c, r, at, len, beside, best);
	} else if (r->drawn) {
		if (beside)
			mark_consider(best, r->kind, r->family, MARK_LIKELY, true);
	} else if (r->family == MARK_ARROW && r->len < 3 && !(beside && edge)) {
		return; /* "a->b", "x >> 4", "--": common in prose and code */
	} else if (r->family == MARK_PLUS && r->kind == HIT_END) {
		consider_dashes(c, r, at, len, best);
	} else if (beside) {
		mark_consider(best, r->kind, r->family,
			is_frame(c, r) ? MARK_SURE : MARK_BESIDE + (r->len > 2), false);
	} else if (edge && (r->len > 2 || r->family != MARK_PLUS)) {
		mark_consider(best, r->kind, r->family, 58, false);
	} else if (r->len > 2) {
		mark_consider(best, r->kind, r->family, MARK_LIKELY, false);
	} else if (edge) { /* "Tag: name ++" */
		mark_consider(best, r->kind, r->family, MARK_LIKELY, true);
	}
}

/* <Tag>, <Tag by bob> and </Tag>. */
static void read_element(struct span c, size_t at, size_t len, struct mark *best)
{
	size_t end = at + len;
	bool attributes = at == 1 && end < c.len && c.ptr[end] == ' ' && c.ptr[c.len - 1] == '>';
	bool whole;

	if (at == 0 || end >= c.len || (c.ptr[end] != '>' && !attributes))
		return;
	whole = at == 1 && !tag_is_one_of(c.ptr[c.len - 1], "+-");
	if (c.ptr[at - 1] == '<') /* within a sentence it is only a way of writing the tag */
		mark_consider(best, HIT_BEGIN, MARK_ELEMENT, whole ? 77 : MARK_CONFIRMED - 1, true);
	else if (at > 1 && c.ptr[at - 1] == '/' && c.ptr[at - 2] == '<')
		mark_consider(best, HIT_END, MARK_ELEMENT, 77, true);
}

/* "[Tag +]", "[- Tag]": a bracket around both is not part of the sign. */
static void trim_bracket(struct span c, size_t at, size_t len, struct run *r)
{
	struct span between;

	if (r->len == 3 && c.ptr[r->at] == '[' && c.ptr[r->at + 2] == ']') { /* [+] */
		r->at++;
		r->len = 1;
		return;
	}
	if (r->len < 2)
		return;
	if (r->at > at && at > 0 && c.ptr[at - 1] == '[' && c.ptr[r->at + r->len - 1] == ']' &&
		(r->len == 2 || c.ptr[r->at + r->len - 2] != ']')) {
		r->len--;
	} else if (r->at < at && c.ptr[r->at] == '[' && c.ptr[r->at + 1] != '[' &&
		   at + len < c.len && c.ptr[at + len] == ']') {
		span_slice(c, r->at + 1, at - r->at - 1, &between);
		if (span_find(between, 0, "]", 1) == SIZE_MAX) {
			r->at++;
			r->len--;
		}
	}
}

/* "[Tag]", "[ Tag ]" */
static bool is_within(struct span c, size_t at, size_t end, char open, char close)
{
	while (at > 0 && c.ptr[at - 1] == ' ')
		at--;
	while (end < c.len && c.ptr[end] == ' ')
		end++;
	return at > 0 && end < c.len && c.ptr[at - 1] == (uint8_t)open &&
	       c.ptr[end] == (uint8_t)close;
}

/* [Tag] and [/Tag]; "(Tag" and "Tag)": half a bracket at an end of the comment. */
static void read_half(struct span c, size_t at, size_t len, struct mark *best)
{
	static const char open[] = "([";
	static const char close[] = ")]";
	size_t end = at + len;
	size_t i;

	for (i = 0; len != 0 && i < sizeof open - 1; i++) {
		bool opened = span_find(c, 0, &open[i], 1) != SIZE_MAX;
		bool closed = span_find(c, 0, &close[i], 1) != SIZE_MAX;
		bool before = at > 0 && c.ptr[at - 1] == (uint8_t)open[i];
		bool behind = end < c.len && c.ptr[end] == (uint8_t)close[i];
		bool slash = at > 0 && c.ptr[at - 1] == '/';
		bool loose = is_within(c, slash ? at - 1 : at, end, open[i], close[i]);

		if (before && c.ptr[0] == (uint8_t)open[i] && !closed)
			mark_consider(best, HIT_BEGIN, MARK_ELEMENT, MARK_CONFIRMED, true);
		if (behind && c.ptr[c.len - 1] == (uint8_t)close[i] && !opened)
			mark_consider(best, HIT_END, MARK_ELEMENT, MARK_CONFIRMED, true);
		if (loose && !slash && i == 1)
			mark_consider(best, HIT_BEGIN, MARK_ELEMENT, MARK_CONFIRMED - 1, true);
		if (loose && slash)
			mark_consider(best, HIT_END, MARK_ELEMENT, 77, true);
	}
}

/* "|---- Tag" and "----| Tag": the corner shows which end it is. Tables and scissors ("--8<--") are
 * not evidence. */
static void classify_drawing(struct span c, struct run *r)
{
	struct span text = mark_part(c, r->at, r->at + r->len);
	size_t end = r->at + r->len;
	bool left = r->at > 0 && c.ptr[r->at - 1] == '|';
	bool right = end < c.len && c.ptr[end] == '|';

	if ((left && right) || (r->at > 0 && c.ptr[r->at - 1] == '8') ||
		(end < c.len && c.ptr[end] == '8'))
		r->kind = HIT_MARK;
	else if (left != right && r->len > 1 &&
		 count_of(text, '-') + count_of(text, '=') == r->len) {
		r->family = MARK_BRACE;
		r->kind = left ? HIT_BEGIN : HIT_END;
		r->drawn = true;
	}
}

static void read_runs(struct span c, size_t at, size_t len, struct mark *best)
{
	size_t i = 0;

	while (i < c.len) {
		struct run r = {.at = i};

		if (!is_sign(c.ptr[i])) {
			i++;
			continue;
		}
		if (i >= at && i < at + len) {
			i = at + len; /* signs of the tag itself */
			continue;
		}
		while (i < c.len && is_sign(c.ptr[i]) && (i < at || r.at >= at + len))
			i++;
		r.len = i - r.at;
		/* A bracket around the tag is not part of the sign: "+[Tag", "[Tag]>>>" */
		if (len != 0 && r.at == at + len && r.len > 1 && c.ptr[r.at] == ']') {
			r.at++;
			r.len--;
		} else if (r.at + r.len == at && c.ptr[at - 1] == '[' && c.ptr[r.at] != '[') {
			r.len--;
		}
		trim_bracket(c, at, len, &r);
		classify_run(mark_part(c, r.at, r.at + r.len), &r);
		classify_drawing(c, &r);
		if (r.kind != HIT_MARK)
			consider_run(c, &r, at, len, best);
	}
}

/* The end after a sign in the brackets of a tag: "(Tag+)". */
static size_t sign_end(struct span c, size_t end)
{
	return end + (end < c.len && tag_is_one_of(c.ptr[end], "+-"));
}

/* "<Tag+> 2013/06/21 >>>": a sign elsewhere takes precedence over the one in the brackets. */
static bool read_element_sign(struct span c, size_t at, size_t len, struct mark *best)
{
	unsigned score = best->score;
	size_t end = sign_end(c, at + len);

	if (at == 0 || c.ptr[at - 1] != '<' || end == at + len || end >= c.len || c.ptr[end] != '>')
		return false;
	read_runs(c, at - 1, end + 1 - (at - 1), best);
	return best->score > score;
}

/* Finds the brackets around the tag [at, end) and adjacent ones, "(Tag+)(Other)"; false: none. */
static bool find_frame(struct span c, size_t *at, size_t *end)
{
	char open = *at > 0 ? (char)c.ptr[*at - 1] : ' ';
	char close = open == '(' ? ')' : ']';
	size_t from = *at - 1;
	size_t to = sign_end(c, *end) + 1;

	if ((open != '(' && open != '[') || to > c.len || c.ptr[to - 1] != (uint8_t)close)
		return false;
	while (to < c.len && c.ptr[to] == (uint8_t)open) {
		size_t other = span_find(c, to, &close, 1);

		to = other != SIZE_MAX ? other + 1 : c.len;
	}
	while (from > 0 && c.ptr[from - 1] == (uint8_t)close)
		for (from--; from > 0 && c.ptr[from] != (uint8_t)open;)
			from--;
	*at = from;
	*end = to;
	return true;
}

/* "(Tag)>" and "<(Tag)", "[Tag]>", also with a sign: "(Tag+)>", "<(Tag-)". */
static bool read_framed(struct span c, size_t at, size_t len, struct mark *best)
{
	size_t end = at + len;
	bool begins;
	bool ends;

	if (!find_frame(c, &at, &end))
		return false;
	begins = end < c.len && c.ptr[end] == '>' && (end + 1 == c.len || c.ptr[end + 1] != '>');
	ends = at > 0 && c.ptr[at - 1] == '<' && (at == 1 || c.ptr[at - 2] != '<');
	if (begins == ends)
		return false;
	mark_consider(best, begins ? HIT_BEGIN : HIT_END, MARK_CHEVRON, MARK_BESIDE, false);
	return true;
}

void mark_read_signs(struct span c, size_t at, size_t len, struct mark *best)
{
	if (read_framed(c, at, len, best) || read_element_sign(c, at, len, best))
		return;
	read_element(c, at, len, best);
	read_half(c, at, len, best);
	if (at > 0 && at + len < c.len && c.ptr[at - 1] == '<' && c.ptr[at + len] == '>') {
		/* "<Tag> +" */
		at--;
		len += 2;
	}
	read_runs(c, at, len, best);
}
