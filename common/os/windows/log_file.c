/* SPDX-License-Identifier: MIT */
#include "biosbelt/log_file.h"

#include <windows.h>

#include <stdlib.h>

#include "os_private.h"

struct log_file {
	HANDLE handle;
	uint64_t size;
};

enum err_code log_file_open(const char *path, bool append, struct log_file **out, struct err *err)
{
	wchar_t *wide = os_wide_path(path);
	struct log_file *f = calloc(1, sizeof *f);
	LARGE_INTEGER size = {.QuadPart = 0};
	DWORD e;

	if (f == NULL || wide == NULL) {
		free(f);
		free(wide);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	f->handle =
		CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE,
			NULL, append ? OPEN_ALWAYS : CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
	e = GetLastError();
	free(wide);
	if (f->handle == INVALID_HANDLE_VALUE) {
		free(f);
		return os_fail(err, (long)e, "cannot open for writing");
	}
	if (GetFileType(f->handle) == FILE_TYPE_CHAR) { /* a port, a console, NUL */
		log_file_close(f);
		return err_set(
			err, ERR_UNSUPPORTED, "is a device, no file (--log PORT logs a port)");
	}
	if (GetFileSizeEx(f->handle, &size))
		SetFilePointerEx(f->handle, size, NULL, FILE_BEGIN);
	f->size = (uint64_t)size.QuadPart;
	*out = f;
	return ERR_OK;
}

enum err_code log_file_write(struct log_file *f, const void *ptr, size_t len, struct err *err)
{
	const uint8_t *p = ptr;

	while (len > 0) {
		DWORD step = len < (1u << 20) ? (DWORD)len : 1u << 20;
		DWORD done = 0;

		if (!WriteFile(f->handle, p, step, &done, NULL))
			return os_fail(err, (long)GetLastError(), "write failed");
		if (done == 0)
			return os_fail(err, ERROR_DISK_FULL, "write failed");
		p += done;
		len -= done;
		f->size += done;
	}
	return ERR_OK;
}

bool log_file_is_deleted(const struct log_file *f)
{
	FILE_STANDARD_INFO info;

	return GetFileInformationByHandleEx(f->handle, FileStandardInfo, &info, sizeof info) != 0 &&
	       (info.DeletePending || info.NumberOfLinks == 0);
}

enum err_code log_file_cut(struct log_file *f, uint64_t size, struct err *err)
{
	LARGE_INTEGER at = {.QuadPart = (LONGLONG)size};
	LARGE_INTEGER now;

	if (GetFileSizeEx(f->handle, &now) && (uint64_t)now.QuadPart <= size)
		return ERR_OK;
	if (!SetFilePointerEx(f->handle, at, NULL, FILE_BEGIN) || !SetEndOfFile(f->handle))
		return os_fail(err, (long)GetLastError(), "cannot shorten");
	f->size = size;
	return ERR_OK;
}

uint64_t log_file_size(const struct log_file *f)
{
	return f->size;
}

void log_file_close(struct log_file *f)
{
	if (f == NULL)
		return;
	CloseHandle(f->handle);
	free(f);
}
