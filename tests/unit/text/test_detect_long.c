/* SPDX-License-Identifier: MIT */
/* What the detector promises of long inputs, and of calls from several threads at once. */
#include <stdlib.h>
#include <string.h>

#include "../../decode_plainly.h"
#include "biosbelt/thread.h"
#include "detect_text.h"

static const char code[] = "\tif (count > 0 && table[count - 1].key == key)\n\t\treturn value;\n";
static const char comment[] = "// \xD0\xDE\xB8\xC4\xC1\xCB\xB4\xAE\xBF\xDA\xC7\xFD\xB6\xAF\xB5\xC4"
			      "\xD7\xA2\xCA\xCD\n";
static const char utf8_comment[] = "// \xE4\xB8\xAD\xE6\x96\x87\xE6\xB3\xA8\xE9\x87\x8A\n";

static void a_comment_at_the_end_of_long_code_decides(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text, code, 5000);
	buf_str(&text, comment);
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_equal(guess.non_ascii, 20);
	buf_free(&text);
}

/* The prices are those of the same comments without the code: what is between does not matter. */
static void code_between_comments_changes_nothing(void **state)
{
	struct text_guess with;
	struct text_guess without;
	struct buf a;
	struct buf b;

	(void)state;
	buf_init(&a, 0);
	buf_init(&b, 0);
	for (unsigned i = 0; i < 3; i++) {
		repeat(&a, code, 100);
		buf_str(&a, "// caf\xE9 au lait, na\xEFve\n");
		buf_str(&b, "\tx;\n// caf\xE9 au lait, na\xEFve\n");
	}
	with = detect(&a);
	without = detect(&b);
	assert_int_equal(with.verdict, without.verdict);
	assert_int_equal(with.count, without.count);
	for (unsigned i = 0; i < with.count; i++) {
		assert_int_equal(with.cand[i].enc, without.cand[i].enc);
		assert_int_equal(with.cand[i].permille, without.cand[i].permille);
	}
	buf_free(&a);
	buf_free(&b);
}

/* Few pairs of bytes are summed up in another way than many, or many of one kind. */
static void the_number_of_lines_changes_nothing(void **state)
{
	static const struct {
		enum text_enc enc;
		const char *line;
	} texts[] = {
		{TEXT_WINDOWS_1251,
			"\xD3\xE4\xE0\xEB\xE8\xF2\xFC \xE2\xF1\xE5 \xE7\xE0\xEF\xE8\xF1\xE8 "
			"\xE8\xE7 \xE6\xF3\xF0\xED\xE0\xEB\xE0\n"},
		{TEXT_IBM866, "\x93\xA4\xA0\xAB\xA8\xE2\xEC \xA2\xE1\xA5 \xA7\xA0\xAF\xA8\xE1\xA8 "
			      "\xA8\xA7 \xA6\xE3\xE0\xAD\xA0\xAB\xA0\n"},
		{TEXT_WINDOWS_1252, "Le fichier n\x92"
				    "a pas \xE9t\xE9 trouv\xE9 \xE0 c\xF4t\xE9\n"},
		{TEXT_WINDOWS_1250,
			"P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl \xEF\xE1"
			"belsk\xE9 \xF3"
			"dy\n"},
		{TEXT_WINDOWS_1253,
			"\xD4\xEF \xE1\xF1\xF7\xE5\xDF\xEF \xE4\xE5\xED "
			"\xE2\xF1\xDD\xE8\xE7\xEA\xE5 \xF3\xF4\xEF\xED \xE4\xDF\xF3\xEA\xEF\n"},
	};
	static const size_t times[] = {1, 2, 20, 300, 3000};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const char *language = NULL;

		for (size_t k = 0; k < sizeof(times) / sizeof(times[0]); k++) {
			struct text_guess guess = detect_repeated(texts[i].line, times[k]);

			assert_int_equal(guess.enc, texts[i].enc);
			if (k == 0)
				language = guess.cand[0].language;
			assert_ptr_equal(guess.cand[0].language, language);
		}
	}
}

/* Of what was said often, each line is as certain as when it was said first. */
static void a_repeated_text_is_no_less_certain(void **state)
{
	static const char *const texts[] = {
		"source code, see the README\xE2\x80\x99s for instructions\n",
		"/* 2015, Viktor Szathm\xC3\xA1ry */\n",
		"// caf\xE9 au lait, na\xEFve, d\xE9j\xE0 vu, No\xEBl\n",
	};
	static const size_t times[] = {1, 2, 3, 8, 300};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess first = {.certainty = 0};

		for (size_t k = 0; k < sizeof(times) / sizeof(times[0]); k++) {
			struct text_guess guess = detect_repeated(texts[i], times[k]);

			if (k == 0)
				first = guess;
			assert_int_equal(guess.enc, first.enc);
			assert_true(guess.certainty >= first.certainty);
		}
	}
}

/* One character of UTF-8 again and again. */
static void few_characters_of_utf8_are_certain(void **state)
{
	static const char *const texts[] = {
		"temp: 25 \302\260C\n",        /* degrees */
		"// \xC2\xA9 Example Corp.\n", /* copyright */
		"scale 4 \xC3\x97 2\n",        /* times */
		"a \xE2\x80\x94 b\n",          /* a dash */
		"x \xE2\x86\x92 y\n",          /* an arrow */
		"Caf\xC3\xA9 au lait\n",
		"R = 10 \xCE\xA9\n", /* ohms */
		"by Ji\xC5\x99\xC3\xAD Nov\xC3\xA1k\n",
		"by \xC5\xA0imon\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_look look;
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		repeat(&text, texts[i], 60);
		guess = detect(&text);
		assert_int_equal(guess.enc, TEXT_UTF8);
		assert_int_equal(guess.verdict, TEXT_CERTAIN);
		text_look_init(&look); /* without memory for the whole text */
		text_look_feed(&look, span_of(text.ptr, text.len));
		assert_true(text_look_settles(&look, &guess));
		buf_free(&text);
	}
}

/* Three different sentences, each of which is plain by itself, are plain in turn. */
static void sentences_in_turn_are_certain(void **state)
{
	static const char text[] = "[1] Le fichier doit \xEAtre sp\xE9"
				   "cifi\xE9 dans l'ordre\n"
				   "[2] Valeur \xAB 0 \xBB manquante apr\xE8s un r\xE9glage\n"
				   "[3] La cl\xE9 priv\xE9"
				   "e n'a pas \xE9t\xE9 trouv\xE9"
				   "e\n";
	struct text_guess guess = detect_repeated(text, 30);

	(void)state;
	assert_int_equal(guess.enc, TEXT_WINDOWS_1252);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
}

/* A Lithuanian line that is repeated is not read as one of western Europe without a word. */
static void a_repeated_line_is_not_garbled_silently(void **state)
{
	static const char *const texts[] = {
		"Langelio fono spalva kaip eilut\xEB\n",
		"subtitr\xF8 kodekas\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_guess guess = detect_repeated(texts[i], 40);

		assert_true(guess.verdict == TEXT_AMBIGUOUS || guess.enc == TEXT_WINDOWS_1257);
		assert_true(guess.certainty < 997);
	}
}

/* Two characters of GBK that are two letters of Latvian and Latin in UTF-8. */
static void a_declaration_that_the_text_refutes_is_no_doubt(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	buf_str(&text, "\"Content-Type: text/plain; charset=UTF-8\\n\"\n");
	for (unsigned i = 0; i < 20; i++) {
		buf_str(&text, comment);
		buf_str(&text, code);
	}
	buf_str(&text, "msgstr \"\xC4\xA3\xCA\xBD\"\n");
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
	buf_free(&text);
}

/* "DD/MM/YYYY" in Russian: in windows-1252 quotes, ligatures and florins. */
static void a_form_of_a_date_is_no_other_encoding(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	for (unsigned i = 0; i < 10; i++)
		buf_str(&text, "\x93\xA4\xA0\xAB\xA8\xE2\xEC \xA2\xE1\xA5 \xA7\xA0\xAF\xA8\xE1\xA8 "
			       "\xA8\xA7 \xA6\xE3\xE0\xAD\xA0\xAB\xA0\n");
	buf_str(&text, "\x84\x84/\x8C\x8C/\x83\x83\x83\x83\n");
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_IBM866);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
	buf_free(&text);
}

static void lines_of_two_encodings_are_told(size_t times)
{
	struct text_guess guess;
	struct buf text;

	buf_init(&text, 0);
	for (size_t i = 0; i < times; i++) {
		repeat(&text, comment, 3);
		buf_str(&text, utf8_comment);
	}
	guess = detect(&text);
	assert_int_equal(guess.verdict, TEXT_MIXED);
	assert_int_equal(guess.cand[0].enc, TEXT_GB18030); /* most lines first */
	assert_int_equal(guess.cand[1].enc, TEXT_UTF8);
	buf_free(&text);
}

static void lines_of_two_encodings_are_told_in_long_texts(void **state)
{
	(void)state;
	lines_of_two_encodings_are_told(400);
	lines_of_two_encodings_are_told(40000);
}

/* Lines in another language read the same in its encoding, a sibling of theirs. */
static void another_language_is_no_other_encoding(void **state)
{
	static const char *const texts[] = {/* Czech and Polish */
		"// P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl \xEF\xE1"
		"belsk\xE9 \xF3"
		"dy\n"
		"// Na\xE8te v\x9A"
		"echny \xF8\xE1"
		"dky ze souboru\n"
		"// N\xECkter\xE9 polo\x9Eky nejsou dostupn\xE9\n"
		"// Chyba p\xF8i \xE8ten\xED pam\xECti\n"
		"// Warto\x9C\xE6 p\xEAtli jest wi\xEAksza ni\xBF \xBF\xB9"
		"dana\n"
		"// Usu\xF1 nast\xEApn\xB9 cz\xEA\x9C\xE6 \x9C"
		"cie\xBFki\n"
		"// Prosz\xEA wys\xB3"
		"a\xE6 ksi\xB9\xBFk\xEA p\xF3\x9Fnym wieczorem\n"
		"// B\xB3\xB9"
		"d podczas odczytu \x9Fr\xF3"
		"d\xB3"
		"a\n",
		/* Hungarian and German */
		"// A kapcsol\xF3 a g\xF5z nyom\xE1s\xE1t figyeli \xE9s k\xFCldi tov\xE1"
		"bb\n"
		"// Az \xE9rt\xE9k a f\xFBt\xE9s idej\xE9t jel\xF6li\n"
		"// El\xF5"
		"bb a gy\xFBjt\xF5 \xFCr\xEDt\xE9se\n"
		"// Az id\xF5t a vez\xE9rl\xF5 t\xE1rolja\n"
		"// Schl\xFCssel f\xFCr die Pr\xFC"
		"fung der Gr\xF6\xDF"
		"e \xF6"
		"ffnen\n"
		"// Die \xDC"
		"bertragung l\xE4uft \xFC"
		"ber die \xE4u\xDF"
		"ere Br\xFC"
		"cke\n"
		"// Z\xE4hler f\xFCr ung\xFCltige Eintr\xE4ge zur\xFC"
		"cksetzen\n"
		"// Ger\xE4t wird nach dem Ausl\xF6sen \xFC"
		"berpr\xFC"
		"ft\n",
		/* Russian and Bulgarian */
		"// \xDE\xD4\xC5\xCE\xC9\xC5 \xC6\xC1\xCA\xCC\xC1 \xD3 \xC4\xC9\xD3\xCB\xC1 \xC9 "
		"\xD0\xD2\xCF\xD7\xC5\xD2\xCB\xC1 \xC5\xC7\xCF \xD2\xC1\xDA\xCD\xC5\xD2\xC1\n"
		"// \xDA\xC1\xD0\xC9\xD3\xD8 \xCE\xC1\xD3\xD4\xD2\xCF\xC5\xCB \xD7 "
		"\xD0\xC1\xCD\xD1\xD4\xD8 \xD5\xD3\xD4\xD2\xCF\xCA\xD3\xD4\xD7\xC1\n"
		"// \xC5\xD3\xCC\xC9 \xD5\xCB\xC1\xDA\xC1\xD4\xC5\xCC\xD8 \xD0\xD5\xD3\xD4, "
		"\xD7\xCF\xDA\xD7\xD2\xC1\xDD\xC1\xC5\xCD \xCF\xDB\xC9\xC2\xCB\xD5\n"
		"// \xCB\xCF\xCC\xC9\xDE\xC5\xD3\xD4\xD7\xCF \xD3\xD4\xD2\xCF\xCB \xD7 "
		"\xD4\xC1\xC2\xCC\xC9\xC3\xC5\n"
		"// \xD3\xCF\xCF\xC2\xDD\xC5\xCE\xC9\xC5 \xCF\xC2 \xCF\xDB\xC9\xC2\xCB\xC5 "
		"\xCE\xC5 \xD7\xD9\xD7\xCF\xC4\xC9\xD4\xD3\xD1, \xD0\xCF\xCB\xC1 \xC9\xC4\xA3\xD4 "
		"\xCF\xC2\xCD\xC5\xCE\n"
		"// \xD0\xCF\xD3\xCC\xC5\xC4\xCE\xC9\xCA \xC2\xC1\xCA\xD4 \xCF\xD4\xD7\xC5\xD4\xC1 "
		"\xD3\xCF\xC4\xC5\xD2\xD6\xC9\xD4 \xCB\xCF\xCE\xD4\xD2\xCF\xCC\xD8\xCE\xD5\xC0 "
		"\xD3\xD5\xCD\xCD\xD5\n"
		"// \xD0\xD2\xCF\xDE\xC9\xD4\xC1\xCE\xC5\xD4\xCF \xCE\xC1 \xC6\xC1\xCA\xCC\xC1 "
		"\xC5 \xD5\xD3\xD0\xC5\xDB\xCE\xCF, \xCE\xCF \xD2\xC1\xDA\xCD\xC5\xD2\xDF\xD4 "
		"\xCD\xD5 \xCE\xC5 \xC5 \xD0\xD2\xC1\xD7\xC9\xCC\xC5\xCE\n"
		"// \xCE\xD1\xCD\xC1 \xC4\xCF\xD3\xD4\xC1\xD4\xDF\xDE\xCE\xCF \xCD\xD1\xD3\xD4\xCF "
		"\xD7 \xD0\xC1\xCD\xC5\xD4\xD4\xC1 \xDA\xC1 "
		"\xD4\xC1\xC2\xCC\xC9\xC3\xC1\xD4\xC1\n"};

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		buf_str(&text, texts[i]);
		guess = detect(&text);
		assert_int_equal(guess.verdict, i < 2 ? TEXT_LIKELY : TEXT_CERTAIN);
		assert_int_equal(guess.enc, i < 2 ? TEXT_WINDOWS_1250 : TEXT_KOI8_R);
		buf_free(&text);
	}
}

/* Of a text of millions of bytes some lines are looked at; of few lines all, wherever they are. */
static void few_lines_in_a_long_text_are_all_seen(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	buf_str(&text, comment);
	repeat(&text, code, 30000);
	buf_str(&text, "// caf\xE9 au lait, na\xEFve\n");
	repeat(&text, code, 30000);
	guess = detect(&text);
	assert_int_equal(guess.verdict, TEXT_MIXED);
	assert_int_equal(guess.mixed, 2);
	buf_free(&text);
}

/* Clear lines decide the encoding of a text; each of the others is held against them. */
static void one_odd_line_among_many_clear_ones_is_seen(void **state)
{
	static const size_t times[] = {10, 100, 1000};

	(void)state;
	for (size_t i = 0; i < 3 * sizeof(times) / sizeof(times[0]); i++) {
		size_t lines = times[i / 3];
		size_t before = lines * (i % 3) / 2;
		struct text_guess guess;
		struct buf text;

		buf_init(&text, 0);
		repeat(&text, comment, before);
		buf_str(&text, "// caf\xE9 au lait, na\xEFve\n");
		repeat(&text, comment, lines - before);
		guess = detect(&text);
		assert_int_equal(guess.verdict, TEXT_MIXED);
		assert_int_equal(guess.cand[0].enc, TEXT_GB18030);
		assert_int_equal(guess.cand[1].enc, TEXT_WINDOWS_1252);
		buf_free(&text);
	}
}

/* The place of the next line end is not looked for again and again. */
static void a_text_without_line_ends_is_judged(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	for (size_t i = 0; i < 1500000; i++)
		buf_add(&text, comment, sizeof(comment) - 2);
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
	buf_free(&text);
}

/* ... nor is a place inside a character taken for its start, where no ASCII stands at all. */
static void a_text_without_ascii_is_judged(void **state)
{
	struct text_guess guess = detect_repeated("\xD6\xD0\xCE\xC4\xB3\xA4\xD0\xD0", 500000);

	(void)state;
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_not_equal(guess.verdict, TEXT_MIXED);
}

static void one_damage_in_a_large_text_is_counted(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text, comment, 30000);
	buf_str(&text, "\xFF x\n");
	repeat(&text, comment, 10000);
	guess = detect(&text);
	assert_true(guess.verdict == TEXT_LIKELY || guess.verdict == TEXT_MIXED);
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_equal(guess.cand[0].bad, 1);
	buf_free(&text);
}

static void count_one(enum text_enc enc, const char *line, const char *damage, size_t shift)
{
	struct text_guess guess;
	struct buf text, plain;

	buf_init(&text, 0);
	buf_init(&plain, 0);
	repeat(&text, line, 8000);
	buf_str(&text, &"......"[6 - shift]);
	buf_str(&text, damage);
	buf_str(&text, "\n");
	repeat(&text, line, 4500);
	guess = detect(&text);
	assert_int_equal(guess.enc, enc);
	assert_int_equal(
		guess.cand[0].bad, decode_plainly(enc, span_of(text.ptr, text.len), &plain));
	buf_free(&plain);
	buf_free(&text);
}

static void damages_are_counted_as_one_by_one(void **state)
{
	static const struct {
		enum text_enc enc;
		const char *line;
	} texts[] = {
		{TEXT_GB18030, "// "
			       "\xD0\xDE\xB8\xC4\xC1\xCB\xB4\xAE\xBF\xDA\xC7\xFD\xB6\xAF\xB5\xC4"
			       "\xD7\xA2\xCA\xCD\xA3\xAC\xD2\xD4\xBC\xB0\xB6\xC1\xC8\xA1\xBC\xC4"
			       "\xB4\xE6\xC6\xF7\xB5\xC4\xBA\xAF\xCA\xFD\n"},
		{TEXT_BIG5, "// \xAD\xD7\xA7\xEF\xA4"
			    "F\xA6\xEA\xA6"
			    "C\xB0\xF0\xC5X\xB0\xCA\xB5{\xA6\xA1\xAA\xBA\xB5\xF9\xB8\xD1\xA1"
			    "A\xA5H\xA4\xCE\xC5\xAA\xA8\xFA\xBC\xC8\xA6s\xBE\xB9\xAA\xBA\xA8\xE7"
			    "\xA6\xA1\n"},
		{TEXT_SHIFT_JIS, "// \x83V\x83\x8A\x83"
				 "A\x83\x8B\x83|\x81["
				 "\x83g\x82\xCC\x90\xDD\x92\xE8\x82\xF0\x95\xCF\x8DX\x82\xB7\x82"
				 "\xE9\x8A\xD6\x90\x94\x82\xC5\x82\xB7\x81"
				 "B\x92l\x82\xF0\x8Am\x94"
				 "F\x82\xB5\x82\xC4\x82\xAD\x82\xBE\x82\xB3\x82\xA2\n"},
		{TEXT_EUC_JP, "// "
			      "\xA5\xB7\xA5\xEA\xA5\xA2\xA5\xEB\xA5\xDD\xA1\xBC\xA5\xC8\xA4\xCE\xC0"
			      "\xDF\xC4\xEA\xA4\xF2\xCA\xD1\xB9\xB9\xA4\xB9\xA4\xEB\xB4\xD8\xBF\xF4"
			      "\xA4\xC7\xA4\xB9\xA1\xA3\xC3\xCD\xA4\xF2\xB3\xCE\xC7\xA7\xA4\xB7\xA4"
			      "\xC6\xA4\xAF\xA4\xC0\xA4\xB5\xA4\xA4\n"},
		{TEXT_CP949, "// \xC1\xF7\xB7\xC4 \xC6\xF7\xC6\xAE\xC0\xC7 "
			     "\xBC\xB3\xC1\xA4\xC0\xBB \xBA\xAF\xB0\xE6\xC7\xCF\xB4\xC2 "
			     "\xC7\xD4\xBC\xF6\xC0\xD4\xB4\xCF\xB4\xD9. \xB0\xAA\xC0\xBB "
			     "\xC8\xAE\xC0\xCE\xC7\xCF\xBD\xCA\xBD\xC3\xBF\xC0\n"},
	};
	static const char *const damages[] = {"\xFF x", "\x80 x", "\xB0 x", "\xB0\x7F x",
		"\xB0\xB0\xFF x", "\x81\x30 x", "\x81\x30\x81\x30 x", "\xFE\xFE\xFE x",
		"\x8F\xB0\xA1 x", "\xC9\xFE x"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		for (size_t k = 0; k < sizeof(damages) / sizeof(damages[0]); k++)
			count_one(texts[i].enc, texts[i].line, damages[k], (i + k) % 7);
	}
}

/* GBK with four characters of UTF-8 within a line, at any place of the blocks that are looked at.
 */
static void a_stretch_of_utf8_is_found_wherever_it_is(void **state)
{
	static const size_t places[] = {5, 262144 - 13, 2 * 262144 - 6, 600000, 1300000};
	size_t len = sizeof(comment) - 1;
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text, comment, 1400000 / len);
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_GB18030);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		for (size_t shift = 0; shift < 14; shift++) {
			size_t at = places[i] + shift;
			uint8_t old[24];

			at += at % len < 3 || at % len > len - 14 ? len - at % len + 3 : 0;
			if (places[i] == 1300000) /* after the last window */
				at = text.len - 14;
			memcpy(old, text.ptr + at, 12);
			memcpy(text.ptr + at, "\xE4\xB8\xAD\xE6\x96\x87\xE6\xB3\xA8\xE9\x87\x8A",
				12);
			guess = detect(&text);
			assert_int_equal(guess.enc, TEXT_GB18030);
			assert_int_equal(guess.verdict, TEXT_AMBIGUOUS);
			assert_int_equal(guess.cand[1].enc, TEXT_UTF8);
			memcpy(text.ptr + at, old, 12);
		}
	}
	buf_free(&text);
}

/* Units and names of windows-1252 in lines of GBK: a letter behind such a byte is half of a
 * character. */
static void a_western_byte_in_a_line_is_a_doubt(void **state)
{
	static const char *const words[] = {"25\xB0"
					    "C",
		"100 \xB5s",
		"(\xB0"
		"C)",
		"M\xFCller", "\xC9lan",
		"Intel\xAE"
		"Core"};
	static const char *const plain[] = {"25C", "\xA1\xE6", "(us)", "VIP\x95\x72\xE9\x67",
		"A\xB5\xC4", "\xB5\xC4\x83\x41\xE9\x46\xD6\xD0"};
	struct text_guess guess;
	struct buf text;

	(void)state;
	for (size_t shift = 0; shift < 10; shift++) {
		for (size_t i = 0; i < 6; i++) {
			for (unsigned western = 0; western < 2; western++) {
				const char *word = western ? words[i] : plain[i];

				buf_init(&text, 0);
				buf_add(&text, "          ", shift);
				repeat(&text, comment, 3);
				text.len--; /* in the line of the last one */
				buf_add(&text, " ", 1);
				buf_add(&text, word, strlen(word));
				buf_add(&text, "\n", i % 2);
				guess = detect(&text);
				assert_int_equal(guess.enc, TEXT_GB18030);
				assert_int_equal(
					guess.verdict, western ? TEXT_AMBIGUOUS : TEXT_CERTAIN);
				if (western)
					assert_int_equal(guess.cand[1].enc, TEXT_WINDOWS_1252);
				buf_free(&text);
			}
		}
	}
}

/* Big5 has letters in common characters, also right behind a word. */
static void a_word_before_a_character_is_no_doubt(void **state)
{
	static const char line[] =
		"\xA7\xF3\xB7s\xAE\xC9\xA4\xA3\xADn\xA4\xC1\xC2_\xB9q\xB7\xBD,\xAB\xF6 Enter\xA4"
		"E\xA6\xB8\xA4]\xA8S\xA6\xB3\xA5\xCE\xA1"
		"C\n";
	struct text_guess guess = detect_repeated(line, 20);

	(void)state;
	assert_int_equal(guess.enc, TEXT_BIG5);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
}

/* GBK with a string in another encoding in one of its lines. */
static void a_string_in_another_encoding_is_a_doubt(void **state)
{
	static const struct {
		const char *word;
		enum text_enc enc;
	} list[] = {{"\xC7\xD1\xB1\xDB\xC6\xC4\xC0\xCF\xC0\xCC\xB8\xA7",
			    TEXT_CP949}, /* a name of a file in Hangul */
		{"\xED\xE0\xF1\xF2\xF0\xEE\xE9\xEA\xE8", TEXT_WINDOWS_1251}, /* settings */
		{"\xE4\xB8\xAD\xE6\x96\x87", TEXT_UTF8},                     /* Chinese */
		{"\xA1\xF8\xA1\xEF\xA1\xF0\xA1\xF1", TEXT_NONE}};            /* symbols */
	static const size_t lines[] = {3, 40, 2000};

	(void)state;
	for (size_t k = 0; k < 3; k++) {
		for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
			struct text_guess guess;
			struct buf text;

			buf_init(&text, 0);
			repeat(&text, comment, lines[k]);
			buf_str(&text, "name = \"");
			buf_str(&text, list[i].word);
			buf_str(&text, "\"; ");
			repeat(&text, comment, lines[k]);
			guess = detect(&text);
			assert_int_equal(guess.enc, TEXT_GB18030);
			assert_int_equal(guess.verdict,
				list[i].enc == TEXT_NONE ? TEXT_CERTAIN : TEXT_AMBIGUOUS);
			if (list[i].enc != TEXT_NONE)
				assert_int_equal(guess.cand[1].enc, list[i].enc);
			buf_free(&text);
		}
	}
}

/* In a text whose lines are in two encodings such a line makes its range uncertain. */
static void a_torn_line_of_a_mixed_text_is_uncertain(void **state)
{
	struct text_range *ranges = NULL;
	struct text_guess guess;
	struct buf text;
	struct err err;
	size_t count;

	(void)state;
	for (unsigned torn = 0; torn < 2; torn++) {
		buf_init(&text, 0);
		repeat(&text, comment, 3);
		buf_str(&text, torn != 0 ? "// 25\xB0"
					   "C "
					 : "// 25 C ");
		repeat(&text, comment, 3);
		repeat(&text, utf8_comment, 3);
		guess = detect(&text);
		assert_int_equal(guess.verdict, TEXT_MIXED);
		assert_int_equal(
			text_split(span_of(text.ptr, text.len), &guess, &ranges, &count, &err),
			ERR_OK);
		assert_int_equal(count, 2);
		assert_int_equal(ranges[0].certainty == 500, torn);
		free(ranges);
		buf_free(&text);
	}
}

/* The only line of a text counts once, however long the code around it is. */
static void a_line_in_long_code_counts_once(void **state)
{
	static const char russian[] = "// \xF0\xD2\xC9\xD7\xC5\xD4 \xCD\xC9\xD2 \xCB\xC1\xCB "
				      "\xC4\xC5\xCC\xC1\n";
	struct text_guess guesses[2];
	struct buf text;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		buf_init(&text, 0);
		repeat(&text, code, i == 0 ? 100 : 12000);
		buf_str(&text, russian);
		repeat(&text, code, i == 0 ? 100 : 12000);
		guesses[i] = detect(&text);
		buf_free(&text);
	}
	assert_int_equal(guesses[0].enc, TEXT_KOI8_R);
	assert_int_equal(guesses[1].enc, guesses[0].enc);
	assert_int_equal(guesses[1].certainty, guesses[0].certainty);
}

/* Few lines stand for a long text that has hardly any place to cut it; one is left of these at
 * least. */
static void a_long_text_without_places_to_cut_is_judged(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	repeat(&text, comment, 10);
	repeat(&text,
		"\xB5\xC4"
		"a\xE9"
		"A",
		300000);
	guess = detect(&text);
	assert_int_not_equal(guess.enc, TEXT_UTF8);
	assert_true(guess.cand[0].bad < 2);
	buf_free(&text);
}

/* A log in any encoding may end with NUL bytes, however many. */
static void padding_says_nothing(void **state)
{
	static const size_t counts[] = {1, 2, 15, 16, 400, 100000};
	uint8_t *zeros = calloc(1, 100000);
	struct text_guess guess;
	struct buf text;

	(void)state;
	assert_non_null(zeros);
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		buf_init(&text, 0);
		repeat(&text, comment, 10);
		buf_add(&text, zeros, counts[i]);
		guess = detect(&text);
		assert_int_equal(guess.enc, TEXT_GB18030);
		assert_int_equal(guess.verdict, TEXT_CERTAIN);
		buf_free(&text);
	}
	free(zeros);
}

/* The second byte of the last line end of UTF-16 without blanks is no padding. */
static void the_last_byte_of_utf16_is_no_padding(void **state)
{
	struct text_guess guess;
	struct buf text;

	(void)state;
	buf_init(&text, 0);
	for (unsigned i = 0; i < 12; i++)
		buf_str(&text, "\x2F\x54\xA8\x52\x8C\x5B\x10\x62"); /* start, done */
	buf_add(&text, "\n\0", 2);
	guess = detect(&text);
	assert_int_equal(guess.enc, TEXT_UTF16LE);
	buf_free(&text);
}

/* Without a byte order mark; the last is noise where Lao has no letters. */
static void tibetan_and_lao_are_utf16(void **state)
{
	static const uint8_t low[3][17] = {
		"\x51\x56\xB1\x7A\x0B\x56\x0B\x56\x5F\x7C\x0B\x61\x7C\x51\x54\x0D",
		"\x9E\xB2\xAA\xB2\xA5\xB2\xA7\xC0\x9B\xB1\x99\x9E\xB2\xAA\xB2\x97",
		"\x80\x9E\xE1\xA4\x85\xF0\xA6\x9A\x83\xBF\x8E\xE8\xA7\x80\xBE\x91"};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct buf text;

		buf_init(&text, 0);
		for (size_t u = 0; u < 32; u++) {
			buf_add_u8(&text, low[i][u % 16]);
			buf_add_u8(&text, i == 0 ? 0x0F : 0x0E);
		}
		assert_int_equal(detect(&text).enc == TEXT_UTF16LE, i < 2);
		buf_free(&text);
	}
}

static void detect_one(void *user, size_t i)
{
	struct text_guess *guesses = user;
	struct err err;

	(void)text_detect(span_of(comment, sizeof(comment) - 1), NULL, &guesses[i], &err);
}

static void threads_share_the_tables(void **state)
{
	struct text_guess guesses[64];

	(void)state;
	thread_for(64, 8, detect_one, guesses);
	for (unsigned i = 0; i < 64; i++)
		assert_int_equal(guesses[i].enc, TEXT_GB18030);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_share_the_tables),
		cmocka_unit_test(a_comment_at_the_end_of_long_code_decides),
		cmocka_unit_test(code_between_comments_changes_nothing),
		cmocka_unit_test(lines_of_two_encodings_are_told_in_long_texts),
		cmocka_unit_test(the_number_of_lines_changes_nothing),
		cmocka_unit_test(a_repeated_text_is_no_less_certain),
		cmocka_unit_test(few_characters_of_utf8_are_certain),
		cmocka_unit_test(sentences_in_turn_are_certain),
		cmocka_unit_test(a_repeated_line_is_not_garbled_silently),
		cmocka_unit_test(a_declaration_that_the_text_refutes_is_no_doubt),
		cmocka_unit_test(a_form_of_a_date_is_no_other_encoding),
		cmocka_unit_test(another_language_is_no_other_encoding),
		cmocka_unit_test(few_lines_in_a_long_text_are_all_seen),
		cmocka_unit_test(one_odd_line_among_many_clear_ones_is_seen),
		cmocka_unit_test(a_text_without_line_ends_is_judged),
		cmocka_unit_test(a_text_without_ascii_is_judged),
		cmocka_unit_test(one_damage_in_a_large_text_is_counted),
		cmocka_unit_test(damages_are_counted_as_one_by_one),
		cmocka_unit_test(a_stretch_of_utf8_is_found_wherever_it_is),
		cmocka_unit_test(a_western_byte_in_a_line_is_a_doubt),
		cmocka_unit_test(a_word_before_a_character_is_no_doubt),
		cmocka_unit_test(a_string_in_another_encoding_is_a_doubt),
		cmocka_unit_test(a_torn_line_of_a_mixed_text_is_uncertain),
		cmocka_unit_test(a_line_in_long_code_counts_once),
		cmocka_unit_test(a_long_text_without_places_to_cut_is_judged),
		cmocka_unit_test(padding_says_nothing),
		cmocka_unit_test(tibetan_and_lao_are_utf16),
		cmocka_unit_test(the_last_byte_of_utf16_is_no_padding),
	};

	return cmocka_run_group_tests_name("text_detect_long", tests, NULL, NULL);
}
