/* SPDX-License-Identifier: MIT */
/* Which word next to a tag needs a counterpart, for each text before the tag with each text after
 * it. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "exact.h"
#include "tags/bound.h"

static const char *const before[] = {"", "x ", "B ", "B_", "b ", "ST: ", "_B_", "__E_", "BGN ",
	"ON_", "on ", "ON ", "STaRT ", "x B_", "B x ", "x B ", "(B) ", "   B   ", "B    ", "B     ",
	"é", "éB_", "SOC ", "soc_", "ENDER_", "ABCDEFGHI_"};

static const char *const behind[] = {"", " x", "_B", "_E x", "_E, by X", "_e_", "_ON", "_on",
	"_SOC", "_soc", "_XOC", "_OC", "_SOCX", "_B__", "_Bx", "_1", "_", " B", " E x", " b",
	" (S)", "-ST", "   B", "    B", "     B", " STaRT", " sTART", " START", " BEGINNING",
	"_BEGINNING", "_ABCDEFGH", " SOC", " ON", "_HEADER", "_FOOTERS", " é", "_Bé", "_Zz",
	"_ST{"};

/* A letter for each form in the table: where the word is, the word, whether nothing else is beside
 * it; '.': none. */
static const char *const forms[] = {"after b only", "after e", "after s only", "after soc only",
	"after st only", "after start only", "before b", "before b only", "before bgn",
	"before bgn only", "before soc", "before soc only", "before st", "before st only",
	"glued after b", "glued after b only", "glued after e", "glued after e only",
	"glued after header only", "glued after on only", "glued after soc only",
	"glued after socx only", "glued after st only", "glued before b", "glued before b only",
	"glued before e", "glued before e only", "glued before on", "glued before on only",
	"glued before soc", "glued before soc only"};
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcde";

#define BEFORE (sizeof before / sizeof before[0])
#define BEHIND (sizeof behind / sizeof behind[0])

static const char *const table[BEFORE] = {"..PQQRTTUU..VP...AB.CEAA...F...D.S..O.W",
	".......................................", "HG........GG..GGGGGGGGGGGGGGGGGGG.GG.G.",
	"YX........XX..XXXXXXXXXXXXXXXXXXX.XX.X.", ".......................................",
	"NM........MM..MMMMMMMMMMMMMMMMMMM.MM.M.", "YX........XX..XXXXXXXXXXXXXXXXXXX.XX.X.",
	"aZ........ZZ..ZZZZZZZZZZZZZZZZZZZ.ZZ.Z.", "JI........II..IIIIIIIIIIIIIIIIIII.II.I.",
	"cb........bb..bbbbbbbbbbbbbbbbbbb.bb.b.", ".......................................",
	".......................................", ".......................................",
	".......................................", ".......................................",
	".......................................", "HG........GG..GGGGGGGGGGGGGGGGGGG.GG.G.",
	"HG........GG..GGGGGGGGGGGGGGGGGGG.GG.G.", "HG........GG..GGGGGGGGGGGGGGGGGGG.GG.G.",
	".......................................", ".......................................",
	".......................................", "LK........KK..KKKKKKKKKKKKKKKKKKK.KK.K.",
	"ed........dd..ddddddddddddddddddd.dd.d.", ".......................................",
	"......................................."};

static void words_beside_a_tag(void **state)
{
	size_t bad = 0;
	size_t i;
	size_t k;

	(void)state;
	assert_int_equal(sizeof letters - 1, sizeof forms / sizeof forms[0]);
	for (i = 0; i < BEFORE; i++) {
		assert_int_equal(strlen(table[i]), BEHIND);
		for (k = 0; k < BEHIND; k++) {
			static const char *const places[] = {
				[BOUND_AFTER] = "after",
				[BOUND_BEFORE] = "before",
				[BOUND_GLUED_AFTER] = "glued after",
				[BOUND_GLUED_BEFORE] = "glued before",
			};
			const char *letter = strchr(letters, table[i][k]);
			const char *want = letter != NULL ? forms[letter - letters] : "";
			char comment[100];
			char got[64] = "";
			struct exact text;
			struct bound b;

			snprintf(comment, sizeof comment, "%sT_1%s", before[i], behind[k]);
			text = exact_of(comment);
			b = bound_read(text.span, strlen(before[i]), 3);
			exact_free(&text);
			if (b.form != BOUND_NONE)
				snprintf(got, sizeof got, "%s %s%s", places[b.form], b.word,
					b.only ? " only" : "");
			if (strcmp(got, want) == 0)
				continue;
			print_error("%s: \"%s\", not \"%s\"\n", comment, got, want);
			bad++;
		}
	}
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(words_beside_a_tag)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
