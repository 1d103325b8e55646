/* SPDX-License-Identifier: MIT */
/* An open line, over a pty whose other end is ours. */
#define _GNU_SOURCE /* posix_openpt */
#include "biosbelt/serial.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

static int make_pty(char *name, size_t cap)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY);

	assert_true(fd >= 0 && grantpt(fd) == 0 && unlockpt(fd) == 0);
	strncpy(name, ptsname(fd), cap - 1);
	name[cap - 1] = '\0';
	return fd;
}

static void any_rate_is_set(void **state)
{
	static const uint32_t rates[] = {50, 9600, 250000, 1234567, 3000000, 4000000};
	struct serial_opts opts = {.cfg = SERIAL_CFG_DEFAULT};
	char name[64];
	int far = make_pty(name, sizeof name);
	struct serial *s;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(serial_open(name, &opts, &s, &err), ERR_OK);
	for (i = 0; i < sizeof rates / sizeof rates[0]; i++) {
		opts.cfg.baud = rates[i];
		assert_int_equal(serial_configure(s, &opts.cfg, &err), ERR_OK);
		assert_int_equal(serial_rate(s), rates[i]);
	}
	opts.cfg.data = 9;
	assert_int_equal(serial_configure(s, &opts.cfg, &err), ERR_UNSUPPORTED);
	assert_int_equal(serial_rate(s), 4000000);
	serial_close(s);
	close(far);
}

static void bytes_pass_and_the_end_is_told(void **state)
{
	const struct serial_opts opts = {.cfg = SERIAL_CFG_DEFAULT};
	static const char odd[] = "\x03\x04\x11\x13\r\n\x7f\xff";
	char name[64];
	char got[64];
	int far = make_pty(name, sizeof name);
	struct serial *s;
	struct serial_lines lines;
	struct err err;
	size_t n;

	(void)state;
	assert_int_equal(serial_open(name, &opts, &s, &err), ERR_OK);
	assert_int_equal(serial_read(s, got, sizeof got, 0, &n, &err), ERR_OK);
	assert_int_equal(n, 0);
	assert_int_equal(serial_write(s, odd, sizeof odd, 1000, &n, &err), ERR_OK);
	assert_int_equal(n, sizeof odd);
	assert_int_equal(read(far, got, sizeof got), sizeof odd);
	assert_memory_equal(got, odd, sizeof odd);
	assert_int_equal(write(far, odd, sizeof odd), sizeof odd);
	assert_int_equal(serial_read(s, got, sizeof got, 1000, &n, &err), ERR_OK);
	assert_int_equal(n, sizeof odd);
	assert_memory_equal(got, odd, sizeof odd);
	assert_int_equal(serial_lines(s, &lines, &err), ERR_UNSUPPORTED);
	close(far);
	assert_int_equal(serial_read(s, got, sizeof got, 1000, &n, &err), ERR_NOTFOUND);
	serial_close(s);
	assert_int_equal(serial_open(name, &opts, &s, &err), ERR_NOTFOUND);
	assert_int_equal(serial_open("/dev/null", &opts, &s, &err), ERR_UNSUPPORTED);
}

static void a_second_open_is_refused(void **state)
{
	struct serial_opts opts = {.cfg = SERIAL_CFG_DEFAULT};
	char name[64];
	int far = make_pty(name, sizeof name);
	struct serial *s;
	struct serial *other;
	struct err err;

	(void)state;
	opts.shared = false;
	assert_int_equal(serial_open(name, &opts, &s, &err), ERR_OK);
	assert_int_equal(serial_open(name, &opts, &other, &err), ERR_BUSY);
	serial_close(s);
	assert_int_equal(serial_open(name, &opts, &s, &err), ERR_OK);
	serial_close(s);
	close(far);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_rate_is_set),
		cmocka_unit_test(bytes_pass_and_the_end_is_told),
		cmocka_unit_test(a_second_open_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
