/* SPDX-License-Identifier: MIT */
/*
 * Texts that are ASCII except for a few single characters: most are English with a symbol, and for
 * some the bytes alone are not enough evidence.
 */
#include "detect/detect_single.h"
#include "detect/language.h"
#include "detect/unit.h"

bool has_words(const struct lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (lines->list[i].words)
			return true;
	}
	return false;
}

#define RARE_SYMBOL 30

/* How much rarer an encoding is in a text that has only symbols: most of these are English. */
static int32_t rare_for_symbols(enum text_enc enc)
{
	switch (enc) {
	case TEXT_WINDOWS_1252:
	case TEXT_ISO_8859_1:
		return 0;
	case TEXT_UTF8: /* looks like two symbols */
	case TEXT_IBM850:
	case TEXT_IBM437:
	case TEXT_MACINTOSH:
	case TEXT_GB18030:
	case TEXT_BIG5:
	case TEXT_SHIFT_JIS:
	case TEXT_CP949:
		return 6;
	default:
		return RARE_SYMBOL;
	}
}

#define SYMBOLS_MOST 8  /* bytes over 7F; with more, the prices are evidence enough */
#define RARE_PRIOR   32 /* of encodings that hardly any file uses */
#define RARE_LONE    12 /* ... and how much rarer they are in English with such a character */

/* Whether all bytes over 7F are single. Most such texts are English. */
static bool has_lone_only(const struct lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (lines->list[i].run > 1)
			return false;
	}
	return true;
}

/* Whether any of them are letters of words in this encoding. */
static bool has_letters(const struct lines *lines, unsigned engine)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (lines->list[i].letters[engine])
			return true;
	}
	return false;
}

static int32_t rare_for_lone(const struct lines *lines, const struct reading *r)
{
	int32_t symbols = rare_for_symbols(r->enc);

	if (symbols < RARE_SYMBOL)
		return 0;
	if (r->engine > MULTI_INFOS && !has_letters(lines, r->engine))
		return symbols;
	return r->prior >= RARE_PRIOR ? RARE_LONE : 0;
}

/* Lists of symbols: an encoding with letters that do not occur is unlikely. */
static void apply_letters(struct lines *lines)
{
	for (unsigned i = 0; i < lines->readings->count; i++) {
		const struct reading *r = &lines->readings->list[i];

		if (r->engine > MULTI_INFOS && rare_for_symbols(r->enc) == RARE_SYMBOL &&
			!has_letters(lines, r->engine))
			lines->prior[i] += RARE_SYMBOL;
	}
}

#define USUAL_LONE 24 /* how much likelier it is than as rare a word of two letters */
#define LISTED     24 /* how much less a letter of a list costs */

/* The letters of lists are in the same places in others of Windows and DOS. */
static bool has_list(struct span line)
{
	return listed_letters(line, TEXT_WINDOWS_1252) != 0 ||
	       listed_letters(line, TEXT_IBM850) != 0 || listed_letters(line, TEXT_MACINTOSH) != 0;
}

#define WORD_BYTE 14 /* the price of one of a word, at most, in the encoding that it is in */

/* Whether bytes over 7F of the line are a word in no reading. */
static bool is_no_word(const struct lines *lines, const struct line_prices *line)
{
	return least_price(lines->readings, line, EVERY_ENGINE) > line->high * WORD_BYTE;
}

#define TWIN 32 /* how much less a line costs where a word of it is there in ASCII, too */

static void apply_lists(struct lines *lines, struct span in)
{
	for (size_t i = 0; i < lines->count; i++) {
		struct line_prices *line = &lines->list[i];
		struct span text = span_of(in.ptr + line->off, line->len);

		if (line->run < 3 || !is_no_word(lines, line))
			continue;
		price_rows(lines->readings, text, line);
		if (!has_list(text))
			continue;
		for (unsigned k = 0; k < lines->readings->count; k++) {
			const struct reading *r = &lines->readings->list[k];
			uint32_t less = r->engine > MULTI_INFOS && r->latin
						? listed_letters(text, r->enc) * LISTED
						: 0;

			line->price[k] -= less < line->price[k] ? less : line->price[k];
		}
	}
}

/* A usual character of several bytes by itself, the bytes of which are none of UTF-8. */
static bool is_usual(const struct line_prices *line, unsigned engine)
{
	return engine != 0 && engine <= MULTI_INFOS && line->usual_lone[engine] &&
	       line->bad[0] != 0;
}

static bool are_usual(const struct lines *lines, unsigned engine)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (!is_usual(&lines->list[i], engine))
			return false;
	}
	return true;
}

/* Where there are, other encodings are rarer: random bytes do not become likelier text. */
static void apply_usual(struct lines *lines)
{
	bool found = false;

	for (unsigned e = 1; e <= MULTI_INFOS; e++)
		found = found || are_usual(lines, e);
	for (unsigned i = 0; found && i < lines->readings->count; i++) {
		if (!are_usual(lines, lines->readings->list[i].engine))
			lines->prior[i] += USUAL_LONE;
	}
}

/* Words that the line has in ASCII, too, are read right. */
static void apply_twins(struct lines *lines, struct span in)
{
	for (size_t i = 0; i < lines->count; i++) {
		struct line_prices *line = &lines->list[i];
		uint64_t twins =
			find_twins(lines->readings, span_of(in.ptr + line->off, line->len));

		for (unsigned k = 0; k < lines->readings->count && twins != 0; k++) {
			if ((twins >> lines->readings->list[k].engine & 1) != 0)
				line->price[k] -= line->price[k] < TWIN ? line->price[k] : TWIN;
		}
	}
}

void apply_symbols(struct lines *lines, struct span in)
{
	unsigned high = 0;
	bool words = has_words(lines);

	apply_lists(lines, in);
	for (size_t i = 0; i < lines->count; i++)
		high += lines->list[i].weak ? 0 : lines->list[i].high;
	if (high > SYMBOLS_MOST) {
		apply_letters(lines);
		return;
	}
	apply_twins(lines, in);
	if (words && !has_lone_only(lines))
		return;
	apply_usual(lines);
	for (unsigned i = 0; i < lines->readings->count; i++) {
		const struct reading *r = &lines->readings->list[i];

		lines->prior[i] += words ? rare_for_lone(lines, r) : rare_for_symbols(r->enc);
	}
}

/* How much less a line costs as a than as b, with hints, but without their rarity. */
static int64_t cheaper_by(
	const struct lines *lines, const struct line_prices *line, unsigned a, unsigned b)
{
	return ((int64_t)line->price[b] + lines->hint[b]) -
	       ((int64_t)line->price[a] + lines->hint[a]);
}

/* By how much an alternative has to be cheaper, apart from its rarity; below 0: how much more
 * expensive it may be. */
#define HABIT_LEAST      6     /* in other cases than these */
#define USUAL_LONE_LEAST 40    /* than a usual character of several bytes */
#define BOTH_USUAL       2     /* where both are usual */
#define LETTER_LIKE      20    /* a letter, than a symbol that is as usual there */
#define LETTER_MORE      (-12) /* a letter, than what is less usual */
#define USUAL_MORE       (-48) /* a usual symbol, or one that the line names */
#define CODED_SURE       (-12) /* one that the line names, perhaps by chance, than a sure one */

#define WORD_UNUSUAL 44 /* the price of a letter that is in no word of any language */

/* The encodings of English text with a symbol. */
static bool is_of_symbols(enum text_enc enc)
{
	return enc == TEXT_WINDOWS_1252 || enc == TEXT_IBM850 || enc == TEXT_IBM437 ||
	       enc == TEXT_MACINTOSH;
}

#define LONE_LINES 6

/* True for a few lines with one character over 7F each, or for a line of two adjacent ones. */
static bool is_lone(const struct lines *lines)
{
	for (size_t i = 0; i < lines->count && i < LONE_LINES; i++) {
		const struct line_prices *line = &lines->list[i];

		if (line->high != line->run || line->high > (lines->count > 1 ? 1 : 2))
			return false;
	}
	return lines->count <= LONE_LINES;
}

/* The only character over 7F of a line. */
struct place {
	uint8_t byte;
	uint8_t before; /* its neighbours ... */
	uint8_t behind;
	bool ends;                           /* the word ends after that one */
	bool name;                           /* its word begins with a capital, or with it */
	bool opens;                          /* a bracket or the first of two quotes is behind it */
	int others;                          /* foreignness of the line */
	uint8_t costs[MODEL_LANGUAGE_COUNT]; /* language_costs */
	uint64_t coded; /* engines of one byte in which the line has its number */
};

#define SURE_LANGUAGE 12

/* Of the words of the line: below 0 they are English, above 0 they are not. */
static int foreignness(const uint8_t costs[MODEL_LANGUAGE_COUNT])
{
	unsigned other = UINT8_MAX;

	for (unsigned i = 1; i < MODEL_LANGUAGE_COUNT; i++) {
		if (model_languages[i].script == SCRIPT_LATIN && costs[i] < other)
			other = costs[i];
	}
	return costs[0] >= SURE_LANGUAGE ? 1 : costs[0] == 0 && other >= NAME_MOST ? -1 : 0;
}

/* Whether it is a letter of Latin, small or perhaps a capital. */
static bool is_latin_letter(uint16_t cp, bool capital)
{
	enum model_script script = SCRIPT_NONE;

	return model_symbol(cp, &script) == SYM_LETTER && script == SCRIPT_LATIN &&
	       (capital || model_case(cp) != 2);
}

/* By how much a letter has to be cheaper than one in this encoding. */
static int64_t letters_from(enum text_enc enc)
{
	return is_of_symbols(enc) && enc != TEXT_WINDOWS_1252 ? LETTER_MORE : BOTH_USUAL;
}

static uint16_t char_in(const struct reading *r, const struct place *at)
{
	return r->engine > MULTI_INFOS ? single_table(r->enc)[at->byte & 0x7F] : 0;
}

static bool is_possessive(const struct place *at)
{
	if (!is_ascii_letter(at->behind))
		return at->before == 's' || at->before == 'x';
	return !is_lower(at->behind) ||
	       (at->ends && (at->behind == 's' || (at->behind == 'm' && at->before == 'I')));
}

/* What the words of the line cost in the language of the reading. */
static unsigned cost_in(const struct place *at, const struct reading *r)
{
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++) {
		if (model_languages[i].name == r->language)
			return at->costs[i];
	}
	return 0;
}

/* Whether the words of the line may be in the language of the reading, but not in English. */
static bool is_of_language(const struct place *at, const struct reading *o)
{
	return at->others > 0 && cost_in(at, o) < SURE_LANGUAGE;
}

/* By how much a letter has to be cheaper than a no-break space. */
static int64_t blank_from(const struct reading *o, const struct place *at)
{
	if (at->opens && !at->name && is_ascii_letter(at->before))
		return INT64_MAX;
	if (at->others > 0)
		return is_of_language(at, o) ? HABIT_LEAST : INT64_MAX;
	return LETTER_MORE;
}

/* Whether its word is a name in English, with the letter in it. */
static bool is_name(const struct place *at, uint16_t letter)
{
	return is_ascii_letter(at->before) ? at->name : model_case(letter) == 2;
}

/* Words of English that are no names have none of the letters of these bytes. */
static bool is_of_print(uint16_t symbol)
{
	return symbol == NO_BREAK || symbol == EM_DASH || symbol == ELLIPSIS ||
	       symbol == APOSTROPHE;
}

/* ... than a usual symbol, where words have a letter. */
static int64_t in_word_from(
	enum text_enc enc, uint16_t symbol, const struct reading *o, const struct place *at)
{
	bool left = is_ascii_letter(at->before);
	bool right = is_ascii_letter(at->behind);

	if (enc == TEXT_WINDOWS_1252 && (left || !right) && is_of_language(at, o))
		return symbol == ELLIPSIS || symbol == NO_BREAK ? HABIT_LEAST : LETTER_MORE;
	if (!left || (at->others < 0 && is_of_print(symbol) && !is_name(at, char_in(o, at))))
		return INT64_MAX;
	if (symbol == NO_BREAK)
		return blank_from(o, at);
	if (symbol == APOSTROPHE && is_possessive(at))
		return LETTER_LIKE;
	if (enc != TEXT_WINDOWS_1252)
		return USUAL_MORE;
	if (symbol == APOSTROPHE)
		return right ? BOTH_USUAL : LETTER_MORE;
	if (right && at->others >= 0 && (symbol == EN_DASH || symbol == EM_DASH))
		return BOTH_USUAL;
	return LETTER_LIKE;
}

static enum usual usual_of(const struct line_prices *line, const struct reading *r)
{
	enum usual usual = line->usual[r->engine];

	return usual == USUAL_MONEY ? USUAL_NOT : usual;
}

/* ... than a reading that is usual, or a symbol where the other one is rather a letter. */
static int64_t letter_from(const struct line_prices *line, const struct reading *r,
	const struct reading *o, const struct place *at)
{
	enum usual usual = line->usual[r->engine]; /* an amount of money is usual here */
	int64_t habit = usual >= USUAL ? INT64_MAX : HABIT_LEAST;
	bool fits = line->usual[o->engine] == USUAL;
	bool capital = is_upper(at->behind);

	if (line->high != 1)
		return habit;
	if (usual == USUAL_SURE)
		return INT64_MAX;
	if (line->letters[r->engine])
		return fits && line->letters[o->engine] ? letters_from(r->enc) : habit;
	if (!is_latin_letter(char_in(o, at), fits && is_lower(at->behind)))
		return fits && char_in(r, at) != COPYRIGHT && !is_latin_letter(char_in(o, at), true)
			       ? HABIT_LEAST
			       : habit;
	if (usual == USUAL_NOT && line->letters[o->engine])
		return fits || !capital ? LETTER_MORE : habit;
	if (fits)
		return r->engine > MULTI_INFOS ? in_word_from(r->enc, char_in(r, at), o, at)
					       : habit;
	if (line->letters[o->engine] && !capital)
		return LETTER_MORE;
	return usual == USUAL ? INT64_MAX : LETTER_MORE;
}

/* A quote, dash or other mark of print where none is usual. */
static bool is_odd_mark(enum usual usual, uint16_t cp)
{
	return cp >= EN_DASH && cp < EURO && usual == USUAL_NOT;
}

/* The other reading is in an encoding of such symbols. */
static int64_t symbol_from(const struct line_prices *line, unsigned reading,
	const struct reading *r, const struct reading *o, const struct place *at)
{
	enum usual usual = usual_of(line, r);
	bool other = line->usual[o->engine] != USUAL_NOT;
	bool letters = line->letters[r->engine];
	bool no_letter = letters && !line->letters[o->engine];
	bool half = line->usual[o->engine] == USUAL_HALF && r->enc == TEXT_WINDOWS_1252;

	if (usual == USUAL_HALF && at->others < 0 &&
		(char_in(r, at) == ELLIPSIS || char_in(r, at) == EM_DASH))
		usual = USUAL;
	if (line->usual[o->engine] == USUAL_SURE && usual != USUAL_SURE)
		return USUAL_MORE;
	if (line->high == 1 && is_odd_mark(usual, char_in(r, at)) &&
		is_latin_letter(char_in(o, at), true))
		return USUAL_MORE;
	if (other && (usual == USUAL_QUOTED ||
			     (no_letter && !half &&
				     line->price[reading] >= WORD_UNUSUAL + cost_in(at, r))))
		return USUAL_MORE;
	if ((other && usual < USUAL && r->engine > MULTI_INFOS) || usual == USUAL_HALF)
		return USUAL_MORE;
	return letter_from(line, r, o, at);
}

/* An encoding that is rarer than those that have other letters for the same bytes, where the line
 * may be in one of its languages. */
static bool is_eastern(enum text_enc enc, const struct place *at)
{
	return (enc == TEXT_IBM852 && at->others >= 0) ||
	       (enc == TEXT_WINDOWS_1257 && at->others > 0);
}

/*
 * How much cheaper another reading has to be (negative: how much more expensive it may be), apart
 * from its rarity, to count as an alternative. The present reading may be unusual anywhere, half of
 * a pair of quotes, a letter of a language rare in English texts, or a usual symbol of a text in
 * another script.
 */
static int64_t alternative_from(const struct lines *lines, const struct line_prices *line,
	unsigned reading, unsigned other, const struct place *at)
{
	const struct reading *r = &lines->readings->list[reading];
	const struct reading *o = &lines->readings->list[other];
	enum usual usual = usual_of(line, r);
	bool single = lines->count == 1;

	if ((at->coded >> r->engine & 1) != 0 || (!single && r->engine <= MULTI_INFOS))
		return INT64_MAX;
	if (is_eastern(o->enc, at) && single && line->letters[r->engine] && r->enc != TEXT_IBM850)
		return cost_in(at, o) < SURE_LANGUAGE && line->usual[o->engine] == USUAL
			       ? BOTH_USUAL
			       : INT64_MAX;
	if (is_usual(line, r->engine))
		return USUAL_LONE_LEAST;
	if (!is_of_symbols(o->enc))
		return single && usual < USUAL ? HABIT_LEAST : INT64_MAX;
	if ((at->coded >> o->engine & 1) != 0)
		return usual == USUAL_SURE ? CODED_SURE : USUAL_MORE;
	return symbol_from(line, reading, r, o, at);
}

/* Whether each line that is read differently leaves room for the other reading; *cheaper: by how
 * much these cost less. */
static bool is_alternative(const struct lines *lines, const struct place *places, unsigned reading,
	unsigned other, int64_t *cheaper)
{
	const struct reading *list = lines->readings->list;
	bool found = false;

	*cheaper = 0;
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_prices *line = &lines->list[i];
		int64_t one = cheaper_by(lines, line, other, reading);

		if (line->weak ||
			line->hash[list[reading].engine] == line->hash[list[other].engine])
			continue;
		if (one < alternative_from(lines, line, reading, other, &places[i]))
			return false;
		*cheaper += one;
		found = true;
	}
	return found;
}

static uint64_t coded_in(const struct lines *lines, struct span line, uint8_t byte)
{
	uint64_t found = 0;

	for (unsigned e = 1 + MULTI_INFOS; e < ENGINES; e++) {
		enum text_enc enc = lines->readings->list[lines->readings->first[e]].enc;

		if (is_of_symbols(enc) && has_code(line, single_table(enc)[byte & 0x7F]))
			found |= 1ull << e;
	}
	return found;
}

/* Where the ASCII letters before pos begin. */
static size_t word_start(struct span line, size_t pos)
{
	while (pos > 0 && is_ascii_letter(line.ptr[pos - 1]))
		pos--;
	return pos;
}

/* Whether what is at pos opens a bracket, or is the first of two quotes. */
static bool is_opening(struct span line, size_t pos)
{
	uint8_t sign = pos < line.len ? line.ptr[pos] : 0;
	unsigned before = 0;

	if (sign != '"' && sign != '\'')
		return sign == '[' || sign == '(' || sign == '{';
	for (size_t i = 0; i < pos; i++)
		before += line.ptr[i] == sign;
	return before % 2 == 0 && memchr(line.ptr + pos + 1, sign, line.len - pos - 1) != NULL;
}

static int alternative_of_one(const struct lines *lines, struct span in, unsigned reading)
{
	struct place places[LONE_LINES];
	int found = -1;
	int64_t most = INT64_MIN;

	for (size_t i = 0; i < lines->count; i++) {
		struct span line = span_of(in.ptr + lines->list[i].off, lines->list[i].len);
		size_t pos = text_ascii_len(line);

		places[i] = (struct place){line.ptr[pos], pos > 0 ? line.ptr[pos - 1] : '\n',
			pos + 1 < line.len ? line.ptr[pos + 1] : '\n',
			pos + 2 >= line.len || !is_ascii_letter(line.ptr[pos + 2]),
			!is_lower(line.ptr[word_start(line, pos)]), is_opening(line, pos + 1), 0,
			{0}, lines->list[i].high == 1 ? coded_in(lines, line, line.ptr[pos]) : 0};
		places[i].coded |= find_twins(lines->readings, line);
		language_costs(line, places[i].costs);
		places[i].others = foreignness(places[i].costs);
	}
	for (unsigned r = 0; r < lines->readings->count; r++) {
		unsigned engine = lines->readings->list[r].engine;
		int64_t cheaper;

		if ((lines->allowed >> engine & 1) == 0 ||
			!is_alternative(lines, places, reading, r, &cheaper) || cheaper <= most)
			continue;
		most = cheaper;
		found = (int)r;
	}
	return found;
}

#define FEW_MOST 8 /* characters over 7F; with more, the prices are evidence enough */

static bool are_few(const struct lines *lines)
{
	unsigned high = 0;

	for (size_t i = 0; i < lines->count && i < LONE_LINES; i++) {
		if (lines->list[i].run > 2)
			return false;
		high += lines->list[i].high;
	}
	return lines->count <= LONE_LINES && high > 1 && high <= FEW_MOST;
}

static struct span priced_of(const struct line_prices *line, struct span in)
{
	return span_of(in.ptr + line->off, line->len < LINE_PRICED ? line->len : LINE_PRICED);
}

static bool is_same(const struct line_prices *line, unsigned engine, unsigned other)
{
	return line->weak || line->hash[engine] == line->hash[other];
}

/* A reading with fewer characters in unusual places may cost so much more, unless it has more of
 * them in other lines. */
#define ODD_MORE 20

static bool is_less_odd(const struct lines *lines, struct span in, unsigned reading, unsigned other,
	int64_t cheaper)
{
	unsigned own = lines->readings->list[reading].engine;
	unsigned engine = lines->readings->list[other].engine;
	bool odd = false;
	bool odder = false;
	bool coded = false;

	for (size_t i = 0; i < lines->count; i++) {
		struct span text = priced_of(&lines->list[i], in);
		unsigned here;
		unsigned there;

		if (is_same(&lines->list[i], own, engine))
			continue;
		here = count_unusual(text, own);
		there = count_unusual(text, engine);
		odd = odd || here > there;
		odder = odder || there > here;
	}
	if (!odd || (cheaper < 0 && (odder || !is_of_symbols(lines->readings->list[reading].enc))))
		return false;
	for (size_t i = 0; i < lines->count && !coded; i++) {
		struct span text = priced_of(&lines->list[i], in);

		coded = !is_same(&lines->list[i], own, engine) &&
			(coded_in(lines, text, text.ptr[text_ascii_len(text)]) >> own & 1) != 0;
	}
	return !coded;
}

static int64_t cheaper_in_all(const struct lines *lines, unsigned reading, unsigned other)
{
	const struct reading *list = lines->readings->list;
	int64_t cheaper = 0;

	for (size_t i = 0; i < lines->count; i++) {
		if (!is_same(&lines->list[i], list[reading].engine, list[other].engine))
			cheaper += cheaper_by(lines, &lines->list[i], other, reading);
	}
	return cheaper;
}

static int alternative_of_few(
	const struct lines *lines, struct span in, unsigned reading, int64_t apart)
{
	const struct reading *list = lines->readings->list;
	int found = -1;
	int64_t most = -ODD_MORE - 1;

	for (unsigned r = 0; r < lines->readings->count; r++) {
		int64_t cheaper;

		if ((lines->allowed >> list[r].engine & 1) == 0 || !is_of_symbols(list[r].enc))
			continue;
		cheaper = cheaper_in_all(lines, reading, r);
		if (cheaper <= most ||
			(cheaper < apart && !is_less_odd(lines, in, reading, r, cheaper)))
			continue;
		most = cheaper;
		found = (int)r;
	}
	return found;
}

#define LINE_APART 20 /* so much less than a symbol that is unusual there */

/* Whether words of Latin letters are joined by it: "l'\xE9t\xE9", "A\x96Z", "col\xB7lecci\xF3". */
static bool joins_words(unsigned cp)
{
	static const char signs[] = "\xA0\xAD\xB1\xB7\xD7";

	if (cp < 0x100)
		return memchr(signs, (int)cp, sizeof(signs) - 1) != NULL;
	return cp == ELLIPSIS;
}

/* Whether it has no letters over 7F, and a symbol that splits an ASCII word, or a quote on the
 * wrong side of one: dashes, dots and other quotes also stand beside words. */
static bool splits_word(
	const struct line_prices *line, struct span in, enum text_enc enc, bool latin)
{
	struct span text = priced_of(line, in);
	enum model_script script = SCRIPT_NONE;
	bool found = false;

	for (size_t i = 0; i < text.len; i++) {
		bool after = i > 0 && is_ascii_letter(text.ptr[i - 1]);
		bool before = i + 1 < text.len && is_ascii_letter(text.ptr[i + 1]);
		unsigned cp;

		if (text.ptr[i] < 0x80)
			continue;
		cp = single_table(enc)[text.ptr[i] & 0x7F];
		if (model_symbol(cp, &script) == SYM_LETTER)
			return false;
		found = found || (after && before && !(latin && joins_words(cp))) ||
			(after && (cp == LOW_QUOTE || cp == LOW_QUOTES));
	}
	return found;
}

int find_alternative(const struct lines *lines, struct span in, unsigned reading)
{
	int found = is_lone(lines) ? alternative_of_one(lines, in, reading) : -1;

	if (found < 0 && lines->readings->list[reading].engine > MULTI_INFOS && are_few(lines))
		found = alternative_of_few(lines, in, reading, INT64_MAX);
	return found;
}

int find_contradiction(const struct lines *lines, struct span in, unsigned reading)
{
	const struct reading_list *list = lines->readings;
	unsigned own = list->list[reading].engine;
	uint64_t engines = 1ull << own;
	int found = -1;

	for (unsigned e = 1 + MULTI_INFOS; e < ENGINES; e++)
		engines |= (uint64_t)is_of_symbols(list->list[list->first[e]].enc) << e;
	for (size_t i = 0; i < lines->count && found < 0 && own > MULTI_INFOS; i++) {
		const struct line_prices *line = &lines->list[i];
		struct line_prices all; /* also in those that were left out */
		struct lines one = *lines;

		if (line->run != 1 || line->high > FEW_MOST ||
			!splits_word(line, in, list->list[reading].enc, list->list[reading].latin))
			continue;
		price_line(single_tables_get(), priced_of(line, in), engines, &all);
		one.list = &all;
		one.count = 1;
		all.off = line->off;
		all.len = line->len;
		found = alternative_of_few(
			&one, in, reading, all.usual[own] == USUAL_HALF ? LINE_APART : INT64_MAX);
	}
	return found;
}

/* A piece of data hardly ends with a line end. Before and behind a copyright sign there is no word;
 * other symbols than units may be data. */
bool is_sure_lone(const struct lines *lines, struct span in, unsigned reading)
{
	const struct reading *r = &lines->readings->list[reading];
	enum usual usual = lines->list[0].usual[r->engine];
	size_t pos = 0;

	if (r->enc != TEXT_WINDOWS_1252 || in.ptr[in.len - 1] != '\n' || lines->list[0].high != 1)
		return false;
	while (in.ptr[pos] < 0x80 && !is_alnum(in.ptr[pos]))
		pos++;
	if (in.ptr[pos] == COPYRIGHT)
		return usual >= USUAL && in.ptr[pos + 1] <= ' ';
	pos = text_ascii_len(in);
	return usual == USUAL_SURE && (in.ptr[pos] == DEGREE || in.ptr[pos] == MICRO);
}
