/* SPDX-License-Identifier: MIT */
/* What the detector promises; texts are built here with the encoders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/text.h"
#include "test.h"

static const char chinese[] =
	"/* \xE4\xBF\xAE\xE6\x94\xB9\xE4\xBA\x86\xE4\xB8\xB2\xE5\x8F\xA3\xE9\xA9\xB1\xE5\x8A\xA8"
	"\xE7\x9A\x84\xE6\xB3\xA8\xE9\x87\x8A */\nint a;\n";
static const char japanese[] =
	"// \xE3\x83\x95\xE3\x82\xA1\xE3\x82\xA4\xE3\x83\xAB\xE3\x82\x92\xE9\x96\x8B\xE3\x81\x8D"
	"\xE3\x81\xBE\xE3\x81\x99\nint a;\n";
static const char russian[] = "; \xD1\x87\xD1\x82\xD0\xB5\xD0\xBD\xD0\xB8\xD0\xB5 "
			      "\xD1\x84\xD0\xB0\xD0\xB9\xD0\xBB\xD0\xB0"
			      " \xD1\x81 \xD0\xB4\xD0\xB8\xD1\x81\xD0\xBA\xD0\xB0\nmov eax, 1\n";

static struct text_guess detect_as(enum text_enc enc, const char *utf8)
{
	struct text_guess guess;
	struct buf bytes;
	struct err err;
	uint64_t replaced;

	buf_init(&bytes, 0);
	assert_int_equal(
		text_from_utf8(enc, span_of(utf8, strlen(utf8)), false, &bytes, &replaced, &err),
		ERR_OK);
	assert_int_equal(text_detect(span_of(bytes.ptr, bytes.len), NULL, &guess, &err), ERR_OK);
	buf_free(&bytes);
	return guess;
}

static void one_comment_is_enough(void **state)
{
	static const struct {
		enum text_enc enc;
		const char *text;
	} list[] = {{TEXT_GB18030, chinese}, {TEXT_SHIFT_JIS, japanese}, {TEXT_EUC_JP, japanese},
		{TEXT_ISO_2022_JP, japanese}, {TEXT_WINDOWS_1251, russian}, {TEXT_KOI8_R, russian},
		{TEXT_IBM866, russian}, {TEXT_UTF8, chinese}, {TEXT_UTF16LE, chinese},
		{TEXT_UTF16BE, japanese}, {TEXT_UTF32LE, russian}, {TEXT_UTF32BE, chinese}};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct text_guess guess = detect_as(list[i].enc, list[i].text);

		if (guess.enc != list[i].enc)
			fail_msg("%s taken for %s", text_enc_name(list[i].enc),
				text_enc_name(guess.enc));
	}
}

static struct text_guess detect(const char *bytes, size_t len, const struct text_hints *hints)
{
	struct text_guess guess;
	struct err err;

	assert_int_equal(text_detect(span_of(bytes, len), hints, &guess, &err), ERR_OK);
	return guess;
}

static void structure_decides_first(void **state)
{
	(void)state;
	assert_int_equal(detect("", 0, NULL).verdict, TEXT_EMPTY);
	assert_int_equal(detect("plain\n", 6, NULL).enc, TEXT_ASCII);
	assert_int_equal(detect("\xEF\xBB\xBFx", 4, NULL).enc, TEXT_UTF8);
	assert_true(detect("\xEF\xBB\xBFx", 4, NULL).bom);
	assert_int_equal(detect("\xFF\xFE\0\0x\0\0\0", 8, NULL).enc, TEXT_UTF32LE);
	assert_int_equal(detect("\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16, NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect("\xC3\xA9\n", 3, NULL).enc, TEXT_UTF8);
}

static void few_numbers_are_no_utf16(void **state)
{
	static const char rare[] = "s\0e\0t\0_\0n\0a\0m\0e\0(\0\"\0\x9A\x80\x5C\x51\"\0,\0 \0\"\0"
				   "c\0o\0v\0e\0r\0\"\0)\0;\0\n\0";
	struct text_guess guess = detect("x\0y\1\2\3\xFF\xFE", 8, NULL);

	(void)state;
	assert_int_equal(guess.verdict, TEXT_BINARY);
	/* Four characters that no text has together, and one that is too few to be sure. */
	assert_int_not_equal(detect("x\0y\1\2\3\x41\5", 8, NULL).verdict, TEXT_CERTAIN);
	guess = detect("a\0", 2, NULL);
	assert_int_equal(guess.verdict, TEXT_BINARY);
	assert_int_equal(guess.reason, TEXT_REASON_WIDE);
	guess = detect("i\0n\0t\0 \0x\0 \0=\0 \0o\0n\0e\0\r\0\n\0", 26, NULL);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
	assert_int_equal(guess.enc, TEXT_UTF16LE);
	guess = detect("\0i\0n\0t\0 \0x\0 \0=\0 \0o\0n\0e\0\r\0\n", 26, NULL);
	assert_int_equal(guess.enc, TEXT_UTF16BE);
	/* A word of two rare characters is in a text as well. */
	guess = detect(rare, sizeof(rare) - 1, NULL);
	assert_int_equal(guess.enc, TEXT_UTF16LE);
}

/* Lone letters between English words cost little in a text of their script, but no less than
 * nothing. */
static void lone_letters_among_english_words_are_cheap_only(void **state)
{
	static const char words[] = "\xEF\xF0\xE8\xE2\xE5\xF2 \xEC\xE8\xF0";
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	buf_str(&text, "// ");
	buf_str(&text, words);
	for (unsigned i = 0; i < 20; i++)
		buf_str(&text, " and \xE8 for");
	for (unsigned i = 0; i < 3; i++) {
		buf_str(&text, "\n");
		buf_str(&text, words);
	}
	buf_str(&text, "\n");
	guess = detect((const char *)text.ptr, text.len, NULL);
	assert_int_equal(guess.enc, TEXT_WINDOWS_1251);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
	buf_free(&text);
}

static void hints_move_a_close_decision_only(void **state)
{
	struct text_hints polish = {.prefer = TEXT_WINDOWS_1250};
	const char *cafe = "// caf\xE9\n";
	const char *valid = "\xE4\xBF\xAE\n";

	(void)state;
	assert_int_equal(detect(cafe, 8, NULL).enc, TEXT_WINDOWS_1252);
	assert_int_equal(detect(cafe, 8, &polish).enc, TEXT_WINDOWS_1250);
	assert_int_equal(detect(valid, 4, &polish).enc, TEXT_UTF8);
}

static void mixed_lines_are_told(void **state)
{
	static const char mixed[] = "// \xD6\xD0\xCE\xC4\xD7\xA2\xCA\xCD\xD0\xDE\xB8\xC4\n"
				    "// \xE4\xB8\xAD\xE6\x96\x87\xE6\xB3\xA8\xE9\x87\x8A\n";
	struct text_guess guess = detect(mixed, sizeof(mixed) - 1, NULL);

	(void)state;
	assert_int_equal(guess.verdict, TEXT_MIXED);
	assert_int_equal(guess.mixed, 2);
	assert_true(guess.cand[0].enc == TEXT_UTF8 || guess.cand[1].enc == TEXT_UTF8);
	assert_true(guess.cand[0].enc == TEXT_GB18030 || guess.cand[1].enc == TEXT_GB18030);
}

/* Full-width quotes around ASCII words are umlauts between letters in code page 850. */
static void quotes_are_beside_words(void **state)
{
	static const char text[] =
		"// \x90\xDD\x92\xE8\x83t\x83@\x83"
		"C\x83\x8B\x82\xCC\x8C`\x8E\xAE\x82\xC5\x95\\\x8E\xA6\n"
		"	pline(\"\x90\x94\x92l\x82\xC6\x82\xB5\x82\xC4\x94"
		"F\x8E\xAF\x82\xC5\x82\xAB\x82\xDC\x82\xB9\x82\xF1\");\n"
		"	// Wait for \x81gENTER\x81h/\x81hSPACE\x81h/\x81hESC\x81h on exit.\n"
		"// Just a \x81"
		"ecomment\x81"
		"f, skip it.\n"
		"// Set \x81gConEmuResult\x81h on exit.\n"
		"// \x8E\x9F\x82\xCC\x8Ds\x82\xF0\x93\xC7\x82\xDE\n";
	struct text_guess guess = detect(text, sizeof(text) - 1, NULL);

	(void)state;
	assert_int_equal(guess.enc, TEXT_SHIFT_JIS);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
	assert_in_range(guess.certainty, 900, 1000);
}

/* A line in windows-1252 within text in a multi-byte encoding is read as such, also where its marks
 * are before a bar or a backslash. */
static void marks_of_tables_and_strings_are_western(void **state)
{
	static const char gbk[] = "// "
				  "\xC9\xE8\xD6\xC3\xCE\xC4\xBC\xFE\xB5\xC4\xB8\xF1\xCA\xBD\xA3\xAC"
				  "\xCF\xD4\xCA\xBE\xC8\xAB\xB2\xBF\xB8\xDF\xC1\xC1\n// "
				  "\xD1\xA1\xCF\xEE\xB5\xC4\xD6\xB5\xD2\xD1\xBE\xAD\xB7\xAD\xD2\xEB"
				  "\n// \xC8\xB7\xC8\xCF\xB7\xA2\xCB\xCD\xB5\xC4\xB1\xE0\xBA\xC5\n";
	static const char big5[] = "// \xB3]\xA9w\xC0\xC9\xAA\xBA\xAE\xE6\xA6\xA1\xA1"
				   "A\xC5\xE3\xA5\xDC\xA5\xFE\xB3\xA1\n\tpline("
				   "\"\xB5L\xAAk\xC3\xD1\xA7O\xAC\xB0\xBC\xC6\xAD\xC8\");\n// "
				   "\xBF\xEF\xB6\xB5\xAA\xBA\xAD\xC8\xA4w\xB8g\xC2\xBD\xC4\xB6\n// "
				   "\xC5\xAA\xA8\xFA\xA4U\xA4@\xA6\xE6\n";
	static const char shift_jis[] =
		"// \x90\xDD\x92\xE8\x83t\x83@\x83"
		"C\x83\x8B\x82\xCC\x8C`\x8E\xAE\x82\xC5\x91S\x82\xC4\x82\xCC\x83n\x83"
		"C\x83\x89\x83"
		"C\x83g\x82\xF0\x95\\\x8E\xA6\n// "
		"\x83I\x83v\x83V\x83\x87\x83\x93\x82\xCC\x92l\x82\xCD\x96|"
		"\x96\xF3\x82\xB3\x82\xEA\x82\xC4\x82\xA2\x82\xE9\n// "
		"\x8E\x9F\x82\xCC\x8Ds\x82\xF0\x93\xC7\x82\xDE\n";
	static const struct {
		enum text_enc enc;
		const char *text;
		const char *line;
	} list[] = {
		{TEXT_GB18030, gbk, "Intel\x99\\n\n"},
		{TEXT_BIG5, big5, "Intel\x99\\n\n"},
		{TEXT_SHIFT_JIS, shift_jis, "| the users\x92|\n"},
		{TEXT_SHIFT_JIS, shift_jis, "\tputs(\"it\x92s the user\x92s\x94\\n\");\n"},
		{TEXT_GB18030, gbk,
			"// Gr\xF6\xDF"
			"e\x99|Wert f\xFCr T\xFCr\n"},
		{TEXT_BIG5, big5,
			"// Gr\xF6\xDF"
			"e\x99|Wert f\xFCr T\xFCr\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct text_guess guess;
		char text[512];
		int len = snprintf(
			text, sizeof(text), "%s%s%s", list[i].text, list[i].line, list[i].text);

		guess = detect(text, (size_t)len, NULL);
		assert_int_equal(guess.verdict, TEXT_MIXED);
		assert_in_range(guess.certainty, 750, 1000);
		assert_int_equal(guess.mixed, 2);
		assert_int_equal(guess.cand[0].enc, list[i].enc);
		assert_int_equal(guess.cand[1].enc, TEXT_WINDOWS_1252);
	}
}

/* A mark before a word is a bracket in Big5; without its counterpart in the line it is in doubt. */
static void a_half_of_a_pair_is_in_doubt(void **state)
{
	static const char big5[] = "// \xB3]\xA9w\xC0\xC9\xAA\xBA\xAE\xE6\xA6\xA1\xA1"
				   "A\xC5\xE3\xA5\xDC\xA5\xFE\xB3\xA1\n\tpline("
				   "\"\xB5L\xAAk\xC3\xD1\xA7O\xAC\xB0\xBC\xC6\xAD\xC8\");\n// "
				   "\xBF\xEF\xB6\xB5\xAA\xBA\xAD\xC8\xA4w\xB8g\xC2\xBD\xC4\xB6\n// "
				   "\xC5\xAA\xA8\xFA\xA4U\xA4@\xA6\xE6\n";
	static const char *const list[] = {
		"\xA1Hola, amigo!\n", "\xA1Oh no!\n", "// \xA1Gracias! \xA1Hasta luego!\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		char text[512];
		int len = snprintf(text, sizeof(text), "%s%s%s", big5, list[i], big5);

		assert_int_equal(detect(text, (size_t)len, NULL).verdict, TEXT_AMBIGUOUS);
	}
}

/* In windows-1252. */
#define GERMAN_LINES                                                                               \
	"// Schl\xFCssel f\xFCr die Pr\xFC"                                                        \
	"fung der Gr\xF6\xDF"                                                                      \
	"e \xF6"                                                                                   \
	"ffnen\n// Die \xDC"                                                                       \
	"bertragung l\xE4uft \xFC"                                                                 \
	"ber die \xE4u\xDF"                                                                        \
	"ere Br\xFC"                                                                               \
	"cke\n// Z\xE4hler f\xFCr ung\xFCltige Eintr\xE4ge zur\xFC"                                \
	"cksetzen\n// Ger\xE4t wird nach dem Ausl\xF6sen \xFC"                                     \
	"berpr\xFC"                                                                                \
	"ft\n// Die L\xE4nge der K\xF6pfe ist gr\xF6\xDF"                                          \
	"er als m\xF6glich\n// Best\xE4tigung f\xFCr das \xD6"                                     \
	"ffnen der T\xFCr fehlt\n// W\xE4hlt die n\xE4"                                            \
	"chste Fl\xE4"                                                                             \
	"che aus\n// F\xE4hrt zur\xFC"                                                             \
	"ck, wenn die H\xF6he \xFC"                                                                \
	"berschritten ist\n"

/* Lines in another language of the same encoding. */
static void two_languages_keep_their_encoding(void **state)
{
	static const struct {
		enum text_enc enc[2]; /* which read it the same */
		const char *text;
	} list[] = {
		{{TEXT_WINDOWS_1250, TEXT_WINDOWS_1250},
			"// P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl \xEF\xE1"
			"belsk\xE9 \xF3"
			"dy\n// Na\xE8te v\x9A"
			"echny \xF8\xE1"
			"dky ze souboru\n// N\xECkter\xE9 polo\x9Eky nejsou dostupn\xE9\n// Chyba "
			"p\xF8i \xE8ten\xED pam\xECti\n// P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD "
			"k\xF9\xF2 \xFAp\xECl \xEF\xE1"
			"belsk\xE9 \xF3"
			"dy 4\n// Na\xE8te v\x9A"
			"echny \xF8\xE1"
			"dky ze souboru 5\n// N\xECkter\xE9 polo\x9Eky nejsou dostupn\xE9 6\n// "
			"Chyba p\xF8i \xE8ten\xED pam\xECti 7\n// Warto\x9C\xE6 p\xEAtli jest "
			"wi\xEAksza ni\xBF \xBF\xB9"
			"dana\n"},
		{{TEXT_WINDOWS_1252, TEXT_ISO_8859_1}, GERMAN_LINES
			"// N\xE3o h\xE1 configura\xE7\xE3o de op\xE7\xF5"
			"es\n// A fun\xE7\xE3o retorna a posi\xE7\xE3o da se\xE7\xE3o\n"},
		{{TEXT_WINDOWS_1252, TEXT_ISO_8859_1},
			GERMAN_LINES "// \xDE"
				     "a\xF0 er ekki h\xE6gt a\xF0 opna skr\xE1na\n// \xDE"
				     "essi a\xF0ger\xF0 \xFE"
				     "arf a\xF0gang\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct text_guess guess = detect(list[i].text, strlen(list[i].text), NULL);

		assert_int_not_equal(guess.verdict, TEXT_AMBIGUOUS);
		for (unsigned k = 0; k < (guess.verdict == TEXT_MIXED ? guess.mixed : 1); k++)
			assert_true(guess.cand[k].enc == list[i].enc[0] ||
				    guess.cand[k].enc == list[i].enc[1]);
	}
}

/* UTF-8 and GBK in one line: neither is right for all of it. */
static void a_line_of_two_encodings_is_in_doubt(void **state)
{
	static const char line[] =
		"// \xE4\xB8\xAD\xE6\x96\x87\xE6\xB3\xA8\xE9\x87\x8A "
		"\xD5\xE2\xCA\xC7\xD2\xBB\xB8\xF6\xB9\xFA\xB1\xEA\xD7\xA2\xCA\xCD\n";

	char moved[sizeof(line) + 32];

	(void)state;
	assert_int_equal(detect(line, sizeof(line) - 1, NULL).verdict, TEXT_AMBIGUOUS);
	for (size_t by = 0; by < 32; by++) { /* wherever it stands */
		memset(moved, 'x', by);
		memcpy(moved + by, line, sizeof(line) - 1);
		assert_int_equal(
			detect(moved, by + sizeof(line) - 1, NULL).verdict, TEXT_AMBIGUOUS);
	}
}

/* Few characters could be something else, but refused or converted would be worse. */
static void valid_utf8_stays_utf8(void **state)
{
	static const char *const list[] = {"/* +3.3V with \xC2\xB1"
					   "4% tolerance */\n",
		"a width of 1.5 \xC3\x97 Tmclk,\n", "repeat('\xC3\xA1', 3)\n",
		"M420 has \xC2\xBD horizontal subsampling\n", "// split \xCF\x80 into 4\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct text_guess guess = detect(list[i], strlen(list[i]), NULL);

		assert_int_equal(guess.enc, TEXT_UTF8);
		assert_true(guess.verdict == TEXT_CERTAIN || guess.verdict == TEXT_LIKELY);
	}
}

/* GBK whose two bytes have the form of UTF-8: never taken for that without a word. */
static void one_hanzi_is_not_certainly_utf8(void **state)
{
	static const char *const list[] = {
		"Name\xDD\x92=535\n", "#define N \"\xD8\x81\" 181\n", "Name\xC4\x88=232\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct text_guess guess = detect(list[i], strlen(list[i]), NULL);

		assert_true(guess.verdict != TEXT_CERTAIN && guess.certainty < 995);
	}
}

/* A declared encoding is likelier; that makes no other one beside it likelier too. */
static void a_declaration_is_no_mixture(void **state)
{
	static const char text[] =
		"<meta charset=Shift_JIS>\n"
		"<h1>\x96\xBC\x91O\x82\xF0\x8Ew\x92\xE8\x82\xB7\x82\xE9</h1>\n\x97\xE1:\n"
		"<p>\x8E\xE8\x8F\x87\x82\xF0\x8F"
		"d\x82\xCB\x82\xE9</p>\n\x97\xE1:\n";
	struct text_guess guess = detect(text, sizeof(text) - 1, NULL);

	(void)state;
	assert_int_equal(guess.enc, TEXT_SHIFT_JIS);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
	assert_int_not_equal(guess.verdict, TEXT_AMBIGUOUS);
}

/* The same symbol on many lines says no more than on two. */
static void repeated_lines_are_no_evidence(void **state)
{
	static const char line[] = "   \x95   Sample.dll\n";
	struct text_guess once = detect(line, sizeof(line) - 1, NULL);
	struct text_guess often;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	for (unsigned i = 0; i < 40; i++)
		buf_str(&text, line);
	often = detect((const char *)text.ptr, text.len, NULL);
	buf_free(&text);
	assert_int_equal(once.enc, TEXT_WINDOWS_1252);
	assert_int_equal(often.enc, TEXT_WINDOWS_1252);
}

/* Lines of one character each, in a file that has Chinese comments too. */
static void lone_characters_are_of_their_text(void **state)
{
	static const char text[] =
		"/* \xB9\xE3\xD6\xDD\xD0\xC7\xD2\xED\xB5\xE7\xD7\xD3 */\n"
		"0X7F,0X5E,//\xB9\xE3\n0XDE,0X5D,//\xD6\xDD\n0X1F,0X66,//\xD0\xC7\n"
		"0XFC,0X7F,//\xD2\xED\n0X35,0X75,//\xB5\xE7\n0X50,0X5B,//\xD7\xD3\n";
	struct text_guess guess = detect(text, sizeof(text) - 1, NULL);

	(void)state;
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
}

static void expect_ranges(struct span text, uint64_t lines)
{
	struct text_guess guess;
	struct text_range *ranges = NULL;
	struct err err;
	size_t count = 0;

	assert_int_equal(text_detect(text, NULL, &guess, &err), ERR_OK);
	assert_int_equal(guess.verdict, TEXT_MIXED);
	assert_int_equal(text_split(text, &guess, &ranges, &count, &err), ERR_OK);
	assert_int_equal(count, 2);
	assert_int_equal(ranges[0].enc, TEXT_GB18030);
	assert_int_equal(ranges[1].enc, TEXT_WINDOWS_1252);
	assert_int_equal(ranges[1].first, lines);
	free(ranges);
}

/* Two characters whose bytes have the form of UTF-8, in a text of another encoding. */
static void a_line_by_chance_is_no_mixture(void **state)
{
	static const char text[] =
		"\" \xA5\xD5\xA5\xA1\xA5\xA4\xA5\xEB\xA4\xF2\xB3\xAB\xA4\xAF\n"
		"let name = \"[\xCC\xB5\xCC\xBE]\"\n"
		"\" \xA5\xD5\xA5\xA1\xA5\xA4\xA5\xEB\xA4\xF2\xCA\xC4\xA4\xB8\xA4\xEB\n";
	struct text_guess guess = detect(text, sizeof(text) - 1, NULL);

	(void)state;
	assert_int_equal(guess.enc, TEXT_EUC_JP);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
}

/* Units of many scripts are not UTF-16, though each is a character. */
static void many_scripts_are_no_text(void **state)
{
	static const uint8_t firsts[] = {0x01, 0x03, 0x04, 0x05, 0x06, 0x09, 0x0E, 0x1F};
	char bytes[64];

	(void)state;
	for (unsigned i = 0; i < sizeof(bytes); i += 2) {
		bytes[i] = (char)(i % 4 == 0 ? 'a' + i % 23 : 0x31 + i % 19);
		bytes[i + 1] = (char)(i % 4 == 0 ? 0 : firsts[i / 4 % sizeof(firsts)]);
	}
	assert_int_equal(detect(bytes, sizeof(bytes), NULL).verdict, TEXT_BINARY);
}

/* A table is binary, whichever way its numbers are stored, and with which step. */
static void tables_are_binary(void **state)
{
	(void)state;
	for (unsigned width = 2; width <= 4; width += 2) {
		for (unsigned big = 0; big < 2; big++) {
			uint8_t bytes[64];
			struct text_guess guess;

			for (unsigned i = 0; i < sizeof(bytes); i++) {
				unsigned at = i % width;
				uint32_t value = 0xA20B4155u + i / width * 0x40;

				bytes[i] = (uint8_t)(value >> 8 * (big != 0 ? width - 1 - at : at));
			}
			guess = detect((const char *)bytes, sizeof(bytes), NULL);
			assert_int_equal(guess.verdict, TEXT_BINARY);
			assert_int_equal(guess.reason, TEXT_REASON_TABLE);
		}
	}
}

/* Program code with the bytes of a mark first; a curve of brightness; a vector table, mostly
 * erased. */
static void pieces_of_firmware_are_binary(void **state)
{
	static const uint8_t code[] = {0xFE, 0xFF, 0x80, 0xBB, 0x70, 0x76, 0x00, 0x00, 0x00, 0x48,
		0x89, 0x45, 0x00, 0x75, 0x0D, 0x48, 0x89, 0xEE, 0x4C, 0x89, 0xE7, 0xE8, 0xD6, 0xE6,
		0xFE, 0xFF, 0xEB, 0x20, 0x48, 0x8B, 0xB3, 0x38, 0x76, 0x00, 0x00, 0x48, 0x8D, 0x93,
		0x40, 0x76, 0x00, 0x00, 0x49, 0x89, 0xE8, 0x4C, 0x89, 0xE1};
	static const uint8_t vector[] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xD9, 0x62, 0xFF, 0xFF,
		0xFF, 0xFF, 0xFF, 0xFF, 0xD8, 0xF2, 'T', 'F', 'T', 'P', ':', ' ', 'r', 'e', 'c',
		'e', 'i', 'v', 'e', 'd', ' ', '%', 's', '\n'};
	uint8_t curve[256];

	(void)state;
	for (unsigned i = 0; i < sizeof(curve); i++)
		curve[i] = (uint8_t)(0xC5 + i / 12);
	assert_int_equal(detect((const char *)code, sizeof(code), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)vector, sizeof(vector), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)curve, sizeof(curve), NULL).verdict, TEXT_BINARY);
}

/* Two to four numbers are a table as well as many, and some begin like a mark. */
static void short_tables_are_binary(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} tables[] = {{"\xB4\xCF\xBC\xCF\xC4\xCF\xCC\xCF", 8}, {"\xC5\xD6\xC7\xD6", 4},
		{"{\x91\xBB\x91", 4}, {"\xB2\xF7\xB1\xE8\xB6\xF7\xB1\xE8", 8},
		{"\xFE\xFF\xFFo\2\0\0\0\0\0\0\0\xF0j\0\0\0\0\0\0\xF0j\0\0", 24},
		{";\xC1\r9K\xC1\r9[\xC1\r9k\xC1\r9", 16},
		{"*\xDAz\n\xEE\xAF\x8Dh\xEE\xAF\x8Dh", 12},
		{"\xFF\xFE\x92\x83\xC9\x46\x26\x78", 8}};
	static const char two_han[] = "\xFF\xFE\x2D\x4E\x87\x65"; /* U+4E2D U+6587 */

	(void)state;
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		if (detect(tables[i].bytes, tables[i].len, NULL).verdict != TEXT_BINARY)
			fail_msg("table %u", (unsigned)i);
	}
	assert_int_equal(detect(two_han, sizeof(two_han) - 1, NULL).verdict, TEXT_CERTAIN);
}

/* Sorted numbers, a wave, a lane of equal bytes, the bits of a picture, one number again and again,
 * units of two alphabets in turn, and bytes that are printable by chance. */
static void tables_without_steps_are_binary(void **state)
{
	static const uint8_t sorted[] = {0x04, 0x9F, 0x04, 0xAC, 0x04, 0xBF, 0x04, 0xCE, 0x04, 0xDF,
		0x04, 0xF4, 0x05, 0x0A, 0x05, 0x19, 0x05, 0x32, 0x05, 0x48, 0x05, 0x5C, 0x05, 0x76};
	static const uint8_t lane[] = {0x88, 0xA4, 0x8E, 0xA4, 0x85, 0xA4, 0x8F, 0xA4, 0x83, 0xA4,
		0x89, 0xA4, 0x88, 0xA4, 0x8B, 0xA4};
	static const uint8_t again[] = {0x90, 0x66, 0x90, 0x66, 0x90, 0x66, 0x90, 0x66};
	static const uint8_t rows[] = {0x99, 0x3C, 0x66, 0x7E, 0xC3, 0x81, 0x81, 0xC3};
	static const uint8_t turns[] = {0x09, 0x61, 0x0E, 0x88, 0x09, 0x41, 0x0E, 0x90, 0x09, 0x74,
		0x0E, 0x83, 0x09, 0x43, 0x0E, 0x90, 0x09, 0x7B, 0x0E, 0x88, 0x09, 0x41, 0x0E, 0x85,
		0x09, 0x6D, 0x0E, 0x88, 0x09, 0x4F, 0x0E, 0x90, 0x09, 0x4E, 0x0E, 0x98};
	static const char chance[] = "{7%*\xAD<+=>@\xEB@";
	static const char alphabet[] = "\xC0\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xCA\xCB\xCC\xCD"
				       "\xCE\xCF\xD0\xD1\xD2\xD3\xD4\xD5\xD6\xD7\xD8\xD9\n";
	uint8_t uneven[256]; /* rising, but not by steps ... */
	uint8_t few[256];    /* ... or the same few again and again, as UTF-16 in Tibetan */
	uint8_t wave[64];
	uint8_t picture[128];

	(void)state;
	for (unsigned i = 0; i < sizeof(uneven) / 2; i++) {
		unsigned value = 0xD8C + 18 * i + i * i % 11;

		uneven[2 * i] = (uint8_t)(value >> 8);
		uneven[2 * i + 1] = (uint8_t)value;
		few[2 * i] = (uint8_t)(0xE4 + i * i % 13);
		few[2 * i + 1] = 0x0F;
	}
	for (unsigned i = 0; i < sizeof(wave); i++)
		wave[i] = (uint8_t)(0x40 + (i / 16 % 2 == 0 ? i % 16 : 16 - i % 16) * 9);
	for (unsigned i = 0; i < sizeof(picture); i++)
		picture[i] = rows[i * 5 / 3 % sizeof(rows)];
	assert_int_equal(detect((const char *)sorted, sizeof(sorted), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)uneven, sizeof(uneven), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)few, sizeof(few), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)wave, sizeof(wave), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)lane, sizeof(lane), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)again, sizeof(again), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)picture, sizeof(picture), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)turns, sizeof(turns), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect(chance, sizeof(chance) - 1, NULL).verdict, TEXT_BINARY);
	assert_int_not_equal(detect(alphabet, sizeof(alphabet) - 1, NULL).verdict, TEXT_BINARY);
}

/* Letters that are alike in UTF-16, offsets of a catalogue, a table by character, bits of two
 * kinds; a word of a few bytes is text. */
static void tables_of_characters_are_binary(void **state)
{
	static const uint8_t alike[] = {0x1A, 0x1F, 0x12, 0x1F, 0x88, 0x03, 0xAD, 0x03, 0xC8, 0x1F,
		0x72, 0x1F, 0x97, 0x03, 0xB7, 0x03, 0x29, 0x1F, 0x21, 0x1F, 0x2D, 0x1F, 0x25, 0x1F,
		0x2F, 0x1F, 0x27, 0x1F, 0x2B, 0x1F, 0x23, 0x1F};
	static const uint8_t offsets[] = {0x33, 0, 0, 0, 0xEE, 0x9E, 1, 0, 0x3B, 0, 0, 0, 0x22,
		0x9F, 1, 0, 0x27, 0, 0, 0, 0x5E, 0x9F, 1, 0, 0x29, 0, 0, 0, 0x86, 0x9F, 1, 0};
	static const uint8_t bits[] = {
		0xB9, 0xB9, 0xB9, 0xBA, 0xBA, 0xBA, 0xBA, 0xBA, 0xBA, 0xBA, 0xBA, 0xBA};
	uint8_t table[128];

	(void)state;
	for (unsigned i = 0; i < sizeof(table); i++)
		table[i] = (uint8_t)(i % 32 < 26 ? 0x41 + i / 64 * 0x61 + i % 32 : ' ');
	assert_int_equal(detect((const char *)alike, sizeof(alike), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)offsets, sizeof(offsets), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)bits, sizeof(bits), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)table, sizeof(table), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect("M\xFCller", 6, NULL).enc, TEXT_WINDOWS_1252);
}

/* Pieces that no blank divides: of programs, of pictures, a table of numbers of a narrow range, in
 * Big5 the simplest of characters. */
static void pieces_without_a_blank_are_binary(void **state)
{
	static const char *const pieces[] = {"\xB8\xFD\xFF\xFF\xFF[]A\\A]A^A_\xC3./src/li",
		":\xFF\xFF\x90"
		"AWAVAUATUSH\x83",
		"\xE4\xE4\xCC\xC8\xE4\xE4\xCC\xC8", "\xD2\xC1\xDC\xC1\xD7\xC1\xD3\xC1",
		"\xDB\xDB~~\xDB\xDB\xDB<~~\xDB\xDB",
		"\xA4\xF0\xA4\xF3\xA4\xF2\xA4\xF0\xA4\xF4\xA4\xF6\xA4\xF3\xA4\xF8\xA4\xEB\xA4\xEC"
		"\xA4\xE9\xA4\xF8\xA4\xF2\xA4\xF0\xA4\xF9\xA4\xF9"};

	(void)state;
	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
		struct text_guess guess = detect(pieces[i], strlen(pieces[i]), NULL);

		if (guess.verdict != TEXT_BINARY)
			fail_msg("%zu: %s", i, text_enc_name(guess.enc));
	}
}

/* A few numbers again and again, three values of a picture, and units that are all symbols. */
static void few_numbers_are_binary(void **state)
{
	static const uint8_t few[] = {0x56, 0x2A, 0x45, 0xB0, 0x7A, 0x53, 0x56, 0x2A, 0x4D, 0x7A,
		0x45, 0xB0, 0x7A, 0x53, 0x45, 0xB0, 0x56, 0x2A, 0x7A, 0x53, 0x4D, 0x7A, 0x4D, 0x7A};
	static const uint8_t rows[] = {0xDB, 0x3C, 0x66, 0x3C, 0x66, 0x3C, 0x66, 0x3C, 0xDB, 0xDB,
		0x66, 0xDB, 0xDB, 0xDB, 0x66, 0x3C, 0x3C, 0x66, 0x3C, 0x66, 0x66, 0x66, 0xDB, 0xDB};
	static const uint8_t symbols[] = {0x5E, 0x20, 0x6B, 0x20, 0xF3, 0x20, 0x14, 0x20, 0xB0,
		0x20, 0x08, 0x20, 0x09, 0x20, 0xE7, 0x20, 0x00, 0x20, 0xCA, 0x20, 0xB7, 0x20, 0x29,
		0x20, 0xEA, 0x20, 0xC1, 0x20, 0x52, 0x20, 0x38, 0x20};
	/* Addresses in a program at 400000h. */
	static const char pointers[] = "\xAC\x13@\0|\x13@\0\xE4\x13@\0\xB4\x13@\0\x04\x14@\0"
				       "\xFC\x13@\0\xF4\x13@\0\xEC\x13@\0";
	char bytes[64];

	(void)state;
	assert_int_equal(detect((const char *)few, sizeof(few), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)rows, sizeof(rows), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)symbols, sizeof(symbols), NULL).verdict, TEXT_BINARY);
	for (uint8_t fill = 0x80; fill < 0xFF; fill++) {
		memset(bytes, fill, sizeof(bytes));
		assert_int_equal(detect(bytes, sizeof(bytes), NULL).verdict, TEXT_BINARY);
	}
	for (size_t i = 0; i < sizeof(bytes); i++) /* two values of a picture */
		bytes[i] = (char)(i % 3 == 1 ? 0xEA : 0xD7);
	assert_int_equal(detect(bytes, sizeof(bytes), NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect(pointers, sizeof(pointers) - 1, NULL).verdict, TEXT_BINARY);
}

/* Numbers of which a half is the same letters, and a row of letters that is longer than any word.
 */
static void numbers_that_look_like_letters_are_binary(void **state)
{
	static const char half[] = "r6w\tr6y)r6{\xCBr6q\xC2r6yFr6z.r6r.r6o\x82";
	static const char utf32[] = "\x60\x4F\0\0\x7D\x59\0\0\x16\x4E\0\0\x4C\x75\0\0"
				    "\x02\x30\0\0\x86\x65\0\0\x57\x5B\0\0\x01\x30\0\0";
	static const char line[] = "\xC9\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD"
				   "\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD"
				   "\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xBB\r\n"
				   "\xBA  Einstellungen f\x81r Ger\x84te  \xBA\r\n";
	uint8_t row[256];

	(void)state;
	for (unsigned i = 0; i < sizeof(row); i++) /* lower case letters of KOI8-R */
		row[i] = (uint8_t)(0xC0 + (i * i + i / 7 + i / 32 * 5) % 32);
	assert_int_equal(detect(half, sizeof(half) - 1, NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect((const char *)row, sizeof(row), NULL).verdict, TEXT_BINARY);
	assert_int_not_equal(detect(utf32, sizeof(utf32) - 1, NULL).reason, TEXT_REASON_TABLE);
	assert_int_not_equal(detect(line, sizeof(line) - 1, NULL).verdict, TEXT_BINARY);
}

/* Its line could be GBK too, so the whole is not certain. */
static void a_doubtful_line_is_no_certainty(void **state)
{
	static const char text[] = "// \xD0\xDE\xB8\xC4\xD5\xE2\xB8\xF6\xCE\xC4\xBC\xFE\n"
				   "// \xB4\xF2\xBF\xAA\xC9\xE8\xB1\xB8\xB5\xC4\xC3\xFB\xD7\xD6\n"
				   "search(\"[^\xE1] x\");\n";
	struct text_guess guess = detect(text, sizeof(text) - 1, NULL);

	(void)state;
	assert_int_not_equal(guess.verdict, TEXT_CERTAIN);
}

/* Every end of a line, and the late part of a long line, which is priced in pieces. */
static void lines_are_found_everywhere(void **state)
{
	static const char gbk[] = "// \xD0\xDE\xB8\xC4\xD5\xE2\xB8\xF6\xCE\xC4\xBC\xFE";
	static const char western[] = "// Andr\xE9 M\xFCller, Universit\xE4t Z\xFCrich";
	static const char *const ends[] = {"\n", "\r\n", "\r"};
	struct buf text;

	(void)state;
	for (unsigned e = 0; e < 3; e++) {
		buf_init(&text, 0);
		buf_printf(&text, "%s%s%s%s%s%s", gbk, ends[e], gbk, ends[e], western, ends[e]);
		expect_ranges(span_of(text.ptr, text.len), 3);
		buf_free(&text);
	}
	buf_init(&text, 0);
	for (unsigned i = 0; i < 600; i++)
		buf_printf(&text, "x = %u; %s ", i, i == 0 ? gbk : "");
	buf_printf(&text, "%s\n%s\n", gbk, western);
	expect_ranges(span_of(text.ptr, text.len), 2);
	buf_free(&text);
}

static void declarations_are_found(void **state)
{
	static const char html[] = "<meta http-equiv=x content=\"text/html; charset=Shift_JIS\">";
	static const char vim[] = "# -*- coding: koi8-r -*-\n";

	(void)state;
	assert_int_equal(text_find_declared(span_of(html, sizeof(html) - 1)), TEXT_SHIFT_JIS);
	assert_int_equal(text_find_declared(span_of(vim, sizeof(vim) - 1)), TEXT_KOI8_R);
	assert_int_equal(text_find_declared(span_of("encoding", 8)), TEXT_NONE);
}

struct positions {
	uint64_t line[4];
	uint64_t column[4];
	uint64_t off[4];
	size_t count;
};

static void note(void *user, const struct text_bad *bad)
{
	struct positions *p = user;

	if (p->count < 4) {
		p->line[p->count] = bad->line;
		p->column[p->count] = bad->column;
		p->off[p->count] = bad->off;
	}
	p->count++;
}

static enum err_code drop(void *user, struct span out, struct err *err)
{
	(void)user;
	(void)out;
	(void)err;
	return ERR_OK;
}

static void bad_places_have_their_position(void **state)
{
	static const char gbk[] = "ab\r\n\xD6\xD0x\xCE\xC4\n\xFFz";
	struct positions p = {.count = 0};
	struct text_conv_opts opts = {.from = TEXT_GB18030,
		.to = TEXT_WINDOWS_1252,
		.on_bad = note,
		.write = drop,
		.user = &p};
	struct text_conv_stats stats;
	struct text_conv *c;
	struct err err;

	(void)state;
	assert_int_equal(text_conv_open(&opts, &c, &err), ERR_OK);
	assert_int_equal(text_conv_feed(c, span_of(gbk, sizeof(gbk) - 1), &err), ERR_OK);
	assert_int_equal(text_conv_finish(c, &stats, &err), ERR_OK);
	text_conv_close(c);
	assert_int_equal(p.count, 3);
	assert_int_equal(p.line[0], 2);
	assert_int_equal(p.column[0], 1);
	assert_int_equal(p.off[0], 4);
	assert_int_equal(p.column[1], 3);
	assert_int_equal(p.off[1], 7);
	assert_int_equal(p.line[2], 3);
	assert_int_equal(p.column[2], 1);
	assert_int_equal(p.off[2], 10);
	assert_int_equal(stats.bad_input, 1);
	assert_int_equal(stats.bad_target, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_comment_is_enough),
		cmocka_unit_test(structure_decides_first),
		cmocka_unit_test(few_numbers_are_no_utf16),
		cmocka_unit_test(lone_letters_among_english_words_are_cheap_only),
		cmocka_unit_test(hints_move_a_close_decision_only),
		cmocka_unit_test(mixed_lines_are_told),
		cmocka_unit_test(quotes_are_beside_words),
		cmocka_unit_test(marks_of_tables_and_strings_are_western),
		cmocka_unit_test(a_half_of_a_pair_is_in_doubt),
		cmocka_unit_test(two_languages_keep_their_encoding),
		cmocka_unit_test(a_line_of_two_encodings_is_in_doubt),
		cmocka_unit_test(valid_utf8_stays_utf8),
		cmocka_unit_test(one_hanzi_is_not_certainly_utf8),
		cmocka_unit_test(a_declaration_is_no_mixture),
		cmocka_unit_test(repeated_lines_are_no_evidence),
		cmocka_unit_test(lone_characters_are_of_their_text),
		cmocka_unit_test(lines_are_found_everywhere),
		cmocka_unit_test(a_line_by_chance_is_no_mixture),
		cmocka_unit_test(many_scripts_are_no_text),
		cmocka_unit_test(tables_are_binary),
		cmocka_unit_test(short_tables_are_binary),
		cmocka_unit_test(tables_without_steps_are_binary),
		cmocka_unit_test(tables_of_characters_are_binary),
		cmocka_unit_test(pieces_of_firmware_are_binary),
		cmocka_unit_test(few_numbers_are_binary),
		cmocka_unit_test(numbers_that_look_like_letters_are_binary),
		cmocka_unit_test(pieces_without_a_blank_are_binary),
		cmocka_unit_test(a_doubtful_line_is_no_certainty),
		cmocka_unit_test(declarations_are_found),
		cmocka_unit_test(bad_places_have_their_position),
	};

	return cmocka_run_group_tests_name("text_detect", tests, NULL, NULL);
}
