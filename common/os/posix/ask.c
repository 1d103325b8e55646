/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "os_private.h"

/* For a signal handler that makes typing visible again. */
static struct termios shown;
static int terminal = -1;

static void show_typing(void)
{
	if (terminal >= 0)
		tcsetattr(terminal, TCSANOW, &shown);
}

static enum err_code read_line(int fd, char *line, struct err *err)
{
	size_t len = 0;

	while (len < OS_ANSWER_MAX) {
		ssize_t n = read(fd, line + len, 1);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return os_fail(err, errno, "cannot read from the terminal");
		if (n == 0 || line[len] == '\n')
			break;
		len++;
	}
	if (len == OS_ANSWER_MAX) {
		tcflush(fd, TCIFLUSH); /* or a shell would take the rest for a command */
		return err_set(err, ERR_LIMIT, "an answer of more than %d bytes", OS_ANSWER_MAX);
	}
	line[len] = '\0';
	return ERR_OK;
}

enum err_code os_ask_secret(const char *prompt, struct blob *out, struct err *err)
{
	char line[OS_ANSWER_MAX];
	struct termios quiet;
	ssize_t n = 0;
	enum err_code rc;
	int fd = isatty(STDIN_FILENO) ? open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) : -1;

	if (fd < 0 || tcgetattr(fd, &shown) != 0) {
		if (fd >= 0)
			close(fd);
		return err_set(err, ERR_NOTFOUND, "no terminal to ask at");
	}
	terminal = fd;
	os_set_exit_hook(show_typing);
	quiet = shown;
	quiet.c_lflag &= ~(tcflag_t)ECHO;
	quiet.c_lflag |= ICANON | ISIG | ECHONL;
	tcsetattr(fd, TCSAFLUSH, &quiet);
	n = write(fd, prompt, strlen(prompt));
	(void)n; /* a failed prompt is ignored: the answer is still read */
	rc = read_line(fd, line, err);
	show_typing();
	os_set_exit_hook(NULL);
	terminal = -1;
	close(fd);
	if (rc == ERR_OK)
		rc = blob_copy(span_of(line, strlen(line) + 1), out, err);
	alloc_wipe(line, sizeof line);
	return rc;
}
