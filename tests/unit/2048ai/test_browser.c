/* SPDX-License-Identifier: MIT */
/* What a browser sends, in whole and in pieces, sound and not. */
#include <stdbool.h>
#include <string.h>

#include "browser/frames.h"
#include "browser/page.h"
#include "test.h"

/* Feeds text byte by byte; how many messages came, the last one in out. */
static unsigned feed_slowly(
	struct wire *w, const char *bytes, size_t len, char *out, size_t cap, enum err_code *rc)
{
	unsigned count = 0;
	struct err err;

	*rc = ERR_OK;
	for (size_t i = 0; i < len && *rc == ERR_OK; i++) {
		enum wire_event event = WIRE_MESSAGE;
		struct span text;

		*rc = wire_feed(w, span_of(bytes + i, 1), &err);
		while (*rc == ERR_OK && event != WIRE_NOTHING && event != WIRE_CLOSED) {
			*rc = wire_next(w, &event, &text, &err);
			if (*rc != ERR_OK || event != WIRE_MESSAGE)
				continue;
			assert_true(text.len < cap);
			memcpy(out, text.ptr, text.len);
			out[text.len] = '\0';
			count++;
		}
	}
	return count;
}

static unsigned feed_all(enum wire_kind kind, const char *bytes, size_t len, char *out, size_t cap,
	enum err_code *rc)
{
	struct wire w;
	unsigned count;

	wire_open(&w, kind);
	count = feed_slowly(&w, bytes, len, out, cap, rc);
	wire_close(&w);
	return count;
}

static void messages_of_a_pipe_end_with_zero(void **state)
{
	static const char bytes[] = "{\"id\":1}\0{}\0half";
	enum err_code rc;
	char out[64];

	(void)state;
	assert_int_equal(feed_all(WIRE_NUL, bytes, sizeof(bytes) - 1, out, sizeof(out), &rc), 2);
	assert_int_equal(rc, ERR_OK);
	assert_string_equal(out, "{}");
}

static void marionette_counts_its_bytes(void **state)
{
	static const char bytes[] = "2:{}10:[1,2,null]3:[]";
	enum err_code rc;
	char out[64];

	(void)state;
	assert_int_equal(
		feed_all(WIRE_COUNTED, bytes, sizeof(bytes) - 1, out, sizeof(out), &rc), 2);
	assert_int_equal(rc, ERR_OK);
	assert_string_equal(out, "[1,2,null]");
}

static void what_is_no_marionette_is_refused(void **state)
{
	static const char *const bad[] = {"HTTP/1.1 400", ":{}", "12345678901:", "-1:{}"};
	enum err_code rc;
	char out[64];

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		feed_all(WIRE_COUNTED, bad[i], strlen(bad[i]), out, sizeof(out), &rc);
		assert_int_equal(rc, ERR_FORMAT);
	}
	feed_all(WIRE_COUNTED, "99999999:", 9, out, sizeof(out), &rc);
	assert_int_equal(rc, ERR_LIMIT);
}

static void fragments_become_one_message(void **state)
{
	/* RFC 6455 section 5.7: "Hello" in two frames, here with a ping between them */
	static const char bytes[] = "\x01\x03Hel\x89\x02hi\x80\x02lo";
	enum err_code rc;
	char out[64];

	(void)state;
	assert_int_equal(feed_all(WIRE_SOCKET, bytes, sizeof(bytes) - 1, out, sizeof(out), &rc), 1);
	assert_int_equal(rc, ERR_OK);
	assert_string_equal(out, "Hello");
}

static void long_frames_have_wider_lengths(void **state)
{
	char bytes[4 + 300], out[512];
	enum err_code rc;

	(void)state;
	memcpy(bytes, "\x81\x7E\x01\x2C", 4);
	memset(bytes + 4, 'x', 300);
	assert_int_equal(feed_all(WIRE_SOCKET, bytes, sizeof(bytes), out, sizeof(out), &rc), 1);
	assert_int_equal(strlen(out), 300);
	/* 2^63 bytes are announced */
	feed_all(WIRE_SOCKET, "\x81\x7F\x80\0\0\0\0\0\0\0", 10, out, sizeof(out), &rc);
	assert_int_equal(rc, ERR_LIMIT);
}

static void bad_frames_are_refused(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} bad[] = {
		{"\x91\x00", 2},         /* a reserved bit */
		{"\x81\x80\0\0\0\0", 6}, /* a server that masks */
		{"\x80\x00", 2},         /* goes on with nothing */
		{"\x01\x00\x81\x00", 4}, /* a new message within another */
		{"\x83\x00", 2},         /* an unknown kind */
	};
	enum err_code rc;
	char out[64];

	(void)state;
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		feed_all(WIRE_SOCKET, bad[i].bytes, bad[i].len, out, sizeof(out), &rc);
		assert_int_equal(rc, ERR_FORMAT);
	}
}

static void sent_frames_are_masked(void **state)
{
	/* the masked "Hello" of RFC 6455 section 5.7 */
	static const uint8_t want[] = {
		0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58};
	struct buf b;

	(void)state;
	buf_init(&b, 0);
	wire_put(WIRE_SOCKET, span_of("Hello", 5), 0x37FA213D, &b);
	assert_int_equal(b.len, sizeof(want));
	assert_memory_equal(b.ptr, want, sizeof(want));
	b.len = 0;
	wire_put(WIRE_COUNTED, span_of("[0]", 3), 0, &b);
	assert_memory_equal(b.ptr, "3:[0]", 5);
	buf_free(&b);
}

static void state_of_the_page_is_read(void **state)
{
	static const char text[] = "2048 0 1 3136 2 4 0 0 131072 0 0 0 0 0 0 0 0 0 0 2048";
	struct page_state s;
	struct g2048_game game;
	struct err err;

	(void)state;
	assert_int_equal(page_parse(span_of(text, sizeof(text) - 1), &s, &err), ERR_OK);
	assert_int_equal(s.score, 3136);
	assert_false(s.over);
	assert_true(s.won);
	assert_int_equal(s.ranks[0], 1);
	assert_int_equal(s.ranks[1], 2);
	assert_int_equal(s.ranks[2], 0);
	assert_int_equal(s.ranks[4], 17);
	assert_int_equal(s.ranks[15], 11);
	page_game(&s, &game);
	for (unsigned i = 0; i < 16; i++)
		assert_int_equal(g2048_game_rank(&game, i), s.ranks[i]);
}

static void senseless_states_are_refused(void **state)
{
	static const struct {
		const char *text;
		enum err_code rc;
	} bad[] = {
		{"none", ERR_NOTFOUND},
		{"", ERR_NOTFOUND},
		{"size 5", ERR_UNSUPPORTED},
		{"wait", ERR_BUSY},
		{"error", ERR_DENIED},
		{"store 0 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0", ERR_FORMAT},
		{"2048", ERR_FORMAT},
		{"2048 0 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0", ERR_FORMAT},
		{"2048 0 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", ERR_FORMAT},
		{"2048 0 0 0 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", ERR_FORMAT},
		{"2048 0 0 0 262144 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", ERR_FORMAT},
		{"2048 2 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", ERR_FORMAT},
		{"2048 0 0 -4 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", ERR_FORMAT},
		{"2048 0 0 9999999999999999999 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", ERR_FORMAT},
		{"2048 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", ERR_FORMAT},
	};
	struct page_state s;
	struct err err;

	(void)state;
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(
			page_parse(span_of(bad[i].text, strlen(bad[i].text)), &s, &err), bad[i].rc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_of_a_pipe_end_with_zero),
		cmocka_unit_test(marionette_counts_its_bytes),
		cmocka_unit_test(what_is_no_marionette_is_refused),
		cmocka_unit_test(fragments_become_one_message),
		cmocka_unit_test(long_frames_have_wider_lengths),
		cmocka_unit_test(bad_frames_are_refused),
		cmocka_unit_test(sent_frames_are_masked),
		cmocka_unit_test(state_of_the_page_is_read),
		cmocka_unit_test(senseless_states_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
