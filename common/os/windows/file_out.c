/* SPDX-License-Identifier: MIT */
/* Output files that appear whole or not at all. */
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "file_out_private.h"
#include "os_private.h"

#define TEMP_TRIES 16

static HANDLE handle_of(const struct file_out *f)
{
	return (HANDLE)f->handle;
}

static enum err_code final_name(const char *path, struct file_out *f, struct err *err)
{
	struct file_info info;
	struct blob real;

	if (!f->opts.no_follow && file_info(path, true, &info, err) == ERR_OK &&
		info.type == FILE_LINK) {
		enum err_code rc = file_real_path(path, &real, err);

		f->path = rc == ERR_OK ? (char *)real.ptr : NULL;
		return rc;
	}
	f->path = alloc_text(path);
	return f->path != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* FILE_SHARE_DELETE lets the Ctrl-C handler remove the file while it is open. */
static DWORD create(struct file_out *f, const char *path, DWORD how)
{
	wchar_t *wide = os_wide_path(path);
	HANDLE h;
	DWORD e = ERROR_OUTOFMEMORY;

	if (wide != NULL) {
		h = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE | DELETE,
			FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, how, FILE_ATTRIBUTE_NORMAL,
			NULL);
		e = h == INVALID_HANDLE_VALUE ? GetLastError() : 0;
		f->handle = (intptr_t)h;
	}
	free(wide);
	return e;
}

static enum err_code open_device(struct file_out *f, struct err *err)
{
	wchar_t *wide = os_wide(f->path);
	HANDLE h;
	DWORD e = ERROR_OUTOFMEMORY;

	if (wide != NULL) {
		h = CreateFileW(wide, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
			OPEN_EXISTING, 0, NULL);
		e = h == INVALID_HANDLE_VALUE ? GetLastError() : 0;
		f->handle = (intptr_t)h;
	}
	free(wide);
	return e == 0 ? ERR_OK : os_fail(err, (long)e, "cannot open for writing");
}

static enum err_code open_temp(struct file_out *f, struct err *err)
{
	size_t dir = (size_t)(path_base(f->path) - f->path);
	size_t cap = dir + 40;
	DWORD e = ERROR_OUTOFMEMORY;
	int i;

	f->temp = malloc(cap);
	for (i = 0; f->temp != NULL && i < TEMP_TRIES; i++) {
		uint64_t random;

		if (os_random(&random, sizeof random, err) != ERR_OK)
			random = (uint64_t)os_wall_time_ns();
		memcpy(f->temp, f->path, dir);
		snprintf(f->temp + dir, cap - dir, FILE_OUT_TEMP "%016llx",
			(unsigned long long)random);
		e = create(f, f->temp, CREATE_NEW);
		if (e != ERROR_FILE_EXISTS && e != ERROR_ALREADY_EXISTS)
			break;
	}
	if (e != 0) {
		free(f->temp);
		f->temp = NULL;
		return os_fail(err, (long)e, "cannot write into its folder");
	}
	return ERR_OK;
}

enum err_code file_out_start(const char *path, struct file_out *f, struct err *err)
{
	struct file_info info;
	enum err_code rc;

	if (path[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "empty file name");
	rc = path_check_windows(path, err);
	if (rc == ERR_OK)
		rc = final_name(path, f, err);
	if (rc == ERR_OK)
		rc = file_info(f->path, f->opts.no_follow, &info, err);
	if (rc != ERR_OK)
		return rc;
	if (info.type == FILE_NONE)
		return open_temp(f, err);
	if (info.type == FILE_FOLDER)
		return err_set(err, ERR_IO, "cannot write: it is a folder");
	if (info.type != FILE_REGULAR && info.type != FILE_LINK)
		return f->opts.no_device ? err_set(err, ERR_IO, "cannot write: not a regular file")
					 : open_device(f, err);
	if (!f->opts.force)
		return err_set_os(
			err, ERR_EXISTS, ERROR_FILE_EXISTS, "exists already (--force overwrites)");
	return open_temp(f, err);
}

enum err_code file_out_write(struct file_out *f, const void *ptr, size_t len, struct err *err)
{
	const uint8_t *p = ptr;

	while (len > 0) {
		DWORD step = len < (1u << 30) ? (DWORD)len : 1u << 30;
		DWORD n = 0;

		if (!WriteFile(handle_of(f), p, step, &n, NULL))
			return os_fail(err, (long)GetLastError(), "cannot write");
		if (n == 0) /* a device that takes no more */
			return os_fail(err, ERROR_DISK_FULL, "cannot write");
		p += n;
		len -= n;
	}
	return ERR_OK;
}

static bool seek_to(struct file_out *f, uint64_t off, DWORD from)
{
	LARGE_INTEGER to;

	to.QuadPart = (LONGLONG)off;
	return SetFilePointerEx(handle_of(f), to, NULL, from) != 0;
}

enum err_code file_out_read(
	struct file_out *f, uint64_t off, void *ptr, size_t cap, size_t *got, struct err *err)
{
	uint8_t *p = ptr;
	size_t have = 0;

	if (!seek_to(f, off, FILE_BEGIN))
		return os_fail(err, (long)GetLastError(), "cannot read back");
	while (have < cap) {
		DWORD step = cap - have < (1u << 30) ? (DWORD)(cap - have) : 1u << 30;
		DWORD n = 0;

		if (!ReadFile(handle_of(f), p + have, step, &n, NULL))
			return os_fail(err, (long)GetLastError(), "cannot read back");
		if (n == 0)
			break;
		have += n;
	}
	*got = have;
	if (!seek_to(f, 0, FILE_END))
		return os_fail(err, (long)GetLastError(), "cannot read back");
	return ERR_OK;
}

enum err_code file_out_patch(
	struct file_out *f, uint64_t off, const void *ptr, size_t len, struct err *err)
{
	enum err_code rc;

	if (!seek_to(f, off, FILE_BEGIN))
		return os_fail(err, (long)GetLastError(), "cannot write");
	rc = file_out_write(f, ptr, len, err);
	if (rc == ERR_OK && !seek_to(f, 0, FILE_END))
		return os_fail(err, (long)GetLastError(), "cannot write");
	return rc;
}

enum err_code file_out_settle(struct file_out *f, bool flush, struct err *err)
{
	(void)flush;
	if (!f->opts.no_sync && !FlushFileBuffers(handle_of(f)))
		return os_fail(err, (long)GetLastError(), "cannot write");
	return ERR_OK;
}

enum err_code file_out_place(struct file_out *f, struct err *err)
{
	return file_rename(f->temp, f->path, f->opts.force, err);
}

enum err_code file_out_close(struct file_out *f, struct err *err)
{
	(void)err;
	CloseHandle(handle_of(f)); /* its result is not one of the writing */
	f->handle = FILE_OUT_CLOSED;
	return ERR_OK;
}
