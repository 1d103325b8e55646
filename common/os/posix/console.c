/* SPDX-License-Identifier: MIT */
#include "biosbelt/console.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "os_private.h"

struct console {
	bool has_keys;
	bool is_shown;
	bool ended;
};

/* Needed by signal handlers. */
static struct termios found, raw;
static atomic_bool active;
static const char *_Atomic reset_by;

static void restore(void)
{
	if (atomic_exchange(&active, false))
		tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

static void on_signal(void)
{
	const char *text = atomic_exchange(&reset_by, NULL);
	struct pollfd p = {STDOUT_FILENO, POLLOUT, 0};

	/* A terminal that is stopped would delay the end. */
	if (text != NULL && poll(&p, 1, 0) == 1 && p.revents == POLLOUT) {
		ssize_t n = write(STDOUT_FILENO, text, strlen(text));

		(void)n;
	}
	restore();
}

/* After SIGCONT: the shell has changed the terminal settings meanwhile. */
static void on_continue(int number)
{
	int saved = errno;

	(void)number;
	if (atomic_load(&active))
		tcsetattr(STDIN_FILENO, TCSANOW, &raw);
	errno = saved;
}

static void make_raw(void)
{
	raw = found;
	raw.c_iflag &= (tcflag_t) ~(
		BRKINT | IGNBRK | ICRNL | IGNCR | INLCR | ISTRIP | IXON | IXOFF | PARMRK);
	raw.c_oflag &= (tcflag_t)~OPOST;
	raw.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
	raw.c_cflag = (raw.c_cflag & (tcflag_t) ~(CSIZE | PARENB)) | CS8;
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
}

enum err_code console_open(struct console **out, struct err *err)
{
	struct console *c = calloc(1, sizeof *c);
	struct sigaction action;

	if (c == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	c->has_keys = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &found) == 0;
	c->is_shown = isatty(STDOUT_FILENO);
	if (os_console_out_open(c->is_shown, err) != ERR_OK) {
		free(c);
		return err->code;
	}
	os_set_exit_hook(on_signal);
	if (c->has_keys) {
		make_raw();
		atexit(restore);
		memset(&action, 0, sizeof action);
		action.sa_handler = on_continue;
		action.sa_flags = SA_RESTART;
		sigaction(SIGCONT, &action, NULL);
		atomic_store(&active, true);
		if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0) {
			int e = errno;

			console_close(c);
			return os_fail(err, e, "terminal settings");
		}
	}
	*out = c;
	return ERR_OK;
}

void console_close(struct console *c)
{
	struct pollfd p = {STDERR_FILENO, POLLOUT, 0};

	if (c == NULL)
		return;
	if (!os_console_out_close() && poll(&p, 1, 0) != 1)
		close(STDERR_FILENO); /* a message would wait, too */
	console_reset_by(NULL);
	if (c->has_keys) {
		restore();
		signal(SIGCONT, SIG_DFL);
	}
	os_set_exit_hook(NULL);
	free(c);
}

bool console_has_keys(const struct console *c)
{
	return c->has_keys;
}

bool console_is_shown(const struct console *c)
{
	return c->is_shown;
}

bool console_has_sequences(const struct console *c)
{
	const char *name = os_getenv("TERM");

	return c->is_shown && name != NULL && name[0] != '\0' && strcmp(name, "dumb") != 0;
}

intptr_t console_handle(const struct console *c)
{
	return c->ended ? -1 : STDIN_FILENO;
}

enum err_code console_read(struct console *c, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct pollfd p = {STDIN_FILENO, POLLIN, 0};
	ssize_t n;

	*got = 0;
	if (c->ended || poll(&p, 1, 0) <= 0)
		return ERR_OK;
	n = read(STDIN_FILENO, ptr, cap);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return ERR_OK;
	if (n <= 0) {
		c->ended = true;
		if (n < 0 && errno != EIO && errno != EBADF) /* EIO: the terminal hung up */
			return os_fail(err, errno, "cannot read standard input");
		return ERR_OK;
	}
	*got = (size_t)n;
	return ERR_OK;
}

void console_reset_by(const char *sequences)
{
	atomic_store(&reset_by, sequences);
}

void os_wait(struct os_wait *items, size_t count, int timeout_ms)
{
	struct pollfd fds[OS_WAIT_MAX];
	size_t i;

	for (i = 0; i < count; i++) {
		fds[i].fd = (int)items[i].handle; /* poll ignores negative ones */
		fds[i].events = (short)(POLLIN | (items[i].room ? POLLOUT : 0));
		fds[i].revents = 0;
	}
	if (poll(fds, (nfds_t)count, timeout_ms) < 0)
		for (i = 0; i < count; i++)
			fds[i].revents = 0;
	for (i = 0; i < count; i++)
		items[i].ready = fds[i].revents != 0;
}
