/* SPDX-License-Identifier: MIT */
/*
 * Lists of the letters that a language adds to A to Z, as patterns and tables of programs have
 * them: "[a-zäöüß]", "ÅÄÖ", "áéíóú". They are no words, so the prices of letters speak for any
 * alphabet in whose words such letters are usual.
 */
#include "detect/detect_single.h"

#define LEAST 3 /* letters of a list */
#define MOST  32

static bool is_char_of(uint16_t cp, const uint16_t *set)
{
	while (*set != 0 && *set != cp)
		set++;
	return *set != 0;
}

static bool are_all_of(const uint16_t *cp, size_t n, const uint16_t *set)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_char_of(cp[i], set))
			return false;
	}
	return true;
}

static bool begin_with(const uint16_t *cp, size_t n, const uint16_t *list)
{
	size_t i = 0;

	while (i < n && list[i] != 0 && cp[i] == list[i])
		i++;
	return list[i] == 0;
}

static bool are_different(const uint16_t *cp, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		for (size_t k = 0; k < i; k++) {
			if (cp[i] == cp[k])
				return false;
		}
	}
	return true;
}

/* Whether characters next to each other are such a list. */
static bool is_list(const uint16_t *cp, size_t n)
{
	static const uint16_t few[][8] = {u"äöüßÄÖÜ", u"åäöÅÄÖ", u"æøåÆØÅ"};
	static const uint16_t heads[][6] = {u"áéíóú", u"ÁÉÍÓÚ", u"àèìòù", u"ÀÈÌÒÙ", u"àèéìò",
		u"ÀÈÉÌÒ", u"âêîôû", u"ÂÊÎÔÛ", u"äëïöü", u"ÄËÏÖÜ"};
	bool found = false;

	for (size_t i = 0; !found && i < sizeof few / sizeof few[0]; i++)
		found = are_all_of(cp, n, few[i]);
	for (size_t i = 0; !found && i < sizeof heads / sizeof heads[0]; i++)
		found = begin_with(cp, n, heads[i]);
	return found && are_different(cp, n);
}

unsigned listed_letters(struct span line, enum text_enc enc)
{
	const uint16_t *table = single_table(enc);
	unsigned listed = 0;

	for (size_t i = after_ascii(line, 0); i < line.len; i = after_ascii(line, i)) {
		uint16_t cp[MOST];
		size_t n = 0;

		while (i < line.len && line.ptr[i] >= 0x80) {
			if (n < MOST)
				cp[n] = table[line.ptr[i] & 0x7F];
			n++;
			i++;
		}
		if (n >= LEAST && n <= MOST && is_list(cp, n))
			listed += (unsigned)n;
	}
	return listed;
}

/* Letters of a row. Of other scripts fewer may be a word of two-byte characters. */
#define ROW_LEAST        5
#define ROW_LEAST_OTHERS 10
#define ROW_MOST         64 /* of all in its line */
#define ROW_BEGIN        56
#define ROW_EACH         8 /* and more where there are many to take one from */
#define ROW_MANY         4
#define ROW_OTHER        40   /* of another language */
#define ROW_USUAL        23   /* the prior of an encoding that texts in its languages have */
#define SHARP_S          0xDF /* has no capital */

/* Bytes over 7F of a line. */
struct row {
	uint8_t bytes[ROW_MOST];
	unsigned count;
	unsigned runs;
};

/* False when there are too many for a row, or one comes twice, as in lines of DOS. */
static bool gather_row(struct span line, struct row *row)
{
	size_t pos = text_ascii_len(line);

	*row = (struct row){.count = 0};
	while (pos < line.len) {
		row->runs++;
		for (; pos < line.len && line.ptr[pos] >= 0x80; pos++) {
			if (row->count == ROW_MOST)
				return false;
			if (memchr(row->bytes, line.ptr[pos], row->count) != NULL)
				return false;
			row->bytes[row->count++] = line.ptr[pos];
		}
		pos += text_ascii_len(span_of(line.ptr + pos, line.len - pos));
	}
	return true;
}

/* The script of which all are letters, small ones and capitals apart from each other. */
static enum model_script script_of(const struct row *row, const uint16_t *table)
{
	enum model_script first = SCRIPT_NONE;
	unsigned before = model_case(table[row->bytes[0] & 0x7F]);
	unsigned changes = 0;

	for (unsigned i = 0; i < row->count; i++) {
		enum model_script script = SCRIPT_NONE;
		uint16_t cp = table[row->bytes[i] & 0x7F];
		unsigned now = cp == SHARP_S ? before : model_case(cp);

		if (model_symbol(cp, &script) != SYM_LETTER || (i != 0 && script != first))
			return SCRIPT_NONE;
		first = script;
		changes += now != before;
		before = now;
	}
	return changes <= row->runs ? first : SCRIPT_NONE;
}

static bool has_letter(const struct model_language *lang, uint16_t cp)
{
	uint32_t folded = model_fold(cp);

	for (unsigned i = 0; i < lang->count; i++) {
		if (model_letters[lang->letters + i] == folded)
			return true;
	}
	return false;
}

static const struct model_language *language_of(const struct reading *r)
{
	const struct model_language *lang = model_languages;

	while (lang->name != r->language)
		lang++;
	return lang;
}

static uint32_t letter_price(const struct model_language *lang)
{
	return ROW_EACH + lang->count / ROW_MANY;
}

static uint32_t row_price(
	const struct row *row, const uint16_t *table, const struct model_language *lang)
{
	uint32_t price = row->runs * ROW_BEGIN;

	for (unsigned i = 0; i < row->count; i++)
		price += has_letter(lang, table[row->bytes[i] & 0x7F]) ? letter_price(lang)
								       : ROW_OTHER;
	return price;
}

void price_rows(const struct reading_list *list, struct span text, struct line_prices *line)
{
	uint64_t engines = line->engines & ~SEVERAL_BYTES;
	bool several = false;
	struct row row;

	if (line->run < ROW_LEAST || line->high > ROW_MOST || !gather_row(text, &row))
		return;
	line->row = row.count;
	line->alone = 0;
	while (engines != 0) {
		unsigned e = next_engine(&engines);
		const uint16_t *table = single_table(list->list[list->first[e]].enc);
		enum model_script script = script_of(&row, table);

		if (script != SCRIPT_LATIN && row.count < ROW_LEAST_OTHERS)
			continue;
		if (script != SCRIPT_LATIN && script != SCRIPT_NONE &&
			list->list[list->first[e]].prior <= ROW_USUAL) {
			several = several ||
				  (line->alone != 0 && line->hash[line->alone] != line->hash[e]);
			line->alone = e;
		}
		for (unsigned k = list->first[e]; script != SCRIPT_NONE && k < list->first[e + 1];
			k++) {
			const struct model_language *lang = language_of(&list->list[k]);
			uint32_t price = row.runs * ROW_BEGIN + row.count * letter_price(lang);

			if (lang->script != script || price >= line->price[k])
				continue;
			price = row_price(&row, table, lang);
			line->price[k] = price < line->price[k] ? price : line->price[k];
		}
	}
	line->alone = several ? 0 : line->alone;
}
