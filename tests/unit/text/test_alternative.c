/* SPDX-License-Identifier: MIT */
/*
 * Few characters by themselves, each of which two encodings read as usual text: a refusal names
 * both. Where the line says which it is, there is none.
 */
#include <string.h>

#include "biosbelt/text.h"
#include "test.h"

#define REFUSED 550 /* permille; with less, nothing is converted unasked */
#define SILENT  997 /* with less, a conversion draws a warning */

struct text {
	enum text_enc enc;
	const char *bytes;
};

static struct text_guess detect(const char *bytes)
{
	struct text_guess guess;
	struct err err;

	assert_int_equal(text_detect(span_of(bytes, strlen(bytes)), NULL, &guess, &err), ERR_OK);
	return guess;
}

static bool is_named(const struct text_guess *guess, enum text_enc enc)
{
	for (unsigned i = 0; i < guess->count && i < 3; i++) {
		if (guess->cand[i].enc == enc)
			return true;
	}
	return false;
}

/* Each is found, or refused with its encoding among the names. */
static void assert_doubts(const struct text *texts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct text_guess guess = detect(texts[i].bytes);

		if (guess.certainty >= REFUSED && guess.enc != texts[i].enc)
			fail_msg("%s: %s %u", texts[i].bytes, text_enc_name(guess.enc),
				guess.certainty);
		if (!is_named(&guess, texts[i].enc))
			fail_msg(
				"%s: %s is not named", texts[i].bytes, text_enc_name(texts[i].enc));
	}
}

static void assert_found(const struct text *texts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct text_guess guess = detect(texts[i].bytes);

		if (guess.enc != texts[i].enc || guess.certainty < REFUSED)
			fail_msg("%s: %s %u", texts[i].bytes, text_enc_name(guess.enc),
				guess.certainty);
	}
}

static void assert_refused(const struct text *texts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct text_guess guess = detect(texts[i].bytes);

		if (guess.certainty >= REFUSED)
			fail_msg("%s: %s %u", texts[i].bytes, text_enc_name(guess.enc),
				guess.certainty);
	}
}

#define DOUBTS(texts)  assert_doubts((texts), sizeof(texts) / sizeof((texts)[0]))
#define FOUND(texts)   assert_found((texts), sizeof(texts) / sizeof((texts)[0]))
#define REFUSES(texts) assert_refused((texts), sizeof(texts) / sizeof((texts)[0]))

/* The dots of windows-1252, or an "a" with a grave accent of the code pages. */
static void a_letter_among_other_languages_is_a_doubt(void **state)
{
	static const struct text texts[] = {
		{TEXT_IBM850, "// aumenta la visibilit\x85 del testo\n"},
		{TEXT_IBM850, "// questo file sar\x85 letto con il tasto\n"},
		{TEXT_IBM850, "// Cela revient \x85 lancer un programme de la liste\n"},
		{TEXT_IBM850, "// som finns p\x86 din dator och det\n"},
	};

	(void)state;
	DOUBTS(texts);
}

/* An apostrophe of windows-1252, or an "i" with an acute accent of a Macintosh; a dash or an "o".
 */
static void a_letter_in_a_name_is_a_doubt(void **state)
{
	static const struct text texts[] = {
		{TEXT_MACINTOSH, "# fixed before returning (Eliseo Mart\x92nez)\n"},
		{TEXT_MACINTOSH, "Copyright (C) Cristian Rodr\x92guez\n"},
		{TEXT_MACINTOSH, "/* Lista tryb\x97w */\n"},
		{TEXT_MACINTOSH, "set of fixes (Bj\x9Arn Linse)\n"},
	};

	(void)state;
	DOUBTS(texts);
}

/* One of each is right, and the other line leaves room for both. */
static void a_doubt_of_each_line_is_one_of_the_text(void **state)
{
	static const struct text texts[] = {
		{TEXT_MACINTOSH, "Cristian Rodr\x92guez\nint x;\nEliseo Mart\x92n\n"},
		{TEXT_IBM850, "// aumenta la visibilit\x85 del testo\n"
			      "// la qualit\x85 del suono non cambia\n"},
	};

	(void)state;
	DOUBTS(texts);
}

static void the_place_leaves_no_doubt(void **state)
{
	static const struct text texts[] = {
		{TEXT_WINDOWS_1252, "/* it isn\x92t read again */\n"},
		{TEXT_WINDOWS_1252, "// Erreur d\x92ouverture du fichier\n"},
		{TEXT_WINDOWS_1252, "// the body of a switch, while, do \x85 while or for\n"},
		{TEXT_WINDOWS_1252, "cp **-r** *src1.tif* \x85 *src9.tif* *dst.tif*\n"},
		{TEXT_WINDOWS_1252, "// the same thing\x97the item is a toggle\n"},
		{TEXT_WINDOWS_1252, "// says when they close the chat (\"\x85has left\")\n"},
	};

	(void)state;
	FOUND(texts);
}

/* Lists of characters have their numbers. */
static void a_number_names_its_character(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "| A6 | 166 | \xA6 | BROKEN BAR |\n"},
		{TEXT_WINDOWS_1252, "{ 0xA8, '\"', ':' }, // \xA8\n"},
		{TEXT_WINDOWS_1252, "36, 126, 36, // 162 - '\xA2 Cent sign'\n"},
		{TEXT_WINDOWS_1252, "// FIPS 186-4 \xA7"
				    "5.5 has this test\n"},
	};
	static const struct text doubts[] = {
		{TEXT_IBM850, "| AE | 174 | \xA9 | REGISTERED SIGN |\n"},
		{TEXT_IBM850, "36, 126, 36, // 162 - '\xBD Cent sign'\n"},
		{TEXT_MACINTOSH, "\xAC    ':    0xa8    168    DIAERESIS\n"},
	};

	(void)state;
	FOUND(found);
	DOUBTS(doubts);
}

/* ... or their names in HTML. */
static void a_name_names_its_character(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "  'uml'    => '\xA8',\n"},
		{TEXT_WINDOWS_1252, "  'yen'    => '\xA5',\n"},
		{TEXT_WINDOWS_1252, "  'brvbar' => '\xA6',\n"},
		{TEXT_WINDOWS_1252, "  | '\x86' -> add \"dagger\"\n"},
		{TEXT_WINDOWS_1252, "  | '\x84' -> add \"bdquo\"\n"},
	};
	static const struct text doubts[] = {
		{TEXT_IBM850, "  'brvbar' => '\xDD',\n"},
		{TEXT_IBM850, "  'cent'   => '\xBD',\n"},
		{TEXT_MACINTOSH, "  | '\xA0' -> add \"dagger\"\n"},
	};

	(void)state;
	FOUND(found);
	DOUBTS(doubts);
}

/* "Ar" of Swedish, of which Shift_JIS makes one letter of Russian. */
static void a_letter_of_another_script_is_rare_in_a_sentence(void **state)
{
	struct text_guess guess =
		detect("// teckenkombinationsbokstav och dess parameter \x84r valfria\n");

	(void)state;
	assert_true(guess.enc != TEXT_SHIFT_JIS || guess.certainty < REFUSED);
}

/* Where no text has such a symbol, and another encoding a letter. */
static void a_symbol_on_the_wrong_side_of_a_word_is_a_doubt(void **state)
{
	static const struct text doubts[] = {
		{TEXT_IBM850, "Den blev \x91ndret til\n"},
		{TEXT_IBM850, "$labels['folders-all'] = 'Hem\x96 peldank';\n"},
		{TEXT_IBM850, "126=Kan inte \x94ppna %1.\\n\\n%2\n"},
		{TEXT_IBM850, "# Copyright: 2020 Diego Elio Petten\x95\n"},
		{TEXT_IBM850, "<resource name=\"colorpicker_blue\">Modr\xA0</resource>\n"},
		{TEXT_IBM850, "GenericName[ca]=Editor d'\x85udio\n"},
		{TEXT_IBM850, "Solution:   Add one. (\xB5rni Dagur, closes #3024)\n"},
		{TEXT_IBM857, "* Hakan ATA\x80 - Turkish\n"},
		{TEXT_IBM850, "<translation>\xB7udio</translation>\n"},
		{TEXT_IBM850, "<translation>\xD7nchide</translation>\n"},
		{TEXT_MACINTOSH, "<translation>S\x93</translation>\n"},
		{TEXT_MACINTOSH, "<translation>\x92ndr genvej</translation>\n"},
		{TEXT_MACINTOSH, "$labels['anonymous'] = 'Hostia (anonymn\x92)';\n"},
		{TEXT_MACINTOSH, "# Sveinn \x92 Felli <sveinki@nett.is>\n"},
	};

	(void)state;
	DOUBTS(doubts);
}

static void a_letter_in_two_encodings_is_a_doubt(void **state)
{
	static const struct text doubts[] = {
		{TEXT_IBM850, "kullan\xD5labilir.\n"},
		{TEXT_IBM850, "msgstr \"Georgisch mit Gro\xE1"
			      "buchstaben\"\n"},
		{TEXT_IBM850, "# The value POL\xD6TICA DE PRIVACIDADE is a name\n"},
		{TEXT_IBM850, "msgstr \"\x90tats-Unis\"\n"},
		{TEXT_IBM850, "ListOfFigures: \xD6ndice de figuras\n"},
		{TEXT_MACINTOSH, "\"Estimazione - pi\x9D rapida, cumpressione bassa\"\n"},
		{TEXT_MACINTOSH, "msgstr \"D\x9Cn\"\n"},
		{TEXT_MACINTOSH, "Copyright: 2004-2020, Alberto Sim\x9B"
				 "es, <ambs@cpan.org>\n"},
		{TEXT_MACINTOSH, "<translation>\x81pent system</translation>\n"},
	};
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "<translation>&amp;\xC9"
				    "dition</translation>\n"},
		{TEXT_WINDOWS_1252, "msgstr \"\xC9xito\"\n"},
		{TEXT_WINDOWS_1252, "<translation>Ghi ch\xFA</translation>\n"},
	};

	(void)state;
	DOUBTS(doubts);
	FOUND(found);
}

/* Where words have letters, windows-1252 has marks; in several words or twice in one. */
static void letters_that_are_marks_elsewhere_are_a_doubt(void **state)
{
	static const struct text doubts[] = {
		{TEXT_IBM850, "Ren\x82 Dubois <ren\x82@example.org>\n"},
		{TEXT_IBM850, "Henrik Ga\xE1mann <hg@example.org>\nint x;\nBj\x94rn Sten\n"},
		{TEXT_IBM850, "2011, Kaarina J\x84\x84skinen <kj@example.org>\n"},
		{TEXT_MACINTOSH, "2019 I\x96"
				 "aki Mart\x92nez\n"},
		{TEXT_MACINTOSH, "Kleber Tarc\x92sio\n"},
		{TEXT_MACINTOSH, "msgstr \"c\x92mke\"\n"},
	};
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "// called within an already \x91locked\x92 region.\n"},
		{TEXT_WINDOWS_1252, "/// Event to allow\xA0hook a control\n"
				    "/// Collection of Styled\xA0"
				    "Child\xA0"
				    "Controls\n"},
		{TEXT_WINDOWS_1252, "msgstr \" Quel fichier voulez-vous \xE9"
				    "diter\xA0? \"\n"},
		{TEXT_WINDOWS_1252, "// Description of the object\x97"
				    "a string of one line\n"
				    "// Also known as prefixes\x97"
				    "codes of the region\n"
				    "// The level of transactions\x97"
				    "40-bit or 128-bit\n"},
		{TEXT_WINDOWS_1252, "// \xE9 (U+00E9) is not \xC9 (U+00C9)\n"},
	};

	(void)state;
	DOUBTS(doubts);
	FOUND(found);
}

/* The letters of ASCII tell the language, and it the encoding: Lithuanian, Latvian, Hungarian,
 * Albanian, Frisian, Turkish (with capitals, of which one is an i with a dot), Italian. */
static void other_letters_tell_the_language(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1257, "Prat\xE6sti pasirinktus torentus\n"},
		{TEXT_WINDOWS_1257, "// Nauja eilut\xEB nurodyta\n"},
		{TEXT_WINDOWS_1257, "// Serveris nevar sakompres\xE7t failus\n"},
		{TEXT_WINDOWS_1250, "nem tal\xE1ltam meg azt\n"},
		{TEXT_WINDOWS_1252, "msgstr \"Fjal\xEBkalimi yt ka skaduar.\"\n\n"
				    "msgstr \"Fjal\xEBkalimi yt nuk \xEBsht\xEB aktiv.\"\n\n"
				    "msgstr \"   Zgjidh nj\xEB fjal\xEBkalim t\xEB ri.\"\n"},
		{TEXT_WINDOWS_1252, "msgstr \"Earste/l\xEAst foarrang\"\n"
				    "msgstr \"Warsk\xF4ging\"\nmsgstr \"B\xE2nbreedte\"\n"},
		{TEXT_WINDOWS_1254, "kullan\xFD"
				    "c\xFD parolas\xFDn\xFDn son tarihini de\xF0i\xFEtirir\n"
				    ".SH GER\xDD"
				    "B\xDDLD\xDDR\xDDM\n"},
		{TEXT_IBM850, "// aumenta la visibilit\x85 del testo\n"},
	};

	(void)state;
	FOUND(found);
}

/* ... but names among English words are of any language. */
static void a_name_in_english_is_of_any_language(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1250, "# Thanks to P\xF8"
				    "emysl for the first version of this file\n"},
	};

	(void)state;
	FOUND(found);
}

/* No word of Finnish or Polish ends with the letter that other encodings have there. */
static void dots_after_words_without_that_letter_are_dots(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "/* Tallenna kaikki tiedostot\x85 */\n"},
		{TEXT_WINDOWS_1252, "# Zapisz jako nowy plik\x85\n"},
	};

	(void)state;
	FOUND(found);
}

/* ... nor of Spanish with an accent that others have there; a word of Italian does. */
static void dots_are_a_doubt_where_a_letter_is_likelier(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "// Esperando al demonio\x85\n"},
		{TEXT_WINDOWS_1252, "# Kudeatu tamaina pertsonalizatuak\x85\n"},
		{TEXT_IBM850, "// aumenta la visibilit\x85 del testo\n"},
	};

	(void)state;
	FOUND(found);
}

/* Words of two letters, a capital after a full stop. */
static void a_short_word_of_a_language_is_one(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "// H\xE1 muitas frases para traduzir\n"},
		{TEXT_WINDOWS_1252,
			"\"registrazioni. \xC8 possibile creare questa cartella adesso\"\n"},
	};

	(void)state;
	FOUND(found);
}

/* Typed for a blank, a no-break space is next to words as well. */
static void a_blank_beside_a_word_is_no_letter(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "<a href=\"x.html\">get_focusable_child\xA0()</a>\n"},
		{TEXT_WINDOWS_1252, "return x; #\xA0skip directory containing a space\n"},
		{TEXT_WINDOWS_1252, "msgstr \"Analyse de la destination de sortie\xA0:\"\n"},
	};

	(void)state;
	FOUND(found);
}

/* Each line may be in another language of one encoding: Slovak, Romanian, Polish. */
static void lines_of_several_languages_are_in_one_encoding(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1250, "Termin\xE1l syst\xE9mu\nint x;\nDezactivat\xE3\nint y;\n"
				    "Otrzymano wewn\xEAtrzny adres\n"},
		{TEXT_WINDOWS_1250, "nyn\xED nic nenastavovat\nint x;\nA\x9Euriraju se datoteke\n"
				    "int y;\nOtrzymano wewn\xEAtrzny adres\n"},
	};

	(void)state;
	FOUND(found);
}

/* ... but one of another encoding ("ferm\x82" of code page 850) among them may be no such line. */
static void a_line_in_another_encoding_is_a_doubt_among_languages(void **state)
{
	static const char *const texts[] = {
		"// \xD6"
		"ffnet die gew\xE4hlte Datei\n// l\xEDnea de la tarjeta\n"
		"// r\xE9glage d\xE9"
		"fini\n// le fichier est ferm\x82\n",
		"// Ger\xE4t ge\xF6"
		"ffnet\n// la tarjeta est\xE1 vac\xED"
		"a\n"
		"// l'\xE9"
		"cran est allum\xE9\n// n\xE3o h\xE1 espa\xE7o\n"
		"// le fichier est ferm\x82\n",
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_true(detect(texts[i]).certainty < SILENT);
}

/* Daggers, quotes and bullets within words, or behind them, are letters of a DOS code page: Danish
 * and Turkish in Czech and Turkish. Dashes, dots, apostrophes and blanks join words. */
static void signs_within_words_are_letters(void **state)
{
	static const char *const wrong[] = {
		"// p\xF8\xEDkaz nebyl nalezen\n// dal\x9A\xED \xF8\xE1"
		"dek souboru\n// Skift til arbejdsomr\x86"
		"det til h\x9Bjre\n",
		"// dosya a\xE7\xFDlamad\xFD\n// ge\xE7"
		"ersiz de\xF0i\xFEken ad\xFD\n// bi\x87"
		"emler i\x87in \x94zellik\n",
	};
	static const struct text right[] = {
		{TEXT_WINDOWS_1252, "// le fichier a \xE9t\xE9 ferm\xE9\n// pas d\x92"
				    "acc\xE8s\n// l\x92ordre\x85suivant, A\x96Z, to\xA0go\n"},
		{TEXT_WINDOWS_1250, "// p\xF8\xEDkaz nebyl nalezen\n// \x84tak\x94 a \x86 nebo "
				    "\x95 bod, 5\x89\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(detect(wrong[i]).verdict, TEXT_MIXED);
	FOUND(right);
}

/* ... and a line that has letters in one of two encodings is no doubt for the signs of the other:
 * "Men\xDC" of German, letters by themselves in Swedish of code page 850. */
static void letters_are_no_signs(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "die Ebenen zu ver\xE4ndern oder zu\nersetzen, f\xFC"
				    "r die nichts\n sich im Men\xDC.\nDas \xE4ndert man\n"},
		{TEXT_IBM850, "J\x84mf\x94r tv\x86 filer\nVisar den f\x94rsta raden\n"
			      "Hantera (problem med \x8F, \x8E och \x99)\nbin\x84r\n"},
	};

	(void)state;
	FOUND(found);
}

/* A character of several bytes is usual nowhere, but no doubt where one of its bytes is a usual
 * sign elsewhere. */
static void a_character_by_itself_is_no_sign(void **state)
{
	static const struct text found[] = {
		{TEXT_GB18030, "// \xF1\x52\nint x = 240;\n"},
		{TEXT_GB18030, "#define N \"\xFD\x52\" 409\n"},
		{TEXT_BIG5, "name,value,unit\nvcore,1050,mV\nname=\xAAk\n"},
	};

	(void)state;
	FOUND(found);
}

/* A letter of Russian between digits, and Latin ones beside them: patterns of hyphenation. */
static void a_letter_between_digits_is_a_doubt(void **state)
{
	static const char bytes[] =
		"// \xEF\xF0\xEE\xE2\xE5\xF0\xFF\xE5\xEC \xE4\xE0\xED\xED\xFB\xE5\n"
		"// \xF7\xE8\xF2\xE0\xE5\xEC \xF1\xEB\xE5\xE4\xF3\xFE\xF9\xE8\xE9 "
		"\xE1\xEB\xEE\xEA\n"
		"2\xED"
		"4s1m2i4o\n";
	struct text_guess guess = detect(bytes);

	(void)state;
	assert_true(guess.certainty < 998);
}

/* Signs of code page 850, or signs and a letter of windows-1252 in no place of theirs. */
static void a_mark_by_itself_is_a_doubt(void **state)
{
	static const struct text texts[] = {
		{TEXT_IBM850, "STR_6059    :\xAF\n"},
		{TEXT_IBM850, "$content .= '<p class=\"credits\">\xB8 ' . $credit . '</p>';\n"},
		{TEXT_IBM850, "STR_2338    :Jeny (\xBE)\n"},
	};

	(void)state;
	REFUSES(texts);
}

/* Marks in places where words of English, units or names have them, and nothing else. */
static void a_mark_in_its_place_is_no_doubt(void **state)
{
	static const struct text texts[] = {
		{TEXT_WINDOWS_1252, "// the parts that we\x92"
				    "d like to keep\n"},
		{TEXT_WINDOWS_1252, "of the last `match-any\xB4 entry\n"},
		{TEXT_WINDOWS_1252, "Files are kept below :attr:\xB4Node.CACHE\xB4 as "
				    "\xB4name\xB4_cache.py\n"},
		{TEXT_WINDOWS_1252, "lines up to 3.1 \xC5 (short)\n"},
		{TEXT_WINDOWS_1252, "Returns the limits in \xC5:\n"},
		{TEXT_WINDOWS_1252, "# Open Belt<sup>\xAE</sup>\n"},
		{TEXT_WINDOWS_1252, "msgstr \"Tradu\xEFt per\"\n"},
		{TEXT_WINDOWS_1252, "<text>\xC0 propos</text>\n"},
		{TEXT_WINDOWS_1252, "msgstr \"Faltan \xA1%d horas!\"\n"},
		{TEXT_WINDOWS_1252, "\tcase\xA0'm':\n"},
		{TEXT_WINDOWS_1252, "// (see section\xA0[ports](#ports))\n"},
		{TEXT_WINDOWS_1252, "Errors of the method are not caught by `try\x85"
				    "catch` as others are\n"},
		{TEXT_WINDOWS_1252, "TEXT \xB7"
				    "addBlocks(SB), 4, $0-32\n"},
		{TEXT_WINDOWS_1250, "msgstr \"Op\x9Ate\"\n"},
		{TEXT_WINDOWS_1250, "Copyright: 2013 Ond\xF8"
				    "ej Sur\xFD <a@example.org>\n"},
	};

	(void)state;
	FOUND(texts);
}

/* Such marks where words, lines of a box and other signs are as likely. */
static void a_mark_in_another_place_is_a_doubt(void **state)
{
	static const struct text texts[] = {
		{TEXT_IBM437, "TEXT \xB4"
			      "addBlocks(SB), 4, $0-32\n"},
		{TEXT_IBM850, "<a href='1.htm'>\xAE</a>\n"},
		{TEXT_IBM866, "// <b>\xAE</b>\n"},
		{TEXT_MACINTOSH, "// <th>\xAE</th>\n"},
		{TEXT_MACINTOSH, "// the ratio is 5 \xC5 6\n"},
		{TEXT_KOI8_R, "// of the last one (\xC5)\n"},
		{TEXT_WINDOWS_1251, "// of the list: \xC5)\n"},
		{TEXT_MACINTOSH, "\tprintf(\"%5.1f \xA1%c\", t, unit);\n"},
	};

	(void)state;
	assert_true(detect("// \xB4 5 \xB4 7\n").certainty < SILENT);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect(texts[i].bytes);

		if (guess.certainty >= REFUSED && guess.enc != texts[i].enc)
			fail_msg("%s: %s %u", texts[i].bytes, text_enc_name(guess.enc),
				guess.certainty);
	}
}

/* Grave accents quote names in texts with letters, too. */
static void a_letter_beside_quoted_names_is_one(void **state)
{
	static const struct text texts[] = {
		{TEXT_WINDOWS_1252, "Use `kill` men\xFA\n"},
		{TEXT_WINDOWS_1252, "// the `na\xEFve' way\n"},
		{TEXT_WINDOWS_1252, "// ``est\xE1''\n"},
	};

	(void)state;
	FOUND(texts);
}

/* The same dot in code page 850; letters of Czech and Polish in 852, of Lithuanian in 1257. */
static void a_letter_of_a_rare_page_is_named(void **state)
{
	static const struct text texts[] = {
		{TEXT_IBM850, "TEXT \xFA"
			      "addBlocks(SB), 4, $0-32\n"},
		{TEXT_IBM852, "// chybn\xEC parametr\n"},
		{TEXT_IBM852, "// Neplatn\xEC argument funkce\n"},
		{TEXT_IBM852, "# z linii polece\xE4\n"},
	};

	(void)state;
	DOUBTS(texts);
}

/* A low quote opens a word: before a symbol it is the first byte of a kana. */
static void a_quote_before_no_letter_is_none(void **state)
{
	static const struct text texts[] = {
		{TEXT_SHIFT_JIS, "expect_less(\"\x82\xA0\", \"xyz\");\n"},
	};

	(void)state;
	DOUBTS(texts);
}

/* Turkish is the only language of windows-1254: a line that the words of a text in it are not
 * like may be in another encoding. */
static void a_line_among_turkish_ones_draws_a_warning(void **state)
{
	static const char bytes[] = "// Dosya a\xE7\xFDlamad\xFD\n"
				    "// Yeni klas\xF6r olu\xFEtur\n"
				    "// de\xF0i\xFEiklikleri kaydet\n"
				    "/* Texto secund\xA0rio */\n" /* of code page 850 */
				    "// \xFEifre ge\xE7"
				    "ersiz\n";

	(void)state;
	assert_true(detect(bytes).certainty < SILENT);
}

/* A copyright sign or a unit is no data; other short pieces may be, and are named. */
static void a_short_line_is_sure_or_names_what_it_may_be(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, " * \xA9\n"},
		{TEXT_WINDOWS_1252, "\xA9\r\n"},
		{TEXT_WINDOWS_1252, "85\xB0"
				    "C\n"},
		{TEXT_WINDOWS_1252, "5 \xB5s\n"},
	};
	static const struct text shorts[] = {
		{TEXT_WINDOWS_1252, " * \xA9"},
		{TEXT_WINDOWS_1252, "\xE9\n"},
		{TEXT_GB18030, "x \xC4\xE3\n"},
	};
	static const enum text_enc only = TEXT_GB18030;
	const struct text_hints gbk = {.only = &only, .only_count = 1};
	struct text_guess guess;
	struct err err;

	(void)state;
	FOUND(found);
	for (size_t i = 0; i < sizeof(shorts) / sizeof(shorts[0]); i++) {
		guess = detect(shorts[i].bytes);
		assert_int_equal(guess.verdict, TEXT_BINARY);
		assert_int_equal(guess.reason, TEXT_REASON_SHORT);
		assert_int_equal(guess.cand[0].enc, TEXT_NONE);
		assert_int_equal(guess.cand[1].enc, shorts[i].enc);
	}
	guess = detect("\xFF\xFF");
	assert_int_equal(guess.reason, TEXT_REASON_NOISE);
	assert_int_equal(guess.count, 1);
	/* An encoding in which the bytes are not valid is none of the names. */
	assert_int_equal(text_detect(span_of(" * \xA9", 4), &gbk, &guess, &err), ERR_OK);
	assert_int_equal(guess.reason, TEXT_REASON_NOISE);
	assert_int_equal(guess.count, 1);
}

static void a_list_of_letters_is_no_word(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1252, "const char *chars = \"\xE4\xF6\xFC\xC4\xD6\xDC\xDF\";\n"},
		{TEXT_WINDOWS_1252, "tr \"\xC4\xD6\xDC\xE4\xF6\xFC\" \"AOUaou\"\n"},
		{TEXT_WINDOWS_1252, "x = \"\xE5\xE4\xF6\xC5\xC4\xD6\"\n"},
		{TEXT_WINDOWS_1252, "[\xE6\xF8\xE5\xC6\xD8\xC5]\n"},
		{TEXT_WINDOWS_1252, "\"\xE0\xE8\xE9\xEC\xF2\xF9\"\n"},
		{TEXT_WINDOWS_1252, "# \xE1\xE9\xED\xF3\xFA\xF1\xFC letters\n"},
		{TEXT_IBM850, "const char *chars = \"\x84\x94\x81\x8E\x99\x9A\xE1\";\n"},
	};

	(void)state;
	FOUND(found);
}

/* The upper row of a keyboard, and other letters in no order; a rare word of Russian is one. */
static void a_row_of_letters_is_no_word(void **state)
{
	static const struct text found[] = {
		{TEXT_WINDOWS_1250, "s = \"+\xEC\x9A\xE8\xF8\x9E\xFD\xE1\xED\xE9=\";\n"},
		{TEXT_WINDOWS_1250, "test_\xCC\x8A\xC8\xD8\x8E\xDD\xC1\xCD\xC9\xDA\xD9\x8D.txt\n"},
		{TEXT_WINDOWS_1252, "s = \"French: \xE9\xE8\xEA\xEB\xE0\xF9\x9C\xE7\"\n"},
		{TEXT_WINDOWS_1251, "// \xF9\xF3\xEF\xEB\xFC\xF6\xE0\n"},
		/* Vowels and the alphabet, which have no letters in another usual encoding. */
		{TEXT_WINDOWS_1251, "/* \xE0\xE5\xB8\xE8\xEE\xF3\xFB\xFD\xFE\xFF */\n"},
		{TEXT_IBM866, "s = \"\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8A\x8B\x8C\x8D\x8E"
			      "\x8F\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9A\x9B\x9C\x9D"
			      "\x9E\x9F\";\n"},
		/* Parts of boxes, of which one comes twice. */
		{TEXT_IBM850, "char *s = \"\xB0\xC8\xB1\xBC\xC8\xB3\xC9\xC8\";\n"},
	};
	static const struct text doubts[] = {
		{TEXT_WINDOWS_1250, "run(\"can read \xEC\x9A\xE8\xF8\x9E too.txt\");\n"},
	};

	/* The middle row of a keyboard, and an alphabet that another one has in the same places. */
	static const struct text refused[] = {
		{TEXT_WINDOWS_1251, "<td>\xF4\xFB\xE2\xE0\xEF\xF0\xEE\xEB\xE4\xE6\xFD</td>\n"},
		{TEXT_WINDOWS_1255,
			"s = \"\xE0\xE1\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9\xEA\xEB\xEC\xED\xEE"
			"\xEF\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\xFA\";\n"},
		{TEXT_WINDOWS_1251,
			"s = \"\xC0\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xCA\xCB\xCC\xCD\xCE"
			"\xCF\xD0\xD1\xD2\xD3\xD4\xD5\xD6\xD7\xD8\xD9\xDA\xDB\xDC\xDD"
			"\xDE\xDF\";\n"},
	};

	(void)state;
	FOUND(found);
	for (size_t i = 0; i < sizeof(doubts) / sizeof(doubts[0]); i++)
		assert_true(detect(doubts[i].bytes).certainty < SILENT);
	REFUSES(refused);
}

/* A character as Chinese and Japanese have many, rather than two letters of another alphabet. */
static void a_usual_character_by_itself_is_one(void **state)
{
	static const struct text found[] = {
		{TEXT_GB18030, "msgstr \"\xCE\xDE\"\n"},      /* nothing */
		{TEXT_GB18030, "msgstr \"%lld~\xC4\xEA\"\n"}, /* a year */
		{TEXT_GB18030, "// \xC8\xD5\n"},              /* a day */
		{TEXT_GB18030, "label = \"\xD0\xD0\";\n"},    /* a line */
		{TEXT_SHIFT_JIS, "x = \"\x92\x86\";\n"},      /* the middle */
	};

	(void)state;
	FOUND(found);
}

/* What stands for something else in another encoding as often: a lead of the rarer ones is no
 * certainty. */
static void a_character_by_itself_is_refused_where_it_is_chance(void **state)
{
	static const struct text refused[] = {
		{TEXT_BIG5, "x = \"\xA4\xA4\";\n"},              /* the middle, or "i" of EUC-JP */
		{TEXT_CP949, "fmt = \"%Y\xB3\xE2 \xC0\xCF\"\n"}, /* a year and a day, or Cyrillic */
		{TEXT_IBM866, "name=\xA3\xA7\n"}, /* letters, or symbols of windows-1252 */
	};

	(void)state;
	REFUSES(refused);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_names_its_character),
		cmocka_unit_test(a_row_of_letters_is_no_word),
		cmocka_unit_test(a_usual_character_by_itself_is_one),
		cmocka_unit_test(a_character_by_itself_is_refused_where_it_is_chance),
		cmocka_unit_test(a_list_of_letters_is_no_word),
		cmocka_unit_test(a_letter_among_other_languages_is_a_doubt),
		cmocka_unit_test(a_letter_in_a_name_is_a_doubt),
		cmocka_unit_test(a_doubt_of_each_line_is_one_of_the_text),
		cmocka_unit_test(the_place_leaves_no_doubt),
		cmocka_unit_test(a_number_names_its_character),
		cmocka_unit_test(a_letter_of_another_script_is_rare_in_a_sentence),
		cmocka_unit_test(a_symbol_on_the_wrong_side_of_a_word_is_a_doubt),
		cmocka_unit_test(a_letter_in_two_encodings_is_a_doubt),
		cmocka_unit_test(letters_that_are_marks_elsewhere_are_a_doubt),
		cmocka_unit_test(other_letters_tell_the_language),
		cmocka_unit_test(a_name_in_english_is_of_any_language),
		cmocka_unit_test(dots_after_words_without_that_letter_are_dots),
		cmocka_unit_test(dots_are_a_doubt_where_a_letter_is_likelier),
		cmocka_unit_test(a_short_word_of_a_language_is_one),
		cmocka_unit_test(a_blank_beside_a_word_is_no_letter),
		cmocka_unit_test(lines_of_several_languages_are_in_one_encoding),
		cmocka_unit_test(a_line_in_another_encoding_is_a_doubt_among_languages),
		cmocka_unit_test(signs_within_words_are_letters),
		cmocka_unit_test(letters_are_no_signs),
		cmocka_unit_test(a_character_by_itself_is_no_sign),
		cmocka_unit_test(a_letter_between_digits_is_a_doubt),
		cmocka_unit_test(a_mark_by_itself_is_a_doubt),
		cmocka_unit_test(a_mark_in_its_place_is_no_doubt),
		cmocka_unit_test(a_mark_in_another_place_is_a_doubt),
		cmocka_unit_test(a_letter_beside_quoted_names_is_one),
		cmocka_unit_test(a_letter_of_a_rare_page_is_named),
		cmocka_unit_test(a_quote_before_no_letter_is_none),
		cmocka_unit_test(a_line_among_turkish_ones_draws_a_warning),
		cmocka_unit_test(a_short_line_is_sure_or_names_what_it_may_be),
	};

	return cmocka_run_group_tests_name("text_alternative", tests, NULL, NULL);
}
