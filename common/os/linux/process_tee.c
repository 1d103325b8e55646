/* SPDX-License-Identifier: MIT */
/*
 * A program between us and the terminal: it runs on a pty, we carry the bytes both ways and keep a
 * copy of its output. For terminal programs that cannot write a log themselves.
 */
#define _GNU_SOURCE /* posix_openpt, cfmakeraw */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "os_private.h"
#include "process_private.h"

#define CHUNK 16384

struct tee {
	int master;
	int log;
	bool stamps;
	bool line_start;
	bool is_terminal;
	struct termios saved;
	pid_t pid;
	bool end;                /* the watch function asked to stop */
	struct err *log_failure; /* the first one; the program goes on */
};

static struct termios restore_to;

/* Signal-safe. */
static void restore(void)
{
	tcsetattr(STDIN_FILENO, TCSANOW, &restore_to);
}

static volatile sig_atomic_t resized;
static volatile sig_atomic_t resumed;

static void on_resize(int number)
{
	(void)number;
	resized = 1;
}

static void on_continue(int number)
{
	(void)number;
	resumed = 1;
	resized = 1;
}

/* A stop signal sent by another process; Ctrl-Z itself goes to the program. */
static void on_stop(int number)
{
	int saved = errno;

	(void)number;
	restore();
	raise(SIGSTOP);
	errno = saved;
}

static void copy_size(int from, int to)
{
	struct winsize size;

	if (ioctl(from, TIOCGWINSZ, &size) == 0)
		ioctl(to, TIOCSWINSZ, &size);
}

static enum err_code write_all(int fd, const uint8_t *p, size_t len, struct err *err)
{
	while (len > 0) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && os_again(fd, POLLOUT))
			continue;
		if (n < 0)
			return os_fail(err, errno, "write failed");
		p += n;
		len -= (size_t)n;
	}
	return ERR_OK;
}

static void add_stamp(struct buf *out)
{
	int64_t now = os_wall_time_ns();
	time_t seconds = (time_t)(now / 1000000000);
	struct tm parts;
	char text[40];

	localtime_r(&seconds, &parts);
	strftime(text, sizeof text, "[%Y-%m-%d %H:%M:%S", &parts);
	buf_printf(out, "%s.%03d] ", text, (int)(now % 1000000000 / 1000000));
}

static enum err_code write_log(struct tee *t, const uint8_t *p, size_t len, struct err *err)
{
	struct buf out;
	enum err_code rc;
	size_t i;

	if (!t->stamps)
		return write_all(t->log, p, len, err);
	buf_init(&out, 0);
	for (i = 0; i < len; i++) {
		if (t->line_start)
			add_stamp(&out);
		buf_add_u8(&out, p[i]);
		t->line_start = p[i] == '\n';
	}
	rc = out.failed != ERR_OK ? err_set(err, out.failed, "out of memory")
				  : write_all(t->log, out.ptr, out.len, err);
	buf_free(&out);
	return rc;
}

static void log_bytes(struct tee *t, const uint8_t *p, size_t len)
{
	struct err err;

	if (write_log(t, p, len, &err) != ERR_OK && t->log_failure->code == ERR_OK)
		*t->log_failure = err;
}

static void child(int master, char *const *argv)
{
	const char *name = ptsname(master);
	int fd;
	int i;

	setsid();
	fd = name != NULL ? open(name, O_RDWR) : -1;
	if (fd < 0)
		_exit(127);
	ioctl(fd, TIOCSCTTY, 0);
	for (i = 0; i < 3; i++)
		dup2(fd, i);
	if (fd > 2)
		close(fd);
	for (i = 1; i < 32; i++)
		signal(i, SIG_DFL);
	execv(argv[0], argv);
	_exit(127);
}

/* False at the end of either side. */
static bool carry(struct tee *t, int from, int to, bool logged, struct err *err)
{
	uint8_t bytes[CHUNK];
	ssize_t n = read(from, bytes, sizeof bytes);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return true;
	if (n <= 0) /* EIO: the program has closed its terminal */
		return false;
	if (logged)
		log_bytes(t, bytes, (size_t)n);
	return write_all(to, bytes, (size_t)n, err) == ERR_OK;
}

static void set_raw(const struct tee *t)
{
	struct termios raw = t->saved;

	cfmakeraw(&raw);
	if (t->is_terminal)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

static void catch_signal(int number, void (*handler)(int))
{
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = handler;
	sigaction(number, &action, NULL);
}

static void go_raw(struct tee *t, bool on)
{
	catch_signal(SIGWINCH, on ? on_resize : SIG_DFL);
	if (!t->is_terminal)
		return;
	restore_to = t->saved;
	catch_signal(SIGTSTP, on ? on_stop : SIG_DFL);
	catch_signal(SIGCONT, on ? on_continue : SIG_DFL);
	os_set_exit_hook(on ? restore : NULL);
	if (on)
		set_raw(t);
	else
		tcsetattr(STDIN_FILENO, TCSADRAIN, &t->saved);
}

static enum err_code run_loop(struct tee *t, const struct process_opts *opts, struct err *err)
{
	uint64_t next = os_time_ms() + opts->watch_ms;
	bool input = true;

	for (;;) {
		struct pollfd fds[3] = {{t->master, POLLIN, 0},
			{input ? STDIN_FILENO : -1, POLLIN, 0},
			{opts->watch != NULL ? (int)opts->watch_handle : -1, POLLIN, 0}};
		bool timed = opts->watch != NULL && opts->watch_ms != 0;
		uint64_t now = os_time_ms();
		int n;

		if (resumed) {
			resumed = 0;
			set_raw(t);
		}
		if (resized) {
			resized = 0;
			copy_size(STDOUT_FILENO, t->master);
		}
		n = poll(fds, 3, !timed ? -1 : next > now ? (int)(next - now) : 0);
		if (n < 0 && errno != EINTR)
			return os_fail(err, errno, "poll");
		if (opts->watch != NULL &&
			((n > 0 && fds[2].revents != 0) || (timed && os_time_ms() >= next))) {
			next = os_time_ms() + opts->watch_ms;
			if (opts->watch(opts->watch_user)) {
				t->end = true;
				return ERR_OK;
			}
		}
		if (n <= 0)
			continue;
		if (fds[0].revents != 0 && !carry(t, t->master, STDOUT_FILENO, true, err))
			return err->code;
		if (fds[1].revents != 0 && !carry(t, STDIN_FILENO, t->master, false, err)) {
			if (err->code != ERR_OK)
				return err->code;
			input = false;
		}
	}
}

enum err_code process_run_tee(
	char *const *argv, const struct process_opts *opts, int *status, struct err *err)
{
	struct tee t = {.master = -1,
		.stamps = opts->tee_timestamps,
		.line_start = true,
		.log_failure = opts->tee_failure};
	enum err_code rc;

	err->code = ERR_OK;
	t.log_failure->code = ERR_OK;
	t.log = open(opts->tee, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (t.log < 0)
		return os_fail(err, errno, opts->tee);
	t.is_terminal = tcgetattr(STDIN_FILENO, &t.saved) == 0;
	t.master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (t.master < 0 || grantpt(t.master) != 0 || unlockpt(t.master) != 0) {
		rc = os_fail(err, errno, "no pty");
		goto out;
	}
	copy_size(STDOUT_FILENO, t.master);
	t.pid = fork();
	if (t.pid == 0)
		child(t.master, argv);
	if (t.pid < 0) {
		rc = os_fail(err, errno, "no new process");
		goto out;
	}
	go_raw(&t, true);
	rc = run_loop(&t, opts, err);
	go_raw(&t, false);
	close(t.master); /* the program gets a hang-up if it still runs */
	t.master = -1;
	*status = t.end ? process_end(t.pid) : process_wait(t.pid);
	if (t.is_terminal && *status > 128)
		process_reset_terminal(&t.saved);
out:
	if (t.master >= 0)
		close(t.master);
	if (close(t.log) != 0 && t.log_failure->code == ERR_OK)
		os_fail(t.log_failure, errno, "write failed");
	return rc;
}
