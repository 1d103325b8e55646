/* SPDX-License-Identifier: MIT */
/* Output files that appear whole or not at all. */
#define _GNU_SOURCE /* O_TMPFILE, O_PATH */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "file_out_private.h"
#include "os_private.h"
#include "posix/stat.h"

static int fd_of(const struct file_out *f)
{
	return (int)f->handle;
}

/* Sets f->path to the final path, and *st if it exists. An existing link is written through, as cp
 * does, unless no_follow says to replace the link itself. */
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
		/* /dev/stdout and a shell's >(program) link to a pipe, which has no name */
		if (stat(path, st) != 0 || S_ISREG(st->st_mode) || S_ISDIR(st->st_mode))
			return os_fail(err, errno, "cannot follow the link");
	}
	f->path = alloc_text(path);
	return f->path != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code open_device(struct file_out *f, struct err *err)
{
	f->handle = open(f->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	return f->handle >= 0 ? ERR_OK : os_fail(err, errno, "cannot open for writing");
}

/* The mode that an ordinary open would give, or the requested one. */
static mode_t final_mode(const struct file_out *f)
{
	mode_t mode = (mode_t)(f->opts.mode & 07777);

	if (f->opts.set_mode)
		return f->opts.less_umask ? mode & ~os_umask() : mode;
	return f->keep_mode ? (mode_t)f->mode : 0666 & ~os_umask();
}

/* Until owner and attributes are set, only the creator may read a file that is not for
 * everybody. And who may not write may set no attributes. */
static mode_t first_mode(const struct file_out *f)
{
	mode_t mode = final_mode(f);

	return (mode & 0444) == 0444 ? (mode & 0777) | 0200 : 0600;
}

#define TEMP_TRIES  16
#define TEMP_NAME   32                  /* bytes of a temporary name, at most */
#define NUMBER_STEP 0x9E3779B97F4A7C16u /* even, so that the number is never 0 */

static size_t folder_len(const struct file_out *f)
{
	return (size_t)(path_base(f->path) - f->path);
}

/* A number that another process hardly has, too: a random one at first, then steps from it. */
static uint64_t next_number(void)
{
	static atomic_uint_fast64_t known; /* 0: not asked yet */
	uint64_t none = 0;
	uint64_t random;
	struct err ignored;

	if (atomic_load(&known) == 0) {
		if (os_random(&random, sizeof random, &ignored) != ERR_OK)
			random = (uint64_t)os_wall_time_ns();
		atomic_compare_exchange_strong(&known, &none, random | 1);
	}
	return atomic_fetch_add(&known, NUMBER_STEP);
}

/* Makes another name for the temporary file. */
static void make_name(struct file_out *f)
{
	snprintf(f->temp + folder_len(f), TEMP_NAME, FILE_OUT_TEMP "%016llx",
		(unsigned long long)next_number());
}

#ifdef O_TMPFILE
/* /proc gives an unnamed file a path; without /proc unnamed files cannot be linked. */
#define FD_NAME_MAX 32
static void fd_name(int fd, char out[FD_NAME_MAX])
{
	snprintf(out, FD_NAME_MAX, "/proc/self/fd/%d", fd);
}

/* Asked until it succeeds once: /proc stays mounted. */
static bool has_fd_names(int fd)
{
	static atomic_bool known;
	char name[FD_NAME_MAX];
	struct stat st;

	if (atomic_load(&known))
		return true;
	fd_name(fd, name);
	if (lstat(name, &st) != 0)
		return false;
	atomic_store(&known, true);
	return true;
}

/* Opens an unnamed file in the folder: neither SIGKILL nor a power cut leaves it behind. -1 where
 * the file system does not support that. */
static int open_unnamed(const struct file_out *f)
{
	size_t dir = folder_len(f);
	char *folder = strndup(dir != 0 ? f->path : ".", dir != 0 ? dir : 1);
	int fd = -1;

	if (folder != NULL)
		fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, first_mode(f));
	free(folder);
	if (fd < 0 || has_fd_names(fd))
		return fd;
	close(fd);
	return -1;
}

/* Since Linux 6.10 whoever opened the file may link it by its descriptor, and root before. */
static bool give_name_of(const struct file_out *f, const char *path)
{
	static atomic_bool by_path;
	char name[FD_NAME_MAX];

	if (!atomic_load_explicit(&by_path, memory_order_relaxed)) {
		if (linkat(fd_of(f), "", AT_FDCWD, path, AT_EMPTY_PATH) == 0)
			return true;
		if (errno == EEXIST)
			return false;
	}
	fd_name(fd_of(f), name);
	if (linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW) != 0)
		return false;
	atomic_store_explicit(&by_path, true, memory_order_relaxed);
	return true;
}
#else
static int open_unnamed(const struct file_out *f)
{
	(void)f;
	return -1;
}

static bool give_name_of(const struct file_out *f, const char *path)
{
	(void)f;
	(void)path;
	return false;
}
#endif

/* The name is registered for cleanup before the file exists, so that a signal between the two
 * leaves nothing behind. */
static enum err_code give_temp_name(struct file_out *f, struct err *err)
{
	for (int i = 0; i < TEMP_TRIES; i++) {
		make_name(f);
		f->cleanup = os_cleanup_add(f->temp);
		if (give_name_of(f, f->temp)) {
			f->unnamed = false;
			return ERR_OK;
		}
		os_cleanup_drop(f->cleanup);
		f->cleanup = -1;
		if (errno != EEXIST)
			break;
	}
	return os_fail(err, errno, "cannot give the file its name");
}

/* Returns errno; the name is registered first here, too. */
static int create_named(struct file_out *f)
{
	make_name(f);
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
	size_t dir = folder_len(f);
	int e = EEXIST;

	f->temp = malloc(dir + TEMP_NAME);
	if (f->temp == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(f->temp, f->path, dir);
	f->handle = open_unnamed(f);
	f->unnamed = f->handle >= 0;
	if (f->unnamed)
		return ERR_OK;
	for (int i = 0; i < TEMP_TRIES && e == EEXIST; i++)
		e = create_named(f);
	if (e == 0)
		return ERR_OK;
	free(f->temp);
	f->temp = NULL;
	return os_fail(err, e, "cannot write into its folder");
}

static enum err_code exists_already(struct err *err)
{
	return err_set_os(err, ERR_EXISTS, EEXIST, "exists already (--force overwrites)");
}

/* Replaces the regular file that opts.was describes. */
static enum err_code start_known(const char *path, struct file_out *f, struct err *err)
{
	if (!f->opts.force)
		return exists_already(err);
	f->path = alloc_text(path);
	if (f->path == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	f->keep_mode = true;
	f->mode = f->opts.was.mode & 0777;
	return open_temp(f, err);
}

enum err_code file_out_start(const char *path, struct file_out *f, struct err *err)
{
	struct stat st;
	bool exists;
	enum err_code rc;

	if (f->opts.unchanged)
		return start_known(path, f, err);
	rc = final_name(path, f, &st, &exists, err);
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
		return exists_already(err);
	f->keep_mode = S_ISREG(st.st_mode);
	f->mode = (uint32_t)(st.st_mode & 0777);
	return open_temp(f, err);
}

enum err_code file_out_write(struct file_out *f, const void *ptr, size_t len, struct err *err)
{
	const uint8_t *p = ptr;

	while (len > 0) {
		ssize_t n = write(fd_of(f), p, len);

		if (n < 0 && os_again(fd_of(f), POLLOUT))
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

/* st: the file's status; NULL: not known. */
static void set_mode(struct file_out *f, const struct stat *st)
{
	mode_t mode = final_mode(f);

	if (st == NULL || (st->st_mode & 07777) != mode)
		(void)!fchmod(fd_of(f), mode);
}

/* Unnamed files that are still open. */
static atomic_uint held;

#define HELD_BESIDE 64   /* descriptors left for other uses */
#define HELD_WANTED 8192 /* descriptors; shells often start with 1024, which programs may raise */

/* How many unnamed files may be open, each with the one that it replaces; asked once, as the limit
 * stays. */
static unsigned held_most(void)
{
	static atomic_uint known; /* limit + 1; 0: not asked yet */
	unsigned most = atomic_load(&known);
	struct rlimit limit;
	struct rlimit more;

	if (most != 0)
		return most - 1;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		limit.rlim_cur = 0;
	more = limit;
	more.rlim_cur = limit.rlim_max < HELD_WANTED ? limit.rlim_max : HELD_WANTED;
	if (more.rlim_cur > limit.rlim_cur && setrlimit(RLIMIT_NOFILE, &more) == 0)
		limit = more;
	if (limit.rlim_cur > HELD_BESIDE)
		most = limit.rlim_cur > UINT16_MAX ? UINT16_MAX
						   : (unsigned)(limit.rlim_cur - HELD_BESIDE) / 2;
	atomic_store(&known, most + 1);
	return most;
}

static bool may_wait(struct file_out *f)
{
	f->held = atomic_fetch_add(&held, 1) < held_most();
	if (!f->held)
		atomic_fetch_sub(&held, 1);
	return f->held;
}

static enum err_code set_time(const struct file_out *f, struct err *err)
{
	struct timespec times[2] = {os_timespec(false, 0), os_timespec(true, f->opts.mtime_ns)};

	return futimens(fd_of(f), times) == 0 ? ERR_OK : os_fail(err, errno, "cannot set the time");
}

enum err_code file_out_settle(struct file_out *f, bool flush, struct err *err)
{
	struct stat st;
	bool known = fstat(fd_of(f), &st) == 0;

	if (f->opts.like != NULL || (f->keep_mode && (f->opts.keep || !f->opts.set_mode)))
		known = !file_out_keep(f, known ? &st : NULL) && known;
	set_mode(f, known ? &st : NULL);
	f->dev = known ? (uint64_t)st.st_dev : 0;
	if (f->unnamed && f->opts.set_times && set_time(f, err) != ERR_OK)
		return err->code;
	if (flush && !f->opts.no_sync && fsync(fd_of(f)) != 0 && errno != EINVAL &&
		errno != ENOTSUP)
		return os_fail(err, errno, "cannot write");
	return !f->unnamed || flush || may_wait(f) ? ERR_OK : give_temp_name(f, err);
}

/* Replaces an existing file, which is held open: its blocks are freed when it is closed, and not
 * under the lock of its folder, where other renames wait. No system call renames an unnamed file
 * over another: between the two steps only SIGKILL leaves the temporary name behind. */
static enum err_code replace(struct file_out *f, struct err *err)
{
	enum err_code rc = f->unnamed ? give_temp_name(f, err) : ERR_OK;

#ifdef O_PATH
	if (rc == ERR_OK && f->opts.force)
		f->old = open(f->path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
#endif
	return rc == ERR_OK ? file_rename(f->temp, f->path, f->opts.force, err) : rc;
}

/* A new file gets its name in one step. */
enum err_code file_out_place(struct file_out *f, struct err *err)
{
	if (!f->unnamed || f->keep_mode)
		return replace(f, err);
	f->unnamed = !give_name_of(f, f->path);
	if (!f->unnamed)
		return ERR_OK;
	if (errno == EEXIST && !f->opts.force)
		return err_set_os(err, ERR_EXISTS, EEXIST, "exists already");
	return errno == EEXIST ? replace(f, err)
			       : os_fail(err, errno, "cannot give the file its name");
}

enum err_code file_out_close(struct file_out *f, struct err *err)
{
	int fd = fd_of(f);

	if (f->held)
		atomic_fetch_sub(&held, 1);
	f->held = false;
	f->handle = FILE_OUT_CLOSED;
	return close(fd) == 0 ? ERR_OK : os_fail(err, errno, "cannot write");
}
