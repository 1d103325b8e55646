/* SPDX-License-Identifier: MIT */
/* Symbols of one byte in the places where texts have them. */
#include "detect/unit.h"

/* A degree sign: after a number, by itself, of a temperature or of a coordinate; or the unit in
 * brackets or quotes. */
static bool is_degree(const struct unit *u)
{
	static const char units[] = "CFKNSEW";
	bool unit = u->right == 1 && memchr(units, u->c, sizeof(units) - 1) != NULL;
	bool alone = u->context.left == CONTEXT_QUOTE || u->context.left == CONTEXT_BRACKET;

	if (alone && unit && (u->c == 'C' || u->c == 'F'))
		return true;
	return (is_digit(u->a) || u->number) &&
	       (unit || (!is_ascii_letter(u->c) && !is_digit(u->c)));
}

/* An amount, a tolerance, a section: before a number, and not after a number or a word. */
static bool is_before_number(const struct unit *u)
{
	return !is_ascii_letter(u->a) && !is_digit(u->a) && is_digit(u->c);
}

/* Before seconds and metres, or before the single letter of another unit. */
static bool is_micro(const struct unit *u)
{
	static const char units[] = "AVFHWClLg";
	bool before = is_digit(u->a) || u->number || u->a == ' ' || u->a == '[' || u->a == '(';

	bool board = u->right == 2 && (u->c == 'S' || u->c == 'T'); /* µSD cards and µTCA crates */

	return before && (u->c == 's' || u->c == 'm' || board ||
				 (u->right == 1 && memchr(units, u->c, sizeof(units) - 1) != NULL));
}

/* An accent used as an apostrophe: "it's", "can't", "users' names", `so'. */
static bool is_apostrophe(const struct unit *u)
{
	static const char ends[] = "dmrs";

	if (u->left == 0)
		return u->joined;
	return u->joined || (u->right == 1 && memchr(ends, u->c, sizeof(ends) - 1) != NULL) ||
	       (u->left == 2 && u->a == 's' && u->c == ' ');
}

/* After a word or a sign and before a year, or by itself or after "copyright" in a line that has
 * this word. */
static bool is_copyright(const struct unit *u)
{
	return (u->left != 1 && u->year && !is_digit(u->a)) ||
	       (u->owned && !is_ascii_letter(u->c) && (u->left == 0 || (u->a | 32) == 't'));
}

/* Square and cubic metres: nothing else has powers. */
static bool is_power(const struct unit *u)
{
	return u->a == 'm' && !is_ascii_letter(u->c) && !is_digit(u->c);
}

static bool is_typed_blank(const struct unit *u)
{
	static const char vowels[] = "aeou"; /* of no other language do words end in one and \xE1 */
	static const char marks[] = ":;!?";
	bool french = u->left == 2 && memchr(vowels, u->a, sizeof(vowels) - 1) != NULL &&
		      memchr(marks, u->c, sizeof(marks) - 1) != NULL;

	return (!is_in_word(u) && (u->a == ' ' || u->c == ' ')) || (u->left == 2 && u->c == '(') ||
	       french;
}

static bool ends_word(uint8_t c)
{
	static const char ends[] = " \n\r\".,;:)'";

	return memchr(ends, c, sizeof(ends) - 1) != NULL;
}

/* After a name; a copyright sign precedes a year. */
static bool is_registered(const struct unit *u)
{
	return (u->left == 2 && ends_word(u->c) && !u->year) || (u->a == '>' && u->joined);
}

/* A length: after a number, but not between two, where other encodings have a sign; or after a word
 * (of small letters, or one that is known) at an end. */
static bool is_angstrom(const struct unit *u)
{
	bool word = u->context.left == CONTEXT_WORD || u->context.left >= CONTEXT_BASE;

	if (is_digit(u->a) || u->context.left == CONTEXT_NUMBER)
		return !is_ascii_letter(u->c) && !is_digit(u->c) &&
		       u->context.right != CONTEXT_NUMBER;
	return word && u->a == ' ' && (u->c == ':' || u->c == ')');
}

/* A mark that opens a question or an exclamation of Spanish. */
static bool is_inverted(const struct unit *u)
{
	return u->left == 0 && !is_digit(u->a) && (u->capital || (u->c == '%' && u->joined));
}

/* The first of two quotes before a word, which in the encoding of the Macintosh may be a capital.
 */
static bool opens_quote(const struct unit *u, bool mac)
{
	return !mac && u->left == 0 && !is_digit(u->a) && u->right == 2;
}

/* A word follows, after a blank. */
static bool is_before_word(const struct unit *u)
{
	unsigned right = u->context.right;

	return u->c == ' ' &&
	       (right == CONTEXT_WORD || right == CONTEXT_NAME || right >= CONTEXT_BASE);
}

/* The first of its line, before an item of a list. */
static bool is_bullet(const struct unit *u)
{
	return (u->context.left == 0 || u->context.left == CONTEXT_SIGN) && is_before_word(u);
}

/* A half and a quarter. */
static bool is_fraction(const struct unit *u)
{
	return is_digit(u->a) && !is_ascii_letter(u->c) && !is_digit(u->c);
}

static bool closes_quote(const struct unit *u)
{
	return u->left == 2 && is_lower(u->a) && ends_word(u->c);
}

/* Of logic, before what it denies; with a single letter it may be a character of two bytes. */
static bool is_negation(const struct unit *u)
{
	return u->left == 0 && !is_digit(u->a) && (u->right == 2 || u->c == '(');
}

static bool is_sure_mark(unsigned cp, const struct unit *u, bool mac)
{
	switch (cp) {
	case INVERTED_MARK:
	case INVERTED_QUERY:
		return is_inverted(u);
	case QUOTE_LEFT:
		return opens_quote(u, mac);
	case QUOTE_RIGHT:
		return closes_quote(u);
	case QUARTER:
	case HALF:
		return is_fraction(u);
	case NEGATION:
		return !mac && is_negation(u);
	default:
		return false;
	}
}

/* Of Catalan, or in Go; for the Macintosh its byte is a letter of Hungarian. */
static bool is_middle_dot(const struct unit *u, bool mac)
{
	return ((u->a | 32) == 'l' && u->c == u->a && (!mac || u->vowel)) ||
	       (u->left == 0 && u->joined);
}

bool is_sure_symbol(unsigned cp, const struct unit *u, bool mac)
{
	switch (cp) {
	case SQUARE:
	case CUBE:
		return is_power(u);
	case NO_BREAK: /* typed instead of a blank, next to one; nobody typed that of KOI8 */
		return u->b != KOI8_NO_BREAK && is_typed_blank(u);
	case ACUTE:
		return is_apostrophe(u);
	case MICRO:
		return is_micro(u);
	case ANGSTROM:
		return is_angstrom(u);
	case PLUS_MINUS: /* also after a unit */
		return is_before_number(u) || (u->left == 1 && is_digit(u->c));
	case SECTION:
	case POUND:
	case YEN:
		return is_before_number(u);
	case DEGREE:
		return is_degree(u);
	case REGISTERED:
		return is_registered(u);
	case COPYRIGHT:
		return is_copyright(u);
	case EN_DASH:
	case EM_DASH:
		return u->a == ' ' && u->c == ' ';
	case MIDDLE_DOT:
		return is_middle_dot(u, mac);
	case BULLET:
		return is_bullet(u);
	default:
		return is_sure_mark(cp, u, mac);
	}
}

/* Whether no text has this mark behind no letter, as far as it is before a word. */
static bool is_wrong_before(unsigned cp, const struct unit *u)
{
	bool small = u->right == 2 && is_lower(u->c);

	switch (cp) {
	case NO_BREAK:
		return u->right != 0 && u->a == ' ';
	case APOSTROPHE:
		return (u->a == ' ' && u->c == ' ') || (small && !is_digit(u->a));
	case MICRO:
	case MIDDLE_DOT:
	case TIMES:
		return small && !is_digit(u->a);
	case SINGLE_OPENS:
		return small && u->a != '(';
	case DOUBLE_CLOSES:
		return u->right != 0 || u->a == ' ';
	case ELLIPSIS:
		return u->right != 0;
	case REGISTERED:
		return u->a != '>' && !is_digit(u->a) && u->context.right == CONTEXT_NAME;
	default:
		return false;
	}
}

/* The same behind a letter. */
static bool is_wrong_behind(unsigned cp, const struct unit *u)
{
	switch (cp) {
	case MIDDLE_DOT:
		return u->right == 0;
	case EN_DASH:
	case EM_DASH:
		return u->right == 0 && ends_word(u->c);
	case SINGLE_OPENS:
	case DOUBLE_OPENS:
	case BULLET:
	case EURO:
	case QUARTER:
	case HALF:
		return true;
	default:
		return false;
	}
}

bool is_misplaced(unsigned cp, const struct unit *u)
{
	static const char ends[] = ",.;:)";

	if (u->left == 0 ? is_wrong_before(cp, u) : is_wrong_behind(cp, u))
		return true;
	if (cp == QUARTER || cp == HALF)
		return is_ascii_letter(u->c) && !is_digit(u->a);
	if (cp == TRADE_MARK || cp == EURO)
		return u->left == 0 && u->right == 2 && !is_digit(u->a);
	if (cp == EN_DASH || cp == EM_DASH)
		return u->left + u->right == 3 && (u->left == 1 || is_lower(u->a)) &&
		       is_lower(u->c) &&
		       (cp == EN_DASH || u->right == 2 || u->c != 'a'); /* the article */
	return cp == QUOTE_LEFT &&
	       (memchr(ends, u->c, sizeof(ends) - 1) != NULL || (u->a == '(' && u->c == ' '));
}

bool is_wrong_sign(unsigned cp, const struct unit *u)
{
	bool opens = cp == LOW_QUOTE || cp == LOW_QUOTES;
	bool sign = opens || cp == DOUBLE_CLOSES || cp == EURO ||
		    (cp >= DAGGER && cp <= ANGLE_CLOSES && cp != ELLIPSIS);

	return sign && u->left != 0 && (u->right != 0 || opens || cp == BULLET || cp == EURO);
}

bool is_owned(struct span in)
{
	static const char word[] = "copyright";
	size_t matched = 0;

	for (size_t i = 0; i < in.len && word[matched] != 0; i++) {
		if ((in.ptr[i] | 32) == word[matched])
			matched++;
		else
			matched = (in.ptr[i] | 32) == word[0];
	}
	return word[matched] == 0;
}

#define ELIDED_LEAST 3 /* letters; "día" and "días" are words of Spanish */

static bool begins_with_vowel(const uint8_t *word)
{
	static const char vowels[] = "aeiouh"; /* French has a mute h */

	return memchr(vowels, *word | 32, sizeof(vowels) - 1) != NULL;
}

/* Words of English that an apostrophe follows. */
static bool is_pronoun(const uint8_t *word, size_t len)
{
	static const char *const words[] = {
		"i", "it", "he", "she", "we", "you", "they", "that", "let", "there"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t k = 0;

		while (k < len && (word[k] | 32) == words[i][k])
			k++;
		if (k == len && words[i][k] == 0)
			return true;
	}
	return false;
}

static bool is_contraction(const uint8_t *word, size_t len, const uint8_t *end, size_t rest)
{
	static const char *const ends[] = {"re", "ll", "ve"};
	static const char one[] = "dms";

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		if (rest == 2 && memcmp(end, ends[i], 2) == 0) /* na\xEFve is a word */
			return len == 0 || (word[len - 1] | 32) != 'a';
	}
	if (rest != 1 || len == 0)
		return false;
	return *end == 't' ? (word[len - 1] | 32) == 'n'
			   : memchr(one, *end, sizeof(one) - 1) != NULL && is_pronoun(word, len);
}

/* Whether the byte at pos may be the dot before a name in assembler of Go, "·block(SB)", "·iv<>".
 */
static bool is_go_name(struct span in, size_t pos)
{
	size_t end = pos + 1;

	while (in.ptr[pos] != ACUTE && end < in.len &&
		(is_ascii_letter(in.ptr[end]) || is_digit(in.ptr[end]) || in.ptr[end] == '_'))
		end++;
	return end > pos + 1 && ((in.len - end >= 4 && memcmp(in.ptr + end, "(SB)", 4) == 0) ||
					(in.len - end >= 2 && memcmp(in.ptr + end, "<>", 2) == 0));
}

/* Whether an accent is one of two or more that quote, as in ´this´: each has a letter on one side,
 * while lines of a box stand apart. */
static bool is_accent_quote(struct span in, size_t pos)
{
	unsigned count = 0;

	for (size_t i = 0; i < in.len && in.ptr[pos] == ACUTE; i++) {
		bool before = i > 0 && is_ascii_letter(in.ptr[i - 1]);
		bool behind = i + 1 < in.len && is_ascii_letter(in.ptr[i + 1]);

		if (in.ptr[i] == ACUTE && before == behind)
			return false;
		count += in.ptr[i] == ACUTE;
	}
	return count != 0 && count % 2 == 0;
}

/* Whether a byte that is an accent or an apostrophe ends what a grave accent opened. */
static bool is_end_of_quote(struct span in, size_t pos)
{
	unsigned open = 0;

	for (size_t i = 0; i < pos; i++)
		open += in.ptr[i] == '`';
	return open % 2 != 0 && (in.ptr[pos] == ACUTE || in.ptr[pos] == APOSTROPHE_BYTE);
}

/* Whether a mark opens an exclamation that begins with a number of printf. */
static bool opens_exclamation(struct span in, size_t pos)
{
	return in.ptr[pos] == INVERTED_MARK && pos + 1 < in.len && in.ptr[pos + 1] == '%' &&
	       memchr(in.ptr + pos + 1, '!', in.len - pos - 1) != NULL;
}

/* Whether it is a trade mark in <sup>. */
static bool is_raised(struct span in, size_t pos)
{
	return in.ptr[pos] == REGISTERED && pos > 2 && pos + 1 < in.len && in.ptr[pos - 1] == '>' &&
	       (in.ptr[pos - 2] | 32) == 'p' && (in.ptr[pos - 3] | 32) == 'u' &&
	       in.ptr[pos + 1] == '<';
}

bool is_joined(struct span in, size_t pos)
{
	static const char elided[] = "cdjlmnst";
	size_t from = pos;
	size_t len = 0;

	while (from > 0 && is_ascii_letter(in.ptr[from - 1]))
		from--;
	while (pos + 1 + len < in.len && is_ascii_letter(in.ptr[pos + 1 + len]))
		len++;
	if (is_contraction(in.ptr + from, pos - from, in.ptr + pos + 1, len))
		return true;
	if ((len == 0 || pos == from) && is_accent_quote(in, pos))
		return true;
	if (len == 0 && pos - from > 1 && is_end_of_quote(in, pos))
		return true;
	if (pos == from &&
		(is_go_name(in, pos) || is_raised(in, pos) || opens_exclamation(in, pos)))
		return true;
	return pos - from == 1 && len >= ELIDED_LEAST && begins_with_vowel(in.ptr + pos + 1) &&
	       memchr(elided, in.ptr[from] | 32, sizeof(elided) - 1) != NULL;
}

bool fits_word(const struct unit *u, unsigned cased, int least)
{
	if (is_beside_digit(u) || u->left + u->right + 1 < least)
		return false;
	if (cased == 2 && u->left == 0 && u->capital)
		return false;
	if (cased == 2)
		return u->left == 0 || (is_upper(u->a) && (u->right == 0 || is_upper(u->c)));
	return cased == 0 || ((u->left < 2 || !is_upper(u->a)) && !is_upper(u->c));
}

bool is_rare_sign(unsigned cp, const struct unit *u)
{
	bool opens = cp == INVERTED_MARK || cp == INVERTED_QUERY;

	return cp == u->b &&
	       (cp == DIVISION || (opens && u->left == 0 && u->right == 2 && !is_digit(u->a)));
}

bool may_be_other(const struct unit *u)
{
	bool path = u->b == QUOTE_RIGHT && is_before_word(u); /* "Files » Open" */

	return (u->c >= 0x40 && u->right != 2) || (u->a == ' ' && u->c == ' ' && !path);
}

/* Dashes, the apostrophe, dots and signs of arithmetic join words, others stand beside them. */
static bool is_joint(unsigned cp, const struct unit *u)
{
	static const char vowels[] = "aeiou"; /* "Mu\xF1iz" has a letter */
	bool vowel = memchr(vowels, u->c, sizeof(vowels) - 1) != NULL;

	return (cp >= 0x2010 && cp <= 0x2015) || cp == 0x2019 || cp == 0x2026 ||
	       (cp == PLUS_MINUS && !vowel) || (cp == TIMES && u->left + u->right == 2);
}

bool may_be_trade_mark(unsigned cp, const struct unit *u)
{
	return cp == REGISTERED && (u->left != 0 || is_digit(u->a)) && !is_ascii_letter(u->c) &&
	       !is_digit(u->c) && !u->year;
}

bool says_nothing(unsigned cp, struct context at)
{
	static const bool any[CONTEXT_BASE] = {[0] = true,
		[CONTEXT_BRACKET] = true,
		[CONTEXT_QUOTE] = true,
		[CONTEXT_SIGN] = true};

	if (at.left >= CONTEXT_BASE || at.right >= CONTEXT_BASE)
		return false;
	if (cp == ELLIPSIS && at.right == 0) /* no letter is a word by itself there */
		return false;
	if (cp == COPYRIGHT) /* more often alone than any other */
		return at.left == CONTEXT_BRACKET && at.right == CONTEXT_BRACKET;
	return any[at.left] && any[at.right];
}

bool is_for_letter(unsigned cp, const struct unit *u)
{
	if (cp == POUND)
		return u->right == 2 && is_lower(u->c);
	return cp == CUBE && u->left == 2 && is_lower(u->a) && u->a != 'm';
}

bool is_for_other(unsigned cp, const struct unit *u, bool mac)
{
	bool quote = cp == QUOTE_LEFT || cp == QUOTE_RIGHT;

	if (u->left != 0)
		return u->right != 0 && !is_joint(cp, u);
	return mac && quote && is_lower(u->c);
}
