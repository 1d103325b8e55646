/* SPDX-License-Identifier: MIT */
/* Flushes many written files to disk: together where the system can. */
#define _GNU_SOURCE /* syncfs */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_out_private.h"
#include "os_private.h"

#define FEW 4 /* more are flushed by file system, which may hold data of others */

/* all: flushes its whole file system. */
static void flush_one(const struct file_out *f, bool all, struct err *err)
{
	bool open_still = f->handle != FILE_OUT_CLOSED;
	int fd = open_still ? (int)f->handle : open(f->temp, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	int rc;

	if (fd < 0) {
		os_fail(err, errno, "cannot flush");
		return;
	}
#ifdef __linux__
	rc = all ? syncfs(fd) : fsync(fd);
#else
	(void)all;
	rc = fsync(fd);
#endif
	if (rc != 0 && errno != EINVAL && errno != ENOTSUP)
		os_fail(err, errno, "cannot write");
	if (!open_still)
		close(fd);
}

/* The id of its file system; 0 with errno. */
static uint64_t system_of(const struct file_out *f)
{
	struct stat st;
	int rc;

	if (f->dev != 0)
		return f->dev;
	rc = f->handle != FILE_OUT_CLOSED ? fstat((int)f->handle, &st) : stat(f->temp, &st);
	return rc == 0 ? (uint64_t)st.st_dev : 0;
}

static bool flushes_all(size_t count)
{
#ifdef __linux__
	return count > FEW;
#else
	(void)count;
	return false;
#endif
}

void file_out_flush(struct file_out *const *files, struct err *errs, size_t count)
{
	bool all = flushes_all(count);
	struct err last = {.code = ERR_OK}; /* of the file system flushed last */
	uint64_t system = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t own;

		errs[i].code = ERR_OK;
		if (files[i]->temp == NULL || files[i]->opts.no_sync)
			continue;
		if (!all) {
			flush_one(files[i], false, &errs[i]);
			continue;
		}
		own = system_of(files[i]);
		if (own == 0) {
			os_fail(&errs[i], errno, "cannot flush");
			continue;
		}
		if (own != system) {
			last.code = ERR_OK;
			flush_one(files[i], true, &last);
		}
		system = own;
		errs[i] = last;
	}
}
