/* SPDX-License-Identifier: MIT */
#include "tags/opposites.h"

#include <string.h>

#include "tags/word.h"

#define LONGEST 9 /* bytes of a word below */

/* In lower case. Words that mean nothing alone may be next to one that does. */
static const struct {
	const char text[LONGEST + 1];
	enum hit_kind kind;
} words[] = {{"on", HIT_BEGIN}, {"off", HIT_END}, {"open", HIT_BEGIN}, {"close", HIT_END},
	{"opening", HIT_BEGIN}, {"closing", HIT_END}, {"opened", HIT_BEGIN}, {"closed", HIT_END},
	{"top", HIT_BEGIN}, {"bottom", HIT_END}, {"head", HIT_BEGIN}, {"tail", HIT_END},
	{"header", HIT_BEGIN}, {"footer", HIT_END}, {"from", HIT_BEGIN}, {"to", HIT_END},
	{"until", HIT_END}, {"enter", HIT_BEGIN}, {"leave", HIT_END}, {"entry", HIT_BEGIN},
	{"exit", HIT_END}, {"push", HIT_BEGIN}, {"pop", HIT_END}, {"first", HIT_BEGIN},
	{"last", HIT_END}, {"in", HIT_BEGIN}, {"out", HIT_END}, {"region", HIT_BEGIN},
	{"endregion", HIT_END}, {"here", HIT_MARK}, {"up", HIT_MARK}, {"of", HIT_MARK},
	{"line", HIT_MARK}, {"lines", HIT_MARK}, {"code", HIT_MARK}, {"block", HIT_MARK},
	{"part", HIT_MARK}, {"mark", HIT_MARK}, {"change", HIT_MARK}, {"changes", HIT_MARK},
	{"changed", HIT_MARK}, {"add", HIT_MARK}, {"added", HIT_MARK}, {"new", HIT_MARK},
	{"mod", HIT_MARK}, {"modified", HIT_MARK}, {"modify", HIT_MARK}, {"edit", HIT_MARK},
	{"fix", HIT_MARK}, {"patch", HIT_MARK}};

#define ROWS (sizeof words / sizeof words[0])

static size_t row_of(struct span word)
{
	size_t row;
	size_t i;

	for (row = 0; row < ROWS; row++) {
		for (i = 0; i < word.len && i < LONGEST; i++)
			if (tag_lower(word.ptr[i]) != (uint8_t)words[row].text[i])
				break;
		if (i == word.len && words[row].text[i] == '\0')
			break;
	}
	return row;
}

/* "BOM" and "EOM": begin (or start) and end of something. */
static enum hit_kind acronym_kind(struct span word)
{
	if (word.len != 3 || word.ptr[1] != 'O' || word.ptr[2] < 'A' || word.ptr[2] > 'Z')
		return HIT_MARK;
	if (word.ptr[0] == 'B' || word.ptr[0] == 'S')
		return HIT_BEGIN;
	return word.ptr[0] == 'E' ? HIT_END : HIT_MARK;
}

/* "OemBegin" and "OemEnd": of something, in the capitals that say where the word begins. */
static enum hit_kind joined_kind(struct span word)
{
	static const struct {
		const char text[6];
		enum hit_kind kind;
	} ends[] = {
		{"Begin", HIT_BEGIN}, {"Start", HIT_BEGIN}, {"End", HIT_END}, {"Stop", HIT_END}};
	size_t i;

	for (i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		size_t len = strlen(ends[i].text);

		if (word.len > len && word.ptr[word.len - len - 1] >= 'a' &&
			word.ptr[word.len - len - 1] <= 'z' &&
			memcmp(word.ptr + word.len - len, ends[i].text, len) == 0)
			return ends[i].kind;
	}
	return HIT_MARK;
}

/* Evaluates a word of the comment; false: one that means more than begin or end. */
static bool take_word(struct span word, enum hit_kind *kind)
{
	bool number = true;
	size_t row;
	size_t i;

	*kind = acronym_kind(word);
	if (*kind == HIT_MARK)
		*kind = joined_kind(word);
	for (i = 0; i < word.len; i++)
		number = number && word.ptr[i] >= '0' && word.ptr[i] <= '9';
	if (*kind != HIT_MARK || number)
		return true;
	row = row_of(word);
	if (row == ROWS)
		return false;
	*kind = words[row].kind;
	return true;
}

bool opposites_is_filler(struct span word)
{
	size_t row = row_of(word);

	return row < ROWS && words[row].kind == HIT_MARK;
}

enum hit_kind opposites_read(struct span comment, size_t at, size_t len)
{
	enum hit_kind kind = HIT_MARK;
	size_t i = 0;

	if (len == 0)
		return HIT_MARK;
	while (i < comment.len) {
		size_t end = i;
		enum hit_kind said = HIT_MARK;
		struct span word;

		while (end < comment.len && tag_is_word_char(comment.ptr[end]))
			end++;
		if (end == i || (i < at + len && end > at)) {
			i = end == i ? i + 1 : end;
			continue;
		}
		span_slice(comment, i, end - i, &word);
		if (!take_word(word, &said) ||
			(said != HIT_MARK && kind != HIT_MARK && said != kind))
			return HIT_MARK;
		kind = said != HIT_MARK ? said : kind;
		i = end;
	}
	return kind;
}
