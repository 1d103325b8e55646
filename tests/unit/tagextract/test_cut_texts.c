/* SPDX-License-Identifier: MIT */
/*
 * Texts that end anywhere, in memory of their own, where a sanitizer sees a read past their ends:
 * whatever compares, merges or reads them gives what the whole text before a longer one gives, and
 * the parts of a text are together the text.
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "change/accounts.h"
#include "change/hunks.h"
#include "change/line_ends.h"
#include "change/lines.h"
#include "change/merge.h"
#include "exact.h"
#include "lib/lib_git2.h"
#include "output/record.h"
#include "settings.h"

static const char *const texts[] = {"one\ntwo\n\nthree\n", "one\r\n\r\nTWO\r\nthree",
	"\rone\rtwo\r\r", "\n\n\n\n", "a\r\nb\nc\rd", "x\x1B\ny \x80\n",
	"#if X // Tag\nf (alpha);\n  g(beta);\n#endif\n", "f(alpha);\nX\n\tg (beta);\nb"};

#define TEXTS (sizeof texts / sizeof texts[0])

static int need_git(void **state)
{
	const struct lib_git2 *lib;
	struct err err;

	(void)state;
	return lib_git2(&lib, &err) == ERR_OK ? 0 : -1;
}

static void expect_lines(struct span text)
{
	struct scan_result none = {0};
	struct accounts a;
	struct lines l;
	struct err err;
	size_t at = 0;
	uint32_t i;

	assert_int_equal(lines_open(text, &l, &err), ERR_OK);
	assert_int_equal(accounts_of(&none, text, true, &a, &err), ERR_OK);
	assert_int_equal(a.count, l.count);
	for (i = 1; i <= l.count; i++) {
		struct span line = lines_part(&l, i, 1);
		uint32_t found = lines_find(&l, 1, &l, i, 1);

		assert_ptr_equal(line.ptr, text.ptr + at);
		assert_true(line.len > 0 && found > 0 && found <= i);
		for (size_t k = 0; k + 1 < line.len; k++)
			assert_int_not_equal(line.ptr[k], '\n');
		at += line.len;
	}
	assert_int_equal(at, text.len);
	assert_int_equal(lines_part(&l, l.count + 1, 1).len, 0);
	accounts_free(&a);
	lines_close(&l);
}

/* Each kind of line ends that the text is given is its kind then, and no other text is lost. */
static void expect_ends(struct span text)
{
	static const enum line_end kinds[] = {LINE_END_CRLF, LINE_END_CR, LINE_END_LF};
	struct buf was;
	struct err err;
	size_t i;

	buf_init(&was, 0);
	assert_int_equal(line_ends_set(text, LINE_END_LF, &was, &err), ERR_OK);
	for (i = 0; i < 3; i++) {
		struct buf b;
		struct buf back;

		buf_init(&b, 0);
		buf_init(&back, 0);
		assert_int_equal(line_ends_set(text, kinds[i], &b, &err), ERR_OK);
		if (memchr(text.ptr, '\n', text.len) != NULL)
			assert_int_equal(line_ends_kind(span_of(b.ptr, b.len)), kinds[i]);
		assert_int_equal(
			line_ends_set(span_of(b.ptr, b.len), LINE_END_LF, &back, &err), ERR_OK);
		assert_true(span_equal(span_of(back.ptr, back.len), span_of(was.ptr, was.len)));
		buf_free(&b);
		buf_free(&back);
	}
	buf_free(&was);
}

static void expect_text(struct span text)
{
	struct buf b;
	struct err err;
	bool binary;

	buf_init(&b, 0);
	assert_int_equal(hunks_text(text, &b, &binary, &err), ERR_OK);
	if (!binary && b.len > 0) {
		hunks_restore_cr(&b);
		assert_true(span_equal(span_of(b.ptr, b.len), text));
	}
	buf_free(&b);
}

/* What was inserted at the end, or cut off there, is one hunk; the merge is the other side. */
static void expect_tail(struct span text, struct span whole)
{
	struct hunk_names names = {.old_name = "a", .new_name = "a"};
	struct merge_in in = {text, text, whole};
	struct hunks h;
	struct buf b;
	struct err err;
	size_t conflicts;

	buf_init(&b, 0);
	assert_int_equal(hunks_find(text, whole, &h, &err), ERR_OK);
	assert_int_equal(h.count, text.len != whole.len);
	hunks_free(&h);
	assert_int_equal(hunks_find(whole, text, &h, &err), ERR_OK);
	assert_int_equal(h.count, text.len != whole.len);
	hunks_free(&h);
	assert_int_equal(merge_texts(&in, &b, &conflicts, &err), ERR_OK);
	assert_int_equal(conflicts, 0);
	assert_true(span_equal(span_of(b.ptr, b.len), whole));
	b.len = 0;
	assert_int_equal(hunks_patch(text, whole, &names, &b, &err), ERR_OK);
	assert_int_equal(b.len > 0, text.len != whole.len);
	assert_int_equal(hunks_similarity(text, whole) == 100, text.len == whole.len);
	buf_free(&b);
}

static void texts_end_anywhere(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < TEXTS; i++) {
		struct exact whole = exact_of(texts[i]);
		size_t len;

		for (len = 0; len <= whole.span.len; len++) {
			struct exact text = exact_of_len(texts[i], len);

			expect_lines(text.span);
			expect_ends(text.span);
			expect_text(text.span);
			expect_tail(text.span, whole.span);
			exact_free(&text);
		}
		exact_free(&whole);
	}
}

/* Each text onto each other: both sides are in the result, or it is a conflict. */
static void any_texts_merge(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < TEXTS * TEXTS * TEXTS; i++) {
		struct exact old = exact_of(texts[i % TEXTS]);
		struct exact ours = exact_of(texts[i / TEXTS % TEXTS]);
		struct exact theirs = exact_of(texts[i / TEXTS / TEXTS]);
		struct merge_in in = {old.span, ours.span, theirs.span};
		struct buf b;
		struct err err;
		size_t conflicts;

		buf_init(&b, 0);
		assert_int_equal(merge_texts(&in, &b, &conflicts, &err), ERR_OK);
		if (span_equal(ours.span, old.span))
			assert_true(span_equal(span_of(b.ptr, b.len), theirs.span));
		if (span_equal(theirs.span, old.span) || span_equal(theirs.span, ours.span))
			assert_true(span_equal(span_of(b.ptr, b.len), ours.span));
		buf_free(&b);
		exact_free(&old);
		exact_free(&ours);
		exact_free(&theirs);
	}
}

static size_t lines_in(struct span text)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < text.len; i++)
		n += text.ptr[i] == '\n' || i + 1 == text.len;
	return n;
}

#define SUM "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static void files_of_users_end_anywhere(void **state)
{
	static const char list[] = "\xEF\xBB\xBF# ours\r\n\n markers  on,off \r\ninclude *.own";
	static const char sums[] = "# tagextract: files copied into the folder beside this file\n"
				   "\\" SUM "  a\\nb\n" SUM "  c\n";
	size_t len;

	(void)state;
	for (len = 0; len < sizeof list; len++) {
		struct exact text = exact_of_len(list, len);
		struct mark_pairs pairs = {.count = 0};
		struct filter filter = {0};
		struct err err;
		enum err_code rc = settings_read(text.span, &pairs, &filter, &err);

		assert_in_range(pairs.count + filter.include.count, 0, 2);
		assert_true(rc == ERR_OK || len < strlen(list));
		mark_pairs_free(&pairs);
		filter_free(&filter);
		exact_free(&text);
	}
	for (len = 0; len < sizeof sums; len++) {
		struct exact text = exact_of_len(sums, len);
		struct record r = {.file = NULL};
		struct err err;
		enum err_code rc = record_read(text.span, &r, &err);

		if (rc == ERR_OK)
			assert_int_equal(r.count + 1, lines_in(text.span));
		record_free(&r);
		exact_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_end_anywhere),
		cmocka_unit_test(any_texts_merge),
		cmocka_unit_test(files_of_users_end_anywhere),
	};

	if (need_git(NULL) != 0)
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
