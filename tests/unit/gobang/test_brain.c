/* SPDX-License-Identifier: MIT */
/* The Gomocup protocol: what each command is answered with. */
#include <string.h>

#include "biosbelt/os.h"
#include "brain/brain.h"
#include "test.h"

struct dialogue {
	struct brain brain;
	struct engine *engine;
	struct buf out;
};

static int open_dialogue(void **state)
{
	static struct dialogue d;
	struct err err;

	assert_int_equal(engine_open(1 << 20, &d.engine, &err), ERR_OK);
	brain_init(&d.brain, d.engine, 1 << 20, 4, 300);
	buf_init(&d.out, 0);
	*state = &d;
	return 0;
}

static int close_dialogue(void **state)
{
	struct dialogue *d = *state;

	buf_free(&d->out);
	engine_close(d->engine);
	return 0;
}

/* Removes the lines about the search from an answer. */
static void drop_messages(char *answer)
{
	char *line = strstr(answer, "MESSAGE depth");

	while (line != NULL) {
		char *end = strchr(line, '\n') + 1;

		memmove(line, end, strlen(end) + 1);
		line = strstr(answer, "MESSAGE depth");
	}
}

/* The answer to some lines, which are parted by '\n'. */
static const char *ask(struct dialogue *d, const char *lines)
{
	static char answer[4096];
	char line[256];

	d->out.len = 0;
	while (*lines != '\0') {
		size_t len = strcspn(lines, "\n");

		memcpy(line, lines, len);
		line[len] = '\0';
		lines += len + (lines[len] == '\n');
		if (!brain_line(&d->brain, line, &d->out))
			return "end";
	}
	assert_true(d->out.len < sizeof(answer));
	if (d->out.len > 0)
		memcpy(answer, d->out.ptr, d->out.len);
	answer[d->out.len] = '\0';
	drop_messages(answer);
	return answer;
}

static void commands_are_answered(void **state)
{
	struct dialogue *d = *state;

	assert_string_equal(ask(d, ""), "");
	assert_string_equal(ask(d, "BEGIN"), "ERROR START comes first\n");
	assert_string_equal(ask(d, "START 4"), "ERROR unsupported size of the board\n");
	assert_string_equal(ask(d, "START 21"), "ERROR unsupported size of the board\n");
	assert_string_equal(ask(d, "START x"), "ERROR unsupported size of the board\n");
	assert_string_equal(ask(d, "RECTSTART 15,20"), "ERROR only square boards are supported\n");
	assert_string_equal(ask(d, "RECTSTART 15,15"), "OK\n");
	assert_string_equal(ask(d, "START 15"), "OK\n");
	assert_string_equal(
		ask(d, "INFO timeout_turn 1000\nINFO max_memory 0\nINFO folder /tmp\nINFO"), "");
	assert_string_equal(ask(d, "BEGIN"), "7,7\n");
	assert_string_equal(ask(d, "BEGIN"), "ERROR the board is not empty\n");
	assert_string_equal(ask(d, "TURN 7,7"), "ERROR no such empty point\n");
	assert_string_equal(ask(d, "TURN 15,7"), "ERROR no such empty point\n");
	assert_string_equal(ask(d, "TURN 7"), "ERROR no such empty point\n");
	assert_string_equal(ask(d, "TURN 7,8,1"), "ERROR no such empty point\n");
	assert_string_equal(ask(d, "TAKEBACK 7,7"), "OK\n");
	assert_string_equal(ask(d, "TAKEBACK 7,7"), "ERROR there is no stone\n");
	assert_string_equal(ask(d, "PLAY 7,7"), "7,7\n");
	assert_string_equal(ask(d, "RESTART"), "OK\n");
	assert_string_equal(ask(d, "BEGIN"), "7,7\n");
	assert_non_null(strstr(ask(d, "ABOUT"), "name=\"biosbelt\", version="));
	assert_string_equal(ask(d, "SUGGEST 1,1"), "UNKNOWN command\n");
	assert_string_equal(ask(d, "AVERYLONGWORDTHATISNOCOMMAND"), "UNKNOWN command\n");
	assert_string_equal(ask(d, "END"), "end");
}

static void boards_are_taken(void **state)
{
	struct dialogue *d = *state;

	/* ours are four in a row: five; the same stones as theirs: stopped */
	(void)ask(d, "START 15");
	assert_string_equal(
		ask(d, "BOARD\n7,7,1\n0,0,2\n8,7,1\n0,1,2\n9,7,1\n0,2,2\n10,7,1\n6,7,2\nDONE"),
		"11,7\n");
	assert_string_equal(
		ask(d, "BOARD\n7,7,2\n0,0,1\n8,7,2\n0,1,1\n9,7,2\n6,7,1\n10,7,2\nDONE"), "11,7\n");
	assert_string_equal(ask(d, "TAKEBACK 11,7"), "OK\n");
	assert_string_equal(
		ask(d, "BOARD\n7,7,1\n7,7,2\nDONE"), "ERROR the list of stones is wrong\n");
	assert_string_equal(ask(d, "BOARD\n7,7,4\nDONE"), "ERROR the list of stones is wrong\n");
	assert_string_equal(ask(d, "BOARD\nwhat\nDONE"), "ERROR the list of stones is wrong\n");
	assert_string_equal(ask(d, "BOARD\nDONE"), "7,7\n");
}

/* A limit of nodes is one whatever the clock says; memory can be asked for less and given back. */
static void nodes_and_memory_are_kept(void **state)
{
	struct dialogue *d = *state;

	(void)ask(d, "START 15\nINFO timeout_turn 1\nINFO max_node 40000\nINFO max_memory 9437184");
	(void)ask(d, "BOARD\n7,7,1\n8,8,2\n6,8,1\n8,6,2\n9,7,1\n5,7,2\nDONE");
	buf_add_u8(&d->out, 0);
	assert_non_null(strstr((const char *)d->out.ptr, " nodes 40000 "));
	assert_string_equal(ask(d, "INFO max_node 300\nINFO max_memory 0\nINFO max_memory -1"), "");
	assert_int_equal(d->brain.nodes, 300);
}

/* White's five stones in a row need exactly five under the rule, given after START or before. */
static void rules_are_kept(void **state)
{
	struct dialogue *d = *state;
	static const char *const board =
		"BOARD\n3,7,1\n0,0,2\n4,7,1\n0,2,2\n5,7,1\n0,4,2\n7,7,1\n0,6,2\n"
		"8,7,1\n0,8,2\nDONE";

	(void)ask(d, "START 15\nINFO rule 0");
	assert_string_equal(ask(d, board), "6,7\n");
	(void)ask(d, "INFO rule 1");
	assert_string_not_equal(ask(d, board), "6,7\n"); /* six */
	assert_string_equal(ask(d, "INFO rule 2"), "MESSAGE a continuous game is not supported\n");
	assert_string_equal(ask(d, "INFO rule 9"), "");
	assert_string_equal(ask(d, "INFO rule 8"), "");
	/* the border blocks no five, stones at both ends do */
	assert_string_equal(
		ask(d, "BOARD\n0,7,1\n5,7,2\n1,7,1\n0,0,2\n2,7,1\n0,2,2\n3,7,1\n0,4,2\nDONE"),
		"4,7\n");
	assert_string_equal(
		ask(d, "BOARD\n0,7,2\n5,7,1\n1,7,2\n0,0,1\n2,7,2\n0,2,1\n3,7,2\nDONE"), "4,7\n");
}

static void swap2_is_answered(void **state)
{
	struct dialogue *d = *state;

	(void)ask(d, "START 15");
	assert_string_equal(ask(d, "SWAP2BOARD\nDONE"), "7,7 8,8 5,9\n");
	assert_string_equal(
		ask(d, "SWAP2BOARD\n7,7\nDONE"), "ERROR SWAP2BOARD has 0, 3 or 5 stones\n");
	/* black would win at once, or white does */
	assert_string_equal(ask(d, "SWAP2BOARD\n7,7\n0,0\n8,7\nDONE"), "SWAP\n");
	assert_string_not_equal(ask(d, "SWAP2BOARD\n0,0\n7,7\n14,14\n8,7\n0,14\nDONE"), "SWAP\n");
}

static bool count_calls(void *user)
{
	++*(unsigned *)user;
	return false;
}

/* It is asked every 256 positions whether to go on, in 1 ms for a few of the 60,000 at most. */
static void swap2_keeps_to_the_time(void **state)
{
	struct dialogue *d = *state;

	(void)ask(d, "START 15\nINFO timeout_turn 1");
	d->brain.nodes = 0;
	for (unsigned i = 0; i < 2; i++) {
		unsigned calls = 0;

		d->brain.stop = count_calls;
		d->brain.user = &calls;
		(void)ask(d, i == 0 ? "SWAP2BOARD\n7,7\n8,8\n5,9\nDONE"
				    : "SWAP2BOARD\n7,7\n8,8\n5,9\n2,2\n11,3\nDONE");
		assert_true(d->out.len > 0);
		assert_true(calls < 100);
	}
}

/* INFO of any value, and commands in any order. */
/* What is not thinking is left 40 ms, and of short times a fifth: of 100 ms 60 were thought. */
static void short_times_are_used(void **state)
{
	struct dialogue *d = *state;

	ask(d, "START 15");
	d->brain.nodes = 0;
	ask(d, "INFO timeout_match 0\nINFO timeout_turn 5000");
	assert_int_equal(brain_limits(&d->brain).ms, 4960);
	ask(d, "INFO timeout_turn 100");
	assert_int_equal(brain_limits(&d->brain).ms, 80);
	ask(d, "INFO timeout_turn 15");
	assert_int_equal(brain_limits(&d->brain).ms, 12);
	ask(d, "INFO timeout_turn 0");
	assert_int_equal(brain_limits(&d->brain).ms, 1);
}

static void nothing_odd_is_believed(void **state)
{
	struct dialogue *d = *state;

	assert_string_equal(ask(d, "FOO"), "UNKNOWN command\n");
	assert_string_equal(ask(d, "TAKEBACK 1,1"), "ERROR START comes first\n");
	assert_string_equal(ask(d, "START 15"), "OK\n");
	d->brain.nodes = 0;
	assert_string_equal(ask(d, "INFO timeout_turn 4294967337"), "");
	assert_int_equal(brain_limits(&d->brain).ms, 300000);
	assert_string_equal(
		ask(d, "INFO timeout_match 1\nINFO time_left -9223372036854775808"), "");
	assert_int_equal(brain_limits(&d->brain).ms, 1);
	assert_string_equal(ask(d, "INFO time_left 25040\nINFO timeout_turn 0"), "");
	assert_int_equal(brain_limits(&d->brain).ms, 1000);
	assert_string_equal(
		ask(d, "INFO timeout_turn -1\nINFO timeout_turn 99999999999999999999"), "");
	assert_int_equal(brain_limits(&d->brain).ms, 1000);
	d->brain.nodes = 300;
	assert_string_equal(ask(d, "BOARD\n7,7,1\nx\nSTART 15"), "OK\n");
	assert_string_equal(ask(d, "BOARD\n7,7,1\nFOO\nBEGIN"), "UNKNOWN command\n7,7\n");
	assert_string_equal(ask(d, "DONE"), "UNKNOWN command\n");
}

/* Lines that come while it thinks, one at each time it asks. */
struct sender {
	struct brain *brain;
	const char *const *lines;
};

static bool overhear(void *user)
{
	struct sender *s = user;

	return *s->lines != NULL && brain_overhears(s->brain, *s->lines++);
}

/* Milliseconds that a move with a minute takes when lines come. */
static uint64_t ms_of_move(struct dialogue *d, unsigned level, const char *const *lines)
{
	struct sender sender = {&d->brain, lines};
	uint64_t begun = os_time_ms();

	d->brain.nodes = 0;
	d->brain.level = level;
	d->brain.stop = overhear;
	d->brain.user = &sender;
	(void)ask(d, "START 15\nINFO timeout_turn 60000\nINFO time_left 2147483647");
	assert_non_null(strchr(ask(d, "BOARD\n7,7,1\n8,8,2\n6,8,1\n8,6,2\nDONE"), ','));
	assert_null(*sender.lines); /* all were asked for */
	d->brain.stop = NULL;
	return os_time_ms() - begun;
}

/* The end, a new game, less time and STOP end thinking at once, with a move; others do not. */
static void thinking_is_ended(void **state)
{
	struct dialogue *d = *state;
	static const char *const ends[][3] = {{"END"}, {"RESTART"}, {"START 20"},
		{"RECTSTART 15,15"}, {"STOP"}, {"YXSTOP"}, {"TURN 1,1", "INFO timeout_turn 0"},
		{"INFO timeout_match 100000", "INFO time_left 100"}};
	static const char *const others[] = {"INFO rule 1", "INFO timeout_turn x",
		"INFO timeout_turn -1", "ABOUT", "ENDING", "TAKEBACK 1,1", "INFO timeout_turn 240",
		NULL};
	uint64_t ms;

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		assert_true(ms_of_move(d, 4, ends[i]) < 20000);
	ms = ms_of_move(d, 4, others);
	assert_true(ms >= 200 && ms < 20000);
	assert_string_equal(ask(d, "STOP\nYXSTOP"), "");
}

/* A limit of nodes does not depend on when lines come. */
static void nodes_are_not_ended(void **state)
{
	struct dialogue *d = *state;
	static const char *const lines[] = {"END", NULL};
	struct sender sender = {&d->brain, lines};

	d->brain.stop = overhear;
	d->brain.user = &sender;
	(void)ask(d, "START 15\nINFO max_node 3000");
	(void)ask(d, "BOARD\n7,7,1\n8,8,2\n6,8,1\n8,6,2\n9,7,1\n5,7,2\nDONE");
	assert_ptr_equal(sender.lines, lines);
	d->brain.stop = NULL;
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			commands_are_answered, open_dialogue, close_dialogue),
		cmocka_unit_test_setup_teardown(
			short_times_are_used, open_dialogue, close_dialogue),
		cmocka_unit_test_setup_teardown(
			nothing_odd_is_believed, open_dialogue, close_dialogue),
		cmocka_unit_test_setup_teardown(boards_are_taken, open_dialogue, close_dialogue),
		cmocka_unit_test_setup_teardown(
			nodes_and_memory_are_kept, open_dialogue, close_dialogue),
		cmocka_unit_test_setup_teardown(rules_are_kept, open_dialogue, close_dialogue),
		cmocka_unit_test_setup_teardown(thinking_is_ended, open_dialogue, close_dialogue),
		cmocka_unit_test_setup_teardown(nodes_are_not_ended, open_dialogue, close_dialogue),
		cmocka_unit_test_setup_teardown(swap2_is_answered, open_dialogue, close_dialogue),
		cmocka_unit_test_setup_teardown(
			swap2_keeps_to_the_time, open_dialogue, close_dialogue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
