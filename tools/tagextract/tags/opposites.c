/* SPDX-License-Identifier: MIT */
#include "tags/opposites.h"

#include "tags/word.h"

#define LONGEST 8 /* bytes of a word below */

/* In small letters. Those that say nothing alone may stand beside one that does. */
static const struct {
	const char text[LONGEST + 1];
	enum hit_kind kind;
} words[] = {{"on", HIT_BEGIN}, {"off", HIT_END}, {"open", HIT_BEGIN}, {"close", HIT_END},
	{"opening", HIT_BEGIN}, {"closing", HIT_END}, {"opened", HIT_BEGIN}, {"closed", HIT_END},
	{"top", HIT_BEGIN}, {"bottom", HIT_END}, {"head", HIT_BEGIN}, {"tail", HIT_END},
	{"header", HIT_BEGIN}, {"footer", HIT_END}, {"from", HIT_BEGIN}, {"to", HIT_END},
	{"until", HIT_END}, {"enter", HIT_BEGIN}, {"leave", HIT_END}, {"entry", HIT_BEGIN},
	{"exit", HIT_END}, {"push", HIT_BEGIN}, {"pop", HIT_END}, {"sob", HIT_BEGIN},
	{"eob", HIT_END}, {"first", HIT_BEGIN}, {"last", HIT_END}, {"here", HIT_MARK},
	{"up", HIT_MARK}, {"of", HIT_MARK}, {"line", HIT_MARK}, {"code", HIT_MARK},
	{"block", HIT_MARK}, {"change", HIT_MARK}, {"mark", HIT_MARK}};

/* The row of a word; the number of rows: none. */
static size_t row_of(struct span word)
{
	size_t row;
	size_t i;

	for (row = 0; row < sizeof words / sizeof words[0]; row++) {
		for (i = 0; i < word.len && i < LONGEST; i++)
			if ((word.ptr[i] | 0x20) != (uint8_t)words[row].text[i])
				break;
		if (i == word.len && words[row].text[i] == '\0')
			break;
	}
	return row;
}

enum hit_kind opposites_read(struct span comment, size_t at, size_t len)
{
	enum hit_kind kind = HIT_MARK;
	size_t i = 0;

	if (len == 0)
		return HIT_MARK;
	while (i < comment.len) {
		size_t end = i;
		struct span word;
		size_t row;

		while (end < comment.len && tag_is_word_char(comment.ptr[end]))
			end++;
		if (end == i || (i < at + len && end > at)) {
			i = end == i ? i + 1 : end;
			continue;
		}
		span_slice(comment, i, end - i, &word);
		row = row_of(word);
		if (row == sizeof words / sizeof words[0])
			return HIT_MARK;
		if (words[row].kind != HIT_MARK) {
			if (kind != HIT_MARK && kind != words[row].kind)
				return HIT_MARK;
			kind = words[row].kind;
		}
		i = end;
	}
	return kind;
}
