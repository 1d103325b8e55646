/* SPDX-License-Identifier: MIT */
/*
 * Reports changes of ports, from the kernel itself (netlink uevents, group 1: needs no udev). Where
 * that is refused (containers), from inotify on /dev; where that is refused too, the caller polls.
 */
#define _GNU_SOURCE /* the kernel headers need types that are not in POSIX */
#include <errno.h>
#include <linux/netlink.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <unistd.h>

#include "biosbelt/ports.h"
#include "biosbelt/sysfs.h"
#include "uevent.h"

#define MESSAGE_MAX   8192      /* a uevent is at most 2 KiB of text (UEVENT_BUFFER_SIZE) */
#define RECEIVE_SPACE (8 << 20) /* the kernel's buffer while the caller is drawing */
#define POLL_MS       250
#define BACKSTOP_MS   5000 /* with inotify: changes of modes and driver types cause no event */

enum source { SOURCE_UEVENT, SOURCE_INOTIFY, SOURCE_NONE };

struct port_watch {
	enum source source;
	int fd;
	bool asked; /* SOURCE_NONE: every second call returns "maybe" */
	_Alignas(struct inotify_event) char buf[MESSAGE_MAX];
};

static bool open_uevent(struct port_watch *w)
{
	struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
	int space = RECEIVE_SPACE;

	w->fd = socket(
		AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
	if (w->fd < 0)
		return false;
	setsockopt(w->fd, SOL_SOCKET, SO_RCVBUF, &space,
		sizeof space); /* a smaller limit is fine too */
	if (bind(w->fd, (const struct sockaddr *)&address, sizeof address) != 0) {
		close(w->fd);
		return false;
	}
	w->source = SOURCE_UEVENT;
	return true;
}

static bool open_inotify(struct port_watch *w, const char *root)
{
	char path[SYSFS_PATH_MAX];

	w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (w->fd < 0)
		return false;
	if (!sysfs_path(path, sizeof path, "%s/dev", root) ||
		inotify_add_watch(w->fd, path, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVE) < 0) {
		close(w->fd);
		return false;
	}
	w->source = SOURCE_INOTIFY;
	return true;
}

enum err_code port_watch_open(const char *root, struct port_watch **out, struct err *err)
{
	struct port_watch *w = calloc(1, sizeof *w);

	if (w == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	/* Uevents describe the real /sys, not a test's tree. */
	if ((root[0] != '\0' || !open_uevent(w)) && !open_inotify(w, root)) {
		w->source = SOURCE_NONE;
		w->fd = -1;
	}
	*out = w;
	return ERR_OK;
}

intptr_t port_watch_handle(const struct port_watch *w)
{
	return w->fd;
}

unsigned port_watch_interval_ms(const struct port_watch *w)
{
	static const unsigned interval[] = {0, BACKSTOP_MS, POLL_MS};

	return interval[w->source];
}

static bool next_uevent(struct port_watch *w, struct port_news *out)
{
	for (;;) {
		struct sockaddr_nl from = {0};
		socklen_t from_len = sizeof from;
		ssize_t n = recvfrom(w->fd, w->buf, sizeof w->buf, MSG_DONTWAIT,
			(struct sockaddr *)&from, &from_len);

		if (n < 0 && errno == ENOBUFS) { /* messages were lost: look at everything */
			*out = (struct port_news){0};
			return true;
		}
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		if (from.nl_pid != 0) /* not from the kernel */
			continue;
		if (uevent_read(span_of(w->buf, (size_t)n), out))
			return true;
	}
}

static bool next_inotify(struct port_watch *w, struct port_news *out)
{
	bool any = false;

	/* Names in /dev are not reliable: one "look again" for all events. */
	while (read(w->fd, w->buf, sizeof w->buf) > 0)
		any = true;
	*out = (struct port_news){0};
	return any;
}

bool port_watch_next(struct port_watch *w, struct port_news *out)
{
	if (w->source == SOURCE_UEVENT)
		return next_uevent(w, out);
	if (w->source == SOURCE_INOTIFY)
		return next_inotify(w, out);
	w->asked = !w->asked;
	*out = (struct port_news){0};
	return w->asked;
}

void port_watch_wait(struct port_watch *w, unsigned timeout_ms)
{
	struct pollfd fd = {w->fd, POLLIN, 0};

	poll(&fd, w->fd >= 0 ? 1 : 0, (int)timeout_ms);
}

void port_watch_close(struct port_watch *w)
{
	if (w == NULL)
		return;
	if (w->fd >= 0)
		close(w->fd);
	free(w);
}
