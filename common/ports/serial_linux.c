/* SPDX-License-Identifier: MIT */
/*
 * Serial lines on Linux: termios2 of asm/termbits.h, whose BOTHER takes any rate. <termios.h>
 * declares the same names and must not be included here.
 */
#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "biosbelt/serial.h"
#include "biosbelt/tr.h"

#define INPUT_SHIFT 16 /* IBSHIFT of asm/termbits.h, which older headers lack */

struct serial {
	int fd;
	struct serial_cfg cfg;
	struct termios2 before;
};

static enum err_code fail(struct err *err, const char *what)
{
	switch (errno) {
	case ENOENT:
	case ENXIO:
	case ENODEV:
	case EIO:
		return err_set_os(err, ERR_NOTFOUND, errno, "%s: the port is gone", tr(what));
	case EBUSY:
	case EWOULDBLOCK:
		return err_set_os(err, ERR_BUSY, errno, "%s: in use by another program", tr(what));
	case EACCES:
	case EPERM:
		return err_set_os(err, ERR_DENIED, errno,
			"%s: no rights (a member of the group \"dialout\" has them)", tr(what));
	case ENOTTY:
	case EINVAL:
		return err_set_os(
			err, ERR_UNSUPPORTED, errno, "%s: not possible with this port", tr(what));
	default:
		return err_set_os(err, ERR_IO, errno, "%s", tr(what));
	}
}

static enum err_code check(const struct serial_cfg *cfg, struct err *err)
{
	if (cfg->data > 8)
		return err_set(err, ERR_UNSUPPORTED, "Linux has no %u data bits", cfg->data);
	if (cfg->stop_2 == 3 && cfg->data != 5)
		return err_set(
			err, ERR_UNSUPPORTED, "Linux has 1.5 stop bits only with 5 data bits");
	if (cfg->flow == 'D')
		return err_set(err, ERR_UNSUPPORTED, "Linux has no DSR/DTR flow control");
	return ERR_OK;
}

static void fill(struct termios2 *t, const struct serial_cfg *cfg)
{
	static const tcflag_t sizes[] = {CS5, CS6, CS7, CS8};

	t->c_iflag = IGNBRK;
	t->c_oflag = 0;
	t->c_lflag = 0;
	t->c_cflag =
		CREAD | CLOCAL | sizes[cfg->data - 5] | BOTHER | (tcflag_t)BOTHER << INPUT_SHIFT;
	t->c_ospeed = cfg->baud;
	t->c_ispeed = cfg->baud;
	if (cfg->stop_2 > 2)
		t->c_cflag |= CSTOPB;
	if (cfg->parity != 'n')
		t->c_cflag |= PARENB;
	if (cfg->parity == 'o' || cfg->parity == 'm')
		t->c_cflag |= PARODD;
	if (cfg->parity == 'm' || cfg->parity == 's')
		t->c_cflag |= CMSPAR;
	if (cfg->flow == 'R')
		t->c_cflag |= CRTSCTS;
	if (cfg->flow == 'X')
		t->c_iflag |= IXON | IXOFF;
	t->c_cc[VMIN] = 1;
	t->c_cc[VTIME] = 0;
	t->c_cc[VSTART] = 0x11;
	t->c_cc[VSTOP] = 0x13;
}

enum err_code serial_configure(struct serial *s, const struct serial_cfg *cfg, struct err *err)
{
	struct termios2 t = s->before;

	if (check(cfg, err) != ERR_OK)
		return err->code;
	fill(&t, cfg);
	if (ioctl(s->fd, TCSETS2, &t) != 0)
		return fail(err, "line settings");
	s->cfg = *cfg;
	return ERR_OK;
}

uint32_t serial_rate(const struct serial *s)
{
	struct termios2 t;

	return ioctl(s->fd, TCGETS2, &t) == 0 && t.c_ospeed != 0 ? t.c_ospeed : s->cfg.baud;
}

static enum err_code set_line(
	struct serial *s, int line, bool on, const char *what, struct err *err)
{
	return ioctl(s->fd, on ? TIOCMBIS : TIOCMBIC, &line) == 0 ? ERR_OK : fail(err, what);
}

static enum err_code start(struct serial *s, const struct serial_opts *opts, struct err *err)
{
	struct err ignored; /* a pty has no such lines */
	enum err_code rc;

	if (ioctl(s->fd, TCGETS2, &s->before) != 0)
		return fail(err, "not a serial port");
	/* tio and others take this lock, too; TIOCEXCL excludes the rest. */
	if (!opts->shared && flock(s->fd, LOCK_EX | LOCK_NB) != 0)
		return fail(err, "cannot lock the port");
	if (opts->dtr == SERIAL_OFF)
		set_line(s, TIOCM_DTR, false, "DTR", &ignored);
	if (opts->rts == SERIAL_OFF)
		set_line(s, TIOCM_RTS, false, "RTS", &ignored);
	rc = serial_configure(s, &opts->cfg, err);
	if (rc != ERR_OK)
		return rc;
	if (opts->dtr == SERIAL_ON)
		set_line(s, TIOCM_DTR, true, "DTR", &ignored);
	if (opts->rts == SERIAL_ON)
		set_line(s, TIOCM_RTS, true, "RTS", &ignored);
	if (!opts->shared)
		ioctl(s->fd, TIOCEXCL);
	return ERR_OK;
}

enum err_code serial_open(
	const char *device, const struct serial_opts *opts, struct serial **out, struct err *err)
{
	struct serial *s;
	enum err_code rc = check(&opts->cfg, err);

	if (rc != ERR_OK)
		return rc;
	s = calloc(1, sizeof *s);
	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s->fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	rc = s->fd < 0 ? fail(err, "cannot open") : start(s, opts, err);
	if (rc != ERR_OK) {
		serial_close(s);
		return rc;
	}
	*out = s;
	return ERR_OK;
}

void serial_close(struct serial *s)
{
	if (s == NULL)
		return;
	if (s->fd >= 0)
		close(s->fd);
	free(s);
}

/* >0: ready, or hung up, which a read reports; 0: timeout. */
static int wait_fd(int fd, short events, unsigned timeout_ms)
{
	struct pollfd p = {fd, events, 0};
	uint64_t end = os_time_ms() + timeout_ms;

	for (;;) {
		uint64_t now = os_time_ms();
		int n = poll(&p, 1, now < end ? (int)(end - now) : 0);

		if (n >= 0 || errno != EINTR)
			return n;
	}
}

enum err_code serial_read(
	struct serial *s, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err)
{
	ssize_t n = read(s->fd, ptr, cap);

	if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
		if (timeout_ms == 0 || wait_fd(s->fd, POLLIN, timeout_ms) <= 0) {
			*got = 0;
			return ERR_OK;
		}
		n = read(s->fd, ptr, cap);
	}
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		n = 0;
	else if (n == 0 && cap > 0) /* hung up */
		return err_set(err, ERR_NOTFOUND, "the port is gone");
	if (n < 0)
		return fail(err, "cannot read");
	*got = (size_t)n;
	return ERR_OK;
}

enum err_code serial_write(struct serial *s, const void *ptr, size_t len, unsigned timeout_ms,
	size_t *done, struct err *err)
{
	uint64_t end = os_time_ms() + timeout_ms;

	*done = 0;
	while (*done < len) {
		ssize_t n = write(s->fd, (const uint8_t *)ptr + *done, len - *done);
		uint64_t now;

		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return fail(err, "cannot write");
		if (n > 0) {
			*done += (size_t)n;
			continue;
		}
		now = os_time_ms();
		if (now >= end || wait_fd(s->fd, POLLOUT, (unsigned)(end - now)) == 0)
			break;
	}
	return ERR_OK;
}

enum err_code serial_drain(struct serial *s, unsigned timeout_ms, struct err *err)
{
	uint64_t end = os_time_ms() + timeout_ms;
	int left = 0;

	for (;;) {
		if (ioctl(s->fd, TIOCOUTQ, &left) != 0)
			return fail(err, "cannot send");
		if (left == 0)
			return ERR_OK;
		if (os_time_ms() >= end)
			return err_set(err, ERR_BUSY, "%d bytes are not sent", left);
		os_sleep_ms(1);
	}
}

intptr_t serial_handle(const struct serial *s)
{
	return s->fd;
}

bool serial_arm(struct serial *s)
{
	(void)s;
	return false;
}

enum err_code serial_lines(struct serial *s, struct serial_lines *out, struct err *err)
{
	int bits;

	if (ioctl(s->fd, TIOCMGET, &bits) != 0)
		return fail(err, "state of the lines");
	*out = (struct serial_lines){.dtr = bits & TIOCM_DTR,
		.rts = bits & TIOCM_RTS,
		.cts = bits & TIOCM_CTS,
		.dsr = bits & TIOCM_DSR,
		.dcd = bits & TIOCM_CAR,
		.ring = bits & TIOCM_RNG};
	return ERR_OK;
}

enum err_code serial_set_dtr(struct serial *s, bool on, struct err *err)
{
	return set_line(s, TIOCM_DTR, on, "DTR", err);
}

enum err_code serial_set_rts(struct serial *s, bool on, struct err *err)
{
	return set_line(s, TIOCM_RTS, on, "RTS", err);
}

enum err_code serial_break(struct serial *s, bool on, struct err *err)
{
	return ioctl(s->fd, on ? TIOCSBRK : TIOCCBRK) == 0 ? ERR_OK : fail(err, "BREAK");
}
