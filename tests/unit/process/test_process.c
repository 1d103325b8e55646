/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/process.h"
#include "test.h"

#include "os/scratch.h"

#ifdef _WIN32
#include <direct.h>
#endif

static void expect(char *const *argv, const char *line)
{
	struct blob out;
	struct err err;

	assert_int_equal(process_quote(argv, &out, &err), ERR_OK);
	assert_string_equal((const char *)out.ptr, line);
	blob_free(&out);
}

#define WORDS(...)                                                                                 \
	(char **)(uintptr_t)(const char *[])                                                       \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}

static void plain_words_stay_as_they_are(void **state)
{
	(void)state;
	expect(WORDS("putty.exe", "-serial", "com4", "-sercfg", "115200,8,n,1,N"),
		"putty.exe -serial com4 -sercfg 115200,8,n,1,N");
}

static void blanks_quotes_and_backslashes_are_kept(void **state)
{
	(void)state;
	expect(WORDS("C:\\a b\\p.exe", ""), "\"C:\\a b\\p.exe\" \"\"");
	expect(WORDS("p", "a b", "a\\b", "a\\", "a b\\"), "p \"a b\" a\\b a\\ \"a b\\\\\"");
	expect(WORDS("p", "\"", "a\\\"b"), "p \"\\\"\" \"a\\\\\\\"b\"");
}

static void a_quote_in_the_program_is_refused(void **state)
{
	struct blob out;
	struct err err;

	(void)state;
	assert_int_equal(process_quote(WORDS("a\"b"), &out, &err), ERR_USAGE);
}

static void shown_words_survive_a_shell(void **state)
{
	struct buf out;

	(void)state;
	buf_init(&out, 0);
	process_show_word("it's", &out);
	process_show_word("", &out);
	process_show_word("/dev/ttyS0", &out);
	process_show_word("a\\b", &out);
	buf_add_u8(&out, 0);
	assert_string_equal((const char *)out.ptr,
		path_is_sep('\\') ? "'it'\\''s'''/dev/ttyS0a\\b" : "'it'\\''s'''/dev/ttyS0'a\\b'");
	buf_free(&out);
}

/* cmd parts words at more than blanks. The name's ending alone makes a batch file. */
static void words_for_a_batch_file_are_quoted(void **state)
{
	(void)state;
	expect(WORDS("run.bat", "com4", "115200,8,n,1,N", "a=b", "a b"),
		"run.bat com4 \"115200,8,n,1,N\" \"a=b\" \"a b\"");
	expect(WORDS("C:\\a b\\RUN.CMD", "(x)"), "\"C:\\a b\\RUN.CMD\" \"(x)\"");
	expect(WORDS("bat.exe", "a&b", "a,b"), "bat.exe a&b a,b");
	expect(WORDS("bat", "a&b"), "bat a&b");
}

static void words_that_cmd_would_run_are_refused(void **state)
{
	static const char *const harmful[] = {
		"x&calc", "a|b", "<a", ">a", "a^", "%PATH%", "!x!", "\"", "a\nb", "a\rb"};
	static const char *const programs[] = {
		"run.bat", "c:\\x\\RUN.CMD", "run.bat. ", "run.Bat."};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof harmful / sizeof harmful[0]; i++)
		for (k = 0; k < sizeof programs / sizeof programs[0]; k++) {
			struct blob out;
			struct err err;

			assert_int_equal(
				process_quote(WORDS(programs[k], "a", harmful[i]), &out, &err),
				ERR_USAGE);
		}
}

#ifdef _WIN32
/* cmd would look in the current folder, where a stranger may have put a program. */
static void an_empty_folder_of_path_is_not_this_one(const char *dir)
{
	static const char *const paths[] = {"PATH=\"\"", "PATH=\"\";C:\\absent",
		"PATH=C:\\absent;\"\"", "PATH=\"", "PATH=;C:\\absent"};
	struct blob found;
	struct err err;
	char *before = _getcwd(NULL, 0);

	assert_non_null(before);
	assert_int_equal(_chdir(dir), 0);
	assert_int_equal(_chdir("a b"), 0);
	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
		assert_int_equal(_putenv(paths[i]), 0);
		assert_int_equal(process_find("quoted", &found, &err), ERR_NOTFOUND);
	}
	assert_int_equal(_chdir(before), 0);
	free(before);
}

/* As people write folders with blanks into PATH, and cmd takes them. */
static void quotation_marks_in_path(void **state)
{
	static const struct {
		const char *before, *after;
	} paths[] = {{"C:\\absent;\"", "\\a b\""}, {"\"", "\\a b\";C:\\absent"}, {"", "\\\"a b\""},
		{"C:\\absent;\"", "\\a b"}, {"\"", "\\c;d\""}, {"\"C:\\absent;x\";", "\\a b"},
		{"\"C:\\absent;", "\\a b;\"C:\\absent\""}};
	char *dir = scratch_make();
	char *path = scratch_path(dir, "a b");
	char *other = scratch_path(dir, "c;d");
	char text[400];
	struct blob full, found;
	struct err err;

	(void)state;
	assert_int_equal(file_mkdirs(path, &err), ERR_OK);
	assert_int_equal(file_mkdirs(other, &err), ERR_OK);
	scratch_file(dir, "a b/quoted.exe", "MZ");
	scratch_file(dir, "c;d/quoted.exe", "MZ");
	assert_int_equal(file_real_path(dir, &full, &err), ERR_OK);
	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
		snprintf(text, sizeof text, "PATH=%s%s%s", paths[i].before, (const char *)full.ptr,
			paths[i].after);
		assert_int_equal(_putenv(text), 0);
		assert_int_equal(process_find("quoted", &found, &err), ERR_OK);
		blob_free(&found);
	}
	an_empty_folder_of_path_is_not_this_one((const char *)full.ptr);
	blob_free(&full);
	free(path);
	free(other);
	scratch_remove(dir);
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
#ifdef _WIN32
		cmocka_unit_test(quotation_marks_in_path),
#endif
		cmocka_unit_test(plain_words_stay_as_they_are),
		cmocka_unit_test(blanks_quotes_and_backslashes_are_kept),
		cmocka_unit_test(a_quote_in_the_program_is_refused),
		cmocka_unit_test(words_for_a_batch_file_are_quoted),
		cmocka_unit_test(words_that_cmd_would_run_are_refused),
		cmocka_unit_test(shown_words_survive_a_shell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
