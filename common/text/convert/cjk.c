/* SPDX-License-Identifier: MIT */
/*
 * Multi-byte encodings, one character at a time. The mapping from bytes to table positions is that
 * of the WHATWG Encoding Standard, chapters 10 to 14; Johab: KS X 1001 annex 3; EUC-TW: CNS 11643.
 * A byte below 80 is never part of an invalid sequence, so a newline or quote is not lost.
 */
#include "text_private.h"

/* Length of an invalid pair: the second byte is kept when it is ASCII. */
static int bad_pair(uint8_t trail)
{
	return trail < 0x80 ? -1 : -2;
}

static bool in_range(uint8_t v, uint8_t low, uint8_t high)
{
	return v >= low && v <= high;
}

/* GB 18030-2022 gives 18 two-byte codes to new characters; the private-use characters that had them
 * get the four-byte codes of the new ones, so that no character is lost. */
static const uint16_t displaced[][2] = {{0xFE10, 0xE78D}, {0xFE11, 0xE78F}, {0xFE12, 0xE78E},
	{0xFE13, 0xE790}, {0xFE14, 0xE791}, {0xFE15, 0xE792}, {0xFE16, 0xE793}, {0xFE17, 0xE794},
	{0xFE18, 0xE795}, {0xFE19, 0xE796}, {0x9FB4, 0xE81E}, {0x9FB5, 0xE826}, {0x9FB6, 0xE82B},
	{0x9FB7, 0xE82C}, {0x9FB8, 0xE832}, {0x9FB9, 0xE843}, {0x9FBA, 0xE854}, {0x9FBB, 0xE864}};
#define DISPLACED_COUNT (sizeof(displaced) / sizeof(displaced[0]))

#define GB_E7C7_POINTER   7457   /* GB 18030-2005 put U+E7C7 where U+1E3F was */
#define GB_BMP_END        39420  /* pointers of the BMP end here */
#define GB_ASTRAL_POINTER 189000 /* pointer of U+10000 */

static uint32_t gb_four_to_cp(uint32_t pointer)
{
	size_t low = 0;
	size_t high = GB18030_RANGE_COUNT;
	uint32_t cp;

	if (pointer >= GB_ASTRAL_POINTER)
		return pointer - GB_ASTRAL_POINTER + 0x10000;
	if (pointer >= GB_BMP_END)
		return 0;
	if (pointer == GB_E7C7_POINTER)
		return 0xE7C7;
	while (high - low > 1) {
		size_t mid = (low + high) / 2;

		if (text_gb18030_ranges[2 * mid] <= pointer)
			low = mid;
		else
			high = mid;
	}
	cp = text_gb18030_ranges[2 * low + 1] + (pointer - text_gb18030_ranges[2 * low]);
	for (size_t i = 0; i < DISPLACED_COUNT; i++) {
		if (displaced[i][0] == cp)
			return displaced[i][1];
	}
	return cp;
}

bool gb18030_four_bytes(uint32_t cp, uint8_t out[4])
{
	uint32_t pointer = GB_E7C7_POINTER;
	size_t at = 0;

	if (cp < 0x80 || (cp >= 0xD800 && cp < 0xE000) || cp > 0x10FFFF || cp == 0xE5E5)
		return false;
	for (size_t i = 0; i < DISPLACED_COUNT; i++) {
		if (displaced[i][1] == cp)
			cp = displaced[i][0];
	}
	if (cp >= 0x10000) {
		pointer = GB_ASTRAL_POINTER + (cp - 0x10000);
	} else if (cp != 0xE7C7) {
		while (at + 1 < GB18030_RANGE_COUNT && text_gb18030_ranges[2 * at + 3] <= cp)
			at++;
		pointer = text_gb18030_ranges[2 * at] + (cp - text_gb18030_ranges[2 * at + 1]);
	}
	out[0] = (uint8_t)(0x81 + pointer / 12600);
	out[1] = (uint8_t)(0x30 + pointer / 1260 % 10);
	out[2] = (uint8_t)(0x81 + pointer / 10 % 126);
	out[3] = (uint8_t)(0x30 + pointer % 10);
	return true;
}

static int gb_four(struct span in, size_t pos, uint32_t *cp)
{
	const uint8_t *p = in.ptr + pos;

	if (in.len - pos < 3)
		return 0;
	if (!in_range(p[2], 0x81, 0xFE))
		return -1;
	if (in.len - pos < 4)
		return 0;
	if (!in_range(p[3], 0x30, 0x39))
		return -1;
	*cp = gb_four_to_cp(((p[0] - 0x81u) * 10 + (p[1] - 0x30u)) * 1260 + (p[2] - 0x81u) * 10 +
			    (p[3] - 0x30u));
	return *cp != 0 && *cp <= 0x10FFFF ? 4 : -4;
}

/* The offset of the character of this number among those that a set lacks. */
static unsigned lacked(const uint32_t *has, const uint16_t *steps, unsigned number)
{
	unsigned at = steps[number / 32];
	unsigned word = at / 32;
	uint32_t left = ~has[word] & UINT32_MAX << at % 32;

	number %= 32;
	for (;;) {
		while (left == 0)
			left = ~has[++word];
		if (number-- == 0)
			return word * 32 + (unsigned)__builtin_ctz(left);
		left &= left - 1;
	}
}

static uint32_t gb_pair(unsigned lead, unsigned column)
{
	unsigned number;

	if (lead <= 0xA0)
		number = (lead - 0x81) * 190 + column;
	else if (lead < 0xAA)
		return text_gb18030[(lead - 0xA1) * 190 + column];
	else if (column >= 96)
		return text_gb18030[1710 + (lead - 0xAA) * 94 + column - 96];
	else
		number = 6080 + (lead - 0xAA) * 96 + column;
	if (number >= GBK_HAN_COUNT)
		return text_gb18030[GB18030_COUNT - 101 + number - GBK_HAN_COUNT];
	return 0x4E00 + lacked(text_gb2312_has, text_gb2312_steps, number);
}

int next_gb18030(struct span in, size_t pos, uint32_t *cp)
{
	uint8_t lead = in.ptr[pos];
	uint8_t trail;

	if (lead == 0x80) { /* the euro sign of code page 936 */
		*cp = 0x20AC;
		return 1;
	}
	if (lead == 0xFF)
		return -1;
	if (in.len - pos < 2)
		return 0;
	trail = in.ptr[pos + 1];
	if (in_range(trail, 0x30, 0x39))
		return gb_four(in, pos, cp);
	if (trail < 0x40 || trail == 0x7F || trail == 0xFF)
		return -1;
	*cp = gb_pair(lead, trail - (trail < 0x7F ? 0x40u : 0x41u));
	return 2;
}

int next_big5(struct span in, size_t pos, uint32_t *cp)
{
	uint8_t lead = in.ptr[pos];
	uint8_t trail;
	uint32_t pointer;

	if (!in_range(lead, 0x81, 0xFE))
		return -1;
	if (in.len - pos < 2)
		return 0;
	trail = in.ptr[pos + 1];
	if (!in_range(trail, 0x40, 0x7E) && !in_range(trail, 0xA1, 0xFE))
		return -1;
	pointer = (lead - 0x81u) * 157 + trail - (trail < 0x7F ? 0x40u : 0x62u);
	switch (pointer) { /* four codes mean a letter and a combining mark */
	case 1133:
		*cp = 0x030400CA;
		return 2;
	case 1135:
		*cp = 0x030C00CA;
		return 2;
	case 1164:
		*cp = 0x030400EA;
		return 2;
	case 1166:
		*cp = 0x030C00EA;
		return 2;
	default:
		break;
	}
	*cp = text_big5[pointer];
	if (*cp == 0)
		return bad_pair(trail);
	if ((text_big5_plane2[pointer / 8] >> pointer % 8 & 1) != 0)
		*cp += 0x20000;
	return 2;
}

/*
 * Code page 950: the two levels, their symbols without the pictures of controls, and the characters
 * and box drawing of ETEN in F9. User-defined characters take the rest of HKSCS's codes; F9FE is a
 * shade, not a square as in HKSCS (CP950.TXT of the Unicode consortium).
 */
int next_cp950(struct span in, size_t pos, uint32_t *cp)
{
	unsigned code;

	if (!in_range(in.ptr[pos], 0xA1, 0xF9))
		return -1;
	if (in.len - pos < 2)
		return 0;
	code = in.ptr[pos] * 256u + in.ptr[pos + 1];
	if ((code >= 0xA3C0 && code <= 0xA3E0) || (code >= 0xC6A1 && code <= 0xC8FE))
		return bad_pair(in.ptr[pos + 1]);
	if (code == 0xF9FE) {
		*cp = 0x2593;
		return 2;
	}
	return next_big5(in, pos, cp);
}

int next_shift_jis(struct span in, size_t pos, uint32_t *cp)
{
	uint8_t lead = in.ptr[pos];
	uint8_t trail;
	uint32_t pointer;

	if (in_range(lead, 0xA1, 0xDF)) {
		*cp = 0xFF61u - 0xA1 + lead;
		return 1;
	}
	if (!in_range(lead, 0x81, 0x9F) && !in_range(lead, 0xE0, 0xFC))
		return -1;
	if (in.len - pos < 2)
		return 0;
	trail = in.ptr[pos + 1];
	if (!in_range(trail, 0x40, 0x7E) && !in_range(trail, 0x80, 0xFC))
		return -1;
	pointer = (lead - (lead < 0xA0 ? 0x81u : 0xC1u)) * 188 + trail -
		  (trail < 0x7F ? 0x40u : 0x41u);
	if (pointer >= 8836 && pointer <= 10715) /* user-defined characters, F040 to F9FC */
		*cp = 0xE000 - 8836 + pointer;
	else
		*cp = text_jis0208[pointer];
	return *cp != 0 ? 2 : bad_pair(trail);
}

int next_euc_jp(struct span in, size_t pos, uint32_t *cp)
{
	const uint8_t *p = in.ptr + pos;
	size_t left = in.len - pos;

	if (p[0] != 0x8E && p[0] != 0x8F && !in_range(p[0], 0xA1, 0xFE))
		return -1;
	if (left < 2)
		return 0;
	if (!in_range(p[1], 0xA1, 0xFE))
		return -1;
	if (p[0] == 0x8E) {
		*cp = 0xFF61u - 0xA1 + p[1];
		return p[1] <= 0xDF ? 2 : -2;
	}
	if (p[0] == 0x8F) {
		if (left < 3)
			return 0;
		if (!in_range(p[2], 0xA1, 0xFE))
			return -1;
		*cp = text_jis0212[(p[1] - 0xA1u) * 94 + p[2] - 0xA1u];
		return *cp != 0 ? 3 : -3;
	}
	*cp = text_jis0208[(p[0] - 0xA1u) * 94 + p[1] - 0xA1u];
	return *cp != 0 ? 2 : -2;
}

static uint32_t cp949_pair(unsigned lead, unsigned trail)
{
	unsigned number;

	if (lead >= 0xA1 && trail >= 0xA1)
		return text_ksx1001[(lead - 0xA1) * 94 + trail - 0xA1];
	if (lead > 0xC6 || in_range((uint8_t)trail, 0x5B, 0x60) ||
		in_range((uint8_t)trail, 0x7B, 0x80))
		return 0;
	number = lead < 0xA1 ? (lead - 0x81) * 178 : 5696 + (lead - 0xA1) * 84;
	number += trail - 0x41 - (trail < 0x5B ? 0 : trail < 0x7B ? 6 : 12);
	return number < CP949_MORE_COUNT
		       ? 0xAC00 + lacked(text_ksx1001_has, text_ksx1001_steps, number)
		       : 0;
}

int next_cp949(struct span in, size_t pos, uint32_t *cp)
{
	uint8_t lead = in.ptr[pos];
	uint8_t trail;

	if (!in_range(lead, 0x81, 0xFE))
		return -1;
	if (in.len - pos < 2)
		return 0;
	trail = in.ptr[pos + 1];
	if (!in_range(trail, 0x41, 0xFE))
		return -1;
	*cp = cp949_pair(lead, trail);
	return *cp != 0 ? 2 : bad_pair(trail);
}

/* KS X 1001 annex 3: five bits each for initial, medial and final, converted to the numbers of
 * Unicode's Hangul formula (chapter 3.12); 0xFF for none and 0xFE for the fill code. */
#define NONE 0xFF
#define FILL 0xFE
static const uint8_t johab_initial[32] = {NONE, FILL, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
	14, 15, 16, 17, 18, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE};
static const uint8_t johab_medial[32] = {NONE, NONE, FILL, 0, 1, 2, 3, 4, NONE, NONE, 5, 6, 7, 8, 9,
	10, NONE, NONE, 11, 12, 13, 14, 15, 16, NONE, NONE, 17, 18, 19, 20, NONE, NONE};
static const uint8_t johab_final[32] = {NONE, FILL, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
	15, 16, NONE, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, NONE, NONE};
/* Single letters as compatibility jamo, offsets from U+3131. */
static const uint8_t jamo_initial[19] = {
	0, 1, 3, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29};
static const uint8_t jamo_final[28] = {NONE, NONE, NONE, 2, NONE, 4, 5, NONE, NONE, 9, 10, 11, 12,
	13, 14, 15, NONE, NONE, 19, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE};

static uint32_t johab_hangul(unsigned code)
{
	uint8_t initial = johab_initial[code >> 10 & 31];
	uint8_t medial = johab_medial[code >> 5 & 31];
	uint8_t final = johab_final[code & 31];

	if (initial == NONE || medial == NONE || final == NONE)
		return 0;
	if (initial < FILL && medial < FILL)
		return 0xAC00u + (initial * 21u + medial) * 28 + (final == FILL ? 0 : final);
	if (initial < FILL)
		return final == FILL ? 0x3131u + jamo_initial[initial] : 0;
	if (medial < FILL)
		return final == FILL ? 0x314Fu + medial : 0;
	if (final == FILL || jamo_final[final] == NONE)
		return 0;
	return 0x3131u + jamo_final[final];
}

/* Rows 21 to 2C and 4A to 7D of KS X 1001 have the lead bytes D9 to DE and E0 to F9, two rows
 * each. */
static uint32_t johab_symbol(uint8_t lead, uint8_t trail)
{
	unsigned first = lead < 0xE0 ? 2u * (lead - 0xD9u) : 2u * lead - 0x197u;
	unsigned second = trail < 0x91 ? trail - 0x31u : trail - 0x43u;
	unsigned row = first + (second < 94 ? 0 : 1);
	unsigned cell = second < 94 ? second : second - 94;
	size_t pointer = row * 94u + cell;

	if (lead == 0xDA && trail >= 0xA1 && trail <= 0xD3)
		return 0; /* these jamo are in the Hangul area */
	return pointer < PLANE94_COUNT ? text_ksx1001[pointer] : 0;
}

int next_johab(struct span in, size_t pos, uint32_t *cp)
{
	uint8_t lead = in.ptr[pos];
	uint8_t trail;

	if (!in_range(lead, 0x84, 0xD3) && !in_range(lead, 0xD9, 0xDE) &&
		!in_range(lead, 0xE0, 0xF9))
		return -1;
	if (in.len - pos < 2)
		return 0;
	trail = in.ptr[pos + 1];
	if (lead <= 0xD3)
		*cp = in_range(trail, 0x41, 0xFE) && trail != 0x7F
			      ? johab_hangul(lead * 256u + trail)
			      : 0;
	else if (in_range(trail, 0x31, 0x7E) || in_range(trail, 0x91, 0xFE))
		*cp = johab_symbol(lead, trail);
	else
		*cp = 0;
	return *cp != 0 ? 2 : bad_pair(trail);
}

uint16_t cns_character(unsigned plane, unsigned cell)
{
	const uint16_t *run = text_cns_runs;
	unsigned below = CNS_RUN_COUNT;
	unsigned place;

	cell += (plane - 1) * PLANE94_COUNT;
	while (below > 1) {
		unsigned half = below / 2;

		if (run[(size_t)3 * half] <= cell)
			run += (size_t)3 * half;
		below -= half;
	}
	if (cell - run[0] >= run[2])
		return 0;
	place = run[1] + cell - run[0];
	return place < BIG5_COUNT ? text_big5[place] : text_cns_rest[place - BIG5_COUNT];
}

int next_euc_tw(struct span in, size_t pos, uint32_t *cp)
{
	const uint8_t *p = in.ptr + pos;
	size_t left = in.len - pos;

	if (p[0] != 0x8E && !in_range(p[0], 0xA1, 0xFE))
		return -1;
	if (left < 2)
		return 0;
	if (!in_range(p[1], 0xA1, 0xFE))
		return -1;
	if (p[0] != 0x8E) {
		*cp = cns_character(1, (p[0] - 0xA1u) * 94 + p[1] - 0xA1u);
		return *cp != 0 ? 2 : -2;
	}
	if (left < 4)
		return 0;
	if (p[1] > 0xA2 || !in_range(p[2], 0xA1, 0xFE) || !in_range(p[3], 0xA1, 0xFE))
		return -1;
	*cp = cns_character(p[1] - 0xA0u, (p[2] - 0xA1u) * 94 + p[3] - 0xA1u);
	return *cp != 0 ? 4 : -4;
}

int (*next_of(enum text_enc enc))(struct span in, size_t pos, uint32_t *cp)
{
	switch (enc) {
	case TEXT_GB18030:
	case TEXT_GBK:
		return next_gb18030;
	case TEXT_BIG5:
		return next_big5;
	case TEXT_CP950:
		return next_cp950;
	case TEXT_SHIFT_JIS:
		return next_shift_jis;
	case TEXT_EUC_JP:
		return next_euc_jp;
	case TEXT_CP949:
		return next_cp949;
	case TEXT_JOHAB:
		return next_johab;
	case TEXT_EUC_TW:
		return next_euc_tw;
	default:
		return NULL;
	}
}
