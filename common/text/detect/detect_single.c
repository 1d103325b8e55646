/* SPDX-License-Identifier: MIT */
/*
 * Prices of a line in the single-byte encodings. Pairs with a byte over 7F are priced: ASCII says
 * nothing about the encoding. All languages of an encoding are summed in parallel.
 */
#include "detect/detect_single.h"
#include "detect/language.h"
#include "detect/unit.h"

/* Neighbours, at least one of them over 7F, that are not a unit. */
struct pair {
	uint8_t a;
	uint8_t b;
};

#define UNITS_MAX LINE_PRICED

struct units {
	struct unit list[UNITS_MAX / 2 + 1]; /* there is another byte between any two */
	struct pair pairs[UNITS_MAX + 1];
	uint8_t twice[UNITS_MAX]; /* bytes over 7F after the same byte */
	uint8_t bytes[129];       /* the distinct ones, without the highest bit ... */
	uint16_t times[128];      /* ... and how often each occurs */
	unsigned count;
	unsigned pair_count;
	unsigned twice_count;
	unsigned byte_count;
	unsigned letters;                        /* ASCII letters */
	uint8_t languages[MODEL_LANGUAGE_COUNT]; /* language_costs */
	bool runs;                               /* adjacent bytes over 7F exist */
	bool words;                              /* such bytes exist next to an ASCII letter */
};

static uint8_t letters_before(struct span in, size_t pos)
{
	uint8_t n = 0;

	while (n < 2 && n < pos && is_ascii_letter(in.ptr[pos - 1 - n]))
		n++;
	/* "\n" is a line end. */
	return n == 1 && pos > 1 && in.ptr[pos - 2] == '\\' ? 0 : n;
}

static uint8_t letters_from(struct span in, size_t pos)
{
	uint8_t n = 0;

	while (n < 2 && pos + n < in.len && is_ascii_letter(in.ptr[pos + n]))
		n++;
	return n;
}

/* Whether a format such as %d or %.1lf ends before pos. */
static bool is_format_before(struct span in, size_t pos)
{
	static const char ends[] = "dfgiu";
	size_t at = pos;

	if (at == 0 || memchr(ends, in.ptr[at - 1], sizeof(ends) - 1) == NULL)
		return false;
	at--;
	while (at > 0 &&
		(in.ptr[at - 1] == 'l' || in.ptr[at - 1] == '.' || is_digit(in.ptr[at - 1])))
		at--;
	return at > 0 && in.ptr[at - 1] == '%';
}

static void add_high(struct units *u, uint8_t byte)
{
	u->bytes[u->byte_count] = byte & 0x7F; /* without a branch, which is hard to foresee */
	u->byte_count += u->times[byte & 0x7F]++ == 0;
}

static void add_pair(struct units *u, uint8_t a, uint8_t b)
{
	if (a == b)
		u->twice[u->twice_count++] = a;
	else
		u->pairs[u->pair_count++] = (struct pair){a, b};
}

/* Of four digits, in this century or the one before. */
static bool is_year(struct span in, size_t pos)
{
	bool century = pos < in.len && in.len - pos >= 4 &&
		       (memcmp(in.ptr + pos, "19", 2) == 0 || memcmp(in.ptr + pos, "20", 2) == 0);

	return century && is_digit(in.ptr[pos + 2]) && is_digit(in.ptr[pos + 3]) &&
	       (in.len - pos == 4 || !is_digit(in.ptr[pos + 4]));
}

static bool is_vowel(uint8_t c)
{
	static const char vowels[] = "aeiou";

	return memchr(vowels, c | 32, sizeof(vowels) - 1) != NULL;
}

#define SURE_MOST 8 /* characters; with more, the prices are evidence enough */
static void add_unit(struct units *u, struct span in, size_t i, uint8_t before, uint8_t behind)
{
	struct unit *one = &u->list[u->count++];

	*one = (struct unit){before, in.ptr[i], behind, context_at(in, i, i + 1),
		letters_before(in, i), letters_from(in, i + 1),
		is_upper(behind) && i + 2 < in.len && is_lower(in.ptr[i + 2]),
		i + 2 < in.len && is_vowel(in.ptr[i + 2]), is_format_before(in, i),
		is_year(in, i + 1 + (behind == ' ')), false, u->times[in.ptr[i] & 0x7F] > 1,
		u->count <= SURE_MOST && is_joined(in, i), false};
	u->words = u->words || is_in_word(one);
}

static bool is_edge(uint8_t c)
{
	return c == '\n' || c == '\r' || c == '"' || c == '\\';
}

static void note_columns(struct units *u)
{
	for (unsigned i = 0; i < u->count; i++) {
		struct unit *one = &u->list[i];
		unsigned times = u->times[one->b & 0x7F];
		bool left = is_edge(one->a);
		bool right = is_edge(one->c);

		one->column = (left || one->a == ' ' || one->a == '\t') &&
			      (right || one->c == ' ' || one->c == '\t') &&
			      (times > 2 || (times == 2 && (left || right)));
	}
}

static void collect(struct span in, struct units *u)
{
	uint8_t before = '\n';

	memset(u->times, 0, sizeof(u->times));
	u->count = 0;
	u->pair_count = 0;
	u->twice_count = 0;
	u->byte_count = 0;
	u->runs = false;
	u->words = false;
	u->letters = count_ascii_letters(in);
	for (size_t i = 0; i < in.len; i++) {
		uint8_t now = in.ptr[i];
		uint8_t behind = i + 1 < in.len ? in.ptr[i + 1] : '\n';

		if (((before | now) & 0x80) == 0) {
			i = after_ascii(in, i) - 1;
			before = in.ptr[i];
			continue;
		}
		if (now >= 0x80)
			add_high(u, now);
		if (before < 0x80 && behind < 0x80) {
			add_unit(u, in, i, before, behind);
			i++; /* the byte after it begins the next pair */
			before = behind;
			continue;
		}
		u->runs = u->runs || (before >= 0x80 && now >= 0x80);
		add_pair(u, before, now);
		before = now;
	}
	if (before >= 0x80)
		add_pair(u, before, '\n');
	if (u->count == 1)
		u->list[0].owned = is_owned(in);
	else
		note_columns(u);
}

/* Vectors of bytes, and of every second byte as words, that every x86-64 has. */
#define VECTOR_LEN 16
typedef uint8_t bytes_vector __attribute__((vector_size(VECTOR_LEN)));
typedef uint16_t words_vector __attribute__((vector_size(VECTOR_LEN)));
typedef uint32_t sums_vector __attribute__((vector_size(VECTOR_LEN)));

#define PART_PAIRS 256 /* the sum of so many prices of a byte fits a word */

struct byte_sums {
	words_vector even;
	words_vector odd;
};

static inline bytes_vector load_bytes(const uint8_t *from)
{
	bytes_vector v;

	memcpy(&v, from, sizeof(v));
	return v;
}

static inline void add_bytes(struct byte_sums *s, bytes_vector v)
{
	words_vector words = (words_vector)v;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	s->even += words & 0xFF;
	s->odd += words >> 8;
#else
	s->even += words >> 8;
	s->odd += words & 0xFF;
#endif
}

static void flush_bytes(struct byte_sums *s, uint32_t *to)
{
	for (unsigned i = 0; i < VECTOR_LEN / 2; i++) {
		to[2 * i] += s->even[i];
		to[2 * i + 1] += s->odd[i];
	}
	*s = (struct byte_sums){{0}, {0}};
}

/* Sums of a line for all single-byte engines in parallel. */
struct beside {
	uint32_t alike[SINGLE_LANES]; /* the part of pairs that all languages pay */
	uint32_t hash[SINGLE_LANES];
	uint32_t bad[SINGLE_LANES];
};

/* For the engines of one vector, from lane on. */
static void sum_alike(const struct side_by_side *t, const struct units *u, unsigned lane,
	uint32_t alike[SINGLE_LANES])
{
	struct byte_sums sums = {{0}, {0}};

	for (unsigned i = 0; i < u->pair_count; i++) {
		uint8_t a = u->pairs[i].a;
		uint8_t b = u->pairs[i].b;

		add_bytes(&sums, load_bytes(t->within[b] + lane) +
					 (load_bytes(t->lower[a] + lane) &
						 load_bytes(t->more_lower[b] + lane)) +
					 (load_bytes(t->upper[a] + lane) &
						 load_bytes(t->more_upper[b] + lane)));
		if (i % PART_PAIRS == PART_PAIRS - 1)
			flush_bytes(&sums, alike + lane);
	}
	flush_bytes(&sums, alike + lane);
	for (unsigned i = 0; i < u->twice_count; i++) {
		uint8_t a = u->twice[i];

		/* A byte without a character has no case. */
		add_bytes(&sums,
			load_bytes(t->within[a] + lane) & load_bytes(t->no_char[a - 0x80] + lane));
		if (i % PART_PAIRS == PART_PAIRS - 1)
			flush_bytes(&sums, alike + lane);
	}
	flush_bytes(&sums, alike + lane);
}

/* The same for hashes; the hash of an invalid byte is 0. */
static void sum_hash(const struct side_by_side *t, const struct units *u, unsigned lane,
	uint32_t hash[SINGLE_LANES])
{
	for (unsigned i = 0; i < u->byte_count; i++) {
		const uint32_t *of_byte = t->hash[u->bytes[i]] + lane;
		uint32_t times = u->times[u->bytes[i]];

		for (unsigned e = 0; e < VECTOR_LEN && times == 1; e++) /* as most are */
			hash[lane + e] += of_byte[e];
		for (unsigned e = 0; e < VECTOR_LEN && times != 1; e++)
			hash[lane + e] += times * of_byte[e];
	}
}

static void sum_beside(
	const struct side_by_side *t, const struct units *u, uint64_t engines, struct beside *to)
{
	memset(to, 0, sizeof(*to));
	for (unsigned lane = 0; lane < SINGLE_LANES; lane += VECTOR_LEN) {
		if ((engines >> lane & ((1u << VECTOR_LEN) - 1)) == 0)
			continue;
		sum_alike(t, u, lane, to->alike);
		sum_hash(t, u, lane, to->hash);
	}
	for (unsigned i = 0; i < u->byte_count; i++) {
		uint64_t bad = t->bad[u->bytes[i]] & engines;

		for (; bad != 0; bad &= bad - 1)
			to->bad[__builtin_ctzll(bad)] += u->times[u->bytes[i]];
	}
}

struct lanes {
	uint32_t price[GROUP_LANES]; /* lanes beyond the group's are undefined */
	uint32_t alike;              /* the part that all pay */
	uint32_t lone;               /* price of lone letters in source code */
	uint32_t ease;               /* how much less these cost in a text of their script */
};

/* After the last row there is room for all lanes. */
static inline const uint8_t *pair_row(const struct reader *r, unsigned a, unsigned b)
{
	return r->costs + (size_t)(r->symbols[a] * r->g->width + r->symbols[b]) * r->g->lanes;
}

static void add_pairs(const struct reader *r, const struct units *u, struct lanes *to)
{
	struct byte_sums sums = {{0}, {0}};
	const struct pair *p = u->pairs;
	unsigned left = u->pair_count;

	_Static_assert(GROUP_LANES == VECTOR_LEN, "a row is a vector");
	for (; left >= 2; left -= 2, p += 2) { /* the sum of two prices of a group fits a byte */
		add_bytes(&sums, load_bytes(pair_row(r, p[0].a, p[0].b)) +
					 load_bytes(pair_row(r, p[1].a, p[1].b)));
		if (left % PART_PAIRS < 2)
			flush_bytes(&sums, to->price);
	}
	if (left != 0)
		add_bytes(&sums, load_bytes(pair_row(r, p->a, p->b)));
	flush_bytes(&sums, to->price);
}

#define DRAWN_LEAST 8 /* repetitions of a drawn line; fewer are dots, or quotes */

/* Whether lines are drawn of it, which they are not of corners. */
static bool is_stroke(unsigned cp)
{
	static const char strokes[] = "\xA4\xA6\xA7\xA8\xAC\xAF\xB4\xB7\xB8\xD7";

	if (cp < 0x100)
		return memchr(strokes, (int)cp, sizeof(strokes) - 1) != NULL;
	return (cp >= 0x2500 && !is_corner(cp)) || cp == 0x2C9 || (cp >= 0x2013 && cp <= 0x2015) ||
	       cp == 0x2022 || cp == 0x2026;
}

static unsigned char_of(const struct reader *r, uint8_t byte)
{
	return single_table(single_infos[r->e].enc)[byte & 0x7F];
}

/* Whether a symbol that is repeated on and on is rather a line of another encoding. */
static bool is_no_line(const struct reader *r, const struct units *u, uint8_t a)
{
	unsigned symbol = r->symbols[a];

	return u->twice_count >= DRAWN_LEAST && (symbol == SYM_QUOTE || symbol == SYM_SYMBOL) &&
	       !is_stroke(char_of(r, a));
}

#define NO_LINE_MOST 4  /* repetitions that say so; the others say no more */
#define CORNERS_MOST 6  /* likewise, of corners */
#define CORNER_AGAIN 10 /* how much dearer a corner again and again is than one */
#define SHADE_AGAIN  16 /* the same of a degree sign, where DOS has a shade ... */
#define SHADES_MOST  24 /* ... unless lines are drawn of it */

static void add_twice(const struct reader *r, const struct units *u, struct lanes *to)
{
	struct byte_sums sums = {{0}, {0}};

	for (unsigned i = 0; i < u->twice_count; i++) {
		uint8_t a = u->twice[i];
		unsigned symbol = r->symbols[a];

		if (i < CORNERS_MOST && u->twice_count >= DRAWN_LEAST && symbol == SYM_BOX &&
			is_corner(char_of(r, a)))
			to->alike += CORNER_AGAIN;
		if (u->twice_count < SHADES_MOST && i < CORNERS_MOST && a >= DEGREE &&
			a <= SQUARE && char_of(r, a) == a)
			to->alike += SHADE_AGAIN;
		add_bytes(&sums,
			load_bytes(
				symbol == SYM_INVALID || (i < NO_LINE_MOST && is_no_line(r, u, a))
					? pair_row(r, a, a)
					: r->doubles + (size_t)(2 * symbol + (r->cased[a] == 2)) *
							       r->g->lanes));
		if (i % PART_PAIRS == PART_PAIRS - 1)
			flush_bytes(&sums, to->price);
	}
	flush_bytes(&sums, to->price);
}

#define NO_QUOTE  40 /* of a low quote before what is no letter: no text has one */
#define PAIRS_FEW 16 /* of a line, in which such are looked for */

/* "\x82\xA0" is a character of Japanese. */
static void add_low_quotes(const struct reader *r, const struct units *u, struct lanes *to)
{
	for (unsigned i = 0; i < u->pair_count && u->pair_count <= PAIRS_FEW; i++) {
		uint8_t a = u->pairs[i].a;
		uint8_t b = u->pairs[i].b;

		if (a >= 0x80 && b >= 0x80 && r->symbols[b] < SYM_LETTER &&
			r->symbols[b] != SYM_QUOTE &&
			(char_of(r, a) == LOW_QUOTE || char_of(r, a) == LOW_QUOTES))
			to->alike += NO_QUOTE;
	}
}

/* How the lone characters of a line are priced in an encoding. */
struct lone_way {
	const uint8_t *languages; /* language_costs */
	bool words;               /* its languages have one-letter words that are not ASCII */
	bool beside;              /* all letters may be in words, not only those next to others */
	bool alone;               /* there is only one character over 7F */
	bool sure;                /* all characters are where hardly any others can be */
	bool eased;
};

/* The price in words of a language, or of such characters in source code: the lower one. */
#define PRICE_CONTEXT 3
#define PRICE_UNFIT   20 /* a letter where no word has one */
#define LONE_LETTER   60 /* limit per letter in a text of its script */

/* Dashes and the apostrophe also occur within words, other typographic punctuation next to them. */
static bool joins_words(unsigned cp)
{
	return cp >= 0x2010 && cp <= 0x2019;
}

/* Whether texts in the language have it. For a lone symbol this proves nothing. */
static bool is_of_text(const struct reader *r, const struct unit *u, const struct lone_way *way)
{
	unsigned symbol = r->symbols[u->b];

	if (symbol >= SYM_LETTER)
		return true;
	if (symbol < SYM_QUOTE || symbol == SYM_INVALID)
		return false;
	if (u->left != 0 && u->right != 0)
		return symbol == SYM_QUOTE && joins_words(char_of(r, u->b));
	return symbol == SYM_QUOTE || !way->alone;
}

/* A one-letter word of French, Irish, Italian, Portuguese, Spanish, Swedish or Icelandic: between
 * blanks, or as a capital at the beginning of a line. */
static bool is_short_word(unsigned cp, const struct unit *u)
{
	static const char words[] = "\xE0\xE1\xE5\xE8\xE9\xED\xF3";
	bool word = cp > 0x7F && cp < 0x100 && memchr(words, (int)cp, sizeof(words) - 1) != NULL;
	bool first = (cp == 0xC0 || cp == 0xC8 || cp == 0xC9) &&
		     (u->a == '\n' || u->a == '"' || u->a == '>');
	bool signs = u->context.left == CONTEXT_SIGN && u->context.right == CONTEXT_SIGN;

	return !signs && (first || (word && u->a == ' ')) && u->c == ' ';
}

#define FOREIGN_LEAST 8  /* words that cost so much more in English are in another language */
#define COMMON_WORD   28 /* the price of a letter between its neighbours in it */

/* A letter in a usual place of a language that the line is in: "há", "på", "É". */
static bool is_common(const struct reader *r, const struct unit *u, const uint8_t *languages)
{
	const uint8_t *entry = pair_row(r, u->a, u->b);
	const uint8_t *out = pair_row(r, u->b, u->c);

	if (languages[0] < FOREIGN_LEAST || !r->latin || r->symbols[u->b] < SYM_LETTER ||
		!fits_word(u, r->cased[u->b], 1) || (!is_in_word(u) && u->c != ' '))
		return false;
	for (unsigned i = 0; i < r->g->count; i++) {
		if (entry[i] + out[i] + languages[r->g->languages[i]] <= COMMON_WORD)
			return true;
	}
	return false;
}

/* Whether words have the letter there. */
static bool is_in_place(
	const struct reader *r, const struct unit *u, unsigned cp, const uint8_t *languages)
{
	return fits_word(u, r->cased[u->b], WORD_LEAST) || is_short_word(cp, u) ||
	       is_common(r, u, languages);
}

static bool is_sure(const struct reader *r, unsigned cp, const struct unit *u)
{
	return is_sure_symbol(cp, u, single_infos[r->e].enc == TEXT_MACINTOSH);
}

#define PASTED_BLANK 24

/* No-break spaces come from pasted text, and then several of them: where A0 is one. */
static bool is_pasted(const struct reader *r, unsigned cp, const struct unit *u)
{
	return cp == NO_BREAK && u->b == NO_BREAK && (u->again || is_sure(r, cp, u));
}

#define SURE_GAIN       16
#define SURE_LEAST      4
#define LETTER_LIKELIER 6

/* How much more likely a character is where it is sure; of some only the place is evidence. */
static unsigned sure_gain(unsigned cp)
{
	return cp == ACUTE                           ? 3 * SURE_GAIN
	       : cp == REGISTERED || cp == COPYRIGHT ? 2 * SURE_GAIN
						     : SURE_GAIN;
}

#define UNUSUAL_WORD 2

/* The price of the neighbouring letters in a language, or most of the way up to it from that of any
 * such place. */
static unsigned word_price(unsigned pair, unsigned context)
{
	return pair < context ? pair : context + (pair - context) / UNUSUAL_WORD;
}

#define COLUMN     4
#define WORD_SPLIT 30 /* more for a sign where letters are */

/* Whether tables and boxes have it between their columns. */
static bool is_upright(unsigned cp)
{
	return cp == 0x2502 || cp == 0x2551 || cp == 0x2588;
}

/* The price of a character among its neighbours, as in source code. */
static unsigned lone_context(const struct reader *r, const struct unit *u, unsigned cp,
	const struct lone_way *way, bool pasted)
{
	unsigned context = context_price(r->t->rows[r->e][u->b - 0x80], u->context);

	if (u->column && is_upright(cp))
		return COLUMN;
	context += is_for_letter(cp, u) ? LETTER_LIKELIER : 0;
	context += is_wrong_sign(cp, u) ? WORD_SPLIT : 0;
	if (way->sure)
		context =
			context > sure_gain(cp) + SURE_LEAST ? context - sure_gain(cp) : SURE_LEAST;
	return pasted && context > PASTED_BLANK ? PASTED_BLANK : context;
}

/* The rebate on such a price for a lone letter in a text of its script. */
static unsigned over_most(unsigned price)
{
	return price > LONE_LETTER ? price - LONE_LETTER : 0;
}

static unsigned lower_of(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static void add_lone(
	const struct reader *r, const struct unit *u, const struct lone_way *way, struct lanes *to)
{
	unsigned symbol = r->symbols[u->b];
	const uint8_t *entry = pair_row(r, u->a, u->b);
	const uint8_t *out = pair_row(r, u->b, u->c);
	unsigned alike = r->within[u->b] + r->within[u->c] +
			 model_case_cost(r->cased[u->a], r->cased[u->b]) +
			 model_case_cost(r->cased[u->b], r->cased[u->c]);
	bool foreign = r->t->foreign[r->e][u->b - 0x80];
	unsigned cp = char_of(r, u->b);
	bool pasted = !way->alone && is_pasted(r, cp, u);
	unsigned context = lone_context(r, u, cp, way, pasted);
	bool words = way->words && (is_in_word(u) || !way->beside) && !is_beside_digit(u);
	bool eased = way->eased && symbol >= SYM_LETTER && !is_in_word(u) &&
		     !(is_digit(u->a) && is_digit(u->c));
	unsigned least = UINT32_MAX;

	if (symbol == SYM_INVALID && r->within[u->b] == PRICE_BAD) {
		to->alike += PRICE_BAD;
		return;
	}
	if (foreign || (way->alone && !is_in_place(r, u, cp, way->languages))) {
		words = false;
		context += r->cased[u->b] != 0 ? PRICE_UNFIT : 0;
	}
	if (!words || pasted || (way->sure && u->joined) || !is_of_text(r, u, way)) {
		to->alike += context + PRICE_CONTEXT;
		to->ease += eased ? over_most(context) : 0;
		return;
	}
	for (unsigned i = 0; i < r->g->lanes; i++) {
		unsigned pair = entry[i] + out[i] + alike;

		to->price[i] += word_price(pair, context);
		least = pair < least ? pair : least;
	}
	to->lone += least < context ? context : word_price(least, context);
	to->alike += PRICE_CONTEXT;
	/* Only what was paid can be taken back. */
	to->ease += eased ? lower_of(over_most(context), word_price(least, context)) : 0;
}

#define USUAL_SYMBOL 28 /* the price of a rare one */

/* Boxes are drawn of many. */
static bool is_box(unsigned cp)
{
	return cp >= 0x2500 && cp < 0x25A0;
}

static enum usual how_usual(const struct reader *r, const struct unit *u, const uint8_t *languages)
{
	unsigned cp = char_of(r, u->b);
	bool mac = single_infos[r->e].enc == TEXT_MACINTOSH;

	if (is_sure(r, cp, u) || may_be_trade_mark(cp, u) || (cp == APOSTROPHE && u->joined))
		return USUAL_SURE;
	if (r->symbols[u->b] >= SYM_LETTER)
		return is_in_place(r, u, cp, languages) ? USUAL : USUAL_NOT;
	if (is_for_other(cp, u, mac))
		return USUAL_NOT;
	/* Only some quote »so«; for DOS it ends a word of Romanian. */
	if (is_misplaced(cp, u) || (mac && cp == QUOTE_LEFT && u->left != 0))
		return USUAL_HALF;
	if (is_rare_sign(cp, u) || cp == QUOTE_LEFT || cp == QUOTE_RIGHT)
		return may_be_other(u)                ? USUAL_HALF
		       : says_nothing(cp, u->context) ? USUAL_QUOTED
						      : USUAL;
	if (model_context_char[r->t->rows[r->e][u->b - 0x80]] >= USUAL_SYMBOL || is_box(cp))
		return (cp == POUND || cp == YEN) && !mac ? USUAL_MONEY : USUAL_NOT;
	return says_nothing(cp, u->context) ? USUAL_QUOTED : USUAL;
}

static bool has_letters(const struct reader *r, const struct units *u)
{
	bool found = u->runs;

	for (unsigned i = 0; i < u->count && !found; i++)
		found = r->symbols[u->list[i].b] >= SYM_LETTER && is_in_word(&u->list[i]);
	return found;
}

static bool are_sure(const struct reader *r, const struct units *u)
{
	for (unsigned i = 0; i < u->count && u->count <= SURE_MOST; i++) {
		if (!is_sure(r, char_of(r, u->list[i].b), &u->list[i]))
			return false;
	}
	return !u->runs && u->count <= SURE_MOST;
}

static struct lone_way lone_way_of(const struct reader *r, const struct units *u)
{
	/* A letter alone is a word only in languages of that script, which also have longer words;
	 * and only where there are others, else it is more often a symbol. */
	return (struct lone_way){.languages = u->languages,
		.words = r->latin || u->runs,
		.beside = !u->words && !u->runs,
		.alone = !u->runs && u->count == 1,
		.sure = are_sure(r, u),
		.eased = !r->latin};
}

static void sum_units(
	const struct reader *r, const struct units *u, uint32_t alike, struct lanes *to)
{
	struct lone_way way = lone_way_of(r, u);

	*to = (struct lanes){.alike = alike};
	add_pairs(r, u, to);
	if (u->twice_count != 0)
		add_twice(r, u, to);
	if (u->runs && r->latin)
		add_low_quotes(r, u, to);
	for (unsigned i = 0; i < u->count; i++)
		add_lone(r, &u->list[i], &way, to);
}

/* The sums of the engines priced so far. */
struct sums {
	struct beside beside;
	uint64_t priced; /* bits by single-byte engine */
	struct lanes list[SINGLE_INFOS];
};

/* Whether the same letters of the line are foreign to both. */
static bool same_foreign(
	const struct single_tables *t, const struct units *u, unsigned a, unsigned b)
{
	for (unsigned i = 0; i < u->byte_count; i++) {
		if (t->foreign[a][u->bytes[i]] != t->foreign[b][u->bytes[i]])
			return false;
	}
	return true;
}

/* Encodings of the same group that read the same text share the sum. */
static const struct lanes *sum_of(const struct reader *r, const struct units *u, struct sums *sums)
{
	const uint32_t *hash = sums->beside.hash;
	uint64_t all = (1ull << SINGLE_INFOS) - 1;

	for (unsigned e = r->first; e < r->e; e++) {
		if (hash[e] == hash[r->e] && (sums->priced >> e & 1) != 0 &&
			((sums->priced & all) == all || same_foreign(r->t, u, e, r->e))) {
			sums->list[r->e] = sums->list[e];
			return &sums->list[r->e];
		}
	}
	sum_units(r, u, sums->beside.alike[r->e], &sums->list[r->e]);
	return &sums->list[r->e];
}

static bool has_lone_letters(const struct reader *r, const struct units *u)
{
	for (unsigned i = 0; i < u->count; i++) {
		if (r->symbols[u->list[i].b] >= SYM_LETTER)
			return true;
	}
	return false;
}

#define OTHER_NAME  6  /* for each letter that is of another language than the one before it */
#define NO_LANGUAGE 40 /* as OTHER_LANGUAGE, of a line without its letters: symbols tell none */

static void price_one(
	const struct reader *r, const struct units *u, struct sums *sums, struct line_prices *out)
{
	unsigned engine = 1 + MULTI_INFOS + r->e;
	unsigned at = r->t->readings.first[engine];
	bool lone = !r->latin && !u->runs && has_lone_letters(r, u);
	unsigned other = lone ? script_price(u->letters, u->count) : 0;
	const struct lanes *sum = sum_of(r, u, sums);
	unsigned apart = u->count > 1 ? (u->count - 1) * OTHER_NAME : 0;
	unsigned least = UINT32_MAX;

	out->hash[engine] = sums->beside.hash[r->e];
	out->bad[engine] = sums->beside.bad[r->e];
	for (unsigned i = 0; i < r->readings; i++) {
		unsigned lane = r->lanes[i];
		uint32_t price = sum->price[lane] + u->languages[r->g->languages[lane]];

		if (!u->runs) /* names, or symbols, in English */
			price = lower_of(price, sum->lone + u->languages[0] + apart);
		out->lone[at + i] = sum->ease;
		out->price[at + i] = price + sum->alike + other;
		least = lower_of(least, out->price[at + i]);
	}
	out->letters[engine] = has_letters(r, u);
	out->lone_letter[engine] = lone && !out->letters[engine];
	least += out->letters[engine] ? OTHER_LANGUAGE : NO_LANGUAGE;
	for (unsigned i = 0; i < r->readings && r->latin; i++)
		out->price[at + i] = lower_of(out->price[at + i], least);
	out->usual[engine] =
		(uint8_t)(!u->runs && u->count == 1 ? how_usual(r, &u->list[0], u->languages)
						    : USUAL_NOT);
}

static bool reads_latin(const struct single_tables *t, uint64_t engines)
{
	bool latin = false;

	for (unsigned e = 0; e < SINGLE_INFOS; e++)
		latin = latin || ((engines >> e & 1) != 0 && t->readers[e].latin);
	return latin;
}

void price_singles(const struct single_tables *t, struct span line, uint64_t engines, bool by_words,
	struct line_prices *out)
{
	struct units units;
	struct sums sums;

	collect(line, &units);
	sums.priced = engines >> (1 + MULTI_INFOS);
	memset(units.languages, 0, sizeof(units.languages));
	if (by_words && (!units.runs || reads_latin(t, sums.priced)))
		language_costs(line, units.languages);
	sum_beside(&t->beside, &units, sums.priced, &sums.beside);
	for (unsigned e = 0; e < SINGLE_INFOS; e++) {
		if ((sums.priced >> e & 1) != 0)
			price_one(&t->readers[e], &units, &sums, out);
	}
}

unsigned count_unusual(struct span line, unsigned engine)
{
	const struct reader *r = &single_tables_get()->readers[engine - 1 - MULTI_INFOS];
	unsigned count = 0;
	struct units units;

	collect(line, &units);
	memset(units.languages, 0, sizeof(units.languages));
	for (unsigned i = 0; i < units.count; i++) {
		const struct unit *one = &units.list[i];
		enum usual usual = how_usual(r, one, units.languages);
		bool pasted = char_of(r, one->b) == NO_BREAK && one->left == 2 && one->right == 2;

		count += (usual == USUAL_NOT && !pasted) || usual == USUAL_MONEY ||
			 (usual == USUAL_HALF && one->left != 0);
	}
	for (unsigned i = 0; i < units.twice_count; i++)
		count += r->symbols[units.twice[i]] == SYM_QUOTE;
	return count;
}
