/* SPDX-License-Identifier: MIT */
/*
 * A mail server that throws everything away as fast as it can be read: blocks of 256 KiB, one
 * connection after the other, on loopback. (Postfix's smtp-sink reads byte by byte and would be
 * what is measured.) Prints its port; ends when standard input does. Linux.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char block[262144];

static void say(int fd, const char *text)
{
	if (write(fd, text, strlen(text)) < 0)
		return;
}

/* Reads the message; the last five bytes of the stream tell its end. */
static int swallow(int fd)
{
	char tail[5] = {0};
	ssize_t n;

	while ((n = read(fd, block, sizeof block)) > 0) {
		size_t keep = n < 5 ? (size_t)n : 5;

		memmove(tail, tail + keep, 5 - keep);
		memcpy(tail + 5 - keep, block + (size_t)n - keep, keep);
		if (memcmp(tail, "\r\n.\r\n", 5) == 0)
			return 0;
	}
	return -1;
}

static void serve(int fd)
{
	char line[4096];
	size_t len = 0;
	ssize_t n;

	say(fd, "220 sink\r\n");
	while (len < sizeof line - 1 && (n = read(fd, line + len, sizeof line - 1 - len)) > 0) {
		len += (size_t)n;
		if (line[len - 1] != '\n')
			continue;
		line[len] = '\0';
		if (strncasecmp(line, "EHLO", 4) == 0) {
			say(fd, "250-sink\r\n250-8BITMIME\r\n250 SIZE 1000000000\r\n");
		} else if (strncasecmp(line, "DATA", 4) == 0) {
			say(fd, "354 go\r\n");
			if (swallow(fd) != 0)
				return;
			say(fd, "250 ok\r\n");
		} else if (strncasecmp(line, "QUIT", 4) == 0) {
			say(fd, "221 bye\r\n");
			return;
		} else if (strncasecmp(line, "STARTTLS", 8) == 0) {
			say(fd, "502 no\r\n");
		} else {
			say(fd, "250 ok\r\n");
		}
		len = 0;
	}
}

int main(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof at;
	int listener = socket(AF_INET, SOCK_STREAM, 0);

	if (listener < 0 || bind(listener, (struct sockaddr *)&at, sizeof at) != 0 ||
		listen(listener, 50) != 0 ||
		getsockname(listener, (struct sockaddr *)&at, &size) != 0)
		return 1;
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	for (;;) {
		struct pollfd fds[2] = {
			{.fd = listener, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
		int fd;

		if (poll(fds, 2, -1) < 0 || fds[1].revents != 0)
			return 0;
		fd = accept(listener, NULL, NULL);
		if (fd >= 0) {
			serve(fd);
			close(fd);
		}
	}
}
