/* SPDX-License-Identifier: MIT */
#include "tags/mirror.h"

#include <string.h>

#include "tags/opposites.h"
#include "tags/word.h"

#define SPACES " \t"

/* Words, in lower case. */
static const struct {
	const char *first;
	const char *second;
} pairs[] = {{"on", "off"}, {"in", "out"}, {"open", "close"}, {"opened", "closed"},
	{"top", "bottom"}, {"head", "tail"}, {"header", "footer"}, {"from", "to"},
	{"enter", "leave"}, {"enter", "exit"}, {"entry", "exit"}, {"push", "pop"},
	{"first", "last"}, {"up", "down"}, {"before", "after"}, {"above", "below"}, {"b", "e"},
	{"s", "e"}, {"s", "f"}, {"b", "f"}, {"upper", "lower"}, {"left", "right"},
	{"prologue", "epilogue"}, {"pre", "post"}, {"上", "下"}, {"前", "后"}, {"前", "後"},
	{"头", "尾"}, {"頭", "尾"}, {"首", "尾"}, {"始", "末"}, {"左", "右"}, {"入", "出"},
	{"开", "关"}, {"開", "關"}, {"打开", "关闭"}, {"打開", "關閉"}, {"开启", "关闭"},
	{"进入", "退出"}, {"進入", "退出"}, {"入口", "出口"}, {"起", "止"}, {"起", "讫"},
	{"起", "终"}};

/* Signs, only at an end of the comment. */
static const struct {
	const char *first;
	const char *second;
} signs[] = {{"8<", ">8"}, {"<", ">"}, {"(", ")"}, {"[", "]"}, {"「", "」"}, {"『", "』"},
	{"《", "》"}, {"〈", "〉"}, {"【", "】"}, {"（", "）"}, {"«", "»"}, {"“", "”"}, {"┌", "└"},
	{"╔", "╚"}, {"┏", "┗"}, {"⇓", "⇑"}, {"△", "▽"}};

#define PAIRS (sizeof pairs / sizeof pairs[0])
#define SIGNS (sizeof signs / sizeof signs[0])

static bool is_text(uint8_t c)
{
	return c >= 0x80 || tag_is_word_char(c);
}

struct token {
	size_t at; /* [at, end) of the comment */
	size_t end;
};

static bool equals(struct span c, const struct token *t, const char *text)
{
	size_t i;

	if (strlen(text) != t->end - t->at)
		return false;
	for (i = t->at; i < t->end; i++)
		if (tag_lower(c.ptr[i]) != (uint8_t)text[i - t->at])
			return false;
	return true;
}

/* Punctuation of full width: three bytes of UTF-8 from U+3000 to U+303F or U+FF00 to U+FF0F and
 * U+FF1A to U+FF20. */
static bool is_wide_stop(const uint8_t *c)
{
	return (c[0] == 0xE3 && c[1] == 0x80) ||
	       (c[0] == 0xEF && c[1] == 0xBC && (c[2] < 0x90 || (c[2] > 0x99 && c[2] < 0xA1)));
}

static bool is_filler(struct span c, size_t from, size_t to)
{
	struct span word = {.ptr = NULL};

	return to > from && span_slice(c, from, to - from, &word) && opposites_is_filler(word);
}

static size_t left_word(struct span c, size_t end)
{
	while (end > 0 && tag_is_word_char(c.ptr[end - 1]))
		end--;
	return end;
}

static size_t right_word(struct span c, size_t at)
{
	while (at < c.len && tag_is_word_char(c.ptr[at]))
		at++;
	return at;
}

/* Whether [at, end) is separated from other words. A number after it is not a word. */
static bool is_alone(struct span c, const struct token *t, size_t at, size_t len)
{
	size_t from = t->at;
	size_t to = t->end;
	bool left;
	bool right;

	if (to - from == 1 && from > 0 && tag_is_one_of(c.ptr[from - 1], ")]"))
		return false; /* "file(s)" reversed */
	while (from > 0 && tag_is_one_of(c.ptr[from - 1], SPACES))
		from--;
	while (to < c.len && tag_is_one_of(c.ptr[to], SPACES))
		to++;
	left = from == 0 || !is_text(c.ptr[from - 1]) || from == at + len ||
	       (from >= 3 && is_wide_stop(c.ptr + from - 3)) ||
	       is_filler(c, left_word(c, from), from);
	right = to == c.len || !is_text(c.ptr[to]) || to == at ||
		(to > t->end && c.ptr[to] >= '0' && c.ptr[to] <= '9') ||
		(to + 3 <= c.len && is_wide_stop(c.ptr + to)) ||
		is_filler(c, to, right_word(c, to));
	return left && right;
}

/* The word of the table at [t->at, t->end), or NULL. */
static const char *find_word(struct span c, const struct token *t)
{
	size_t i;

	for (i = 0; i < PAIRS; i++) {
		if (equals(c, t, pairs[i].first))
			return pairs[i].first;
		if (equals(c, t, pairs[i].second))
			return pairs[i].second;
	}
	return NULL;
}

/* A word has only ASCII letters, or only others. */
static bool next_token(struct span c, struct token *t)
{
	t->at = t->end;
	while (t->at < c.len && !is_text(c.ptr[t->at]))
		t->at++;
	if (t->at == c.len)
		return false;
	if (t->at + 3 <= c.len && is_wide_stop(c.ptr + t->at)) {
		t->end = t->at + 3;
		return true;
	}
	for (t->end = t->at + 1; t->end < c.len && is_text(c.ptr[t->end]); t->end++)
		if ((c.ptr[t->end] >= 0x80) != (c.ptr[t->at] >= 0x80) ||
			(t->end + 3 <= c.len && is_wide_stop(c.ptr + t->end)))
			break;
	return true;
}

static const char *last_word(struct span c, size_t at, size_t len, struct token *found)
{
	const char *last = NULL;
	struct token t = {0, 0};

	while (next_token(c, &t)) {
		const char *word = t.end <= at || t.at >= at + len ? find_word(c, &t) : NULL;

		if (word != NULL && is_alone(c, &t, at, len)) {
			last = word;
			*found = t;
		}
	}
	return last;
}

static bool begins_with(struct span c, const char *text)
{
	return span_starts(c, text, strlen(text));
}

static bool ends_with(struct span c, const char *text)
{
	size_t n = strlen(text);

	return c.len >= n && memcmp(c.ptr + c.len - n, text, n) == 0;
}

/* A sign at an end; scissors ("--8<--") anywhere. Opposite signs at both ends do not count. */
static const char *end_sign(struct span c)
{
	size_t i;

	if (span_find(c, 0, signs[0].first, 2) != SIZE_MAX)
		return signs[0].first;
	if (span_find(c, 0, signs[0].second, 2) != SIZE_MAX)
		return signs[0].second;
	for (i = 0; i < SIGNS; i++) {
		bool first = begins_with(c, signs[i].first) || ends_with(c, signs[i].first);
		bool second = begins_with(c, signs[i].second) || ends_with(c, signs[i].second);

		if (first != second)
			return first ? signs[i].first : signs[i].second;
	}
	return NULL;
}

static size_t sign_at(struct span c, size_t i, const char *sign)
{
	size_t n = sign != NULL ? strlen(sign) : 0;

	return n > 0 && i + n <= c.len && memcmp(c.ptr + i, sign, n) == 0 ? n : 0;
}

/* Hash of letters and digits; blanks, punctuation and case are ignored. */
static uint64_t hash_rest(struct span c, const struct token *without, const char *sign)
{
	uint64_t h = 14695981039346656037u;
	size_t i = 0;

	while (i < c.len) {
		size_t skip = i == without->at ? without->end - i : sign_at(c, i, sign);

		if (skip == 0 && is_text(c.ptr[i]))
			h = (h ^ tag_lower(c.ptr[i])) * 1099511628211u;
		i += skip != 0 ? skip : 1;
	}
	return h;
}

struct mirror mirror_read(struct span c, size_t at, size_t len)
{
	struct token t = {SIZE_MAX, SIZE_MAX};
	struct mirror m = {last_word(c, at, len, &t), 0};
	bool sign = m.word == NULL;

	if (sign)
		m.word = end_sign(c);
	if (m.word != NULL)
		m.rest = hash_rest(c, &t, sign ? m.word : NULL);
	return m;
}

static bool is_pair(const char *a, const char *b, const char *first, const char *second)
{
	return (strcmp(a, first) == 0 && strcmp(b, second) == 0) ||
	       (strcmp(a, second) == 0 && strcmp(b, first) == 0);
}

bool mirror_opposes(const struct mirror *a, const struct mirror *b)
{
	size_t i;

	if (a->word == NULL || b->word == NULL || a->rest != b->rest)
		return false;
	for (i = 0; i < PAIRS; i++)
		if (is_pair(a->word, b->word, pairs[i].first, pairs[i].second))
			return true;
	for (i = 0; i < SIGNS; i++)
		if (is_pair(a->word, b->word, signs[i].first, signs[i].second))
			return true;
	return false;
}
