/* SPDX-License-Identifier: MIT */
/* Signs of binary data. If uncertain, data count as binary: a table left unconverted is harmless.
 */
#include "detect/bytes.h"
#include "detect/detect_private.h"

#include "biosbelt/tr.h"

#define RUN_FF 8 /* erased flash; texts do not repeat this byte so often */

const char *text_reason_text(enum text_reason reason)
{
	static const char *const texts[] = {"", N_("has NUL bytes"), N_("has control bytes"),
		N_("has runs of FF bytes"), N_("is a table of numbers that rise evenly"),
		N_("its UTF-16 or UTF-32 units are not text"), N_("makes no text in any encoding"),
		N_("is too short to tell text from data")};

	return texts[reason];
}

#define SHARE_FF 4 /* in a text no more than a quarter is one byte from the end of an alphabet */

static bool has_run(struct span in)
{
	size_t pos = 0;
	size_t all = 0;

	while (pos < in.len) {
		const uint8_t *at = memchr(in.ptr + pos, 0xFF, in.len - pos);
		size_t n = 0;

		if (at == NULL)
			break;
		pos = (size_t)(at - in.ptr);
		while (pos + n < in.len && in.ptr[pos + n] == 0xFF)
			n++;
		if (n >= RUN_FF)
			return true;
		all += n;
		pos += n;
	}
	return in.len >= (size_t)2 * SHARE_FF && all * SHARE_FF > in.len;
}

size_t count_padding(struct span in)
{
	size_t count = 0;

	while (count < in.len && in.ptr[in.len - 1 - count] == 0)
		count++;
	return count;
}

/* A log ends with NULs after a crash, or because its size is fixed. */
static bool only_trailing_nul(struct span in)
{
	size_t len = in.len - count_padding(in);

	return len > 1 && in.ptr[len - 1] == '\n' && memchr(in.ptr, 0, len) == NULL;
}

#define TABLE_BYTES ((size_t)4096) /* longer ones are judged by their start */

/* The number of 1, 2 or 4 bytes at p. */
static inline uint32_t unit_of(const uint8_t *p, size_t width, bool big)
{
	uint32_t first = width == 1 ? p[0]
			 : big      ? (uint32_t)p[0] << 8 | p[1]
				    : (uint32_t)p[1] << 8 | p[0];
	uint32_t second;

	if (width != 4)
		return first;
	second = big ? (uint32_t)p[2] << 8 | p[3] : (uint32_t)p[3] << 8 | p[2];
	return big ? first << 16 | second : second << 16 | first;
}

#define SMOOTH_BYTES ((size_t)16) /* fewer may be rising by chance */
#define SMOOTH_UNITS ((size_t)8)

/*
 * Whether numbers of this kind rise and fall in long stretches, as sorted ones and waves do. In
 * texts the direction changes at every second or third character. A line may be an alphabet.
 */
static bool is_smooth(struct span in, size_t width, bool big)
{
	size_t count = in.len / width;
	size_t turns = 0;
	size_t steps = 0;
	bool up = false;

	if (in.len % width != 0 || count < (width == 1 ? SMOOTH_BYTES : SMOOTH_UNITS) ||
		(width == 1 && (in.ptr[in.len - 1] == '\n' || in.ptr[in.len - 1] == '\r')))
		return false;
	for (size_t i = 1; i < count; i++) {
		uint32_t before = unit_of(in.ptr + (i - 1) * width, width, big);
		uint32_t now = unit_of(in.ptr + i * width, width, big);

		if (now == before)
			continue;
		turns += steps != 0 && up != (now > before);
		up = now > before;
		if (turns > 2 + ++steps / 8)
			return false;
	}
	return steps >= (width == 1 ? SMOOTH_BYTES : SMOOTH_UNITS) - 2 && turns * 8 + 4 <= steps;
}

/* The lead byte of symbols, line drawing and kana, which are often repeated. */
static bool is_shared_lead(uint8_t lead)
{
	return (lead > 0x80 && lead < 0x85) || (lead > 0xA0 && lead < 0xAB);
}

#define STRIPE_ROWS   ((size_t)6)
#define STRIPE_VALUES 3

static bool is_stripe(struct span in, size_t width, size_t lane)
{
	uint8_t byte = in.ptr[lane];
	unsigned others = 0;
	uint8_t seen[STRIPE_VALUES];

	for (size_t i = 0; i < in.len; i++) {
		unsigned k = 0;

		if (i % width == lane) {
			if (in.ptr[i] != byte)
				return false;
			continue;
		}
		if (in.ptr[i] == ' ' || in.ptr[i] == '\n')
			return false;
		while (k < others && seen[k] != in.ptr[i])
			k++;
		if (k == others && others < STRIPE_VALUES)
			seen[others++] = in.ptr[i];
	}
	return others == STRIPE_VALUES && byte >= 0x80;
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

#define FEW_VALUES 12
#define FEW_BYTES  ((size_t)64)

bool has_few_values(struct span in)
{
	bool seen[256] = {false};
	unsigned most = in.len >= FEW_BYTES ? FEW_VALUES : in.len < 24 ? 2 : (unsigned)in.len / 4;
	unsigned values = 0;

	if (in.len < 12)
		return false;
	for (size_t i = 0; i < in.len && values <= most; i++) {
		if (is_blank(in.ptr[i]))
			return false;
		values += !seen[in.ptr[i]];
		seen[in.ptr[i]] = true;
	}
	return values > 1 && values <= most;
}

#define WORD_MOST   ((size_t)40) /* no word has so many letters ... */
#define WORD_VALUES 10           /* ... unless few are repeated, as in drawn lines */

bool has_endless_word(struct span in, enum text_enc enc)
{
	size_t pos = 0;

	if (enc == TEXT_WINDOWS_874 || enc == TEXT_ISO_8859_11)
		return false; /* Thai has no blanks between words */
	if (in.len > TABLE_BYTES)
		in.len = TABLE_BYTES;
	while ((pos = after_ascii(in, pos)) < in.len) {
		bool seen[128] = {false};
		unsigned values = 0;
		size_t start = pos;

		for (; pos < in.len && in.ptr[pos] >= 0x80; pos++) {
			values += !seen[in.ptr[pos] & 0x7F];
			seen[in.ptr[pos] & 0x7F] = true;
		}
		if (pos - start >= WORD_MOST && values >= WORD_VALUES)
			return true;
	}
	return false;
}

/* So many of the most common characters of Big5 are not a text. */
#define SHARED_ROWS ((size_t)16)

/* Whether a text may have this lead byte in all its characters. */
static bool shares_lead(uint8_t lead, enum text_enc enc, size_t rows)
{
	return is_shared_lead(lead) && (enc != TEXT_BIG5 || lead < 0xA4 || rows < SHARED_ROWS);
}

bool has_stripe(struct span in, bool pairs, enum text_enc enc)
{
	if (in.len > TABLE_BYTES)
		in.len = TABLE_BYTES;
	for (size_t width = 2; width <= 4; width *= 2) {
		size_t rows = in.len / width;

		for (size_t lane = 0; lane < width && rows >= STRIPE_ROWS; lane++) {
			if (is_stripe(in, width, lane) &&
				!(pairs && shares_lead(in.ptr[lane], enc, rows)))
				return true;
		}
	}
	return false;
}

enum ascii_class { ASCII_BLANK, ASCII_LOWER, ASCII_UPPER, ASCII_NUMBER, ASCII_MARK, ASCII_CLASSES };

static enum ascii_class ascii_class_of(uint8_t c)
{
	if (c <= ' ')
		return ASCII_BLANK;
	if (is_digit(c))
		return ASCII_NUMBER;
	if (!is_ascii_letter(c))
		return ASCII_MARK;
	return (c & 32) != 0 ? ASCII_LOWER : ASCII_UPPER;
}

#define RARE_CONTROL 16 /* VT, FF, ESC and 1A are rare in texts */

#define COMMENT_WORTH 40 /* for three bytes that no table begins with ... */
#define COMMENT_SHORT 24 /* ... and for two */

/* The value of the start if it is that of a comment. */
static int comment_worth(struct span in)
{
	uint8_t first = in.len > 3 ? in.ptr[0] : 0;

	if (first == '/' && (in.ptr[1] == '/' || in.ptr[1] == '*'))
		return in.ptr[2] == ' ' ? COMMENT_WORTH : COMMENT_SHORT;
	return (first == '#' || first == ';') && in.ptr[1] == ' ' ? COMMENT_SHORT : 0;
}

int64_t ascii_worth(struct span in)
{
	/* Quarter nats compared with random bytes: means of texts, source code and ASCII tables. */
	static const int8_t worth[ASCII_CLASSES][ASCII_CLASSES] = {{4, 5, 1, 4, 2},
		{8, 10, -5, -1, 0}, {6, 5, 6, 3, -1}, {8, -2, -2, 11, 2}, {6, 3, 0, 5, 3}};
	int64_t sum = comment_worth(in);

	for (size_t i = 0; i < in.len; i++) {
		uint8_t c = in.ptr[i];

		if (c >= 0x80)
			continue;
		if (c == 0x0B || c == 0x0C || c == 0x1B || c == 0x1A)
			sum -= RARE_CONTROL;
		else if (i != 0 && in.ptr[i - 1] < 0x80)
			sum += worth[ascii_class_of(in.ptr[i - 1])][ascii_class_of(c)];
	}
	return sum;
}

#define FILLED      ((size_t)12)
#define PERIOD_MOST ((size_t)3) /* longer ones are priced as what they are */

/* Whether texts do not repeat these bytes. They may repeat bytes over 7F, and symbols and kana of
 * Shift_JIS and Big5, whose second byte may be ASCII. */
static bool is_pattern(struct span in)
{
	size_t ascii = 0;

	if (in.len == 2 && is_shared_lead(in.ptr[0]) && in.ptr[0] < 0xA4)
		return false;
	for (size_t i = 0; i < in.len; i++) {
		if (is_blank(in.ptr[i]))
			return false;
		ascii += in.ptr[i] < 0x80;
	}
	return ascii != 0 && ascii != in.len;
}

/* True for one value, or two or three in turn, without a blank or a line end: memory that was not
 * set, or was set to a pattern. Valid UTF-8 is text. */
static bool is_filled(struct span in, bool utf8)
{
	size_t len = 1;

	if (in.len < FILLED || utf8)
		return false;
	while (len <= PERIOD_MOST && memcmp(in.ptr, in.ptr + len, in.len - len) != 0)
		len++;
	if (len == 1)
		return in.ptr[0] >= 0x80 && in.ptr[0] != 0xFF;
	return len <= PERIOD_MOST && is_pattern(span_of(in.ptr, len));
}

#define FEW_UNITS  6
#define UNIT_TIMES ((size_t)3) /* repetitions of each */

/* Is each byte one of two? */
static bool has_two_values(struct span in)
{
	uint8_t other = in.ptr[0];

	for (size_t i = 1; i < in.len; i++) {
		if (in.ptr[i] == in.ptr[0] || in.ptr[i] == other)
			continue;
		if (other != in.ptr[0])
			return false;
		other = in.ptr[i];
	}
	return true;
}

/* True for a few repeated numbers of two bytes, without a blank or a line end. Not all bytes may be
 * high, as in a text that repeats itself, unless all are one of two. */
static bool has_few_units(struct span in)
{
	uint16_t seen[FEW_UNITS];
	unsigned most = (unsigned)(in.len / 2 / UNIT_TIMES);
	unsigned count = 0;
	bool ascii = has_two_values(in);

	if (in.len % 2 != 0 || in.len < (size_t)24)
		return false;
	most = most < FEW_UNITS ? most : FEW_UNITS;
	for (size_t i = 0; i < in.len; i += 2) {
		uint16_t unit = (uint16_t)(in.ptr[i] << 8 | in.ptr[i + 1]);
		unsigned k = 0;

		if (is_blank(in.ptr[i]) || is_blank(in.ptr[i + 1]) || is_shared_lead(in.ptr[i]))
			return false;
		ascii = ascii || (unit & 0x8080) != 0x8080;
		while (k < count && seen[k] != unit)
			k++;
		if (k == count && count == most)
			return false;
		if (k == count)
			seen[count++] = unit;
	}
	return ascii && count >= 3;
}

/* True for a table of offsets or ascending numbers; texts do not rise so evenly. */
static bool is_table(struct span in)
{
	if (has_few_units(in))
		return true;
	if (in.len > TABLE_BYTES)
		in.len = TABLE_BYTES;
	return is_smooth(in, 1, false) || is_smooth(in, 2, false) || is_smooth(in, 2, true) ||
	       is_smooth(in, 4, false) || is_smooth(in, 4, true);
}

#define PADDING_LEAST 16

enum text_reason find_binary(struct span in, const struct text_look *look)
{
	uint64_t control = look->control;
	size_t padding = look_has_nul(look) && only_trailing_nul(in) ? count_padding(in) : 0;
	struct span text = span_of(in.ptr, in.len - (padding < PADDING_LEAST ? 0 : padding));

	if (is_filled(text, look->utf8))
		return TEXT_REASON_NOISE;
	if (look->high != 0 && is_table(text))
		return TEXT_REASON_TABLE;
	if (look_has_nul(look) && padding == 0)
		return TEXT_REASON_NUL;
	control -= padding;
	if (look->high != 0 && control * 50 > look->len)
		return TEXT_REASON_CONTROL;
	if (control * 10 > look->len * 3)
		return TEXT_REASON_CONTROL;
	return look->ff && has_run(in) ? TEXT_REASON_FF : TEXT_REASON_NONE;
}

#define SHORT_MOST 8 /* bytes */

bool is_short(struct span in)
{
	size_t end = in.len;
	bool ascii;

	end -= end > 0 && in.ptr[end - 1] == '\n';
	end -= end > 0 && in.ptr[end - 1] == '\r';
	ascii = end < in.len;
	for (size_t i = 0; i < end && end <= SHORT_MOST; i++) {
		if ((in.ptr[i] < ' ' && in.ptr[i] != '\t') || in.ptr[i] == 0x7F)
			return false;
		ascii = ascii || in.ptr[i] < 0x80;
	}
	return ascii && end <= SHORT_MOST;
}
