/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */
#include "biosbelt/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "os_private.h"
#include "posix/stat.h"

static enum file_type type_of(mode_t mode)
{
	if (S_ISREG(mode))
		return FILE_REGULAR;
	if (S_ISDIR(mode))
		return FILE_FOLDER;
	return S_ISLNK(mode) ? FILE_LINK : FILE_OTHER;
}

/* Clamped to 1677 and 2262, where 64 bits of nanoseconds end. */
static int64_t ns_of(struct timespec t)
{
	if (t.tv_sec >= INT64_MAX / 1000000000)
		return INT64_MAX;
	if (t.tv_sec <= INT64_MIN / 1000000000)
		return INT64_MIN;
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void os_take_stat(const struct stat *st, const char *path, struct file_info *out)
{
	*out = (struct file_info){
		.type = type_of(st->st_mode),
		.size = (uint64_t)st->st_size,
		.mtime_ns = ns_of(st->st_mtim),
		.ctime_ns = ns_of(st->st_ctim),
		.mode = (uint32_t)(st->st_mode & 07777),
		.dev = (uint64_t)st->st_dev,
		.ino = (uint64_t)st->st_ino,
		.links = (uint64_t)st->st_nlink,
		.uid = (uint32_t)st->st_uid,
		.gid = (uint32_t)st->st_gid,
		.hidden = path_base(path)[0] == '.',
	};
}

enum err_code os_no_stat(struct file_info *out, struct err *err)
{
	if (errno != ENOENT && errno != ENOTDIR)
		return os_fail(err, errno, "cannot look at it");
	*out = (struct file_info){.type = FILE_NONE};
	return ERR_OK;
}

enum err_code file_info(const char *path, bool no_follow, struct file_info *out, struct err *err)
{
	struct stat st;

	if ((no_follow ? lstat(path, &st) : stat(path, &st)) != 0)
		return os_no_stat(out, err);
	os_take_stat(&st, path, out);
	return ERR_OK;
}

bool file_same(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

struct file_in {
	int fd;
	bool borrowed; /* standard input */
};

static enum err_code wrap_fd(int fd, bool borrowed, struct file_in **out, struct err *err)
{
	struct file_in *in = malloc(sizeof *in);

	if (in == NULL) {
		if (!borrowed)
			close(fd);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*in = (struct file_in){fd, borrowed};
	*out = in;
	return ERR_OK;
}

enum err_code file_in_open(const char *path, struct file_in **out, struct err *err)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0)
		return os_fail(err, errno, "cannot open");
	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
		close(fd);
		return os_fail(err, EISDIR, "cannot read");
	}
	return wrap_fd(fd, false, out, err);
}

/* ERR_OK: a writer is connected, or was and has left. */
static enum err_code await_writer(int fd, unsigned wait_ms, struct err *err)
{
	uint64_t until = os_time_ms() + wait_ms;
	int ready = -1;

	for (;;) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		uint64_t now = os_time_ms();

		ready = poll(&p, 1, now < until ? (int)(until - now) : 0);
		if (ready >= 0 || errno != EINTR)
			break;
	}
	if (ready < 0)
		return os_fail(err, errno, "cannot wait");
	if (ready == 0)
		return err_set(err, ERR_IO, "nothing writes to this FIFO");
	if (fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) != 0)
		return os_fail(err, errno, "cannot read");
	return ERR_OK;
}

enum err_code file_in_open_soon(
	const char *path, unsigned wait_ms, struct file_in **out, struct err *err)
{
	struct stat st;
	enum err_code rc;
	int fd;

	if (strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0 ||
		stat(path, &st) != 0 || !S_ISFIFO(st.st_mode))
		return file_in_open(path, out, err);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0)
		return os_fail(err, errno, "cannot open");
	rc = await_writer(fd, wait_ms, err);
	if (rc == ERR_OK)
		return wrap_fd(fd, false, out, err);
	close(fd);
	return rc;
}

enum err_code file_in_open_regular(
	const char *path, bool no_follow, struct file_in **out, struct err *err)
{
	int fd = open(path, OS_PEEK_FLAGS | (no_follow ? O_NOFOLLOW : 0));
	struct stat st;

	if (fd < 0)
		return os_fail(err, errno, "cannot open");
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return wrap_fd(fd, false, out, err);
	close(fd);
	return err_set(err, ERR_IO, "is not a regular file");
}

enum err_code file_in_stdin(struct file_in **out, struct err *err)
{
	return wrap_fd(STDIN_FILENO, true, out, err);
}

enum err_code file_in_read(struct file_in *in, void *ptr, size_t cap, size_t *got, struct err *err)
{
	uint8_t *p = ptr;
	size_t have = 0;

	while (have < cap) {
		size_t step = cap - have < SSIZE_MAX ? cap - have : SSIZE_MAX;
		ssize_t n = read(in->fd, p + have, step);

		if (n < 0 && os_again(in->fd, POLLIN))
			continue;
		if (n < 0)
			return os_fail(err, errno, "cannot read");
		if (n == 0)
			break;
		have += (size_t)n;
	}
	*got = have;
	return ERR_OK;
}

enum err_code file_in_rewind(struct file_in *in, struct err *err)
{
	return lseek(in->fd, 0, SEEK_SET) == 0 ? ERR_OK : os_fail(err, errno, "cannot read");
}

enum err_code file_in_info(struct file_in *in, struct file_info *out, struct err *err)
{
	struct stat st;

	if (fstat(in->fd, &st) != 0)
		return os_fail(err, errno, "cannot look at it");
	os_take_stat(&st, "", out);
	return ERR_OK;
}

void file_in_close(struct file_in *in)
{
	if (in == NULL)
		return;
	if (!in->borrowed)
		close(in->fd);
	free(in);
}

/* A read shorter than this is the end of the file: no file system returns smaller pieces. */
#define PIECE_LEAST 2048

enum err_code os_peek(int fd, void *ptr, size_t cap, size_t *got, struct err *err)
{
	size_t have = 0;
	ssize_t n;

	if (fd < 0)
		return os_fail(err, errno, "cannot open");
	/* One read returns all of a small file; 9p and some FUSE file systems return a large one in
	 * pieces. The system call is made directly: read() of the C library also handles thread
	 * cancellation, which costs more than the rest of it. */
	do {
		size_t step = cap - have < SSIZE_MAX ? cap - have : SSIZE_MAX;

		n = (ssize_t)syscall(SYS_read, fd, (uint8_t *)ptr + have, step);
		have += n > 0 ? (size_t)n : 0;
	} while (n < 0 ? errno == EINTR : n >= PIECE_LEAST && have < cap);
	if (n < 0 && (errno != EAGAIN || have == 0)) /* EAGAIN: a FIFO without more data now */
		return os_fail(err, errno, "cannot read");
	*got = have;
	return ERR_OK;
}

enum err_code file_peek(const char *path, void *ptr, size_t cap, size_t *got, struct err *err)
{
	int fd = open(path, OS_PEEK_FLAGS);
	enum err_code rc = os_peek(fd, ptr, cap, got, err);

	if (fd >= 0)
		close(fd);
	return rc;
}

enum err_code os_make_folder(const char *path, struct err *err)
{
	struct stat st;

	if (mkdir(path, 0777) == 0)
		return ERR_OK;
	if (errno == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return ERR_OK;
	return os_fail(err, errno == EEXIST ? ENOTDIR : errno, "cannot make the folder");
}

enum err_code file_mkdirs(const char *path, struct err *err)
{
	size_t len = strlen(path);
	enum err_code rc = ERR_OK;
	char *copy;
	size_t i;

	if (mkdir(path, 0777) == 0) /* usually the parents exist */
		return ERR_OK;
	if (errno != ENOENT)
		return os_make_folder(path, err);
	copy = alloc_text_len(path, len);
	if (copy == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 1; i < len && rc == ERR_OK; i++) {
		if (copy[i] != '/')
			continue;
		copy[i] = '\0';
		rc = os_make_folder(copy, err);
		copy[i] = '/';
	}
	free(copy);
	return rc == ERR_OK ? os_make_folder(path, err) : rc;
}

enum err_code file_remove(const char *path, struct err *err)
{
	return remove(path) == 0 ? ERR_OK : os_fail(err, errno, "cannot remove");
}

enum err_code file_rename(const char *from, const char *to, bool force, struct err *err)
{
	struct stat st;

	if (!force) {
#ifdef SYS_renameat2 /* glibc has it since 2.28; not every file system supports it */
		if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
			return ERR_OK;
#endif
		/* link() also refuses an existing name atomically. */
		if (link(from, to) == 0)
			return unlink(from) == 0 ? ERR_OK : os_fail(err, errno, "cannot rename");
		if (errno == EEXIST || lstat(to, &st) == 0)
			return err_set_os(err, ERR_EXISTS, EEXIST, "exists already");
	}
	return rename(from, to) == 0 ? ERR_OK : os_fail(err, errno, "cannot rename");
}

enum err_code file_append(const char *path, struct span data, struct err *err)
{
	/* a FIFO without a reader is an error, not an endless wait */
	int fd =
		open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);
	ssize_t n;
	int e;

	if (fd < 0)
		return os_fail(err, errno, "cannot open for writing");
	(void)fcntl(fd, F_SETFL, O_APPEND); /* with a reader, writes may wait */
	do
		n = write(fd, data.ptr, data.len);
	while (n < 0 && errno == EINTR);
	e = n < 0 ? errno : (size_t)n < data.len ? ENOSPC : 0;
	if (close(fd) != 0 && e == 0)
		e = errno;
	return e == 0 ? ERR_OK : os_fail(err, e, "write failed");
}

struct timespec os_timespec(bool has, int64_t ns)
{
	int64_t sec = ns / 1000000000, rest = ns % 1000000000;

	if (!has)
		return (struct timespec){0, UTIME_OMIT};
	if (rest < 0) {
		rest += 1000000000;
		sec--;
	}
	return (struct timespec){(time_t)sec, (long)rest};
}

enum err_code file_set_times(const char *path, const struct file_times *t, struct err *err)
{
	struct timespec times[2] = {
		os_timespec(t->has_atime, t->atime_ns), os_timespec(t->has_mtime, t->mtime_ns)};

	if (utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) != 0)
		return os_fail(err, errno, "cannot set the time");
	return ERR_OK;
}

enum err_code file_read_link(const char *path, struct blob *out, struct err *err)
{
	char target[PATH_MAX];
	ssize_t n = readlink(path, target, sizeof target);
	struct buf b;
	enum err_code rc;

	if (n < 0)
		return os_fail(err, errno, "cannot read the link");
	buf_init(&b, 0);
	buf_add(&b, target, (size_t)n);
	buf_add_u8(&b, 0);
	rc = buf_finish(&b, out, err);
	if (rc == ERR_OK)
		out->len--;
	return rc;
}

enum err_code file_set_folder_mode(const char *path, uint32_t mode, struct err *err)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	enum err_code rc = ERR_OK;
	struct stat st;

	if (fd < 0)
		return os_fail(err, errno, "cannot open the folder");
	/* keep the set-group-ID bit that a team's folder inherits from its parent */
	if (fstat(fd, &st) != 0 || fchmod(fd, (st.st_mode & 07000) | (mode_t)(mode & 0777)) != 0)
		rc = os_fail(err, errno, "cannot set the mode");
	close(fd);
	return rc;
}

enum err_code file_make_link(const char *target, const char *path, struct err *err)
{
	return symlink(target, path) == 0 ? ERR_OK : os_fail(err, errno, "cannot make the link");
}

enum err_code file_real_path(const char *path, struct blob *out, struct err *err)
{
	char *real = realpath(path, NULL);

	if (real == NULL)
		return os_fail(err, errno, "cannot resolve");
	*out = (struct blob){(uint8_t *)real, strlen(real)};
	return ERR_OK;
}
