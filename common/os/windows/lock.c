/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include <stdlib.h>

#include "biosbelt/file.h"
#include "os_private.h"

struct file_lock {
	HANDLE handle;
};

enum err_code file_lock_open(const char *path, struct file_lock **out, bool *busy, struct err *err)
{
	struct file_lock *lock = malloc(sizeof *lock);
	wchar_t *wide = os_wide_path(path);
	DWORD e = ERROR_OUTOFMEMORY;

	*out = NULL;
	*busy = false;
	if (lock != NULL && wide != NULL) {
		/* no sharing: whoever has it open holds the lock */
		lock->handle = CreateFileW(
			wide, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, 0, NULL);
		e = lock->handle == INVALID_HANDLE_VALUE ? GetLastError() : 0;
	}
	free(wide);
	if (lock != NULL && (e == 0 || e == ERROR_ALREADY_EXISTS)) {
		*out = lock;
		return ERR_OK;
	}
	free(lock);
	*busy = e == ERROR_SHARING_VIOLATION;
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
