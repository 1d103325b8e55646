/* SPDX-License-Identifier: MIT */
/* What a file says about its own encoding: near its start, or in an editor's line at its end. */
#include <string.h>

#include "biosbelt/text.h"

#define LOOK_AT 2048

static bool is_label(uint8_t c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '-' ||
	       c == '_' || c == '.' || c == ':';
}

static int lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static bool starts_folded(struct span in, size_t pos, const char *word)
{
	size_t len = strlen(word);

	if (in.len - pos < len)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (lower(in.ptr[pos + i]) != word[i])
			return false;
	}
	return true;
}

/* The label behind a keyword, past blanks, '=', ':', quotes and brackets. */
static enum text_enc label_at(struct span in, size_t pos)
{
	size_t end;

	for (unsigned i = 0; i < 6 && pos < in.len && strchr(" \t=:\"'(", in.ptr[pos]) != NULL; i++)
		pos += in.ptr[pos] != 0;
	end = pos;
	while (end < in.len && end - pos < 32 && is_label(in.ptr[end]))
		end++;
	return end == pos ? TEXT_NONE : text_enc_find((const char *)in.ptr + pos, end - pos);
}

/* One of the words below begins with "ch", "co" or "en". */
static inline bool may_start(struct span in, size_t pos)
{
	int first = in.ptr[pos] | 32;
	int second = in.len - pos > 1 ? in.ptr[pos + 1] | 32 : 0;

	return (first == 'c' && (second == 'h' || second == 'o')) ||
	       (first == 'e' && second == 'n');
}

static enum text_enc search(struct span in)
{
	static const char *const words[] = {"charset", "encoding", "coding", "code_page"};

	for (size_t pos = 0; pos < in.len; pos++) {
		if (!may_start(in, pos))
			continue;
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
			enum text_enc enc;

			if (!starts_folded(in, pos, words[i]))
				continue;
			enc = label_at(in, pos + strlen(words[i]));
			if (enc != TEXT_NONE)
				return enc;
		}
	}
	return TEXT_NONE;
}

enum text_enc text_find_declared(struct span in)
{
	size_t head = in.len < LOOK_AT ? in.len : LOOK_AT;
	enum text_enc enc = search(span_of(in.ptr, head));

	if (enc == TEXT_NONE && in.len > LOOK_AT)
		enc = search(span_of(in.ptr + in.len - LOOK_AT, LOOK_AT));
	return enc;
}
