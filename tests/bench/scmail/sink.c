/* SPDX-License-Identifier: MIT */
/*
 * A mail server that throws everything away as fast as it can be read: blocks of 256 KiB, one
 * connection after the other, on loopback. With an argument it offers PIPELINING. (Postfix's
 * smtp-sink reads byte by byte and would be what is measured.) Prints its port; ends when standard
 * input does. Linux.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char block[262144];

static char answers[65536];
static size_t answers_len;

/* As real servers do, answers to a group of commands go out together. */
static void flush(int fd)
{
	if (answers_len > 0 && write(fd, answers, answers_len) < 0)
		answers_len = 0;
	answers_len = 0;
}

static void say(int fd, const char *text)
{
	size_t len = strlen(text);

	if (answers_len + len > sizeof answers)
		flush(fd);
	memcpy(answers + answers_len, text, len);
	answers_len += len;
}

/* Reads the message; the last five bytes of the stream show its end. */
static int swallow(int fd)
{
	char tail[5] = {0};
	ssize_t n;

	flush(fd);
	while ((n = read(fd, block, sizeof block)) > 0) {
		size_t keep = n < 5 ? (size_t)n : 5;

		memmove(tail, tail + keep, 5 - keep);
		memcpy(tail + 5 - keep, block + (size_t)n - keep, keep);
		if (memcmp(tail, "\r\n.\r\n", 5) == 0)
			return 0;
	}
	return -1;
}

/* Answers one command; -1 ends the connection. */
static int answer(int fd, const char *line, int pipelining)
{
	if (strncasecmp(line, "EHLO", 4) == 0) {
		say(fd, pipelining ? "250-sink\r\n250-8BITMIME\r\n250-PIPELINING\r\n250 SIZE "
				     "1000000000\r\n"
				   : "250-sink\r\n250-8BITMIME\r\n250 SIZE 1000000000\r\n");
	} else if (strncasecmp(line, "DATA", 4) == 0) {
		say(fd, "354 go\r\n");
		if (swallow(fd) != 0)
			return -1;
		say(fd, "250 ok\r\n");
	} else if (strncasecmp(line, "QUIT", 4) == 0) {
		say(fd, "221 bye\r\n");
		return -1;
	} else if (strncasecmp(line, "STARTTLS", 8) == 0) {
		say(fd, "502 no\r\n");
	} else {
		say(fd, "250 ok\r\n");
	}
	return 0;
}

/* Commands can come in groups; DATA is the last of one, so no message comes with them. */
static void serve(int fd, int pipelining)
{
	char line[65536];
	size_t len = 0;
	ssize_t n;

	say(fd, "220 sink\r\n");
	flush(fd);
	while (len < sizeof line - 1 && (n = read(fd, line + len, sizeof line - 1 - len)) > 0) {
		char *start = line;
		char *end;

		len += (size_t)n;
		line[len] = '\0';
		for (; (end = strchr(start, '\n')) != NULL; start = end + 1)
			if (answer(fd, start, pipelining) != 0)
				return;
		len -= (size_t)(start - line);
		memmove(line, start, len);
		flush(fd);
	}
}

int main(int argc, char **argv)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof at;
	int listener = socket(AF_INET, SOCK_STREAM, 0);

	(void)argv;
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
			serve(fd, argc > 1);
			flush(fd);
			close(fd);
		}
	}
}
