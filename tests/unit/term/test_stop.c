/* SPDX-License-Identifier: MIT */
/* POSIX only: Ctrl-Z where no shell could go on with the program. */
#define _XOPEN_SOURCE   700
#define _DEFAULT_SOURCE /* TIOCSCTTY */
#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "biosbelt/term.h"

/* Draws on a terminal of its own until a q comes. */
static void program(int master)
{
	struct term_event e = {.type = TERM_NONE};
	struct term *t;
	struct err err;
	int fd = open(ptsname(master), O_RDWR | O_NOCTTY);

	close(master);
	setsid();
	ioctl(fd, TIOCSCTTY, 0);
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	setenv("TERM", "xterm", 1);
	if (term_open(false, &t, &err) != ERR_OK)
		_exit(1);
	while (e.type != TERM_KEY || e.key != 'q') {
		if (term_flush(t, &err) != ERR_OK)
			_exit(2);
		term_event(t, -1, -1, &e);
	}
	term_close(t);
	_exit(0);
}

/* Until the program has taken the screen. */
static void await_screen(int master)
{
	char seen[256] = "";
	size_t len = 0;

	while (strstr(seen, "[?1049h") == NULL) {
		ssize_t n = read(master, seen + len, sizeof seen - 1 - len);

		assert_true(n > 0);
		len += (size_t)n;
	}
}

static void the_program_is_not_stopped_for_ever(void **state)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY), status;
	pid_t child;

	(void)state;
	alarm(20); /* not the end of the test, but of one that hangs */
	assert_int_equal(grantpt(master), 0);
	assert_int_equal(unlockpt(master), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		program(master);
	await_screen(master);
	assert_int_equal(write(master, "\x1A", 1), 1);
	await_screen(master);
	assert_int_equal(write(master, "q", 1), 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(close(master), 0);
	alarm(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_program_is_not_stopped_for_ever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
