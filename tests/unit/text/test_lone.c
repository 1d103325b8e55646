/* SPDX-License-Identifier: MIT */
/* Characters by themselves: what stands around them decides, and where nothing does, so it says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/text.h"
#include "test.h"

static struct text_guess detect(const char *bytes, size_t len)
{
	struct text_guess guess;
	struct err err;

	assert_int_equal(text_detect(span_of(bytes, len), NULL, &guess, &err), ERR_OK);
	return guess;
}

static void append(struct buf *b, enum text_enc enc, const char *utf8)
{
	struct buf bytes;
	struct err err;
	uint64_t replaced;

	buf_init(&bytes, 0);
	assert_int_equal(
		text_from_utf8(enc, span_of(utf8, strlen(utf8)), false, &bytes, &replaced, &err),
		ERR_OK);
	assert_int_equal(replaced, 0);
	buf_add(b, bytes.ptr, bytes.len);
	buf_free(&bytes);
}

/* Words, and then a line of single characters. */
static struct text_guess detect_table(enum text_enc enc, const char *words, const char *table)
{
	struct text_guess guess;
	struct buf b;

	buf_init(&b, 0);
	append(&b, enc, words);
	append(&b, enc, table);
	guess = detect((const char *)b.ptr, b.len);
	buf_free(&b);
	return guess;
}

static void a_symbol_in_english_is_no_foreign_letter(void **state)
{
	static const char *const texts[] = {
		"If you\x92ve met all the requirements of this section,\n",
		"/* the host must not rely on the guest\x92s performance counters */\n",
		"// updated by the board\x92s own controller, not by the one on the card\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc != TEXT_WINDOWS_1252)
			fail_msg("%s: %s", texts[i], text_enc_name(guess.enc));
	}
}

static void a_word_is_one_of_its_language(void **state)
{
	struct text_guess guess = detect("// by J\xFCrgen, 2019\n", 19);

	(void)state;
	assert_int_equal(guess.enc, TEXT_WINDOWS_1252);
	assert_true(guess.certainty > 900);
}

/* The micro sign, a degree and an ellipsis of other pages are not ae, exclamation mark or E. */
static void an_unfit_letter_is_no_answer(void **state)
{
	static const char *const texts[] = {"wait 10 \xE6s for the line\n",
		"a0\xFA"
		"b0 and the rest\n",
		"[ 'key', '\xE6' ],\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc == TEXT_WINDOWS_1252 && guess.certainty >= 800)
			fail_msg("%s: %u of 1000", texts[i], guess.certainty);
	}
}

/* A half and an ordinal of other pages are no quote before a comma and no quarter before a letter.
 */
static void a_misplaced_symbol_is_no_answer(void **state)
{
	static const char *const texts[] = {"/** BPSK, rate \xAB, 2 x frequency repetition */\n",
		"multiplied by 64 (\xAB -> 32; 1 -> 64)\n",
		"Temperature [\xBC"
		"C]: 20\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc == TEXT_WINDOWS_1252 && guess.certainty >= 550)
			fail_msg("%s: %u of 1000", texts[i], guess.certainty);
	}
}

static void a_degree_and_a_letter_are_no_full_stop(void **state)
{
	struct text_guess guess = detect("about 0.252kohm at 25\xA1"
					 "C\n",
		24);

	(void)state;
	assert_true(guess.enc != TEXT_BIG5 || guess.certainty < 550);
}

/* In a Chinese text "\xB0" "E" is a rare character too. */
static void a_place_on_the_globe_has_degrees(void **state)
{
	static const char text[] = "// \xD0\xDE\xB8\xC4\xD5\xE2\xB8\xF6\xCE\xC4\xBC\xFE\n"
				   "// \xB4\xF2\xBF\xAA\xC9\xE8\xB1\xB8\xB5\xC4\xC3\xFB\xD7\xD6\n"
				   "// the satellite at 75.0\xB0"
				   "E of the table\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	assert_true(guess.verdict == TEXT_MIXED || guess.certainty < 550);
	assert_int_equal(guess.cand[1].enc, TEXT_WINDOWS_1252);
}

/* Units and signs of data sheets and lists, in encodings where the same bytes are others too. */
static void symbols_of_several_bytes_are_known_by_their_place(void **state)
{
	static const struct {
		enum text_enc enc;
		const char *text;
	} texts[] = {{TEXT_GB18030, "temp,25\xE2\x84\x83\nlimit,85\xE2\x84\x83\n"},
		{TEXT_BIG5, "temp,25\xE2\x84\x83\nlimit,85\xE2\x84\x83\n"},
		{TEXT_CP949, "temp,25\xE2\x84\x83\nlimit,85\xE2\x84\x83\n"},
		{TEXT_CP949, "R = 4.7k\xCE\xA9\n"},
		{TEXT_GB18030, "3.3V\xC2\xB1"
			       "5%\n"},
		{TEXT_GB18030, "\xE2\x91\xA0 first\n\xE2\x91\xA1 second\n"},
		{TEXT_SHIFT_JIS, "\xE2\x91\xA0 first\n\xE2\x91\xA1 second\n"},
		{TEXT_SHIFT_JIS, "A \xE2\x86\x92 B \xE2\x86\x92 C\n"},
		{TEXT_BIG5, "\xE2\x97\x8F item one\n\xE2\x97\x8F item two\n"},
		{TEXT_WINDOWS_1252, "C=10\xC2\xB5"
				    "F \xC2\xB1"
				    "5%\n"}};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect_table(texts[i].enc, texts[i].text, "");

		if (guess.enc != texts[i].enc || guess.certainty < 550)
			fail_msg("%zu: %s %u", i, text_enc_name(guess.enc), guess.certainty);
	}
}

/* In a text of words a line that is another text by chance at most makes no mixture, and two rare
 * characters, which are four of half-width katakana too, are no answer. */
static void what_is_text_by_chance_is_no_other_encoding(void **state)
{
	static const char dragon[] = "/* "
				     "\xC9\xF0\xB4\xEF\xA4\xCE\xA5\xC0\xA5\xE1\xA1\xBC\xA5\xB8\xA4"
				     "\xF2\xC9\xBD\xBC\xA8\xA4\xB9\xA4\xEB */\n"
				     "/* \xC6\xAE\xB5\xBB\xBE\xEC\xA4\xCB\xC6\xFE\xA4\xEB */\n"
				     "show(_(\"\xCE\xB5:\", \"Dragons\"));\n"
				     "show(_(\"\xCE\xB5:\", \"Giants\"));\n";
	static const char latin_p[] =
		"# \xD3\xD0\xC9\xD3\xCF\xCB \xC6\xC1\xCA\xCC\xCF\xD7 \xC4\xCC\xD1 "
		"\xCF\xD4\xD0\xD2\xC1\xD7\xCB\xC9\n"
		"# \xCF\xC2\xD2\xC1\xC2\xCF\xD4\xCB\xC1 \xCB\xCF\xCD\xC1\xCE\xC4\xD9\n"
		"# %ng2echo - \xCE\xC1\xCF\xC2\xCFp\xCF\xD4\n";
	static const char kana[] = "#define NAME \"WS_FTP.INI\\0\xCC\xA7\xB2\xD9\\0*\"\n";

	(void)state;
	assert_int_equal(detect(dragon, sizeof(dragon) - 1).enc, TEXT_EUC_JP);
	assert_int_not_equal(detect(dragon, sizeof(dragon) - 1).verdict, TEXT_MIXED);
	assert_int_equal(detect(latin_p, sizeof(latin_p) - 1).enc, TEXT_KOI8_R);
	assert_int_not_equal(detect(latin_p, sizeof(latin_p) - 1).verdict, TEXT_MIXED);
	assert_true(detect(kana, sizeof(kana) - 1).certainty < 550);
}

/* Pasted blanks that do not break come in numbers, and are not the a of DOS. */
static void blanks_that_do_not_break_are_many(void **state)
{
	static const char *const texts[] = {"#\xA0go\xA0through\xA0"
					    "cat\xA0"
					    "due\xA0to\xA0possible\xA0tmux/epoll\xA0"
					    "bug\n",
		"# freq \xA0 \xA0 \xA0sr \xA0 \xA0 \xA0"
		"fec \xA0mod\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc != TEXT_WINDOWS_1252)
			fail_msg("%s: %s", texts[i], text_enc_name(guess.enc));
	}
}

static void a_table_of_characters_is_of_its_text(void **state)
{
	/* "pile of cards", "draw", "name of the game" and full-width letters */
	struct text_guess chinese = detect_table(TEXT_BIG5,
		"/* \xE6\xAF\x8F\xE5\xA0\x86\xE7\x89\x8C\xE5\xA2\xA9 */\n"
		"/* \xE7\x95\xAB\xE5\x87\xBA\xE7\x89\x8C */\n"
		"/* \xE6\x8E\xA5\xE9\xBE\x8D\xE9\x81\x8A\xE6\x88\xB2 */\n",
		"static char *n[] = {\"\xEF\xBC\xA1\", \"\xEF\xBC\x92\", \"\xEF\xBC\x93\", "
		"\"\xEF\xBC\x94\", \"\xEF\xBC\xAA\", \"\xEF\xBC\xB1\"};\n");
	/* "sorting of words", "continue", "cancel" and letters as constants */
	struct text_guess russian = detect_table(TEXT_IBM866,
		"; "
		"\xD0\xA1\xD0\xBE\xD1\x80\xD1\x82\xD0\xB8\xD1\x80\xD0\xBE\xD0\xB2\xD0\xBA\xD0\xB0 "
		"\xD1\x81\xD0\xBB\xD0\xBE\xD0\xB2\n"
		"; "
		"\xD0\x9F\xD1\x80\xD0\xBE\xD0\xB4\xD0\xBE\xD0\xBB\xD0\xB6\xD0\xB8\xD1\x82\xD1\x8C\n"
		"; \xD0\x9E\xD1\x82\xD0\xBC\xD0\xB5\xD0\xBD\xD0\xB0\n",
		"\tmov cl, '\xD0\x90'-'Z'-1\n\tmov cl, '\xD0\xAF'-'\xD0\xA0'+1\n"
		"\tcmp al, '\xD0\x81'\n\tcmp al, '\xD1\x91'\n");

	(void)state;
	assert_int_equal(chinese.enc, TEXT_BIG5);
	assert_int_not_equal(chinese.verdict, TEXT_MIXED);
	assert_int_equal(russian.enc, TEXT_IBM866);
	assert_int_not_equal(russian.verdict, TEXT_MIXED);
}

/* A cedilla, a sign of no currency and the like are what a character of another page looks like. */
static void what_only_lists_have_is_no_answer(void **state)
{
	static const char *const texts[] = {"the sign (\xB8).  To type it, press these\n",
		"see chapter \xA4 4.5.3.1 of it\n", "Weight is \xAB of the usual one\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.certainty >= 550)
			fail_msg("%s: %s", texts[i], text_enc_name(guess.enc));
	}
}

/* Quotes and brackets around it say nothing of which symbol it is. */
static void a_symbol_in_quotes_is_the_usual_one(void **state)
{
	static const char *const texts[] = {"owner = type ? \"\xA9\" : \"(C)\";\n",
		"char degree_sign[8] = \"\xB0\";\n", "r = replace(r, '\x93', 'x');\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc != TEXT_WINDOWS_1252 || guess.certainty < 550)
			fail_msg("%s: %s %u", texts[i], text_enc_name(guess.enc), guess.certainty);
	}
}

/* English with an apostrophe of Mac OS is not a Turkish, nor Lithuanian. */
static void a_rare_page_is_no_habit(void **state)
{
	static const char text[] = "/* the n\xD5th entry of the table, counted from one */\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	assert_true(guess.enc == TEXT_MACINTOSH || guess.certainty < 550);
}

/* The encodings of Romanian have cedillas but for the youngest, which hardly any file is in. */
static void romanian_has_cedillas(void **state)
{
	static const char text[] =
		"Subiect: faxul c\xE3tre Bucure\xBAti a e\xBAuat\n"
		"Sesiunea c\xE3tre num\xE3r nu a fost trimis\xE3 \xEEnc\xE3 o dat\xE3\n"
		"Urmeaz\xE3 transcriptul sesiunii \xBAi al erorilor \xBAterse\n"
		"Informa\xFEii despre condi\xFEiile \xBAi op\xFEiunile sta\xFEiei\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	if (guess.enc != TEXT_WINDOWS_1250 && guess.enc != TEXT_ISO_8859_2)
		fail_msg("%s", text_enc_name(guess.enc));
}

/* Quotes stand beside words in every language; they are not letters of another one. */
static void quotes_are_of_the_text(void **state)
{
	static const char *const texts[] = {
		"msgstr \"Datei \xBB%s\xAB ist l\xE4nger\"\nmsgstr \"\xBB%s\xAB fehlt\"\n"
		"msgstr \"\xBB%s\xAB kann nicht ge\xF6"
		"ffnet werden\"\n",
		"msgstr \"Filen \xBB%s\xAB findes ikke\"\nmsgstr \"\xBB%s\xAB er tom\"\n"
		"msgstr \"kan ikke \xE5"
		"bne \xBB%s\xAB\"\n",
		"msgstr \"\x84%s\x93 fehlt\"\nmsgstr \"Datei \x84%s\x93 ge\xF6"
		"ffnet\"\nmsgstr \"Bl\xE4tter\"\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc != TEXT_WINDOWS_1252 || guess.verdict == TEXT_MIXED)
			fail_msg("%s: %s", texts[i], text_enc_name(guess.enc));
	}
}

static void a_euro_is_no_sign_of_currency(void **state)
{
	static const char text[] =
		"Rejsen koster (\xA4) mere for \xE6ldre, og for b\xF8rn halvdelen.\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	assert_int_equal(guess.enc, TEXT_ISO_8859_15);
	assert_true(guess.certainty >= 550);
}

/* Encodings that read the same bytes alike are no ambiguity: GB18030 has the euro of Windows. */
static void the_same_text_is_no_rival(void **state)
{
	struct text_guess guess = detect("// prices in \x80\n", 15);

	(void)state;
	assert_int_equal(guess.enc, TEXT_WINDOWS_1252);
	assert_true(guess.certainty >= 550);
}

/* English with the multiplication sign of IBM850 is not a Russian with a dot. */
static void english_is_in_no_code_page_of_another_script(void **state)
{
	struct text_guess guess = detect("    /* reset (\x9E"
					 "2) */\n",
		20);

	(void)state;
	assert_true(guess.certainty < 550);
}

/* A sentence in Latin letters is of none of another script because one of its letters could be. */
static void a_sentence_is_of_its_script(void **state)
{
	struct err err;
	struct text_guess guess;
	struct text_range *ranges;
	size_t count;
	struct buf b;

	(void)state;
	buf_init(&b, 0);
	/* "sorting of words", "continue", "cancel" */
	append(&b, TEXT_WINDOWS_1251,
		"; "
		"\xD0\xA1\xD0\xBE\xD1\x80\xD1\x82\xD0\xB8\xD1\x80\xD0\xBE\xD0\xB2\xD0\xBA\xD0\xB0 "
		"\xD1\x81\xD0\xBB\xD0\xBE\xD0\xB2\n"
		"; "
		"\xD0\x9F\xD1\x80\xD0\xBE\xD0\xB4\xD0\xBE\xD0\xBB\xD0\xB6\xD0\xB8\xD1\x82\xD1\x8C\n"
		"; \xD0\x9E\xD1\x82\xD0\xBC\xD0\xB5\xD0\xBD\xD0\xB0\n");
	append(&b, TEXT_WINDOWS_1252,
		"; il file che contiene i nomi dei registri \xC3\xA8 stato trovato nella cartella "
		"dei sorgenti\n");
	guess = detect((const char *)b.ptr, b.len);
	assert_int_equal(guess.verdict, TEXT_MIXED);
	assert_int_equal(text_split(span_of(b.ptr, b.len), &guess, &ranges, &count, &err), ERR_OK);
	assert_int_equal(count, 2);
	assert_int_equal(ranges[0].enc, TEXT_WINDOWS_1251);
	assert_int_equal(ranges[1].enc, TEXT_WINDOWS_1252);
	free(ranges);
	buf_free(&b);
}

/* Dashes join words too; what Mac Roman makes of them is in no word of any language. */
static void a_dash_joins_words(void **state)
{
	static const char text[] = "SCM2 Counter3 Meter detected a button\x96press demand reset\n"
				   "SCM2 Counter4 Meter has a low-battery/end\x96of\x96"
				   "calendar warning\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	assert_true(guess.enc == TEXT_WINDOWS_1252 || guess.certainty < 550);
}

static void a_name_of_central_europe_is_not_baltic(void **state)
{
	static const char text[] = "Michal \xC8iha\xF8 <michal@cihar.com>\n"
				   "2009-2015, Michal \xC8iha\xF8 <michal@cihar.com>\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	assert_int_equal(guess.enc, TEXT_WINDOWS_1250);
	assert_true(guess.certainty >= 550);
}

/* Two characters of a Chinese text are a word in Korean by chance. */
static void a_chinese_name_is_no_mixture(void **state)
{
	static const char text[] = "\xCB\xEF\xBA\xA3\xB7\xE5\xB2\xA9\xCA\xBF\n"
				   "\t\xBA\xA3\xB7\xE5\xCE\xE5\xB1\xCA\xB5\xC4\xD7\xF7\xD5\xDF\n"
				   "\t\xC9\xBD\xB6\xAB\xB4\xF3\xD1\xA7\xD6\xD0\xCE\xC4\xCF\xB5"
				   "2000\xBC\xB6\xB2\xA9\xCA\xBF\n"
				   "\t\xD7\xD4\xD3\xC9\xCA\xE4\xC8\xEB\xB7\xA8\xC6\xBD\xCC\xA8\xCF"
				   "\xEE\xC4\xBF\xD7\xE9\xB9\xDC\xC0\xED\xD5\xDF\n"
				   "\xB3\xC2\xBF\xA1\n"
				   "\t\xD7\xD4\xD3\xC9\xCA\xE4\xC8\xEB\xB7\xA8\xC6\xBD\xCC\xA8\xCF"
				   "\xEE\xC4\xBF\xD7\xE9\xB3\xC9\xD4\xB1\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_equal(guess.verdict, TEXT_LIKELY);
	assert_true(guess.certainty >= 550);
}

/* A micro sign and an s are a character of Big5; behind a number they are themselves. */
static void a_unit_in_chinese_is_no_hanzi(void **state)
{
	static const char text[] =
		"/* \xBF\xEF\xBE\xDC\xB3\xCC\xA8\xCE\xAA\xBA\xA6\xF8\xAA"
		"A\xBE\xB9 */\n"
		"// \xA1G\xB7j\xB4M\xC0\xC9\xAE\xD7\xAE\xC9\xB5o\xA5\xCD\xBF\xF9\xBB~\xA1G\n"
		"x = 1; // "
		"\xA7Q\xA5\xCE\xC0\xC9\xAE\xD7\xA8\xD3\xACM\xAEg\xBE\xD6\xA6\xB3\xAA\xCC\xA6W\xBA"
		"\xD9\n"
		"\t.reset_limit = 6600, // Intermessage Gap 6500\xB5s\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	assert_int_equal(guess.verdict, TEXT_MIXED);
	assert_int_equal(guess.mixed, 2);
	assert_int_equal(guess.cand[0].enc, TEXT_BIG5);
	assert_int_equal(guess.cand[1].enc, TEXT_WINDOWS_1252);
}

/* In quotes stands anything: this can be the quote of code page 850 as well as a trade mark. */
static void what_is_quoted_is_in_doubt(void **state)
{
	struct text_guess guess = detect("msgstr \"\xAE\"\n", 11);

	(void)state;
	assert_int_equal(guess.verdict, TEXT_AMBIGUOUS);
}

/* A unit or a name that is registered in an older code page, which windows-1252 makes a letter or
 * another symbol of: never that by itself. */
static void a_unit_is_no_letter(void **state)
{
	static const char *const texts[] = {"draws a grid of 10 mm\xFD.\n",
		"The Oracle\xA9 interface, of which this is a part\n", "add \xE6sec to timestamp\n",
		"<translation>Cancel\xFAla</translation>\n", "<string>Yen (\xBE)</string>\n",
		"0, 0, 10, 20, 40, 0, /* \xAE */\n", "\xD2Global simulation of a reactor\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc == TEXT_WINDOWS_1252 && guess.certainty >= 550)
			fail_msg("%s: %u of 1000", texts[i], guess.certainty);
	}
}

/* What these are in it stays so. */
static void a_unit_of_windows_is_one(void **state)
{
	static const char *const texts[] = {"draws a grid of 10 mm\xB2.\n",
		"The Oracle\xAE interface, of which this is a part\n", "add \xB5sec to timestamp\n",
		"Copyright \xA9 2011 by the authors\n", "a list \xA9\n",
		"from 10 to 85\260C only\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc != TEXT_WINDOWS_1252 || guess.certainty < 550)
			fail_msg("%s: %s, %u of 1000", texts[i], text_enc_name(guess.enc),
				guess.certainty);
	}
}

/* A comment that is nothing but a symbol; the same byte without it is none. */
static void a_comment_of_one_symbol_is_text(void **state)
{
	static const char *const texts[] = {"// \xA9\n", "/* \xA9 */\n", "// \xA9 2020\r\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc != TEXT_WINDOWS_1252 || guess.certainty < 550)
			fail_msg("%s: %s %u", texts[i], text_enc_name(guess.enc), guess.certainty);
	}
	assert_int_equal(detect("9/ \xA9\n", 5).verdict, TEXT_BINARY);
}

/* An accent for an apostrophe, a unit, what a format wrote, a trade mark, a blank beside another.
 */
static void the_place_tells_the_symbol(void **state)
{
	static const char *const texts[] = {"DBG(\"can\xB4t set to non-blocking mode\");\n",
		"double xoff; /* [\xB5m] */\n", "printf(\"quadrant of %.1lf\xB0\", ra);\n",
		"#define UNIT \"1 \xB5V\"\n",
		"part=\"US-Letter\" _description=\"USPS\xAE shipping labels\"\n",
		" * Copyright\xA9 2022 SemiMod GmbH.\n", "\t/* onboard \xB5SD */\n",
		" *   Copyright (C) 2014 by Ladislav B\341bel   *\n",
		"\t{\xA0 load the entry }\n\tx;\n  {\xA0 and replace the base of it }\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc != TEXT_WINDOWS_1252 || guess.certainty < 550)
			fail_msg("%s: %s %u", texts[i], text_enc_name(guess.enc), guess.certainty);
	}
}

static void expect_sure(const char *text, enum text_enc enc, unsigned least)
{
	struct text_guess guess = detect(text, strlen(text));

	if (guess.enc != enc || guess.certainty < least)
		fail_msg("%s: %s, %u of 1000", text, text_enc_name(guess.enc), guess.certainty);
}

/* Marks and quotes where they open or close; in other places they are in doubt. */
static void a_mark_stands_where_it_opens(void **state)
{
	(void)state;
	expect_sure("<title>\xA1Hasta luego!</title>\n", TEXT_WINDOWS_1252, 550);
	expect_sure("msg = '\xBFQu' + s + '?'\n", TEXT_WINDOWS_1252, 900);
	expect_sure("// activos a \xABOtros activos\n", TEXT_WINDOWS_1252, 900);
	expect_sure("; a largo plazo\xBB.\n", TEXT_WINDOWS_1252, 900);
	expect_sure("quote = \"\xAB\";\n", TEXT_WINDOWS_1252, 550);
	expect_sure("case '\xF7': r = a / b;\n", TEXT_WINDOWS_1252, 550);
}

/* What is a symbol in windows-1252 is, there, a letter or another symbol of a DOS page. */
static void a_symbol_out_of_place_is_in_doubt(void **state)
{
	static const char *const texts[] = {"name := 'AMD-K6\xA9 (Model 7)';\n",
		"<name>Steam\xA9</name>\n", "// de \xAEOtros activos\n", "about 1\xAB stop bits\n",
		"// die L\x94sung der Aufgabe\n", "// a p\xA0gina seguinte\n",
		"title = \"Cancel\xE1la\"\n", "a = '\xABr'; /* 489 */\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc == TEXT_WINDOWS_1252 && guess.certainty >= 550)
			fail_msg("%s: %u", texts[i], guess.certainty);
	}
}

/* Of code page 850: degrees behind a format, a sign of tolerance in what is no word. */
static void a_letter_in_no_word_is_a_doubt(void **state)
{
	static const char *const texts[] = {
		"LOG(\"AZ %lf\xF8\", az);\n", "<li>yyyy-mm-ddThh:nn:ss.zzz\xF1hh:nn or</li>\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i], strlen(texts[i]));

		if (guess.enc != TEXT_IBM850 && guess.certainty >= 550)
			fail_msg("%s: %s %u", texts[i], text_enc_name(guess.enc), guess.certainty);
	}
}

/* Names that both encodings have do not outvote the one that only Windows-1250 has. */
static void names_from_everywhere_are_a_list(void **state)
{
	static const char text[] = "Andreas Bie\xDFmann\nDavid M\xFCller\nBeno\xEEt Cr\xE9"
				   "pin\n"
				   "\xA3ukasz Majewski\nPali Roh\xE1r\nJ\xFCrgen Kl\xF6ss\n"
				   "Pawe\xB3 Jarosz\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	if (guess.enc != TEXT_WINDOWS_1250 && guess.certainty >= 550)
		fail_msg("%s %u", text_enc_name(guess.enc), guess.certainty);
}

/* "bonds" in GBK is valid UTF-8: an Armenian letter beside a Latin one. */
static void letters_of_two_scripts_are_no_word(void **state)
{
	static const char text[] = "<name>\xCD\xB6\xD7\xCA\xBF\xC6\xC4\xBF</name>\n"
				   "<name>\xB8\xF9\xBF\xC6\xC4\xBF</name>\n"
				   "<name>\xD5\xAE\xC8\xAF</name>\n\treturn 0;\n"
				   "<description>\xD5\xAE\xC8\xAF</description>\n"
				   "<name>\xB9\xC9\xC6\xB1</name>\n";
	struct text_guess guess = detect(text, sizeof(text) - 1);

	(void)state;
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
}

/* The line says so, wherever the word stands. */
static void a_copyright_sign_is_one(void **state)
{
	(void)state;
	expect_sure("// Copyright or \xA9 or Copr. Some Team (2004)\n", TEXT_WINDOWS_1252, 900);
	expect_sure("    Copyright: \xB8 2016-2020 Some Team\n", TEXT_IBM850, 550);
}

/* French at, for one. */
static void a_word_may_be_of_one_letter(void **state)
{
	(void)state;
	expect_sure(
		"// Modification : vendredi 4 mars 2016, \xE0 10h 21\n", TEXT_WINDOWS_1252, 900);
}

/* Plus-minus of a DOS page, and a letter of a page that hardly any text is in. */
static void a_capital_between_capitals_is_in_doubt(void **state)
{
	static const char text[] = "msgid \"DVD\xF1RW\"\n";

	(void)state;
	assert_true(detect(text, strlen(text)).certainty < 550);
}

/* Texts of programs in which one line is a word of another alphabet by chance. */
static void a_word_by_chance_is_no_other_encoding(void **state)
{
	/* "export of data", "the order", and in capitals an abbreviation */
	static const char russian[] = "// \xFD\xEA\xF1\xEF\xEE\xF0\xF2 \xE4\xE0\xED\xED\xFB\xF5\n"
				      "// \xE7\xE0\xFF\xE2\xEA\xE0\n"
				      "kind := '\xD2\xD2\xCD';\n";
	/* "select the order", "cancel", and the name of a font */
	static const char form[] = "Caption = '\xD1\xA1\xD4\xF1\xB6\xA9\xB5\xA5'\n"
				   "Caption = '\xC8\xA1\xCF\xFB'\n"
				   "Font.Name = '\xCB\xCE\xCC\xE5'\n";
	struct text_guess guess = detect(russian, sizeof(russian) - 1);

	(void)state;
	assert_int_equal(guess.enc, TEXT_WINDOWS_1251);
	assert_true(guess.verdict <= TEXT_LIKELY);
	guess = detect(form, sizeof(form) - 1);
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
}

static void a_font_is_known_by_its_name(void **state)
{
	static const char *const names[] = {
		"\xCB\xCE\xCC\xE5", "\xBA\xDA\xCC\xE5", "\xBF\xAC\xCC\xE5", "\xC1\xA5\xCA\xE9"};
	static const char *const korean[] = {
		"\xB1\xBC\xB8\xB2", "\xB5\xB8\xBF\xF2", "\xB9\xD9\xC5\xC1", "\xB1\xC3\xBC\xAD"};
	char line[64];

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(line, sizeof(line), "Font.Name = '%s'\n", names[i]);
		assert_int_equal(detect(line, strlen(line)).enc, TEXT_GB18030);
		snprintf(line, sizeof(line), "FONT 9, \"%s\"\n", korean[i]);
		assert_int_equal(detect(line, strlen(line)).enc, TEXT_CP949);
	}
}

static void the_characters_of_a_font_decide(void **state)
{
	static const char form[] = "object Form1: TForm1\n  Font.Charset = GB2312_CHARSET\n"
				   "  object Label1: TLabel\n    Caption = '\xD6\xC1'\n";
	struct text_guess guess = detect(form, sizeof(form) - 1);

	(void)state;
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_true(guess.verdict <= TEXT_LIKELY);
}

/* A sign after a name is that of a trade mark, in whatever code page it is, and a dash has blanks
 * around it. */
static void the_sign_after_a_name_is_registered(void **state)
{
	static const struct {
		const char *line;
		enum text_enc enc;
	} sure[] = {{" * Copyright \xA9 2004 Foo\n", TEXT_WINDOWS_1252},
		{" * Foo Software\xA9 2004\n", TEXT_WINDOWS_1252},
		{"  name: \"SMSC\xAE\",\n", TEXT_WINDOWS_1252},
		{" * `file.h` \x97 [structures](#structures)\n", TEXT_WINDOWS_1252}};
	static const char *const other[] = {
		" * Intel\xA9 64 and IA-32\n", " * One PCI Express\xA9 3.0 x8 slot\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(sure) / sizeof(sure[0]); i++) {
		struct text_guess guess = detect(sure[i].line, strlen(sure[i].line));

		assert_int_equal(guess.enc, sure[i].enc);
		assert_true(guess.certainty >= 800);
	}
	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++) {
		struct text_guess guess = detect(other[i], strlen(other[i]));

		assert_true(guess.enc == TEXT_IBM850 || guess.verdict == TEXT_AMBIGUOUS);
	}
}

/* Half of the bytes of katakana are ASCII in Shift_JIS: the price is one of all of them. */
static void a_word_of_katakana_is_no_chance(void **state)
{
	static const char *const lines[] = {"// D88\x83w\x83"
					    "b\x83_ (size: 16bytes)\n",
		"// ---- \x83Z\x83N\x83^2048\n",
		"#define VIEW_TEXT \"\x82l\x82r \x83S\x83V\x83"
		"b\x83N\"\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct text_guess guess = detect(lines[i], strlen(lines[i]));

		assert_int_equal(guess.enc, TEXT_SHIFT_JIS);
		assert_true(guess.verdict <= TEXT_LIKELY);
	}
}

/* Windows and its forms have words in half-width katakana: "desktop", "cancel", "text file". */
static void half_width_words_are_of_their_text(void **state)
{
	static const char text[] = "// \x83\x74\x83\x40\x83\x43\x83\x8B\x82\xF0\x93\xC7\n"
				   "// \x82\xDD\x8D\x9E\x82\xDE\x8F\x88\x97\x9D\n";
	static const char *const words[] = {"\xC3\xDE\xBD\xB8\xC4\xAF\xCC\xDF",
		"\xB7\xAC\xDD\xBE\xD9", "\xC3\xB7\xBD\xC4\xCC\xA7\xB2\xD9"};

	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		struct text_guess guess;
		struct buf all;

		buf_init(&all, 0);
		buf_str(&all, text);
		buf_str(&all, "x = \"");
		buf_str(&all, words[i]);
		buf_str(&all, "\"\n");
		guess = detect((const char *)all.ptr, all.len);
		assert_int_equal(guess.enc, TEXT_SHIFT_JIS);
		assert_int_not_equal(guess.verdict, TEXT_MIXED);
		assert_int_not_equal(guess.verdict, TEXT_AMBIGUOUS);
		buf_free(&all);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(half_width_words_are_of_their_text),
		cmocka_unit_test(a_word_by_chance_is_no_other_encoding),
		cmocka_unit_test(a_font_is_known_by_its_name),
		cmocka_unit_test(the_characters_of_a_font_decide),
		cmocka_unit_test(a_word_of_katakana_is_no_chance),
		cmocka_unit_test(the_sign_after_a_name_is_registered),
		cmocka_unit_test(a_comment_of_one_symbol_is_text),
		cmocka_unit_test(a_copyright_sign_is_one),
		cmocka_unit_test(a_word_may_be_of_one_letter),
		cmocka_unit_test(a_capital_between_capitals_is_in_doubt),
		cmocka_unit_test(the_place_tells_the_symbol),
		cmocka_unit_test(a_mark_stands_where_it_opens),
		cmocka_unit_test(a_symbol_out_of_place_is_in_doubt),
		cmocka_unit_test(a_letter_in_no_word_is_a_doubt),
		cmocka_unit_test(names_from_everywhere_are_a_list),
		cmocka_unit_test(letters_of_two_scripts_are_no_word),
		cmocka_unit_test(a_symbol_in_english_is_no_foreign_letter),
		cmocka_unit_test(a_word_is_one_of_its_language),
		cmocka_unit_test(an_unfit_letter_is_no_answer),
		cmocka_unit_test(a_misplaced_symbol_is_no_answer),
		cmocka_unit_test(a_degree_and_a_letter_are_no_full_stop),
		cmocka_unit_test(what_only_lists_have_is_no_answer),
		cmocka_unit_test(a_symbol_in_quotes_is_the_usual_one),
		cmocka_unit_test(a_rare_page_is_no_habit),
		cmocka_unit_test(romanian_has_cedillas),
		cmocka_unit_test(quotes_are_of_the_text),
		cmocka_unit_test(a_euro_is_no_sign_of_currency),
		cmocka_unit_test(the_same_text_is_no_rival),
		cmocka_unit_test(english_is_in_no_code_page_of_another_script),
		cmocka_unit_test(a_sentence_is_of_its_script),
		cmocka_unit_test(a_place_on_the_globe_has_degrees),
		cmocka_unit_test(what_is_text_by_chance_is_no_other_encoding),
		cmocka_unit_test(blanks_that_do_not_break_are_many),
		cmocka_unit_test(symbols_of_several_bytes_are_known_by_their_place),
		cmocka_unit_test(a_table_of_characters_is_of_its_text),
		cmocka_unit_test(a_dash_joins_words),
		cmocka_unit_test(a_name_of_central_europe_is_not_baltic),
		cmocka_unit_test(a_chinese_name_is_no_mixture),
		cmocka_unit_test(a_unit_in_chinese_is_no_hanzi),
		cmocka_unit_test(what_is_quoted_is_in_doubt),
		cmocka_unit_test(a_unit_is_no_letter),
		cmocka_unit_test(a_unit_of_windows_is_one),
	};

	return cmocka_run_group_tests_name("text_lone", tests, NULL, NULL);
}
