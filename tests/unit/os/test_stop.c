/* SPDX-License-Identifier: MIT */
/* POSIX only: a signal that asks for the end just before a program waits for keys. */
#define _XOPEN_SOURCE   700
#define _DEFAULT_SOURCE /* TIOCSCTTY */
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "biosbelt/longrun.h"
#include "biosbelt/term.h"

#define HUNG_S 20

/* At that terminal, in a process of its own: its status is the type of the event. */
static void wait_after_signal(const char *name)
{
	struct term_event event = {.type = TERM_CLOSED};
	struct term *t;
	struct err err;
	int fd;

	setsid();
	fd = open(name, O_RDWR);
	ioctl(fd, TIOCSCTTY, 0);
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	setenv("TERM", "xterm", 1);
	if (term_open(false, &t, &err) != ERR_OK)
		_exit(TERM_CLOSED);
	os_stop_watch();
	raise(SIGHUP);
	alarm(HUNG_S);
	term_event(t, -1, -1, &event);
	term_close(t);
	_exit((int)event.type);
}

static void a_signal_before_the_wait_ends_it(void **state)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	int status;
	pid_t child;

	(void)state;
	assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		wait_after_signal(ptsname(master));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	close(master);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_signal_before_the_wait_ends_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
