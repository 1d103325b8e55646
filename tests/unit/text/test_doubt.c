/* SPDX-License-Identifier: MIT */
/* What stays in doubt: little text, however often it is repeated, and two encodings in a line. */
#include "detect_text.h"

/* Few characters, also where they are UTF-8 by chance. */
static void a_doubt_that_is_repeated_is_no_certainty(void **state)
{
	static const char *const texts[] = {
		"\tset(\xE1);\n",                  /* a letter of Russian, or of windows-1252 */
		"\tset(\xE2\xEA);\n",              /* two of Russian, or Arabic */
		"\tset(\xC3\xBC\xC5\xA9);\n",      /* two of Korean, or Latin ones in UTF-8 */
		"\tset(\xCA\xD2\xCE\xC2);\n",      /* Chinese, or Russian */
		"r: \xE2\nr: \xE1\nr: \xED\xE0\n", /* three such lines in turn */
	};
	static const size_t times[] = {40, 300};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		for (size_t k = 0; k < sizeof(times) / sizeof(times[0]); k++) {
			struct text_guess guess = detect_repeated(texts[i], times[k]);

			assert_int_not_equal(guess.verdict, TEXT_CERTAIN);
			assert_true(guess.certainty < 997); /* more is not warned of */
		}
	}
}

/* Units and names of windows-1252 in lines of others: short words, two letters in a row, and
 * symbols that are half-width katakana in Shift_JIS; beside each what is of that encoding and looks
 * like it. */
static void a_western_word_is_a_doubt_in_each_encoding(void **state)
{
	static const char japanese[] = "// \x83\x74\x83\x40\x83\x43\x83\x8B\x82\xF0\x93\xC7"
				       "\x82\xDD\x8D\x9E\x82\xDE\x8F\x88\x97\x9D\n";
	static const char taiwanese[] = "// \xB0O\xBE\xD0\xC5\xE9\xA4\xA3\xA8\xAC\xA1"
					"A"
					"\xA4w\xA4\xA4\xA4\xEE\xB0\xF5\xA6\xE6\n";
	static const char korean[] = "// \xC6\xC4\xC0\xCF\xC0\xBB \xC0\xD0\xB4\xC2 \xC7\xD4"
				     "\xBC\xF6\xC0\xD4\xB4\xCF\xB4\xD9\n";
	static const struct {
		const char *text;
		enum text_enc enc;
		const char *word;
		bool western;
	} cases[] = {
		{japanese, TEXT_SHIFT_JIS, "B\xF6hm", true},
		{japanese, TEXT_SHIFT_JIS, "r\xF4le", true},
		{japanese, TEXT_SHIFT_JIS, "S\xE3o", true},
		{japanese, TEXT_SHIFT_JIS,
			"Gr\xF6\xDF"
			"e",
			true},
		{japanese, TEXT_SHIFT_JIS,
			"stra\xDF"
			"e",
			true},
		{japanese, TEXT_SHIFT_JIS,
			"e1\xE7"
			"e",
			true},
		{japanese, TEXT_SHIFT_JIS, "kytkent\xE4\xE4", true},
		{japanese, TEXT_SHIFT_JIS, "\xE4\xE4ni", true},
		{japanese, TEXT_SHIFT_JIS, "90\xB0", true},
		{japanese, TEXT_SHIFT_JIS,
			"\xB1"
			"5",
			true},
		{japanese, TEXT_SHIFT_JIS, "10 mm\xB2", true},
		{japanese, TEXT_SHIFT_JIS, "\xA9 1999", true},
		{japanese, TEXT_SHIFT_JIS,
			"03\xB0"
			"1234",
			false},
		{japanese, TEXT_SHIFT_JIS, "\xB1\xC4\xDE\xDA\xBD 90\xB0", false},
		{japanese, TEXT_SHIFT_JIS, "\xB1\xB2\xB3", false},
		{taiwanese, TEXT_BIG5, "B\xF6hm", true},
		{taiwanese, TEXT_BIG5,
			"Pe\xF1"
			"a",
			true},
		{taiwanese, TEXT_BIG5,
			".\xF3"
			"f4",
			true},
		{taiwanese, TEXT_BIG5, "A\xAC\xDD", false},
		{korean, TEXT_CP949,
			"Gr\xF6\xDF"
			"e",
			true},
		{korean, TEXT_CP949, "A\xBF\xA1", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		repeat(&text, cases[i].text, 2);
		text.len--;
		buf_printf(&text, " %s %s", cases[i].word, cases[i].text + 3);
		guess = detect(&text);
		assert_int_equal(guess.enc, cases[i].enc);
		assert_int_equal(guess.verdict == TEXT_AMBIGUOUS, cases[i].western);
		buf_free(&text);
	}
}

/* "Author" and a colon in Big5, where windows-1252 has a mark that begins a sentence. */
static void a_mark_at_a_word_is_no_doubt(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text,
		"\xB0O\xBE\xD0\xC5\xE9\xA4\xA3\xA8\xAC\xA1"
		"A\xA4w\xA4\xA4\xA4\xEE\xB0\xF5\xA6\xE6\n",
		3);
	buf_str(&text, "Author\xA1Jitoc [61.13.111.121]\n");
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_BIG5);
	assert_int_not_equal(guess.verdict, TEXT_AMBIGUOUS);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
	buf_free(&text);
}

/* F9FE is a shade in code page 950; in a text with a character of HKSCS it is a square. */
static void a_shade_is_of_code_page_950(void **state)
{
	static const char line[] =
		"\xF9\xFE\xF9\xFE \xB0O\xBE\xD0\xC5\xE9\xA4\xA3\xA8\xAC\xA4w\xA4\xA4"
		"\xA4\xEE\xB0\xF5\xA6\xE6 \xF9\xFE\xF9\xFE\n";
	static const enum text_enc big5 = TEXT_BIG5;
	static const struct text_hints named[] = {
		{.prefer = TEXT_BIG5}, {.only = &big5, .only_count = 1}};
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text, line, 2);
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_CP950);
	assert_int_equal(guess.cand[0].enc, TEXT_CP950);
	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
		struct err err;

		assert_int_equal(
			text_detect(span_of(text.ptr, text.len), &named[i], &guess, &err), ERR_OK);
		assert_int_equal(guess.enc, TEXT_BIG5);
	}
	buf_str(&text, "\xFA\xDF\xB0O\xBE\xD0\xC5\xE9\xA4\xA3\xA8\xAC\n");
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_BIG5);
	buf_free(&text);
}

/* The first bytes of a character, at the end of a text that was cut there: a lone byte in its line,
 * or after other characters. */
static void a_cut_character_is_no_other_encoding(void **state)
{
	static const struct {
		const char *text;
		const char *cut;
		enum text_enc enc;
	} cases[] = {
		{"// \xE5\x88\x9D\xE5\xA7\x8B\xE5\x8C\x96\nint a;\n", "\xE5\xBE\x88\xE5\xA5",
			TEXT_UTF8},
		{"// \xE5\x88\x9D\xE5\xA7\x8B\xE5\x8C\x96\nint a;\n", "// \xF0\xA0\x80", TEXT_UTF8},
		{"// \xB3\xF5\xCA\xBC\xBB\xAF\xB4\xAE\xBF\xDA\nint a;\n", "\xBA", TEXT_GB18030},
		{"// \xB3\xF5\xCA\xBC\xBB\xAF\xB4\xAE\xBF\xDA\nint a;\n", "// \xBA", TEXT_GB18030},
		{"// \x8F\x89\x8A\xFA\x89\xBB\x8F\x88\x97\x9D\x82\xF0\x8D\x73\x82\xA4\n", "// \x93",
			TEXT_SHIFT_JIS},
		{"// \xC6\xC4\xC0\xCF\xC0\xBB \xC0\xD0\xB4\xC2 \xC7\xD4\xBC\xF6\n", "\xC7",
			TEXT_CP949},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		buf_str(&text, cases[i].text);
		buf_str(&text, cases[i].cut);
		guess = detect(&text);
		assert_int_equal(guess.verdict, TEXT_LIKELY);
		assert_int_equal(guess.enc, cases[i].enc);
		assert_int_equal(guess.cand[0].bad, 1);
		buf_str(&text, "\n"); /* now it is a line, in whatever encoding it may be */
		assert_int_not_equal(detect(&text).verdict, TEXT_LIKELY);
		buf_free(&text);
	}
}

static void add_rule(struct buf *text, uint8_t byte)
{
	buf_str(text, "int before;\n/* ");
	for (unsigned i = 0; i < 60; i++)
		buf_add(text, &byte, 1);
	buf_str(text, " */\n");
}

/* Lines, double lines, blocks and shades of the DOS code pages, and dashes of Mac Roman, are not
 * half-width kana, or two-byte characters, again and again. */
static void a_line_of_one_byte_is_drawn(void **state)
{
	static const struct {
		uint8_t byte;
		enum text_enc enc;
	} rules[] = {{0xC4, TEXT_IBM850}, {0xCD, TEXT_IBM850}, {0xDB, TEXT_IBM850},
		{0xDC, TEXT_IBM850}, {0xB0, TEXT_IBM850}, {0xB1, TEXT_IBM850}, {0xB2, TEXT_IBM850},
		{0xD0, TEXT_MACINTOSH}, {0xD1, TEXT_MACINTOSH}, {0x97, TEXT_WINDOWS_1252}};

	(void)state;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		struct buf text;

		buf_init(&text, 0);
		add_rule(&text, rules[i].byte);
		add_rule(&text, rules[i].byte);
		assert_int_equal(detect(&text).enc, rules[i].enc);
		buf_free(&text);
	}
}

/*
 * A line that is drawn with one byte in a DOS code page, in a text of another encoding, where it is
 * one character again and again: however long, it is not taken for text without a word. Blanks,
 * dashes and words that are repeated in it are.
 */
static void a_line_of_one_byte_is_no_text(void **state)
{
	static const struct {
		enum text_enc enc;
		const char *line;
	} texts[] = {{TEXT_GB18030, "// "
				    "\xC8\xE7\xB9\xFB\xC3\xBB\xD3\xD0\xCA\xD5\xB5\xBD\xCA\xFD\xBE"
				    "\xDD\xBE\xCD\xD6\xD8\xD0\xC2\xB7\xA2\xCB\xCD\n"},
		{TEXT_BIG5, "// "
			    "\xA6p\xAAG\xA8S\xA6\xB3\xA6\xAC\xA8\xEC\xB8\xEA\xAE\xC6\xB4N\xAD\xAB"
			    "\xB7s\xB6\xC7\xB0"
			    "e\n"},
		{TEXT_SHIFT_JIS, "// \x83"
				 "f\x81[\x83^"
				 "\x82\xF0\x8E\xF3\x90M\x82\xB5\x82\xC8\x82\xA2\x8F\xEA\x8D\x87\x82"
				 "\xCD\x8D\xC4\x91\x97\x82\xB7\x82\xE9\n"},
		{TEXT_EUC_JP, "// "
			      "\xA5\xC7\xA1\xBC\xA5\xBF\xA4\xF2\xBC\xF5\xBF\xAE\xA4\xB7\xA4\xCA\xA4"
			      "\xA4\xBE\xEC\xB9\xE7\xA4\xCF\xBA\xC6\xC1\xF7\xA4\xB9\xA4\xEB\n"},
		{TEXT_CP949,
			"// \xB5\xA5\xC0\xCC\xC5\xCD\xB8\xA6 \xB9\xDE\xC1\xF6 "
			"\xB8\xF8\xC7\xCF\xB8\xE9 \xB4\xD9\xBD\xC3 \xBA\xB8\xB3\xBD\xB4\xD9\n"},
		{TEXT_WINDOWS_1251,
			"// \xC5\xF1\xEB\xE8 \xED\xE5\xF2 \xE4\xE0\xED\xED\xFB\xF5, "
			"\xEF\xEE\xE2\xF2\xEE\xF0\xFF\xE5\xEC \xEF\xE5\xF0\xE5\xE4\xE0\xF7\xF3\n"}};
	static const uint8_t rules[] = {0xC4, 0xCD, 0xDB, 0xDC, 0xDF};
	static const size_t lengths[] = {8, 12, 40, 76};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		for (size_t k = 0; k < sizeof(rules) * sizeof(lengths) / sizeof(lengths[0]); k++) {
			struct text_guess guess;
			struct buf text;

			buf_init(&text, 0);
			repeat(&text, texts[i].line, 80);
			buf_str(&text, "//");
			for (size_t n = 0; n < lengths[k / sizeof(rules)]; n++)
				buf_add(&text, &rules[k % sizeof(rules)], 1);
			buf_str(&text, "\n");
			repeat(&text, texts[i].line, 80);
			guess = detect(&text);
			assert_true(guess.verdict == TEXT_MIXED ||
				    guess.verdict == TEXT_AMBIGUOUS || guess.certainty < 997);
			buf_free(&text);
		}
	}
}

static void a_line_of_one_character_is_of_its_text(void **state)
{
	static const struct {
		enum text_enc enc;
		const char *text;
		const char *again;
		size_t times;
		const char *end;
	} lines[] = {
		{TEXT_GB18030,
			"// "
			"\xC8\xE7\xB9\xFB\xC3\xBB\xD3\xD0\xCA\xD5\xB5\xBD\xCA\xFD\xBE\xDD\xBE\xCD"
			"\xD6\xD8\xD0\xC2\xB7\xA2\xCB\xCD\n",
			"\xA1\xA1", 20, "\n"}, /* blanks */
		{TEXT_GB18030,
			"// "
			"\xC8\xE7\xB9\xFB\xC3\xBB\xD3\xD0\xCA\xD5\xB5\xBD\xCA\xFD\xBE\xDD\xBE\xCD"
			"\xD6\xD8\xD0\xC2\xB7\xA2\xCB\xCD\n",
			"\xD0\xD0", 6,
			"\xC3\xBB\xD3\xD0\xCE\xCA\xCC\xE2\xBE\xCD\xD6\xD8\xD0\xC2\xB7\xA2\xCB\xCD"
			"\xCA\xFD\xBE\xDD\n"}, /* "all right, all right" in a line */
		{TEXT_SHIFT_JIS,
			"// \x83"
			"f\x81[\x83^"
			"\x82\xF0\x8E\xF3\x90M\x82\xB5\x82\xC8\x82\xA2\x8F\xEA\x8D\x87\x82\xCD\x8D"
			"\xC4\x91\x97\x82\xB7\x82\xE9\n",
			"\xB0", 40, "\n"}, /* half-width dashes */
		{TEXT_WINDOWS_1251,
			"// \xC5\xF1\xEB\xE8 \xED\xE5\xF2 \xE4\xE0\xED\xED\xFB\xF5, "
			"\xEF\xEE\xE2\xF2\xEE\xF0\xFF\xE5\xEC \xEF\xE5\xF0\xE5\xE4\xE0\xF7\xF3\n",
			"\xB0", 40, "\n"}, /* degrees */
		{TEXT_GB18030,
			"// "
			"\xC8\xE7\xB9\xFB\xC3\xBB\xD3\xD0\xCA\xD5\xB5\xBD\xCA\xFD\xBE\xDD\xBE\xCD"
			"\xD6\xD8\xD0\xC2\xB7\xA2\xCB\xCD\n",
			"\xD0\xD0", 8, "\n"}, /* a word, of a byte that no line is drawn of */
		{TEXT_BIG5,
			"// "
			"\xA6p\xAAG\xA8S\xA6\xB3\xA6\xAC\xA8\xEC\xB8\xEA\xAE\xC6\xB4N\xAD\xAB"
			"\xB7s\xB6\xC7\xB0"
			"e\n",
			"\xA4\xA4", 8, "\n"},
		{TEXT_EUC_JP,
			"// "
			"\xA5\xC7\xA1\xBC\xA5\xBF\xA4\xF2\xBC\xF5\xBF\xAE\xA4\xB7\xA4\xCA\xA4"
			"\xA4\xBE\xEC\xB9\xE7\xA4\xCF\xBA\xC6\xC1\xF7\xA4\xB9\xA4\xEB\n",
			"\xA4\xA4", 8, "\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		repeat(&text, lines[i].text, 80);
		buf_str(&text, "// ");
		repeat(&text, lines[i].again, lines[i].times);
		buf_str(&text, lines[i].end);
		repeat(&text, lines[i].text, 80);
		guess = detect(&text);
		assert_int_equal(guess.enc, lines[i].enc);
		assert_int_equal(guess.verdict, TEXT_CERTAIN);
		buf_free(&text);
	}
}

/* "reads the device", "for the size of the buffer", of which a Cyrillic encoding makes quotes, dots
 * and letters within words of ASCII. */
static void a_line_of_a_dos_code_page_is_no_russian(void **state)
{
	static const char *const lines[] = {"/* lit le p\x82riph\x82rique */\n",
		"// f\x81r die Gr\x94\xE1"
		"e des Puffers\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		repeat(&text,
			"// \xC5\xF1\xEB\xE8 \xED\xE5\xF2 \xE4\xE0\xED\xED\xFB\xF5\n"
			"// \xCF\xEE\xE2\xF2\xEE\xF0\xFF\xE5\xEC "
			"\xEF\xE5\xF0\xE5\xE4\xE0\xF7\xF3\n",
			2);
		buf_str(&text, lines[i]);
		guess = detect(&text);
		assert_true(guess.verdict == TEXT_MIXED || guess.verdict == TEXT_AMBIGUOUS);
		buf_free(&text);
	}
}

static void a_text_with_a_drawn_line_stays_one(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	add_rule(&text, 0x80);
	buf_str(&text, "/* \xE9\xCE\xC9\xC3\xC9\xC1\xCC\xC9\xDA\xC1\xC3\xC9\xD1 "
		       "\xD0\xCF\xD2\xD4\xC1 */\n");
	add_rule(&text, 0x80);
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_KOI8_R);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
	buf_free(&text);
}

/* Signs, which are shades, lines or letters in other encodings. */
static void a_line_of_one_sign_is_of_its_text(void **state)
{
	static const uint8_t signs[] = {0xB0, 0xB1, 0xB2, 0xB3, 0xBA, 0xAA, 0xAB, 0xBB, 0xF7};

	(void)state;
	for (size_t i = 0; i < sizeof(signs); i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		buf_str(&text, "// lee la configuraci\xF3n del archivo\n"
			       "int a\xF1o; /* n\xFAmero de se\xF1"
			       "al */\n");
		add_rule(&text, signs[i]);
		buf_str(&text, "// despu\xE9s de la inicializaci\xF3n tambi\xE9n\n");
		guess = detect(&text);
		assert_int_equal(guess.enc, TEXT_WINDOWS_1252);
		assert_int_not_equal(guess.verdict, TEXT_MIXED);
		buf_free(&text);
	}
}

/* Crosses, which are letters in Macintosh's and Ukrainian encodings. */
static void a_line_of_crosses_is_of_its_text(void **state)
{
	static const uint8_t crosses[] = {0xC5, 0xCE};

	(void)state;
	for (size_t i = 0; i < sizeof(crosses); i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		buf_str(&text, "// Ger\x84t pr\x81"
			       "fen\nint x; /* Gr\x94\xE1"
			       "e f\x81r n\x84"
			       "chste "
			       "\x9A"
			       "bergabe */\n");
		add_rule(&text, crosses[i]);
		buf_str(&text, "// sp\x84ter l\x94schen\n");
		guess = detect(&text);
		assert_int_equal(guess.enc, TEXT_IBM850);
		assert_int_not_equal(guess.verdict, TEXT_MIXED);
		buf_free(&text);
	}
}

/* As Java writes a smiley (CESU-8), which may also be three rare characters of GBK. */
static void surrogates_in_utf8_are_no_other_encoding(void **state)
{
	static const char *const lines[] = {"\xED\xA0\xBD\xED\xB8\x80\n",
		"x\xED\xA0\xBD\xED\xB8\x80y\n",
		"\xE5\xA4\xB1\xE8\xB4\xA5\xED\xA0\xBD\xED\xB8\x80\xE4\xBA\x86\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		repeat(&text, "\xE5\x86\x85\xE5\xAD\x98\xE6\x8E\xA7\xE5\x88\xB6\n", 20);
		buf_str(&text, lines[i]);
		guess = detect(&text);
		assert_int_equal(guess.enc, TEXT_UTF8);
		assert_int_not_equal(guess.verdict, TEXT_MIXED);
		buf_free(&text);
	}
}

/* A rule of GBK, which is a letter of Maltese in code page 949, and a box of that page, whose lines
 * are Greek in GBK, around a word. */
static void a_rule_of_two_bytes_is_no_letter(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	buf_str(&text, "\tprintf(\"");
	repeat(&text, "\xA9\xA4", 25);
	buf_str(&text, "\\n\");\nint f(void);\n");
	assert_int_equal(detect(&text).enc, TEXT_GB18030);
	text.len = 0;
	buf_str(&text, "\xA6\xAE");
	repeat(&text, "\xA6\xAC", 25);
	buf_str(&text, "\xA6\xAF\n\xA6\xAD \xC1\xBE\xB7\xE1 \xA6\xAD\n\xA6\xB1");
	repeat(&text, "\xA6\xAC", 25);
	buf_str(&text, "\xA6\xB0\n");
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_CP949);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
	buf_free(&text);
}

/* Upright lines of a table in English, and of a box around French: letters of Russian and of
 * Ukrainian elsewhere. */
static void columns_are_no_letters(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text,
		" * \xB3 Memory test  \xB3 Setup        \xB3\n * \xB3 Boot device  \xB3 Exit "
		"        \xB3\nint a;\n",
		2);
	assert_int_equal(detect(&text).enc, TEXT_IBM850);
	text.len = 0;
	add_rule(&text, 0xCD);
	buf_str(&text, "\xBA cr\x82\x82         \xBA\n\xBA p\x82riph\x82rique \xBA\n");
	add_rule(&text, 0xCD);
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_IBM850);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
	buf_free(&text);
}

/* In windows-1252 they are degree signs, tolerances and squares in a row. */
static void shades_are_no_degrees(void **state)
{
	static const char *const lines[] = {"disk [\xB0\xB0\xB0\xB0\xB1\xB1] 9%\n",
		"// \xB1\xB1\xB1\xB1\n", "x = \"\xB2\xB2\xB2\xB2\xB2\xB2\xB0\xB0\xB0\";\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		buf_str(&text, "int x;\n");
		buf_str(&text, lines[i]);
		guess = detect(&text);
		assert_true(guess.enc == TEXT_IBM850 || guess.enc == TEXT_IBM866);
		buf_free(&text);
	}
}

static void letters_within_ascii_words_contradict(void **state)
{
	static const char russian[] = "// \xEE\xF8\xE8\xE1\xEA\xE0 \xE7\xE0\xEF\xE8\xF1\xE8\n"
				      "/* \xF7\xF2\xE5\xED\xE8\xE5 \xF4\xE0\xE9\xEB\xE0 */\n"
				      "// \xEF\xF0\xEE\xE2\xE5\xF0\xEA\xE0 \xEF\xEE\xF0\xF2\xE0\n";
	static const struct {
		const char *line;
		bool doubt;
	} cases[] = {
		{"// Ex\x82"
		 "cuter le programme\n",
			true},
		{"// Ticket expir\x82\n", true},
		{"// Datenverzeichnis \x94"
		 "ffnen\n",
			true},
		{"// wait\x85\n", false},
		{"// see \x84"
		 "Foo\x93\n",
			false},
		{"// \x8B"
		 "Foo\x9B\n",
			false},
		{"// \x85"
		 "foo\n",
			false},
		{"// foo \xA6 bar \xA4 5\n", false},
		{"// \xA6\n", false},
		{"// a \x97 b\n", false},
		{"// 85\xB0"
		 "C\n",
			false},
		{"// i. \xF2.\xE5.\n", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		repeat(&text, russian, 2);
		buf_str(&text, cases[i].line);
		guess = detect(&text);
		assert_int_equal(guess.enc, TEXT_WINDOWS_1251);
		assert_int_equal(guess.verdict == TEXT_AMBIGUOUS, cases[i].doubt);
		buf_free(&text);
	}
}

/* What is said over and over in one line is as certain as when it is said once: one Chinese
 * character is also one of other encodings, and so is half of a Russian laugh. */
static void a_line_of_one_word_is_a_doubt(void **state)
{
	static const char chinese[] = "// \xB3\xF5\xCA\xBC\xBB\xAF\xB6\xCB\xBF\xDA\xB5\xC4"
				      "\xCA\xB1\xBA\xF2\xC7\xEB\xD7\xA2\xD2\xE2\n";
	static const char russian[] = "// \xE8\xED\xE8\xF6\xE8\xE0\xEB\xE8\xE7\xE0\xF6\xE8"
				      "\xFF \xEF\xEE\xF0\xF2\xE0\n";
	static const struct {
		enum text_enc enc;
		const char *before;
		const char *unit;
	} texts[] = {
		{TEXT_GB18030, chinese, "\xB9\xFE"},
		{TEXT_GB18030, chinese, "\xD0\xBB"},
		{TEXT_WINDOWS_1251, russian, "\xF5\xE5"},
	};
	static const size_t times[] = {6, 12, 40};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		for (size_t k = 0; k < sizeof(times) / sizeof(times[0]); k++) {
			struct text_guess alone;
			struct buf line;
			struct buf text;

			buf_init(&line, 0);
			buf_str(&line, "// ");
			repeat(&line, texts[i].unit, times[k]);
			buf_str(&line, "\nint x;\n");
			alone = detect(&line);
			assert_true(alone.enc == texts[i].enc || alone.verdict != TEXT_CERTAIN);
			buf_init(&text, 0);
			buf_str(&text, texts[i].before);
			buf_add(&text, line.ptr, line.len);
			assert_int_equal(detect(&text).enc, texts[i].enc);
			buf_free(&line);
			buf_free(&text);
		}
	}
}

/* Words of Chinese whose bytes are letters of UTF-8, as no word has them. */
static void words_of_mixed_letters_are_no_utf8(void **state)
{
	static const char *const lines[] = {
		"msg(\"\xD6\xB0\xD2\xB5\");\n", /* profession: a Hebrew point and a Cyrillic letter
						 */
		"[\xD3\xAA\xD2\xB5]\n",         /* business: letters of two languages of Siberia */
		"a=\xD2\xBB\xD0\xA6\n",         /* a smile: a capital letter after a small one */
		"1,\xC5\xAD\xC4\xBF,2\n",       /* a glare: Esperanto and Catalan */
		"1,\xCE\xB4\xD0\xA3,2\n",       /* not read twice: Greek and Russian */
	};
	static const char *const words[] = {
		"// \xD1\x91\xD0\xB6\n",                 /* a hedgehog */
		"// \xC3\xB3\xC5\x82\n",                 /* half of a Polish word */
		"// \xD2\xAF\xD0\xBB\xD0\xB3\xD1\x96\n", /* a pattern, in Kazakh */
		"// \xCE\xBC\xCE\xB5\n",                 /* with, in Greek */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_true(detect_repeated(lines[i], 1).certainty < 997);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		assert_int_equal(detect_repeated(words[i], 1).enc, TEXT_UTF8);
}

/* Words and units that differ from those only a little. */
static void words_of_few_letters_are_utf8(void **state)
{
	static const struct {
		const char *text;
		bool certain;
	} cases[] = {
		{"5 \xD0\xBA\xD0\x92\xD1\x82\n", true}, /* kW in Russian */
		{"\xD0\xBC\xD0\xA2\xD0\xBB\n", true},   /* mT */
		{"\xD0\xA0\xD0\xBE\xD1\x81\xD0\x90\xD1\x82\xD0\xBE\xD0\xBC\n", true},
		{"k\xC3\xA4ytt\xC3\xA4\xC3\xA4\n", true}, /* uses, in Finnish */
		{"Si\xCC\x81\xC3\xB0uro\xCC\x88\xC3\xB0\n",
			true},                         /* a page of Icelandic, decomposed */
		{"\xD0\xB3\xCC\x81\xD0\xB5\n", false}, /* a Macedonian "gje" */
		{"/\xC3\xB0\xC9\x99/ \xCE\xB8\xC3\xA6\xC5\x8Bk\n", true}, /* phonetics */
		{"\xCA\xBB\xC4\xAAk\xC4\x81lia\n", true},                 /* Italy, in Hawaiian */
		{"\xD3\xA9\xD3\xA9\xD1\x80\n", true},            /* oneself, in Mongolian */
		{"r\xC3\xB3\xC5\xBCnych plik\xC3\xB3w\n", true}, /* of several files, in Polish */
		{"\xD3\xB3\n", false},                           /* a letter of Chuvash */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text_guess guess = detect_repeated(cases[i].text, 1);

		assert_int_equal(guess.enc, TEXT_UTF8);
		if (cases[i].certain)
			assert_int_equal(guess.verdict, TEXT_CERTAIN);
	}
}

/* A word that is valid by chance in another encoding says no more when it is there again and again.
 */
static void a_word_again_and_again_is_no_other_encoding(void **state)
{
	static const char *const lines[] = {
		"\tset(\xD0\xB4);\n", "\tset(\xD0\xBF);\n", "\tset(\xCE\xB1);\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_int_equal(detect_repeated(lines[i], 200).enc, TEXT_UTF8);
}

/* Names in rare characters say nothing of the text after them, however many there are. */
static void a_line_after_many_odd_ones_is_a_doubt(void **state)
{
	static const char usual[] =
		"// \xA6p\xAAG\xA8S\xA6\xB3\xA6\xAC\xA8\xEC\xB8\xEA\xAE\xC6\xB4N\xAD\xAB"
		"\xB7s\xB6\xC7\xB0"
		"e\n";
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text, usual, 6000);
	for (unsigned i = 0; i < 400; i++) {
		buf_str(&text, "// \xB8\xEA\xAE\xC6");
		for (unsigned k = 0; k < 5; k++) {
			uint8_t rare[2] = {(uint8_t)(0xCA + (i + 41 * k) / 90),
				(uint8_t)(0xA1 + (i * (k + 1) + 7 * k) % 90)};

			buf_add(&text, rare, 2);
		}
		buf_str(&text, "\n");
	}
	repeat(&text, usual, 5000);
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_BIG5);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
	buf_str(&text, "// \xC0\xE8\xC6\xC9\xA4\xDF\xA4\xF2\xBC\xE8\xC6\xC0\xA4\xC7\xA4\xAD"
		       "\xA4\xDE\xA4\xBB\xA4\xF3\n"); /* of EUC-JP: "cannot be read ahead" */
	repeat(&text, usual, 1000);
	assert_int_equal(detect(&text).verdict, TEXT_MIXED);
	buf_free(&text);
}

/* The twelve branches of the calendar in Big5, each a pair of symbols on a Macintosh. */
static void a_list_of_pairs_is_a_doubt(void **state)
{
	static const char list[] =
		"static string *sym_dee = ({ \"\xA4l\",\"\xA4\xA1\",\"\xB1G\",\"\xA5"
		"f\",\"\xA8\xB0\",\"\xA4x\","
		"\"\xA4\xC8\",\"\xA5\xBC\",\"\xA5\xD3\",\"\xA8\xBB\",\"\xA6\xA6\","
		"\"\xA5\xE8\" });\n";

	(void)state;
	assert_int_equal(detect_repeated(list, 1).verdict, TEXT_AMBIGUOUS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_of_mixed_letters_are_no_utf8),
		cmocka_unit_test(words_of_few_letters_are_utf8),
		cmocka_unit_test(a_list_of_pairs_is_a_doubt),
		cmocka_unit_test(a_line_after_many_odd_ones_is_a_doubt),
		cmocka_unit_test(a_word_again_and_again_is_no_other_encoding),
		cmocka_unit_test(a_doubt_that_is_repeated_is_no_certainty),
		cmocka_unit_test(letters_within_ascii_words_contradict),
		cmocka_unit_test(shades_are_no_degrees),
		cmocka_unit_test(a_line_of_one_word_is_a_doubt),
		cmocka_unit_test(a_western_word_is_a_doubt_in_each_encoding),
		cmocka_unit_test(a_mark_at_a_word_is_no_doubt),
		cmocka_unit_test(a_shade_is_of_code_page_950),
		cmocka_unit_test(a_cut_character_is_no_other_encoding),
		cmocka_unit_test(a_line_of_one_byte_is_drawn),
		cmocka_unit_test(a_line_of_one_byte_is_no_text),
		cmocka_unit_test(a_line_of_one_character_is_of_its_text),
		cmocka_unit_test(a_line_of_a_dos_code_page_is_no_russian),
		cmocka_unit_test(a_text_with_a_drawn_line_stays_one),
		cmocka_unit_test(a_line_of_one_sign_is_of_its_text),
		cmocka_unit_test(a_line_of_crosses_is_of_its_text),
		cmocka_unit_test(surrogates_in_utf8_are_no_other_encoding),
		cmocka_unit_test(a_rule_of_two_bytes_is_no_letter),
		cmocka_unit_test(columns_are_no_letters),
	};

	return cmocka_run_group_tests_name("text_doubt", tests, NULL, NULL);
}
