/* SPDX-License-Identifier: MIT */
/* Reads the statistics. Classes and folding have to agree with script/train-text-model.py. */
#include "detect/model.h"

static bool in(uint32_t cp, uint32_t low, uint32_t high)
{
	return cp >= low && cp <= high;
}

static uint32_t fold_latin(uint32_t cp)
{
	if (in(cp, 0xC0, 0xDE) && cp != 0xD7)
		return cp + 32;
	if (in(cp, 0x100, 0x137) || in(cp, 0x14A, 0x177))
		return cp | 1;
	if (in(cp, 0x139, 0x148) || in(cp, 0x179, 0x17E))
		return cp + (cp & 1);
	if (in(cp, 0x218, 0x21B) || in(cp, 0x1A0, 0x1A3))
		return cp | 1;
	return cp == 0x1AF ? 0x1B0 : cp;
}

static uint32_t fold_greek(uint32_t cp)
{
	if (in(cp, 0x391, 0x3AB))
		return cp + 32;
	if (in(cp, 0x388, 0x38A))
		return cp + 37;
	switch (cp) {
	case 0x386:
		return 0x3AC;
	case 0x38C:
		return 0x3CC;
	case 0x38E:
		return 0x3CD;
	case 0x38F:
		return 0x3CE;
	default:
		return cp;
	}
}

uint32_t model_fold(uint32_t cp)
{
	if (cp < 0x80)
		return in(cp, 'A', 'Z') ? cp + 32 : cp;
	if (cp < 0x370)
		return fold_latin(cp);
	if (cp < 0x400)
		return fold_greek(cp);
	if (in(cp, 0x410, 0x42F))
		return cp + 32;
	if (in(cp, 0x400, 0x40F))
		return cp + 80;
	return in(cp, 0x490, 0x491) ? cp | 1 : cp;
}

static enum model_script script_of(uint32_t cp)
{
	if ((in(cp, 0xC0, 0x24F) && cp != 0xD7 && cp != 0xF7) || in(cp, 0x300, 0x36F) ||
		in(cp, 0x1E00, 0x1EFF))
		return SCRIPT_LATIN;
	if (in(cp, 0x370, 0x3FF) && cp != 0x37E)
		return SCRIPT_GREEK;
	if (in(cp, 0x400, 0x52F))
		return SCRIPT_CYRILLIC;
	if (in(cp, 0x590, 0x5FF))
		return SCRIPT_HEBREW;
	if (in(cp, 0x600, 0x6FF))
		return SCRIPT_ARABIC;
	return in(cp, 0xE00, 0xE7F) ? SCRIPT_THAI : SCRIPT_NONE;
}

static bool is_quote(uint32_t cp)
{
	return in(cp, 0x2010, 0x2027) || cp == 0xAB || cp == 0xBB || cp == 0x2030 || cp == 0x2039 ||
	       cp == 0x203A || cp == 0x20AC || cp == 0x2122 || cp == 0xA1 || cp == 0xBF;
}

static unsigned ascii_symbol(uint32_t cp)
{
	if (in(cp | 32, 'a', 'z'))
		return (cp | 32) - 'a';
	if (in(cp, '0', '9'))
		return SYM_DIGIT;
	return cp <= 0x20 ? SYM_SPACE : SYM_PUNCT;
}

unsigned model_symbol(uint32_t cp, enum model_script *script)
{
	*script = SCRIPT_NONE;
	if (cp < 0x80)
		return ascii_symbol(cp);
	if (cp == 0xA0)
		return SYM_NBSP;
	if (cp < 0xA0 || in(cp, 0xE000, 0xF8FF) || cp == 0xFFFD)
		return SYM_INVALID;
	if (is_quote(cp))
		return SYM_QUOTE;
	if (in(cp, 0x2500, 0x259F))
		return SYM_BOX;
	*script = script_of(cp);
	if (*script == SCRIPT_NONE)
		return cp < 0x3000 ? SYM_SYMBOL : SYM_OTHER;
	return SYM_LETTER;
}

/* The usual symbols were selected by hand: they are few, and their frequency depends on the subject
 * of a text. */
static bool usual_symbol(uint32_t cp)
{
	switch (cp) {
	case 0xA7:
	case 0xA9:
	case 0xAE:
	case 0xB0:
	case 0xB1:
	case 0xB2:
	case 0xB3:
	case 0xB5:
	case 0xB7:
	case 0xBA:
	case 0xBD:
	case 0xD7:
	case 0xA3:
	case 0x2022:
	case 0x2116:
		return true;
	default:
		return false;
	}
}

static bool usual_quote(uint32_t cp)
{
	return cp == 0xAB || cp == 0xBB || in(cp, 0x2013, 0x2014) || in(cp, 0x2018, 0x201E) ||
	       cp == 0x2026 || cp == 0x2122 || cp == 0x20AC || cp == 0x2022;
}

static bool usual_box(uint32_t cp)
{
	return cp == 0x2500 || cp == 0x2502 || cp == 0x2550 || cp == 0x2551 || cp == 0x2588 ||
	       in(cp, 0x2591, 0x2593);
}

unsigned model_within(unsigned symbol, uint32_t cp)
{
	switch (symbol) {
	case SYM_QUOTE:
		return usual_quote(cp) ? 8 : 18;
	case SYM_SYMBOL:
		return usual_symbol(cp) ? 9 : 26;
	case SYM_BOX:
		return usual_box(cp) ? 8 : 14;
	case SYM_OTHER:
		return 24;
	case SYM_INVALID:
		return 24;
	default:
		return 0;
	}
}

unsigned model_case(uint32_t cp)
{
	enum model_script script;

	if (cp < 0x80)
		return in(cp, 'a', 'z') ? 1 : in(cp, 'A', 'Z') ? 2 : 0;
	script = script_of(cp);
	if (script > SCRIPT_CYRILLIC)
		return 0;
	return model_fold(cp) != cp ? 2 : 1;
}

const uint8_t model_ascii_classes[128] = {[0 ... ' '] = CLASS_SPACE,
	[' ' + 1 ... '0' - 1] = CLASS_PUNCT,
	['0' ... '9'] = CLASS_DIGIT,
	['9' + 1 ... 'A' - 1] = CLASS_PUNCT,
	['A' ... 'Z'] = CLASS_ASCII_LETTER,
	['Z' + 1 ... 'a' - 1] = CLASS_PUNCT,
	['a' ... 'z'] = CLASS_ASCII_LETTER,
	['z' + 1 ... 127] = CLASS_PUNCT};

static enum model_class other_class(uint32_t cp)
{
	if (in(cp, 0x370, 0x52F))
		return CLASS_GREEK_CYRILLIC;
	if (in(cp, 0x2500, 0x259F))
		return CLASS_BOX;
	if (cp < 0xA0 || in(cp, 0xE000, 0xF8FF) || cp == 0xFFFD || cp >= 0x20000)
		return CLASS_RARE;
	if (in(cp, 0xC0, 0x24F))
		return CLASS_LATIN;
	return in(cp, 0x3400, 0x4DBF) || in(cp, 0xF900, 0xFAFF) ? CLASS_RARE : CLASS_OTHER;
}

enum model_class model_class_slow(uint32_t cp)
{
	if (in(cp, 0x3041, 0x309F))
		return CLASS_HIRAGANA;
	if (in(cp, 0x30A0, 0x30FF))
		return CLASS_KATAKANA;
	if (in(cp, 0x3131, 0x318E))
		return CLASS_JAMO;
	if (in(cp, 0x3000, 0x303F))
		return CLASS_CJK_PUNCT;
	if (in(cp, 0xFF01, 0xFF5E) || in(cp, 0xFFE0, 0xFFE6))
		return CLASS_FULL_WIDTH;
	if (in(cp, 0xFF61, 0xFF9F))
		return CLASS_HALF_KATAKANA;
	return in(cp, 0x3105, 0x312F) ? CLASS_BOPOMOFO : other_class(cp);
}

/* Symbols that Chinese, Japanese and Korean texts draw lists and tables with. */
static bool usual_mark(uint32_t cp)
{
	return in(cp, 0x2190, 0x2193) || in(cp, 0x25A0, 0x25A1) || in(cp, 0x25B2, 0x25B3) ||
	       in(cp, 0x25BC, 0x25BD) || in(cp, 0x25C6, 0x25C7) || in(cp, 0x25CE, 0x25CF) ||
	       in(cp, 0x2605, 0x2606) || cp == 0x25CB || cp == 0x203B || cp == 0xB7 || cp == 0xD7 ||
	       cp == 0xB0 || cp == 0xB1;
}

unsigned model_char_slow(enum model_class class, uint32_t cp)
{
	switch (class) {
	case CLASS_BOX:
		return usual_box(cp) ? 8 : 14;
	case CLASS_GREEK_CYRILLIC:
	case CLASS_JAMO:
	case CLASS_BOPOMOFO:
		return 16;
	case CLASS_OTHER:
		return usual_quote(cp) ? 9 : usual_mark(cp) ? 12 : 22;
	case CLASS_LATIN:
		return 18;
	default:
		return 40;
	}
}
