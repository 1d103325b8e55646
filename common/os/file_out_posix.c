/* SPDX-License-Identifier: MIT */
/* Output files that appear whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "os_private.h"

struct file_out {
	int fd;
	int cleanup;
	char *path; /* final name, links resolved */
	char *temp; /* NULL: written straight to a device or pipe */
	struct file_out_opts opts;
	bool keep_mode; /* the file that is replaced had mode */
	uint32_t mode;
};

static void out_free(struct file_out *f)
{
	if (f == NULL)
		return;
	if (f->fd >= 0)
		close(f->fd);
	if (f->temp != NULL) {
		unlink(f->temp);
		os_cleanup_drop(f->cleanup);
	}
	free(f->temp);
	free(f->path);
	free(f);
}

/* Where path leads: an existing link is written through, as cp does. */
static enum err_code final_name(const char *path, struct file_out *f, struct err *err)
{
	struct stat st;

	if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode)) {
		f->path = realpath(path, NULL);
		if (f->path == NULL)
			return os_fail(err, errno, "cannot follow the link");
		return ERR_OK;
	}
	f->path = strdup(path);
	return f->path != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code open_device(struct file_out *f, struct err *err)
{
	f->fd = open(f->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	return f->fd >= 0 ? ERR_OK : os_fail(err, errno, "cannot open for writing");
}

static enum err_code open_temp(struct file_out *f, struct err *err)
{
	static const char pattern[] = ".biosbelt-XXXXXX";
	size_t dir = (size_t)(path_base(f->path) - f->path);

	f->temp = malloc(dir + sizeof pattern);
	if (f->temp == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(f->temp, f->path, dir);
	memcpy(f->temp + dir, pattern, sizeof pattern);
	f->fd = mkstemp(f->temp);
	if (f->fd < 0) {
		int e = errno;

		free(f->temp);
		f->temp = NULL;
		return os_fail(err, e, "cannot write into its folder");
	}
	f->cleanup = os_cleanup_add(f->temp);
	return ERR_OK;
}

static enum err_code open_any(const char *path, struct file_out *f, struct err *err)
{
	struct stat st;
	enum err_code rc = final_name(path, f, err);

	if (rc != ERR_OK)
		return rc;
	if (path[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "empty file name");
	if (stat(f->path, &st) != 0)
		return open_temp(f, err);
	if (S_ISDIR(st.st_mode))
		return os_fail(err, EISDIR, "cannot write");
	if (!S_ISREG(st.st_mode))
		return open_device(f, err);
	if (!f->opts.force)
		return err_set_os(err, ERR_EXISTS, EEXIST, "exists already (--force overwrites)");
	f->keep_mode = true;
	f->mode = (uint32_t)(st.st_mode & 0777);
	return open_temp(f, err);
}

enum err_code file_out_open(
	const char *path, const struct file_out_opts *opts, struct file_out **out, struct err *err)
{
	struct file_out *f = calloc(1, sizeof *f);
	enum err_code rc;

	if (f == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	f->fd = -1;
	f->cleanup = -1;
	f->opts = *opts;
	rc = open_any(path, f, err);
	if (rc != ERR_OK) {
		out_free(f);
		return rc;
	}
	*out = f;
	return ERR_OK;
}

enum err_code file_out_write(struct file_out *f, const void *ptr, size_t len, struct err *err)
{
	const uint8_t *p = ptr;

	while (len > 0) {
		ssize_t n = write(f->fd, p, len);

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
		ssize_t n = pread(f->fd, p + have, cap - have, (off_t)(off + have));

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
		ssize_t n = pwrite(f->fd, p, len, (off_t)off);

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

/* mkstemp made the file 0600: give it the mode an ordinary open would have. */
static void set_mode(struct file_out *f)
{
	if (f->opts.set_mode) {
		(void)!fchmod(f->fd, (mode_t)(f->opts.mode & 07777));
		return;
	}
	if (f->keep_mode) {
		(void)!fchmod(f->fd, (mode_t)f->mode);
		return;
	}
	(void)!fchmod(f->fd, (mode_t)(0666 & ~os_umask()));
}

enum err_code file_out_commit(struct file_out *f, struct err *err)
{
	enum err_code rc = ERR_OK;
	int fd = f->fd;

	if (f->temp != NULL) {
		set_mode(f);
		if (!f->opts.no_sync && fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP)
			rc = os_fail(err, errno, "cannot write");
	}
	f->fd = -1;
	if (close(fd) != 0 && rc == ERR_OK)
		rc = os_fail(err, errno, "cannot write");
	if (rc == ERR_OK && f->temp != NULL && f->opts.set_times)
		rc = file_set_mtime(f->temp, f->opts.mtime_ns, err);
	if (rc == ERR_OK && f->temp != NULL) {
		rc = file_rename(f->temp, f->path, f->opts.force, err);
		if (rc == ERR_OK) {
			free(f->temp);
			f->temp = NULL;
			os_cleanup_drop(f->cleanup);
		}
	}
	out_free(f);
	return rc;
}

void file_out_abort(struct file_out *f)
{
	out_free(f);
}
