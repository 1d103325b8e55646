/* SPDX-License-Identifier: MIT */
/* All that a small file gives: its places, blocks and warnings. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "exact.h"
#include "tags/discover.h"
#include "tags/scan.h"

enum how { TAGS, IN_COMMENTS, ANY_TAG, OWN_MARKS };

static const struct {
	const char *name;
	enum how how;
	const char *text;
	const char *gives; /* "": nothing */
} rows[] = {
	{"x.c", TAGS, "//T_1 add for \n/*T_1 end",
		"1:3 T_1 begin word, 2:3 T_1 end word; 1-2 word"},
	{"x.c", TAGS, "T_1\n//T_1:end", "1:1 T_1, 2:3 T_1 end word alone; 2 no begin"},
	{"x.c", TAGS, "\x9FT_1 stage -\n", "1:2 T_1"},
	{"x.c", IN_COMMENTS, "//T_1 Begin x T_1到这里\n//T_1 USB_end",
		"1:3 T_1 begin word, 1:15 T_1, 2:3 T_1 end word; 1-2 word"},
	{"x.c", IN_COMMENTS, "//\xE6\x94\xB9\xE5\x8A\xA8\xBET_1 ", "1:6 T_1"},
	{"x.c", ANY_TAG, "/*\r<<T_1*/", "2:3 T_1 end chevron alone; 2 no begin"},
	{"x.c", ANY_TAG, "/* +*/\nWZ_/ Tag_1 s<!--t\n// dEOCrom2od", ""},
	{"x.c", ANY_TAG, "//EIP<<", "1:3 EIP end chevron alone; 1 no begin"},
	{"x.c", ANY_TAG, "//IH-KL-1+}", "1:3 IH-KL-1 end brace alone; 1 no begin"},
	{"x.c", ANY_TAG, "//T01_s\n//end u", "1:3 T01 begin word alone; 1 no end"},
	{"x.c", ANY_TAG, "//TK0<<", "1:3 TK0 end chevron alone; 1 no begin"},
	{"x.c", ANY_TAG, "//T_1+(T_2)>", "1:8 T_2 begin chevron alone; 1 no end"},
	{"x.c", OWN_MARKS, "\r(T_1", "2:2 T_1"},
	{"x.c", OWN_MARKS, "/*\rT_1", "2:1 T_1"},
	{"x.c", OWN_MARKS,
		"// S_1>-+\n/* [FaddIH] ADDx.orie */\n// // Tag_1 Add by bob start end chevron 60 "
		"weak\n// Modify end\n",
		"3:7 Tag_1"},
	{"x.c", OWN_MARKS,
		"// y z<<<// Tag_1P_\n// T1T\n/* fin befPR-j412345ore T_1 {{{ x }}}] */\n/* T A\n",
		"3:25 T_1 begin brace alone; 3 no end"},
	{"x.py", OWN_MARKS, "T_1\rL\nTag_1", "1:1 T_1, 3:1 Tag_1"},
	{"x.asm", TAGS, ";Start_T_1P", ""},
	{"x.asm", IN_COMMENTS, ";T_1", "1:2 T_1"},
	{"x.asm", ANY_TAG, ";>>g1h/K00\n;<<<",
		"1:4 g1h begin chevron, 1:8 K00 begin chevron; 1-2 chevron; 1-2 chevron"},
	{"x.asm", ANY_TAG, ";SzB_e", ""},
	{"x.c", TAGS, "//Start_T_1__x", ""},
	{"x.c", TAGS, "//Start_T_1__", "1:9 T_1 begin word alone; 1 no end"},
	{"x.c", ANY_TAG, "// EIP12, EIP93 >>>",
		"1:4 EIP12 begin chevron alone, 1:11 EIP93 begin chevron alone; 1 no end; 1 no "
		"end"},
	{"x.c", ANY_TAG, "// EIP02, EIP13 >>>",
		"1:4 EIP02 begin chevron alone, 1:11 EIP13 begin chevron alone; 1 no end; 1 no "
		"end"},
	{"x.c", ANY_TAG, "// ABC, ABC1 >>>", "1:9 ABC1 begin chevron alone; 1 no end"},
	{"x.c", ANY_TAG, "// A1, A2 >>>", ""},
	{"x.xml", TAGS, "<!--T_1 Start-add 0", "1:5 T_1 begin word alone; 1 no end"},
	{"x.c", IN_COMMENTS, "F//T_1 x--", "1:4 T_1"},
	{"x.c", ANY_TAG, "//d TP_1_B\n\xE6", ""},
	{"x.c", TAGS, "/* T_1 >>> */ /* <<< */\n// <<<", "1:4 T_1 begin chevron; 1-2 chevron"},
	{"x.c", TAGS,
		"// T_1 add for the input limit begin by bob\n// T_1 add for the input limit end "
		"by bob",
		"1:4 T_1 begin word, 2:4 T_1 end word; 1-2 word"},
	{"x.bat", ANY_TAG, "REM MOD START", "1:5 MOD begin word alone; 1 no end"},
	{"x.bat", ANY_TAG, "REM 开始T_1 \nREM T1_B-",
		"1:7 T_1 begin word, 2:5 T1_B end plus; 1-2 word"},
	{"x.bat", ANY_TAG, "REM 修改开始 zhang\nREM 修改结束\n", ""},
	{"x.bat", TAGS, "REM 开始T_1 \nREM T1_B-", "1:7 T_1 begin word alone; 1 no end"},
	{"x.c", TAGS,
		"//[-start-121029-T_1-remove]//\n// Tag_1 >>>\n//[-end-121029-T_1-remove]//\n// "
		"Tag_1 <<<\n",
		"1:18 T_1 begin bracket, 2:4 Tag_1 begin chevron, 3:16 T_1 end bracket, 4:4 Tag_1 "
		"end chevron; 1-3 bracket; 2-4 chevron"},
	{"x.c", ANY_TAG, "//[-start-Q7Z-]//\nint x; // Q7Z\n",
		"1:11 Q7Z begin bracket alone; 1 no end"},
	{"x.c", ANY_TAG,
		"// EIP2165 160421 start\n// EIP2165 end\n// WT55 20160422 by bob +++\n// WT55 "
		"---\n",
		"1:4 EIP2165 begin word 20160421, 2:4 EIP2165 end word, 3:4 WT55 begin plus "
		"20160422, 4:4 WT55 end plus; 1-2 word; 3-4 plus"},
	{"x.c", IN_COMMENTS, "int TAG_1; // tag_1 begin\n/* Tag_1\n end */ int Tag_1;\n",
		"1:15 Tag_1 begin word, 2:4 Tag_1; 1-3 word"},
	{"x.c", OWN_MARKS,
		"// open T_1\n// close T_1\n// Tag_1 open: x\n// close T_1\n// Tag_1 close\n",
		"1:9 T_1 begin own, 2:10 T_1 end own, 3:4 Tag_1 begin own, 4:10 T_1 end own alone, "
		"5:4 Tag_1 end own; 1-2 own; 3-5 own; 4 no begin"},
	{"x.py", TAGS,
		"# T_1 >>>\n# T_1, Tag_1 >>>\n# T_1 <<<\n# Tag_1 <<<\n# T_1 <<<\n# T_1 <<<\n",
		"1:3 T_1 begin chevron, 2:3 T_1 begin chevron, 2:8 Tag_1 begin chevron, 3:3 T_1 "
		"end chevron, 4:3 Tag_1 end chevron, 5:3 T_1 end chevron, 6:3 T_1 end chevron "
		"alone; 1-3 chevron; 2-5 chevron; 2-4 chevron; 6 no begin"},
	{"x.xml", TAGS, "<!-- T_1 begin -->\n<x/>\n<!-- T_1 end -->\n<!--[if T_1]>\n<T_1>\n",
		"1:6 T_1 begin word, 3:6 T_1 end word, 4:9 T_1, 5:2 T_1; 1-3 word"},
	{"x.c", TAGS, "#ifdef T_1\n#if Tag_1\n#else // T_1\n#endif\n#endif // T_1\n#endif // T_1\n",
		"1:8 T_1 begin condition, 2:5 Tag_1 begin condition, 3:10 T_1, 5:11 T_1 end "
		"condition, 6:11 T_1; 1-5 condition; 2-4 condition"},
	{"x.c", TAGS,
		"#if 0 // T_1\nx\n#else\ny\n#endif\n#pragma region Tag_1\n#pragma endregion\n",
		"1:10 T_1 begin condition, 6:16 Tag_1 begin condition; 1-5 condition; 6-7 "
		"condition"},
	{"Makefile", TAGS, "ifdef T_1\nx=1\nendif # T_1\nifeq ($(Tag_1),y)\nendif\n",
		"1:7 T_1 begin condition, 3:9 T_1 end condition, 4:9 Tag_1 begin condition; 1-3 "
		"condition; 4-5 condition"},
	{"x.lua", TAGS, "-- T_1 begin\n--[[ T_1\nend ]] T_1\n-- T_1 end\n",
		"1:4 T_1 begin word, 2:6 T_1 begin word, 3:8 T_1 end word, 4:4 T_1 end word; 1-3 "
		"word; 2-4 word"},
	{"x.asm", TAGS, "; T_1 on\nmov ax, T_1 ; Tag_1 (1/2) x\n; Tag_1 (2/2) y\n; T_1 off\n",
		"1:3 T_1 begin opposite, 2:9 T_1, 2:15 Tag_1, 3:3 Tag_1, 4:3 T_1 end opposite; 1-4 "
		"opposite"},
	{"x.c", TAGS, "// T_1 s\n// T_1 e\n// T_1 b\n// T_1 f\n// Tag_1 BOC\n// Tag_1 EOC\n",
		"1:4 T_1 begin opposite, 2:4 T_1 end opposite, 3:4 T_1 begin opposite, 4:4 T_1 end "
		"opposite, 5:4 Tag_1 begin word, 6:4 Tag_1 end word; 1-2 opposite; 3-4 opposite; "
		"5-6 word"},
	{"x.c", TAGS,
		"// Tag_1_B fix\n// Tag_1_E fix\n// ST_T_1\n// ED_T_1\n// Tag_2_B fix\n// Tag_2_E "
		"other\n",
		"1:4 Tag_1 begin word, 2:4 Tag_1 end word, 3:7 T_1 begin word, 4:7 T_1 end word, "
		"6:4 Tag_2 end word alone; 1-2 word; 3-4 word; 6 no begin"},
	{"x.c", TAGS, "#ifdef T_1\n#endif // Tag_1\n",
		"1:8 T_1 begin condition, 2:11 Tag_1; 1-2 condition"},
	{"x.c", TAGS, "#if T_1 && Tag_1\n#else\n#endif // Tag_1 T_1\n",
		"1:5 T_1 begin condition, 1:12 Tag_1 begin condition, 3:17 T_1 end condition, 3:11 "
		"Tag_1 end condition; 1-3 condition; 1-3 condition"},
	{"x.txt", TAGS, "\x81T_1", "1:2 T_1"},
	{"x.txt", TAGS, "T_1 begin\nEnd", "1:1 T_1 begin word; 1-2 word"},
	{"x.c", ANY_TAG, "//AB", ""},
	{"x.c", TAGS, "// T_1 >>>\n// *", "1:4 T_1 begin chevron alone; 1 no end"},
	{"x.lua", TAGS, "\r\n-- T_1 begin", "2:4 T_1 begin word alone; 2 no end"},
	{"x.c", IN_COMMENTS, "//Start-T_0 T_1", "1:13 T_1"},
	{"x.c", TAGS, "//T_1SS", ""},
	{"x.c", TAGS, "//T_1_E", "1:3 T_1 end word alone; 1 no begin"},
	{"x.lua", ANY_TAG, "-- g_S>>", ""},
	{"Makefile", IN_COMMENTS, "#T_1_:", ""},
};

static const char *const kinds[] = {"", " begin", " end"};
static const char *const faults[] = {"no end", "no begin", "nested"};

static void print(char out[1000], const struct tag_set *set, const struct scan_result *r)
{
	size_t len = 0;
	size_t i;

	out[0] = '\0';
	for (i = 0; i < r->hit_count; i++) {
		const struct hit *h = &r->hits[i];
		const char *text = h->text != NULL ? h->text : set->tags[h->tag].text;

		len += (size_t)snprintf(out + len, 1000 - len, "%s%u:%u %s%s", i > 0 ? ", " : "",
			h->line, h->column, text, kinds[h->kind]);
		if (h->kind != HIT_MARK)
			len += (size_t)snprintf(out + len, 1000 - len, " %s%s",
				mark_family_name(h->family), h->paired ? "" : " alone");
		if (h->date != 0)
			len += (size_t)snprintf(out + len, 1000 - len, " %u", h->date);
	}
	for (i = 0; i < r->block_count; i++)
		len += (size_t)snprintf(out + len, 1000 - len, "; %u-%u %s", r->blocks[i].first,
			r->blocks[i].last, mark_family_name(r->blocks[i].family));
	for (i = 0; i < r->warning_count; i++)
		len += (size_t)snprintf(out + len, 1000 - len, "; %u %s", r->warnings[i].line,
			faults[r->warnings[i].fault]);
}

static void files_give_so_much(void **state)
{
	static const char *const tags[] = {"T_1", "Tag_1", "Tag_2"};
	size_t bad = 0;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tag_opts kind = {.kind = rows[i].how == ANY_TAG ? TAG_ANY : TAG_PLAIN,
			.fold = rows[i].how == IN_COMMENTS};
		struct exact text = exact_of(rows[i].text);
		struct mark_pairs own = {.count = 0};
		struct scan_result r;
		struct tag_set set;
		struct scan_opts opts = {.set = &set,
			.own = &own,
			.comments_only = rows[i].how == IN_COMMENTS,
			.matcher = rows[i].how == ANY_TAG ? &discover_matcher : NULL,
			.marks_only = rows[i].how == ANY_TAG};
		struct err err;
		char got[1000];

		if (rows[i].how == OWN_MARKS)
			assert_int_equal(
				mark_pairs_add(&own, span_of("open,close", 10), &err), ERR_OK);
		assert_int_equal(
			tag_set_init(&set, tags, rows[i].how == ANY_TAG ? 1 : 3, &kind, &err),
			ERR_OK);
		assert_int_equal(scan_bytes(&opts, rows[i].name, text.span, &r, &err), ERR_OK);
		print(got, &set, &r);
		if (strcmp(got, rows[i].gives) != 0) {
			print_error("%u: %s\n", (unsigned)i, got);
			bad++;
		}
		scan_result_free(&r);
		tag_set_free(&set);
		mark_pairs_free(&own);
		exact_free(&text);
	}
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_give_so_much),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
