/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include <stdlib.h>
#include <wchar.h>

#include "os_private.h"

struct folder {
	HANDLE find;
	WIN32_FIND_DATAW data;
	bool fresh; /* data holds an entry not returned yet */
	bool empty; /* find is not a handle */
	char *name; /* of the entry returned last */
};

enum err_code folder_open(const char *path, struct folder **out, struct err *err)
{
	struct blob pattern;
	struct folder *f;
	wchar_t *wide;
	enum err_code rc = path_join(path, "*", &pattern, err);

	if (rc != ERR_OK)
		return rc;
	wide = os_wide_path((const char *)pattern.ptr);
	blob_free(&pattern);
	f = calloc(1, sizeof *f);
	if (wide == NULL || f == NULL) {
		free(wide);
		free(f);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	f->find = FindFirstFileW(wide, &f->data);
	free(wide);
	if (f->find == INVALID_HANDLE_VALUE) {
		DWORD e = GetLastError();

		/* The root of a drive has no "." and "..": empty, it has no entry at all. */
		if (e != ERROR_FILE_NOT_FOUND && e != ERROR_NO_MORE_FILES) {
			free(f);
			return os_fail(err, (long)e, "cannot read the folder");
		}
		f->empty = true;
	}
	f->fresh = true;
	*out = f;
	return ERR_OK;
}

static enum file_type type_of(const WIN32_FIND_DATAW *d)
{
	/* Only symbolic links and junctions: a OneDrive or dedup reparse point is an ordinary
	 * file. */
	if ((d->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
		(d->dwReserved0 == IO_REPARSE_TAG_SYMLINK ||
			d->dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT))
		return FILE_LINK;
	return (d->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FILE_FOLDER : FILE_REGULAR;
}

const char *folder_next(struct folder *f, enum file_type *type, struct err *err)
{
	if (f->empty)
		return NULL;
	do {
		if (!f->fresh && !FindNextFileW(f->find, &f->data)) {
			if (GetLastError() != ERROR_NO_MORE_FILES)
				os_fail(err, (long)GetLastError(), "cannot read the folder");
			return NULL;
		}
		f->fresh = false;
	} while (wcscmp(f->data.cFileName, L".") == 0 || wcscmp(f->data.cFileName, L"..") == 0);
	free(f->name);
	f->name = os_narrow(f->data.cFileName);
	if (f->name == NULL) {
		err_set(err, ERR_NOMEM, "out of memory");
		return NULL;
	}
	*type = type_of(&f->data);
	return f->name;
}

enum err_code folder_info(struct folder *f, const char *name, const char *path,
	struct file_info *out, struct err *err)
{
	(void)f;
	(void)name;
	return file_info(path, true, out, err);
}

enum err_code folder_peek(struct folder *f, const char *name, const char *path, void *ptr,
	size_t cap, size_t *got, struct err *err)
{
	(void)f;
	(void)name;
	return file_peek(path, ptr, cap, got, err);
}

void folder_close(struct folder *f)
{
	if (!f->empty)
		FindClose(f->find);
	free(f->name);
	free(f);
}
