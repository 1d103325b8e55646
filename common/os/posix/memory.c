/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"

/* Reads a file of Linux' own (/proc, cgroup): the text after a word at the beginning of a line. */
static bool find_line(const char *path, const char *word, char *out, size_t cap)
{
	char text[8192], *line, *end;
	size_t got = 0, len = strlen(word);
	struct err ignored;

	if (file_peek(path, text, sizeof(text) - 1, &got, &ignored) != ERR_OK)
		return false;
	text[got] = '\0';
	for (line = text; line != NULL; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, word, len) != 0)
			continue;
		end = strchr(line, '\n');
		snprintf(out, cap, "%.*s", end != NULL ? (int)(end - line - (long)len) : (int)cap,
			line + len);
		return true;
	}
	return false;
}

static uint64_t number_of(const char *text, uint64_t unit)
{
	char *end;
	uint64_t n;

	errno = 0;
	n = strtoull(text, &end, 10); /* "max" gives no number */
	return end == text || errno != 0 || n > UINT64_MAX / unit ? 0 : n * unit;
}

static void lessen(uint64_t *most, uint64_t other)
{
	if (other != 0 && (*most == 0 || other < *most))
		*most = other;
}

/* proc(5), "/proc/meminfo"; Linux Documentation/admin-guide/cgroup-v2.rst, "memory.max". */
uint64_t os_memory_free(void)
{
	char text[256], path[320];
	struct rlimit limit;
	uint64_t most = 0;

	if (find_line("/proc/meminfo", "MemAvailable:", text, sizeof(text)))
		lessen(&most, number_of(text, 1024));
	if (find_line("/proc/self/cgroup", "0::", text, sizeof(text))) {
		snprintf(path, sizeof(path), "/sys/fs/cgroup%s/memory.max", text);
		if (find_line(path, "", text, sizeof(text)))
			lessen(&most, number_of(text, 1));
	}
	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
		lessen(&most, limit.rlim_cur);
	return most;
}
