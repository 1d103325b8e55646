/* SPDX-License-Identifier: MIT */
/* An encoding declared in the file itself: near its start, or in an editor's line at its end. */
#include "detect/bytes.h"
#include "detect/detect_private.h"

#define LOOK_AT 2048

static bool is_label(uint8_t c)
{
	return is_alnum(c) || c == '-' || c == '_' || c == '.' || c == ':';
}

static int lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static bool starts_folded(struct span in, size_t pos, const char *word)
{
	size_t len = strlen(word);

	if (in.len - pos < len)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (lower(in.ptr[pos + i]) != word[i])
			return false;
	}
	return true;
}

/* The label after a keyword, skipping blanks, '=', ':', quotes and brackets. */
static enum text_enc label_at(struct span in, size_t pos)
{
	size_t end;

	for (unsigned i = 0; i < 6 && pos < in.len && strchr(" \t=:\"'({", in.ptr[pos]) != NULL;
		i++)
		pos += in.ptr[pos] != 0;
	end = pos;
	while (end < in.len && end - pos < 32 && is_label(in.ptr[end]))
		end++;
	while (end > pos && in.ptr[end - 1] == ':') /* the end of a line for Vim */
		end--;
	return end == pos ? TEXT_NONE : text_enc_find((const char *)in.ptr + pos, end - pos);
}

#ifdef TEXT_X86
#define STEP 16

static __m128i equal(__m128i bytes, char letter)
{
	return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(letter));
}

/* False only when no word begins at any of the bytes of a step; there is one more. */
static bool may_begin(const uint8_t *p)
{
	__m128i fold = _mm_set1_epi8(0x20);
	__m128i a = _mm_or_si128(_mm_loadu_si128((const __m128i *)(const void *)p), fold);
	__m128i b = _mm_or_si128(_mm_loadu_si128((const __m128i *)(const void *)(p + 1)), fold);

	return _mm_movemask_epi8(_mm_and_si128(
		       equal(a, 'c'), _mm_or_si128(equal(b, 'h'), equal(b, 'o')))) != 0;
}
#else
#define STEP 8

/* Bits in bytes that equal the letter, whatever its case, and perhaps in some above one. */
static uint64_t letters_at(const uint8_t *p, char letter)
{
	uint64_t eight;
	uint64_t differ;

	memcpy(&eight, p, sizeof(eight));
	differ = (eight | 0x2020202020202020u) ^ (uint8_t)letter * 0x0101010101010101u;
	return (differ - 0x0101010101010101u) & ~differ & 0x8080808080808080u;
}

/* False only when no word begins at any of the bytes of a step; there is one more. */
static bool may_begin(const uint8_t *p)
{
	return (letters_at(p, 'c') & (letters_at(p + 1, 'h') | letters_at(p + 1, 'o'))) != 0;
}
#endif

/* The words below begin with "ch" or "co"; "encoding" ends in one of them. */
static inline bool may_start(struct span in, size_t pos)
{
	int first = in.ptr[pos] | 32;
	int second = in.len - pos > 1 ? in.ptr[pos + 1] | 32 : 0;

	return first == 'c' && (second == 'h' || second == 'o');
}

/* Whether what is at pos is right behind one of these, blanks aside. */
static bool is_behind(struct span in, size_t pos, const char *signs)
{
	while (pos > 0 && (in.ptr[pos - 1] == ' ' || in.ptr[pos - 1] == '\t'))
		pos--;
	return is_one_of(byte_at(in, pos - 1), signs);
}

static enum text_enc label_of_word(struct span in, size_t pos)
{
	static const struct {
		const char *word;
		const char *behind; /* NULL: anything */
	} words[] = {{"charset", NULL}, {"coding", NULL}, {"character set", NULL},
		{"code_page", NULL}, {"codepage=", NULL}, {"codepage ", "$"}, {"chcp ", "\r\n@&("}};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (starts_folded(in, pos, words[i].word) &&
			(words[i].behind == NULL || is_behind(in, pos, words[i].behind)))
			return label_at(in, pos + strlen(words[i].word));
	}
	return TEXT_NONE;
}

static enum text_enc search(struct span in, enum text_enc (*label)(struct span, size_t))
{
	size_t pos = 0;

	while (pos < in.len) {
		size_t end = in.len - pos > STEP ? pos + STEP : in.len;

		if (in.len - pos > STEP && !may_begin(in.ptr + pos)) {
			pos = end;
			continue;
		}
		for (; pos < end; pos++) {
			enum text_enc enc = may_start(in, pos) ? label(in, pos) : TEXT_NONE;

			if (enc != TEXT_NONE)
				return enc;
		}
	}
	return TEXT_NONE;
}

/* Where a letter is after pos, or the end. */
static size_t next_letter(struct span in, size_t pos, char letter)
{
	const uint8_t *at = in.len > pos ? memchr(in.ptr + pos, letter, in.len - pos) : NULL;

	return at != NULL ? (size_t)(at - in.ptr) : in.len;
}

/* An option of LaTeX: "\usepackage[latin2]{inputenc}". */
static enum text_enc find_option(struct span in)
{
	for (size_t pos = 0; (pos = next_letter(in, pos, '{')) < in.len; pos++) {
		size_t from = pos;

		if (!is_one_of(byte_at(in, pos - 1), "]") || !starts_folded(in, pos, "{inputenc}"))
			continue;
		for (from--; from > 0 && is_label(in.ptr[from - 1]);)
			from--;
		return text_enc_find((const char *)in.ptr + from, pos - 1 - from);
	}
	return TEXT_NONE;
}

/* An option of Vim: "vim: set fenc=latin2:". */
static enum text_enc find_option_of_vim(struct span in)
{
	for (size_t pos = 0; (pos = next_letter(in, pos, 'f')) < in.len; pos++) {
		if (starts_folded(in, pos, "fenc=") && is_one_of(byte_at(in, pos - 1), " \t:"))
			return label_at(in, pos + strlen("fenc="));
	}
	return TEXT_NONE;
}

/* Word lists and rules for hyphenation begin with a label, rules of spelling have "SET" before it.
 * Labels without a digit are words: "Greek". */
static enum text_enc find_of_dictionary(struct span in)
{
	static const char before[] = "microsoft-";

	for (size_t pos = 0; pos < in.len; pos = next_letter(in, pos, '\n') + 1) {
		size_t set = starts_folded(in, pos, "set ") ? strlen("set ") : 0;
		enum text_enc enc = TEXT_NONE;
		bool digit = false;
		size_t end;

		if (set == 0 && pos != 0)
			continue;
		pos += set;
		pos += starts_folded(in, pos, before) ? strlen(before) : 0;
		for (end = pos; end < in.len && is_label(in.ptr[end]); end++)
			digit = digit || is_digit(in.ptr[end]);
		if (digit && is_ascii_letter(in.ptr[pos]) && is_one_of(byte_at(in, end), "\r\n"))
			enc = text_enc_find((const char *)in.ptr + pos, end - pos);
		if (enc != TEXT_NONE)
			return enc;
	}
	return TEXT_NONE;
}

enum text_enc text_find_declared(struct span in)
{
	struct span head = span_of(in.ptr, in.len < LOOK_AT ? in.len : LOOK_AT);
	struct span tail = span_of(in.ptr + in.len - head.len, head.len);
	enum text_enc enc = search(head, label_of_word);

	if (enc == TEXT_NONE && in.len > LOOK_AT)
		enc = search(tail, label_of_word);
	if (enc == TEXT_NONE)
		enc = find_option_of_vim(tail);
	if (enc == TEXT_NONE)
		enc = find_option(head);
	return enc == TEXT_NONE ? find_of_dictionary(head) : enc;
}

/* Windows' names for the characters of a font: "Font.Charset = GB2312_CHARSET". */
static enum text_enc font_before(struct span in, size_t pos)
{
	static const struct {
		const char *name;
		enum text_enc enc;
	} names[] = {{"gb2312_", TEXT_GB18030}, {"chinesebig5_", TEXT_BIG5},
		{"shiftjis_", TEXT_SHIFT_JIS}, {"hangeul_", TEXT_CP949}, {"hangul_", TEXT_CP949},
		{"russian_", TEXT_WINDOWS_1251}, {"easteurope_", TEXT_WINDOWS_1250},
		{"turkish_", TEXT_WINDOWS_1254}, {"greek_", TEXT_WINDOWS_1253}};

	if (!starts_folded(in, pos, "charset"))
		return TEXT_NONE;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t len = strlen(names[i].name);

		if (pos >= len && starts_folded(in, pos - len, names[i].name))
			return names[i].enc;
	}
	return TEXT_NONE;
}

enum text_enc find_font(struct span in)
{
	return search(span_of(in.ptr, in.len < LOOK_AT ? in.len : LOOK_AT), font_before);
}
