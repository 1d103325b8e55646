/* SPDX-License-Identifier: MIT */
/* What a person looks for: a declaration, a word written again in ASCII, the place of a sign. */
#include <string.h>

#include "detect_text.h"

static void expect_declared(const char *text, enum text_enc enc)
{
	enum text_enc found = text_find_declared(span_of(text, strlen(text)));

	if (found != enc)
		fail_msg("%s: %s", text, found == TEXT_NONE ? "none" : text_enc_name(found));
}

static void declarations_have_many_forms(void **state)
{
	(void)state;
	expect_declared("\\usepackage[latin2]{inputenc}\n", TEXT_ISO_8859_2);
	expect_declared("\\usepackage [utf8,cp1250]{inputenc}\n", TEXT_WINDOWS_1250);
	expect_declared("\\usepackage[T1]{fontenc}\n", TEXT_NONE);
	expect_declared("\\inputencoding{cp1251}\n", TEXT_WINDOWS_1251);
	expect_declared("# rules\nSET ISO8859-2\nTRY abc\n", TEXT_ISO_8859_2);
	expect_declared("SET microsoft-cp1251\n", TEXT_WINDOWS_1251);
	expect_declared("SET PATH=big5\n", TEXT_NONE);
	expect_declared("KOI8-R\r\n.a1b\r\n", TEXT_KOI8_R);
	expect_declared("1251\n1252\n", TEXT_NONE);
	expect_declared("rules of\nKOI8-R\n", TEXT_NONE);
	expect_declared("Greek\n", TEXT_NONE);
	expect_declared("CREATE TABLE a (b text) CHARACTER SET cp1250;\n", TEXT_WINDOWS_1250);
	expect_declared("/* vim: set ts=8 fenc=cp850: */\n", TEXT_IBM850);
	expect_declared("# vim:fileencoding=koi8-r:\n", TEXT_KOI8_R);
	expect_declared("buffenc=cp850\n", TEXT_NONE);
}

static struct text_guess detect_text(const char *text)
{
	struct text_guess guess;
	struct err err;

	assert_int_equal(text_detect(span_of(text, strlen(text)), NULL, &guess, &err), ERR_OK);
	return guess;
}

static void expect(const char *const *texts, size_t count, enum text_enc enc)
{
	for (size_t i = 0; i < count; i++) {
		struct text_guess guess = detect_text(texts[i]);

		if (guess.enc != enc || guess.verdict == TEXT_AMBIGUOUS)
			fail_msg("%s: %s, %u of 1000", texts[i], text_enc_name(guess.enc),
				guess.certainty);
	}
}

static void a_sign_is_where_it_is_used(void **state)
{
	static const char *const texts[] = {"(acr \"\xACTrue\" \"False\")\n",
		"When I know more of tactics than a novice in a nunnery\x97\n",
		"=== L'indice\xA0: l'area di staging ===\n",
		"\"unit_of_measurement\": \"\260F\",\n", "umptytumtoes: \x85\n"};

	(void)state;
	expect(texts, sizeof(texts) / sizeof(texts[0]), TEXT_WINDOWS_1252);
}

/* \xE1 is one in Irish and Galician. */
static void a_letter_may_be_a_word(void **state)
{
	static const char *const texts[] = {"T\xE1 an comhad sin  \xE1 ghlanadh anois\n",
		"Baisc-chomhad eile  \xE1 scriosadh\n",
		"Indica se a marca afecta \xE1 parte esquerda\n"};

	(void)state;
	expect(texts, sizeof(texts) / sizeof(texts[0]), TEXT_WINDOWS_1252);
}

/* "da" is no hexadecimal number and "para" no name in HTML of what code page 850 has for the
 * letter. */
static void a_word_is_no_code(void **state)
{
	static const char *const texts[] = {
		"O nome da interface de rede. Usualmente \xE9 um nome\n",
		">Iniciar/pausar/continuar o cron\xF4metro;</para>\n"};

	(void)state;
	expect(texts, sizeof(texts) / sizeof(texts[0]), TEXT_WINDOWS_1252);
}

/* In code page 850 and in Spanish it is a letter. */
static void a_letter_of_dos_is_no_blank(void **state)
{
	struct text_guess guess = detect_text("printf(\"El fichero est\xA0: abierto\\n\");\n");

	(void)state;
	assert_true(guess.enc == TEXT_IBM850 || guess.enc == TEXT_IBM437 ||
		    guess.verdict == TEXT_AMBIGUOUS);
}

/* A long word has each letter once, as a row of the alphabet has. */
static void a_word_with_a_capital_is_no_row(void **state)
{
	static const char *const texts[] = {
		"\"Info\" = \"\xC8\xED\xF4\xEE\xF0\xEC\xE0\xF6\xE8\xFF\";\n",
		"\xC0\xF0\xEA\xE0\xE4\xFC\xE5\xE2\xE8\xF7\n"};

	(void)state;
	expect(texts, sizeof(texts) / sizeof(texts[0]), TEXT_WINDOWS_1251);
}

/* A few of its letters side by side are no pairs, which may be characters of several bytes. */
static void a_sentence_is_no_pairs(void **state)
{
	static const char *const texts[] = {
		"\xC0 noite, vov\xF4 Kowalsky v\xEA o \xEDm\xE3 cair no p\xE9 do ping\xFCim "
		"queixoso e vov\xF3 p\xF5"
		"e a\xE7\xFA"
		"car no ch\xE1 de t\xE2maras do jabuti feliz.\n"};

	(void)state;
	expect(texts, 1, TEXT_WINDOWS_1252);
}

/* A family name and one or two characters more. */
static void a_name_may_be_all_there_is(void **state)
{
	static const char *const gbk[] = {"# \xC0\xEE\xEC\xBF <lw124124@example.com>, 2011.\n",
		"thanks \xB3\xC2\xD6\xC2\xBD\xDC <zozo@example.com>\n"};
	static const char *const big5[] = {
		"# \xB3\xAF\xAB\xD8\xA7\xD3 <s8321414@example.com>, 2019\n"};

	(void)state;
	expect(gbk, 2, TEXT_GB18030);
	expect(big5, 1, TEXT_BIG5);
}

static void a_dot_begins_an_item_of_japanese(void **state)
{
	static const char *const texts[] = {"\x81\x45readme.txt\n"};

	(void)state;
	expect(texts, 1, TEXT_SHIFT_JIS);
}

/* Numbers of 32 bits, of which a letter repeated in the same place is no less evidence. */
static void numbers_that_repeat_are_no_words(void **state)
{
	static const char numbers[] = "\nt\262@Cs\262@\"t\262@Es\262@";

	(void)state;
	assert_int_equal(detect_text(numbers).verdict, TEXT_BINARY);
}

/* Names of programs are in ASCII. */
static void a_word_with_a_letter_is_of_a_language(void **state)
{
	static const char *const texts[] = {"debris.pl=Szcz\xB9tki\n"};

	(void)state;
	expect(texts, 1, TEXT_WINDOWS_1250);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(declarations_have_many_forms),
		cmocka_unit_test(a_sign_is_where_it_is_used),
		cmocka_unit_test(a_letter_may_be_a_word),
		cmocka_unit_test(a_word_is_no_code),
		cmocka_unit_test(a_letter_of_dos_is_no_blank),
		cmocka_unit_test(a_word_with_a_capital_is_no_row),
		cmocka_unit_test(a_sentence_is_no_pairs),
		cmocka_unit_test(a_name_may_be_all_there_is),
		cmocka_unit_test(a_dot_begins_an_item_of_japanese),
		cmocka_unit_test(numbers_that_repeat_are_no_words),
		cmocka_unit_test(a_word_with_a_letter_is_of_a_language),
	};

	return cmocka_run_group_tests_name("text_evidence", tests, NULL, NULL);
}
