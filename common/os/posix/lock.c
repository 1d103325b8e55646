/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "biosbelt/file.h"
#include "os_private.h"

struct file_lock {
	int fd;
};

enum err_code file_lock_open(const char *path, struct file_lock **out, bool *busy, struct err *err)
{
	struct file_lock *lock = malloc(sizeof *lock);
	int saved;

	*out = NULL;
	*busy = false;
	if (lock == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	lock->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (lock->fd >= 0 && flock(lock->fd, LOCK_EX | LOCK_NB) == 0) {
		*out = lock;
		return ERR_OK;
	}
	saved = errno;
	if (lock->fd >= 0)
		close(lock->fd);
	free(lock);
	*busy = saved == EWOULDBLOCK;
	return *busy ? ERR_OK : os_fail(err, saved, "cannot lock");
}

void file_lock_close(struct file_lock *lock)
{
	if (lock == NULL)
		return;
	close(lock->fd);
	free(lock);
}

enum err_code file_sync_folder(const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int rc;
	int saved;

	if (fd < 0)
		return os_fail(err, errno, "cannot open");
	rc = fsync(fd);
	saved = errno;
	close(fd);
	/* some file systems cannot do it for folders */
	return rc == 0 || saved == EINVAL || saved == ENOTSUP ? ERR_OK
							      : os_fail(err, saved, "cannot sync");
}
