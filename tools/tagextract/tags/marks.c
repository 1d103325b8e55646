/* SPDX-License-Identifier: MIT */
#include "tags/marks.h"

#include <stdlib.h>
#include <string.h>

#include "tags/mark_words.h"
#include "tags/opposites.h"
#include "tags/word.h"

static uint8_t lower(uint8_t c)
{
	return (uint8_t)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

enum hit_kind mark_word(struct span word)
{
	return word.len > 1 ? mark_word_kind(word, false) : HIT_MARK;
}

static size_t word_end(struct span line, size_t at)
{
	while (at < line.len && tag_is_word_char(line.ptr[at]))
		at++;
	return at;
}

static size_t word_start(struct span line, size_t at)
{
	while (at > 0 && tag_is_word_char(line.ptr[at - 1]))
		at--;
	return at;
}

static struct span part_of(struct span line, size_t from, size_t to)
{
	struct span part = {NULL, 0};

	span_slice(line, from, to - from, &part);
	return part;
}

/* What is glued behind a tag, without a date between: "START" of "_20200131_START". */
static struct span glued_word(struct span line, size_t end)
{
	size_t stop = word_end(line, end);
	size_t i = end + 1;

	while (i < stop && line.ptr[i] >= '0' && line.ptr[i] <= '9')
		i++;
	if ((i == end + 7 || i == end + 9) && i < stop && line.ptr[i] == '_')
		end = i;
	return part_of(line, end + 1, stop);
}

size_t mark_glued_after(struct span line, size_t end)
{
	struct span word;

	if (end >= line.len || line.ptr[end] != '_')
		return 0;
	word = glued_word(line, end);
	return mark_word_kind(word, true) != HIT_MARK || mark_glued_opposite(word) != HIT_MARK
		       ? word_end(line, end) - end
		       : 0;
}

/* Vendors' words before a ticket number: AMI_OVERRIDE_SA0010_START. */
static bool is_vendor_prefix(struct span word)
{
	return mark_equals(word, "ami_override");
}

size_t mark_glued_before(struct span line, size_t at)
{
	size_t start;
	struct span word;

	if (at == 0 || line.ptr[at - 1] != '_')
		return 0;
	start = word_start(line, at - 1);
	word = part_of(line, start, at - 1);
	if ((word.len > 1 && mark_word_kind(word, true) != HIT_MARK) || is_vendor_prefix(word))
		return at - start;
	return 0;
}

enum err_code mark_pairs_add(struct mark_pairs *pairs, struct span text, struct err *err)
{
	size_t comma = span_find(text, 0, ",", 1);
	size_t n = pairs->count;

	if (comma == SIZE_MAX || comma == 0 || comma + 1 == text.len)
		return err_set(err, ERR_USAGE, "two texts with a comma between them, please");
	if (n == MARK_PAIRS_MAX)
		return err_set(err, ERR_LIMIT, "more than %d pairs", MARK_PAIRS_MAX);
	pairs->begin[n] = calloc(comma + 1, 1);
	pairs->end[n] = calloc(text.len - comma, 1);
	pairs->count++; /* freed with the rest, whatever there is of it */
	if (pairs->begin[n] == NULL || pairs->end[n] == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(pairs->begin[n], text.ptr, comma);
	memcpy(pairs->end[n], text.ptr + comma + 1, text.len - comma - 1);
	return ERR_OK;
}

void mark_pairs_free(struct mark_pairs *pairs)
{
	size_t i;

	for (i = 0; i < pairs->count; i++) {
		free(pairs->begin[i]);
		free(pairs->end[i]);
	}
	*pairs = (struct mark_pairs){.count = 0};
}

/* Takes a sign into account. Of two equally sure ones that contradict each other none counts. */
static void consider(
	struct mark *best, enum hit_kind kind, unsigned family, unsigned score, bool weak)
{
	if (kind == HIT_MARK || score < best->score)
		return;
	if (score > best->score)
		*best = (struct mark){kind, family, score, weak};
	else if (best->kind != kind)
		best->kind = HIT_MARK;
}

/* ---- the user's own pairs: whole words, without regard to case ---- */

static bool has_text(struct span line, const char *text)
{
	size_t len = strlen(text);
	size_t i;
	size_t k;

	for (i = 0; i + len <= line.len; i++) {
		for (k = 0; k < len && lower(line.ptr[i + k]) == lower((uint8_t)text[k]); k++)
			;
		if (k < len)
			continue;
		if (tag_is_word_char((uint8_t)text[0]) && i > 0 &&
			tag_is_word_char(line.ptr[i - 1]) && text[0] != '_')
			continue;
		if (tag_is_word_char((uint8_t)text[len - 1]) && i + len < line.len &&
			tag_is_word_char(line.ptr[i + len]))
			continue;
		return true;
	}
	return false;
}

static void read_own(const struct mark_pairs *own, struct span c, struct mark *best)
{
	size_t i;

	for (i = 0; own != NULL && i < own->count; i++) {
		bool begin = has_text(c, own->begin[i]);
		bool end = has_text(c, own->end[i]);

		if (begin != end) /* both: such as "start,end" in prose */
			consider(best, begin ? HIT_BEGIN : HIT_END, MARK_OWN + (unsigned)i, 110,
				false);
	}
}

/* ---- [-start-160421-Tag-add] ---- */

static void read_bracket(struct span c, size_t at, size_t len, struct mark *best)
{
	size_t i = at + len;

	/* In the same pair of brackets as the tag, which a pattern may have matched whole. */
	for (; i > 0; i--) {
		struct span left;

		if (i <= at && c.ptr[i - 1] == ']')
			return;
		if (c.ptr[i - 1] != '[' || !span_from(c, i - 1, &left))
			continue;
		if (left.len > 2 && left.ptr[1] == '-') {
			size_t end = word_end(left, 2);

			if (end < left.len && left.ptr[end] == '-')
				consider(best, mark_word(part_of(left, 2, end)), MARK_BRACKET, 100,
					false);
		}
		return;
	}
}

/* ---- words ---- */

static bool has_letters(struct span word, bool *upper)
{
	bool letters = false;
	size_t i;

	*upper = true;
	for (i = 0; i < word.len; i++) {
		letters = letters || lower(word.ptr[i]) != word.ptr[i] ||
			  (word.ptr[i] >= 'a' && word.ptr[i] <= 'z');
		*upper = *upper && !(word.ptr[i] >= 'a' && word.ptr[i] <= 'z');
	}
	return letters;
}

/* CHANGE_S, AMI_OVERRIDE_START, BEGIN_CHANGE: a mark word at an end of a longer one. */
static enum hit_kind compound_kind(struct span word)
{
	size_t first = span_find(word, 0, "_", 1);
	size_t last = word.len;
	bool upper;
	struct span tail;
	enum hit_kind kind;

	if (first == SIZE_MAX || !has_letters(word, &upper))
		return HIT_MARK;
	while (last > 0 && word.ptr[last - 1] != '_')
		last--;
	tail = part_of(word, last, word.len);
	kind = mark_word_kind(tail, true);
	if (kind != HIT_MARK && last > 3 && (tail.len > 1 || upper))
		return kind;
	return mark_word(part_of(word, 0, first));
}

/* A comment as words: which one is the tag, how many others there are. */
struct words {
	size_t count;
	size_t tag_first; /* numbers of the words that the tag touches; SIZE_MAX: no tag */
	size_t tag_last;
	size_t others; /* with letters, neither tag nor mark */
};

static bool next_word(struct span c, size_t *pos, struct span *word, size_t *at)
{
	size_t i = *pos;

	while (i < c.len && !tag_is_word_char(c.ptr[i]))
		i++;
	*at = i;
	*pos = word_end(c, i);
	*word = part_of(c, i, *pos);
	return word->len > 0;
}

static void count_words(struct span c, size_t at, size_t len, struct words *w)
{
	struct span word;
	size_t pos = 0;
	size_t start;
	bool upper;

	*w = (struct words){0, SIZE_MAX, SIZE_MAX, 0};
	while (next_word(c, &pos, &word, &start)) {
		if (start < at + len && start + word.len > at) {
			if (w->tag_first == SIZE_MAX)
				w->tag_first = w->count;
			w->tag_last = w->count;
		} else if (has_letters(word, &upper) && mark_word_kind(word, false) == HIT_MARK) {
			w->others++;
		}
		w->count++;
	}
}

/* A run of >>>, <<< or +++ parts a word from the tag. */
static bool is_parted(struct span c, size_t from, size_t to)
{
	size_t i;

	for (i = from; i + 1 < to; i++)
		if (c.ptr[i] == c.ptr[i + 1] && tag_is_one_of(c.ptr[i], "><+"))
			return true;
	return false;
}

/* A single S or E is a mark only in brackets, or between dashes, but not the one of "HOLDER(S)". */
static bool is_framed(struct span c, size_t at)
{
	return at > 0 && at + 1 < c.len &&
	       !(at > 1 && c.ptr[at - 1] == '(' && tag_is_word_char(c.ptr[at - 2])) &&
	       tag_is_one_of(c.ptr[at - 1], "[(<-") && tag_is_one_of(c.ptr[at + 1], "])>-");
}

/* [Tag]S, (Tag)E: at the end of the comment. */
static bool is_behind_bracket(struct span c, size_t at, size_t len, size_t start)
{
	return len != 0 && at > 0 && start == at + len + 1 && start + 1 == c.len &&
	       ((c.ptr[at - 1] == '[' && c.ptr[at + len] == ']') ||
		       (c.ptr[at - 1] == '(' && c.ptr[at + len] == ')')) &&
	       c.ptr[start] >= 'A' && c.ptr[start] <= 'Z';
}

/* "Tag, S, name", "Tag Mod S": a capital with nothing but punctuation behind it. */
static bool is_lone_letter(struct span c, size_t at, size_t len)
{
	return len == 1 && (c.ptr[at] == 'S' || c.ptr[at] == 'E') &&
	       (at + 1 == c.len || tag_is_one_of(c.ptr[at + 1], ",;:")) &&
	       (at == 0 || tag_is_one_of(c.ptr[at - 1], " \t,;"));
}

static size_t word_distance(const struct words *w, size_t number)
{
	if (w->tag_first == SIZE_MAX)
		return SIZE_MAX;
	return number < w->tag_first ? w->tag_first - number : number - w->tag_last;
}

#define LAST_OTHERS 3 /* words beside the tag, the last one with them: more is prose */

static void consider_word(struct span c, size_t at, size_t len, const struct words *w,
	size_t number, struct span word, size_t start, struct mark *best)
{
	size_t distance = word_distance(w, number);
	bool edge = number == 0 || number + 1 == w->count;
	enum hit_kind kind = mark_word_kind(word, false);
	bool upper;
	bool weak;

	(void)has_letters(word, &upper);
	weak = !upper && w->others > 0;
	if (word.len == 1 && !is_framed(c, start) && !is_behind_bracket(c, at, len, start))
		kind = HIT_MARK;
	if (kind == HIT_MARK) {
		consider(best, compound_kind(word), MARK_WORD, 65, false);
		if (is_lone_letter(c, start, word.len) && len != 0)
			consider(best, mark_word_kind(word, true), MARK_WORD, MARK_CONFIRMED, true);
		if (number + 1 == w->count && w->others <= LAST_OTHERS)
			consider(best, mark_last_word(word), MARK_WORD, MARK_CONFIRMED, true);
		return;
	}
	if (distance == 1 &&
		!(start > at ? is_parted(c, at + len, start) : is_parted(c, start + word.len, at)))
		consider(best, kind, MARK_WORD, 80, weak);
	else if (upper && word.len > 1)
		consider(best, kind, MARK_WORD, 70, false);
	else if (edge || (start + word.len < c.len && c.ptr[start + word.len] == ':'))
		consider(best, kind, MARK_WORD, MARK_SURE + 3, weak); /* surer than any lone sign */
	else if (distance <= 3)
		consider(best, kind, MARK_WORD, 40, true);
}

static void read_words(struct span c, size_t at, size_t len, struct mark *best)
{
	struct span word;
	struct words w;
	size_t number;
	size_t pos = 0;
	size_t start;

	count_words(c, at, len, &w);
	for (number = 0; next_word(c, &pos, &word, &start); number++)
		if (len == 0 || start >= at + len || start + word.len <= at)
			consider_word(c, at, len, &w, number, word, start, best);
	consider(best, mark_script(c, false), MARK_WORD, 78, false);
	consider(best, mark_script(c, true), MARK_WORD, MARK_CONFIRMED, true);
}

/* ---- Tag_START, START_Tag, and a tag that is such a word itself ---- */

static void read_glued(struct span c, size_t at, size_t len, struct mark *best)
{
	size_t end = at + len;
	size_t after = mark_glued_after(c, end);
	size_t before = mark_glued_before(c, at);

	if (len == 0)
		return;
	if (after > 0) {
		consider(best, mark_word_kind(glued_word(c, end), true), MARK_WORD, 90, false);
		consider(best, mark_glued_opposite(glued_word(c, end)), MARK_WORD,
			MARK_CONFIRMED - 1, true);
	}
	if (after == 0 && before > 1)
		consider(best, mark_word_kind(part_of(c, at - before, at - 1), true), MARK_WORD, 89,
			false);
	/* Tag-S, Tag.E, Tag:S; a single letter after a blank is no mark */
	if (end + 1 < c.len && tag_is_one_of(c.ptr[end], "-.:")) {
		size_t stop = word_end(c, end + 1);

		if (stop == end + 2 && c.ptr[end + 1] < 'a')
			consider(best, mark_word_kind(part_of(c, end + 1, stop), true), MARK_WORD,
				85, true);
	}
	consider(best, compound_kind(part_of(c, at, end)), MARK_WORD, 88, false);
}

/* ---- signs: runs of + - < > { } [ ] = ^ ---- */

struct run {
	size_t at;
	size_t len;
	enum hit_kind kind;
	enum mark_family family;
	bool single; /* one character, or of one kind of sign that prose has, too */
	bool drawn;  /* a line with a corner */
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

/* What a run of signs says by itself. */
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
		return; /* an ordinary bracket at a sign: judged by the rest of the run */
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

/* Only blanks and punctuation between: "Tag: >>>", "(Tag) >>>". */
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

/* "(+)Tag", "[Tag +]": one sign in brackets that has the tag beside it, or in the same ones. */
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

/* One + or - glued to the tag, with nothing glued to its other side. */
static bool is_glued_single(struct span c, const struct run *r, size_t at, size_t len)
{
	if (r->at == at + len)
		return r->at + r->len == c.len || is_blank_or_bracket(c.ptr[r->at + r->len]);
	return r->at + r->len == at && r->at == 0;
}

/* ---- Tag ----: an ornament, whatever is between. */
static bool is_ornament(struct span c, const struct run *r, size_t at, size_t len)
{
	size_t i;

	for (i = 0; i + r->len <= c.len; i++) {
		bool other_side = r->at < at ? i >= at + len : i + r->len <= at;

		if (other_side && memcmp(c.ptr + i, c.ptr + r->at, r->len) == 0)
			return r->len > 1;
	}
	return false;
}

/* A run of one sign, which prose has, too. */
static void consider_single(
	struct span c, const struct run *r, size_t at, size_t len, bool beside, struct mark *best)
{
	bool edge = r->at == 0 || r->at + r->len == c.len;
	bool glued = r->at == at + len || r->at + r->len == at;

	if (r->family == MARK_PLUS && len != 0 &&
		(is_glued_single(c, r, at, len) || (beside && is_bracketed_single(c, r, at, len))))
		consider(best, r->kind, r->family, 62, true);
	else if (r->family == MARK_BRACE && (edge || beside))
		consider(best, r->kind, r->family, 61, true);
	else if (r->family == MARK_CHEVRON && edge && (beside || glued) && len != 0)
		consider(best, r->kind, r->family, MARK_SURE, true);
}

static void consider_run(
	struct span c, const struct run *r, size_t at, size_t len, struct mark *best)
{
	bool beside = len != 0 && (r->at >= at + len ? is_beside(c, at + len, r->at)
						     : is_beside(c, r->at + r->len, at));
	bool edge = r->at == 0 || r->at + r->len == c.len;
	bool glued = r->at == at + len || r->at + r->len == at;
	bool dashes = r->family == MARK_PLUS && r->kind == HIT_END;
	bool weak = dashes && is_ornament(c, r, at, len);

	if (r->single) {
		consider_single(c, r, at, len, beside, best);
		return;
	}
	if (r->drawn) {
		if (beside)
			consider(best, r->kind, r->family, MARK_LIKELY, true);
		return;
	}
	/* "a->b", "x >> 4", "--": prose and code have two of them */
	if (r->family == MARK_ARROW && r->len < 3 && !(beside && edge))
		return;
	if (weak)
		consider(best, r->kind, r->family, beside ? 50 : MARK_LIKELY, true);
	else if (beside)
		consider(best, r->kind, r->family, MARK_BESIDE + (r->len > 2),
			dashes && (!edge || (r->len < 3 && !glued)));
	else if (edge && (r->len > 2 || r->family != MARK_PLUS))
		consider(best, r->kind, r->family, 58, dashes);
	else if (r->len > 2)
		consider(best, r->kind, r->family, MARK_LIKELY, dashes);
	else if (edge) /* "Tag: name ++" */
		consider(best, r->kind, r->family, MARK_LIKELY, true);
}

/* <Tag>, <Tag by="bob"> and </Tag>. */
static void read_element(struct span c, size_t at, size_t len, struct mark *best)
{
	size_t end = at + len;
	bool attributes = end < c.len && c.ptr[end] == ' ' && c.ptr[c.len - 1] == '>' &&
			  span_find(c, end, "=", 1) != SIZE_MAX;

	if (len == 0 || at == 0 || end >= c.len || (c.ptr[end] != '>' && !attributes))
		return;
	if (c.ptr[at - 1] == '<')
		consider(best, HIT_BEGIN, MARK_ELEMENT, 77, true);
	else if (at > 1 && c.ptr[at - 1] == '/' && c.ptr[at - 2] == '<')
		consider(best, HIT_END, MARK_ELEMENT, 77, true);
}

/* "[Tag +]", "[- Tag]": a bracket around both is not part of the sign either. */
static void trim_bracket(struct span c, size_t at, size_t len, struct run *r)
{
	struct span between;

	if (r->len == 3 && c.ptr[r->at] == '[' && c.ptr[r->at + 2] == ']') { /* [+] */
		r->at++;
		r->len = 1;
		return;
	}
	if (len == 0 || r->len != 2)
		return;
	if (r->at > at && at > 0 && c.ptr[at - 1] == '[' && c.ptr[r->at + 1] == ']') {
		r->len--;
	} else if (r->at < at && c.ptr[r->at] == '[' && at + len < c.len &&
		   c.ptr[at + len] == ']') {
		span_slice(c, r->at + 1, at - r->at - 1, &between);
		if (span_find(between, 0, "]", 1) == SIZE_MAX) {
			r->at++;
			r->len--;
		}
	}
}

/* [Tag] and [/Tag]; "(Tag" and "Tag)", half a bracket at an end of the comment. */
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

		if (before && c.ptr[0] == (uint8_t)open[i] && !closed)
			consider(best, HIT_BEGIN, MARK_ELEMENT, MARK_CONFIRMED, true);
		if (behind && c.ptr[c.len - 1] == (uint8_t)close[i] && !opened)
			consider(best, HIT_END, MARK_ELEMENT, MARK_CONFIRMED, true);
		if (before && behind && i == 1)
			consider(best, HIT_BEGIN, MARK_ELEMENT, MARK_CONFIRMED - 1, true);
		if (behind && at > 1 && c.ptr[at - 1] == '/' && c.ptr[at - 2] == (uint8_t)open[i])
			consider(best, HIT_END, MARK_ELEMENT, 77, true);
	}
}

/* "|---- Tag" and "----| Tag": a corner says which end it is. Tables and scissors ("--8<--") say
 * nothing. */
static void classify_drawing(struct span c, struct run *r)
{
	struct span text = part_of(c, r->at, r->at + r->len);
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

static void read_signs(struct span c, size_t at, size_t len, struct mark *best)
{
	size_t i = 0;

	while (i < c.len) {
		struct run r = {.at = i};

		if (!is_sign(c.ptr[i])) {
			i++;
			continue;
		}
		if (len != 0 && i >= at && i < at + len) {
			i = at + len; /* signs of the tag itself */
			continue;
		}
		while (i < c.len && is_sign(c.ptr[i]) && (len == 0 || i < at || r.at >= at + len))
			i++;
		r.len = i - r.at;
		/* A bracket around the tag is not part of the sign: "+[Tag", "[Tag]>>>" */
		if (len != 0 && r.at == at + len && r.len > 1 && c.ptr[r.at] == ']') {
			r.at++;
			r.len--;
		} else if (len != 0 && r.at + r.len == at && r.len > 1 && c.ptr[at - 1] == '[' &&
			   c.ptr[r.at] != '[') {
			r.len--;
		}
		trim_bracket(c, at, len, &r);
		classify_run(part_of(c, r.at, r.at + r.len), &r);
		classify_drawing(c, &r);
		if (r.kind != HIT_MARK)
			consider_run(c, &r, at, len, best);
	}
}

struct mark mark_read(const struct mark_pairs *own, struct span comment, size_t at, size_t len)
{
	struct mark best = {HIT_MARK, MARK_NONE, 0, false};
	enum hit_kind said;

	if (at > comment.len || len > comment.len - at)
		return best;
	read_own(own, comment, &best);
	if (best.kind != HIT_MARK)
		return best;
	read_bracket(comment, at, len, &best);
	read_glued(comment, at, len, &best);
	read_words(comment, at, len, &best);
	read_element(comment, at, len, &best);
	read_half(comment, at, len, &best);
	read_signs(comment, at, len, &best);
	said = best.score <= MARK_LIKELY ? opposites_read(comment, at, len) : HIT_MARK;
	if (said != HIT_MARK && (best.weak || best.kind == HIT_MARK))
		best = (struct mark){said, MARK_OPPOSITE, MARK_LIKELY - 1, true};
	if (best.kind == HIT_MARK)
		best = (struct mark){HIT_MARK, MARK_NONE, 0, false};
	return best;
}

static bool cut(struct span *text, const char *end)
{
	size_t len = strlen(end);
	struct span rest;

	if (text->len < len || memcmp(text->ptr + text->len - len, end, len) != 0)
		return false;
	span_slice(*text, 0, text->len - len, &rest);
	*text = rest;
	return true;
}

static bool is_rem(struct span text)
{
	return text.len >= 3 && mark_equals(part_of(text, 0, 3), "rem") &&
	       (text.len == 3 || text.ptr[3] == ' ' || text.ptr[3] == '\t');
}

struct span mark_comment(struct span text, bool xml)
{
	size_t i = 0;

	while (text.len > 0 && tag_is_one_of(text.ptr[text.len - 1], " \t\\"))
		text.len--;
	if (cut(&text, xml ? "-->" : "*/"))
		while (text.len > 0 && tag_is_one_of(text.ptr[text.len - 1], " \t*"))
			text.len--;
	while (i < text.len && tag_is_one_of(text.ptr[i], " \t@"))
		i++;
	if (span_from(text, i, &text) && span_starts(text, "<!--", 4))
		span_from(text, 4, &text);
	else if (is_rem(text))
		span_from(text, 3, &text);
	for (i = 0; i < text.len && tag_is_one_of(text.ptr[i], " \t/*#;:!%@"); i++)
		;
	span_from(text, i, &text);
	return text;
}

const char *mark_family_name(unsigned family)
{
	static const char *const names[] = {"none", "bracket", "word", "chevron", "plus", "brace",
		"arrow", "element", "condition", "opposite"};

	return family < MARK_OWN ? names[family] : "own";
}
