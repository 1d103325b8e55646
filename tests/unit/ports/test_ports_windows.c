/* SPDX-License-Identifier: MIT */
/* The rules for Windows' ports, with records such as machines have shown them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports_merge.h"
#include "test.h"

static struct win_device device(
	const char *port, const char *friendly, const char *instance, bool started)
{
	struct win_device d;

	memset(&d, 0, sizeof d);
	snprintf(d.port_name, sizeof d.port_name, "%s", port);
	snprintf(d.friendly, sizeof d.friendly, "%s", friendly);
	snprintf(d.instance, sizeof d.instance, "%s", instance);
	d.started = started;
	return d;
}

static struct port_list merge(
	const char *const *names, size_t name_count, const struct win_device *devices, size_t count)
{
	struct port_list list;
	struct err err;

	assert_int_equal(ports_merge(names, name_count, devices, count, &list, &err), ERR_OK);
	return list;
}

static void usb_identity_comes_from_the_instance(void **state)
{
	static const char *const names[] = {"COM3", "COM4", "COM12", "COM5"};
	struct win_device devices[4] = {device("COM4", "USB Serial Port (COM4)",
						"FTDIBUS\\VID_0403+PID_6001+A50285BIA\\0000", true),
		device("COM12", "Silicon Labs CP210x (COM12)", "USB\\VID_10C4&PID_EA60\\0001",
			true),
		device("COM5", "USB Serial", "USB\\VID_2341&PID_0043&MI_00\\7&1a2b&0&0000", true),
		device("COM3", "Communications Port (COM3)", "ACPI\\PNP0501\\1", true)};
	struct port_list list;
	const struct port *p;

	(void)state;
	snprintf(devices[2].parent, sizeof devices[2].parent, "USB\\VID_2341&PID_0043\\9553");
	list = merge(names, 4, devices, 4);
	assert_int_equal(list.count, 4);
	assert_string_equal(port_get(&list.items[3], PORT_NAME), "COM12"); /* after COM5 */
	assert_string_equal(port_get(&list.items[3], PORT_DEVICE), "\\\\.\\COM12");
	p = ports_find(&list, "COM4");
	assert_string_equal(port_get(p, PORT_VID), "0403");
	assert_string_equal(port_get(p, PORT_SERIAL), "A50285BI"); /* without the channel */
	assert_string_equal(port_get(p, PORT_DESCRIPTION), "USB Serial Port");
	p = ports_find(&list, "com12");
	assert_string_equal(port_get(p, PORT_PID), "ea60");
	assert_string_equal(port_get(p, PORT_SERIAL), "0001");
	p = ports_find(&list, "COM5");
	assert_string_equal(port_get(p, PORT_SERIAL), "9553"); /* the parent's */
	assert_string_equal(port_get(p, PORT_INTERFACE), "00");
	assert_string_equal(port_get(ports_find(&list, "COM3"), PORT_BUS), "acpi");
	ports_free(&list);
}

/* A full chip of four channels, Bluetooth both ways, a modem, an emulator, a port without a device.
 */
static void every_port_has_an_identity_and_words(void **state)
{
	static const char *const names[] = {
		"COM21", "COM22", "COM23", "COM24", "COM30", "COM31", "COM40", "COM51"};
	struct win_device devices[] = {device("COM21", "USB Serial Port (COM21)",
					       "FTDIBUS\\VID_0403+PID_6011+FT4ABCDEA\\0000", true),
		device("COM22", "USB Serial Port (COM22)",
			"FTDIBUS\\VID_0403+PID_6011+FT4ABCDEB\\0000", true),
		device("COM23", "USB Serial Port (COM23)",
			"FTDIBUS\\VID_0403+PID_6011+FT4ABCDEC\\0000", true),
		device("COM24", "USB Serial Port (COM24)",
			"FTDIBUS\\VID_0403+PID_6011+FT4ABCDED\\0000", true),
		device("COM30", "Standard Serial over Bluetooth link (COM30)",
			"BTHENUM\\{00001101-0000-1000-8000-00805F9B34FB}_LOCALMFG&0000\\"
			"7&33D2C6E1&0&000000000000_00000000",
			true),
		device("COM31", "Standard Serial over Bluetooth link (COM31)",
			"BTHENUM\\{00001101-0000-1000-8000-00805F9B34FB}_VID&0001005D_PID&223B\\"
			"7&33D2C6E1&0&98D331F4A2B0_C00000000",
			true),
		device("COM40", "HP lt4112 (COM40)",
			"USB\\VID_03F0&SUBCLASS_01&PROT_02\\7&310FBEA0&0&0000", true)};
	struct port_list list;
	size_t i;
	size_t k;

	(void)state;
	snprintf(devices[1].parent, sizeof devices[1].parent, "USB\\VID_0403&PID_6011&MI_01\\7&1");
	snprintf(devices[6].parent, sizeof devices[6].parent, "USB\\VID_03F0&PID_581D\\HP123ABC");
	devices[6].modem = true;
	list = merge(names, 8, devices, 7);
	assert_int_equal(list.count, 8);
	for (i = 0; i < 4; i++) {
		assert_string_equal(port_get(&list.items[i], PORT_SERIAL), "FT4ABCDE");
		assert_int_equal(port_get(&list.items[i], PORT_CHANNEL)[0], 'A' + (int)i);
	}
	assert_true(port_matches(&list.items[2], "0403:6011.C"));
	assert_true(port_matches(&list.items[2], "0403:6011:FT4ABCDE.2"));
	assert_false(port_matches(&list.items[1], "0403:6011.C"));
	assert_string_equal(port_get(&list.items[4], PORT_DESCRIPTION),
		"Bluetooth, incoming: a device connects to this machine");
	assert_string_equal(port_get(&list.items[5], PORT_DESCRIPTION),
		"Bluetooth, outgoing to 98:D3:31:F4:A2:B0");
	assert_string_equal(port_get(&list.items[5], PORT_BUS), "bluetooth");
	assert_string_equal(port_get(&list.items[5], PORT_VID), "");
	assert_string_equal(port_get(&list.items[6], PORT_DESCRIPTION), "HP lt4112 (modem)");
	assert_string_equal(port_get(&list.items[6], PORT_PID), "581d");
	assert_string_equal(port_get(&list.items[6], PORT_SERIAL), "HP123ABC");
	assert_string_equal(port_get(&list.items[7], PORT_DESCRIPTION), "Serial port");
	for (i = 0; i < list.count; i++)
		for (k = 0; k < i; k++)
			assert_false(port_same_numbers(&list.items[i], &list.items[k]) &&
				     port_same_place(&list.items[i], &list.items[k]));
	ports_free(&list);
}

static void stale_names_and_printers_are_left_out(void **state)
{
	static const char *const names[] = {"COM7"};
	const struct win_device devices[] = {
		device("COM9", "Old adapter (COM9)", "USB\\VID_1&PID_2\\3",
			false), /* not running */
		device("LPT1", "Printer Port (LPT1)", "ACPI\\PNP0400\\1", true),
		device("COM8", "Half a driver (COM8)", "ROOT\\X\\0", true), /* made no entry */
		device("", "No name", "ROOT\\Y\\0", true)};
	struct port_list list = merge(names, 1, devices, 4);

	(void)state;
	assert_int_equal(list.count, 2);
	assert_string_equal(port_get(&list.items[0], PORT_NAME), "COM7");
	assert_string_equal(port_get(&list.items[1], PORT_NAME), "COM8");
	ports_free(&list);
}

static void the_port_name_counts_not_the_words(void **state)
{
	static const char *const names[] = {"COM5"};
	const struct win_device devices[] = {
		device("COM5", "Virtual COM Port (COM15)", "USB\\VID_1A86&PID_7523\\5&1&0&2", true),
		device("COM5", "Gone (COM5)", "USB\\VID_DEAD&PID_BEEF\\1", false)};
	struct port_list list = merge(names, 1, devices, 2);

	(void)state;
	assert_int_equal(list.count, 1);
	assert_string_equal(port_get(&list.items[0], PORT_NAME), "COM5");
	assert_string_equal(port_get(&list.items[0], PORT_VID), "1a86");
	assert_string_equal(port_get(&list.items[0], PORT_SERIAL), ""); /* made up by Windows */
	ports_free(&list);
}

static void odd_instances_do_no_harm(void **state)
{
	static const char *const odd[] = {"", "\\", "USB\\VID_&PID_", "USB\\VID_12",
		"FTDIBUS\\VID_0403", "FTDIBUS\\VID_0403+PID_6001+\\0000",
		"USB\\VID_ZZZZ&PID_0001\\x", "VID_0403&PID_6001"};
	static const char *const names[] = {"CNCA0"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		const struct win_device d = device("CNCA0", "(COM", odd[i], true);
		struct port_list list = merge(names, 1, &d, 1);

		assert_int_equal(list.count, 1);
		assert_string_equal(port_get(&list.items[0], PORT_NAME), "CNCA0");
		ports_free(&list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(usb_identity_comes_from_the_instance),
		cmocka_unit_test(every_port_has_an_identity_and_words),
		cmocka_unit_test(stale_names_and_printers_are_left_out),
		cmocka_unit_test(the_port_name_counts_not_the_words),
		cmocka_unit_test(odd_instances_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
