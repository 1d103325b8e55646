/* SPDX-License-Identifier: MIT */
/* A line in an encoding of other letters than those of the text. */
#include <string.h>

#include "detect_text.h"

static const char russian[] =
	"/* \xD7\xF2\xE5\xED\xE8\xE5 \xED\xE0\xF1\xF2\xF0\xEE\xE5\xEA "
	"\xEF\xF0\xEE\xE3\xF0\xE0\xEC\xEC\xFB */\n"
	"/* \xC7\xE0\xEF\xE8\xF1\xFC \xF1\xEE\xEE\xE1\xF9\xE5\xED\xE8\xE9 \xE2 "
	"\xE6\xF3\xF0\xED\xE0\xEB */\n"
	"/* \xCF\xF0\xEE\xE2\xE5\xF0\xEA\xE0 \xEA\xEE\xED\xF2\xF0\xEE\xEB\xFC\xED\xEE\xE9 "
	"\xF1\xF3\xEC\xEC\xFB */\n"
	"/* \xC2\xFB\xF5\xEE\xE4 \xE8\xE7 \xEE\xF1\xED\xEE\xE2\xED\xEE\xE3\xEE "
	"\xF6\xE8\xEA\xEB\xE0 */\n"
	"/* \xCE\xE6\xE8\xE4\xE0\xED\xE8\xE5 \xEE\xF2\xE2\xE5\xF2\xE0 "
	"\xF3\xF1\xF2\xF0\xEE\xE9\xF1\xF2\xE2\xE0 */\n";

static const char turkish[] = "/* Ayar dosyas\xFD a\xE7\xFDlamad\xFD */\n"
			      "/* Ba\xF0lant\xFD birden kesildi */\n"
			      "/* Parola yanl\xFD\xFE girildi */\n"
			      "/* Yaz\xFD"
			      "c\xFD se\xE7"
			      "ene\xF0i bulunamad\xFD */\n";

static const char polish[] = "/* Zmiana ustawie\xF1 u\xBFytkownika */\n"
			     "/* B\xB3\xB9"
			     "d odczytu pliku \x9Fr\xF3"
			     "d\xB3owego */\n"
			     "/* Usu\xF1 zaznaczon\xB9 \x9C"
			     "cie\xBFk\xEA */\n";

static const char russian_866[] =
	"/* \x97\xE2\xA5\xAD\xA8\xA5 \xAD\xA0\xE1\xE2\xE0\xAE\xA5\xAA "
	"\xAF\xE0\xAE\xA3\xE0\xA0\xAC\xAC\xEB */\n"
	"/* \x87\xA0\xAF\xA8\xE1\xEC \xE1\xAE\xAE\xA1\xE9\xA5\xAD\xA8\xA9 \xA2 "
	"\xA6\xE3\xE0\xAD\xA0\xAB */\n"
	"/* \x8F\xE0\xAE\xA2\xA5\xE0\xAA\xA0 \xAA\xAE\xAD\xE2\xE0\xAE\xAB\xEC\xAD\xAE\xA9 "
	"\xE1\xE3\xAC\xAC\xEB */\n"
	"/* \x82\xEB\xE5\xAE\xA4 \xA8\xA7 \xAE\xE1\xAD\xAE\xA2\xAD\xAE\xA3\xAE "
	"\xE6\xA8\xAA\xAB\xA0 */\n"
	"/* \x8E\xA6\xA8\xA4\xA0\xAD\xA8\xA5 \xAE\xE2\xA2\xA5\xE2\xA0 "
	"\xE3\xE1\xE2\xE0\xAE\xA9\xE1\xE2\xA2\xA0 */\n";

static const char hebrew[] =
	"/* \xF9\xE2\xE9\xE0\xE4 \xE1\xF4\xFA\xE9\xE7\xFA \xE4\xF7\xE5\xE1\xF5 */\n"
	"/* \xEC\xE0 \xF0\xE9\xFA\xEF \xEC\xF9\xEE\xE5\xF8 \xE0\xFA \xE4\xE4\xE2\xE3\xF8\xE5\xFA "
	"*/\n"
	"/* \xE4\xE7\xE9\xE1\xE5\xF8 \xEC\xF9\xF8\xFA \xF0\xEB\xF9\xEC */\n"
	"/* \xE1\xE7\xF8 \xFA\xE9\xF7\xE9\xE9\xE4 \xE0\xE7\xF8\xFA */\n";

static void assert_warned(const char *text, const char *line)
{
	struct text_guess guess;
	struct buf all;

	buf_init(&all, 0);
	buf_str(&all, text);
	buf_str(&all, line);
	buf_str(&all, text);
	guess = detect(&all);
	buf_free(&all);
	assert_int_not_equal(guess.verdict, TEXT_CERTAIN);
	assert_true(guess.verdict == TEXT_MIXED || guess.certainty < 997);
}

static void a_line_of_other_letters_is_a_doubt(void **state)
{
	static const struct {
		const char *text;
		const char *line;
	} cases[] = {
		{russian, "// Gruppo modalit\x85 di scansione\n"},
		{russian, "// Impossible de mettre \x85 niveau le syst\x8Ame\n"},
		{russian, "// Ya est\xA0 instalado en su sistema\n"},
		{russian, "// Popraw estetyk\xA9 tego skryptu\n"},
		{russian, "// la cartella di partenza non \x8A impostata\n"},
		{russian, "// Limiter le nombre de fichiers \x85 afficher dans le menu\n"},
		{russian, "// A lista possui itens destac\xA0veis\n"},
		{turkish, "// Execut\xE3 o c\xE3utare global\xE3\n"},
		{polish, "// Pu\x95 integrarsi con le altre schede\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_warned(cases[i].text, cases[i].line);
}

/* A word of one letter between words of ASCII is no letter of them, and quotes are none, either. */
static void a_short_word_is_no_doubt(void **state)
{
	static const struct {
		const char *text;
		const char *line;
		enum text_enc enc;
	} cases[] = {
		{russian, "\\fBSOCK_STREAM\\fP \xE8 \\fBSOCK_DGRAM\\fP.\n", TEXT_WINDOWS_1251},
		{russian_866, "// \xA8\n", TEXT_IBM866},
		{hebrew, "// Unable to load \x91%s\x91: %s\n", TEXT_WINDOWS_1255},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text_guess guess;
		struct buf all;

		buf_init(&all, 0);
		buf_str(&all, cases[i].text);
		buf_str(&all, cases[i].line);
		buf_str(&all, cases[i].text);
		guess = detect(&all);
		buf_free(&all);
		assert_int_equal(guess.enc, cases[i].enc);
		assert_true(guess.certainty > 531);
	}
}

/* The sign where texts have it, not the letter or sign of another encoding. */
static void a_sign_is_told_by_its_place(void **state)
{
	static const struct {
		const char *text;
		enum text_enc enc;
	} cases[] = {
		{" * \xB8 2013 Example Corporation\n", TEXT_IBM850},
		{"\xB8 2006-2009 Jane Doe\n", TEXT_IBM850},
		{" \xA5 Show the list of users again\n", TEXT_MACINTOSH},
		{"See the menu Files \xBB Recent for the list of them\n", TEXT_WINDOWS_1252},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text_guess guess = detect_repeated(cases[i].text, 1);

		assert_int_equal(guess.enc, cases[i].enc);
		assert_true(guess.certainty >= 550); /* with less it is refused */
	}
}

/* Code pages that one country used beside 850 and 866: Portugal, Iceland, Ukraine. */
static void a_page_of_one_country_is_found(void **state)
{
	static const struct {
		const char *text;
		enum text_enc enc;
	} cases[] = {
		{"; vers\x84o anterior, op\x87\x84o n\x84o \x82 v\xA0lida\n", TEXT_IBM860},
		{"; skr\xA0in er ekki til, \x95\xA3 ver\x8Cur a\x8C finna hana\n", TEXT_IBM861},
		{"; \xE4\xA0\xA9\xAB \xAD\xA5 \xA7\xAD\xA0\xA9\xA4\xA5\xAD\xAE, "
		 "\xAF\xA5\xE0\xA5\xA2\xF7\xE0\xE2\xA5 \xF7\xAC'\xEF\n",
			TEXT_IBM1125},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text_guess guess = detect_repeated(cases[i].text, 1);

		assert_int_equal(guess.enc, cases[i].enc);
		assert_true(guess.certainty >= 550);
	}
}

/* A name that the line has in ASCII, too, in an address. */
static void a_name_is_told_by_its_address(void **state)
{
	static const struct {
		const char *text;
		enum text_enc enc;
	} cases[] = {
		{"2012-09-20  Fridolin \x8Atrba  <fridolin.strba@example.org>\n",
			TEXT_WINDOWS_1250},
		{" * (c) 2015 Jan Kova\xF8 <jan.kovar@example.org>\n", TEXT_WINDOWS_1250},
		{" * (c) Jan Dubo\xF2 <jan.dubon@example.org>\n", TEXT_WINDOWS_1250},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text_guess guess = detect_repeated(cases[i].text, 1);

		assert_int_equal(guess.enc, cases[i].enc);
		assert_true(guess.certainty >= 550);
	}
}

/* The code page that a batch file sets, or that a compiler or installer is told. */
static void a_page_that_is_set_is_declared(void **state)
{
	static const struct {
		const char *text;
		enum text_enc enc;
	} cases[] = {
		{"@echo off\r\nchcp 850 >nul\r\necho Retour \x85 la ligne\r\n", TEXT_IBM850},
		{"{$codepage cp852}\nWriteLn('Chybn\xEC');\n", TEXT_IBM852},
		{"[Settings]\r\nCodePage=852\r\nName=polece\xE4\r\n", TEXT_IBM852},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text_guess guess = detect_repeated(cases[i].text, 1);

		assert_int_equal(guess.enc, cases[i].enc);
		assert_true(guess.certainty >= 900);
	}
}

/* A page that a sentence or a remark speaks of is none that is set. */
static void a_page_in_a_sentence_is_no_declaration(void **state)
{
	static const char *const texts[] = {
		"/* codepage 437 box characters, not \xA3 5 */\n",
		"@echo off\r\nREM was chcp 850 before: modifi\xE9\r\n",
		"Run \"chcp 850\" first. Caf\xE9\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect_repeated(texts[i], 1);

		assert_int_equal(guess.enc, TEXT_WINDOWS_1252);
		assert_true(guess.certainty >= 800);
		assert_int_equal(
			text_find_declared(span_of(texts[i], strlen(texts[i]))), TEXT_NONE);
	}
}

/* ... but those of commands are. */
static void a_command_sets_a_page(void **state)
{
	static const char *const texts[] = {"chcp 850\r\n", "@echo off\r\n @chcp 850>nul\r\n",
		"@echo off & chcp 850\r\n", "if a==b (chcp 850)\r\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_int_equal(
			text_find_declared(span_of(texts[i], strlen(texts[i]))), TEXT_IBM850);
}

/* A line of one letter in a short text of another alphabet is not certain without a warning. */
static void a_letter_alone_among_few_lines_is_a_doubt(void **state)
{
	static const char few[] = "// \xEE\xF2\xEA\xF0\xFB\xF2\xFC \xE1\xF3\xF4\xE5\xF0\n";

	(void)state;
	assert_warned(few, "// Author: \xE5\n");
	assert_warned(few, "// by \xE4\n");
	assert_warned(few, "// \xF6\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_of_other_letters_is_a_doubt),
		cmocka_unit_test(a_letter_alone_among_few_lines_is_a_doubt),
		cmocka_unit_test(a_short_word_is_no_doubt),
		cmocka_unit_test(a_sign_is_told_by_its_place),
		cmocka_unit_test(a_page_of_one_country_is_found),
		cmocka_unit_test(a_name_is_told_by_its_address),
		cmocka_unit_test(a_page_that_is_set_is_declared),
		cmocka_unit_test(a_page_in_a_sentence_is_no_declaration),
		cmocka_unit_test(a_command_sets_a_page),
	};

	return cmocka_run_group_tests_name("text_contradict", tests, NULL, NULL);
}
