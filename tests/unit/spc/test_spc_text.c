/* SPDX-License-Identifier: MIT */
/* Line settings, templates, settings and history: text in, structs out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/serial.h"
#include "programs/programs.h"
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

static void note(void *user, const char *text)
{
	strcat(strcat(user, text), ";");
}

static void one_odd_line_is_a_warning(void **state)
{
	static const char text[] = "foo = bar\nhide = *SOL*\nno equals sign\nbaud = 9600\n"
				   "program.mine.window = maybe\nalias.board = 0403:6011:FT4A\n";
	char told[512] = "";
	char out[64];
	struct settings s;
	struct err err;

	(void)state;
	assert_int_equal(
		settings_parse_warn(span_of(text, sizeof text - 1), note, told, &s, &err), ERR_OK);
	config_check(&s, note, told);
	assert_string_equal(told, "line 3: not \"key = value\";line 1: no setting is called foo;"
				  "line 5: program.mine.window is yes or no;");
	assert_string_equal(settings_get(&s, "baud"), "9600");
	assert_null(settings_get(&s, "program.mine.window"));
	assert_true(config_alias(&s, "board", out, sizeof out));
	assert_string_equal(out, "0403:6011:FT4A");
	assert_true(config_alias(&s, "board.C", out, sizeof out));
	assert_string_equal(out, "0403:6011:FT4A.C");
	assert_false(config_alias(&s, "boar", out, sizeof out));
	assert_false(config_alias(&s, "board.C", out, 10));
	settings_free(&s);
}

static void quotation_marks_are_taken_off(void **state)
{
	static const char text[] =
		"program.mine = \"C:\\Program Files\\My.exe\"\n"
		"program.mine.args = \"-p {port}\"\nprogram.mine.window = 'yes'\n"
		"alias.board = \"0403:6011\"\n";
	char told[512] = "";
	struct settings s;
	struct err err;

	(void)state;
	assert_int_equal(settings_parse(span_of(text, sizeof text - 1), &s, &err), ERR_OK);
	config_check(&s, note, told);
	assert_string_equal(told, "");
	assert_string_equal(settings_get(&s, "program.mine"), "C:\\Program Files\\My.exe");
	assert_string_equal(settings_get(&s, "program.mine.args"), "\"-p {port}\"");
	assert_string_equal(settings_get(&s, "program.mine.window"), "yes");
	assert_string_equal(settings_get(&s, "alias.board"), "0403:6011");
	settings_free(&s);
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

static void ports_match_by_what_people_type(void **state)
{
	struct port_list list = {0};
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
	/* each of these but the name takes a channel */
	port_set(p, PORT_CHANNEL, "C");
	port_set(p, PORT_TOPOLOGY, "pci-0-usb-0:1:1.2");
	port_set(p, PORT_BY_ID, "/dev/serial/by-id/usb-FTDI_Quad_A5-if02-port0");
	assert_true(port_matches(p, "0403:6001.C"));
	assert_true(port_matches(p, "0403:6001.c"));
	assert_true(port_matches(p, "0403:6001.2"));
	assert_false(port_matches(p, "0403:6001.B"));
	assert_false(port_matches(p, "0403:6001.3"));
	assert_true(port_matches(p, "0403:6001:A50285BI.C"));
	assert_true(port_matches(p, "0403:*.C"));
	assert_true(port_matches(p, "pci-0-usb-0:1.C"));
	assert_true(port_matches(p, "pci-0-usb-0:1:1.2"));
	assert_false(port_matches(p, "pci-0-usb-0:1.D"));
	assert_true(port_matches(p, "usb-FTDI_Quad_A5.C"));
	assert_true(port_matches(p, "/dev/serial/by-id/usb-FTDI_Quad_A5.2"));
	assert_false(port_matches(p, "usb-FTDI_Quad_A5.0"));
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
		cmocka_unit_test(one_odd_line_is_a_warning),
		cmocka_unit_test(quotation_marks_are_taken_off),
		cmocka_unit_test(ports_match_by_what_people_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
