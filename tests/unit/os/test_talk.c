/* SPDX-License-Identifier: MIT */
/* What carries a dialogue, and how it ends. The other side is a shell. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/talk.h"

static struct talk *start(const char *script, struct talk_opts opts)
{
	char shell[] = "/bin/sh", c[] = "-c", text[300];
	char *argv[] = {shell, c, text, NULL};
	struct talk *t = NULL;
	struct err err;

	(void)snprintf(text, sizeof text, "%s", script);
	assert_int_equal(talk_start(argv, &opts, &t, &err), ERR_OK);
	return t;
}

static void expect(struct talk *t, const char *want)
{
	char answer[200] = "";
	size_t have = 0, got = 0;
	struct err err;

	while (have < strlen(want)) {
		assert_int_equal(
			talk_read(t, answer + have, sizeof answer - 1 - have, 10000, &got, &err),
			ERR_OK);
		have += got;
	}
	assert_string_equal(answer, want);
}

static void standard_streams_carry_it(void **state)
{
	struct talk *t =
		start("read x; pwd; echo got $x; exit 7", (struct talk_opts){.folder = "/"});
	struct err err;

	(void)state;
	assert_true(talk_is_alive(t));
	assert_int_equal(talk_write(t, "hi\n", 3, 10000, &err), ERR_OK);
	expect(t, "/\ngot hi\n");
	assert_int_equal(talk_end(t, 10000), 7);
}

static void descriptors_3_and_4_carry_it(void **state)
{
	struct talk_opts opts = {.way = TALK_THREE_FOUR, .home = "/nowhere", .term_ms = 1000};
	struct talk *t = start("read x <&3; echo lost; echo $x $HOME $XDG_CACHE_HOME >&4", opts);
	struct err err;

	(void)state;
	assert_int_equal(talk_write(t, "hi\n", 3, 10000, &err), ERR_OK);
	expect(t, "hi /nowhere /nowhere\n");
	assert_int_equal(talk_end(t, 10000), 0);
}

/* TMPDIR, in which sockets are made, stays where the folder's path is long. */
static void a_long_home_leaves_tmpdir(void **state)
{
	struct talk_opts opts = {
		.home = "/a/folder/whose/path/has/more/than/fifty/bytes/in/all/of/it"};
	struct talk *t;

	(void)state;
	t = start("[ \"$TMPDIR\" != \"$HOME\" ] && echo ${#HOME}", opts);
	expect(t, "59\n");
	assert_int_equal(talk_end(t, 10000), 0);
}

static void who_does_not_end_is_ended_with_all_it_started(void **state)
{
	struct talk_opts opts = {.way = TALK_NOTHING, .term_ms = 100};
	struct talk *t = start("sleep 100 & sleep 100", opts);

	(void)state;
	assert_true(talk_is_alive(t));
	assert_int_equal(talk_end(t, 0), -1);
	t = start("trap '' TERM; while :; do sleep 100; done", opts);
	assert_int_equal(talk_end(t, 0), -1);
}

static void a_program_that_is_not_there_is_an_error(void **state)
{
	char absent[] = "/nonexistent/program";
	char *argv[] = {absent, NULL};
	struct talk *t = NULL;
	struct err err;

	(void)state;
	assert_int_equal(talk_start(argv, &(struct talk_opts){0}, &t, &err), ERR_NOTFOUND);
	assert_null(t);
	assert_int_equal(talk_end(NULL, 0), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(standard_streams_carry_it),
		cmocka_unit_test(descriptors_3_and_4_carry_it),
		cmocka_unit_test(a_long_home_leaves_tmpdir),
		cmocka_unit_test(who_does_not_end_is_ended_with_all_it_started),
		cmocka_unit_test(a_program_that_is_not_there_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
