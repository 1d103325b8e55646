/* SPDX-License-Identifier: MIT */
/* Words that are in their line a second time in letters of ASCII, as names are in addresses:
 * "J\xFCrgen <juergen@...>". */
#include "convert/conv_private.h"
#include "detect/detect_private.h"
#include "detect/model.h"
#include "detect/unit.h"

#define TWIN_LEAST 4
#define TWIN_MOST  32
#define PART_LEAST 2 /* letters of ASCII in a row in the word */

static bool is_word_byte(uint8_t c)
{
	return c >= 0x80 || is_ascii_letter(c);
}

/* How often the line has these small letters, at the begin or the end of a word. */
static unsigned count_word(struct span line, const uint8_t *word, size_t len, bool part)
{
	unsigned count = 0;

	for (size_t i = 0; i + len <= line.len; i++) {
		size_t n = 0;

		while (n < len && (line.ptr[i + n] | 32) == word[n])
			n++;
		count += n == len &&
			 (part || i == 0 || !is_word_byte(line.ptr[i - 1]) || i + len == line.len ||
				 !is_word_byte(line.ptr[i + len]));
	}
	return count;
}

/* Whether the longest part of ASCII is in the line once more. */
static bool may_have_twin(struct span line, struct span word)
{
	uint8_t part[TWIN_MOST];
	size_t most = 0;
	size_t len = 0;
	size_t end = 0;

	for (size_t i = 0; i < word.len; i++) {
		len = word.ptr[i] < 0x80 ? len + 1 : 0;
		if (len > most) {
			most = len;
			end = i + 1;
		}
	}
	for (size_t i = 0; i < most; i++)
		part[i] = word.ptr[end - most + i] | 32;
	return most >= PART_LEAST && most < word.len && count_word(line, part, most, true) > 1;
}

/* The word in small letters of ASCII, with_e as German writes those that it lacks; 0: it has others
 * than Latin ones. */
static size_t spell(
	struct span word, const uint16_t *chars, bool with_e, uint8_t out[4 * TWIN_MOST])
{
	enum model_script script;
	size_t len = 0;

	for (size_t i = 0; i < word.len; i++) {
		uint16_t cp = word.ptr[i] < 0x80 ? word.ptr[i] : chars[word.ptr[i] & 0x7F];
		uint32_t small = model_fold(cp);

		if (cp < 0x80) {
			out[len++] = (uint8_t)cp | 32;
			continue;
		}
		if (model_symbol(cp, &script) != SYM_LETTER || script != SCRIPT_LATIN)
			return 0;
		len += lossy_char(TEXT_LOSSY_TRANSLIT, small, out + len);
		if (!is_ascii_letter(out[len - 1]))
			return 0;
		if (with_e && (small == 0xE4 || small == 0xF6 || small == 0xFC || small == 0xF8))
			out[len++] = 'e';
	}
	return len;
}

static bool is_twin(struct span line, struct span word, const uint16_t *chars)
{
	uint8_t letters[4 * TWIN_MOST];

	for (int with_e = 0; with_e < 2; with_e++) {
		size_t len = spell(word, chars, with_e != 0, letters);

		if (len >= TWIN_LEAST && count_word(line, letters, len, false) != 0)
			return true;
	}
	return false;
}

uint64_t find_twins(const struct reading_list *list, struct span line)
{
	uint64_t found = 0;
	size_t end;

	for (size_t pos = 0; pos < line.len; pos = end + 1) {
		struct span word;

		for (end = pos; end < line.len && is_word_byte(line.ptr[end]);)
			end++;
		word = span_of(line.ptr + pos, end - pos);
		if (word.len < TWIN_LEAST || word.len > TWIN_MOST || !may_have_twin(line, word))
			continue;
		for (unsigned e = 1 + MULTI_INFOS; e < ENGINES; e++) {
			const struct reading *r = &list->list[list->first[e]];

			if (r->latin && is_twin(line, word, single_table(r->enc)))
				found |= 1ull << e;
		}
	}
	return found;
}
