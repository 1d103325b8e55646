/* SPDX-License-Identifier: MIT */
#include "biosbelt/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os_private.h"

struct log_file {
	int fd;
	bool named; /* a file with a name, when it was opened */
	uint64_t size;
};

static enum err_code is_device(struct err *err)
{
	return err_set(err, ERR_UNSUPPORTED, "is a device, no file (--log PORT logs a port)");
}

enum err_code log_file_open(const char *path, bool append, struct log_file **out, struct err *err)
{
	struct log_file *f = calloc(1, sizeof *f);
	struct stat info;

	if (f == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	/* non-blocking: watching a serial line must not stop for a slow reader of a pipe */
	f->fd = open(path,
		O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK |
			(append ? 0 : O_EXCL),
		0666);
	if (f->fd < 0) {
		int e = errno;

		free(f);
		if (stat(path, &info) != 0)
			info.st_mode = 0;
		if (e == ENXIO && S_ISFIFO(info.st_mode))
			return err_set(err, ERR_UNSUPPORTED, "no program reads this pipe");
		if ((e == EEXIST || e == ENXIO) && (S_ISBLK(info.st_mode) || S_ISCHR(info.st_mode)))
			return is_device(err);
		if (e == EEXIST && S_ISDIR(info.st_mode))
			e = EISDIR;
		return os_fail(err, e, "cannot open for writing");
	}
	if (fstat(f->fd, &info) != 0 || S_ISBLK(info.st_mode) || isatty(f->fd)) {
		log_file_close(f);
		return is_device(err);
	}
	if (S_ISREG(info.st_mode))
		f->size = (uint64_t)info.st_size;
	f->named = S_ISREG(info.st_mode) && info.st_nlink > 0;
	*out = f;
	return ERR_OK;
}

enum err_code log_file_write(struct log_file *f, const void *ptr, size_t len, struct err *err)
{
	const uint8_t *p = ptr;

	while (len > 0) {
		ssize_t n = write(f->fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return os_fail(err, n < 0 ? errno : ENOSPC, "write failed");
		p += n;
		len -= (size_t)n;
		f->size += (uint64_t)n;
	}
	return ERR_OK;
}

bool log_file_is_deleted(const struct log_file *f)
{
	struct stat info;

	return f->named && fstat(f->fd, &info) == 0 && info.st_nlink == 0;
}

enum err_code log_file_cut(struct log_file *f, uint64_t size, struct err *err)
{
	struct stat info;

	if (fstat(f->fd, &info) == 0 && (uint64_t)info.st_size <= size)
		return ERR_OK;
	if (ftruncate(f->fd, (off_t)size) != 0)
		return os_fail(err, errno, "cannot shorten");
	f->size = size;
	return ERR_OK;
}

uint64_t log_file_size(const struct log_file *f)
{
	return f->size;
}

void log_file_close(struct log_file *f)
{
	if (f == NULL)
		return;
	close(f->fd);
	free(f);
}
