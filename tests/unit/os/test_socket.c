/* SPDX-License-Identifier: MIT */
/* Connections under a path, and waiting on them and on those of TCP. */
#include <string.h>

#include "biosbelt/console.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/socket.h"
#include "biosbelt/tcp.h"
#include "test.h"

#define PATH "test_socket.door"
#define LONG 5000 /* ms: it comes, on a busy machine too */

static bool wait_on(intptr_t handle, int timeout_ms)
{
	struct os_wait item = {handle, false, false};

	os_wait(&item, 1, timeout_ms);
	return item.ready;
}

/* The next one that has connected, its token taken. */
static struct socket *let_in(struct socket *door)
{
	struct socket *peer = NULL;
	struct err err;
	char none[4];
	size_t got;

	assert_true(wait_on(socket_handle(door), LONG));
	assert_int_equal(socket_accept(door, &peer, &err), ERR_OK);
	assert_non_null(peer);
	while (!socket_is_trusted(peer)) {
		assert_true(wait_on(socket_handle(peer), LONG));
		assert_int_equal(socket_read(peer, none, sizeof none, &got, &err), ERR_OK);
		assert_int_equal(got, 0);
	}
	return peer;
}

static size_t read_some(struct socket *s, void *ptr, size_t cap)
{
	struct err err;
	size_t got;

	assert_true(wait_on(socket_handle(s), LONG));
	assert_int_equal(socket_read(s, ptr, cap, &got, &err), ERR_OK);
	return got;
}

static void bytes_go_both_ways_and_ends_are_seen(void **state)
{
	struct socket *door;
	struct socket *client;
	struct socket *peer;
	struct err err;
	char bytes[16];
	size_t done;

	(void)state;
	assert_int_equal(socket_serve(PATH, &door, &err), ERR_OK);
	assert_int_equal(socket_connect(PATH, &client, &err), ERR_OK);
	peer = let_in(door);
	assert_int_equal(socket_write(client, "hello", 5, &done, &err), ERR_OK);
	assert_int_equal(read_some(peer, bytes, 3), 3);
	assert_int_equal(read_some(peer, bytes, 3), 2); /* the rest wakes the wait again */
	assert_int_equal(socket_read(peer, bytes, 3, &done, &err), ERR_OK);
	assert_int_equal(done, 0);
	assert_int_equal(socket_write(peer, "back", 4, &done, &err), ERR_OK);
	assert_int_equal(read_some(client, bytes, sizeof bytes), 4);
	assert_memory_equal(bytes, "back", 4);
	socket_close(client);
	assert_true(wait_on(socket_handle(peer), LONG));
	assert_int_equal(socket_read(peer, bytes, 3, &done, &err), ERR_NOTFOUND);
	socket_close(peer);
	socket_close(door);
}

static void a_full_one_takes_no_more_and_does_not_wait(void **state)
{
	static char bytes[65536];
	struct socket *door;
	struct socket *client;
	struct socket *peer;
	struct err err;
	size_t all = 0;
	size_t got = 0;
	size_t done;

	(void)state;
	assert_int_equal(socket_serve(PATH, &door, &err), ERR_OK);
	assert_int_equal(socket_connect(PATH, &client, &err), ERR_OK);
	peer = let_in(door);
	do {
		assert_int_equal(socket_write(client, bytes, sizeof bytes, &done, &err), ERR_OK);
		all += done;
	} while (done > 0);
	while (got < all)
		got += read_some(peer, bytes, 4096);
	assert_int_equal(got, all);
	socket_close(client);
	socket_close(peer);
	socket_close(door);
}

static void a_path_is_served_once_and_is_gone_in_the_end(void **state)
{
	struct socket *door;
	struct socket *other;
	struct file_info info;
	struct err err;

	(void)state;
	assert_int_equal(socket_connect(PATH, &other, &err), ERR_NOTFOUND);
	assert_int_equal(socket_serve(PATH, &door, &err), ERR_OK);
	assert_int_equal(socket_serve(PATH, &other, &err), ERR_EXISTS);
	socket_close(door);
	assert_int_equal(file_info(PATH, true, &info, &err), ERR_OK);
	assert_int_equal(info.type, FILE_NONE);
	/* what is not ours stays */
	assert_int_equal(file_write(PATH, span_of("text", 4), true, &err), ERR_OK);
	assert_int_equal(socket_serve(PATH, &other, &err), ERR_EXISTS);
	assert_int_equal(socket_connect(PATH, &other, &err), ERR_NOTFOUND);
	assert_int_equal(file_remove(PATH, &err), ERR_OK);
}

static void tcp_can_be_waited_on(void **state)
{
	struct tcp *door;
	struct tcp *client;
	struct tcp *peer;
	bool ready = false;
	struct err err;
	char bytes[4];
	size_t n;

	(void)state;
	assert_int_equal(tcp_listen("127.0.0.1", 0, &door, &err), ERR_OK);
	assert_false(wait_on(tcp_handle(door), 20));
	assert_int_equal(tcp_connect("127.0.0.1", tcp_port(door), &client, &err), ERR_OK);
	assert_true(wait_on(tcp_handle(door), LONG));
	assert_int_equal(tcp_accept(door, &peer, &err), ERR_OK);
	while (!ready)
		assert_int_equal(tcp_ready(client, &ready, &err), ERR_OK);
	assert_int_equal(tcp_write(client, "abcd", 4, &n, &err), ERR_OK);
	assert_true(wait_on(tcp_handle(peer), LONG));
	assert_int_equal(tcp_read(peer, bytes, 3, &n, &err), ERR_OK);
	assert_true(wait_on(tcp_handle(peer), LONG));
	assert_int_equal(tcp_read(peer, bytes, 3, &n, &err), ERR_OK);
	assert_int_equal(n, 1);
	tcp_close(client);
	assert_true(wait_on(tcp_handle(peer), LONG));
	assert_int_equal(tcp_read(peer, bytes, 3, &n, &err), ERR_NOTFOUND);
	tcp_close(peer);
	tcp_close(door);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_go_both_ways_and_ends_are_seen),
		cmocka_unit_test(a_full_one_takes_no_more_and_does_not_wait),
		cmocka_unit_test(a_path_is_served_once_and_is_gone_in_the_end),
		cmocka_unit_test(tcp_can_be_waited_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
