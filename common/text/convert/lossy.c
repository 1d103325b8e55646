/* SPDX-License-Identifier: MIT */
/* Substitutes of the lossy modes. */
#include <stdio.h>

#include "convert/conv_private.h"

/* Base letters of U+00C0 to U+017F; '?' for those without a single one. */
static const char latin_base[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo:ouuuuyty"
				 "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLl"
				 "LlNnNnNnnNnOoOoOoOoRrRrRrSs"
				 "SsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

struct substitute {
	uint32_t cp;
	const char *text;
};

static const struct substitute substitutes[] = {{0xA0, " "}, {0xA9, "(C)"}, {0xAB, "<<"},
	{0xAD, "-"}, {0xAE, "(R)"}, {0xB1, "+-"}, {0xB7, "."}, {0xBB, ">>"}, {0xC6, "AE"},
	{0xD7, "x"}, {0xDF, "ss"}, {0xE6, "ae"}, {0x152, "OE"}, {0x153, "oe"}, {0x2010, "-"},
	{0x2011, "-"}, {0x2012, "-"}, {0x2013, "-"}, {0x2014, "--"}, {0x2018, "'"}, {0x2019, "'"},
	{0x201A, ","}, {0x201C, "\""}, {0x201D, "\""}, {0x201E, "\""}, {0x2022, "*"},
	{0x2026, "..."}, {0x2039, "<"}, {0x203A, ">"}, {0x20AC, "EUR"}, {0x2122, "(TM)"},
	{0x2190, "<-"}, {0x2192, "->"}, {0x2212, "-"}, {0x3000, " "}, {0x3001, ","}, {0x3002, "."},
	{0xFEFF, ""}};

static size_t copy_text(const char *text, uint8_t *out)
{
	size_t len = strlen(text);

	memcpy(out, text, len); /* NOLINT(bugprone-not-null-terminated-result): bytes, no string */
	return len;
}

static size_t translit(uint32_t cp, uint8_t out[32])
{
	for (size_t i = 0; i < sizeof(substitutes) / sizeof(substitutes[0]); i++) {
		if (substitutes[i].cp == cp)
			return copy_text(substitutes[i].text, out);
	}
	out[0] = '?';
	if (cp >= 0xC0 && cp < 0xC0 + sizeof(latin_base) - 1)
		out[0] = (uint8_t)latin_base[cp - 0xC0];
	else if (cp >= 0xFF01 && cp <= 0xFF5E)
		out[0] = (uint8_t)(cp - 0xFF01 + '!');
	return 1;
}

size_t lossy_char(enum text_lossy lossy, uint32_t cp, uint8_t out[32])
{
	char text[32];

	if (lossy == TEXT_LOSSY_ESCAPE) {
		snprintf(text, sizeof(text), "\\u{%04X}", (unsigned)cp);
		return copy_text(text, out);
	}
	if (lossy == TEXT_LOSSY_TRANSLIT)
		return translit(cp, out);
	return utf8_put(UTF_REPLACEMENT, out);
}

uint32_t text_alike(enum text_enc enc, uint32_t cp)
{
	if (enc != TEXT_SHIFT_JIS)
		return 0;
	switch (cp) {
	case 0xA2: /* the signs of cent, pound and not */
		return 0xFFE0;
	case 0xA3:
		return 0xFFE1;
	case 0xAC:
		return 0xFFE2;
	case 0x2016: /* double line */
		return 0x2225;
	case 0x2212: /* minus */
		return 0xFF0D;
	case 0x301C: /* wave dash */
		return 0xFF5E;
	default:
		return 0;
	}
}

size_t lossy_bytes(enum text_lossy lossy, struct span bytes, uint8_t out[64])
{
	size_t len = 0;

	if (lossy == TEXT_LOSSY_TRANSLIT)
		return copy_text("?", out);
	if (lossy == TEXT_LOSSY_REPLACE)
		return utf8_put(UTF_REPLACEMENT, out);
	for (size_t i = 0; i < bytes.len && i < TEXT_BAD_MAX; i++) {
		char text[8];

		snprintf(text, sizeof(text), "\\x%02X", bytes.ptr[i]);
		len += copy_text(text, out + len);
	}
	return len;
}
