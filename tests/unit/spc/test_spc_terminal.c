/* SPDX-License-Identifier: MIT */
/* The pure parts of the builtin terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/charset.h"
#include "terminal/clean.h"
#include "terminal/hex.h"
#include "terminal/keys.h"
#include "terminal/milestones.h"
#include "terminal/script.h"
#include "terminal/stamp.h"
#include "test.h"

/* What is left of text, given whole and byte by byte. */
static void leaves(enum clean_kind kind, const char *text, size_t len, const char *wanted)
{
	size_t step;

	for (step = 1; step <= len; step += len > 1 ? len - 1 : 1) {
		struct clean c;
		struct buf out;
		size_t i;

		clean_init(&c, kind);
		buf_init(&out, 0);
		for (i = 0; i < len; i += step)
			clean_feed(&c, span_of(text + i, step < len - i ? step : len - i), &out);
		buf_add_u8(&out, 0);
		assert_string_equal((const char *)out.ptr, wanted);
		buf_free(&out);
	}
}

#define LEAVES(kind, text, wanted) leaves(kind, text, sizeof(text) - 1, wanted)

static void what_draws_passes(void **state)
{
	static const char *const good[] = {"\033[1;31mred\033[0m", "\033[2J\033[10;20H",
		"\033[?25l", "\033[?1049h\033[?7l", "\0337\033[5;10r\0338", "\033(0lqk\033(B",
		"\033M\033D\033E", "\033#8", "\033[38;2;1;2;3m", "\033[38:5:1m", "\033[2 q",
		"\033[!p", "\033[?2004h", "\033[4h", "\033[3b", "\033[K\033[1P\033[2@",
		"\t\b\r\n\a\016\017", "\xE5\x9B\xBA\xE4\xBB\xB6", "\033c"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof good / sizeof good[0]; i++)
		leaves(CLEAN_SAFE, good[i], strlen(good[i]), good[i]);
}

/* Each of them makes a terminal answer, or reaches beyond its window. */
static void what_does_more_does_not(void **state)
{
	(void)state;
	LEAVES(CLEAN_SAFE, "a\005b", "ab"); /* answer-back */
	LEAVES(CLEAN_SAFE, "a\033[cb\033[>c\033[=c\033Zc", "abc");
	LEAVES(CLEAN_SAFE, "a\033[5n\033[6n\033[?6nb", "ab");
	LEAVES(CLEAN_SAFE, "a\033[21t\033[20t\033[8;9;9tb", "ab"); /* title and size */
	LEAVES(CLEAN_SAFE, "a\033]52;c;cm0gLXJm\ab", "ab");        /* clipboard */
	LEAVES(CLEAN_SAFE, "a\033]52;c;?\033\\b", "ab");
	LEAVES(CLEAN_SAFE, "a\033]0;title\ab\033]8;;file:///\033\\c", "abc");
	LEAVES(CLEAN_SAFE, "a\033P$qm\033\\b\033_x\033\\\033^y\033\\\033Xz\033\\c", "abc");
	LEAVES(CLEAN_SAFE, "a\033[5i\033[4ib", "ab"); /* printer */
	LEAVES(CLEAN_SAFE, "a\033[?1000h\033[?1003;1006hb\033[?25;1000hc", "abc");
	LEAVES(CLEAN_SAFE, "a\033[2hb\033[12lc", "abc"); /* keyboard locked, echo */
	LEAVES(CLEAN_SAFE, "a\033[$pb\033[?1$p\033[x", "ab");
	LEAVES(CLEAN_SAFE, "a\033[1;1;1;1;1Tb", "ab"); /* highlight tracking waits */
	LEAVES(CLEAN_SAFE, "a\033[99999bb", "ab");
	LEAVES(CLEAN_SAFE, "a\033[>4;2m\033[?4mb", "ab"); /* forms of keys */
	LEAVES(CLEAN_SAFE, "a\033[0;0 Sb\033[?1;1;1Sc", "abc");
	/* the same by C1 in UTF-8, and bytes that are C1 elsewhere */
	LEAVES(CLEAN_SAFE,
		"a\xC2\x9B"
		"21tb\xC2\x9D"
		"52;c;?\xC2\x9C"
		"c",
		"abc");
	LEAVES(CLEAN_SAFE,
		"a\x9B"
		"21tb",
		"a\xEF\xBF\xBD"
		"21tb");
	/* taken apart by what does not belong into it */
	LEAVES(CLEAN_SAFE, "a\033[2\033[1mb", "a\033[1mb");
	LEAVES(CLEAN_SAFE, "a\033[2\030b", "ab");
	LEAVES(CLEAN_SAFE, "a\033]0;x\033[1mb", "a\033[1mb");
	LEAVES(CLEAN_SAFE, "\xE5\x9B(\xFF", "\xEF\xBF\xBD\xEF\xBF\xBD(\xEF\xBF\xBD");
}

static void a_string_without_end_ends(void **state)
{
	struct clean c;
	struct buf out;
	int i;

	(void)state;
	clean_init(&c, CLEAN_SAFE);
	buf_init(&out, 0);
	clean_feed(&c, span_of("\033]0;", 4), &out);
	for (i = 0; i < 2 * CLEAN_STRING_MAX; i++)
		clean_feed(&c, span_of("x", 1), &out);
	assert_in_range(out.len, CLEAN_STRING_MAX - 10, CLEAN_STRING_MAX + 10);
	buf_free(&out);
	/* noise, or a board that was reset in the middle of one: it takes no more than its line */
	LEAVES(CLEAN_SAFE, "a\033]0;x\r\nlogin: ", "a\nlogin: ");
	LEAVES(CLEAN_SAFE, "a\033Px\nb\033_x\nc\033Xx\nd\033^x\ne", "a\nb\nc\nd\ne");
	LEAVES(CLEAN_TEXT, "a\xC2\x9Dx\nb", "a\nb");
}

static void other_kinds_keep_less(void **state)
{
	struct clean c;
	struct buf out;

	(void)state;
	LEAVES(CLEAN_PLAIN, "a\033[1mb\r\nc\bd\a\v", "ab\r\nc\bd\a");
	LEAVES(CLEAN_TEXT,
		"a\033[1mb\r\n\tc\bd\xB9\xCC\xC2\x9B"
		"0m\xE5\x9B\xBA",
		"ab\n\tcd\xB9\xCC\xE5\x9B\xBA");
	clean_init(&c, CLEAN_SAFE);
	c.controls = true;
	buf_init(&out, 0);
	clean_feed(&c, span_of("a\033[m\x7F\r\n", 7), &out);
	buf_add_u8(&out, 0);
	assert_string_equal(
		(const char *)out.ptr, "a\xE2\x90\x9B[m\xE2\x90\xA1\xE2\x90\x8D\xE2\x90\x8A\r\n");
	buf_free(&out);
	/* the introducers of one character begin no sequence then either */
	buf_init(&out, 0);
	clean_feed(&c,
		span_of("\xC2\x9B"
			"31m\xC2\x9D"
			"52;\x9B"
			"1m",
			13),
		&out);
	buf_add_u8(&out, 0);
	assert_string_equal((const char *)out.ptr, "\xEF\xBF\xBD"
						   "31m\xEF\xBF\xBD"
						   "52;\xEF\xBF\xBD"
						   "1m");
	buf_free(&out);
}

static bool finds(const char *pattern, const char *text)
{
	struct match m;
	struct err err;
	size_t used;
	size_t i;
	bool whole;
	bool bytes = false;

	assert_int_equal(match_parse(pattern, &m, &err), ERR_OK);
	whole = match_feed(&m, span_of(text, strlen(text)), &used);
	match_reset(&m);
	for (i = 0; text[i] != '\0' && !bytes; i++)
		bytes = match_feed(&m, span_of(text + i, 1), &used);
	assert_int_equal(whole, bytes);
	if (whole) { /* the earliest end */
		match_reset(&m);
		assert_true(match_feed(&m, span_of(text, strlen(text)), &used));
		assert_int_equal(used, i);
	}
	return whole;
}

static void patterns_are_found(void **state)
{
	(void)state;
	assert_true(finds("BdsDxe", "PEI\nBdsDxe: loading"));
	assert_false(finds("BdsDxe", "bdsdxe"));
	assert_true(finds("aab", "aaaab"));
	assert_true(finds("abac", "ababac"));
	assert_true(finds("login:*", "x login: "));
	assert_true(finds("load*Boot", "load of Boot0001"));
	assert_true(finds("loadBoot", "loadBoot"));
	assert_true(finds("load*Boot", "loadBoot"));
	assert_false(finds("load*Boot", "load\nBoot"));
	assert_true(finds("load*Boot", "load x\nload y Boot"));
	assert_true(finds("a*b*c", "aXbX\nabc"));
	assert_true(finds("a?c", "a\ta?abc"));
	assert_false(finds("a?c", "a\ncac"));
	assert_true(finds("a\\*\\x41\\n", "a*A\n"));
	assert_true(finds("*x*", "x"));
	/* carriage returns are left out of what is compared, and so of the pattern */
	assert_true(finds("login:\\r\\nx", "login:\nx"));
}

static void odd_patterns_are_refused(void **state)
{
	static const char *const bad[] = {"", "*", "**", "\\", "\\q", "\\x4", "a\\", "\\r",
		"a\\x00", "\\e[0m", "\\x7f", "a\bc"};
	char longest[400];
	struct match m;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(match_parse(bad[i], &m, &err), ERR_USAGE);
	memset(longest, 'a', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	assert_int_equal(match_parse(longest, &m, &err), ERR_USAGE);
	longest[MATCH_MAX] = '\0';
	assert_int_equal(match_parse(longest, &m, &err), ERR_OK);
}

/* The automaton against backtracking, on all texts of a small alphabet. */
static bool slow(const char *p, const char *t)
{
	if (*p == '\0')
		return true;
	if (*p == '*')
		return slow(p + 1, t) || (*t != '\0' && *t != '\n' && slow(p, t + 1));
	return *t != '\0' && (*p == '?' ? *t != '\n' : *p == *t) && slow(p + 1, t + 1);
}

static void the_automaton_is_right(void **state)
{
	static const char letters[] = "ab\n";
	static const char signs[] = "ab*?";
	unsigned p;
	unsigned t;

	(void)state;
	for (p = 0; p < 4 * 4 * 4 * 4; p++) {
		const char pattern[] = {
			signs[p % 4], signs[p / 4 % 4], signs[p / 16 % 4], signs[p / 64], '\0'};

		if (strspn(pattern, "*") == 4)
			continue;
		for (t = 0; t < 243; t++) {
			const char text[] = {letters[t % 3], letters[t / 3 % 3], letters[t / 9 % 3],
				letters[t / 27 % 3], letters[t / 81], '\0'};
			bool there = false;
			size_t i;

			for (i = 0; i < 5 && !there; i++)
				there = slow(pattern, text + i);
			if (finds(pattern, text) != there)
				fail_msg("%s in %s", pattern, text);
		}
	}
}

static void scripts_go_step_by_step(void **state)
{
	struct script s = {.count = 0};
	struct buf out;
	struct err err;

	(void)state;
	buf_init(&out, 0);
	assert_int_equal(script_within(&s, "1m", &err), ERR_OK);
	assert_int_equal(script_send(&s, "\\r", &err), ERR_OK);
	assert_int_equal(script_expect(&s, "login: ", &err), ERR_OK);
	assert_int_equal(script_send(&s, "root\\r", &err), ERR_OK);
	assert_int_equal(script_expect(&s, "# ", &err), ERR_OK);
	assert_int_equal(script_within(&s, "500ms", &err), ERR_OK);
	assert_int_equal(script_begin(&s, 1000, &out), SCRIPT_WAITS);
	assert_int_equal(out.len, 1);
	assert_int_equal(s.deadline, 61000);
	assert_int_equal(script_look(&s, 60999), SCRIPT_WAITS);
	assert_int_equal(script_look(&s, 61000), SCRIPT_LATE);
	/* what came before a pattern was waited for does not count for it */
	assert_int_equal(script_feed(&s, span_of("# x login", 9), 2000, &out), SCRIPT_WAITS);
	assert_int_equal(script_feed(&s, span_of(": ", 2), 2000, &out), SCRIPT_WAITS);
	assert_int_equal(out.len, 6);
	assert_int_equal(s.deadline, 2500);
	assert_int_equal(script_feed(&s, span_of("# ", 2), 2400, &out), SCRIPT_DONE);
	assert_int_equal(script_look(&s, 99999), SCRIPT_DONE);
	buf_free(&out);
}

static void times_are_read(void **state)
{
	uint64_t ms = 0;

	(void)state;
	assert_true(script_time("60s", &ms) && ms == 60000);
	assert_true(script_time("60", &ms) && ms == 60000);
	assert_true(script_time("500ms", &ms) && ms == 500);
	assert_true(script_time("2m", &ms) && ms == 120000);
	assert_true(script_time("1h", &ms) && ms == 3600000);
	assert_false(script_time("0", &ms));
	assert_false(script_time("", &ms));
	assert_false(script_time("-1s", &ms));
	assert_false(script_time("s", &ms));
	assert_false(script_time("1x", &ms));
	assert_false(script_time("999999999999h", &ms));
}

static void keys_are_told_from_commands(void **state)
{
	struct keys k = {.escape = 0x1D};
	struct span in = span_of("ab\x1Dqc\x1D\x1D\x1D\x02", 9);
	struct span send;
	uint8_t key;

	(void)state;
	assert_int_equal(keys_next(&k, &in, &send), 0);
	assert_int_equal(send.len, 2);
	assert_int_equal(keys_next(&k, &in, &send), 'q');
	assert_int_equal(send.len, 0);
	assert_int_equal(keys_next(&k, &in, &send), 0);
	assert_int_equal(send.len, 1);
	assert_int_equal(keys_next(&k, &in, &send), 0);
	assert_int_equal(send.len, 1);
	assert_int_equal(send.ptr[0], 0x1D);
	assert_int_equal(keys_next(&k, &in, &send), 0);
	assert_int_equal(keys_next(&k, &in, &send), 'b');
	assert_int_equal(in.len, 0);
	assert_true(keys_parse("ctrl-a", &key) && key == 1);
	assert_true(keys_parse("^T", &key) && key == 20);
	assert_true(keys_parse("Ctrl-]", &key) && key == 0x1D);
	assert_true(keys_parse("none", &key) && key == 0);
	assert_false(keys_parse("ctrl-i", &key));
	assert_false(keys_parse("ctrl-m", &key));
	assert_false(keys_parse("ctrl-[", &key));
	assert_false(keys_parse("q", &key));
	assert_false(keys_parse("ctrl-aa", &key));
	assert_false(keys_parse("", &key));
}

static void hexadecimal_has_offset_and_text(void **state)
{
	struct hex h = {.offset = 0};
	struct span in = span_of("0123456789abcdef\x00\xFF|", 19);
	struct buf out;

	(void)state;
	buf_init(&out, 0);
	assert_true(hex_feed(&h, &in, &out));
	assert_false(hex_feed(&h, &in, &out));
	hex_flush(&h, &out);
	hex_flush(&h, &out);
	buf_add_u8(&out, 0);
	assert_string_equal((const char *)out.ptr,
		"00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66 |0123456789abcdef|\n"
		"00000010  00 ff 7c                                         |..||\n");
	buf_free(&out);
}

static void times_before_lines(void **state)
{
	struct moment now = {.ms = 100000, .wall_ns = 1500000000123000000};
	struct stamp s;
	struct buf out;

	(void)state;
	buf_init(&out, 0);
	stamp_init(&s, STAMP_LINE, 99000);
	stamp_add(&s, &now, &out);
	now.ms += 5;
	stamp_add(&s, &now, &out);
	stamp_init(&s, STAMP_BOOT, 0);
	s.boot = 90005;
	stamp_add(&s, &now, &out);
	stamp_init(&s, STAMP_NONE, 0);
	stamp_add(&s, &now, &out);
	buf_add_u8(&out, 0);
	assert_string_equal((const char *)out.ptr, "[    1.000] [    0.005] [   10.000] ");
	out.len = 0;
	stamp_init(&s, STAMP_TIME, 0);
	stamp_add(&s, &now, &out);
	assert_int_equal(out.len, strlen("[2017-07-14 02:40:00.123] "));
	assert_memory_equal(out.ptr + out.len - 6, ".123] ", 6);
	buf_free(&out);
}

static enum milestones_news read_at(struct milestones *m, const char *text, uint64_t now)
{
	enum milestones_news news = MILESTONES_NOTHING;
	struct span in = span_of(text, strlen(text));
	size_t used;

	while (in.len > 0) {
		news = milestones_feed(m, in, now, &used);
		if (news == MILESTONES_AGAIN)
			milestones_begin_again(m, now);
		in = span_of(in.ptr + used, in.len - used);
	}
	return news;
}

static void writes(const struct milestones *m, const char *wanted)
{
	struct buf out;

	buf_init(&out, 0);
	milestones_write(m, &out);
	buf_add_u8(&out, 0);
	assert_string_equal((const char *)out.ptr, wanted);
	buf_free(&out);
}

static void milestones_of_a_boot(void **state)
{
	struct milestones m;
	struct err err;

	(void)state;
	milestones_init(&m);
	milestones_begin(&m, 1000);
	assert_false(milestones_any(&m));
	read_at(&m, "SecCoreStartupWithStack(0xFFFCC000, 0x820000)\n", 1010);
	read_at(&m, "Loading PEIM 9B3A\nLoading PEIM at 0x82F400 PcdPeim.efi\n", 1300);
	read_at(&m, "Loading PEIM at 0x000008143C0\n", 1400);
	read_at(&m, "DXE IPL Entry\nLoading PEIM at 0xBFE81000 DxeCore.efi\n", 2000);
	read_at(&m, "Loading DXE CORE at 0x0003F03000\n", 2005);
	assert_int_equal(read_at(&m, "[Bds] Entry...\n", 3000), MILESTONES_NOTHING);
	assert_int_equal(read_at(&m, "[Bds]Booting UEFI Shell\n", 62234), MILESTONES_ALL);
	assert_int_equal(read_at(&m, "BdsDxe: loading Boot0001\n", 62300), MILESTONES_NOTHING);
	writes(&m, "     0.010  SEC          +10 ms\n"
		   "     0.300  PEI          +290 ms\n"
		   "     1.000  DXE IPL      +700 ms\n"
		   "     1.005  DXE          +5 ms\n"
		   "     2.000  BDS          +995 ms\n"
		   "    61.234  boot option  +59234 ms\n");
	/* a board whose SEC prints nothing starts again */
	read_at(&m, "Loading PEIM 9B3A\n", 70000);
	read_at(&m, "Loading PEIM 9B3A\nDXE IPL Entry\n", 70500);
	writes(&m, "     0.000  PEI          +0 ms\n     0.500  DXE IPL      +500 ms\n");
	assert_int_equal(milestones_add(&m, "a name that is much too long", "x", &err), ERR_USAGE);
	assert_int_equal(milestones_add(&m, "x", "", &err), ERR_USAGE);
}

static void the_line_has_an_encoding(void **state)
{
	struct charset c;
	struct buf out;
	struct err err;
	size_t i;
	static const char gbk[] = "\xB9\xCC\xBC\xFE|\xFF";
	static const char utf8[] = "\xE5\x9B\xBA\xE4\xBB\xB6|";

	(void)state;
	assert_int_equal(charset_find("gbk"), TEXT_GBK);
	assert_int_equal(charset_find("utf-16le"), TEXT_NONE);
	assert_int_equal(charset_find("nonsense"), TEXT_NONE);
	assert_int_equal(charset_open(&c, TEXT_GBK, &err), ERR_OK);
	buf_init(&out, 0);
	for (i = 0; i + 1 < sizeof gbk; i++)
		charset_decode(&c, span_of(gbk + i, 1), &out);
	charset_decode(&c, span_of("|", 1), &out);
	assert_memory_equal(out.ptr, utf8, sizeof utf8 - 1);
	assert_memory_equal(out.ptr + sizeof utf8 - 1, "\xEF\xBF\xBD", 3);
	out.len = 0;
	for (i = 0; i + 1 < sizeof utf8; i++)
		charset_encode(&c, span_of(utf8 + i, 1), &out);
	charset_encode(&c, span_of("\xF0\x9F\x98\x80", 4), &out); /* GBK lacks it */
	assert_int_equal(out.len, 6);
	assert_memory_equal(out.ptr, "\xB9\xCC\xBC\xFE|?", 6);
	buf_free(&out);
	charset_close(&c);
	assert_int_equal(charset_open(&c, TEXT_UTF8, &err), ERR_OK);
	assert_false(c.on);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_draws_passes),
		cmocka_unit_test(what_does_more_does_not),
		cmocka_unit_test(a_string_without_end_ends),
		cmocka_unit_test(other_kinds_keep_less),
		cmocka_unit_test(patterns_are_found),
		cmocka_unit_test(odd_patterns_are_refused),
		cmocka_unit_test(the_automaton_is_right),
		cmocka_unit_test(scripts_go_step_by_step),
		cmocka_unit_test(times_are_read),
		cmocka_unit_test(keys_are_told_from_commands),
		cmocka_unit_test(hexadecimal_has_offset_and_text),
		cmocka_unit_test(times_before_lines),
		cmocka_unit_test(milestones_of_a_boot),
		cmocka_unit_test(the_line_has_an_encoding),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
