/* SPDX-License-Identifier: MIT */
/* Lists of characters with their numbers or their names in HTML: "0xa8", "U+00A8", "168", "uml". */
#include <stdio.h>

#include "detect/detect_private.h"
#include "detect/unit.h"

#define CODE_MOST 6 /* letters or digits of a number or name */

/* Those of U+00A0 to U+00DF in small letters; the small letters from U+00E0 on have the same. "not"
 * and "para" are words, and some are rare. */
static const char latin_names[][CODE_MOST + 1] = {"nbsp", "iexcl", "cent", "pound", "", "yen",
	"brvbar", "sect", "uml", "copy", "ordf", "laquo", "", "shy", "reg", "macr", "deg", "plusmn",
	"sup2", "sup3", "acute", "micro", "", "middot", "cedil", "sup1", "ordm", "raquo", "frac14",
	"frac12", "frac34", "iquest", "agrave", "aacute", "acirc", "atilde", "auml", "aring",
	"aelig", "ccedil", "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml",
	"eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml", "times", "oslash", "ugrave",
	"uacute", "ucirc", "uuml", "yacute", "thorn", "szlig"};

static const struct {
	uint16_t cp;
	char name[CODE_MOST + 1];
} other_names[] = {{0xDF, "szlig"}, {0xF7, "divide"}, {0xFF, "yuml"}, {0x152, "oelig"},
	{0x153, "oelig"}, {0x160, "scaron"}, {0x161, "scaron"}, {0x178, "yuml"}, {0x192, "fnof"},
	{0x2C6, "circ"}, {0x2DC, "tilde"}, {0x2013, "ndash"}, {0x2014, "mdash"}, {0x2018, "lsquo"},
	{0x2019, "rsquo"}, {0x201A, "sbquo"}, {0x201C, "ldquo"}, {0x201D, "rdquo"},
	{0x201E, "bdquo"}, {0x2020, "dagger"}, {0x2021, "dagger"}, {0x2022, "bull"},
	{0x2026, "hellip"}, {0x2030, "permil"}, {0x2039, "lsaquo"}, {0x203A, "rsaquo"},
	{0x20AC, "euro"}, {0x2122, "trade"}};

static const char *name_of(unsigned cp)
{
	for (size_t i = 0; i < sizeof(other_names) / sizeof(other_names[0]); i++) {
		if (other_names[i].cp == cp)
			return other_names[i].name;
	}
	return cp >= 0xA0 && cp < 0x100 ? latin_names[(cp < 0xE0 ? cp : cp - 0x20) - 0xA0] : "";
}

static bool is_word(struct span line, size_t from, size_t end, const char *text)
{
	for (size_t i = from; i < end; i++) {
		if ((line.ptr[i] | 32) != text[i - from])
			return false;
	}
	return text[end - from] == '\0';
}

/* Where the digits of a number begin. */
static size_t after_prefix(struct span line, size_t from, size_t end)
{
	if (end - from > 2 && line.ptr[from] == '0' && (line.ptr[from + 1] | 32) == 'x')
		return from + 2;
	return from + ((line.ptr[from] | 32) == 'u' || (line.ptr[from] | 32) == 'x');
}

/* Words of small letters, as "da" and "de" are, are no numbers. */
static bool is_number(struct span line, size_t from, size_t end, const char *text)
{
	size_t digits = after_prefix(line, from, end);
	size_t letters = from;

	while (letters < end && is_lower(line.ptr[letters]))
		letters++;
	return (digits > from || letters < end) && is_word(line, digits, end, text);
}

bool has_code(struct span line, unsigned cp)
{
	char text[3][CODE_MOST + 1];
	const char *name = name_of(cp);
	size_t from = 0;

	snprintf(text[0], sizeof(text[0]), "%u", cp & 0xFFFF);
	snprintf(text[1], sizeof(text[1]), "%x", cp & 0xFFFF);
	snprintf(text[2], sizeof(text[2]), "%04x", cp & 0xFFFF);
	for (size_t i = 0; i <= line.len; i++) {
		if (i < line.len && is_alnum(line.ptr[i]))
			continue;
		if (i - from >= 2 && i - from <= CODE_MOST &&
			(is_word(line, from, i, name) || is_number(line, from, i, text[0]) ||
				is_number(line, from, i, text[1]) ||
				is_number(line, from, i, text[2])))
			return true;
		from = i + 1;
	}
	return false;
}
