/* SPDX-License-Identifier: MIT */
#include "tags/discover.h"
#include "tags/mark_words.h"
#include "tags/word.h"

#include <string.h>

#define TAG_LEAST    3
#define TAG_MOST     64
#define WORD_MOST    256 /* bytes of a tag including glued marks */
#define TICKET_LEAST 4

static bool is_upper(uint8_t c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_letter(uint8_t c)
{
	return is_upper((uint8_t)(c & ~0x20));
}

/* "BEGIN_" is a mark, too. The word begins with a letter. */
static bool is_mark(struct span word)
{
	while (word.ptr[word.len - 1] == '_')
		word.len--;
	return mark_word(word) != HIT_MARK;
}

/* A letter followed by digits, underscores or only capitals. */
static bool may_be_tag(struct span word)
{
	bool sign = false;
	bool capitals = true;
	size_t i;

	if (word.len < TAG_LEAST || word.len > TAG_MOST || !is_letter(word.ptr[0]) || is_mark(word))
		return false;
	for (i = 0; i < word.len; i++) {
		sign = sign || tag_is_digit(word.ptr[i]) || word.ptr[i] == '_';
		capitals = capitals && !(is_letter(word.ptr[i]) && !is_upper(word.ptr[i]));
	}
	return sign || capitals;
}

/* The end of "PR-412345" or "PRJ-BIOS-501": capitals and a dash, once or more, then digits. The
 * first capitals are [at, end); else end. */
static size_t ticket_end(struct span line, size_t at, size_t end)
{
	size_t from = at;
	size_t i = at;

	if (end - at < 2)
		return end;
	for (;;) {
		struct span word;

		while (i < line.len && is_upper(line.ptr[i]))
			i++;
		span_slice(line, from, i - from, &word);
		if (i == from || i + 1 >= line.len || line.ptr[i] != '-' || is_mark(word))
			return end;
		from = ++i;
		if (tag_is_digit(line.ptr[i]))
			break;
	}
	while (i < line.len && tag_is_digit(line.ptr[i]))
		i++;
	return i == line.len || !tag_is_word_char(line.ptr[i]) ? i : end;
}

/* Removes marks glued to the word [*at, end). */
static size_t without_marks(struct span line, size_t *at, size_t end)
{
	size_t start = *at;
	size_t k;

	for (k = start + 1; k < end; k++) {
		if (line.ptr[k] == '_' && mark_glued_after(line, k) == end - k)
			return k;
		if (line.ptr[k - 1] == '_' && mark_glued_before(line, k) == k - start)
			*at = k;
	}
	for (k = end; *at != start && k > *at && line.ptr[k - 1] == '_'; k--)
		; /* "_Start_Tag_" */
	return *at != start ? k : end;
}

static size_t next_tag(
	void *user, size_t tag, struct span line, size_t from, size_t *len, uint32_t *effort)
{
	size_t i = from;

	(void)user;
	(void)effort;
	(void)tag;
	while (i < line.len) {
		size_t end = i;
		size_t at = i;
		size_t stop;
		struct span word;

		while (end < line.len && tag_is_word_char(line.ptr[end]))
			end++;
		if (end == i) {
			i++;
			continue;
		}
		if ((i > 0 && tag_is_word_char(line.ptr[i - 1])) || end - i > WORD_MOST) {
			i = end; /* too long, or the rest of one: a mark glued to the last match */
			continue;
		}
		stop = without_marks(line, &at, end);
		i = end;
		span_slice(line, at, stop - at, &word);
		end = ticket_end(line, at, end);
		if (end == i && !may_be_tag(word))
			continue;
		*len = (end != i ? end : stop) - at;
		return at;
	}
	return SIZE_MAX;
}

const struct scan_matcher discover_matcher = {next_tag, NULL};

/* True for names such as ASUS_BSP, LGE_CHANGE. */
static bool is_vendor_name(struct span word)
{
	bool joined = false;
	size_t i;

	for (i = 0; i < word.len; i++) {
		if (!is_upper(word.ptr[i]) && word.ptr[i] != '_')
			return false;
		joined = joined || word.ptr[i] == '_';
	}
	return joined;
}

/* Letters and digits, but not a person's name with a number, "zhang3". */
static bool is_numbered(struct span word)
{
	unsigned digits = 0;
	bool small = false;
	bool capital = false;
	size_t i;

	for (i = 0; i < word.len; i++) {
		digits += tag_is_digit(word.ptr[i]);
		capital = capital || is_upper(word.ptr[i]);
		small = small || (is_letter(word.ptr[i]) && !is_upper(word.ptr[i]));
	}
	return digits > 0 && (capital || (small && digits > 1));
}

bool discover_has_number(struct span comment)
{
	size_t i = 0;

	while (i < comment.len) {
		size_t end = i;
		struct span word;

		while (end < comment.len && tag_is_word_char(comment.ptr[end]))
			end++;
		if (span_slice(comment, i, end - i, &word) && is_numbered(word))
			return true;
		i = end == i ? i + 1 : end;
	}
	return false;
}

#define JOINTS_MOST 2 /* underscores of a ticket's name: identifiers of programs have more */

bool discover_looks_like_ticket(struct span word)
{
	unsigned digits = 0;
	unsigned joints = 0;
	struct span tail;
	size_t last = word.len;
	size_t i;

	for (i = 0; i < word.len; i++) {
		digits += tag_is_digit(word.ptr[i]);
		joints += word.ptr[i] == '_';
	}
	while (last > 0 && word.ptr[last - 1] != '_')
		last--;
	if (joints > 0 && span_from(word, last, &tail) && mark_is_verb(tail))
		return true;
	return digits > 1 && digits < word.len && joints <= JOINTS_MOST &&
	       tag_is_digit(word.ptr[word.len - 1]) &&
	       (is_upper(word.ptr[0]) || is_upper(word.ptr[word.len - 1 - digits]));
}

static bool has_word(struct span comment, bool (*fits)(struct span word))
{
	size_t i = 0;

	while (i < comment.len) {
		size_t end = i;
		struct span word;

		while (end < comment.len && is_letter(comment.ptr[end]))
			end++;
		if (span_slice(comment, i, end - i, &word) && fits(word))
			return true;
		i = end == i ? i + 1 : end;
	}
	return false;
}

static bool describes(struct span word)
{
	return mark_is_verb(word) || mark_equals(word, "by");
}

bool discover_describes(struct span comment)
{
	return has_word(comment, describes);
}

bool discover_is_ticket(struct span word)
{
	return word.len >= TICKET_LEAST && is_numbered(word);
}

/* The index of the first word of a comment, after what is in brackets before it. */
static size_t first_word(struct span c)
{
	size_t i = 0;

	if (c.len > 0 && c.ptr[0] == '[')
		while (i < c.len && c.ptr[i++] != ']')
			;
	while (i < c.len && !tag_is_word_char(c.ptr[i]))
		i++;
	return i;
}

/* True when the first word is a name in capitals. */
static bool leads_with_name(struct span comment)
{
	size_t at = first_word(comment);
	size_t end = at;
	struct span word;

	while (end < comment.len && tag_is_word_char(comment.ptr[end]))
		end++;
	return span_slice(comment, at, end - at, &word) && may_be_tag(word) && !mark_is_verb(word);
}

bool discover_keeps(struct span word, struct span comment, const struct hit *h)
{
	bool verb = mark_is_verb(word);

	if (h->kind == HIT_MARK || h->score < MARK_LIKELY)
		return discover_is_ticket(word) && h->score != MARK_COMMENTED &&
		       (h->kind != HIT_MARK || h->said != 0 || h->bound.form != BOUND_NONE);
	if (verb && (discover_has_number(comment) || leads_with_name(comment)))
		return false;
	/* "FUJITSU:2012-05-17 add camera start", "[ECID:0] ZTEBSP bob 20130110 start": a name first
	 * in a comment that describes a change or its date */
	return h->score >= MARK_BESIDE || is_numbered(word) || is_vendor_name(word) ||
	       (!verb && word.ptr == comment.ptr + first_word(comment) &&
		       (h->date != 0 || has_word(comment, mark_is_verb)));
}

static bool is_day(unsigned year, unsigned month, unsigned day)
{
	return year >= 1990 && year <= 2079 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/* Number of digits at i, one or two; 0: none, or more. */
static size_t day_len(struct span c, size_t i)
{
	size_t n = 0;

	while (i + n < c.len && tag_is_digit(c.ptr[i + n]))
		n++;
	return n < 3 ? n : 0;
}

/* Reads exactly n digits at i. */
static bool number_at(struct span c, size_t i, size_t n, unsigned *out)
{
	size_t k;

	if (c.len - i < n || (i > 0 && tag_is_digit(c.ptr[i - 1])))
		return false;
	*out = 0;
	for (k = 0; k < n; k++) {
		if (!tag_is_digit(c.ptr[i + k]))
			return false;
		*out = *out * 10 + (c.ptr[i + k] - '0');
	}
	return i + n == c.len || !tag_is_digit(c.ptr[i + n]);
}

static uint32_t date_at(struct span c, size_t i)
{
	unsigned v = 0;
	unsigned month = 0;
	unsigned day = 0;
	size_t n;
	bool whole = i == 0 || !tag_is_word_char(c.ptr[i - 1]);

	if (whole && number_at(c, i, 8, &v) && is_day(v / 10000, v / 100 % 100, v % 100))
		return v;
	if (whole && number_at(c, i, 6, &v) && is_day(2000 + v / 10000, v / 100 % 100, v % 100))
		return 20000000 + v;
	if (!number_at(c, i, 4, &v) || c.len - i < 8 || !tag_is_one_of(c.ptr[i + 4], "/-._"))
		return 0;
	n = day_len(c, i + 5);
	if (n == 0 || i + 5 + n >= c.len || c.ptr[i + 5 + n] != c.ptr[i + 4] ||
		!number_at(c, i + 5, n, &month))
		return 0;
	i += 6 + n;
	n = day_len(c, i);
	return n != 0 && number_at(c, i, n, &day) && is_day(v, month, day)
		       ? v * 10000 + month * 100 + day
		       : 0;
}

uint32_t discover_date(struct span comment)
{
	uint32_t first = 0;
	size_t i;

	for (i = 0; i < comment.len; i++) {
		uint32_t date = tag_is_digit(comment.ptr[i]) ? date_at(comment, i) : 0;

		if (date != 0 && (first == 0 || date < first))
			first = date;
	}
	return first;
}
