/* SPDX-License-Identifier: MIT */
/*
 * Prices of a line in the single-byte encodings. Judged are pairs with a byte over 7F: ASCII tells
 * nothing about the encoding. All languages of an encoding are summed side by side.
 */
#include "detect/detect_single.h"
#include "detect/context.h"

#define UNITS_MAX LINE_PRICED

enum unit_kind { UNIT_PAIR, UNIT_LONE };

/* Two neighbours, or a byte over 7F between two ASCII bytes. */
struct unit {
	uint8_t kind;
	uint8_t a;
	uint8_t b;
	uint8_t c; /* after a lone one */
	struct context context;
	uint16_t pos;
	uint8_t left; /* ASCII letters before a lone one, and after it; 2: or more */
	uint8_t right;
	bool capital; /* a lone one is before a capital and a small letter */
};

/* A byte over 7F, and a factor by its place. */
struct high {
	uint8_t byte;
	uint32_t factor;
};

struct units {
	struct unit list[UNITS_MAX + 1];
	struct high high[UNITS_MAX];
	unsigned count;
	unsigned high_count;
	unsigned letters; /* of ASCII */
	bool runs;        /* there are bytes over 7F next to each other */
	bool words;       /* there are such bytes next to an ASCII letter */
};

static bool is_ascii_letter(uint8_t c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static bool is_upper(uint8_t c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_lower(uint8_t c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

static bool is_in_word(const struct unit *u)
{
	return is_ascii_letter(u->a) || is_ascii_letter(u->c);
}

static bool is_beside_digit(const struct unit *u)
{
	return is_digit(u->a) || is_digit(u->c);
}

#define WORD_LEAST 3

/* Can a letter of this case (model_case) stand there in a word? */
static bool fits_word(const struct unit *u, unsigned cased)
{
	if (is_beside_digit(u) || u->left + u->right + 1 < WORD_LEAST)
		return false;
	if (cased == 2 && u->left == 0 && u->capital)
		return false;
	if (cased == 2)
		return u->left == 0 || (is_upper(u->a) && (u->right == 0 || is_upper(u->c)));
	return cased == 0 || ((u->left < 2 || !is_upper(u->a)) && !is_upper(u->c));
}

static uint8_t letters_before(struct span in, size_t pos)
{
	uint8_t n = 0;

	while (n < 2 && n < pos && is_ascii_letter(in.ptr[pos - 1 - n]))
		n++;
	return n;
}

static uint8_t letters_from(struct span in, size_t pos)
{
	uint8_t n = 0;

	while (n < 2 && pos + n < in.len && is_ascii_letter(in.ptr[pos + n]))
		n++;
	return n;
}

static void add_high(struct units *u, uint8_t byte, size_t pos)
{
	u->high[u->high_count++] = (struct high){byte, char_hash(1, byte, pos)};
}

static void collect(struct span in, struct units *u)
{
	uint8_t before = '\n';

	u->count = 0;
	u->high_count = 0;
	u->runs = false;
	u->words = false;
	u->letters = count_ascii_letters(in);
	for (size_t i = 0; i < in.len; i++) {
		uint8_t now = in.ptr[i];
		uint8_t behind = i + 1 < in.len ? in.ptr[i + 1] : '\n';

		if (((before | now) & 0x80) == 0) {
			i = behind_ascii(in, i) - 1;
			before = in.ptr[i];
			continue;
		}
		if (now >= 0x80)
			add_high(u, now, i);
		if (before < 0x80 && behind < 0x80) {
			u->list[u->count] = (struct unit){UNIT_LONE, before, now, behind,
				context_at(in, i, i + 1), (uint16_t)i, letters_before(in, i),
				letters_from(in, i + 1),
				is_upper(behind) && i + 2 < in.len && is_lower(in.ptr[i + 2])};
			u->words = u->words || is_in_word(&u->list[u->count]);
			u->count++;
			i++; /* what is after it begins the next pair */
			before = behind;
			continue;
		}
		u->runs = u->runs || (before >= 0x80 && now >= 0x80);
		u->list[u->count++] =
			(struct unit){.kind = UNIT_PAIR, .a = before, .b = now, .pos = (uint16_t)i};
		before = now;
	}
	if (before >= 0x80)
		u->list[u->count++] = (struct unit){
			.kind = UNIT_PAIR, .a = before, .b = '\n', .pos = (uint16_t)in.len};
}

/* An encoding's tables, at hand for the loops below. */
struct reader {
	const struct single_tables *t;
	const struct single_group *g;
	unsigned e;
	const uint8_t *symbols;
	const uint8_t *within;
	const uint8_t *cased;
	const uint8_t *costs;
	const uint8_t *doubles;
};

/* Halves: these fit the registers that every x86-64 has. */
#define HALF_LANES (GROUP_LANES / 2)
typedef uint8_t lane_bytes __attribute__((vector_size(HALF_LANES)));
typedef uint16_t lane_words __attribute__((vector_size(2 * HALF_LANES)));

#define PART_PAIRS 256 /* whose prices, each below GROUP_PRICE, a word can hold */

struct lanes {
	uint32_t price[GROUP_LANES]; /* lanes beyond the group's are rubbish */
	uint32_t alike;              /* that all of them pay */
	uint32_t lone; /* of letters by themselves, as such characters stand in sources */
	uint32_t ease; /* how much less these cost in a text of their script */
};

static const uint8_t *pair_row(const struct reader *r, unsigned a, unsigned b)
{
	return r->costs + (size_t)(r->symbols[a] * r->g->width + r->symbols[b]) * r->g->lanes;
}

/* At most PART_PAIRS pairs from one on, summed in registers; how many these are. Behind the last
 * row there is room for all lanes. */
static unsigned add_pairs(
	const struct reader *r, const struct unit *u, unsigned count, struct lanes *to)
{
	lane_words low = {0};
	lane_words high = {0};
	uint32_t alike = 0;
	unsigned n = 0;

	for (; n < count && n < PART_PAIRS && u[n].kind == UNIT_PAIR; n++) {
		unsigned first = r->symbols[u[n].a];
		const uint8_t *row = pair_row(r, u[n].a, u[n].b);
		lane_bytes bytes[2];

		if (u[n].a == u[n].b && first != SYM_INVALID) {
			row = r->doubles +
			      (size_t)(2 * first + (r->cased[u[n].a] == 2)) * r->g->lanes;
		} else {
			alike += r->within[u[n].b];
			alike += model_case_cost(r->cased[u[n].a], r->cased[u[n].b]);
		}
		memcpy(bytes, row, sizeof(bytes));
		low += __builtin_convertvector(bytes[0], lane_words);
		high += __builtin_convertvector(bytes[1], lane_words);
	}
	for (unsigned i = 0; i < HALF_LANES; i++) {
		to->price[i] += low[i];
		to->price[i + HALF_LANES] += high[i];
	}
	to->alike += alike;
	return n;
}

/* How lone characters of a line are priced in an encoding. */
struct lone_way {
	bool words;  /* its languages have words of one letter that is not ASCII */
	bool beside; /* all letters can be of words, or only those beside others */
	bool alone;  /* there is but one character over 7F */
	bool eased;
};

/* The words of a language, or how such a character stands in sources: the likelier. */
#define PRICE_CONTEXT 3
#define PRICE_UNFIT   20 /* a letter where no word has one */
#define LONE_LETTER   60 /* the most of one in a text of its script */

/* Dashes and the apostrophe stand within words too, other typographic punctuation beside them. */
static bool joins_words(const struct reader *r, const struct unit *u)
{
	uint16_t cp = single_table(single_infos[r->e].enc)[u->b - 0x80];

	return cp >= 0x2010 && cp <= 0x2019;
}

/* Does a text in the language have it? Of a symbol that is alone this says nothing. */
static bool is_of_text(const struct reader *r, const struct unit *u, const struct lone_way *way)
{
	unsigned symbol = r->symbols[u->b];

	if (symbol >= SYM_LETTER)
		return true;
	if (symbol < SYM_QUOTE || symbol == SYM_INVALID)
		return false;
	if (u->left != 0 && u->right != 0)
		return symbol == SYM_QUOTE && joins_words(r, u);
	return symbol == SYM_QUOTE || !way->alone;
}

enum {
	POUND = 0xA3,
	YEN = 0xA5,
	SECTION = 0xA7,
	COPYRIGHT = 0xA9,
	REGISTERED = 0xAE,
	DEGREE = 0xB0,
	PLUS_MINUS = 0xB1,
	SQUARE = 0xB2,
	CUBE = 0xB3,
	MICRO = 0xB5,
	MIDDLE_DOT = 0xB7
};

/* A degree sign behind a number, by itself or as a unit of temperature. */
static bool is_degree(const struct unit *u)
{
	bool unit = u->right == 1 && (u->c == 'C' || u->c == 'F');

	return is_digit(u->a) && (unit || (!is_ascii_letter(u->c) && !is_digit(u->c)));
}

/* An amount, a tolerance, a section: a number behind what is none and no word. */
static bool is_before_number(const struct unit *u)
{
	return !is_ascii_letter(u->a) && !is_digit(u->a) && is_digit(u->c);
}

static bool is_micro(const struct unit *u)
{
	return (u->a == ' ' || is_digit(u->a)) && (u->c == 's' || u->c == 'm') && u->right <= 2;
}

/* Is it, with what stands around it, what hardly another character can be? */
static bool is_sure(const struct reader *r, unsigned cp, const struct unit *u)
{
	switch (cp) {
	case SQUARE:
	case CUBE:
		return u->a == 'm' && !is_ascii_letter(u->c) && !is_digit(u->c);
	case MICRO:
		return is_micro(u);
	case PLUS_MINUS:
	case SECTION:
	case POUND:
	case YEN:
		return is_before_number(u);
	case DEGREE:
		return is_degree(u);
	case REGISTERED:
		return u->left == 2 && (u->c == ' ' || u->c == '\n');
	case MIDDLE_DOT: /* Catalan; of the Mac it is a letter that stands there */
		return single_infos[r->e].enc != TEXT_MACINTOSH && (u->a | 32) == 'l' &&
		       u->c == u->a;
	default:
		return false;
	}
}

#define SURE_GAIN 16

#define UNUSUAL_WORD 4

/* That of the letters beside it in a language, or that of any place of its kind, but not wholly. */
static unsigned word_price(unsigned pair, unsigned context)
{
	return pair < context ? pair : context + (pair - context) / UNUSUAL_WORD;
}

static void add_lone(
	const struct reader *r, const struct unit *u, const struct lone_way *way, struct lanes *to)
{
	unsigned symbol = r->symbols[u->b];
	unsigned context = context_price(r->t->rows[r->e][u->b - 0x80], u->context);
	const uint8_t *entry = pair_row(r, u->a, u->b);
	const uint8_t *out = pair_row(r, u->b, u->c);
	unsigned alike = r->within[u->b] + r->within[u->c] +
			 model_case_cost(r->cased[u->a], r->cased[u->b]) +
			 model_case_cost(r->cased[u->b], r->cased[u->c]);
	bool foreign = r->t->foreign[r->e][u->b - 0x80];
	bool sure = way->alone && is_sure(r, single_table(single_infos[r->e].enc)[u->b - 0x80], u);
	bool words = way->words && (is_in_word(u) || !way->beside) && !is_beside_digit(u);
	unsigned least = UINT32_MAX;

	if (symbol == SYM_INVALID && r->within[u->b] == PRICE_BAD) {
		to->alike += PRICE_BAD;
		return;
	}
	context -= sure && context > SURE_GAIN ? SURE_GAIN : 0;
	if (foreign || (way->alone && !fits_word(u, r->cased[u->b]))) {
		words = false;
		context += r->cased[u->b] != 0 ? PRICE_UNFIT : 0;
	}
	if (way->eased && symbol >= SYM_LETTER && context > LONE_LETTER && !is_in_word(u))
		to->ease += context - LONE_LETTER;
	if (!words || !is_of_text(r, u, way)) {
		to->alike += context + PRICE_CONTEXT;
		return;
	}
	for (unsigned i = 0; i < r->g->lanes; i++) {
		unsigned pair = entry[i] + out[i] + alike;

		to->price[i] += word_price(pair, context);
		least = pair < least ? pair : least;
	}
	to->lone += least < context ? context : word_price(least, context);
	to->alike += PRICE_CONTEXT;
}

/* As in price_multi. */
static uint32_t hash_units(const struct units *u, const uint16_t *table, uint32_t *bad)
{
	uint32_t h = 0;
	uint32_t count = 0;

	for (unsigned i = 0; i < u->high_count; i++) {
		uint16_t cp = table[u->high[i].byte - 0x80];

		count += cp == 0;
		h += cp * u->high[i].factor;
	}
	*bad = count;
	return h;
}

#define LETTERS_EACH  12 /* of ASCII, to one other, in the languages that have few of these */
#define LANGUAGE_MOST 16

/*
 * What it costs to take letters by themselves for a language that has them: the more ASCII stands
 * around, the likelier it is English with a symbol.
 */
static unsigned language_price(const struct units *u)
{
	unsigned usual = LETTERS_EACH * u->count;
	unsigned price = u->letters > usual ? (u->letters - usual) / 2 : 0;

	return price < LANGUAGE_MOST ? price : LANGUAGE_MOST;
}

#define USUAL_SYMBOL 28 /* the price of a rare one */

#define QUOTE_LEFT  0xAB
#define QUOTE_RIGHT 0xBB

/* Ends of the line, brackets, quotes and signs around it hold anything. */
static bool says_nothing(unsigned cp, struct context at)
{
	static const bool any[CONTEXT_BASE] = {[0] = true,
		[CONTEXT_BRACKET] = true,
		[CONTEXT_QUOTE] = true,
		[CONTEXT_SIGN] = true};

	if (at.left >= CONTEXT_BASE || at.right >= CONTEXT_BASE)
		return false;
	if (cp == COPYRIGHT) /* stands by itself more often than any other */
		return at.left == CONTEXT_BRACKET && at.right == CONTEXT_BRACKET;
	return any[at.left] && any[at.right];
}

static enum usual how_usual(const struct reader *r, const struct unit *u)
{
	uint16_t cp = single_table(single_infos[r->e].enc)[u->b - 0x80];

	if (is_sure(r, cp, u))
		return USUAL_SURE;
	if (r->symbols[u->b] >= SYM_LETTER)
		return fits_word(u, r->cased[u->b]) ? USUAL : USUAL_NOT;
	if (model_context_char[r->t->rows[r->e][u->b - 0x80]] >= USUAL_SYMBOL)
		return cp == POUND || cp == YEN ? USUAL_MONEY : USUAL_NOT;
	if (cp == QUOTE_LEFT || cp == QUOTE_RIGHT)
		return USUAL_HALF;
	return says_nothing(cp, u->context) ? USUAL_QUOTED : USUAL;
}

static bool has_letters(const struct reader *r, const struct units *u)
{
	bool found = u->runs;

	for (unsigned i = 0; i < u->count && !found; i++)
		found = r->symbols[u->list[i].b] >= SYM_LETTER && is_in_word(&u->list[i]);
	return found;
}

static struct lone_way lone_way_of(const struct reader *r, const struct units *u)
{
	bool latin = r->g->width != 0 && model_languages[r->g->languages[0]].script == SCRIPT_LATIN;

	/* A letter alone is a word only in languages of that script, which have longer ones too;
	 * and it is one where there are others: else it is more often a symbol. */
	return (struct lone_way){.words = r->g->width != 0 && (latin || u->runs),
		.beside = !u->words && !u->runs,
		.alone = !u->runs && u->count == 1,
		.eased = r->g->width != 0 && !latin};
}

static void sum_units(const struct reader *r, const struct units *u, struct lanes *to)
{
	struct lone_way way = lone_way_of(r, u);
	struct lanes sum = {.alike = 0};

	for (unsigned i = 0; i < u->count;) {
		if (u->list[i].kind == UNIT_LONE)
			add_lone(r, &u->list[i++], &way, &sum);
		else
			i += add_pairs(r, &u->list[i], u->count - i, &sum);
	}
	*to = sum;
}

/* The sums of the engines so far. */
struct sums {
	struct lanes list[SINGLE_INFOS];
	unsigned first; /* engine of the line */
};

/* Encodings of the same languages that read the same text in it ask the same price. */
static const struct lanes *sum_of(const struct reader *r, const struct units *u, struct sums *sums,
	const struct line_prices *out)
{
	const uint32_t *hash = out->hash + 1 + MULTI_INFOS;

	for (unsigned e = sums->first; e < r->e; e++) {
		if (r->t->group[e] == r->t->group[r->e] && hash[e] == hash[r->e]) {
			sums->list[r->e] = sums->list[e];
			return &sums->list[r->e];
		}
	}
	sum_units(r, u, &sums->list[r->e]);
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

static void price_one(
	const struct reader *r, const struct units *u, struct sums *sums, struct line_prices *out)
{
	unsigned engine = 1 + MULTI_INFOS + r->e;
	unsigned at = r->t->readings.first[engine];
	bool latin = model_languages[r->g->languages[0]].script == SCRIPT_LATIN;
	unsigned more = language_price(u);
	unsigned other = latin || u->runs || !has_lone_letters(r, u)
				 ? 0
				 : script_price(u->letters, u->count);
	const struct lanes *sum;

	out->hash[engine] = hash_units(u, single_table(single_infos[r->e].enc), &out->bad[engine]);
	sum = sum_of(r, u, sums, out);
	for (unsigned i = 0; i < r->g->count; i++) {
		uint32_t price = sum->price[i];

		if ((single_infos[r->e].languages >> r->g->languages[i] & 1) == 0)
			continue;
		if (!u->runs)
			price = price + more < sum->lone ? price + more : sum->lone;
		out->lone[at] = sum->ease;
		out->price[at++] = price + sum->alike + other;
	}
	out->letters[engine] = has_letters(r, u);
	out->usual[engine] =
		(uint8_t)(!u->runs && u->count == 1 ? how_usual(r, &u->list[0]) : USUAL_NOT);
}

void price_singles(const struct single_tables *t, struct span line, unsigned first, unsigned last,
	struct line_prices *out)
{
	struct units units;
	struct sums sums;

	sums.first = first;
	collect(line, &units);
	for (unsigned e = first; e < last; e++) {
		const struct single_group *g = &t->groups[t->group[e]];
		struct reader r = {.t = t,
			.g = g,
			.e = e,
			.symbols = t->symbols[e],
			.within = t->within[e],
			.cased = t->cased[e],
			.costs = t->costs + g->costs,
			.doubles = t->costs + g->doubles};

		price_one(&r, &units, &sums, out);
	}
}
