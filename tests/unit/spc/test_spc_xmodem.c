/* SPDX-License-Identifier: MIT */
/* Sending by XMODEM and YMODEM: blocks, wishes of receivers, refusals. The end-to-end case has real
 * receivers. */
#include <string.h>

#include "terminal/xmodem.h"
#include "test.h"

static const uint8_t file[300] = "a file";

struct wire {
	struct xmodem x;
	struct buf out;
	struct span in; /* what it left */
	enum xmodem_state state;
};

static struct span nothing;

static void begin(struct wire *w, enum xmodem_kind kind)
{
	buf_init(&w->out, 0);
	xmodem_begin(&w->x, kind, "fw.bin", span_of(file, sizeof file), 0);
}

/* The receiver says something; what was sent before is forgotten. */
static void say(struct wire *w, const char *text)
{
	w->out.len = 0;
	w->in = span_of(text, strlen(text));
	w->state = xmodem_take(&w->x, &w->in, 1, &w->out);
}

static void checksums_get_short_blocks(void **state)
{
	struct wire w;
	unsigned sum = 0;
	size_t i;

	(void)state;
	begin(&w, XMODEM_1K);
	say(&w, "noise");
	assert_int_equal(w.out.len, 0);
	say(&w, "\x15");
	assert_int_equal(w.out.len, 132);
	assert_memory_equal(w.out.ptr,
		"\x01\x01\xFE"
		"a file",
		9);
	for (i = 0; i < 128; i++)
		sum += w.out.ptr[3 + i];
	assert_int_equal(w.out.ptr[131], sum & 255);
	say(&w, "\x15"); /* again */
	assert_int_equal(w.out.len, 132);
	assert_int_equal(w.out.ptr[1], 1);
	say(&w, "\x06");
	assert_memory_equal(w.out.ptr, "\x01\x02\xFD", 3);
	say(&w, "\x06");
	assert_int_equal(w.out.ptr[3 + 300 - 256], 0x1A); /* filled up */
	say(&w, "\x06");
	assert_int_equal(w.out.len, 1);
	assert_int_equal(w.out.ptr[0], 4);
	say(&w, "\x15"); /* many refuse the first end */
	assert_int_equal(w.out.ptr[0], 4);
	say(&w, "\x06");
	assert_int_equal(w.state, XMODEM_DONE);
	buf_free(&w.out);
}

static void a_crc_gets_long_ones(void **state)
{
	struct wire w;

	(void)state;
	begin(&w, XMODEM_1K);
	say(&w, "CCC"); /* asked before we were there */
	assert_int_equal(w.out.len, 1029);
	assert_memory_equal(w.out.ptr, "\x02\x01\xFE", 3);
	say(&w, "\x06");
	assert_int_equal(w.out.len, 1);
	buf_free(&w.out);
}

static void the_crc_is_the_one_of_the_reference(void **state)
{
	static const uint8_t text[128] = "123456789";
	struct wire w;

	(void)state;
	begin(&w, XMODEM_128);
	w.x.data = span_of(text, sizeof text);
	say(&w, "C");
	assert_int_equal(w.out.len, 133);
	/* of "123456789" and 119 zeros, by Python's binascii.crc_hqx(data, 0) */
	assert_int_equal(w.out.ptr[131] << 8 | w.out.ptr[132], 0xD053);
	buf_free(&w.out);
}

static void ymodem_tells_name_and_size(void **state)
{
	struct wire w;

	(void)state;
	begin(&w, YMODEM);
	say(&w, "C");
	assert_int_equal(w.out.len, 133);
	assert_memory_equal(w.out.ptr,
		"\x01\x00\xFF"
		"fw.bin\0"
		"300 0 0\0",
		18);
	say(&w, "\x06"
		"C");
	assert_int_equal(w.out.ptr[0], 2);
	say(&w, "\x06");
	assert_int_equal(w.out.ptr[0], 4);
	say(&w, "\x06");
	assert_int_equal(w.out.len, 0);
	say(&w, "C");
	assert_memory_equal(w.out.ptr, "\x01\x00\xFF\0", 4);
	assert_int_equal(w.state, XMODEM_WORKS);
	/* the last word is often not said; it is asked for twice more */
	assert_int_equal(xmodem_take(&w.x, &nothing, 1000, &w.out), XMODEM_WORKS);
	w.out.len = 0;
	assert_int_equal(xmodem_take(&w.x, &nothing, 3001, &w.out), XMODEM_WORKS);
	assert_int_equal(w.out.len, 133);
	assert_int_equal(xmodem_take(&w.x, &nothing, 6001, &w.out), XMODEM_WORKS);
	assert_int_equal(xmodem_take(&w.x, &nothing, 9001, &w.out), XMODEM_DONE);
	say(&w, "\x06# ");
	assert_int_equal(w.state, XMODEM_DONE);
	assert_int_equal(w.in.len, 2); /* the board's */
	say(&w, "ready");
	assert_int_equal(w.state, XMODEM_DONE);
	assert_int_equal(w.in.len, 5);
	buf_free(&w.out);
}

/* A receiver that empties its line after it has asked has lost the answer, and asks again. */
static void what_was_lost_is_sent_again(void **state)
{
	struct span again = span_of("C", 1);
	struct wire w;

	(void)state;
	begin(&w, YMODEM);
	say(&w, "CC"); /* one question, put twice before we began */
	assert_int_equal(w.out.len, 133);
	w.out.len = 0;
	assert_int_equal(xmodem_take(&w.x, &again, 10001, &w.out), XMODEM_WORKS);
	assert_int_equal(w.out.len, 133);
	say(&w, "\x06"
		"C");
	assert_int_equal(w.out.ptr[1], 1);
	w.out.len = 0;
	again = span_of("C", 1);
	assert_int_equal(xmodem_take(&w.x, &again, 20001, &w.out), XMODEM_WORKS);
	assert_memory_equal(w.out.ptr, "\x02\x01\xFE", 3);
	buf_free(&w.out);
}

static void it_ends_when_nobody_takes_it(void **state)
{
	struct wire w;
	int i;

	(void)state;
	begin(&w, XMODEM_128);
	assert_int_equal(xmodem_take(&w.x, &nothing, XMODEM_WAIT_MS - 1, &w.out), XMODEM_WORKS);
	assert_int_equal(xmodem_take(&w.x, &nothing, XMODEM_WAIT_MS, &w.out), XMODEM_FAILED);
	buf_free(&w.out);
	begin(&w, XMODEM_128);
	say(&w, "C");
	for (i = 1; i < XMODEM_TRIES; i++) {
		say(&w, "\x15");
		assert_int_equal(w.state, XMODEM_WORKS);
	}
	say(&w, "\x15");
	assert_int_equal(w.state, XMODEM_FAILED);
	buf_free(&w.out);
	begin(&w, XMODEM_128);
	say(&w, "C\x18");
	assert_int_equal(w.state, XMODEM_WORKS);
	say(&w, "\x18");
	assert_int_equal(w.state, XMODEM_CANCELLED);
	buf_free(&w.out);
}

static void letters_of_a_board_that_has_crashed_are_no_answer(void **state)
{
	struct wire w;
	uint64_t now;

	(void)state;
	begin(&w, YMODEM);
	say(&w, "C");
	say(&w, "\x06"
		"C");
	w.state = XMODEM_WORKS;
	for (now = 1; now < 2 * XMODEM_WAIT_MS && w.state == XMODEM_WORKS; now += 100) {
		struct span in = span_of("CPU: 0 PID: 1 Call Trace:\n", 26);

		w.state = xmodem_take(&w.x, &in, now, &w.out);
	}
	assert_int_equal(w.state, XMODEM_FAILED);
	buf_free(&w.out);
}

/* At 300 baud a block of 1 KB takes 34 s; the first one was lost. */
static void a_slow_line_has_time_for_a_lost_block(void **state)
{
	struct span again = span_of("C", 1);
	struct wire w;
	int i;

	(void)state;
	begin(&w, XMODEM_1K);
	say(&w, "C");
	assert_int_equal(xmodem_take(&w.x, &again, 38000, &w.out), XMODEM_WORKS);
	assert_int_equal(xmodem_take(&w.x, &nothing, 75000, &w.out), XMODEM_WORKS);
	/* but not for ever */
	for (i = 1; i <= XMODEM_TRIES; i++) {
		again = span_of("C", 1);
		xmodem_take(&w.x, &again, 75000 + 1000 * (uint64_t)i, &w.out);
	}
	assert_int_equal(
		xmodem_take(&w.x, &nothing, 84000 + XMODEM_WAIT_MS, &w.out), XMODEM_FAILED);
	buf_free(&w.out);
}

static void an_end_that_nobody_confirms_is_repeated(void **state)
{
	struct wire w;

	(void)state;
	begin(&w, XMODEM_128);
	w.x.data.len = 1;
	say(&w, "C");
	say(&w, "\x06");
	assert_int_equal(w.out.ptr[0], 4);
	w.out.len = 0;
	assert_int_equal(xmodem_take(&w.x, &nothing, 3001, &w.out), XMODEM_WORKS);
	assert_int_equal(w.out.len, 1);
	assert_int_equal(xmodem_take(&w.x, &nothing, 6001, &w.out), XMODEM_WORKS);
	assert_int_equal(xmodem_take(&w.x, &nothing, 9001, &w.out), XMODEM_UNCONFIRMED);
	buf_free(&w.out);
	begin(&w, XMODEM_128);
	w.x.data.len = 1;
	say(&w, "C");
	say(&w, "\x06");
	say(&w, "# ");
	assert_int_equal(w.state, XMODEM_UNCONFIRMED);
	assert_int_equal(w.in.len, 2);
	buf_free(&w.out);
}

static void an_empty_file_is_one(void **state)
{
	struct wire w;

	(void)state;
	begin(&w, XMODEM_128);
	w.x.data.len = 0;
	say(&w, "C");
	assert_int_equal(w.out.ptr[0], 4);
	say(&w, "\x06");
	assert_int_equal(w.state, XMODEM_DONE);
	buf_free(&w.out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(checksums_get_short_blocks),
		cmocka_unit_test(a_crc_gets_long_ones),
		cmocka_unit_test(the_crc_is_the_one_of_the_reference),
		cmocka_unit_test(ymodem_tells_name_and_size),
		cmocka_unit_test(what_was_lost_is_sent_again),
		cmocka_unit_test(it_ends_when_nobody_takes_it),
		cmocka_unit_test(letters_of_a_board_that_has_crashed_are_no_answer),
		cmocka_unit_test(a_slow_line_has_time_for_a_lost_block),
		cmocka_unit_test(an_end_that_nobody_confirms_is_repeated),
		cmocka_unit_test(an_empty_file_is_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
