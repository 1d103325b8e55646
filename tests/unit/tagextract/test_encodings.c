/* SPDX-License-Identifier: MIT */
/* Tags in files whose encoding is a guess. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "tags/scan.h"

/* Whether it is found once, in an encoding in which the bytes have it. */
static bool is_found(const char *tag, struct span bytes)
{
	struct tag_opts how = {0};
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct scan_result r;
	uint64_t replaced = 0;
	struct err err;
	struct buf text;
	bool there;

	buf_init(&text, 0);
	assert_int_equal(tag_set_init(&set, &tag, 1, &how, &err), ERR_OK);
	assert_int_equal(scan_bytes(&opts, "x.c", bytes, &r, &err), ERR_OK);
	assert_int_equal(text_to_utf8(r.enc, bytes, &text, &replaced, &err), ERR_OK);
	there = span_find(span_of(text.ptr, text.len), 0, tag, strlen(tag)) != SIZE_MAX;
	there = there && r.hit_count == 1;
	buf_free(&text);
	scan_result_free(&r);
	tag_set_free(&set);
	return there;
}

/* A tag of two characters in a file with no other ones: its encoding is a guess, and the next ones
 * are tried where the first has no tag. */
static void a_tag_of_two_characters_is_found(void **state)
{
	static const struct {
		const char *tag;
		enum text_enc enc;
	} rows[] = {{"修改", TEXT_GB18030}, {"修改", TEXT_BIG5}, {"修改", TEXT_SHIFT_JIS},
		{"修改", TEXT_EUC_JP}, {"开始", TEXT_GB18030}, {"電源", TEXT_GB18030},
		{"電源", TEXT_BIG5}, {"電源", TEXT_SHIFT_JIS}, {"電源", TEXT_EUC_JP},
		{"電源", TEXT_CP949}, {"變更", TEXT_GB18030}, {"變更", TEXT_BIG5},
		{"變更", TEXT_CP949}, {"変更", TEXT_SHIFT_JIS}, {"変更", TEXT_EUC_JP},
		{"電圧", TEXT_SHIFT_JIS}, {"電圧", TEXT_EUC_JP}, {"수정", TEXT_CP949},
		{"변경", TEXT_CP949}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		uint64_t replaced = 0;
		struct err err;
		struct buf b;

		buf_init(&b, 0);
		buf_str(&b, "int x; // ");
		assert_int_equal(
			text_from_utf8(rows[i].enc, span_of(rows[i].tag, strlen(rows[i].tag)),
				false, &b, &replaced, &err),
			ERR_OK);
		buf_str(&b, " 1\n");
		assert_true(is_found(rows[i].tag, span_of(b.ptr, b.len)));
		buf_free(&b);
	}
}

/* Finds nothing, after a first call for which it lacks memory. */
static size_t lack_once(
	void *user, size_t tag, struct span line, size_t from, size_t *len, uint32_t *effort)
{
	size_t *calls = user;

	(void)tag, (void)line, (void)from, (void)len, (void)effort;
	return (*calls)++ == 0 ? SCAN_NO_MEMORY : SIZE_MAX;
}

/* The first error ends it: no other encoding is tried, and no rest of the text. */
static void an_error_ends_a_long_text(void **state)
{
	const char *any = ".";
	struct tag_opts how = {.kind = TAG_PATTERN};
	size_t calls = 0;
	struct scan_matcher matcher = {lack_once, &calls};
	struct tag_set set;
	struct scan_opts opts = {.set = &set, .matcher = &matcher};
	struct scan_result r;
	struct err err;
	size_t len = (size_t)10 << 20;
	char *text = malloc(len);
	size_t i;

	(void)state;
	assert_non_null(text);
	for (i = 0; i < len; i++)
		text[i] = i % 2 == 0 ? '\n' : 0;
	memcpy(text, "\xFF\xFE", 2);
	assert_int_equal(tag_set_init(&set, &any, 1, &how, &err), ERR_OK);
	assert_int_equal(scan_bytes(&opts, "x.c", span_of(text, len), &r, &err), ERR_NOMEM);
	assert_int_equal(calls, 1);
	assert_int_equal(r.hit_count, 0);
	tag_set_free(&set);
	free(text);
}

/* A line is one though it is longer than the pieces of decoded text that are scanned at once. */
static void a_long_line_is_one(void **state)
{
	static const char end[] = " Tag_1\n// Tag_1\n";
	const char *tag = "Tag_1";
	struct tag_opts how = {.kind = TAG_PLAIN};
	size_t count = (size_t)9 << 20;
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct scan_result r;
	struct err err;
	struct buf text;
	size_t i;

	(void)state;
	buf_init(&text, 0);
	buf_add(&text, "\xFF\xFE", 2);
	for (i = 0; i < count; i++)
		buf_add(&text, "x", 2);
	for (i = 0; end[i] != '\0'; i++)
		buf_add(&text, (const char[]){end[i], '\0'}, 2);
	assert_int_equal(tag_set_init(&set, &tag, 1, &how, &err), ERR_OK);
	assert_int_equal(scan_bytes(&opts, "x.c", span_of(text.ptr, text.len), &r, &err), ERR_OK);
	assert_int_equal(r.hit_count, 2);
	assert_int_equal(r.hits[0].line, 1);
	assert_int_equal(r.hits[0].column, count + 2);
	assert_int_equal(r.hits[1].line, 2);
	scan_result_free(&r);
	tag_set_free(&set);
	buf_free(&text);
}

static size_t count_hits(const void *bytes, size_t len)
{
	const char *tag = "Tag_1";
	struct tag_opts how = {0};
	struct exact text = exact_of_len(bytes, len);
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct scan_result r;
	struct err err;
	size_t n;

	assert_int_equal(tag_set_init(&set, &tag, 1, &how, &err), ERR_OK);
	assert_int_equal(scan_bytes(&opts, "x.c", text.span, &r, &err), ERR_OK);
	n = r.hit_count;
	scan_result_free(&r);
	tag_set_free(&set);
	exact_free(&text);
	return n;
}

/* A file that looks like UTF-16 of one order, or like no text, and has a line in another form. */
static void a_tag_is_found_whatever_the_rest_looks_like(void **state)
{
	static const char plain[] = "\n// Tag_1\n";
	static const char little[] = "\n\0/\0/\0T\0a\0g\0_\0\x31\0\n";
	static const char big[] = "\0\n\0/\0/\0T\0a\0g\0_\0\x31\0\n";
	static const char word[] = "\n// Tag_11\n";
	static const char *const lines[] = {plain, little, big, word};
	static const size_t lens[] = {
		sizeof plain - 1, sizeof little, sizeof big - 1, sizeof word - 1};
	static const char *const looks[] = {"x\0", "\0x", "\1\2"};
	char text[1024];
	size_t look;
	size_t i;
	size_t k;

	(void)state;
	for (look = 0; look < 3; look++)
		for (i = 0; i < 4; i++) {
			for (k = 0; k < 300; k++)
				memcpy(text + 2 * k, looks[look], 2);
			memcpy(text + 600, lines[i], lens[i]);
			assert_int_equal(count_hits(text, 600 + lens[i]), i < 3);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tag_of_two_characters_is_found),
		cmocka_unit_test(an_error_ends_a_long_text),
		cmocka_unit_test(a_long_line_is_one),
		cmocka_unit_test(a_tag_is_found_whatever_the_rest_looks_like),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
