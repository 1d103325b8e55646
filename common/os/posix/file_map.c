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

static enum err_code map_copy(const char *path, size_t max, struct file_map *out, struct err *err)
{
	struct blob b;
	enum err_code rc = file_read(path, max, &b, err);

	if (rc == ERR_OK)
		*out = (struct file_map){blob_span(b), b.ptr, false};
	return rc;
}

enum err_code file_map_open(
	const char *path, size_t max, bool copy, struct file_map *out, struct err *err)
{
	struct stat st;
	void *ptr;
	int fd;

	if (copy || stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
		return map_copy(path, max, out, err);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return os_fail(err, errno, "cannot open");
	if (fstat(fd, &st) != 0 || (uintmax_t)st.st_size > max) {
		close(fd);
		return err_set(err, ERR_LIMIT, "longer than %zu bytes", max);
	}
	ptr = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (ptr == MAP_FAILED)
		return map_copy(path, max, out, err);
	*out = (struct file_map){span_of(ptr, (size_t)st.st_size), ptr, true};
	return ERR_OK;
}

void file_map_close(struct file_map *map)
{
	if (map->mapped)
		munmap(map->handle, map->data.len);
	else
		free(map->handle);
	*map = (struct file_map){{NULL, 0}, NULL, false};
}

bool file_maps(void)
{
	return true;
}

void file_map_forget(const struct file_map *map, size_t off, size_t len)
{
	struct span part;

	if (map->mapped && span_slice(map->data, off, len, &part))
		(void)madvise((uint8_t *)map->handle + off, len, MADV_DONTNEED); /* only advice */
}
