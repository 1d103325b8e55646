/* SPDX-License-Identifier: MIT */
/* POSIX only: a secret is asked for at a terminal of the test's own. */
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

#include "biosbelt/os.h"

static int master;

static int set_up(void **state)
{
	(void)state;
	master = posix_openpt(O_RDWR | O_NOCTTY);
	return master < 0 || grantpt(master) != 0 || unlockpt(master) != 0;
}

static int tear_down(void **state)
{
	(void)state;
	return close(master);
}

/* With the terminal as its own; its status is the result of asking. */
static pid_t start_asking(void)
{
	pid_t child = fork();
	struct blob answer;
	struct err err;
	int fd;

	assert_true(child >= 0);
	if (child > 0)
		return child;
	setsid();
	fd = open(ptsname(master), O_RDWR);
	ioctl(fd, TIOCSCTTY, 0);
	dup2(fd, STDIN_FILENO);
	_exit((int)os_ask_secret("word? ", &answer, &err));
}

static void await_prompt(void)
{
	char seen[64] = "";
	size_t len = 0;

	while (strstr(seen, "word? ") == NULL && len < sizeof seen - 1) {
		ssize_t n = read(master, seen + len, sizeof seen - 1 - len);

		assert_true(n > 0);
		len += (size_t)n;
	}
}

static int status_of(pid_t child)
{
	int status;

	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* A shell would take the rest for a command. */
static void nothing_is_left_of_an_answer_too_long(void **state)
{
	int shell = open(ptsname(master), O_RDWR | O_NOCTTY | O_NONBLOCK), waiting = -1;
	static char answer[2 * OS_ANSWER_MAX];
	pid_t child;

	(void)state;
	alarm(60); /* not the end of the test, but of one that hangs */
	memset(answer, 'x', sizeof answer - 1);
	answer[sizeof answer - 1] = '\n';
	child = start_asking();
	await_prompt();
	assert_int_equal(write(master, answer, sizeof answer), sizeof answer);
	assert_int_equal(status_of(child), ERR_LIMIT);
	assert_int_equal(ioctl(shell, FIONREAD, &waiting), 0);
	assert_int_equal(waiting, 0);
	assert_int_equal(close(shell), 0);
	alarm(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			nothing_is_left_of_an_answer_too_long, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
