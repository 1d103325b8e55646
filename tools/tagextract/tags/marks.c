/* SPDX-License-Identifier: MIT */
#include "tags/marks.h"

#include <stdlib.h>
#include <string.h>

#include "tags/mark_private.h"
#include "tags/mark_words.h"
#include "tags/opposites.h"
#include "tags/word.h"

enum hit_kind mark_word(struct span word)
{
	return word.len > 1 ? mark_word_kind(word, false) : HIT_MARK;
}

/* BUG0042_ADD_START is of BUG0042, LGE_CHANGE_START of LGE_CHANGE. */
static bool has_digit_before(struct span line, size_t end)
{
	while (end > 0 && tag_is_word_char(line.ptr[end - 1]) && !tag_is_digit(line.ptr[end - 1]))
		end--;
	return end > 0 && tag_is_digit(line.ptr[end - 1]);
}

/* The word glued after a tag, without a date or what was done in between: "START" of
 * "_20200131_START" and of "_ADD_START". */
static struct span glued_word(struct span line, size_t end)
{
	size_t stop = tag_word_end(line, end);
	size_t tag = end;
	size_t i = end + 1;

	if (stop > i + 1 && line.ptr[stop - 2] == '_')
		while (stop > i &&
			line.ptr[stop - 1] == '_') /* "_START__", not part of an identifier */
			stop--;

	while (i < stop && tag_is_digit(line.ptr[i]))
		i++;
	if ((i == end + 7 || i == end + 9) && i < stop && line.ptr[i] == '_')
		end = i;
	for (i = end + 1; i < stop && line.ptr[i] != '_'; i++)
		;
	if (i < stop && mark_is_verb(mark_part(line, end + 1, i)) && has_digit_before(line, tag))
		end = i;
	return mark_part(line, end + 1, stop);
}

size_t mark_glued_after(struct span line, size_t end)
{
	struct span word;

	if (end >= line.len || line.ptr[end] != '_')
		return 0;
	word = glued_word(line, end);
	return mark_word_kind(word, true) != HIT_MARK || mark_glued_opposite(word) != HIT_MARK
		       ? tag_word_end(line, end) - end
		       : 0;
}

/* Vendors' prefixes of a ticket number: AMI_OVERRIDE_SA0010_START. */
static bool is_vendor_prefix(struct span word)
{
	return mark_equals(word, "ami_override");
}

size_t mark_glued_before(struct span line, size_t at)
{
	size_t start;
	size_t from; /* start of the mark: "_Start_Tag" */
	struct span word;

	if (at == 0 || line.ptr[at - 1] != '_')
		return 0;
	start = tag_word_start(line, at - 1);
	from = start;
	while (from < at && line.ptr[from] == '_')
		from++;
	word = mark_part(line, from, at - 1);
	if ((word.len > 1 && mark_word_kind(word, true) != HIT_MARK) || is_vendor_prefix(word))
		return at - start;
	return 0;
}

size_t mark_glued_tail(struct span line, size_t end)
{
	size_t i = end;

	while (i < line.len && line.ptr[i] == '_')
		i++;
	return i == line.len || !tag_is_word_char(line.ptr[i]) ? i - end : 0;
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
	pairs->count++; /* counted now, so that it is freed even if incomplete */
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

/* ---- the user's own pairs: whole words, without regard to case ---- */

static bool has_text(struct span line, const char *text)
{
	size_t len = strlen(text);
	size_t i;
	size_t k;

	for (i = 0; i + len <= line.len; i++) {
		for (k = 0; k < len && tag_lower(line.ptr[i + k]) == tag_lower((uint8_t)text[k]);
			k++)
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

		if (begin != end) /* both in one comment: prose such as "start,end" */
			mark_consider(best, begin ? HIT_BEGIN : HIT_END, MARK_OWN + (unsigned)i,
				110, false);
	}
}

/* ---- [-start-160421-Tag-add] ---- */

static void read_bracket(struct span c, size_t at, size_t len, struct mark *best)
{
	size_t i = at + len;

	/* In the same pair of brackets as the tag, which a pattern may have matched as a whole. */
	for (; i > 0; i--) {
		struct span left;

		if (i <= at && c.ptr[i - 1] == ']')
			return;
		if (c.ptr[i - 1] != '[' || !span_from(c, i - 1, &left))
			continue;
		if (left.len > 2 && left.ptr[1] == '-') {
			size_t end = tag_word_end(left, 2);

			if (end < left.len && left.ptr[end] == '-')
				mark_consider(best, mark_word(mark_part(left, 2, end)),
					MARK_BRACKET, 100, false);
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
		letters = letters || tag_lower(word.ptr[i]) != word.ptr[i] ||
			  (word.ptr[i] >= 'a' && word.ptr[i] <= 'z');
		*upper = *upper && !(word.ptr[i] >= 'a' && word.ptr[i] <= 'z');
	}
	return letters;
}

/* CHANGE_S, AMI_OVERRIDE_START, BEGIN_CHANGE: a mark at an end of a longer word. */
static enum hit_kind compound_kind(struct span word)
{
	size_t first = span_find(word, 0, "_", 1);
	size_t last = word.len;
	bool upper;
	struct span tail;
	enum hit_kind kind;

	if (first == SIZE_MAX || !has_letters(word, &upper))
		return HIT_MARK;
	while (word.ptr[last - 1] != '_')
		last--;
	tail = mark_part(word, last, word.len);
	kind = mark_word_kind(tail, true);
	if (kind != HIT_MARK && last > 3 && (tail.len > 1 || upper))
		return kind;
	return mark_word(mark_part(word, 0, first));
}

/* The words of a comment: which one is the tag, and how many others there are. */
struct words {
	size_t count;
	size_t tag_first; /* numbers of the words that the tag touches; SIZE_MAX: no tag */
	size_t tag_last;
	size_t others; /* with letters, neither tag nor mark */
	bool verb;     /* one names the change: "add", "modified" */
};

static bool next_word(struct span c, size_t *pos, struct span *word, size_t *at)
{
	size_t i = *pos;

	while (i < c.len && !tag_is_word_char(c.ptr[i]))
		i++;
	*at = i;
	*pos = tag_word_end(c, i);
	*word = mark_part(c, i, *pos);
	return word->len > 0;
}

static void count_words(struct span c, size_t at, size_t len, struct words *w)
{
	struct span word;
	size_t pos = 0;
	size_t start;
	bool upper;

	*w = (struct words){0, SIZE_MAX, SIZE_MAX, 0, false};
	while (next_word(c, &pos, &word, &start)) {
		if (start < at + len && start + word.len > at) {
			if (w->tag_first == SIZE_MAX)
				w->tag_first = w->count;
			w->tag_last = w->count;
		} else if (has_letters(word, &upper) && mark_word_kind(word, false) == HIT_MARK) {
			w->others++;
			w->verb = w->verb || mark_is_verb(word);
		}
		w->count++;
	}
}

/* Whether a run of >>>, <<< or +++ separates a word from the tag. */
static bool is_parted(struct span c, size_t from, size_t to)
{
	size_t i;

	for (i = from; i + 1 < to; i++)
		if (c.ptr[i] == c.ptr[i + 1] && tag_is_one_of(c.ptr[i], "><+"))
			return true;
	return false;
}

/* A single S or E is a mark only in brackets or between dashes, but not in "HOLDER(S)". */
static bool is_framed(struct span c, size_t at)
{
	return at > 0 && at + 1 < c.len &&
	       !(at > 1 && c.ptr[at - 1] == '(' && tag_is_word_char(c.ptr[at - 2])) &&
	       tag_is_one_of(c.ptr[at - 1], "[(<-") && tag_is_one_of(c.ptr[at + 1], "])>-");
}

/* [Tag]S, (Tag)E: at the end of the comment. */
static bool is_behind_bracket(struct span c, size_t at, size_t len, size_t start)
{
	return at > 0 && start == at + len + 1 && start + 1 == c.len &&
	       ((c.ptr[at - 1] == '[' && c.ptr[at + len] == ']') ||
		       (c.ptr[at - 1] == '(' && c.ptr[at + len] == ')')) &&
	       c.ptr[start] >= 'A' && c.ptr[start] <= 'Z';
}

/* "Tag, S, name", "Tag Mod S": a capital followed only by punctuation. */
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

/* True for up to three signs that join words: "add-begin", "Mod : start". */
static bool is_joined(struct span c, size_t from, size_t to)
{
	if (to - from > 3)
		return false;
	for (; from < to; from++)
		if (!tag_is_one_of(c.ptr[from], " \t-_:.]["))
			return false;
	return true;
}

/* Whether "add start" is followed by something other than a sentence: nothing, punctuation, a
 * number, "by", the tag. */
static bool is_said(struct span c, size_t at, size_t end)
{
	struct span word;
	size_t pos = end;
	size_t start;

	while (end < c.len && tag_is_one_of(c.ptr[end], " \t"))
		end++;
	if (end == c.len || !tag_is_word_char(c.ptr[end]) || end == at)
		return true;
	next_word(c, &pos, &word, &start);
	return (word.ptr[0] >= '0' && word.ptr[0] <= '9') || mark_equals(word, "by") ||
	       mark_equals(word, "author") || mark_equals(word, "date");
}

/* "Modify begin by", "start add", "MODIFIED-END by": a mark next to the kind of change. */
static bool is_with_verb(struct span c, size_t at, size_t start, size_t end)
{
	struct span word;
	size_t pos = end;
	size_t from;
	size_t to = start;

	if (next_word(c, &pos, &word, &from) && is_joined(c, end, from) && mark_is_verb(word) &&
		is_said(c, at, pos))
		return true;
	while (to > 0 && !tag_is_word_char(c.ptr[to - 1]))
		to--;
	from = tag_word_start(c, to);
	return is_joined(c, to, start) && mark_is_verb(mark_part(c, from, to)) &&
	       is_said(c, at, end);
}

/* The word before end, if blanks and few signs separate it from there; its beginning in *end. */
static struct span joined_before(struct span c, size_t *end)
{
	size_t to = *end;
	size_t from;

	while (to > 0 && !tag_is_word_char(c.ptr[to - 1]))
		to--;
	from = to > 0 ? tag_word_start(c, to) : 0;
	if (!is_joined(c, to, *end))
		from = to;
	*end = from;
	return mark_part(c, from, to);
}

/* "add PRINT", "PRINT add an integer" may be prose about the word. */
bool mark_has_verb(struct span c, size_t at, size_t len)
{
	struct span word;
	size_t pos = at + len;
	size_t from;

	if (next_word(c, &pos, &word, &from) && is_joined(c, at + len, from) &&
		mark_is_verb(word)) {
		size_t end = pos;

		return is_said(c, 0, end) ||
		       (next_word(c, &pos, &word, &from) && mark_equals(word, "for"));
	}
	pos = at;
	word = joined_before(c, &pos);
	if (mark_equals(word, "by"))
		word = joined_before(c, &pos);
	else if (word.len == 0 || tag_is_one_of(c.ptr[pos + word.len], " \t"))
		return false;
	return mark_is_verb(word);
}

/* Recognizes "add for the input limit begin by bob" and "fix test end from amy", not "modify the
 * start address". */
static bool is_in_report(struct span c, size_t start, size_t end)
{
	static const char *const behind[] = {"by", "for", "from", "on", "at", "in", "of"};
	static const char *const before[] = {
		"the", "a", "an", "to", "of", "at", "in", "from", "until"};
	struct span word;
	size_t pos = end;
	size_t from;
	size_t i;

	while (!tag_is_word_char(c.ptr[start - 1]))
		start--;
	word = mark_part(c, tag_word_start(c, start), start);
	for (i = 0; i < sizeof before / sizeof before[0]; i++)
		if (mark_equals(word, before[i]))
			return false;
	if (!next_word(c, &pos, &word, &from))
		return true;
	for (i = 0; i < sizeof behind / sizeof behind[0]; i++)
		if (mark_equals(word, behind[i]))
			return true;
	return word.ptr[0] >= '0' && word.ptr[0] <= '9';
}

#define LAST_OTHERS 3 /* words besides the tag, including the last one: more are prose */

/* Considers a word that does not mean begin or end by itself. */
static void consider_doubtful(struct span c, bool has_tag, const struct words *w, size_t number,
	struct span word, size_t start, struct mark *best)
{
	mark_consider(best, compound_kind(word), MARK_WORD, 65, false);
	if (is_lone_letter(c, start, word.len) && has_tag)
		mark_consider(best, mark_word_kind(word, true), MARK_WORD, MARK_CONFIRMED, true);
	if (word.len == 1 && has_tag && is_with_verb(c, start, start, start) &&
		c.ptr[start - 1] == '-')
		mark_consider(best, mark_word_kind(word, true), MARK_WORD, MARK_CONFIRMED, true);
	if (number == 0 && (mark_equals(word, "ifdef") || mark_equals(word, "ifndef")))
		mark_consider(best, HIT_BEGIN, MARK_WORD, MARK_COMMENTED, true);
	if (number + 1 == w->count && w->others <= LAST_OTHERS)
		mark_consider(best, mark_last_word(word), MARK_WORD, MARK_CONFIRMED, true);
}

static void consider_word(struct span c, size_t at, size_t len, const struct words *w,
	size_t number, struct span word, size_t start, struct mark *best)
{
	size_t distance = word_distance(w, number);
	bool edge = number == 0 || number + 1 == w->count;
	enum hit_kind kind = mark_word_kind(word, false);
	bool upper;
	bool weak;
	bool verb;

	(void)has_letters(word, &upper);
	verb = kind != HIT_MARK && is_with_verb(c, at, start, start + word.len);
	weak = !upper && w->others > 0 && !verb;
	if (word.len == 1 && !is_framed(c, start) && !is_behind_bracket(c, at, len, start))
		kind = HIT_MARK;
	if (kind == HIT_MARK) {
		consider_doubtful(c, len != 0, w, number, word, start, best);
		return;
	}
	if (distance == 1 &&
		!(start > at ? is_parted(c, at + len, start) : is_parted(c, start + word.len, at)))
		mark_consider(best, kind, MARK_WORD, 80, weak);
	else if (upper && word.len > 1)
		mark_consider(best, kind, MARK_WORD, 70, false);
	else if (verb)
		mark_consider(best, kind, MARK_WORD, 66, false);
	else if (edge || c.ptr[start + word.len] == ':')
		mark_consider(best, kind, MARK_WORD, MARK_SURE + 3,
			weak); /* more certain than any single sign */
	else if (distance <= 3)
		mark_consider(best, kind, MARK_WORD, 40, true);
	else if (w->verb && distance != SIZE_MAX && mark_word_kind(word, true) != HIT_MARK &&
		 is_in_report(c, start, start + word.len))
		mark_consider(best, kind, MARK_WORD, 40, true);
}

#define SPACED_MOST 8

/* "S T A R T": at least three capitals separated by blanks. */
static enum hit_kind spaced_kind(struct span c)
{
	size_t i;

	for (i = 0; i < c.len; i++) {
		uint8_t letters[SPACED_MOST];
		size_t n = 0;

		if (i > 0 && tag_is_word_char(c.ptr[i - 1]))
			continue;
		while (n < SPACED_MOST && i + 2 * n < c.len && c.ptr[i + 2 * n] >= 'A' &&
			c.ptr[i + 2 * n] <= 'Z' &&
			(i + 2 * n + 1 == c.len || !tag_is_word_char(c.ptr[i + 2 * n + 1]))) {
			letters[n] = c.ptr[i + 2 * n];
			n++;
			if (i + 2 * n > c.len || c.ptr[i + 2 * n - 1] != ' ')
				break;
		}
		if (mark_word(span_of(letters, n)) != HIT_MARK)
			return mark_word(span_of(letters, n));
	}
	return HIT_MARK;
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
		if (start >= at + len || start + word.len <= at)
			consider_word(c, at, len, &w, number, word, start, best);
	mark_consider(best, spaced_kind(c), MARK_WORD, 70, false);
	mark_consider(best, mark_script(c, false), MARK_WORD, 78, false);
	mark_consider(best, mark_script(c, true), MARK_WORD, MARK_CONFIRMED, true);
}

/* ---- Tag_START, START_Tag ---- */

static void read_glued(struct span c, size_t at, size_t len, struct mark *best)
{
	size_t end = at + len;
	size_t after = mark_glued_after(c, end);
	size_t before = mark_glued_before(c, at);

	if (len == 0)
		return;
	if (after > 0) {
		mark_consider(best, mark_word_kind(glued_word(c, end), true), MARK_WORD, 90, false);
		mark_consider(best, mark_glued_opposite(glued_word(c, end)), MARK_WORD,
			MARK_CONFIRMED - 1, true);
	}
	while (before > 1 && c.ptr[at - before] == '_')
		before--;
	if (after == 0 && before > 1)
		mark_consider(best, mark_word_kind(mark_part(c, at - before, at - 1), true),
			MARK_WORD, 89, false);
	/* Tag-S, Tag.E, Tag:S; a single letter after a blank is not a mark */
	if (end + 1 < c.len && tag_is_one_of(c.ptr[end], "-.:")) {
		size_t stop = tag_word_end(c, end + 1);

		if (stop == end + 2 && c.ptr[end + 1] < 'a')
			mark_consider(best, mark_word_kind(mark_part(c, end + 1, stop), true),
				MARK_WORD, 85, true);
	}
}

/* ---- "EIP1, EIP2 >>": a mark of a list is a mark of each ticket in it ---- */

/* Is there, at i, a ticket that begins with stem, and has a number then? Its length; 0: no. */
static size_t ticket_at(struct span c, size_t i, struct span stem)
{
	struct span rest;
	size_t end = i + stem.len;

	if (!span_from(c, i, &rest) || !span_starts(rest, stem.ptr, stem.len) || end == c.len ||
		c.ptr[end] < '0' || c.ptr[end] > '9')
		return 0;
	return tag_word_end(c, end) - i;
}

static bool is_list_sign(uint8_t c)
{
	return tag_is_one_of(c, " \t,/&;");
}

/* Widens the tag to the list that it is in, of tickets alike but for their numbers. */
static void widen(struct span c, size_t *at, size_t *len)
{
	size_t end = *at + *len;
	size_t from = *at;
	struct span stem = mark_part(c, from, from);
	size_t i;

	while (stem.len < *len && (c.ptr[from + stem.len] < '0' || c.ptr[from + stem.len] > '9'))
		stem.len++;
	if (stem.len < 2 || stem.len == *len)
		return;
	for (;;) {
		for (i = end; i < c.len && is_list_sign(c.ptr[i]); i++)
			;
		if (i == end || ticket_at(c, i, stem) == 0)
			break;
		end = i + ticket_at(c, i, stem);
	}
	for (;;) {
		size_t to = from;

		while (to > 0 && is_list_sign(c.ptr[to - 1]))
			to--;
		for (i = to; i > 0 && (tag_is_word_char(c.ptr[i - 1]) || c.ptr[i - 1] == '-'); i--)
			;
		if (to == from || i == to || ticket_at(c, i, stem) != to - i)
			break;
		from = i;
	}
	*at = from;
	*len = end - from;
}

struct mark mark_read(const struct mark_pairs *own, struct span comment, size_t at, size_t len)
{
	struct mark best = {HIT_MARK, MARK_NONE, 0, false, false};
	struct span tag = mark_part(comment, at, at + len);
	enum hit_kind said;
	bool beside;

	if (at > comment.len || len > comment.len - at)
		return best;
	read_own(own, comment, &best);
	best.beside = best.kind != HIT_MARK;
	if (best.beside)
		return best;
	read_bracket(comment, at, len, &best);
	read_glued(comment, at, len, &best);
	widen(comment, &at, &len);
	read_words(comment, at, len, &best);
	mark_read_signs(comment, at, len, &best);
	beside = best.kind != HIT_MARK && !best.weak && best.score >= MARK_SURE;
	mark_consider(&best, compound_kind(tag), MARK_WORD, 88, false); /* a part of the tag */
	said = best.score <= MARK_LIKELY ? opposites_read(comment, at, len) : HIT_MARK;
	if (said != HIT_MARK && (best.weak || best.kind == HIT_MARK))
		best = (struct mark){said, MARK_OPPOSITE, MARK_LIKELY - 1, true, false};
	if (best.kind == HIT_MARK)
		best = (struct mark){HIT_MARK, MARK_NONE, 0, false, false};
	best.beside = beside;
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
	return text.len >= 3 && mark_equals(mark_part(text, 0, 3), "rem") &&
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
