/* SPDX-License-Identifier: MIT */
/*
 * The styles of marks that firmware and kernel teams use, each as a begin and an end line around a
 * changed one. docs/formats/change-marks.md says where they were seen.
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "exact.h"
#include "tags/discover.h"
#include "tags/scan.h"

static const struct style {
	const char *name; /* of the file */
	const char *tag;
	const char *begin;
	const char *end;
	bool found; /* --list-tags finds the tag, too */
} styles[] = {
	/* Insyde */
	{"a.c", "IB10820145", "//[-start-121029-IB10820145-remove]//",
		"//[-end-121029-IB10820145-remove]//", true},
	{"a.asm", "IB10820145", ";[-start-121029-IB10820145-modify]//",
		";[-end-121029-IB10820145-modify]//", true},
	{"a.dsc", "IB10820145", "#[-start-121029-IB10820145-add]#",
		"#[-end-121029-IB10820145-add]#", true},
	/* AMI */
	{"a.c", "EIP45278", "//(EIP45278)>", "//<(EIP45278)", true},
	{"a.c", "EIP45278", "///(EIP45278+)>", "///<(EIP45278+)", true},
	{"a.c", "EIP45278", "//[EIP45278+]>", "//<[EIP45278+]", true},
	{"a.c", "EIP45278", "///<EIP45278+> 2013/06/21 >>>", "///<EIP45278+> 2013/06/21 <<<", true},
	{"a.c", "EIP45278", "//(EIP45278-)>", "//<(EIP45278-)", true},
	{"a.c", "EIP45278", "//Check it. (EIP45278+)> ", "else\t//<(EIP45278+)", true},
	{"a.mak", "EIP45278", "#(EIP1234)(EIP45278)>", "#<(EIP1234)(EIP45278)", true},
	{"a.mak", "EIP45278", "#(EIP45278)(EIP1234)>", "#<(EIP45278)(EIP1234)", true},
	{"a.c", "EIP216501", "// AMI_OVERRIDE_START - EIP216501: mend the reset",
		"// AMI_OVERRIDE_END - EIP216501: mend the reset", true},
	{"a.c", "SA0010", "// AMI_OVERRIDE_SA0010_START >>>", "// AMI_OVERRIDE_SA0010_END <<<",
		true},
	{"a.sdl", "EIP226550", "# EIP226550 >>", "# EIP226550 <<", true},
	{"a.c", "AMI_OVERRIDE_START", "//AMI_OVERRIDE_START >>> reason",
		"//AMI_OVERRIDE_END <<< reason", false},
	/* contract makers */
	{"a.c", "PRJ", "//PRJ+>>>> ", "//PRJ+<<<< ", true},
	{"a.c", "Tag_SC01", "//Tag_SC01+", "//Tag_SC01-", true},
	{"a.c", "Tag_SC01", "//Tag_SC01+++", "//Tag_SC01---", true},
	{"a.c", "Tag_SC01", "//++Tag_SC01", "//--Tag_SC01", true},
	{"a.c", "Tag_SC01", "//+++Tag_SC01", "//---Tag_SC01", true},
	{"a.c", "Tag_SC01", "// Tag_SC01_S", "// Tag_SC01_E", true},
	{"a.c", "Tag_SC01", "/* Tag_SC01_Start */", "/* Tag_SC01_End */", true},
	{"a.c", "Tag_SC01", "// Tag_SC01_BEGIN", "// Tag_SC01_END", true},
	{"a.c", "Tag_SC01", "// START_Tag_SC01", "// END_Tag_SC01", true},
	{"a.c", "Tag_SC01", "// [Tag_SC01-Start]", "// [Tag_SC01-End]", true},
	{"a.c", "Tag_SC01", "// [Tag_SC01 begin]", "// [Tag_SC01 end]", true},
	{"a.c", "Tag_SC01", "// >>> Tag_SC01", "// <<< Tag_SC01", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 >>>", "// Tag_SC01 <<<", true},
	{"a.c", "Tag_SC01", "// >>> Tag_SC01 mend the reset", "// <<< Tag_SC01 mend the reset",
		true},
	{"a.c", "Tag_SC01", "// Tag_SC01: mend the reset >>>", "// Tag_SC01: mend the reset <<<",
		true},
	{"a.c", "Tag_SC01", "// {{{ Tag_SC01", "// }}} Tag_SC01", true},
	{"a.c", "Tag_SC01", "/* Tag_SC01 { */", "/* Tag_SC01 } */", true},
	{"a.c", "Tag_SC01", "/* Tag_SC01 {{{ */", "/* }}} */", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 start", "// Tag_SC01 end", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 [[[", "// Tag_SC01 ]]]", true},
	{"a.c", "Tag_SC01", "//Tag_SC01+; mend the reset", "//Tag_SC01-; mend the reset", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 at the start here", "// Tag_SC01 at the end here", true},
	{"a.c", "Tag_SC01", "// Start of Tag_SC01", "// End of Tag_SC01", true},
	{"a.c", "Tag_SC01", "// BEGIN: Tag_SC01", "// END: Tag_SC01", true},
	{"a.c", "Tag_SC01", "// <Tag_SC01>", "// </Tag_SC01>", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 -->", "// Tag_SC01 <--", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 ==>", "// Tag_SC01 <==", true},
	{"a.c", "Tag_SC01", "#ifdef Tag_SC01", "#endif // Tag_SC01", false},
	{"a.c", "Tag_SC01", "#if defined(Tag_SC01)", "#endif", false},
	{"a.c", "CONFIG_SC01", "#if CONFIG_SC01 == 1 /* as the board asks */", "#endif", false},
	{"a.dsc", "Tag_SC01", "!if $(Tag_SC01) == TRUE", "!endif", false},
	{"a.nasm", "Tag_SC01", "%ifdef Tag_SC01", "%endif", false},
	{"Makefile", "CONFIG_SC01", "ifeq ($(CONFIG_SC01),y)", "endif", false},
	{"a.c", "PRJ-77", "// [PRJ-77 +]", "// [PRJ-77 -]", true},
	{"a.c", "Tag_SC01", "// [+ Tag_SC01]", "// [- Tag_SC01]", true},
	{"a.c", "Tag_SC01", "// [Tag_SC01]>>>", "// [Tag_SC01]<<<", true},
	{"a.c", "Tag_SC01", "//>[Tag_SC01]", "//<[Tag_SC01]", true},
	{"a.c", "Tag_SC01", "//++[Tag_SC01]", "//--[Tag_SC01]", true},
	{"a.c", "Tag_SC01", "//(+)Tag_SC01", "//(-)Tag_SC01", true},
	{"a.c", "Tag_SC01", "//[Tag_SC01]S", "//[Tag_SC01]E", true},
	{"a.c", "Tag_SC01", "// @Tag_SC01 ON", "// @Tag_SC01 OFF", true},
	{"a.c", "Tag_SC01", "//*Tag_SC01 open*", "//*Tag_SC01 close*", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 from here", "// Tag_SC01 up to here", true},
	{"a.c", "Tag_SC01", "// SOT Tag_SC01", "// EOT Tag_SC01", true},
	{"a.c", "Tag_SC01", "// BOC, Tag_SC01, bob, 2019/3/4", "// EOC, Tag_SC01", true},
	{"a.c", "Tag_SC01", "// beg Tag_SC01", "// end Tag_SC01", true},
	{"a.asm", "Tag_SC01", "; Tag_SC01 - beg, why", "; Tag_SC01 - fin", true},
	{"a.c", "Tag_SC01", "// Tag_SC01_20200131_start bob", "// Tag_SC01_20200131_end bob", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 \xE2\x86\x93\xE2\x86\x93", /* arrows down, up */
		"// Tag_SC01 \xE2\x86\x91\xE2\x86\x91", true},
	{"a.c", "Tag_SC01", "// ADD-BEGIN Tag_SC01", "// ADD-END Tag_SC01", true},
	{"a.c", "Tag_SC01", "#pragma region Tag_SC01", "#pragma endregion Tag_SC01", false},
	{"a.c", "Tag_SC01", "# pragma  region Tag_SC01", "# pragma  endregion", false},
	/* other kinds of files */
	{"a.xml", "Tag_SC01", "<!-- Tag_SC01 start -->", "<!-- Tag_SC01 end -->", true},
	{"a.xml", "Tag_SC01", "<!-- Tag_SC01 >>> -->", "<!-- Tag_SC01 <<< -->", true},
	{"a.bat", "Tag_SC01", "@REM Tag_SC01 >>>", "@REM Tag_SC01 <<<", true},
	{"a.bat", "Tag_SC01", ":: Tag_SC01 Start", ":: Tag_SC01 End", true},
	{"a.bat", "Tag_SC01", "rem --- Tag_SC01 begin ---", "rem --- Tag_SC01 end ---", true},
	{"a.asm", "Tag_SC01", "; Tag_SC01 >>", "; Tag_SC01 <<", true},
	{"a.S", "Tag_SC01", "@ Tag_SC01 start", "@ Tag_SC01 end", true},
	{"a.py", "Tag_SC01", "# Tag_SC01_START", "# Tag_SC01_END", true},
	/* phones and tablets */
	{"a.c", "ASUS_BSP", "//ASUS_BSP+++ Bob \"[PM] mend the reset\"",
		"//ASUS_BSP--- Bob \"[PM] mend the reset\"", true},
	{"a.c", "ASUS_BSP", "//ASUS_BSP: Bob ++", "//ASUS_BSP: Bob --", true},
	{"a.c", "ASUS_BSP", "/* ASUS_BSP Bob +++ */", "/* ASUS_BSP Bob --- */", true},
	{"a.c", "LGE_CHANGE", "/* LGE_CHANGE_S [a@b.com] 2011-05-06, mend the reset */",
		"/* LGE_CHANGE_E [a@b.com] 2011-05-06 */", true},
	{"a.c", "DTS2011112102345", "/* <DTS2011112102345 bob 20111121 begin */",
		"/* DTS2011112102345 bob 20111121 end> */", true},
	{"a.c", "BUG123", "/* < BUG123 bob begin */", "/* BUG123 bob end > */", true},
	{"a.c", "FIH", "/* FIH, Bob, 2009/06/18 { */", "/* FIH, Bob, 2009/06/18 } */", true},
	{"a.c", "FIH-KERNEL-01", "//Div2-SW2-BSP,FIH-KERNEL-01+{", "//Div2-SW2-BSP,FIH-KERNEL-01+}",
		true},
	{"a.c", "Kernel_00", "/* FIHTDC, Kernel_00 +[ */", "/* FIHTDC, Kernel_00 +] */", true},
	{"a.c", "PR-412345", "//[BUGFIX]-Mod-BEGIN by TCTNB.bob,01/17/2013,PR-412345",
		"//[BUGFIX]-Mod-END by TCTNB.bob", true},
	{"a.c", "PR-412345", "//[FEATURE]-Add-BEGIN by bob,PR-412345,",
		"//[FEATURE]-Add-END by bob,PR-412345,", true},
	{"a.c", "ZTE_MODIFY", "/* ZTE_MODIFY bob 20110101 start */",
		"/* ZTE_MODIFY bob 20110101 end */", true},
	{"a.c", "VENDOR_EDIT", "#ifdef VENDOR_EDIT //bob add for the reset",
		"#endif /* VENDOR_EDIT */", false},
	{"a.c", "SSD_RIL", "// +SSD_RIL: 1 by bob", "// -SSD_RIL: 1 by bob", true},
	/* other languages; in UTF-8 */
	{"a.c", "Tag_SC01",
		"// Tag_SC01 \xE4\xBF\xAE\xE6\x94\xB9\xE5\xBC\x80\xE5\xA7\x8B", /* xiugai kaishi */
		"// Tag_SC01 \xE4\xBF\xAE\xE6\x94\xB9\xE7\xBB\x93\xE6\x9D\x9F", true},
	{"a.c", "Tag_SC01", "// \xE4\xBF\xAE\xE6\x94\xB9\xE9\x96\x8B\xE5\xA7\x8B Tag_SC01",
		"// \xE4\xBF\xAE\xE6\x94\xB9\xE7\xB5\x90\xE6\x9D\x9F Tag_SC01", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 \xEC\x8B\x9C\xEC\x9E\x91", "// Tag_SC01 \xEB\x81\x9D",
		true},
	/* with a counterpart only */
	{"a.c", "Tag_SC01", "/* Tag_SC01 bob 2024/03/11 begin: mend */",
		"/* Tag_SC01 bob 2024/03/11 finish */", true},
	{"a.c", "PRJ-BIOS-502", "// PRJ-BIOS-502 Begin", "// PRJ-BIOS-502 Over", true},
	{"a.c", "PRJ-BIOS-501", "// PRJ-BIOS-501, bob, ADD_START", "// PRJ-BIOS-501, bob, ADD_END",
		true},
	{"a.c", "Tag_SC01", "// Tag_SC01 added begin", "// Tag_SC01 added done", true},
	{"a.h", "Tag_SC01", "/*--- Tag_SC01 on ---*/", "/*--- Tag_SC01 off ---*/", true},
	{"a.xml", "Tag_SC01", "<!-- <Tag_SC01 by=\"bob\"> -->", "<!-- </Tag_SC01> -->", true},
	{"a.py", "Tag_SC01", "# region Tag_SC01", "# endregion Tag_SC01", true},
	{"a.cmd", "Tag_SC01", ":: Tag_SC01 (+)", ":: Tag_SC01 (-)", true},
	{"a.dsc", "Tag_SC01", "#Tag_SC01 [+]", "#Tag_SC01 [-]", true},
	{"a.c", "Tag_SC01", "//|--Tag_SC01", "//--|Tag_SC01", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 (1/2) enter", "// Tag_SC01 (2/2) leave", true},
	{"a.c", "Tag_SC01", "// Tag_SC01_OPEN", "// Tag_SC01_CLOSE", true},
	{"a.c", "Tag_SC01", "// Tag_SC01_ADD_BEGIN bob", "// Tag_SC01_ADD_END", true},
	{"a.c", "Tag_SC01", "/* Tag_SC01: changes from here */",
		"/* Tag_SC01: changes until here */", true},
	{"a.c", "Tag_SC01", "// [Tag_SC01 - In]", "// [Tag_SC01 - Out]", true},
	{"a.c", "Tag_SC01", "// BOM: Tag_SC01", "// EOM: Tag_SC01", true},
	{"a.c", "Tag_SC01", "//vvvvvvvv Tag_SC01 vvvvvvvv", "//^^^^^^^^ Tag_SC01 ^^^^^^^^", true},
	{"a.c", "Tag_SC01", "/* Tag_SC01, S, bob */", "/* Tag_SC01, E, bob */", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 Mod S", "// Tag_SC01 Mod E", true},
	{"a.c", "Tag_SC01", "// [Tag_SC01", "// Tag_SC01]", true},
	{"a.c", "Tag_SC01", "// [Tag_SC01] mend", "// [/Tag_SC01]", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 patch applied below", "// Tag_SC01 patch applied above",
		true},
	{"a.c", "Tag_SC01", "// \xE2\x86\x93 Tag_SC01 2023/10/10",
		"// \xE2\x86\x91 Tag_SC01 2023/10/10", true},
	{"a.c", "Tag_SC01", "//Tag_SC01 \xE5\x8F\x98\xE6\x9B\xB4\xE2\x86\x92",
		"//Tag_SC01 \xE5\x8F\x98\xE6\x9B\xB4\xE2\x86\x90", true},
	{"a.c", "Tag_SC01",
		"// \xE3\x80\x90Tag_SC01\xE3\x80\x91 \xE5\xA2\x9E\xE5\x8A\xA0 "
		"\xE5\xBC\x80\xE5\xA7\x8B",
		"// \xE3\x80\x90Tag_SC01\xE3\x80\x91 \xE5\xA2\x9E\xE5\x8A\xA0 \xE5\xAE\x8C", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 \xE6\x94\xB9\xE5\x8A\xA8\xE5\xA4\xB4",
		"// Tag_SC01 \xE6\x94\xB9\xE5\x8A\xA8\xE5\xB0\xBE", true},
	{"a.c", "Tag_SC01",
		"// \xE4\xBB\xA5\xE4\xB8\x8B\xE4\xB8\xBATag_SC01\xE4\xBF\xAE\xE6\x94\xB9",
		"// \xE4\xBB\xA5\xE4\xB8\x8A\xE4\xB8\xBATag_SC01\xE4\xBF\xAE\xE6\x94\xB9", true},
	{"a.c", "Tag_SC01", "#if defined(Tag_SC01) && Tag_SC01", "#endif /* Tag_SC01 */", false},
	{"a.c", "Tag_SC01", "// Tag_SC01 Anfang", "// Tag_SC01 Ende", true},
	/* the other way round; the same but for one opposite word or sign */
	{"a.c", "Tag_SC01", "/* Tag_SC01 code start {{ */", "/* }} Tag_SC01 code end */", true},
	{"a.c", "Tag_SC01", "//+Bug Tag_SC01, bob, 2022.3.1", "//-Bug Tag_SC01, bob, 2022.3.1",
		true},
	{"a.c", "Tag_SC01", "// Bob <Tag_SC01> mend the reset begin",
		"// Bob <Tag_SC01> mend the reset end", true},
	{"a.asm", "Tag_SC01", "; [Tag_SC01>>]", "; [Tag_SC01<<]", true},
	{"a.asm", "Tag_SC01", "; [>>Tag_SC01]", "; [<<Tag_SC01]", true},
	{"a.c", "Tag_SC01", "//_Start_Tag_SC01_", "//_End_Tag_SC01_", true},
	{"a.c", "Tag_SC01", "// <<< Tag_SC01", "// Tag_SC01 >>>", true},
	{"a.c", "Tag_SC01", "// <-- Tag_SC01", "// --> Tag_SC01", true},
	{"a.c", "Tag_SC01", "// ---8<--- Tag_SC01", "// --->8--- Tag_SC01", true},
	{"a.c", "Tag_SC01", "/* Tag_SC01 : sound node : in */", "/* Tag_SC01 : sound node : out */",
		true},
	{"a.c", "Tag_SC01", "// Tag_SC01 bob 2013-7-8 add <", "// Tag_SC01 bob 2013-7-8 add >",
		true},
	{"a.c", "Tag_SC01", "// Tag_SC01 b 2023-03-04", "// Tag_SC01 e 2023-03-04", true},
	{"a.c", "Tag_SC01", "// Tag_SC01 \xE4\xB8\x8A", "// Tag_SC01 \xE4\xB8\x8B", true},
	{"a.c", "Tag_SC01",
		"// \xE9\x9C\x80\xE6\xB1\x82 Tag_SC01\xEF\xBC\x9A\xE6\x89\x93\xE5\xBC\x80",
		"// \xE9\x9C\x80\xE6\xB1\x82 Tag_SC01\xEF\xBC\x9A\xE5\x85\xB3\xE9\x97\xAD", true},
	{"a.c", "Tag_SC01",
		"// Tag_SC01 "
		"\xE4\xBB\x8E\xE8\xBF\x99\xE9\x87\x8C\xE5\xBC\x80\xE5\xA7\x8B\xE6\x94\xB9",
		"// Tag_SC01 \xE6\x94\xB9\xE5\x88\xB0\xE8\xBF\x99\xE9\x87\x8C", true},
	{"a.c", "Tag_SC01", "//\xE3\x80\x8CTag_SC01", "//Tag_SC01\xE3\x80\x8D", true},
	{"a.c", "BUG-4014007", "/* MODIFIED-BEGIN by bob, 2017-01-01,BUG-4014007*/",
		"/* MODIFIED-END by bob,BUG-4014007*/", true},
	{"a.c", "BUG-912", "// BUG-912, BUG-13, BUG-14, BUG-15 start of it",
		"// BUG-912, BUG-13, BUG-14, BUG-15 end of it", true},
	{"a.c", "PR1717742", "//[BUGFIX]-Add by bob, 2016-03-17,PR1717742",
		"//[BUGFIX]-Add by bob, 2016-03-17,PR1717742 end", true},
	{"a.c", "PR1717742", "//[FEATURE]-Add-BEGIN by bob3 For PR1717742-2014.12.15",
		"//[FEATURE]-Add-END by bob3", true},
	{"a.c", "bob", "/* bob add by order */", "/* bob end */", false},
	{"a.c", "PR1717742", "// ADD: PR1717742", "// END PR1717742", true},
	{"a.c", "OR_2015_150", "// modify begin by bob 2015-10-27 OR_2015_150",
		"// modify end by bob 2015-10-27 OR_2015_150", true},
	{"a.c", "bob", "//------add start by bob 06.05.18------//",
		"//------add end   by bob 06.05.18------//", false},
	{"a.c", "ODM", "// Modify begin by ODM.bob for: the reset", "// Modify end", false},
	{"a.c", "Tag_SC01", "// <Tag_SC01> +", "// <Tag_SC01> -", true},
	{"a.xml", "Tag_SC01", "<!--+ Tag_SC01 -->", "<!--- Tag_SC01 -->", true},
	{"a.c", "VENDOR_EDIT", "// #ifdef VENDOR_EDIT", "// #endif /* VENDOR_EDIT */", false},
	{"a.c", "Tag_SC01", "// Tag_SC01 bob ------- S T A R T", "// Tag_SC01 bob ------- E N D",
		true},
	{"a.c", "Tag_SC01", "/* B E G I N of Tag_SC01 */", "/* E N D of Tag_SC01 */", true},
	{"a.c", "Tag_SC01", "//-- Tag_SC01: open block", "//-- Tag_SC01: close block", true},
	{"a.dsc", "Tag_SC01", "  # <Tag_SC01 2024>", "  # </Tag_SC01>", true},
};

static struct scan_result scan(const char *name, const char *text, const struct scan_opts *opts)
{
	struct exact bytes = exact_of(text);
	struct scan_result r;
	struct err err;

	assert_int_equal(scan_bytes(opts, name, bytes.span, &r, &err), ERR_OK);
	exact_free(&bytes);
	return r;
}

static void tag_of(const char *tag, struct tag_set *set)
{
	struct tag_opts how = {.kind = TAG_PLAIN};
	struct err err;

	assert_int_equal(tag_set_init(set, &tag, 1, &how, &err), ERR_OK);
}

/* Lines 2 to 4; three blocks of each style in a row, so that one lost mark shows in all. */
static void every_style_makes_blocks(void **state)
{
	size_t bad = 0;
	size_t i;
	size_t k;

	(void)state;
	for (i = 0; i < sizeof styles / sizeof styles[0]; i++) {
		const struct style *s = &styles[i];
		struct tag_set set;
		struct scan_opts opts = {.set = &set};
		struct scan_result r;
		char text[2000];

		snprintf(text, sizeof text, "x\n%s\nx\n%s\nx\n%s\nx\n%s\nx\n%s\r\nx\r\n%s\n",
			s->begin, s->end, s->begin, s->end, s->begin, s->end);
		tag_of(s->tag, &set);
		r = scan(s->name, text, &opts);
		if (r.block_count != 3 || r.warning_count != 0) {
			print_error("%s: %u blocks, %u warnings\n", s->begin,
				(unsigned)r.block_count, (unsigned)r.warning_count);
			bad++;
		}
		for (k = 0; k < r.block_count && r.block_count == 3; k++) {
			assert_int_equal(r.blocks[k].first, 2 + 4 * k);
			assert_int_equal(r.blocks[k].last, 4 + 4 * k);
		}
		scan_result_free(&r);
		tag_set_free(&set);
	}
	assert_int_equal(bad, 0);
}

/* What a tag begins or ends with may look like the comment's own sign. After code a word that says
 * little does not count, and neither does the condition of a sentence. */
static void what_is_around_a_tag_decides(void **state)
{
	static const struct {
		const char *name;
		const char *tag;
		const char *text;
		size_t blocks;
	} rows[] = {{"a.c", "*T1", "/*T1 start */\nx\n/*T1 end */\n", 1},
		{"a.c", "T1*", "/* start T1*/\nx\n/* end T1*/\n", 1},
		{"a.c", "T1*/", "/* start T1*/\nx\n/* end T1*/\n", 1},
		{"a.c", "/T1", "//T1 start\nx\n//T1 end\n", 1},
		{"a.c", "T1", "// T1 on\nx\n// T1 off\n", 1},
		{"a.c", "T1", " \t// T1 on\nx\n\t // T1 off\n", 1},
		{"a.c", "T1", "} // T1 on\nx\n; // T1 off\n", 0},
		{"a.S", "T1", "#if T1\nx\n#endif\n", 1},
		{"a.S", "T1", " \t#if T1\nx\n\t#endif\n", 1},
		{"a.S", "T1", "# if all fails, see T1\nx\n#endif\n", 0},
		{"a.S", "T1", " # if all fails, see T1\nx\n#endif\n", 0},
		{"a.S", "T1", "\t # if all fails, see T1\nx\n#endif\n", 0}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tag_set set;
		struct scan_opts opts = {.set = &set};
		struct scan_result r;

		tag_of(rows[i].tag, &set);
		r = scan(rows[i].name, rows[i].text, &opts);
		if (r.block_count != rows[i].blocks)
			fail_msg("%s: %s", rows[i].tag, rows[i].text);
		scan_result_free(&r);
		tag_set_free(&set);
	}
}

static void tags_are_discovered(void **state)
{
	static const char *const any = "*";
	struct tag_opts how = {.kind = TAG_ANY};
	struct tag_set set;
	struct err err;
	size_t bad = 0;
	size_t i;
	size_t k;

	(void)state;
	assert_int_equal(tag_set_init(&set, &any, 1, &how, &err), ERR_OK);
	for (i = 0; i < sizeof styles / sizeof styles[0]; i++) {
		const struct style *s = &styles[i];
		struct scan_opts opts = {
			.set = &set, .matcher = &discover_matcher, .marks_only = true};
		struct scan_result r;
		char text[1000];
		bool seen = false;

		snprintf(text, sizeof text, "%s\nx\n%s\n", s->begin, s->end);
		r = scan(s->name, text, &opts);
		for (k = 0; k < r.block_count; k++)
			seen = seen || strcmp(r.blocks[k].text, s->tag) == 0;
		if (seen != s->found) {
			print_error("%s: %u blocks\n", s->begin, (unsigned)r.block_count);
			bad++;
		}
		scan_result_free(&r);
	}
	tag_set_free(&set);
	assert_int_equal(bad, 0);
}

/* What looks a little like a mark and is none. */
static void prose_and_code_are_no_marks(void **state)
{
	static const char *const lines[] = {"x = Tag_SC01 << 4; // shift", "y = Tag_SC01 >> 4;",
		"p = Tag_SC01->next;", "// Tag_SC01 -> Tag_SC02", "// see Tag_SC01, at its start",
		"// Tag_SC01: the endpoint is restarted", "// Tag_SC01 --",
		"puts(\"Tag_SC01 >>>\");", "/* Tag_SC01 */ x = 1 << 4;",
		"char message[128]; // Tag_SC01 ++", "// Tag_SC01 counts i++",
		"// if Tag_SC01 > 4 then", "// if Tag_SC01 < 4 then", "// Tag_SC01 is x[[0]] here",
		"// Tag_SC01 comes long before the start of it",
		"// Tag_SC01 comes long before the end of it", "// Tag_SC01: turn the fan on",
		"// Tag_SC01: turn the fan off", "// Tag_SC01 is open", "// Tag_SC01 is close",
		"// Tag_SC01 on and off", "// off and on: Tag_SC01", "// Tag_SC01_2020_start",
		"// Tag_SC01_2020_end", "// Tag_SC01_202001_starting", "// Tag_SC01_202001",
		"// [Tag_SC01]S of many", "// [Tag_SC01]E of many", "// f(Tag_SC01)s",
		"// f(Tag_SC01)e", "// (+) or (-) of x, Tag_SC01", "// [Tag_SC01 + x]",
		"// [Tag_SC01 - x]", "#pragma once // Tag_SC01", "#pragma regional Tag_SC01",
		"// Tag_SC01 ADD", "// Tag_SC01: all of the many settings of it are done",
		"// S of Tag_SC01", "// (Tag_SC01 and others", "// of Tag_SC01) as well",
		"// Tag_SC01 |---|---|", "// Tag_SC01 --8<--", "// x [Tag_SC01] y",
		"// Tag_SC01_open", "// Tag_SC01_close", "x = Tag_SC01_OPEN;",
		"y = Tag_SC01_CLOSE;", "// Tag_SC01: power on", "// Tag_SC01: power off",
		"// of file(s) with Tag_SC01", "x; // Tag_SC01 : in", "y; // Tag_SC01 : out",
		"// Tag_SC01 if x < 3", "// Tag_SC01 if x > 3", "// add start of it in Tag_SC01",
		"x = 1; // (Tag_SC01+)", "// y = 2; // (Tag_SC01-)", "z; // (Tag_SC01-)",
		"// Tag_SC01 has more words than that before the new end address"};
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct scan_result all;
	char text[4000] = "";
	size_t i;
	size_t k;

	(void)state;
	tag_of("Tag_SC01", &set);
	for (i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		struct scan_result r = scan("a.c", lines[i], &opts);

		for (k = 0; k < r.hit_count; k++)
			assert_int_equal(r.hits[k].kind, HIT_MARK);
		strcat(text, lines[i]);
		strcat(text, "\n");

		if (r.warning_count != 0 || r.block_count != 0)
			print_error("%s\n", lines[i]);
		assert_int_equal(r.block_count, 0);
		assert_int_equal(r.warning_count, 0);
		scan_result_free(&r);
	}
	all = scan("a.c", text, &opts);
	for (i = 0; i < all.block_count; i++)
		print_error("block %u-%u\n", (unsigned)all.blocks[i].first,
			(unsigned)all.blocks[i].last);
	assert_int_equal(all.block_count, 0);
	scan_result_free(&all);
	tag_set_free(&set);
}

/* What was done is not a tag beside a ticket; alone it is all there is. */
static void verbs_give_way_to_tickets(void **state)
{
	static const char *const any = "*";
	static const struct {
		const char *begin;
		const char *end;
		const char *tags;
	} rows[] = {{"// ADD-BEGIN IB123456", "// ADD-END IB123456", "IB123456 "},
		{"// MODIFY START IB123456", "// MODIFY END IB123456", "IB123456 "},
		{"// ADD START", "// ADD END", "ADD "},
		{"// ADDS START IB1", "// ADDS END IB1", "ADDS IB1 "},
		{"// BUG0042_ADD_START", "// BUG0042_ADD_END", "BUG0042 "},
		{"// LGE_ADD_START", "// LGE_ADD_END", "LGE_ADD "}};
	struct tag_opts how = {.kind = TAG_ANY};
	struct tag_set set;
	struct err err;
	size_t i;
	size_t k;

	(void)state;
	assert_int_equal(tag_set_init(&set, &any, 1, &how, &err), ERR_OK);
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct scan_opts opts = {
			.set = &set, .matcher = &discover_matcher, .marks_only = true};
		struct scan_result r;
		char text[200];
		char tags[200] = "";

		snprintf(text, sizeof text, "%s\nx\n%s\n", rows[i].begin, rows[i].end);
		r = scan("a.c", text, &opts);
		for (k = 0; k < r.block_count; k++) {
			strcat(tags, r.blocks[k].text);
			strcat(tags, " ");
		}
		assert_string_equal(tags, rows[i].tags);
		scan_result_free(&r);
	}
	tag_set_free(&set);
}

/* What was done is a part of a tag without digits. */
static void a_verb_belongs_to_a_name(void **state)
{
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct scan_result r;

	(void)state;
	tag_of("LGE", &set);
	r = scan("a.c", "// LGE_CHANGE_START\nx\n// LGE_CHANGE_END\n", &opts);
	assert_int_equal(r.hit_count, 0);
	scan_result_free(&r);
	tag_set_free(&set);
	tag_of("LGE_CHANGE", &set);
	r = scan("a.c", "// LGE_CHANGE_START\nx\n// LGE_CHANGE_END\n", &opts);
	assert_int_equal(r.block_count, 1);
	scan_result_free(&r);
	tag_set_free(&set);
}

static void dates_are_read(void **state)
{
	static const struct {
		const char *text;
		uint32_t date;
	} cases[] = {{"[-start-160421-IB1-add]", 20160421}, {"bob 20111121 begin", 20111121},
		{"2009/06/18", 20090618}, {"on 2009-06-18, again 2008-01-02", 20080102},
		{"2009-13-18", 0}, {"991332", 0}, {"x160421", 0}, {"1604211", 0}, {"2009-06/18", 0},
		{"2015-004-01", 0}, {"2015-04-001", 0}, {"2015-4-1", 20150401}, {"", 0}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_int_equal(discover_date(span_of(cases[i].text, strlen(cases[i].text))),
			cases[i].date);
}

static void pairs_are_limited(void **state)
{
	struct mark_pairs own = {.count = 0};
	struct err err;
	int i;

	(void)state;
	for (i = 0; i < MARK_PAIRS_MAX; i++)
		assert_int_equal(mark_pairs_add(&own, span_of("a,b", 3), &err), ERR_OK);
	assert_int_equal(mark_pairs_add(&own, span_of("a,b", 3), &err), ERR_LIMIT);
	mark_pairs_free(&own);
	assert_int_equal(own.count, 0);
}

static void own_pairs_are_whole_words(void **state)
{
	static const char *const pairs[] = {
		"opens,closes", "[add,@zu", "_s,_e", "odm>,>odm", "~,!"};
	static const struct {
		const char *comment;
		enum hit_kind kind;
		unsigned pair;
	} cases[] = {{"T_1 opens", HIT_BEGIN, 0}, {"T_1 x OPENS y", HIT_BEGIN, 0},
		{"T_1 closes", HIT_END, 0}, {"opens T_1", HIT_BEGIN, 0},
		{"T_1 opensx", HIT_MARK, 0}, {"T_1 xopens", HIT_MARK, 0}, {"T_1 ope", HIT_MARK, 0},
		{"xopens T_1", HIT_MARK, 0}, {"(opens T_1", HIT_BEGIN, 0},
		{"T_1 opens, closes", HIT_MARK, 0}, {"T_1 opensx opens", HIT_BEGIN, 0},
		{"T_1 [add", HIT_BEGIN, 1}, {"T_1 x[ADD]", HIT_BEGIN, 1},
		{"T_1 [added", HIT_MARK, 0}, {"T_1 @zu", HIT_END, 1}, {"T_1 `zu", HIT_MARK, 0},
		{"T_1_s", HIT_BEGIN, 2}, {"T_1_e", HIT_END, 2}, {"T_1_sx", HIT_MARK, 0},
		{"T_1 opens _e", HIT_MARK, 0}, {"T_1 odm>x", HIT_BEGIN, 3},
		{"T_1 xodm>", HIT_MARK, 0}, {"T_1 x>odm", HIT_END, 3}, {"T_1 >odmx", HIT_MARK, 0},
		{"T_1 odm>", HIT_BEGIN, 3}, {">odm T_1", HIT_END, 3}, {"~T_1", HIT_BEGIN, 4},
		{"T_1!", HIT_END, 4}, {"x~x T_1 x", HIT_BEGIN, 4}, {"~ T_1 !", HIT_MARK, 0}};
	struct mark_pairs own = {.count = 0};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
		assert_int_equal(
			mark_pairs_add(&own, span_of(pairs[i], strlen(pairs[i])), &err), ERR_OK);
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct exact text = exact_of(cases[i].comment);
		const char *tag = strstr(cases[i].comment, "T_1");
		struct mark m = mark_read(&own, text.span, (size_t)(tag - cases[i].comment), 3);

		if (m.kind != cases[i].kind ||
			(m.kind != HIT_MARK && m.family != MARK_OWN + cases[i].pair))
			fail_msg("%s: %d, family %u", cases[i].comment, (int)m.kind, m.family);
		exact_free(&text);
	}
	mark_pairs_free(&own);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_style_makes_blocks),
		cmocka_unit_test(what_is_around_a_tag_decides),
		cmocka_unit_test(tags_are_discovered),
		cmocka_unit_test(prose_and_code_are_no_marks),
		cmocka_unit_test(verbs_give_way_to_tickets),
		cmocka_unit_test(a_verb_belongs_to_a_name),
		cmocka_unit_test(dates_are_read),
		cmocka_unit_test(pairs_are_limited),
		cmocka_unit_test(own_pairs_are_whole_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
