/* SPDX-License-Identifier: MIT */
/* What was chosen before, on benches with twins, four-port adapters and boards that move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/settings.h"
#include "test.h"

struct made {
	const char *name, *ids, *serial, *channel, *place;
};

static struct port_list bench(const struct made *items, size_t count)
{
	struct port_list list = {0};
	struct err err;
	size_t i;

	for (i = 0; i < count; i++) {
		struct port *p = ports_add(&list, &err);
		char vid[5];

		assert_non_null(p);
		port_set(p, PORT_NAME, items[i].name);
		port_set(p, PORT_DEVICE, items[i].name);
		snprintf(vid, sizeof vid, "%.4s", items[i].ids);
		port_set(p, PORT_VID, vid);
		port_set(p, PORT_PID, items[i].ids[0] != '\0' ? items[i].ids + 5 : "");
		port_set(p, PORT_SERIAL, items[i].serial);
		port_set(p, PORT_CHANNEL, items[i].channel);
		port_set(p, PORT_TOPOLOGY, items[i].place);
	}
	return list;
}

static void put(struct history *h, const struct port_list *list, size_t i, const char *cfg)
{
	struct err err;

	assert_int_equal(history_put(h, &list->items[i], list, cfg, "tio", &err), ERR_OK);
}

/* Name of the port that --last takes; "none", "unsure". */
static const char *last(const struct history *h, const struct port_list *list)
{
	const struct port *port;

	switch (history_last(h, list, &port)) {
	case PORT_FOUND_ONE:
		return port_get(port, PORT_NAME);
	case PORT_FOUND_NONE:
		return "none";
	default:
		return "unsure";
	}
}

static const char *cfg_of(const struct history *h, const struct port_list *list, size_t i)
{
	size_t entry = history_find(h, &list->items[i], list);

	return entry != HISTORY_NONE ? h->sercfg[entry] : "none";
}

/* Through the file and back. */
static void store(struct history *h)
{
	struct settings s;
	struct err err;

	assert_int_equal(history_save(h, "./history.test", &err), ERR_OK);
	assert_int_equal(settings_read("./history.test", &s, &err), ERR_OK);
	history_free(h);
	history_load(&s, h);
	settings_free(&s);
	remove("./history.test");
}

static void a_board_that_moved_is_found(void **state)
{
	static const struct made before[] = {
		{"ttyUSB0", "0403:6001", "A50285BI", "A", "usb-0:1:1.0"},
		{"ttyUSB1", "0403:6001", "B1", "A", "usb-0:2:1.0"}};
	static const struct made after[] = {{"ttyUSB0", "0403:6001", "B1", "A", "usb-0:2:1.0"},
		{"ttyUSB9", "0403:6001", "A50285BI", "A", "usb-0:3:1.0"}};
	struct history h = {.ports = {NULL, 0}};
	struct port_list list = bench(before, 2);

	(void)state;
	put(&h, &list, 0, "9600,8,n,1,N");
	store(&h);
	ports_free(&list);
	list = bench(after, 2);
	assert_string_equal(last(&h, &list), "ttyUSB9");
	assert_string_equal(cfg_of(&h, &list, 1), "9600,8,n,1,N");
	assert_string_equal(cfg_of(&h, &list, 0), "none");
	put(&h, &list, 1, "1,8,n,1,N"); /* one entry, at its new place */
	assert_int_equal(h.ports.count, 1);
	ports_free(&list);
	history_free(&h);
}

static void a_twin_is_never_taken(void **state)
{
	static const char *const serials[] = {"0001", "", "REALONE77"};
	struct made both[] = {{"ttyUSB0", "10c4:ea60", "", "A", "usb-0:1:1.0"},
		{"ttyUSB1", "10c4:ea60", "", "A", "usb-0:2:1.0"}};
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		struct history h = {.ports = {NULL, 0}};
		struct port_list list;
		struct port_list one;

		both[0].serial = both[1].serial = serials[i];
		list = bench(both, 2);
		put(&h, &list, 0, "9600,8,n,1,N");
		store(&h); /* that there is a twin is remembered as well */
		assert_string_equal(last(&h, &list), "ttyUSB0");
		assert_string_equal(cfg_of(&h, &list, 1), "none");
		one = bench(both + 1, 1);
		assert_string_equal(last(&h, &one), "unsure");
		assert_string_equal(cfg_of(&h, &one, 0), "none");
		ports_free(&one);
		ports_free(&list);
		history_free(&h);
	}
}

/* Windows gives only the first of two its number; which that is changes with every replug. */
static void a_number_that_windows_hides_is_a_twins(void **state)
{
	static const struct made both[] = {
		{"\\\\.\\COM3", "0403:6001", "A50285BI", "A", "PCIROOT(0)#USB(1)"},
		{"\\\\.\\COM4", "0403:6001", "", "A", "PCIROOT(0)#USB(2)"}};
	static const struct made swapped[] = {
		{"\\\\.\\COM3", "0403:6001", "A50285BI", "A", "PCIROOT(0)#USB(2)"},
		{"\\\\.\\COM5", "0403:6001", "", "A", "PCIROOT(0)#USB(3)"}};
	struct history h = {.ports = {NULL, 0}};
	struct port_list list = bench(both, 2);
	struct port_list other = bench(swapped, 1);
	struct port_list two = bench(swapped, 2);

	(void)state;
	put(&h, &list, 0, "9600,8,n,1,N");
	assert_string_equal(last(&h, &other), "unsure"); /* the other one, plugged in alone */
	store(&h);
	assert_string_equal(last(&h, &other), "unsure");
	assert_string_equal(last(&h, &list), "\\\\.\\COM3");
	history_free(&h);
	ports_free(&list);
	list = bench(both, 1); /* the twin is seen for the first time when it is at another place */
	memset(&h, 0, sizeof h);
	put(&h, &list, 0, "9600,8,n,1,N");
	assert_string_equal(last(&h, &two), "unsure");
	assert_string_equal(last(&h, &other), "\\\\.\\COM3"); /* nobody saw a second one */
	history_free(&h);
	ports_free(&two);
	ports_free(&other);
	ports_free(&list);
}

static void a_number_of_the_factory_is_none(void **state)
{
	static const struct made a[] = {{"ttyUSB0", "10c4:ea60", "0001", "A", "usb-0:1:1.0"}};
	static const struct made b[] = {{"ttyUSB0", "10c4:ea60", "0001", "A", "usb-0:2:1.0"}};
	struct history h = {.ports = {NULL, 0}};
	struct port_list list = bench(a, 1);

	(void)state;
	put(&h, &list, 0, "9600,8,n,1,N");
	ports_free(&list);
	list = bench(b, 1); /* moved, or another one of the box */
	assert_string_equal(last(&h, &list), "unsure");
	assert_string_equal(cfg_of(&h, &list, 0), "none");
	ports_free(&list);
	history_free(&h);
}

static void ports_of_one_adapter_are_themselves(void **state)
{
	static const struct made four[] = {{"ttyUSB0", "110a:1410", "MX123", "A", "usb-0:1:1.0"},
		{"ttyUSB1", "110a:1410", "MX123", "B", "usb-0:1:1.0#1"},
		{"ttyUSB2", "110a:1410", "MX123", "C", "usb-0:1:1.0#2"},
		{"ttyUSB3", "110a:1410", "MX123", "D", "usb-0:1:1.0#3"}};
	static const struct made moved[] = {{"ttyUSB4", "110a:1410", "MX123", "A", "usb-0:9:1.0"},
		{"ttyUSB5", "110a:1410", "MX123", "B", "usb-0:9:1.0#1"},
		{"ttyUSB7", "110a:1410", "MX123", "C", "usb-0:9:1.0#2"}};
	struct history h = {.ports = {NULL, 0}};
	struct port_list list = bench(four, 4);

	(void)state;
	put(&h, &list, 2, "9600,8,n,1,N");
	assert_string_equal(cfg_of(&h, &list, 3), "none");
	assert_string_equal(cfg_of(&h, &list, 0), "none");
	assert_true(history_prefers_other(&h, &list.items[0], &list));
	assert_false(history_prefers_other(&h, &list.items[2], &list));
	ports_free(&list);
	list = bench(moved, 2); /* the third is not there yet */
	assert_string_equal(last(&h, &list), "none");
	ports_free(&list);
	list = bench(moved, 3);
	assert_string_equal(last(&h, &list), "ttyUSB7");
	assert_ptr_equal(history_only(&h, &list, &list), &list.items[2]);
	put(&h, &list, 0, "1,8,n,1,N"); /* now two were used: the order says nothing */
	assert_null(history_only(&h, &list, &list));
	ports_free(&list);
	history_free(&h);
}

static void another_board_in_the_socket_is_another(void **state)
{
	static const struct made a[] = {{"ttyUSB0", "0403:6001", "A50285BI", "A", "usb-0:1:1.0"}};
	static const struct made b[] = {{"ttyUSB0", "0403:6001", "A6008XYZ", "A", "usb-0:1:1.0"}};
	static const struct made c[] = {{"ttyUSB0", "1a86:7523", "", "A", "usb-0:1:1.0"}};
	struct history h = {.ports = {NULL, 0}};
	struct port_list list = bench(a, 1);

	(void)state;
	put(&h, &list, 0, "9600,8,n,1,N");
	ports_free(&list);
	list = bench(b, 1);
	assert_string_equal(last(&h, &list), "none");
	ports_free(&list);
	list = bench(c, 1);
	assert_string_equal(last(&h, &list), "none");
	ports_free(&list);
	history_free(&h);
}

static void a_pty_is_known_by_its_name(void **state)
{
	static const struct made pty[] = {{"pts/4", "", "", "", ""}};
	struct history h = {.ports = {NULL, 0}};
	struct port_list list = bench(pty, 1);
	const struct port_list none = {0};
	struct err err;

	(void)state;
	assert_int_equal(history_put(&h, &list.items[0], &none, "9600", "tio", &err), ERR_OK);
	store(&h);
	assert_string_equal(history_last_name(&h), "pts/4");
	assert_int_equal(history_find(&h, &list.items[0], &none), 0);
	ports_free(&list);
	history_free(&h);
}

static void lines_of_older_versions_are_read(void **state)
{
	static const char text[] =
		"port = usb:10c4:ea60:S:1:00\tusb-0:1:1.0\tttyUSB0\t9600,8,n,1,N\ttio\n"
		"port = \n";
	static const struct made now[] = {{"ttyUSB3", "10c4:ea60", "S:1", "A", "usb-0:1:1.0"}};
	struct port_list list = bench(now, 1);
	struct history h;
	struct settings s;
	struct err err;

	(void)state;
	port_set(&list.items[0], PORT_INTERFACE, "00");
	assert_int_equal(settings_parse(span_of(text, sizeof text - 1), &s, &err), ERR_OK);
	history_load(&s, &h);
	assert_string_equal(last(&h, &list), "ttyUSB3");
	history_free(&h);
	settings_free(&s);
	ports_free(&list);
}

static void history_keeps_to_its_limit(void **state)
{
	struct history h = {.ports = {NULL, 0}};
	int i;

	(void)state;
	for (i = 0; i < 3 * HISTORY_MAX; i++) {
		char serial[16];
		struct made one = {"ttyUSB0", "0403:6001", serial, "A", "p"};
		struct port_list list;

		snprintf(serial, sizeof serial, "SN-%d", i);
		list = bench(&one, 1);
		put(&h, &list, 0, "9600");
		ports_free(&list);
	}
	assert_int_equal(h.ports.count, HISTORY_MAX);
	history_free(&h);
}

/*
 * Random benches: boards of few kinds, some twins by serial number, some with several channels, in
 * sockets; they are plugged, pulled, moved and renamed in any order, and now and then one is
 * chosen. A port found again belongs to the board and the channel that were chosen. Left out is
 * what nobody could see: a twin in the socket of the other while that is away, a board with a
 * number of its own whose only twin is seen for the first time when it is away itself.
 */
#define BOARDS  6
#define SOCKETS 9

struct board {
	int kind; /* of kinds */
	char serial[16];
	int socket;  /* -1: in the drawer */
	int allowed; /* without a number of its own it keeps to this one */
};

static uint64_t seed;

static int chance(int n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (int)((seed >> 33) % (unsigned)n);
}

static void add_board(struct port_list *list, struct port_list *truth, const struct board *b,
	int index, int *number)
{
	static const char *const ids[] = {"0403", "6011", "10c4", "ea60", "1a86", "7523"};
	int channels = b->kind == 0 ? 4 : 1;
	int c;

	for (c = 0; c < channels; c++) {
		struct err err;
		struct port *p = ports_add(list, &err);
		char text[32];

		assert_non_null(p);
		snprintf(text, sizeof text, "ttyUSB%d", (*number)++);
		port_set(p, PORT_NAME, text);
		port_set(p, PORT_DEVICE, text);
		port_set(p, PORT_VID, ids[2 * b->kind]);
		port_set(p, PORT_PID, ids[2 * b->kind + 1]);
		port_set(p, PORT_SERIAL, b->serial);
		snprintf(text, sizeof text, "%c", 'A' + c);
		port_set(p, PORT_CHANNEL, text);
		snprintf(text, sizeof text, "usb-0:%d:1.%d", b->socket, c);
		port_set(p, PORT_TOPOLOGY, text);
		p = ports_add(truth, &err);
		snprintf(text, sizeof text, "%d.%d", index, c);
		port_set(p, PORT_NAME, text);
	}
}

static bool is_free(const struct board *boards, int socket)
{
	int i;

	for (i = 0; i < BOARDS; i++)
		if (boards[i].socket == socket)
			return false;
	return true;
}

static void change(struct board *boards)
{
	struct board *b = &boards[chance(BOARDS)];
	int socket = b->allowed >= 0 ? b->allowed : BOARDS + chance(SOCKETS - BOARDS);

	if (b->socket >= 0)
		b->socket = -1;
	else if (is_free(boards, socket))
		b->socket = socket;
}

static void make_boards(struct board *boards)
{
	static const char *const weak[] = {"", "0001", "0000000000", "123456789"};
	int i;

	for (i = 0; i < BOARDS; i++) {
		struct board *b = &boards[i];
		int how = chance(3);

		b->kind = chance(3);
		b->socket = -1;
		b->allowed = i;
		if (how == 0) {
			snprintf(b->serial, sizeof b->serial, "%s", weak[chance(4)]);
		} else {
			snprintf(b->serial, sizeof b->serial, "FT%d", 8000 + i);
			b->allowed = chance(2) ? i : -1;
		}
	}
	if (chance(2)) { /* two with one number that looks like one of their own */
		boards[1] = boards[0];
		snprintf(boards[0].serial, sizeof boards[0].serial, "CLONE77");
		snprintf(boards[1].serial, sizeof boards[1].serial, "CLONE77");
		boards[0].allowed = 0;
		boards[1].allowed = 1;
		boards[0].socket = 0; /* seen together once */
		boards[1].socket = 1;
	}
}

static void random_bench(void)
{
	struct board boards[BOARDS];
	struct history h = {.ports = {NULL, 0}};
	char chosen[16] = "";
	int step;

	make_boards(boards);
	for (step = 0; step < 60; step++) {
		struct port_list list = {0};
		struct port_list truth = {0};
		const struct port *port;
		int number = chance(4);
		int first = chance(BOARDS);
		int i;

		for (i = 0; i < BOARDS; i++) {
			int k = (first + i) % BOARDS;

			if (boards[k].socket >= 0)
				add_board(&list, &truth, &boards[k], k, &number);
		}
		if (chosen[0] != '\0' && history_last(&h, &list, &port) == PORT_FOUND_ONE)
			assert_string_equal(
				port_get(&truth.items[port - list.items], PORT_NAME), chosen);
		for (i = 0; i < (int)list.count; i++) { /* settings follow the board as well */
			size_t entry = history_find(&h, &list.items[i], &list);

			if (entry != HISTORY_NONE)
				assert_string_equal(
					h.sercfg[entry], port_get(&truth.items[i], PORT_NAME));
		}
		if (list.count > 0 && (step == 0 || chance(3) == 0)) {
			i = chance((int)list.count);
			snprintf(chosen, sizeof chosen, "%s", port_get(&truth.items[i], PORT_NAME));
			put(&h, &list, (size_t)i, chosen);
		}
		ports_free(&list);
		ports_free(&truth);
		change(boards);
	}
	history_free(&h);
}

static void random_benches_never_give_another_board(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < 500; i++) {
		seed = (unsigned long)i * 2654435761u + 1;
		random_bench();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_board_that_moved_is_found),
		cmocka_unit_test(a_twin_is_never_taken),
		cmocka_unit_test(a_number_that_windows_hides_is_a_twins),
		cmocka_unit_test(a_number_of_the_factory_is_none),
		cmocka_unit_test(ports_of_one_adapter_are_themselves),
		cmocka_unit_test(another_board_in_the_socket_is_another),
		cmocka_unit_test(a_pty_is_known_by_its_name),
		cmocka_unit_test(lines_of_older_versions_are_read),
		cmocka_unit_test(history_keeps_to_its_limit),
		cmocka_unit_test(random_benches_never_give_another_board),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
