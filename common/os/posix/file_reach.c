/* SPDX-License-Identifier: MIT */
/*
 * Paths longer than PATH_MAX: the folder is opened piece by piece, each relative to the one before,
 * and /proc gives it a short path that every call takes. Systems without O_PATH and /proc leave the
 * path as it is, and the calls report that it is too long.
 */
#define _GNU_SOURCE /* O_PATH */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "os_private.h"

#define SPARE 64 /* room for the name of a temporary file in the same folder */

#ifdef O_PATH
/* The end of the piece that begins at p, at or before the base name of the path; NULL: no '/'
 * within PATH_MAX. */
static const char *piece_end(const char *p, const char *base)
{
	const char *end = base;

	if (end - p > PATH_MAX - SPARE)
		for (end = p + PATH_MAX - SPARE; end > p && *end != '/';)
			end--;
	return end > p ? end : NULL;
}

/* Opens the folder of a long path; -1 with errno. */
static int open_folder(const char *path, const char *base)
{
	char piece[PATH_MAX];
	int at = AT_FDCWD;

	while (path < base) {
		const char *end = piece_end(path, base);
		int next, e;

		if (end == NULL) {
			next = -1;
			errno = ENAMETOOLONG;
		} else {
			memcpy(piece, path, (size_t)(end - path));
			piece[end - path] = '\0';
			next = openat(at, piece, O_PATH | O_DIRECTORY | O_CLOEXEC);
		}
		e = errno;
		if (at != AT_FDCWD)
			close(at);
		errno = e;
		if (next < 0)
			return -1;
		at = next;
		/* a leading slash would restart at the root */
		for (path = end; path < base && *path == '/';)
			path++;
	}
	return at;
}

static enum err_code by_folder(const char *path, struct file_reach *out, struct err *err)
{
	const char *base = path_base(path);
	size_t cap = strlen(base) + 48;
	struct stat st;
	int folder;

	if (base == path || strlen(base) >= PATH_MAX - SPARE)
		return os_fail(err, ENAMETOOLONG, "cannot reach it");
	folder = open_folder(path, base);
	if (folder < 0)
		return os_fail(err, errno, "cannot reach its folder");
	out->held = folder + 1;
	out->path = malloc(cap);
	if (out->path == NULL) {
		file_reach_close(out);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	snprintf(out->path, cap, "/proc/self/fd/%d/", folder);
	if (stat(out->path, &st) != 0) { /* /proc is not mounted */
		file_reach_close(out);
		return os_fail(err, ENAMETOOLONG, "cannot reach it");
	}
	strcat(out->path, base);
	return ERR_OK;
}
#else
static enum err_code by_folder(const char *path, struct file_reach *out, struct err *err)
{
	(void)path;
	(void)out;
	return os_fail(err, ENAMETOOLONG, "cannot reach it");
}
#endif

enum err_code file_reach_open(const char *path, struct file_reach *out, struct err *err)
{
	*out = (struct file_reach){.path = NULL};
	if (strlen(path) >= PATH_MAX - SPARE)
		return by_folder(path, out, err);
	out->path = alloc_text(path);
	return out->path != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

void file_reach_close(struct file_reach *reach)
{
	free(reach->path);
	if (reach->held != 0)
		close(reach->held - 1);
	*reach = (struct file_reach){.path = NULL};
}
