/* SPDX-License-Identifier: MIT */
/*
 * Statistics of the encoding detector, made by script/train-text-model.py, and the functions that
 * read them. A cost is -ln(probability) in quarter nats; what is summed up over a text is the
 * price of explaining its bytes, so encodings of different width can be compared.
 */
#ifndef BIOSBELT_TEXT_MODEL_H
#define BIOSBELT_TEXT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_LANGUAGE_COUNT 40
#define MODEL_CJK_COUNT      4
#define MODEL_COST_BASE      '#' /* the character that stands for cost 0 */
#define MODEL_PAIR_BITS      13

enum model_script {
	SCRIPT_LATIN,
	SCRIPT_GREEK,
	SCRIPT_CYRILLIC,
	SCRIPT_HEBREW,
	SCRIPT_ARABIC,
	SCRIPT_THAI,
	SCRIPT_NONE
};

/* Symbols of an alphabetic language; 0 to 25 are the ASCII letters, case folded. */
enum model_symbol {
	SYM_SPACE = 26,
	SYM_DIGIT,
	SYM_PUNCT,
	SYM_QUOTE, /* first that is not ASCII: typographic punctuation */
	SYM_SYMBOL,
	SYM_BOX,
	SYM_NBSP,
	SYM_SAME,    /* letter of the script that the language does not use */
	SYM_OTHER,   /* letter of another script */
	SYM_INVALID, /* C1 control, private use */
	SYM_LETTER   /* first letter of its own */
};
#define SYM_MAX (SYM_LETTER + 64)

struct model_language {
	const char *name;
	uint8_t script;
	uint16_t letters; /* place of its first letter in model_letters */
	uint16_t count;
	uint32_t costs; /* place of its table in model_pairs */
};
extern const struct model_language model_languages[MODEL_LANGUAGE_COUNT];
extern const uint16_t model_letters[]; /* folded characters, rising in each language */
extern const char model_pairs[];
#define MODEL_LATIN_COUNT 29     /* languages of Latin letters */
extern const char model_words[]; /* by pair of ASCII letters, by those languages; see language.c */

/* The symbol that does not depend on the language; SYM_LETTER: a letter of *script. */
unsigned model_symbol(uint32_t cp, enum model_script *script);
/* Lower case, of the letters the statistics know. */
uint32_t model_fold(uint32_t cp);
/* Price of the character itself within its symbol. */
unsigned model_within(unsigned symbol, uint32_t cp);

/* The extra price of SYM_SAME. */
static inline unsigned model_same_extra(unsigned symbol)
{
	return symbol == SYM_SAME ? 18 : 0;
}

/* Price of symbol b after a, an ASCII symbol; b is none. */
static inline unsigned model_pair_entry(const struct model_language *lang, unsigned a, unsigned b)
{
	unsigned width = SYM_LETTER + (unsigned)lang->count - SYM_QUOTE;

	return (unsigned)(model_pairs[lang->costs + (size_t)a * width + b - SYM_QUOTE] -
			  MODEL_COST_BASE);
}

/* Price of any symbol b after a, which is not ASCII symbol. */
static inline unsigned model_pair_high(const struct model_language *lang, unsigned a, unsigned b)
{
	unsigned size = SYM_LETTER + (unsigned)lang->count;
	const char *costs = model_pairs + lang->costs + (size_t)SYM_QUOTE * (size - SYM_QUOTE);

	return (unsigned)(costs[(size_t)(a - SYM_QUOTE) * size + b] - MODEL_COST_BASE);
}

/* Price of symbol b after a; not both are ASCII symbols. */
static inline unsigned model_pair(const struct model_language *lang, unsigned a, unsigned b)
{
	return a < SYM_QUOTE ? model_pair_entry(lang, a, b) : model_pair_high(lang, a, b);
}

/* 0: no letter with case, 1: lower, 2: upper. */
unsigned model_case(uint32_t cp);
static inline unsigned model_case_cost(unsigned before, unsigned now)
{
	/* Quarter nats for: none, lower, upper; words rarely change to capitals inside. */
	static const uint8_t costs[3][3] = {{0, 1, 7}, {0, 0, 22}, {0, 3, 3}};

	return costs[before][now];
}

/* Classes of characters for Chinese, Japanese, Korean. */
enum model_class {
	CLASS_SPACE,
	CLASS_DIGIT,
	CLASS_PUNCT,
	CLASS_ASCII_LETTER,
	CLASS_HAN,
	CLASS_HIRAGANA,
	CLASS_KATAKANA,
	CLASS_HANGUL,
	CLASS_JAMO,
	CLASS_CJK_PUNCT,
	CLASS_FULL_WIDTH,
	CLASS_HALF_KATAKANA,
	CLASS_BOPOMOFO,
	CLASS_GREEK_CYRILLIC,
	CLASS_BOX,
	CLASS_OTHER,
	CLASS_LATIN,
	CLASS_RARE,
	CLASS_COUNT
};

enum model_cjk_language { CJK_HANS, CJK_HANT, CJK_JAPANESE, CJK_KOREAN };

struct model_cjk {
	const char *name;
	const char *classes;   /* CLASS_COUNT squared */
	const char *big;       /* U+4E00 to U+9FFF, Korean: U+AC00 to U+D7A3 */
	const char *small;     /* U+3000 to U+30FF, then U+FF00 to U+FFEF */
	const uint16_t *pairs; /* fingerprint in the upper 12 bits, gain in half nats below */
};
extern const struct model_cjk model_cjks[MODEL_CJK_COUNT];

extern const uint8_t model_ascii_classes[128];
/* Of all characters but those that model_class_of knows without a call. */
enum model_class model_class_slow(uint32_t cp);
static inline enum model_class model_class_of(uint32_t cp)
{
	if (cp < 0x80)
		return (enum model_class)model_ascii_classes[cp];
	if (cp >= 0x4E00 && cp <= 0x9FFF)
		return CLASS_HAN;
	if (cp >= 0xAC00 && cp <= 0xD7A3)
		return CLASS_HANGUL;
	return model_class_slow(cp);
}

/* Price of an ASCII character that ends a run of others, beyond its class. */
static inline unsigned model_exit(enum model_class class)
{
	static const uint8_t prices[] = {1, 8, 9, 10};

	return prices[class < CLASS_HAN ? class : CLASS_PUNCT];
}

/* Corners and crosses of boxes. */
static inline bool is_corner(uint32_t cp)
{
	return (cp >= 0x250C && cp < 0x2550) || (cp >= 0x2552 && cp < 0x2580);
}

/* Lines are drawn of symbols, and Koreans laugh in single letters; neither a letter is repeated on
 * and on, nor a number or unit that is one character, nor a corner. */
static inline bool is_drawn(enum model_class class, uint32_t cp)
{
	const unsigned letters = 1u << CLASS_HAN | 1u << CLASS_HIRAGANA | 1u << CLASS_KATAKANA |
				 1u << CLASS_HANGUL | 1u << CLASS_HALF_KATAKANA |
				 1u << CLASS_BOPOMOFO | 1u << CLASS_GREEK_CYRILLIC |
				 1u << CLASS_LATIN | 1u << CLASS_RARE;
	bool number = (cp >= 0x2150 && cp < 0x2190) || (cp >= 0x2460 && cp < 0x2500) ||
		      (cp >= 0x3200 && cp < 0x3400);

	return cp == 0x30FC || ((letters >> class & 1) == 0 && !number && !is_corner(cp));
}

/* Price of a character within its class where no language knows better. */
unsigned model_char_slow(enum model_class class, uint32_t cp);
static inline unsigned model_char(unsigned i, enum model_class class, uint32_t cp)
{
	const struct model_cjk *m = &model_cjks[i];

	if (class == CLASS_HAN)
		return i == CJK_KOREAN ? 34 : (unsigned)(m->big[cp - 0x4E00] - MODEL_COST_BASE);
	if (class == CLASS_HANGUL)
		return i == CJK_KOREAN ? (unsigned)(m->big[cp - 0xAC00] - MODEL_COST_BASE) : 36;
	if (cp >= 0x3000 && cp <= 0x30FF)
		return (unsigned)(m->small[cp - 0x3000] - MODEL_COST_BASE);
	if (cp >= 0xFF00 && cp <= 0xFFEF)
		return (unsigned)(m->small[cp - 0xFF00 + 0x100] - MODEL_COST_BASE);
	return model_char_slow(class, cp);
}

/* As pair_hash in the training program. */
static inline uint32_t model_pair_hash(uint32_t a, uint32_t b)
{
	uint32_t h = a * 0x9E3779B1u ^ b * 0x85EBCA6Bu;

	h ^= h >> 15;
	h *= 0x2C1B3C6Du;
	return h ^ h >> 13;
}

/* Half nats that a character gains after another, by the hash of both; 0 for an unusual pair. */
static inline unsigned model_pair_gain(const struct model_cjk *m, uint32_t h)
{
	uint32_t slot = h & ((1u << MODEL_PAIR_BITS) - 1);
	unsigned one = m->pairs[slot];
	unsigned two = m->pairs[slot ^ 1];

	two = two >> 4 == h >> 20 ? two & 15 : 0;
	return one >> 4 == h >> 20 ? one & 15 : two;
}

/* Two characters, one after the other, in any language. */
struct model_step {
	uint32_t cp;
	uint32_t hash; /* of both */
	uint16_t classes;
	uint8_t class;
	bool paired; /* pairs of such classes were counted */
};

static inline struct model_step model_step(
	enum model_class a, uint32_t before, enum model_class b, uint32_t cp)
{
	return (struct model_step){.cp = cp,
		.hash = model_pair_hash(before, cp),
		.classes = (uint16_t)(a * CLASS_COUNT + b),
		.class = (uint8_t)b,
		.paired = a > CLASS_ASCII_LETTER && b > CLASS_ASCII_LETTER && b <= CLASS_HANGUL};
}

/* Price of the second after the first in language i (enum model_cjk_language). */
static inline unsigned model_cjk_cost(unsigned i, const struct model_step *s)
{
	const struct model_cjk *m = &model_cjks[i];
	unsigned cost = (unsigned)(m->classes[s->classes] - MODEL_COST_BASE);
	unsigned gain;

	if (s->class <= CLASS_ASCII_LETTER)
		return cost + model_exit((enum model_class)s->class);
	cost += model_char(i, (enum model_class)s->class, s->cp);
	if (!s->paired)
		return cost;
	gain = model_pair_gain(m, s->hash);
	if (gain == 0)
		return cost + 2; /* the frequent pairs have their share of the probability */
	return cost > 2 * gain ? cost - 2 * gain : 1;
}

#endif
