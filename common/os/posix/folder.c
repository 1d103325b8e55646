/* SPDX-License-Identifier: MIT */
/*
 * Reads entries by the kernel's own call: the overhead of opendir() and readdir() is a fifth of a
 * walk over a tree of small folders.
 */
#define _GNU_SOURCE /* getdents64 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os_private.h"
#include "posix/stat.h"

#define LIST_LEN 32768 /* bytes of entries asked for at once */
#define HELD_MAX 64    /* far below the 1,024 descriptors that a process may have by default */

struct folder {
	int fd;
	/* Peeked files, closed together later: one system call for descriptors in a row. */
	int held;
	int held_end;
	size_t pos;
	size_t len;
	_Alignas(struct dirent64) char list[LIST_LEN];
};

enum err_code folder_open(const char *path, struct folder **out, struct err *err)
{
	struct folder *f = malloc(sizeof *f);

	if (f == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	f->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
	if (f->fd < 0) {
		int e = errno;

		free(f);
		return os_fail(err, e, "cannot read the folder");
	}
	f->held = 0;
	f->held_end = 0;
	f->pos = 0;
	f->len = 0;
	*out = f;
	return ERR_OK;
}

static enum file_type type_of(unsigned char d_type)
{
	switch (d_type) {
	case DT_REG:
		return FILE_REGULAR;
	case DT_DIR:
		return FILE_FOLDER;
	case DT_LNK:
		return FILE_LINK;
	case DT_UNKNOWN:
		return FILE_NONE;
	default:
		return FILE_OTHER;
	}
}

/* False at the end of the folder, or with an error. */
static bool fill(struct folder *f, struct err *err)
{
	ssize_t n = getdents64(f->fd, (void *)f->list, LIST_LEN);

	if (n < 0) /* ENOENT: removed meanwhile */
		os_fail(err, errno, "cannot read the folder");
	f->pos = 0;
	f->len = n > 0 ? (size_t)n : 0;
	return n > 0;
}

static bool is_dots(const char *name)
{
	return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

const char *folder_next(struct folder *f, enum file_type *type, struct err *err)
{
	const struct dirent64 *e;

	do {
		if (f->pos == f->len && !fill(f, err))
			return NULL;
		e = (const struct dirent64 *)(const void *)(f->list + f->pos);
		f->pos += e->d_reclen;
	} while (is_dots(e->d_name));
	*type = type_of(e->d_type);
	return e->d_name;
}

enum err_code folder_info(struct folder *f, const char *name, const char *path,
	struct file_info *out, struct err *err)
{
	struct stat st;

	(void)path;
	if (fstatat(f->fd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return os_no_stat(out, err);
	os_take_stat(&st, name, out);
	return ERR_OK;
}

static void close_row(int first, int end)
{
#ifdef SYS_close_range /* glibc has it since 2.34, the kernel since 5.9 */
	if (end - first > 1 && syscall(SYS_close_range, first, end - 1, 0) == 0)
		return;
#endif
	while (first < end)
		close(first++);
}

static void close_held(struct folder *f)
{
	close_row(f->held, f->held_end);
	f->held = 0;
	f->held_end = 0;
}

static void hold(struct folder *f, int fd)
{
	if (f->held_end != fd || fd - f->held >= HELD_MAX) {
		close_held(f);
		f->held = fd;
	}
	f->held_end = fd + 1;
}

/* As in os_peek. */
static int open_quickly(int folder, const char *name)
{
	int flags = OS_PEEK_FLAGS;

	flags |= O_LARGEFILE; /* the C library adds it on 32-bit systems */
	return (int)syscall(SYS_openat, folder, name, flags, 0);
}

enum err_code folder_peek(struct folder *f, const char *name, const char *path, void *ptr,
	size_t cap, size_t *got, struct err *err)
{
	int fd = open_quickly(f->fd, name);
	enum err_code rc;

	(void)path;
	if (fd < 0 && errno == EMFILE && f->held_end > f->held) {
		close_held(f);
		fd = open_quickly(f->fd, name);
	}
	rc = os_peek(fd, ptr, cap, got, err);
	if (fd >= 0)
		hold(f, fd);
	return rc;
}

void folder_close(struct folder *f)
{
	if (f->held == f->fd + 1) {
		close_row(f->fd, f->held_end);
	} else {
		close_held(f);
		close(f->fd);
	}
	free(f);
}
