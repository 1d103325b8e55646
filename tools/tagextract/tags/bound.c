/* SPDX-License-Identifier: MIT */
#include "tags/bound.h"

#include <string.h>

#include "tags/word.h"

/* In lower case. The second words only glued to the tag: alone they are words of sentences, for
 * which the whole comment must be mirrored (mirror.h). */
static const struct {
	const char *first;
	const char *second;
} marks[] = {{"b", "e"}, {"s", "e"}, {"s", "f"}, {"b", "f"}, {"st", "ed"}, {"st", "end"},
	{"st", "fin"}, {"bgn", "end"}, {"bgn", "fin"}, {"beg", "end"}, {"beg", "fin"},
	{"strt", "end"}, {"strt", "stop"}, {"str", "end"}, {"begin", "fin"}, {"start", "fin"},
	{"begin", "done"}, {"start", "done"}, {"start", "over"}, {"begin", "over"}},
  states[] = {{"on", "off"}, {"in", "out"}, {"open", "close"}, {"head", "tail"},
	  {"header", "footer"}, {"top", "bottom"}, {"top", "bot"}, {"enter", "leave"},
	  {"enter", "exit"}, {"entry", "exit"}, {"push", "pop"}, {"first", "last"}, {"from", "to"},
	  {"pre", "post"}, {"up", "down"}, {"hd", "tl"}};

#define MARKS  (sizeof marks / sizeof marks[0])
#define STATES (sizeof states / sizeof states[0])

/* BOC and EOC, SOC and EOC, BOM and EOM: begin (or start) and end of the same thing. */
static bool is_acronym(const char *word)
{
	return strlen(word) > 2 && strlen(word) < 5 && strchr("bse", word[0]) != NULL &&
	       word[1] == 'o';
}

static bool is_mark(const char *word)
{
	size_t i;

	for (i = 0; i < MARKS; i++)
		if (strcmp(word, marks[i].first) == 0 || strcmp(word, marks[i].second) == 0)
			return true;
	return is_acronym(word);
}

static bool is_state(const char *word)
{
	size_t i;

	for (i = 0; i < STATES; i++)
		if (strcmp(word, states[i].first) == 0 || strcmp(word, states[i].second) == 0)
			return true;
	return false;
}

bool bound_proves(const struct bound *begin, const struct bound *end)
{
	bool letters = begin->word[1] == '\0'; /* then those of end are, too */
	bool glued = begin->form == BOUND_GLUED_AFTER || begin->form == BOUND_GLUED_BEFORE;

	return !is_state(begin->word) &&
	       (end->only || (glued && end->rest == begin->rest) || !letters);
}

static bool closes(const char *begin, const char *end)
{
	size_t i;

	for (i = 0; i < MARKS; i++)
		if (strcmp(begin, marks[i].first) == 0 && strcmp(end, marks[i].second) == 0)
			return true;
	for (i = 0; i < STATES; i++)
		if (strcmp(begin, states[i].first) == 0 && strcmp(end, states[i].second) == 0)
			return true;
	return is_acronym(begin) && begin[0] != 'e' && end[0] == 'e' &&
	       strcmp(begin + 1, end + 1) == 0;
}

bool bound_closes(const struct bound *begin, const struct bound *end)
{
	return begin->form == end->form && closes(begin->word, end->word);
}

/* Copies [from, to) in lower case; false: too long, to before from, or not only letters. */
static bool take_word(struct span c, size_t from, size_t to, char out[BOUND_MOST + 1])
{
	size_t i;

	if (to - from > BOUND_MOST)
		return false;
	for (i = from; i < to; i++) {
		uint8_t small = (uint8_t)(c.ptr[i] | 0x20);

		if (small < 'a' || small > 'z')
			return false;
		out[i - from] = (char)small;
	}
	out[to - from] = '\0';
	return true;
}

static bool glued_after(struct span line, size_t end, char word[BOUND_MOST + 1])
{
	size_t stop = tag_word_end(line, end);

	while (stop > end + 1 && line.ptr[stop - 1] == '_')
		stop--;
	return end < line.len && line.ptr[end] == '_' && take_word(line, end + 1, stop, word) &&
	       (is_mark(word) || is_state(word));
}

static bool glued_before(struct span line, size_t at, char word[BOUND_MOST + 1])
{
	size_t start = at > 0 && line.ptr[at - 1] == '_' ? tag_word_start(line, at) : at;

	while (start < at && line.ptr[start] == '_')
		start++;
	return take_word(line, start, at - 1, word) && (is_mark(word) || is_state(word));
}

size_t bound_glued_after(struct span line, size_t end)
{
	char word[BOUND_MOST + 1];

	return glued_after(line, end, word) ? tag_word_end(line, end) - end : 0;
}

size_t bound_glued_before(struct span line, size_t at)
{
	char word[BOUND_MOST + 1];

	return glued_before(line, at, word) ? at - tag_word_start(line, at) : 0;
}

static bool has_text(struct span c, size_t from, size_t to)
{
	for (; from < to; from++)
		if (tag_is_word_char(c.ptr[from]) || c.ptr[from] >= 0x80)
			return true;
	return false;
}

bool bound_cut(struct span line, size_t *from, size_t *to)
{
	char word[BOUND_MOST + 1];
	size_t i;

	for (i = *from + 1; i < *to; i++) {
		if (line.ptr[i] == '_' && glued_after(line, i, word) && is_mark(word)) {
			*to = i;
			return true;
		}
		if (line.ptr[i - 1] == '_' && glued_before(line, i, word) && is_mark(word)) {
			*from = i;
			return true;
		}
	}
	return false;
}

/* Hash of letters and digits, ignoring case, as has_text compares them. */
static uint32_t hash_text(struct span c, size_t from)
{
	uint32_t h = 0;

	for (; from < c.len; from++)
		if (tag_is_word_char(c.ptr[from]) || c.ptr[from] >= 0x80)
			h = (h ^ (c.ptr[from] | 0x20u)) * 16777619u + 1;
	return h;
}

#define REACH 4 /* signs between the tag and the word */

/* A word in lower case belongs to a sentence: "Tag, e.g. the fan". */
static bool is_written_large(struct span c, size_t from, size_t to)
{
	for (; from < to; from++)
		if (c.ptr[from] >= 'a')
			return false;
	return true;
}

static void read_beside(struct span c, size_t at, size_t len, struct bound *b)
{
	size_t from = at + len;
	size_t to;

	while (from < c.len && from < at + len + REACH && !tag_is_word_char(c.ptr[from]) &&
		c.ptr[from] < 0x80)
		from++;
	to = tag_word_end(c, from);
	if (from > at + len && !has_text(c, 0, at) && is_written_large(c, from, to) &&
		take_word(c, from, to, b->word) && is_mark(b->word)) {
		b->form = BOUND_AFTER;
		b->rest = hash_text(c, to);
		return;
	}
	for (to = at; to > 0 && to + REACH > at && !tag_is_word_char(c.ptr[to - 1]); to--)
		;
	from = tag_word_start(c, to);
	if (to < at && !has_text(c, 0, from) && is_written_large(c, from, to) &&
		take_word(c, from, to, b->word) && is_mark(b->word)) {
		b->form = BOUND_BEFORE;
		b->rest = hash_text(c, at + len);
	}
}

struct bound bound_read(struct span c, size_t at, size_t len)
{
	struct bound b = {"", BOUND_NONE, false, 0};

	if (len == 0 || at > c.len || len > c.len - at)
		return b;
	if (glued_after(c, at + len, b.word)) {
		if (has_text(c, 0, at))
			return b;
		b.form = BOUND_GLUED_AFTER;
		b.rest = hash_text(c, tag_word_end(c, at + len));
	} else if (glued_before(c, at, b.word)) {
		if (has_text(c, 0, tag_word_start(c, at)))
			return b;
		b.form = BOUND_GLUED_BEFORE;
		b.rest = hash_text(c, at + len);
	} else {
		read_beside(c, at, len, &b);
	}
	b.only = b.rest == 0;
	return b;
}
