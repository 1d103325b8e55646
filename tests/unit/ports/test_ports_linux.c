/* SPDX-License-Identifier: MIT */
/* Ports of made-up /sys trees: every kind there is, ghosts, and what hostile devices say. */
#define _GNU_SOURCE /* nftw, mkdtemp */
#include "biosbelt/ports.h"
#include "fake_tree.h"
#include "uevent.h"

#define HUB "pci0000:00/0000:00:14.0/usb1"

static void add_tty(const struct fake *f, const char *name, const char *device)
{
	char path[512];
	char target[512];

	snprintf(path, sizeof path, "sys/devices/%s/tty/%s/dev", device, name);
	fake_text(f, path, "4:64\n");
	snprintf(path, sizeof path, "sys/class/tty/%s", name);
	snprintf(target, sizeof target, "../../devices/%s/tty/%s", device, name);
	fake_link(f, path, target);
	snprintf(path, sizeof path, "dev/%s", name);
	fake_text(f, path, "");
}

static void add_uart(const struct fake *f, const char *name, const char *device, const char *type)
{
	char path[512];

	add_tty(f, name, device);
	snprintf(path, sizeof path, "sys/devices/%s/tty/%s/type", device, name);
	fake_text(f, path, type);
}

static void set(const struct fake *f, const char *device, const char *name, const char *text)
{
	char path[512];

	if (text == NULL)
		return;
	snprintf(path, sizeof path, "sys/devices/%s/%s", device, name);
	fake_text(f, path, text);
}

static void add_usb(const struct fake *f, const char *device, const char *vid, const char *pid,
	const char *serial, const char *product)
{
	set(f, device, "idVendor", vid);
	set(f, device, "idProduct", pid);
	set(f, device, "serial", serial);
	set(f, device, "product", product);
}

static struct port_list list_ports(const struct fake *f)
{
	struct port_list list;
	struct err err;

	assert_int_equal(ports_list(f->root, &list, &err), ERR_OK);
	return list;
}

static void expect_names(const struct fake *f, const char *names)
{
	struct port_list list = list_ports(f);
	char text[4096] = "";
	size_t i;

	for (i = 0; i < list.count; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s ",
			port_get(&list.items[i], PORT_NAME));
	assert_string_equal(text, names);
	ports_free(&list);
}

static void expect(const struct fake *f, const char *name, enum port_text which, const char *text)
{
	struct port_list list = list_ports(f);
	const struct port *port = ports_find(&list, name);

	assert_non_null(port);
	assert_string_equal(port_get(port, which), text);
	ports_free(&list);
}

static void ghosts_are_left_out(void **state)
{
	struct fake f;
	char name[16];
	char device[64];
	int i;

	(void)state;
	fake_make(&f);
	/* Before and after the bus serial-base: type 0 is a ghost wherever it hangs. */
	for (i = 1; i < 32; i++) {
		snprintf(name, sizeof name, "ttyS%d", i);
		snprintf(device, sizeof device, "platform/serial8250/serial8250:0/serial8250:0.%d",
			i);
		add_uart(&f, name, i % 2 ? device : "platform/serial8250", "0\n");
	}
	add_uart(&f, "ttyS0", "pnp0/00:04", "4\n");
	add_uart(&f, "ttyS40", "pnp0/00:05/00:05:0/00:05:0.0", "4\n");
	add_tty(&f, "tty0", "virtual");
	fake_link(&f, "sys/class/tty/ptmx", "../../devices/virtual/tty/ptmx");
	fake_folder(&f, "sys/devices/virtual/tty/ptmx/");
	expect_names(&f, "ttyS0 ttyS40 ");
	expect(&f, "ttyS40", PORT_BUS, "pnp");
	fake_remove(&f);
}

static void some_ports_have_no_device(void **state)
{
	struct fake f;

	(void)state;
	fake_make(&f);
	add_tty(&f, "rfcomm0", "virtual");
	add_tty(&f, "rfcomm1", HUB "/1-3/1-3:1.0/bluetooth/hci0/hci0:12");
	set(&f, HUB "/1-3/1-3:1.0/bluetooth/hci0/hci0:12/tty/rfcomm1", "address",
		"00:1A:7D:DA:71:13\n");
	set(&f, HUB "/1-3/1-3:1.0/bluetooth/hci0/hci0:12/tty/rfcomm1", "channel", "3\n");
	add_usb(&f, HUB "/1-3", "0a12", "0001", NULL, "CSR dongle");
	add_tty(&f, "ttyGS0", "virtual");
	add_tty(&f, "tnt7", "virtual");
	add_tty(&f, "tntx", "virtual");
	add_tty(&f, "ttyprintk", "virtual");
	add_tty(&f, "tty63", "virtual");
	expect_names(&f, "rfcomm0 rfcomm1 tnt7 ttyGS0 ");
	expect(&f, "rfcomm0", PORT_BUS, "bluetooth");
	expect(&f, "rfcomm0", PORT_TOPOLOGY, "rfcomm0");
	/* What is at the far end counts, not the adapter it hangs on. */
	expect(&f, "rfcomm1", PORT_VID, "");
	expect(&f, "rfcomm1", PORT_TOPOLOGY, "bluetooth-00:1A:7D:DA:71:13-3");
	expect(&f, "ttyGS0", PORT_BUS, "gadget");
	fake_remove(&f);
}

static void an_interface_tells_its_ids_in_one_file(void **state)
{
	static const char text[] = "DEVTYPE=usb_interface\nDRIVER=ftdi_sio\nPRODUCT=403/6001/600\n"
				   "TYPE=0/0/0\nINTERFACE=255/255/255\n"
				   "MODALIAS=usb:v0403p6001d0600dc00dsc00dp00icFFiscFFipFFin0A\n";
	struct usb_ids ids = {"", "", "", ""};
	struct fake f;

	(void)state;
	uevent_usb(text, &ids);
	assert_string_equal(ids.vid, "0403");
	assert_string_equal(ids.pid, "6001");
	assert_string_equal(ids.interface, "0a");
	assert_string_equal(ids.driver, "ftdi_sio");
	ids = (struct usb_ids){"", "", "", ""};
	uevent_usb("PRODUCT=12345/g/\nDRIVER=\nMODALIAS=usb:v\nMODALIAS=usb:v1in\nPRODUCT=", &ids);
	assert_string_equal(ids.vid, "");
	assert_string_equal(ids.pid, "");
	assert_string_equal(ids.interface, "");
	assert_string_equal(ids.driver, "");
	fake_make(&f);
	add_usb(&f, HUB "/1-1", "dead", "beef", NULL, NULL);
	add_tty(&f, "ttyUSB0", HUB "/1-1/1-1:1.0/ttyUSB0");
	set(&f, HUB "/1-1/1-1:1.0", "uevent", text);
	expect(&f, "ttyUSB0", PORT_VID, "0403");
	expect(&f, "ttyUSB0", PORT_DRIVER, "ftdi_sio");
	fake_remove(&f);
}

static void a_uart_of_a_soc_is_real(void **state)
{
	struct fake f;

	(void)state;
	fake_make(&f);
	add_tty(&f, "ttyAMA0", "platform/soc/fe201000.serial");
	add_uart(&f, "ttyS0", "platform/soc/fe215040.serial/fe215040.serial:0/fe215040.serial:0.0",
		"7\n");
	expect_names(&f, "ttyAMA0 ttyS0 ");
	expect(&f, "ttyAMA0", PORT_TOPOLOGY, "fe201000.serial");
	expect(&f, "ttyAMA0", PORT_BUS, "platform");
	fake_remove(&f);
}

static void serial_base_is_no_place_of_its_own(void **state)
{
	struct fake f;

	(void)state;
	fake_make(&f);
	add_uart(&f, "ttyS4", "pci0000:00/0000:00:05.0/0000:00:05.0:0/0000:00:05.0:0.0", "4\n");
	add_uart(&f, "ttyS5", "pci0000:00/0000:00:05.0/0000:00:05.0:0/0000:00:05.0:0.1", "4\n");
	set(&f, "pci0000:00/0000:00:05.0", "vendor", "0x1b36\n");
	set(&f, "pci0000:00/0000:00:05.0", "device", "0x0003\n");
	fake_link(&f, "sys/devices/pci0000:00/0000:00:05.0/driver",
		"../../../bus/pci/drivers/serial");
	expect(&f, "ttyS4", PORT_BUS, "pci");
	expect(&f, "ttyS4", PORT_DRIVER, "serial");
	expect(&f, "ttyS4", PORT_DESCRIPTION, "PCI serial port (1b36:0003)");
	expect(&f, "ttyS4", PORT_TOPOLOGY, "pci-0000:00:05.0:0.0");
	expect(&f, "ttyS5", PORT_TOPOLOGY, "pci-0000:00:05.0:0.1");
	fake_remove(&f);
}

static void usb_attributes_are_found_upwards(void **state)
{
	struct fake f;

	(void)state;
	fake_make(&f);
	/* Three levels for ttyUSB, two for ttyACM, more after hubs. */
	add_usb(&f, HUB "/1-1", "0403", "6001", "A50285BI\n", "FT232R USB UART\n");
	add_tty(&f, "ttyUSB0", HUB "/1-1/1-1:1.0/ttyUSB0");
	add_usb(&f, HUB "/1-2/1-2.3/1-2.3.4", "1d6b", "0104", "串口001", "中文串口设备");
	add_tty(&f, "ttyACM0", HUB "/1-2/1-2.3/1-2.3.4/1-2.3.4:1.0");
	set(&f, HUB "/1-2/1-2.3/1-2.3.4/1-2.3.4:1.0", "bInterfaceNumber", "00\n");
	expect(&f, "ttyUSB0", PORT_VID, "0403");
	expect(&f, "ttyUSB0", PORT_SERIAL, "A50285BI");
	expect(&f, "ttyUSB0", PORT_TOPOLOGY, "pci-0000:00:14.0-usb-0:1:1.0");
	expect(&f, "ttyACM0", PORT_PRODUCT, "中文串口设备");
	expect(&f, "ttyACM0", PORT_INTERFACE, "00");
	expect(&f, "ttyACM0", PORT_TOPOLOGY, "pci-0000:00:14.0-usb-0:2.3.4:1.0");
	/* The bus number is not part of the place: it changes from boot to boot. */
	add_usb(&f, "pci0000:00/0000:00:14.0/usb7/7-1", "0403", "6001", NULL, NULL);
	add_tty(&f, "ttyUSB1", "pci0000:00/0000:00:14.0/usb7/7-1/7-1:1.0/ttyUSB1");
	expect(&f, "ttyUSB1", PORT_DESCRIPTION, "USB serial port");
	expect(&f, "ttyUSB1", PORT_SERIAL, "");
	fake_remove(&f);
}

static void ports_of_one_chip_are_told_apart(void **state)
{
	struct fake f;
	struct port_list list;
	int i;

	(void)state;
	fake_make(&f);
	add_usb(&f, HUB "/1-1", "10c4", "ea70", "0001", "CP2105");
	add_tty(&f, "ttyUSB0", HUB "/1-1/1-1:1.0/ttyUSB0");
	add_tty(&f, "ttyUSB1", HUB "/1-1/1-1:1.1/ttyUSB1");
	set(&f, HUB "/1-1/1-1:1.0", "bInterfaceNumber", "00\n");
	set(&f, HUB "/1-1/1-1:1.1", "bInterfaceNumber", "01\n");
	/* Four ports of one interface (the moschip and ti drivers do that). */
	add_usb(&f, HUB "/1-2", "9710", "7840", NULL, "MCS7840");
	for (i = 4; i < 8; i++) {
		char name[24];
		char device[128];

		snprintf(name, sizeof name, "ttyUSB%d", i);
		snprintf(device, sizeof device, HUB "/1-2/1-2:1.0/ttyUSB%d", i);
		add_tty(&f, name, device);
	}
	list = list_ports(&f);
	assert_int_equal(list.count, 6);
	assert_false(port_same_numbers(&list.items[0], &list.items[1]));
	assert_string_equal(
		port_get(&list.items[2], PORT_TOPOLOGY), "pci-0000:00:14.0-usb-0:2:1.0");
	assert_string_equal(
		port_get(&list.items[5], PORT_TOPOLOGY), "pci-0000:00:14.0-usb-0:2:1.0#3");
	ports_free(&list);
	fake_remove(&f);
}

/* What the list of one name gives, against the list of all. */
static void expect_named(const struct fake *f, const char *name, const char *topology)
{
	struct port_news news[2] = {{.removed = false}};
	struct port_list list;
	struct err err;

	snprintf(news[0].name, sizeof news[0].name, "%s", name);
	news[1] = news[0]; /* reported twice */
	assert_int_equal(ports_list_names(f->root, news, 2, &list, &err), ERR_OK);
	if (topology == NULL) {
		assert_int_equal(list.count, 0);
	} else {
		assert_non_null(ports_find(&list, name));
		assert_string_equal(port_get(ports_find(&list, name), PORT_TOPOLOGY), topology);
		expect(f, name, PORT_TOPOLOGY, topology);
		expect(f, name, PORT_BY_ID, port_get(ports_find(&list, name), PORT_BY_ID));
	}
	ports_free(&list);
}

static void one_name_is_looked_at_alone(void **state)
{
	struct fake f;
	struct port_news news[2] = {{.name = "ttyUSB11"}, {.name = "ttyUSB9"}};
	struct port_list list;
	struct err err;

	(void)state;
	fake_make(&f);
	add_usb(&f, HUB "/1-1", "0403", "6001", "A5", "FT232R");
	add_tty(&f, "ttyUSB9", HUB "/1-1/1-1:1.0/ttyUSB9");
	add_usb(&f, HUB "/1-2", "9710", "7840", NULL, "MCS7840");
	add_tty(&f, "ttyUSB10", HUB "/1-2/1-2:1.0/ttyUSB10");
	add_tty(&f, "ttyUSB11", HUB "/1-2/1-2:1.0/ttyUSB11");
	add_uart(&f, "ttyS3", "platform/serial8250", "0\n");
	fake_link(&f, "dev/serial/by-id/usb-x", "../../ttyUSB9");
	fake_link(&f, "sys/class/tty/ttyUSB4", "../../devices/nowhere/tty/ttyUSB4");
	expect_named(&f, "ttyUSB9", "pci-0000:00:14.0-usb-0:1:1.0");
	expect_named(&f, "ttyUSB10", "pci-0000:00:14.0-usb-0:2:1.0");
	expect_named(&f, "ttyUSB11", "pci-0000:00:14.0-usb-0:2:1.0#1");
	expect_named(&f, "ttyS3", NULL);
	expect_named(&f, "ttyUSB4", NULL);
	expect_named(&f, "ttyUSB77", NULL);
	expect_named(&f, "", NULL);
	expect_named(&f, "../../etc", NULL);
	assert_int_equal(ports_list_names(f.root, &news[1], 1, &list, &err), ERR_OK);
	assert_int_equal(list.count, 1); /* and no other */
	ports_free(&list);
	fake_remove(&f);
}

static void hostile_texts_stay_texts(void **state)
{
	struct fake f;
	struct port_list list;
	char *much = malloc(100001);
	char path[512];
	size_t i;

	(void)state;
	assert_non_null(much);
	for (i = 0; i < 100000; i += 2)
		memcpy(much + i, "\xC3\xA4", 2);
	much[100000] = '\0';
	fake_make(&f);
	add_usb(&f, HUB "/1-1", "dead\n", "beef\n", "S\033]0;x\007\n\nN", much);
	add_tty(&f, "ttyACM0", HUB "/1-1/1-1:1.0");
	set(&f, HUB "/1-1", "manufacturer", "\xFF\xFE\x80");
	snprintf(path, sizeof path, "sys/devices/%s/serial", HUB "/1-1");
	fake_bytes(&f, path, "A\0B", 3);
	list = list_ports(&f);
	assert_int_equal(list.count, 1);
	assert_string_equal(port_get(&list.items[0], PORT_SERIAL), "A");
	assert_true(strlen(port_get(&list.items[0], PORT_PRODUCT)) < PORT_TEXT_MAX);
	/* Matching takes all of it. */
	assert_true(port_matches(&list.items[0], "dead:beef"));
	assert_false(port_has_words(&list.items[0], "nothing"));
	ports_free(&list);
	free(much);
	fake_remove(&f);
}

static void broken_links_are_no_ports(void **state)
{
	struct fake f;

	(void)state;
	fake_make(&f);
	add_tty(&f, "ttyUSB0", HUB "/1-1/1-1:1.0/ttyUSB0");
	fake_link(&f, "sys/class/tty/ttyUSB1", "../../devices/nowhere/tty/ttyUSB1");
	fake_link(&f, "sys/class/tty/ttyUSB2", "ttyUSB2"); /* on itself */
	fake_link(&f, "sys/class/tty/ttyUSB3", "/");
	fake_link(&f, "sys/class/tty/ttyUSB4", "../../devices/");
	fake_text(&f, "sys/class/tty/ttyUSB5", "a file");
	fake_folder(&f, "sys/class/tty/ttyUSB6");
	fake_link(&f, "sys/class/tty/ttyUSB7/device", "nowhere");
	fake_link(&f, "dev/serial/by-id/usb-x", "../../ttyUSB0");
	fake_link(&f, "dev/serial/by-id/loop", "loop");
	fake_link(&f, "dev/serial/by-id/gone", "../../ttyUSB99");
	expect_names(&f, "ttyUSB0 ");
	fake_remove(&f);
}

static void many_names_are_sorted_as_numbers(void **state)
{
	struct fake f;
	struct port_list list;
	int i;

	(void)state;
	fake_make(&f);
	for (i = 0; i < 300; i++) {
		char name[24];
		char device[128];

		snprintf(name, sizeof name, "ttyUSB%d", i);
		snprintf(device, sizeof device, HUB "/1-%d/1-%d:1.0/ttyUSB%d", i, i, i);
		add_tty(&f, name, device);
	}
	list = list_ports(&f);
	assert_int_equal(list.count, 300);
	assert_string_equal(port_get(&list.items[299], PORT_NAME), "ttyUSB299");
	assert_string_equal(port_get(&list.items[10], PORT_NAME), "ttyUSB10");
	ports_free(&list);
	fake_remove(&f);
}

static void one_process_may_use_several_ports(void **state)
{
	struct fake f;
	struct port_list list;
	char target[FAKE_PATH];

	(void)state;
	fake_make(&f);
	add_tty(&f, "ttyUSB0", HUB "/1-1/1-1:1.0/ttyUSB0");
	add_tty(&f, "ttyUSB1", HUB "/1-2/1-2:1.0/ttyUSB1");
	fake_text(&f, "proc/123/comm", "conserver\n");
	snprintf(target, sizeof target, "%s/dev/ttyUSB0", f.root);
	fake_link(&f, "proc/123/fd/3", target);
	fake_link(&f, "proc/123/fd/5", target);
	snprintf(target, sizeof target, "%s/dev/ttyUSB1", f.root);
	fake_link(&f, "proc/123/fd/4", target);
	list = list_ports(&f);
	ports_find_users(f.root, &list);
	assert_string_equal(port_get(&list.items[0], PORT_USERS), "123 conserver");
	assert_string_equal(port_get(&list.items[1], PORT_USERS), "123 conserver");
	ports_free(&list);
	fake_remove(&f);
}

static void users_and_locks_are_seen(void **state)
{
	struct fake f;
	struct port_list list;
	struct err err;
	char target[FAKE_PATH];

	(void)state;
	fake_make(&f);
	add_tty(&f, "ttyUSB0", HUB "/1-1/1-1:1.0/ttyUSB0");
	snprintf(target, sizeof target, "%s/dev/ttyUSB0", f.root);
	fake_text(&f, "proc/123/comm", "mini\ncom\n");
	fake_link(&f, "proc/123/fd/0", "/dev/null");
	fake_link(&f, "proc/123/fd/3", target);
	fake_link(&f, "proc/123/fd/4", target); /* open twice, reported once */
	fake_link(&f, "proc/45/fd/7", target);
	fake_link(&f, "proc/self", "123");
	list = list_ports(&f);
	ports_find_users(f.root, &list);
	assert_non_null(strstr(port_get(&list.items[0], PORT_USERS), "123 mini\ncom"));
	assert_non_null(strstr(port_get(&list.items[0], PORT_USERS), "45 "));
	assert_int_equal(ports_check(f.root, &list.items[0], &err), ERR_OK);
	snprintf(target, sizeof target, "%10ld\n", (long)getpid());
	fake_text(&f, "var/lock/LCK..ttyUSB0", target);
	assert_int_equal(ports_check(f.root, &list.items[0], &err), ERR_BUSY);
	fake_text(&f, "var/lock/LCK..ttyUSB0", "nonsense");
	assert_int_equal(ports_check(f.root, &list.items[0], &err), ERR_OK);
	fake_text(&f, "var/lock/LCK..ttyUSB0", "0");
	assert_int_equal(ports_check(f.root, &list.items[0], &err), ERR_OK);
	unlink(port_get(&list.items[0], PORT_DEVICE));
	assert_int_equal(ports_check(f.root, &list.items[0], &err), ERR_NOTFOUND);
	ports_free(&list);
	fake_remove(&f);
}

static void a_missing_sys_is_an_error(void **state)
{
	struct fake f;
	struct port_list list;
	struct err err;

	(void)state;
	fake_make(&f);
	assert_int_equal(ports_list(f.root, &list, &err), ERR_IO);
	assert_int_equal(ports_named(f.root, "ttyUSB0", &list, &err), ERR_NOTFOUND);
	assert_int_equal(ports_named("", "/etc/passwd", &list, &err), ERR_NOTFOUND);
	assert_int_equal(ports_named("", "", &list, &err), ERR_NOTFOUND);
	fake_remove(&f);
}

static void serial_numbers_that_many_devices_have_are_weak(void **state)
{
	static const char *const weak[] = {"", "0", "1", "42", "00042", "00000", "12345678",
		"0123456789ABCDEF", "AAAA", "ffffffff"},
				 *const own[] = {
					 "427", "00427", "A42", "42A", "FT4ABCDE", "12345679"};

	(void)state;
	for (size_t i = 0; i < sizeof weak / sizeof weak[0]; i++)
		assert_true(port_serial_is_weak(weak[i]));
	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		assert_false(port_serial_is_weak(own[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(serial_numbers_that_many_devices_have_are_weak),
		cmocka_unit_test(ghosts_are_left_out),
		cmocka_unit_test(some_ports_have_no_device),
		cmocka_unit_test(an_interface_tells_its_ids_in_one_file),
		cmocka_unit_test(a_uart_of_a_soc_is_real),
		cmocka_unit_test(serial_base_is_no_place_of_its_own),
		cmocka_unit_test(usb_attributes_are_found_upwards),
		cmocka_unit_test(ports_of_one_chip_are_told_apart),
		cmocka_unit_test(one_name_is_looked_at_alone),
		cmocka_unit_test(hostile_texts_stay_texts),
		cmocka_unit_test(broken_links_are_no_ports),
		cmocka_unit_test(many_names_are_sorted_as_numbers),
		cmocka_unit_test(users_and_locks_are_seen),
		cmocka_unit_test(one_process_may_use_several_ports),
		cmocka_unit_test(a_missing_sys_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
