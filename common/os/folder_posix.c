/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* d_type */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "os_private.h"
#include "stat_posix.h"

struct folder {
	DIR *dir;
};

enum err_code folder_open(const char *path, struct folder **out, struct err *err)
{
	struct folder *f = malloc(sizeof *f);

	if (f == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	f->dir = opendir(path);
	if (f->dir == NULL) {
		int e = errno;

		free(f);
		return os_fail(err, e, "cannot read the folder");
	}
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

const char *folder_next(struct folder *f, enum file_type *type, struct err *err)
{
	struct dirent *e;

	do {
		errno = 0;
		e = readdir(f->dir);
		if (e == NULL) {
			if (errno != 0)
				os_fail(err, errno, "cannot read the folder");
			return NULL;
		}
	} while (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0);
	*type = type_of(e->d_type);
	return e->d_name;
}

enum err_code folder_info(struct folder *f, const char *name, const char *path,
	struct file_info *out, struct err *err)
{
	struct stat st;

	(void)path;
	if (fstatat(dirfd(f->dir), name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return os_no_stat(out, err);
	os_take_stat(&st, name, out);
	return ERR_OK;
}

void folder_close(struct folder *f)
{
	closedir(f->dir);
	free(f);
}
