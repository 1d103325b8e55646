/* SPDX-License-Identifier: MIT */
/*
 * Lists of the letters that a language adds to A to Z, as patterns and tables of programs have
 * them: "[a-zäöüß]", "ÅÄÖ", "áéíóú". They are no words, so the prices of letters speak for any
 * alphabet in whose words such letters are usual.
 */
#include "detect/detect_single.h"

#define LEAST 3 /* letters of a list */
#define MOST  32

static bool is_one_of(uint16_t cp, const uint16_t *set)
{
	while (*set != 0 && *set != cp)
		set++;
	return *set != 0;
}

static bool are_all_of(const uint16_t *cp, size_t n, const uint16_t *set)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_one_of(cp[i], set))
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

	for (size_t i = 0; i < line.len; i++) {
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

#define ROW_BEGIN 56
#define ROW_EACH  8 /* and more where there are many to take one from */
#define ROW_MANY  4
#define ROW_OTHER 40 /* of another language */

static const struct model_language *language_of(const char *name)
{
	const struct model_language *lang = model_languages;

	while (lang->name != name)
		lang++;
	return lang;
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

uint32_t row_price(struct span line, enum text_enc enc, const char *language)
{
	const uint16_t *table = single_table(enc);
	const struct model_language *lang = language_of(language);
	uint32_t each = ROW_EACH + lang->count / ROW_MANY;
	enum model_script script = SCRIPT_NONE;
	uint32_t price = 0;
	uint16_t cp;
	size_t longest = 0;
	size_t run = 0;

	for (size_t i = 0; i < line.len; i++) {
		if (line.ptr[i] < 0x80) {
			run = 0;
			continue;
		}
		cp = table[line.ptr[i] & 0x7F];
		if (model_symbol(cp, &script) != SYM_LETTER || script != SCRIPT_LATIN)
			return UINT32_MAX;
		price += (has_letter(lang, cp) ? each : ROW_OTHER) + (run == 0 ? ROW_BEGIN : 0u);
		run++;
		longest = run > longest ? run : longest;
	}
	return longest >= ROW_LEAST ? price : UINT32_MAX;
}
