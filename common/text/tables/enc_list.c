/* SPDX-License-Identifier: MIT */
/* Names and labels: the IANA character-set registry, the WHATWG Encoding Standard (section 4.2)
 * and the code page numbers of Windows. */
#include <string.h>

#include "biosbelt/text.h"
#include "text_private.h"

#define ASCII  1u /* text_enc_ascii */
#define UNIT16 4u
#define UNIT32 8u

struct enc_info {
	const char *name;
	unsigned flags;
	const char *labels; /* separated by blanks */
};

static const struct enc_info encodings[TEXT_ENC_COUNT] = {
	[TEXT_NONE] = {"binary", 0, ""},
	[TEXT_ASCII] = {"US-ASCII", ASCII, "ascii iso646us ansi_x3.4-1968 cp367 20127"},
	[TEXT_UTF8] = {"UTF-8", ASCII, "utf8 cp65001 65001 utf-8-sig unicode-1-1-utf-8"},
	[TEXT_UTF16LE] = {"UTF-16LE", UNIT16,
		"utf-16 utf16 unicode ucs-2 cp1200 1200 iso-10646-ucs-2"},
	[TEXT_UTF16BE] = {"UTF-16BE", UNIT16, "unicodefffe cp1201 1201"},
	[TEXT_UTF32LE] = {"UTF-32LE", UNIT32, "utf-32 utf32 ucs-4 cp12000 12000"},
	[TEXT_UTF32BE] = {"UTF-32BE", UNIT32, "cp12001 12001"},
	[TEXT_GB18030] = {"GB18030", ASCII, "gb18030-2022 gb18030-2005 cp54936 54936"},
	[TEXT_GBK] = {"GBK", ASCII,
		"gb2312 gb_2312-80 cp936 936 windows-936 ms936 euc-cn chinese csgb2312 x-gbk"},
	[TEXT_BIG5] = {"Big5", ASCII, "big5-hkscs csbig5 cn-big5 x-x-big5"},
	[TEXT_CP950] = {"CP950", ASCII, "950 windows-950 ms950 x-windows-950"},
	[TEXT_SHIFT_JIS] = {"Shift_JIS", ASCII,
		"windows-31j cp932 932 windows-932 sjis ms932 ms_kanji x-sjis csshiftjis"},
	[TEXT_EUC_JP] = {"EUC-JP", ASCII,
		"eucjp ujis cp51932 51932 x-euc-jp eucjp-ms cp20932 20932"},
	[TEXT_ISO_2022_JP] = {"ISO-2022-JP", 0, "jis csiso2022jp cp50220 50220 cp50221 50221"},
	[TEXT_CP949] = {"CP949", ASCII,
		"euc-kr euckr uhc 949 windows-949 ks_c_5601-1987 ksc5601 korean cp51949 51949 "
		"ms949"},
	[TEXT_JOHAB] = {"Johab", ASCII, "cp1361 1361 ms1361"},
	[TEXT_ISO_2022_KR] = {"ISO-2022-KR", 0, "csiso2022kr cp50225 50225"},
	[TEXT_HZ] = {"HZ-GB-2312", 0, "hz hzgb cp52936 52936"},
	[TEXT_EUC_TW] = {"EUC-TW", ASCII, "cp51950 51950 cns11643"},
	[TEXT_WINDOWS_874] = {"windows-874", ASCII, "cp874 874 ibm874 x-windows-874"},
	[TEXT_WINDOWS_1250] = {"windows-1250", ASCII, "cp1250 1250 x-cp1250"},
	[TEXT_WINDOWS_1251] = {"windows-1251", ASCII, "cp1251 1251 x-cp1251"},
	[TEXT_WINDOWS_1252] = {"windows-1252", ASCII, "cp1252 1252 x-cp1252 ansi"},
	[TEXT_WINDOWS_1253] = {"windows-1253", ASCII, "cp1253 1253 x-cp1253"},
	[TEXT_WINDOWS_1254] = {"windows-1254", ASCII, "cp1254 1254 x-cp1254"},
	[TEXT_WINDOWS_1255] = {"windows-1255", ASCII, "cp1255 1255 x-cp1255"},
	[TEXT_WINDOWS_1256] = {"windows-1256", ASCII, "cp1256 1256 x-cp1256"},
	[TEXT_WINDOWS_1257] = {"windows-1257", ASCII, "cp1257 1257 x-cp1257"},
	[TEXT_WINDOWS_1258] = {"windows-1258", ASCII, "cp1258 1258 x-cp1258"},
	[TEXT_ISO_8859_1] = {"ISO-8859-1", ASCII, "latin1 l1 cp819 ibm819 28591 iso_8859-1:1987"},
	[TEXT_ISO_8859_2] = {"ISO-8859-2", ASCII, "latin2 l2 28592 iso_8859-2:1987"},
	[TEXT_ISO_8859_3] = {"ISO-8859-3", ASCII, "latin3 l3 28593 iso_8859-3:1988"},
	[TEXT_ISO_8859_4] = {"ISO-8859-4", ASCII, "latin4 l4 28594 iso_8859-4:1988"},
	[TEXT_ISO_8859_5] = {"ISO-8859-5", ASCII, "cyrillic 28595 iso_8859-5:1988"},
	[TEXT_ISO_8859_6] = {"ISO-8859-6", ASCII, "arabic asmo-708 28596 iso_8859-6:1987"},
	[TEXT_ISO_8859_7] = {"ISO-8859-7", ASCII, "greek greek8 28597 iso_8859-7:1987"},
	[TEXT_ISO_8859_8] = {"ISO-8859-8", ASCII,
		"hebrew iso-8859-8-i 28598 38598 iso_8859-8:1988"},
	[TEXT_ISO_8859_9] = {"ISO-8859-9", ASCII, "latin5 l5 28599 iso_8859-9:1989"},
	[TEXT_ISO_8859_10] = {"ISO-8859-10", ASCII, "latin6 l6 28600"},
	[TEXT_ISO_8859_11] = {"ISO-8859-11", ASCII, "tis-620 tis620 28601"},
	[TEXT_ISO_8859_13] = {"ISO-8859-13", ASCII, "latin7 l7 28603"},
	[TEXT_ISO_8859_14] = {"ISO-8859-14", ASCII, "latin8 l8 28604"},
	[TEXT_ISO_8859_15] = {"ISO-8859-15", ASCII, "latin9 l9 28605"},
	[TEXT_ISO_8859_16] = {"ISO-8859-16", ASCII, "latin10 l10 28606"},
	[TEXT_KOI8_R] = {"KOI8-R", ASCII, "koi koi8 cskoi8r cp20866 20866"},
	[TEXT_KOI8_U] = {"KOI8-U", ASCII, "koi8-ru cp21866 21866"},
	[TEXT_IBM437] = {"IBM437", ASCII, "cp437 437 oem437"},
	[TEXT_IBM737] = {"IBM737", ASCII, "cp737 737"},
	[TEXT_IBM775] = {"IBM775", ASCII, "cp775 775"},
	[TEXT_IBM850] = {"IBM850", ASCII, "cp850 850"},
	[TEXT_IBM852] = {"IBM852", ASCII, "cp852 852"},
	[TEXT_IBM855] = {"IBM855", ASCII, "cp855 855"},
	[TEXT_IBM857] = {"IBM857", ASCII, "cp857 857"},
	[TEXT_IBM858] = {"IBM858", ASCII, "cp858 858 ibm00858"},
	[TEXT_IBM860] = {"IBM860", ASCII, "cp860 860"},
	[TEXT_IBM861] = {"IBM861", ASCII, "cp861 861"},
	[TEXT_IBM862] = {"IBM862", ASCII, "cp862 862"},
	[TEXT_IBM863] = {"IBM863", ASCII, "cp863 863"},
	[TEXT_IBM865] = {"IBM865", ASCII, "cp865 865"},
	[TEXT_IBM866] = {"IBM866", ASCII, "cp866 866 dos-cyrillic"},
	[TEXT_IBM869] = {"IBM869", ASCII, "cp869 869"},
	[TEXT_MACINTOSH] = {"macintosh", ASCII, "macroman mac x-mac-roman cp10000 10000"},
	[TEXT_MAC_CYRILLIC] = {"x-mac-cyrillic", ASCII,
		"maccyrillic x-mac-ukrainian cp10007 10007"},
	[TEXT_MAC_CENTRAL_EUROPE] = {"x-mac-ce", ASCII,
		"maccentraleurope macce x-mac-centraleurroman cp10029 10029"},
	[TEXT_IBM1125] = {"IBM1125", ASCII, "cp1125 1125 cp866u ruscii"},
};

const char *text_enc_name(enum text_enc enc)
{
	return encodings[enc < TEXT_ENC_COUNT ? enc : TEXT_NONE].name;
}

bool text_enc_ascii(enum text_enc enc)
{
	return (encodings[enc].flags & ASCII) != 0;
}

unsigned text_enc_unit(enum text_enc enc)
{
	if ((encodings[enc].flags & UNIT32) != 0)
		return 4;
	return (encodings[enc].flags & UNIT16) != 0 ? 2 : 1;
}

static int fold(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool is_filler(char c)
{
	return c == '-' || c == '_' || c == ' ' || c == '\t';
}

/* Without fillers and capital letters; the longest of our labels is shorter. */
#define FOLDED_MOST 32

static size_t fold_label(const char *label, size_t len, char folded[FOLDED_MOST])
{
	size_t count = 0;

	for (size_t i = 0; i < len; i++) {
		if (is_filler(label[i]))
			continue;
		if (count == FOLDED_MOST)
			return 0;
		folded[count++] = (char)fold(label[i]);
	}
	return count;
}

/* Whether a word of the list, whose words end with a blank, is the label. Nearly all differ in the
 * first letter. */
static bool lists_label(const char *list, const char *label, size_t len)
{
	for (;; list++) {
		size_t matched = 0;

		while (matched < len && *list != '\0' && fold(*list) == label[matched]) {
			matched++;
			do
				list++;
			while (*list != ' ' && is_filler(*list));
		}
		if (matched == len && (*list == ' ' || *list == '\0'))
			return true;
		while (*list != ' ' && *list != '\0')
			list++;
		if (*list == '\0')
			return false;
	}
}

/* A bit for each label, by a hash of it: most words after "encoding" are no label. */
#define KNOWN_BITS 4096

struct known {
	uint8_t bits[KNOWN_BITS / 8];
};

static uint32_t label_hash(const char *folded, size_t count)
{
	uint32_t h = 0;

	for (size_t i = 0; i < count; i++)
		h = (h ^ (uint8_t)folded[i]) * 0x9E3779B1u;
	return (h ^ h >> 15) % KNOWN_BITS;
}

static void know(struct known *k, const char *list)
{
	while (*list != '\0') {
		char folded[FOLDED_MOST] = {0};
		size_t len = strcspn(list, " ");
		uint32_t h = label_hash(folded, fold_label(list, len, folded));

		k->bits[h / 8] |= (uint8_t)(1u << h % 8);
		list += len + (list[len] == ' ');
	}
}

static struct known *known_make(void)
{
	struct known *k = calloc(1, sizeof(*k));

	for (size_t enc = TEXT_ASCII; k != NULL && enc < TEXT_ENC_COUNT; enc++) {
		know(k, encodings[enc].name);
		know(k, encodings[enc].labels);
	}
	return k;
}

/* False only of what is no label. */
static bool may_be_label(const char *folded, size_t count)
{
	static _Atomic(void *) ready;
	const struct known *k = atomic_load_explicit(&ready, memory_order_acquire);
	uint32_t h = label_hash(folded, count);

	k = k != NULL ? k : text_keep(&ready, known_make());
	return k == NULL || (k->bits[h / 8] >> h % 8 & 1) != 0;
}

enum text_enc text_enc_find(const char *label, size_t len)
{
	char folded[FOLDED_MOST];
	size_t count = fold_label(label, len, folded);

	if (count != 0 && !may_be_label(folded, count))
		return TEXT_NONE;
	for (size_t enc = TEXT_ASCII; count != 0 && enc < TEXT_ENC_COUNT; enc++) {
		if (lists_label(encodings[enc].name, folded, count) ||
			lists_label(encodings[enc].labels, folded, count))
			return (enum text_enc)enc;
	}
	return TEXT_NONE;
}

const char *text_enc_labels(enum text_enc enc)
{
	return encodings[enc].labels;
}

struct span text_enc_bom(enum text_enc enc)
{
	switch (enc) {
	case TEXT_UTF8:
		return span_of("\xEF\xBB\xBF", 3);
	case TEXT_UTF16LE:
		return span_of("\xFF\xFE", 2);
	case TEXT_UTF16BE:
		return span_of("\xFE\xFF", 2);
	case TEXT_UTF32LE:
		return span_of("\xFF\xFE\0\0", 4);
	case TEXT_UTF32BE:
		return span_of("\0\0\xFE\xFF", 4);
	case TEXT_GB18030:
		return span_of("\x84\x31\x95\x33", 4);
	default:
		return span_of("", 0);
	}
}

/* Does one of the marks begin with this byte? */
static bool begins_mark(uint8_t byte)
{
	return byte == 0xEF || byte >= 0xFE || byte == 0 || byte == 0x84;
}

enum text_enc text_find_bom(struct span in, size_t *len)
{
	/* UTF-32LE first: its mark begins with that of UTF-16LE. */
	static const enum text_enc order[] = {
		TEXT_UTF32LE, TEXT_UTF32BE, TEXT_UTF8, TEXT_UTF16LE, TEXT_UTF16BE, TEXT_GB18030};

	*len = 0;
	if (in.len == 0 || !begins_mark(in.ptr[0]))
		return TEXT_NONE;
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		struct span bom = text_enc_bom(order[i]);

		if (!span_starts(in, bom.ptr, bom.len))
			continue;
		/* UTF-16LE text may begin with a mark and U+0000; whole units of 4 decide. */
		if (order[i] == TEXT_UTF32LE && in.len % 4 != 0 && in.len % 2 == 0)
			continue;
		*len = bom.len;
		return order[i];
	}
	return TEXT_NONE;
}
