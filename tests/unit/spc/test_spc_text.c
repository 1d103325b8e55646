/* SPDX-License-Identifier: MIT */
/* Line settings, templates, settings and history: text in, structs out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/programs.h"
#include "programs/serial_cfg.h"
#include "programs/settings.h"
#include "test.h"

static void line_settings_are_read(void **state)
{
	static const char *const pairs[][2] = {{"9600", "9600,8,n,1,N"},
		{"115200,8,n,1,N", "115200,8,n,1,N"}, {"19200,7e2", "19200,7,e,2,N"},
		{"250000,8,m,1.5,R", "250000,8,m,1.5,R"}, {"even", "115200,8,e,1,N"},
		{"X", "115200,8,n,1,X"}, {"4294967295", "4294967295,8,n,1,N"}};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		struct serial_cfg cfg = SERIAL_CFG_DEFAULT;
		char text[SERIAL_CFG_MAX];

		assert_int_equal(serial_cfg_parse(pairs[i][0], &cfg, &err), ERR_OK);
		serial_cfg_write(&cfg, text);
		assert_string_equal(text, pairs[i][1]);
	}
}

static void odd_line_settings_are_refused(void **state)
{
	static const char *const bad[] = {"0", "-1", "115200x", "", ",", "9600,", "9600,4",
		"9600,8,q", "4294967296", "0x100", "+5", "9600,8,n,3", "99999999999999999999",
		"1 2"};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct serial_cfg cfg = SERIAL_CFG_DEFAULT;

		assert_int_equal(serial_cfg_parse(bad[i], &cfg, &err), ERR_USAGE);
		assert_int_equal(cfg.baud, 115200);
	}
}

static struct port com4(void)
{
	static char name[] = "COM4";
	static char device[] = "\\\\.\\COM4";
	struct port port;

	memset(&port, 0, sizeof port);
	port.text[PORT_NAME] = name;
	port.text[PORT_DEVICE] = device;
	return port;
}

static enum err_code expand(const char *tmpl, const char *log, char *joined, struct err *err)
{
	struct port port = com4();
	struct launch_values values = {&port, SERIAL_CFG_DEFAULT, log, true};
	char *argv[PROGRAM_WORDS_MAX + 1];
	int count = 0;
	enum err_code rc = programs_expand(tmpl, &values, argv, &count, err);
	int i;

	joined[0] = '\0';
	for (i = 0; i < count; i++) {
		strcat(joined, argv[i]);
		strcat(joined, "|");
	}
	programs_free_argv(argv, count);
	return rc;
}

static void puttytel_gets_exactly_the_known_command_line(void **state)
{
	char text[1024];
	struct err err;

	(void)state;
	assert_int_equal(expand(programs_find("puttytel")->args, NULL, text, &err), ERR_OK);
	assert_string_equal(text, "-serial|com4|-sercfg|115200,8,n,1,N|");
}

static void every_known_template_expands(void **state)
{
	const struct program *p;
	char text[1024];
	struct err err;

	(void)state;
	for (p = programs_known(); p->name != NULL; p++) {
		assert_int_equal(expand(p->args, NULL, text, &err), ERR_OK);
		if (p->log_args != NULL)
			assert_int_equal(expand(p->log_args, "a b.log", text, &err), ERR_OK);
		assert_true(strchr(text, '{') == NULL);
	}
}

static void values_are_never_split(void **state)
{
	char text[1024];
	struct err err;

	(void)state;
	assert_int_equal(
		expand("-x {log} '{log} y' \"a\\\"b\" {{}} ''", "two words", text, &err), ERR_OK);
	assert_string_equal(text, "-x|two words|two words y|a\"b|{}||");
}

static void template_faults_are_named(void **state)
{
	static const char *const bad[][2] = {{"{nonsense}", "unknown placeholder {nonsense}"},
		{"{port", "without its '}'"}, {"'x", "without its partner"},
		{"{log}", "needs --log"}};
	char text[1024];
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		assert_int_equal(expand(bad[i][0], NULL, text, &err), ERR_USAGE);
		assert_non_null(strstr(err.text, bad[i][1]));
	}
}

static void settings_take_bom_and_crlf(void **state)
{
	static const char text[] =
		"\xEF\xBB\xBF# c\r\nprogram = tio\r\n\r\nbaud=9600\n; x\nbaud = 19200";
	struct settings s;
	struct err err;

	(void)state;
	assert_int_equal(settings_parse(span_of(text, sizeof text - 1), &s, &err), ERR_OK);
	assert_string_equal(settings_get(&s, "program"), "tio");
	assert_string_equal(settings_get(&s, "baud"), "19200");
	assert_null(settings_get(&s, "x"));
	settings_free(&s);
	assert_int_equal(settings_parse(span_of("a = b\nnonsense\n", 15), &s, &err), ERR_FORMAT);
	assert_non_null(strstr(err.text, "line 2"));
}

static void fill(struct port *p, const char *name, const char *serial, const char *place)
{
	memset(p, 0, sizeof *p);
	port_set(p, PORT_NAME, name);
	port_set(p, PORT_VID, "0403");
	port_set(p, PORT_PID, "6001");
	port_set(p, PORT_SERIAL, serial);
	port_set(p, PORT_TOPOLOGY, place);
}

static void history_knows_ports_by_identity(void **state)
{
	struct history h = {.count = 0};
	struct port_list list = {NULL, 0};
	struct err err;
	const struct port *last;

	(void)state;
	fill(ports_add(&list, &err), "ttyUSB0", "AAA", "p1");
	fill(ports_add(&list, &err), "ttyUSB1", "BBB", "p2");
	fill(ports_add(&list, &err), "ttyUSB2", "BBB", "p3"); /* a twin by serial number */
	fill(ports_add(&list, &err), "ttyUSB3", "", "p4");
	assert_int_equal(history_put(&h, &list.items[0], "9600,8,n,1,N", "tio", &err), ERR_OK);
	assert_int_equal(history_put(&h, &list.items[2], "19200,8,n,1,N", "tio", &err), ERR_OK);
	port_set(&list.items[2], PORT_NAME, "ttyUSB9"); /* back under another name */
	last = history_last(&h, &list, true);
	assert_string_equal(port_get(last, PORT_NAME), "ttyUSB9");
	assert_string_equal(history_find(&h, last)->sercfg, "19200,8,n,1,N");
	assert_int_equal(history_put(&h, &list.items[3], "1,8,n,1,N", "tio", &err), ERR_OK);
	assert_string_equal(port_get(history_last(&h, &list, true), PORT_NAME), "ttyUSB3");
	port_set(&list.items[3], PORT_TOPOLOGY, "elsewhere"); /* no serial number: another one */
	assert_null(history_last(&h, &list, true));
	assert_string_equal(port_get(history_last(&h, &list, false), PORT_NAME), "ttyUSB9");
	history_free(&h);
	ports_free(&list);
}

static void history_knows_the_ports_of_one_adapter(void **state)
{
	struct history h = {.count = 0};
	struct port_list list = {NULL, 0};
	struct err err;
	int i;

	(void)state;
	for (i = 0; i < 5; i++) /* two of an adapter, one of another, two without a number */
		fill(ports_add(&list, &err), i == 4 ? "ttyUSB4" : "ttyUSB0",
			i < 2    ? "AAA"
			: i == 2 ? "AAB"
				 : "",
			i == 4 ? "pci-0-usb-0:1:1.1" : "pci-0-usb-0:1:1.0");
	port_set(&list.items[0], PORT_INTERFACE, "00");
	port_set(&list.items[1], PORT_INTERFACE, "01");
	assert_false(history_prefers_other(&h, &list.items[0]));
	assert_int_equal(history_put(&h, &list.items[1], "9600,8,n,1,N", "tio", &err), ERR_OK);
	assert_true(history_prefers_other(&h, &list.items[0]));
	assert_false(history_prefers_other(&h, &list.items[1]));
	assert_false(history_prefers_other(&h, &list.items[2]));
	assert_int_equal(history_put(&h, &list.items[0], "9600,8,n,1,N", "tio", &err), ERR_OK);
	assert_false(history_prefers_other(&h, &list.items[0]));
	assert_true(history_prefers_other(&h, &list.items[1]));
	assert_false(history_prefers_other(&h, &list.items[3]));
	assert_int_equal(history_put(&h, &list.items[4], "9600,8,n,1,N", "tio", &err), ERR_OK);
	assert_true(history_prefers_other(&h, &list.items[3]));
	for (i = 3; i < 5; i++) /* a name alone says nothing about adapters */
		port_set(&list.items[i], PORT_TOPOLOGY, "");
	assert_int_equal(history_put(&h, &list.items[4], "9600,8,n,1,N", "tio", &err), ERR_OK);
	assert_false(history_prefers_other(&h, &list.items[3]));
	history_free(&h);
	ports_free(&list);
}

static void history_keeps_to_its_limit(void **state)
{
	struct history h = {.count = 0};
	struct err err;
	int i;

	(void)state;
	for (i = 0; i < 3 * HISTORY_MAX; i++) {
		struct port_list one = {NULL, 0};
		char serial[16];

		snprintf(serial, sizeof serial, "S%d", i);
		fill(ports_add(&one, &err), "ttyUSB0", serial, "p");
		assert_int_equal(history_put(&h, &one.items[0], "9600", "tio", &err), ERR_OK);
		ports_free(&one);
	}
	assert_int_equal(h.count, HISTORY_MAX);
	history_free(&h);
}

static void ports_match_by_what_people_type(void **state)
{
	struct port_list list = {NULL, 0};
	struct err err;
	struct port *p = ports_add(&list, &err);

	(void)state;
	fill(p, "ttyUSB0", "A50285BI", "pci-0-usb-0:1:1.0");
	port_set(p, PORT_DEVICE, "/dev/ttyUSB0");
	port_set(p, PORT_MANUFACTURER, "FTDI Ltd");
	port_set(p, PORT_BY_ID, "/dev/serial/by-id/usb-FTDI-if00");
	assert_true(port_matches(p, "TTYusb0"));
	assert_true(port_matches(p, "/dev/ttyUSB0"));
	assert_true(port_matches(p, "0403:6001"));
	assert_true(port_matches(p, "0403:*"));
	assert_true(port_matches(p, "0403:6001:a50285bi"));
	assert_true(port_matches(p, "FTDI*"));
	assert_true(port_matches(p, "usb-FTDI-if00"));
	assert_false(port_matches(p, "0403"));
	assert_false(port_matches(p, "FTDI"));
	assert_true(port_has_words(p, "ftdi usb0"));
	assert_false(port_has_words(p, "ftdi usb1"));
	ports_free(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(line_settings_are_read),
		cmocka_unit_test(odd_line_settings_are_refused),
		cmocka_unit_test(puttytel_gets_exactly_the_known_command_line),
		cmocka_unit_test(every_known_template_expands),
		cmocka_unit_test(values_are_never_split),
		cmocka_unit_test(template_faults_are_named),
		cmocka_unit_test(settings_take_bom_and_crlf),
		cmocka_unit_test(history_knows_ports_by_identity),
		cmocka_unit_test(history_knows_the_ports_of_one_adapter),
		cmocka_unit_test(history_keeps_to_its_limit),
		cmocka_unit_test(ports_match_by_what_people_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
