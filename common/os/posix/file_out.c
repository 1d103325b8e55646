/* SPDX-License-Identifier: MIT */
/* Output files that appear whole or not at all. */
#define _GNU_SOURCE /* O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "file_out_private.h"
#include "os_private.h"

static int fd_of(const struct file_out *f)
{
	return (int)f->handle;
}

/* Where path leads, and whether there is something, which *st is then of: an existing link is
 * written through, as cp does, unless no_follow says that it is to be replaced. */
static enum err_code final_name(
	const char *path, struct file_out *f, struct stat *st, bool *exists, struct err *err)
{
	*exists = lstat(path, st) == 0;
	if (*exists && S_ISLNK(st->st_mode) && !f->opts.no_follow) {
		f->path = realpath(path, NULL);
		if (f->path != NULL) {
			*exists = stat(f->path, st) == 0;
			return ERR_OK;
		}
		/* /dev/stdout and a shell's >(program) lead to a pipe, which has no name */
		if (stat(path, st) != 0 || S_ISREG(st->st_mode) || S_ISDIR(st->st_mode))
			return os_fail(err, errno, "cannot follow the link");
	}
	f->path = strdup(path);
	return f->path != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code open_device(struct file_out *f, struct err *err)
{
	f->handle = open(f->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	return f->handle >= 0 ? ERR_OK : os_fail(err, errno, "cannot open for writing");
}

/* The one that an ordinary open would give, or that was asked for. */
static mode_t final_mode(const struct file_out *f)
{
	mode_t mode = (mode_t)(f->opts.mode & 07777);

	if (f->opts.set_mode)
		return f->opts.less_umask ? mode & ~os_umask() : mode;
	return f->keep_mode ? (mode_t)f->mode : 0666 & ~os_umask();
}

/* Until owner and attributes are set, what not everybody may read is its maker's alone. */
static mode_t first_mode(const struct file_out *f)
{
	mode_t mode = final_mode(f);

	return (mode & 0444) == 0444 ? mode & 0777 : 0600;
}

#define TEMP_TRIES 16

#ifdef O_TMPFILE
/* /proc gives a file without a name one; where it is not mounted there is no use for such a file.
 */
#define FD_NAME_MAX 32
static void fd_name(int fd, char out[FD_NAME_MAX])
{
	snprintf(out, FD_NAME_MAX, "/proc/self/fd/%d", fd);
}

/* A file without a name in the folder: neither SIGKILL nor a power cut leaves it behind. Gives
 * -1 where the file system has no such files. */
static int open_unnamed(const char *temp, size_t dir, mode_t mode)
{
	char *folder = strndup(dir != 0 ? temp : ".", dir != 0 ? dir : 1);
	char name[FD_NAME_MAX];
	struct stat st;
	int fd = -1;

	if (folder != NULL)
		fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
	free(folder);
	if (fd < 0)
		return -1;
	fd_name(fd, name);
	if (lstat(name, &st) == 0)
		return fd;
	close(fd);
	return -1;
}

static enum err_code give_name(struct file_out *f, struct err *err)
{
	char name[FD_NAME_MAX];

	fd_name(fd_of(f), name);
	f->cleanup = os_cleanup_add(f->temp);
	if (linkat(AT_FDCWD, name, AT_FDCWD, f->temp, AT_SYMLINK_FOLLOW) != 0)
		return os_fail(err, errno, "cannot give the file its name");
	f->unnamed = false;
	return ERR_OK;
}
#else
static int open_unnamed(const char *temp, size_t dir, mode_t mode)
{
	(void)temp;
	(void)dir;
	(void)mode;
	return -1;
}

static enum err_code give_name(struct file_out *f, struct err *err)
{
	(void)f;
	(void)err;
	return ERR_OK;
}
#endif

/*
 * The name is noted before the file is there, so that a signal between the two leaves nothing
 * behind. Gives errno.
 */
static int create_temp(struct file_out *f)
{
	size_t dir = (size_t)(path_base(f->temp) - f->temp);

	f->handle = open_unnamed(f->temp, dir, first_mode(f));
	f->unnamed = f->handle >= 0;
	if (f->unnamed)
		return 0;
	f->cleanup = os_cleanup_add(f->temp);
	f->handle = open(f->temp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, first_mode(f));
	if (f->handle >= 0)
		return 0;
	f->handle = FILE_OUT_CLOSED;
	os_cleanup_drop(f->cleanup);
	f->cleanup = -1;
	return errno;
}

static enum err_code open_temp(struct file_out *f, struct err *err)
{
	size_t dir = (size_t)(path_base(f->path) - f->path), cap = dir + 32;
	int e = EEXIST, i;

	f->temp = malloc(cap);
	if (f->temp == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(f->temp, f->path, dir);
	for (i = 0; i < TEMP_TRIES && e == EEXIST; i++) {
		uint64_t random;

		if (os_random(&random, sizeof random, err) != ERR_OK)
			random = (uint64_t)os_wall_time_ns();
		snprintf(f->temp + dir, cap - dir, FILE_OUT_TEMP "%016llx",
			(unsigned long long)random);
		e = create_temp(f);
	}
	if (e == 0)
		return ERR_OK;
	free(f->temp);
	f->temp = NULL;
	return os_fail(err, e, "cannot write into its folder");
}

enum err_code file_out_start(const char *path, struct file_out *f, struct err *err)
{
	struct stat st;
	bool exists;
	enum err_code rc = final_name(path, f, &st, &exists, err);

	if (rc != ERR_OK)
		return rc;
	if (path[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "empty file name");
	if (!exists)
		return open_temp(f, err);
	if (S_ISDIR(st.st_mode))
		return os_fail(err, EISDIR, "cannot write");
	if (!S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode))
		return f->opts.no_device ? err_set(err, ERR_IO, "cannot write: not a regular file")
					 : open_device(f, err);
	if (!f->opts.force)
		return err_set_os(err, ERR_EXISTS, EEXIST, "exists already (--force overwrites)");
	f->keep_mode = S_ISREG(st.st_mode);
	f->mode = (uint32_t)(st.st_mode & 0777);
	return open_temp(f, err);
}

enum err_code file_out_write(struct file_out *f, const void *ptr, size_t len, struct err *err)
{
	const uint8_t *p = ptr;

	while (len > 0) {
		ssize_t n = write(fd_of(f), p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return os_fail(err, errno, "cannot write");
		p += n;
		len -= (size_t)n;
	}
	return ERR_OK;
}

enum err_code file_out_read(
	struct file_out *f, uint64_t off, void *ptr, size_t cap, size_t *got, struct err *err)
{
	uint8_t *p = ptr;
	size_t have = 0;

	while (have < cap) {
		ssize_t n = pread(fd_of(f), p + have, cap - have, (off_t)(off + have));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return os_fail(err, errno, "cannot read back");
		if (n == 0)
			break;
		have += (size_t)n;
	}
	*got = have;
	return ERR_OK;
}

enum err_code file_out_patch(
	struct file_out *f, uint64_t off, const void *ptr, size_t len, struct err *err)
{
	const uint8_t *p = ptr;

	while (len > 0) {
		ssize_t n = pwrite(fd_of(f), p, len, (off_t)off);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return os_fail(err, errno, "cannot write");
		p += n;
		off += (uint64_t)n;
		len -= (size_t)n;
	}
	return ERR_OK;
}

static void set_mode(struct file_out *f)
{
	mode_t mode = final_mode(f);
	struct stat st;

	if (fstat(fd_of(f), &st) != 0 || (st.st_mode & 07777) != mode)
		(void)!fchmod(fd_of(f), mode);
}

enum err_code file_out_settle(struct file_out *f, bool flush, struct err *err)
{
	if (f->opts.keep && f->keep_mode)
		file_out_keep(f);
	set_mode(f);
	if (flush && !f->opts.no_sync && fsync(fd_of(f)) != 0 && errno != EINVAL &&
		errno != ENOTSUP)
		return os_fail(err, errno, "cannot write");
	return f->unnamed ? give_name(f, err) : ERR_OK;
}

enum err_code file_out_close(struct file_out *f, struct err *err)
{
	int fd = fd_of(f);

	f->handle = FILE_OUT_CLOSED;
	return close(fd) == 0 ? ERR_OK : os_fail(err, errno, "cannot write");
}
