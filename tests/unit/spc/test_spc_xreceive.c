/* SPDX-License-Identifier: MIT */
/* Receiving by XMODEM and YMODEM from our own sender, over a line that loses, changes and doubles
 * bytes; what senders state; ends. The end-to-end case has real senders. */
#include <stdio.h>
#include <string.h>

#include "terminal/xreceive.h"
#include "terminal/xwords.h"
#include "test.h"

#define STEP_MS 50
#define STEPS   100000

struct sink {
	struct buf data;
	char name[64];
	uint64_t size;
	int64_t mtime;
	unsigned begun, ended;
	bool refuses; /* what it is given */
};

static bool begin_file(void *user, const struct xreceive_head *head)
{
	struct sink *k = user;

	snprintf(k->name, sizeof k->name, "%s", head->name);
	k->size = head->has_size ? head->size : UINT64_MAX;
	k->mtime = head->mtime;
	k->begun++;
	return true;
}

static bool take_data(void *user, struct span bytes)
{
	struct sink *k = user;

	buf_add(&k->data, bytes.ptr, bytes.len);
	return !k->refuses;
}

static bool end_file(void *user)
{
	struct sink *k = user;

	k->ended++;
	return true;
}

static void start(struct xreceive *x, enum xmodem_kind kind, struct sink *k)
{
	struct xreceive_ends ends = {begin_file, take_data, end_file, k};

	memset(k, 0, sizeof *k);
	buf_init(&k->data, 0);
	xreceive_begin(x, kind, &ends, 0);
}

/* A line on which one in every bytes suffers; 0: none. */
static void carry(struct buf *from, struct buf *to, unsigned every, unsigned *dice)
{
	size_t i;

	to->len = 0;
	for (i = 0; i < from->len; i++) {
		unsigned fate;

		*dice = *dice * 1103515245u + 12345u;
		fate = *dice >> 8;
		if (every == 0 || fate % every != 0) {
			buf_add_u8(to, from->ptr[i]);
			continue;
		}
		if (fate / every % 3 == 0)
			continue;
		buf_add_u8(to, (uint8_t)(from->ptr[i] ^ (fate / every % 3 == 1 ? 0x10 : 0)));
		if (fate / every % 3 == 2)
			buf_add_u8(to, from->ptr[i]);
	}
	from->len = 0;
}

static void meet(enum xmodem_kind kind, struct span file, unsigned every, unsigned seed)
{
	enum xreceive_state got = XRECEIVE_WORKS;
	enum xmodem_state sent = XMODEM_WORKS;
	struct buf to, from, line;
	struct xreceive r;
	struct xmodem x;
	struct sink k;
	uint64_t now;

	buf_init(&to, 0);
	buf_init(&from, 0);
	buf_init(&line, 0);
	start(&r, kind, &k);
	xmodem_begin(&x, kind, "fw.bin", file, 0);
	for (now = 0; now < (uint64_t)STEPS * STEP_MS; now += STEP_MS) {
		struct span in;

		carry(&from, &line, every, &seed);
		in = span_of(line.ptr, line.len);
		if (sent == XMODEM_WORKS)
			sent = xmodem_take(&x, &in, now, &to);
		carry(&to, &line, every, &seed);
		in = span_of(line.ptr, line.len);
		if (got == XRECEIVE_WORKS)
			got = xreceive_take(&r, &in, now, &from);
		if (got != XRECEIVE_WORKS && sent != XMODEM_WORKS)
			break;
	}
	/* neither side may think that it went well when it did not */
	if (every == 0)
		assert_int_equal(got, XRECEIVE_DONE);
	assert_int_not_equal(got, XRECEIVE_WORKS);
	if (got == XRECEIVE_DONE) {
		size_t fill = kind == YMODEM ? 0 : k.data.len - file.len;

		assert_int_equal(k.ended, 1);
		assert_true(k.data.len >= file.len && fill < XMODEM_BLOCK);
		assert_int_equal(k.data.len, file.len + fill);
		assert_memory_equal(k.data.ptr, file.ptr, file.len);
		while (fill-- > 0)
			assert_int_equal(k.data.ptr[file.len + fill], 0x1A);
	}
	if (sent == XMODEM_DONE)
		assert_int_equal(k.ended, 1);
	buf_free(&to);
	buf_free(&from);
	buf_free(&line);
	buf_free(&k.data);
}

static void what_our_sender_sends_arrives(void **state)
{
	static const enum xmodem_kind kinds[] = {XMODEM_128, XMODEM_1K, YMODEM};
	static const unsigned every[] = {0, 20000, 3000, 800};
	static uint8_t file[40000]; /* more blocks than numbers */
	unsigned seed, i, e;

	(void)state;
	for (i = 0; i < sizeof file; i++)
		file[i] = (uint8_t)(i * 7 + i / 256);
	for (i = 0; i < 3; i++)
		for (e = 0; e < sizeof every / sizeof every[0]; e++)
			for (seed = 1; seed <= 20; seed++) {
				meet(kinds[i], span_of(file, sizeof file), every[e], seed);
				meet(kinds[i], span_of(file, 1 + seed * 100), every[e], seed);
			}
}

static void say(struct xreceive *x, const void *bytes, size_t len, uint64_t now, struct buf *out,
	enum xreceive_state *state)
{
	struct span in = span_of(bytes, len);

	out->len = 0;
	*state = xreceive_take(x, &in, now, out);
}

static void add_block(struct buf *to, uint8_t number, const void *bytes, size_t len, bool crc)
{
	uint8_t data[128] = {0};

	memcpy(data, bytes, len);
	buf_add_u8(to, SOH);
	buf_add_u8(to, number);
	buf_add_u8(to, (uint8_t)~number);
	buf_add(to, data, sizeof data);
	if (crc)
		buf_add_u8(to, (uint8_t)(xwords_crc(data, sizeof data) >> 8));
	buf_add_u8(
		to, crc ? (uint8_t)xwords_crc(data, sizeof data) : xwords_sum(data, sizeof data));
}

static void a_header_tells_name_size_and_time(void **state)
{
	enum xreceive_state now;
	struct buf block, out;
	struct xreceive x;
	struct sink k;

	(void)state;
	buf_init(&block, 0);
	buf_init(&out, 0);
	start(&x, YMODEM, &k);
	say(&x, "$ sb fw.bin\r\n", 13, 0, &out, &now); /* the board's own words */
	assert_int_equal(out.ptr[0], 'C');
	add_block(&block, 0, "fw.bin\0003 15000000000 100644 0", 30, true);
	say(&x, block.ptr, block.len, 10, &out, &now);
	assert_int_equal(out.len, 2);
	assert_memory_equal(out.ptr,
		"\x06"
		"C",
		2);
	assert_string_equal(k.name, "fw.bin");
	assert_int_equal(k.size, 3);
	assert_int_equal(k.mtime, 015000000000);
	block.len = 0;
	add_block(&block, 1, "abcdef", 6, true);
	say(&x, block.ptr, block.len, 20, &out, &now);
	assert_int_equal(out.ptr[0], ACK);
	assert_int_equal(k.data.len, 3); /* the rest is filling */
	say(&x, block.ptr, block.len, 30, &out, &now);
	assert_int_equal(out.ptr[0], ACK); /* our answer was lost; it is not taken twice */
	assert_int_equal(k.data.len, 3);
	assert_int_equal(x.beyond, 0);
	block.len = 0;
	add_block(&block, 2, "ghi", 3, true);
	say(&x, block.ptr, block.len, 35, &out, &now);
	assert_int_equal(out.ptr[0], ACK);
	assert_int_equal(k.data.len, 3); /* it grew after its header was sent */
	assert_int_equal(x.beyond, 128);
	say(&x, "\4", 1, 40, &out, &now);
	assert_int_equal(out.ptr[0], NAK);
	say(&x, "\4", 1, 50, &out, &now);
	assert_int_equal(k.ended, 1);
	assert_int_equal(out.ptr[0], ACK);
	block.len = 0;
	add_block(&block, 0, "", 0, true);
	buf_str(&block, "# ");
	say(&x, block.ptr, block.len, 60, &out, &now);
	assert_int_equal(now, XRECEIVE_DONE);
	buf_free(&block);
	buf_free(&out);
	buf_free(&k.data);
}

static void a_sender_that_knows_no_crc_is_asked_for_sums(void **state)
{
	enum xreceive_state now;
	struct buf block, out;
	struct xreceive x;
	struct sink k;
	uint64_t at;

	(void)state;
	buf_init(&block, 0);
	buf_init(&out, 0);
	start(&x, XMODEM_128, &k);
	for (at = 0; at < 12000; at += 3000) {
		say(&x, "", 0, at, &out, &now);
		assert_int_equal(out.ptr[0], 'C');
	}
	say(&x, "", 0, at, &out, &now);
	assert_int_equal(out.ptr[0], NAK);
	/* the answer to an earlier question comes now, with its CRC: it is asked for again */
	add_block(&block, 1, "abc", 3, true);
	block.ptr[131] = 0x55; /* not the sum by chance */
	say(&x, block.ptr, block.len, at + 10, &out, &now);
	say(&x, "", 0, at + 500, &out, &now);
	assert_int_equal(out.ptr[0], 'C');
	block.len = 0;
	add_block(&block, 1, "abc", 3, false); /* and this one counts sums */
	say(&x, block.ptr, block.len, at + 510, &out, &now);
	say(&x, "", 0, at + 2000, &out, &now);
	assert_int_equal(out.ptr[0], NAK);
	say(&x, block.ptr, block.len, at + 2010, &out, &now);
	assert_int_equal(out.ptr[0], ACK);
	assert_int_equal(k.data.len, 128);
	buf_free(&block);
	buf_free(&out);
	buf_free(&k.data);
}

static void it_ends_where_it_cannot_go_on(void **state)
{
	enum xreceive_state now;
	struct buf block, out;
	struct xreceive x;
	struct sink k;

	(void)state;
	buf_init(&block, 0);
	buf_init(&out, 0);
	start(&x, YMODEM, &k);
	say(&x, "", 0, XMODEM_WAIT_MS - 1, &out, &now);
	assert_int_equal(now, XRECEIVE_WORKS);
	say(&x, "", 0, XMODEM_WAIT_MS, &out, &now);
	assert_int_equal(now, XRECEIVE_SILENT);
	assert_int_equal(out.ptr[0], CAN);
	start(&x, YMODEM, &k);
	say(&x, "one \x18 then \x18\x18", 13, 1, &out, &now);
	assert_int_equal(now, XRECEIVE_CANCELLED);
	start(&x, YMODEM, &k); /* the first block of XMODEM */
	add_block(&block, 1, "abc", 3, true);
	say(&x, block.ptr, block.len, 1, &out, &now);
	assert_int_equal(now, XRECEIVE_STRAYED);
	start(&x, XMODEM_128, &k); /* no room on the disk */
	k.refuses = true;
	say(&x, block.ptr, block.len, 1, &out, &now);
	assert_int_equal(now, XRECEIVE_STOPPED);
	assert_int_equal(out.ptr[0], CAN);
	buf_free(&k.data);
	start(&x, XMODEM_128, &k); /* stopped in the middle of a block */
	say(&x, block.ptr, 60, 1, &out, &now);
	say(&x, "\x18\x18\x18\x18\x18\x18\x18\x18\b\b\b\b", 12, 2, &out, &now);
	assert_int_equal(now, XRECEIVE_WORKS);
	say(&x, "", 0, 1100, &out, &now);
	assert_int_equal(now, XRECEIVE_CANCELLED);
	block.len = 0;
	start(&x, YMODEM, &k);
	add_block(&block, 0, "fw.bin\000300", 10, true);
	say(&x, block.ptr, block.len, 1, &out, &now);
	say(&x, "\4", 1, 2, &out, &now);
	assert_int_equal(now, XRECEIVE_WORKS);
	say(&x, "\4", 1, 3, &out, &now);
	assert_int_equal(now, XRECEIVE_SHORT);
	assert_int_equal(k.ended, 0);
	buf_free(&k.data);
	buf_free(&block);
	buf_free(&out);
}

static void a_board_that_goes_on_printing_is_given_up(void **state)
{
	enum xreceive_state now = XRECEIVE_WORKS;
	struct buf block, out;
	struct xreceive x;
	struct sink k;
	uint64_t at;

	(void)state;
	buf_init(&block, 0);
	buf_init(&out, 0);
	start(&x, YMODEM, &k);
	add_block(&block, 0, "fw.bin\000300", 10, true);
	say(&x, block.ptr, block.len, 1, &out, &now);
	block.len = 0;
	add_block(&block, 1, "abc", 3, true);
	say(&x, block.ptr, block.len, 2, &out, &now);
	for (at = 100; at < 2 * XMODEM_WAIT_MS && now == XRECEIVE_WORKS; at += 100)
		say(&x, "Call Trace:\n", 12, at, &out, &now);
	assert_int_equal(now, XRECEIVE_DAMAGED);
	assert_int_equal(k.ended, 0);
	buf_free(&k.data);
	buf_free(&block);
	buf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_our_sender_sends_arrives),
		cmocka_unit_test(a_header_tells_name_size_and_time),
		cmocka_unit_test(a_sender_that_knows_no_crc_is_asked_for_sums),
		cmocka_unit_test(it_ends_where_it_cannot_go_on),
		cmocka_unit_test(a_board_that_goes_on_printing_is_given_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
