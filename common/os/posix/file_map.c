/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* madvise */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "biosbelt/file.h"
#include "os_private.h"
#include "posix/stat.h"

static enum err_code map_copy(const char *path, size_t max, struct file_map *out, struct err *err)
{
	struct blob b;
	enum err_code rc = file_read(path, max, &b, err);

	if (rc == ERR_OK)
		*out = (struct file_map){.data = blob_span(b), .handle = b.ptr};
	return rc;
}

/* Smaller files are read: a mapping costs more than it saves. */
#define MAP_WORTH ((size_t)65536)

/* Reads an open file. */
static enum err_code read_small(int fd, size_t size, struct file_map *out, struct err *err)
{
	uint8_t *ptr = malloc(size);
	size_t have = 0;

	if (ptr == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while (have < size) {
		ssize_t n = read(fd, ptr + have, size - have);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			free(ptr);
			return os_fail(err, errno, "cannot read");
		}
		if (n == 0)
			break;
		have += (size_t)n;
	}
	*out = (struct file_map){.data = span_of(ptr, have), .handle = ptr};
	return ERR_OK;
}

/* out->file is fd when that has to stay open. */
static enum err_code map_fd(
	int fd, const char *path, size_t max, struct file_map *out, struct err *err)
{
	struct stat st;
	size_t size;
	void *ptr;

	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return err_set(err, ERR_IO, "is not a regular file");
	if (st.st_size == 0)
		return map_copy(path, max, out, err);
	if ((uintmax_t)st.st_size > max)
		return err_set(err, ERR_LIMIT, "longer than %zu bytes", max);
	size = (size_t)st.st_size;
	if (size < MAP_WORTH)
		return read_small(fd, size, out, err);
	ptr = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (ptr == MAP_FAILED)
		return map_copy(path, max, out, err);
	*out = (struct file_map){span_of(ptr, size), ptr, true, fd};
	os_map_named(out, path);
	return ERR_OK;
}

/* Never waits for a FIFO that has taken the file's place. */
enum err_code file_map_regular(
	const char *path, bool no_follow, size_t max, struct file_map *out, struct err *err)
{
	int fd = open(path, OS_PEEK_FLAGS | (no_follow ? O_NOFOLLOW : 0));
	enum err_code rc;

	if (fd < 0)
		return os_fail(err, errno, "cannot open");
	rc = map_fd(fd, path, max, out, err);
	if (rc != ERR_OK || !out->mapped)
		close(fd);
	return rc;
}

enum err_code file_map_open(
	const char *path, size_t max, bool copy, struct file_map *out, struct err *err)
{
	struct stat st;

	if (copy || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return map_copy(path, max, out, err);
	return file_map_regular(path, false, max, out, err);
}

void file_map_close(struct file_map *map)
{
	if (map->mapped) {
		os_map_forget(map);
		os_map_drop(map->handle, map->data.len);
		close((int)map->file);
	} else {
		free(map->handle);
	}
	*map = (struct file_map){.mapped = false};
}

bool file_maps(void)
{
	return true;
}

void file_map_forget(const struct file_map *map, size_t off, size_t len)
{
	struct span part;

	if (map->mapped && span_slice(map->data, off, len, &part))
		(void)madvise((uint8_t *)map->handle + off, len, MADV_DONTNEED); /* only a hint */
}
