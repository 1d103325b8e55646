/* SPDX-License-Identifier: MIT */
#include "biosbelt/sysfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "biosbelt/num.h"

static void trim(char *text)
{
	size_t len = strlen(text);
	size_t from = 0;

	while (len > 0 && strchr(" \t\r\n", text[len - 1]) != NULL)
		len--;
	text[len] = '\0';
	from = strspn(text, " \t\r\n");
	memmove(text, text + from, len - from + 1);
}

static struct err torn; /* of the first file or folder that is there and could not be read */

enum err_code sysfs_whole(struct err *err)
{
	enum err_code rc = torn.code;

	if (rc != ERR_OK)
		*err = torn;
	torn.code = ERR_OK;
	return rc;
}

void sysfs_failed(const char *path, int number)
{
	/* a driver without such a value, and a device or process that has gone */
	static const int none[] = {
		ENOENT, ENOTDIR, ENODEV, ENXIO, ENODATA, EINVAL, EOPNOTSUPP, ESRCH};
	size_t i;

	for (i = 0; i < sizeof none / sizeof none[0]; i++)
		if (number == none[i])
			return;
	if (torn.code == ERR_OK)
		err_set_os(&torn, ERR_IO, number, "cannot read %s", path);
}

bool sysfs_text(const char *path, char *out, size_t cap)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	ssize_t n;

	if (fd < 0)
		return false;
	do {
		n = read(fd, out, cap - 1);
	} while (n < 0 && errno == EINTR);
	close(fd); /* keeps errno */
	if (n < 0)
		return false;
	out[n] = '\0';
	trim(out);
	return true;
}

bool sysfs_path(char *out, size_t cap, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(out, cap, fmt, args);
	va_end(args);
	return n >= 0 && (size_t)n < cap;
}

bool sysfs_attr(const char *folder, const char *name, char *out, size_t cap)
{
	char path[SYSFS_PATH_MAX];

	return sysfs_path(path, sizeof path, "%s/%s", folder, name) && sysfs_text(path, out, cap);
}

bool sysfs_need(const char *folder, const char *name, char *out, size_t cap)
{
	char path[SYSFS_PATH_MAX];

	if (!sysfs_path(path, sizeof path, "%s/%s", folder, name))
		return false;
	if (sysfs_text(path, out, cap))
		return true;
	sysfs_failed(path, errno);
	return false;
}

bool sysfs_need_u64(const char *folder, const char *name, uint64_t *out)
{
	char text[32];

	return sysfs_need(folder, name, text, sizeof text) && num_parse_u64(text, out);
}

bool sysfs_attr_u64(const char *folder, const char *name, uint64_t *out)
{
	char text[32];

	return sysfs_attr(folder, name, text, sizeof text) && num_parse_u64(text, out);
}

bool sysfs_link(const char *path, char *out, size_t cap)
{
	ssize_t n = readlink(path, out, cap);

	if (n < 0 || (size_t)n >= cap)
		return false;
	out[n] = '\0';
	return true;
}

bool sysfs_link_base(const char *folder, const char *name, char *out, size_t cap)
{
	char path[SYSFS_PATH_MAX];
	char target[SYSFS_PATH_MAX];
	const char *slash;

	if (!sysfs_path(path, sizeof path, "%s/%s", folder, name) ||
		!sysfs_link(path, target, sizeof target))
		return false;
	slash = strrchr(target, '/');
	return sysfs_path(out, cap, "%s", slash != NULL ? slash + 1 : target);
}

bool sysfs_real(const char *path, char *out, size_t cap)
{
	char *real = realpath(path, NULL);
	bool fits = real != NULL && sysfs_path(out, cap, "%s", real);

	free(real);
	return fits;
}

/* The next name; NULL at the end, or where reading breaks off. A process that ends meanwhile has
 * nothing more to list. */
static const struct dirent *next_name(DIR *dir, const char *folder)
{
	const struct dirent *entry;

	errno = 0;
	entry = readdir(dir);
	if (entry == NULL && errno != 0)
		sysfs_failed(folder, errno);
	return entry;
}

bool sysfs_each(
	const char *folder, size_t max, bool (*each)(void *user, const char *name), void *user)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	if (dir == NULL) {
		if (errno != EACCES && errno != EPERM)
			sysfs_failed(folder, errno);
		return false;
	}
	while (max > 0 && (entry = next_name(dir, folder)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		max--;
		if (!each(user, entry->d_name))
			break;
	}
	closedir(dir);
	return true;
}
