/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "tags/comments.h"

/* Marks line's comment bytes as '#' in out. */
static void show(struct comment_state *s, const char *line, char out[100])
{
	struct exact text = exact_of(line);
	bool *mask = malloc((text.span.len + 1) * sizeof *mask);
	size_t i;

	assert_non_null(mask);
	comment_mask(s, text.span, mask);
	for (i = 0; i < text.span.len; i++)
		out[i] = mask[i] ? '#' : '.';
	out[text.span.len] = '\0';
	exact_free(&text);
	free(mask);
}

static void expect(enum comment_style style, const char *line, const char *want)
{
	struct comment_state s = {.style = style};
	char got[100];

	show(&s, line, got);
	assert_string_equal(got, want);
}

static void c_family(void **state)
{
	(void)state;
	expect(COMMENT_C, "a // b", "..####");
	expect(COMMENT_C, "a /* b */ c", "..#######..");
	expect(COMMENT_C, "\"//\" // x", ".....####");
	expect(COMMENT_C, "\"\\\"//\" x", "........");
	expect(COMMENT_C, "f(\"\\n\", \"//\") // x", "..............####");
	expect(COMMENT_C, "'\"' // x", "....####");
	expect(COMMENT_C, "'\"' \"//\"", "........");
	expect(COMMENT_C, "'\\\"' \"//\"", ".........");
	expect(COMMENT_C, "don't // x", "......####");
	expect(COMMENT_C, "/* a */ b /* c", "#######...####");
}

/* A quote alone is not a string, in whatever language. */
static void quotes_do_not_hide_comments(void **state)
{
	(void)state;
	expect(COMMENT_HASH, "x = '\"'  # t", ".........###");
	expect(COMMENT_SEMI, "mov al, '\"' ; t", "............###");
	expect(COMMENT_GAS, ".byte '\"' # t", "..........###");
	expect(COMMENT_HASH, "D = 5\" # t", ".......###");
	expect(COMMENT_C, "#error 5\" // t", "..........####");
	expect(COMMENT_C, "\"a\\", "...");
	expect(COMMENT_HASH, "[\"#@", "..##");
}

/* Each of them is the end of none: looking for it from each would take minutes. */
static void many_protected_quotes_take_no_time(void **state)
{
	struct comment_state s = {.style = COMMENT_C};
	size_t len = (size_t)2 << 20, i;
	uint8_t *line = malloc(len);
	bool *mask = malloc(len * sizeof(*mask));

	(void)state;
	assert_true(line != NULL && mask != NULL);
	for (i = 0; i < len; i += 2)
		memcpy(line + i, i + 2 < len ? "\"\\" : "//", 2);
	comment_mask(&s, span_of(line, len), mask);
	assert_false(mask[len - 3]);
	assert_true(mask[len - 2] && mask[len - 1]);
	free(line);
	free(mask);
}

static void many_blanks_take_no_time(void **state)
{
	struct comment_state s = {.style = COMMENT_GAS};
	size_t len = (size_t)2 << 20;
	uint8_t *line = malloc(len);
	bool *mask = malloc(len * sizeof(*mask));

	(void)state;
	assert_true(line != NULL && mask != NULL);
	memset(line, ' ', len);
	line[len - 1] = '@';
	comment_mask(&s, span_of(line, len), mask);
	assert_false(mask[len - 2]);
	assert_true(mask[len - 1]);
	free(line);
	free(mask);
}

static void batch_comments_stand_behind_commands_too(void **state)
{
	(void)state;
	expect(COMMENT_BAT, "echo a & rem t", "........######");
	expect(COMMENT_BAT, "a&@::t", "..####");
	expect(COMMENT_BAT, "a & remark", "..........");
	expect(COMMENT_BAT, "a \"b & rem t\" & rem", "...............####");
	expect(COMMENT_BAT, "a ^& rem t", "..........");
	expect(COMMENT_BAT, "if a (rem t)", "............");
	expect(COMMENT_BAT, " (rem t", "#######");
}

static void block_goes_over_lines(void **state)
{
	struct comment_state s = {.style = COMMENT_C};
	char got[100];

	(void)state;
	show(&s, "x /* a", got);
	assert_string_equal(got, "..####");
	show(&s, "Tag", got);
	assert_string_equal(got, "###");
	show(&s, "b */ y", got);
	assert_string_equal(got, "####..");
}

/* Trees of a firmware for Arm have both kinds of .S file. */
static void assembler_of_gnu(void **state)
{
	(void)state;
	expect(COMMENT_GAS, "#define X t", "...........");
	expect(COMMENT_GAS, "  #if t // t", "........####");
	expect(COMMENT_GAS, "#ifdefine t", "###########");
	expect(COMMENT_GAS, "# if all fails, t", "#################");
	expect(COMMENT_GAS, "mov r0, #t @ t", "...........###");
	expect(COMMENT_GAS, "mcr p15, 7  @t", "............##");
	expect(COMMENT_GAS, "ldr r0, [ #t]", ".............");
	expect(COMMENT_GAS, ".type t, @t", "...........");
	expect(COMMENT_GAS, "call t@PLT # t", "...........###");
	expect(COMMENT_GAS, "@ t", "###");
}

static void backslash_takes_a_comment_to_the_next_line(void **state)
{
	struct comment_state s = {.style = COMMENT_C};
	char got[100];

	(void)state;
	show(&s, "x // a \\", got);
	assert_string_equal(got, "..######");
	show(&s, "b \\", got);
	assert_string_equal(got, "###");
	show(&s, "", got);
	show(&s, "c", got);
	assert_string_equal(got, ".");
	show(&s, "/* a */ \\", got);
	show(&s, "c", got);
	assert_string_equal(got, ".");
}

static void other_families(void **state)
{
	(void)state;
	expect(COMMENT_HASH, "A = \"#\" # x", "........###");
	expect(COMMENT_SEMI, "mov eax, 1 ; x", "...........###");
	expect(COMMENT_BAT, " @REM x", "#######");
	expect(COMMENT_BAT, "remark x", "........");
	expect(COMMENT_BAT, ":: x", "####");
	expect(COMMENT_XML, "<a><!-- x --></a>", "...##########....");
	expect(COMMENT_ALL, "abc", "###");
	expect(COMMENT_NONE, "abc // x", "........");
	expect(COMMENT_C, "", "");
}

/* Signs at the very end of a line, where the next byte is another's. */
static void lines_end_anywhere(void **state)
{
	(void)state;
	expect(COMMENT_C, "a /", "...");
	expect(COMMENT_C, "a //", "..##");
	expect(COMMENT_C, "a /*", "..##");
	expect(COMMENT_C, "a /* *", "..####");
	expect(COMMENT_C, "a /* */", "..#####");
	expect(COMMENT_C, "a /*/ x", "..#####");
	expect(COMMENT_C, "/**/a", "####.");
	expect(COMMENT_C, "\"", ".");
	expect(COMMENT_C, "\"\\", "..");
	expect(COMMENT_C, "\"a\"", "...");
	expect(COMMENT_C, "\"a\\\"", "....");
	expect(COMMENT_C, "'", ".");
	expect(COMMENT_C, "'/", "..");
	expect(COMMENT_C, "'\\", "..");
	expect(COMMENT_C, "'\\'", "...");
	expect(COMMENT_C, "'\\''//", "....##");
	expect(COMMENT_C, "'\"'//", "...##");
	expect(COMMENT_C, "'ab'//", "....##");
	expect(COMMENT_C, "\"a\"//", "...##");
	expect(COMMENT_XML, "<!-", "...");
	expect(COMMENT_XML, "<!--", "####");
	expect(COMMENT_XML, "<!---->a", "#######.");
	expect(COMMENT_XML, "\"<!-- x", ".######");
	expect(COMMENT_BAT, "rem", "###");
	expect(COMMENT_BAT, "re", "..");
	expect(COMMENT_BAT, "rem\tx", "#####");
	expect(COMMENT_BAT, "@", ".");
	expect(COMMENT_BAT, ":", ".");
	expect(COMMENT_BAT, "::", "##");
	expect(COMMENT_BAT, "a&", "..");
	expect(COMMENT_BAT, "a^", "..");
	expect(COMMENT_BAT, "a&rem", "..###");
	expect(COMMENT_BAT, "a \"^\" & rem", ".......####");
	expect(COMMENT_GAS, "#", "#");
	expect(COMMENT_GAS, "#if", "...");
	expect(COMMENT_GAS, "#ifx", "####");
	expect(COMMENT_GAS, "#elif", ".....");
	expect(COMMENT_GAS, "@", "#");
	expect(COMMENT_GAS, "a@", "..");
	expect(COMMENT_GAS, "a @", "..#");
	expect(COMMENT_GAS, "a, @b", ".....");
	expect(COMMENT_GAS, "a;", ".#");
	expect(COMMENT_HASH, "#", "#");
	expect(COMMENT_HASH, " ; x", ".###");
	expect(COMMENT_HASH, "a ; x", ".....");
	expect(COMMENT_SEMI, "a#;", "..#");
	expect(COMMENT_NONE, "//#;", "....");
}

static void conditions_are_known(void **state)
{
	static const struct {
		enum comment_style style;
		bool makefile;
		const char *line;
		enum comment_cond cond;
	} rows[] = {{COMMENT_C, false, "#if", COND_IF}, {COMMENT_C, false, "#if X", COND_IF},
		{COMMENT_C, false, "#iff", COND_NONE}, {COMMENT_C, false, "#ifdef X", COND_IF},
		{COMMENT_C, false, "#ifndef X", COND_IF},
		{COMMENT_C, false, " \t# \tif X", COND_IF}, {COMMENT_C, false, "#endif", COND_END},
		{COMMENT_C, false, "# endif", COND_END}, {COMMENT_C, false, "#endifx", COND_NONE},
		{COMMENT_C, false, "#", COND_NONE}, {COMMENT_C, false, "# ", COND_NONE},
		{COMMENT_C, false, "", COND_NONE}, {COMMENT_C, false, "  ", COND_NONE},
		{COMMENT_C, false, "if X", COND_NONE}, {COMMENT_C, false, "!if X", COND_NONE},
		{COMMENT_C, false, "#else", COND_NONE},
		{COMMENT_C, false, "#pragma region", COND_IF},
		{COMMENT_C, false, "#pragma  endregion", COND_END},
		{COMMENT_C, false, "#pragma", COND_NONE}, {COMMENT_C, false, "#pragma ", COND_NONE},
		{COMMENT_C, false, "#pragma once", COND_NONE},
		{COMMENT_C, false, "#region", COND_IF}, {COMMENT_C, false, "#endregion", COND_END},
		{COMMENT_C, false, "%if", COND_NONE}, {COMMENT_HASH, false, "!if X", COND_IF},
		{COMMENT_HASH, false, "!ifdef", COND_IF}, {COMMENT_HASH, false, "!endif", COND_END},
		{COMMENT_HASH, false, "#if", COND_NONE},
		{COMMENT_HASH, false, "!region", COND_NONE},
		{COMMENT_HASH, false, "!IF X", COND_IF}, {COMMENT_HASH, false, "!ENDIF", COND_END},
		{COMMENT_HASH, true, "ifeq (x)", COND_IF},
		{COMMENT_HASH, true, "ifneq (x)", COND_IF},
		{COMMENT_HASH, true, "ifdef x", COND_IF}, {COMMENT_HASH, true, "if x", COND_NONE},
		{COMMENT_HASH, true, "endif", COND_END}, {COMMENT_HASH, true, "region", COND_NONE},
		{COMMENT_HASH, true, " ifeq", COND_IF}, {COMMENT_SEMI, false, "%if x", COND_IF},
		{COMMENT_SEMI, false, "%ifidn x", COND_IF},
		{COMMENT_SEMI, false, "%ifidni x", COND_IF},
		{COMMENT_SEMI, false, "%ifnidn", COND_IF},
		{COMMENT_SEMI, false, "%endif", COND_END}, {COMMENT_SEMI, false, "#if", COND_NONE},
		{COMMENT_SEMI, false, "if x", COND_IF}, {COMMENT_SEMI, false, "IFDEF x", COND_IF},
		{COMMENT_SEMI, false, "IfE x", COND_IF}, {COMMENT_SEMI, false, "ENDIF", COND_END},
		{COMMENT_SEMI, false, "ifb <x>", COND_IF},
		{COMMENT_SEMI, false, "ifnb <x>", COND_IF},
		{COMMENT_SEMI, false, "ifdif <x>, <y>", COND_IF},
		{COMMENT_SEMI, false, "ifdifi <x>, <y>", COND_IF},
		{COMMENT_SEMI, false, "iffy x", COND_NONE}, {COMMENT_SEMI, false, "", COND_NONE},
		{COMMENT_SEMI, false, "%", COND_NONE}, {COMMENT_SEMI, false, "mov x", COND_NONE},
		{COMMENT_SEMI, false, "%pragma region", COND_NONE},
		{COMMENT_SEMI, false, "%pragma endregion", COND_NONE},
		{COMMENT_HASH, false, "!pragma endregion", COND_NONE},
		{COMMENT_GAS, false, "#if x", COND_IF}, {COMMENT_ALL, false, "#if x", COND_IF},
		{COMMENT_XML, false, "#if x", COND_NONE}, {COMMENT_BAT, false, "#if x", COND_NONE},
		{COMMENT_NONE, false, "#if x", COND_NONE}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct exact line = exact_of(rows[i].line);

		if (comment_cond(rows[i].style, rows[i].makefile, line.span) != rows[i].cond)
			fail_msg("%d: %s", (int)rows[i].style, rows[i].line);
		exact_free(&line);
	}
}

static void kinds_of_files_have_their_signs(void **state)
{
	static const struct {
		enum comment_style style;
		const char *names; /* with a blank after each */
	} rows[] = {
		{COMMENT_C,
			"a.c a.h a.cpp a.hpp a.asl a.asi a.aslc a.vfr a.vfi a.dts a.dtsi a.dtso "
			"a.cc a.cxx a.hh a.hxx a.inl a.java a.js a.rs a.lds a.ld a.y a.l a.v a.sv "
			"a.its a.hfr a.uni a.sd A.C "},
		{COMMENT_HASH,
			"a.dsc.inc a.fdf.inc a.fmd Kconfig Kbuild a.mk x_defconfig a.cmake "
			"CMakeLists.txt a.ps1 a.toml a.pl a.pm a.awk a.tcl a.conf a.cb a.inf "
			"a.dsc a.fdf a.dec a.py a.sh a.yaml a.yml a.mak GNUmakefile a.sdl a.cif "
			"a.cfg "},
		{COMMENT_SEMI, "a.nasm a.asm A.ASM "}, {COMMENT_GAS, "a.s a.S a.inc "},
		{COMMENT_BAT, "a.bat a.cmd "}, {COMMENT_XML, "a.xml a.htm a.html a.xsd a.xsl "},
		{COMMENT_NONE, "a.json "}, {COMMENT_ALL, "a.txt a a.cx c .x "}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const char *at = rows[i].names;

		while (*at != '\0') {
			size_t len = strcspn(at, " ");
			char name[32] = "";

			memcpy(name, at, len);
			if (comment_style_of(name) != rows[i].style)
				fail_msg("%s", name);
			at += len + 1;
		}
	}
	assert_true(comment_is_makefile("Makefile") && comment_is_makefile("a.mak") &&
		    comment_is_makefile("a.mk") && comment_is_makefile("Kbuild"));
	assert_false(comment_is_makefile("a.c"));
}

static void names_decide(void **state)
{
	(void)state;
	assert_int_equal(comment_style_of("A/B.C"), COMMENT_C);
	assert_int_equal(comment_style_of("x.dsc.inc"), COMMENT_HASH);
	assert_int_equal(comment_style_of("x.inc"), COMMENT_GAS);
	assert_int_equal(comment_style_of("Makefile"), COMMENT_HASH);
	assert_int_equal(comment_style_of("x.S"), COMMENT_GAS);
	assert_int_equal(comment_style_of("x.txt"), COMMENT_ALL);
	assert_int_equal(comment_style_of("x.json"), COMMENT_NONE);
}

/* State after every line of text, the slow way. */
static void walk_lines(struct comment_state *state, const char *text, size_t len)
{
	bool mask[400];
	size_t pos = 0;

	while (pos < len) {
		size_t end = pos + strcspn(text + pos, "\r\n");

		comment_mask(state, span_of(text + pos, end - pos), mask);
		pos = end + 1 + (text[end] == '\r' && text[end + 1] == '\n');
	}
}

/* Lines that comment_sync passes over change nothing: texts made of all that matters to comments.
 */
static void lines_may_be_passed_over(void **state)
{
	static const char *const parts[] = {"/*", "*/", "//", "\"", "\\", "\n", "\r\n", "\r", "a",
		"/", "*", "<!--", "-->", "-", ">", "'", "#", ";", " ", "\n", "\n"};
	static const enum comment_style styles[] = {
		COMMENT_C, COMMENT_GAS, COMMENT_XML, COMMENT_HASH, COMMENT_BAT};
	unsigned seed = 4711;
	size_t skipped[5] = {0};
	int round;

	(void)state;
	for (round = 0; round < 300000; round++) {
		struct comment_state slow = {.style = styles[round % 5]};
		struct comment_state fast;
		char text[400] = "";
		size_t len = 0;
		size_t from;
		int n;

		seed = seed * 1103515245u + 12345u;
		slow.in_block = round % 3 == 0 && slow.style <= COMMENT_C;
		for (n = (int)(seed >> 16) % 60; n > 0; n--) {
			seed = seed * 1103515245u + 12345u;
			strcat(text, parts[(seed >> 16) % (sizeof parts / sizeof parts[0])]);
		}
		strcat(text, "\n");
		len = strlen(text);
		fast = slow;
		from = comment_sync(&fast, span_of(text, len));
		assert_true(from <= len);
		skipped[round % 5] += from;
		while (from < len) {
			size_t end;

			from += comment_next(&fast, span_of(text + from, len - from));
			end = from + strcspn(text + from, "\r\n");
			end = from == len ? len
					  : end + 1 + (text[end] == '\r' && text[end + 1] == '\n');
			walk_lines(&fast, text + from, end - from);
			from = end;
		}
		walk_lines(&slow, text, len);
		if (fast.in_block != slow.in_block || fast.goes_on != slow.goes_on)
			fail_msg("style %d from %zu: %s", (int)slow.style, from, text);
	}
	for (round = 0; round < 5; round++)
		assert_true(skipped[round] > 10000);
}

/* A sign that may be a part of another comment's ends none; a text may begin with it. */
static void lines_are_passed_over_up_to_a_sure_end(void **state)
{
	static const struct {
		enum comment_style style;
		const char *text;
		size_t want;
	} rows[] = {{COMMENT_C, "*/\n", 0}, {COMMENT_C, "a*/\n", 4}, {COMMENT_C, "/*/\n", 0},
		{COMMENT_C, "a*/*\nb\n", 0}, {COMMENT_C, "a*/", 0}, {COMMENT_C, "a*/\\\n", 0},
		{COMMENT_C, "a*//\n", 0}, {COMMENT_C, "a*/b\r\nc", 6}, {COMMENT_C, "a*/\rb\n", 4},
		{COMMENT_C, "a*/\r", 4}, {COMMENT_C, "\na*/\n", 5}, {COMMENT_C, "a*/\nb*//", 0},
		{COMMENT_XML, "-->\n", 0}, {COMMENT_XML, "a-->\n", 0}, {COMMENT_XML, "ab-->\n", 6},
		{COMMENT_XML, "a!-->\n", 0}, {COMMENT_XML, "!--->\n", 0},
		{COMMENT_XML, "a--->\n", 6}, {COMMENT_XML, "!a-->\n", 6},
		{COMMENT_XML, "ab--><\n", 0}, {COMMENT_XML, "ab-->\\\n", 0},
		{COMMENT_GAS, "a*/\n", 4}, {COMMENT_HASH, "a\nb", 3}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct comment_state s = {.style = rows[i].style, .in_block = true};
		struct exact text = exact_of(rows[i].text);
		size_t got = comment_sync(&s, text.span);

		if (got != rows[i].want)
			fail_msg("%s: %zu", rows[i].text, got);
		exact_free(&text);
	}
}

/* Whole lines are skipped only where none of them can be in a comment. */
static void lines_without_a_comment_are_passed_over(void **state)
{
	static const struct {
		enum comment_style style;
		bool in_block, goes_on;
		const char *text;
		size_t want;
	} rows[] = {{COMMENT_C, false, false, "a\nb\nc /* d\n", 4},
		{COMMENT_C, false, false, "a\nb\n", 4},
		{COMMENT_C, false, false, "a\nc / d // e */\n", 16},
		{COMMENT_C, false, true, "a\nb\nc /* d\n", 0},
		{COMMENT_C, false, true, "a\nb\n", 0}, {COMMENT_C, true, false, "a\nb */\n", 2},
		{COMMENT_C, true, false, "a\n/* b / *\n", 11},
		{COMMENT_C, false, false, "/* a\n", 0}, {COMMENT_C, false, false, "a\r/* b\n", 2},
		{COMMENT_C, false, false, "\n/* b\n", 1},
		/* a comment that goes on may hide what opens one, or begin at the end */
		{COMMENT_C, false, false, "a\n// b\\\n/* c\n", 2},
		{COMMENT_C, false, false, "a\r\n// b\\\r\n/* c\r\n", 3},
		{COMMENT_C, false, false, "a\rb\\\rc\\\r/* d\r", 2},
		{COMMENT_C, false, false, "\\\n/* c\n", 0},
		{COMMENT_C, false, false, "a\n//\\\n", 2},
		{COMMENT_C, true, false, "a\\\nb*/\n", 3},
		{COMMENT_GAS, false, false, "a\n/* b\n", 2},
		{COMMENT_GAS, false, true, "a\n/* b\n", 0},
		{COMMENT_ALL, false, false, "a\nb\n", 0},
		{COMMENT_XML, false, false, "a\n> b\n<!-- c\n", 6},
		{COMMENT_XML, true, false, "a\n< b\n--> c\n", 6},
		{COMMENT_XML, false, false, "a\\\n<!-- c\n", 3}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct comment_state s = {.style = rows[i].style,
			.in_block = rows[i].in_block,
			.goes_on = rows[i].goes_on,
			.rest = SIZE_MAX};
		struct exact text = exact_of(rows[i].text);
		size_t got = comment_next(&s, text.span);

		if (got != rows[i].want)
			fail_msg("%s: %zu", rows[i].text, got);
		exact_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(c_family),
		cmocka_unit_test(quotes_do_not_hide_comments),
		cmocka_unit_test(many_protected_quotes_take_no_time),
		cmocka_unit_test(many_blanks_take_no_time),
		cmocka_unit_test(batch_comments_stand_behind_commands_too),
		cmocka_unit_test(block_goes_over_lines),
		cmocka_unit_test(assembler_of_gnu),
		cmocka_unit_test(backslash_takes_a_comment_to_the_next_line),
		cmocka_unit_test(other_families),
		cmocka_unit_test(lines_end_anywhere),
		cmocka_unit_test(conditions_are_known),
		cmocka_unit_test(kinds_of_files_have_their_signs),
		cmocka_unit_test(names_decide),
		cmocka_unit_test(lines_may_be_passed_over),
		cmocka_unit_test(lines_are_passed_over_up_to_a_sure_end),
		cmocka_unit_test(lines_without_a_comment_are_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
