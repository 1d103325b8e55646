/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include <stdlib.h>

#include "biosbelt/file.h"
#include "os_private.h"

struct file_lock {
	HANDLE handle;
};

/* Locks a byte far after the end, so that the file can be read: by scanners and indexers, which
 * open files for a moment, and by us. */
static DWORD take(HANDLE h)
{
	OVERLAPPED at = {.OffsetHigh = 0x40000000};
	DWORD e = LockFileEx(h, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
			  ? 0
			  : GetLastError();

	if (e != 0)
		CloseHandle(h);
	return e;
}

enum err_code file_lock_open(const char *path, struct file_lock **out, bool *busy, struct err *err)
{
	struct file_lock *lock = malloc(sizeof *lock);
	wchar_t *wide = os_wide_path(path);
	DWORD e = ERROR_OUTOFMEMORY;

	*out = NULL;
	*busy = false;
	if (lock != NULL && wide != NULL) {
		/* the file cannot be removed while it is held */
		lock->handle = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE,
			FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_ALWAYS, 0, NULL);
		e = lock->handle == INVALID_HANDLE_VALUE ? GetLastError() : take(lock->handle);
	}
	free(wide);
	if (lock != NULL && e == 0) {
		*out = lock;
		return ERR_OK;
	}
	free(lock);
	*busy = e == ERROR_SHARING_VIOLATION || e == ERROR_LOCK_VIOLATION;
	return *busy ? ERR_OK : os_fail(err, (long)e, "cannot lock");
}

void file_lock_close(struct file_lock *lock)
{
	if (lock == NULL)
		return;
	CloseHandle(lock->handle);
	free(lock);
}

/* Renames are written through here; see file_rename. */
enum err_code file_sync_folder(const char *path, struct err *err)
{
	(void)path;
	(void)err;
	return ERR_OK;
}
