/* SPDX-License-Identifier: MIT */
/* The server's side of RFC 2217: bytes in and out, negotiation, settings, what is not understood.
 */
#include <string.h>

#include "terminal/rfc2217.h"
#include "test.h"

struct side {
	struct rfc2217 r;
	struct buf data;
	struct buf answer;
	uint32_t baud;
	uint32_t lines;
	uint32_t control; /* the last of CONTROL */
	unsigned calls;
};

static uint32_t set(void *user, enum rfc2217_command command, uint32_t value)
{
	struct side *s = user;

	s->calls++;
	if (command == RFC2217_MODEM_STATE)
		return s->lines;
	if (command == RFC2217_BAUD && value != 0 && value <= 4000000)
		s->baud = value;
	if (command == RFC2217_CONTROL)
		s->control = value;
	return command == RFC2217_BAUD ? s->baud : value;
}

static void begin(struct side *s)
{
	memset(s, 0, sizeof *s);
	s->baud = 115200;
	buf_init(&s->data, 0);
	buf_init(&s->answer, 0);
	rfc2217_begin(&s->r, set, s, &s->answer);
	s->answer.len = 0;
}

static void end(struct side *s)
{
	buf_free(&s->data);
	buf_free(&s->answer);
}

static void feed(struct side *s, const char *bytes, size_t len)
{
	s->data.len = s->answer.len = 0;
	rfc2217_feed(&s->r, span_of(bytes, len), &s->data, &s->answer);
}
#define FEED(s, text) feed(s, text, sizeof text - 1)

static void assert_buf(const struct buf *b, const char *bytes, size_t len)
{
	assert_int_equal(b->len, len);
	if (len > 0)
		assert_memory_equal(b->ptr, bytes, len);
}
#define ASSERT_BUF(b, text) assert_buf(b, text, sizeof text - 1)

static void bytes_pass_both_ways(void **state)
{
	struct side s;
	struct buf out;

	(void)state;
	begin(&s);
	FEED(&s, "a\377\377b\r\n");
	ASSERT_BUF(&s.data, "a\377b\r\n");
	FEED(&s, "x\377"); /* parted within a command */
	FEED(&s, "\377y");
	ASSERT_BUF(&s.data, "\377y");
	buf_init(&out, 0);
	rfc2217_wrap(span_of("\377a\377\377b", 5), &out);
	ASSERT_BUF(&out, "\377\377a\377\377\377\377b");
	buf_free(&out);
	end(&s);
}

static void a_nul_after_cr_is_of_telnet_unless_binary(void **state)
{
	struct side s;

	(void)state;
	begin(&s);
	FEED(&s, "a\r\0b\0");
	ASSERT_BUF(&s.data, "a\rb\0");
	FEED(&s, "\377\373\000\r\0"); /* WILL BINARY */
	ASSERT_BUF(&s.data, "\r\0");
	ASSERT_BUF(&s.answer, ""); /* it answers what was offered */
	end(&s);
}

static void options_are_agreed_on_once(void **state)
{
	struct side s;

	(void)state;
	begin(&s);
	FEED(&s, "\377\375\054"); /* DO COM_PORT */
	ASSERT_BUF(&s.answer, "\377\373\054");
	FEED(&s, "\377\375\054");
	ASSERT_BUF(&s.answer, "");
	FEED(&s, "\377\373\054"); /* WILL: and hears of the lines from now on */
	ASSERT_BUF(&s.answer, "\377\375\054\377\372\054\153\000\377\360");
	FEED(&s, "\377\373\030\377\375\047"); /* a terminal's type, its environment */
	ASSERT_BUF(&s.answer, "\377\376\030\377\374\047");
	FEED(&s, "\377\376\001\377\376\001"); /* DONT ECHO, twice */
	ASSERT_BUF(&s.answer, "\377\374\001");
	end(&s);
}

static void settings_are_set_and_told(void **state)
{
	struct side s;

	(void)state;
	begin(&s);
	FEED(&s, "\377\372\054\001\000\001\302\000\377\360");
	ASSERT_BUF(&s.answer, "\377\372\054\145\000\001\302\000\377\360");
	FEED(&s, "\377\372\054\001\000\016\377\377\000\377\360"); /* 0E FF 00: IAC is doubled */
	assert_int_equal(s.baud, 0x000EFF00);
	ASSERT_BUF(&s.answer, "\377\372\054\145\000\016\377\377\000\377\360");
	FEED(&s, "\377\372\054\001\377\377\377\377\377\377\377\377\377\360"); /* not possible */
	ASSERT_BUF(&s.answer, "\377\372\054\145\000\016\377\377\000\377\360");
	FEED(&s, "\377\372\054\005\010\377\360"); /* DTR on */
	ASSERT_BUF(&s.answer, "\377\372\054\151\010\377\360");
	FEED(&s, "\377\372\054\014\001\377\360"); /* purge */
	ASSERT_BUF(&s.answer, "\377\372\054\160\001\377\360");
	end(&s);
}

static void changes_of_lines_are_told_by_the_mask(void **state)
{
	struct side s;

	(void)state;
	begin(&s);
	s.lines = 0x10;
	rfc2217_notice(&s.r, &s.answer);
	ASSERT_BUF(&s.answer, "");                /* not agreed on */
	FEED(&s, "\377\372\054\013\020\377\360"); /* the mask: CTS */
	ASSERT_BUF(&s.answer, "\377\372\054\157\020\377\360\377\372\054\153\021\377\360");
	s.answer.len = 0;
	s.lines = 0x90; /* DCD is not asked for */
	rfc2217_notice(&s.r, &s.answer);
	ASSERT_BUF(&s.answer, "");
	s.lines = 0x80;
	rfc2217_notice(&s.r, &s.answer);
	ASSERT_BUF(&s.answer, "\377\372\054\153\211\377\360");
	FEED(&s, "\377\372\054\010\377\360");
	assert_true(s.r.held);
	FEED(&s, "\377\372\054\011\377\360");
	assert_false(s.r.held);
	end(&s);
}

static void a_break_ends_with_its_peer(void **state)
{
	struct side s;

	(void)state;
	begin(&s);
	FEED(&s, "\377\372\054\005\005\377\360");
	assert_int_equal(s.control, CONTROL_BREAK_ON);
	rfc2217_end(&s.r);
	assert_int_equal(s.control, CONTROL_BREAK_OFF);
	end(&s);
	begin(&s); /* another peer's is not ended */
	FEED(&s, "\377\372\054\005\005\377\360\377\372\054\005\006\377\360");
	s.control = 0;
	rfc2217_end(&s.r);
	assert_int_equal(s.control, 0);
	end(&s);
}

static void what_is_not_understood_is_left_out(void **state)
{
	static const char *const odd[] = {"\377\372\054\377\360", "\377\372\377\360",
		"\377\372\054\001\001\377\360", "\377\372\030\001\377\360",
		"\377\372\054\143\377\360", "\377\361\377\371", "\377\372\054\001\377\371"};
	char longer[200];
	struct side s;
	size_t i;

	(void)state;
	begin(&s);
	for (i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		feed(&s, odd[i], strlen(odd[i]));
		ASSERT_BUF(&s.answer, "");
		ASSERT_BUF(&s.data, "");
	}
	assert_int_equal(s.calls, 0);
	memset(longer, 8, sizeof longer);
	memcpy(longer, "\377\372\054\005", 4);
	memcpy(longer + sizeof longer - 3, "\377\360x", 3);
	feed(&s, longer, sizeof longer);
	assert_int_equal(s.calls, 0);
	ASSERT_BUF(&s.data, "x");
	end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_pass_both_ways),
		cmocka_unit_test(a_nul_after_cr_is_of_telnet_unless_binary),
		cmocka_unit_test(options_are_agreed_on_once),
		cmocka_unit_test(settings_are_set_and_told),
		cmocka_unit_test(changes_of_lines_are_told_by_the_mask),
		cmocka_unit_test(a_break_ends_with_its_peer),
		cmocka_unit_test(what_is_not_understood_is_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
