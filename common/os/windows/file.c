/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <winioctl.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/utf.h"
#include "os_private.h"

#define REAL_PATH_MAX 32768 /* characters */

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

static enum err_code no_memory(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

static bool is_missing(DWORD e)
{
	return e == ERROR_FILE_NOT_FOUND || e == ERROR_PATH_NOT_FOUND || e == ERROR_INVALID_NAME ||
	       e == ERROR_BAD_NETPATH || e == ERROR_NOT_READY;
}

static HANDLE open_wide(const char *path, DWORD access, DWORD how, DWORD flags, DWORD *e)
{
	wchar_t *wide = os_wide_path(path);
	HANDLE h = INVALID_HANDLE_VALUE;

	*e = ERROR_OUTOFMEMORY;
	if (wide != NULL) {
		h = CreateFileW(wide, access, SHARE_ALL, NULL, how, flags, NULL);
		*e = h == INVALID_HANDLE_VALUE ? GetLastError() : 0;
	}
	free(wide);
	return h;
}

static enum file_type type_of(HANDLE h, DWORD attributes, bool no_follow)
{
	FILE_ATTRIBUTE_TAG_INFO tag;

	if (GetFileType(h) != FILE_TYPE_DISK)
		return FILE_OTHER;
	if (no_follow && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
		GetFileInformationByHandleEx(h, FileAttributeTagInfo, &tag, sizeof tag) &&
		(tag.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
			tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT))
		return FILE_LINK;
	return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FILE_FOLDER : FILE_REGULAR;
}

static enum err_code info_of(
	HANDLE h, const char *path, bool no_follow, struct file_info *out, struct err *err)
{
	BY_HANDLE_FILE_INFORMATION info = {0};

	if (!GetFileInformationByHandle(h, &info) && GetFileType(h) == FILE_TYPE_DISK)
		return os_fail(err, (long)GetLastError(), "cannot look at it");
	*out = (struct file_info){
		.type = type_of(h, info.dwFileAttributes, no_follow),
		.size = (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow,
		.mtime_ns = os_filetime_ns((uint64_t)info.ftLastWriteTime.dwHighDateTime << 32 |
					   info.ftLastWriteTime.dwLowDateTime),
		.mode = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0  ? 0755
			: (info.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0 ? 0444
										 : 0644,
		.dev = info.dwVolumeSerialNumber,
		.ino = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow,
		.links = info.nNumberOfLinks,
		.hidden = (info.dwFileAttributes & FILE_ATTRIBUTE_HIDDEN) != 0 ||
			  path_base(path)[0] == '.',
	};
	return ERR_OK;
}

enum err_code file_info(const char *path, bool no_follow, struct file_info *out, struct err *err)
{
	enum err_code rc;
	DWORD e;
	HANDLE h = open_wide(path, 0, OPEN_EXISTING,
		FILE_FLAG_BACKUP_SEMANTICS | (no_follow ? FILE_FLAG_OPEN_REPARSE_POINT : 0), &e);

	if (h == INVALID_HANDLE_VALUE) {
		if (!is_missing(e))
			return os_fail(err, (long)e, "cannot look at it");
		*out = (struct file_info){.type = FILE_NONE};
		return ERR_OK;
	}
	rc = info_of(h, path, no_follow, out, err);
	CloseHandle(h);
	return rc;
}

static bool same_path(HANDLE a, HANDLE b)
{
	static const size_t most = REAL_PATH_MAX;
	wchar_t *names = malloc(2 * most * sizeof *names);
	DWORD len = names != NULL ? GetFinalPathNameByHandleW(a, names, REAL_PATH_MAX, 0) : 0;
	bool same = len != 0 && len < REAL_PATH_MAX &&
		    GetFinalPathNameByHandleW(b, names + most, REAL_PATH_MAX, 0) == len &&
		    _wcsicmp(names, names + most) == 0;

	free(names);
	return same;
}

/* The number of a file is reliable only while both are open, and not everywhere: all files of a
 * folder shared by Remote Desktop have the same, and those of a folder of VirtualBox any. */
bool file_same(const char *a, const char *b)
{
	BY_HANDLE_FILE_INFORMATION x = {0}, y = {0};
	DWORD e;
	HANDLE h = open_wide(a, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, &e);
	HANDLE k = open_wide(b, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, &e);
	bool same = h != INVALID_HANDLE_VALUE && k != INVALID_HANDLE_VALUE &&
		    GetFileInformationByHandle(h, &x) && GetFileInformationByHandle(k, &y);

	same = same && (same_path(h, k) ||
			       (x.dwVolumeSerialNumber == y.dwVolumeSerialNumber &&
				       x.nFileIndexHigh == y.nFileIndexHigh &&
				       x.nFileIndexLow == y.nFileIndexLow &&
				       (x.nFileIndexHigh | x.nFileIndexLow) != 0 &&
				       x.nFileSizeHigh == y.nFileSizeHigh &&
				       x.nFileSizeLow == y.nFileSizeLow &&
				       CompareFileTime(&x.ftCreationTime, &y.ftCreationTime) == 0));
	if (h != INVALID_HANDLE_VALUE)
		CloseHandle(h);
	if (k != INVALID_HANDLE_VALUE)
		CloseHandle(k);
	return same;
}

struct file_in {
	HANDLE h;
	bool borrowed; /* standard input */
};

static enum err_code wrap_handle(HANDLE h, bool borrowed, struct file_in **out, struct err *err)
{
	struct file_in *in = malloc(sizeof *in);

	if (in == NULL) {
		if (!borrowed)
			CloseHandle(h);
		return no_memory(err);
	}
	*in = (struct file_in){h, borrowed};
	*out = in;
	return ERR_OK;
}

enum err_code file_in_open(const char *path, struct file_in **out, struct err *err)
{
	DWORD e;
	HANDLE h = open_wide(path, GENERIC_READ, OPEN_EXISTING, 0, &e);

	if (h == INVALID_HANDLE_VALUE)
		return os_fail(err, (long)e, "cannot open");
	return wrap_handle(h, false, out, err);
}

enum err_code file_in_open_soon(
	const char *path, unsigned wait_ms, struct file_in **out, struct err *err)
{
	(void)wait_ms;
	return file_in_open(path, out, err);
}

enum err_code file_in_open_regular(
	const char *path, bool no_follow, struct file_in **out, struct err *err)
{
	(void)no_follow;
	return file_in_open(path, out, err);
}

enum err_code file_in_stdin(struct file_in **out, struct err *err)
{
	return wrap_handle(GetStdHandle(STD_INPUT_HANDLE), true, out, err);
}

enum err_code file_in_read(struct file_in *in, void *ptr, size_t cap, size_t *got, struct err *err)
{
	uint8_t *p = ptr;
	size_t have = 0;

	while (have < cap) {
		DWORD step = cap - have < (1u << 30) ? (DWORD)(cap - have) : 1u << 30;
		DWORD n = 0;

		if (!ReadFile(in->h, p + have, step, &n, NULL)) {
			DWORD e = GetLastError();

			if (e == ERROR_BROKEN_PIPE || e == ERROR_HANDLE_EOF)
				break;
			return os_fail(err, (long)e, "cannot read");
		}
		if (n == 0)
			break;
		have += n;
	}
	*got = have;
	return ERR_OK;
}

enum err_code file_in_rewind(struct file_in *in, struct err *err)
{
	LARGE_INTEGER start = {.QuadPart = 0};

	return SetFilePointerEx(in->h, start, NULL, FILE_BEGIN)
		       ? ERR_OK
		       : os_fail(err, (long)GetLastError(), "cannot read");
}

enum err_code file_in_info(struct file_in *in, struct file_info *out, struct err *err)
{
	return info_of(in->h, "", false, out, err);
}

void file_in_close(struct file_in *in)
{
	if (in == NULL)
		return;
	if (!in->borrowed)
		CloseHandle(in->h);
	free(in);
}

enum err_code file_peek(const char *path, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct file_in *in = NULL;
	enum err_code rc = file_in_open(path, &in, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_in_read(in, ptr, cap, got, err);
	file_in_close(in);
	return rc;
}

enum err_code os_make_folder(const char *path, struct err *err)
{
	wchar_t *wide = os_wide_path(path);
	DWORD e = 0;
	DWORD attributes;

	if (wide == NULL)
		return no_memory(err);
	if (!CreateDirectoryW(wide, NULL)) {
		e = GetLastError();
		attributes = GetFileAttributesW(wide);
		if (attributes != INVALID_FILE_ATTRIBUTES &&
			(attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
			e = 0;
	}
	free(wide);
	return e == 0 ? ERR_OK : os_fail(err, (long)e, "cannot make the folder");
}

/* The part of a path that cannot be created, up to the separator after it: \\server\share, \\?\C:,
 * \\?\UNC\server\share. */
static size_t root_len(const char *path)
{
	size_t parts = 2;
	size_t at = 2;

	if (!path_is_sep(path[0]) || !path_is_sep(path[1]))
		return 0;
	if ((path[2] == '?' || path[2] == '.') && path_is_sep(path[3]))
		parts = _strnicmp(path + 4, "UNC", 3) == 0 && path_is_sep(path[7]) ? 4 : 2;
	for (; parts > 0; parts--) {
		at += strcspn(path + at, "/\\");
		at += parts > 1 && path[at] != '\0';
	}
	return at;
}

enum err_code file_mkdirs(const char *path, struct err *err)
{
	size_t len = strlen(path);
	char *copy = alloc_text_len(path, len);
	enum err_code rc = ERR_OK;
	size_t i;

	if (copy == NULL)
		return no_memory(err);
	for (i = root_len(path) + 1; i < len && rc == ERR_OK; i++) {
		if (!path_is_sep(copy[i]) || path_is_sep(copy[i - 1]) || copy[i - 1] == ':')
			continue;
		copy[i] = '\0';
		rc = os_make_folder(copy, err);
		copy[i] = path[i];
	}
	free(copy);
	return rc == ERR_OK ? os_make_folder(path, err) : rc;
}

enum err_code file_remove(const char *path, struct err *err)
{
	wchar_t *wide = os_wide_path(path);
	DWORD attributes;
	DWORD e = 0;

	if (wide == NULL)
		return no_memory(err);
	attributes = GetFileAttributesW(wide);
	if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
		e = RemoveDirectoryW(wide) ? 0 : GetLastError();
	else
		e = DeleteFileW(wide) ? 0 : GetLastError();
	free(wide);
	return e == 0 ? ERR_OK : os_fail(err, (long)e, "cannot remove");
}

/* Virus scanners, indexers and previews hold a new file open for a moment. */
#define RENAME_TRIES   40
#define RENAME_WAIT_MS 50

static bool held_by_another(DWORD e, const wchar_t *to)
{
	DWORD attributes;

	if (e == ERROR_SHARING_VIOLATION || e == ERROR_LOCK_VIOLATION)
		return true;
	attributes = GetFileAttributesW(to);
	return e == ERROR_ACCESS_DENIED &&
	       (attributes == INVALID_FILE_ATTRIBUTES ||
		       (attributes & (FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_DIRECTORY)) == 0);
}

/* The new file takes over permissions, named streams, attributes and the time of creation of the
 * one it replaces, where the file system has them (documentation of ReplaceFileW). */
static bool replace_file(const wchar_t *from, const wchar_t *to, DWORD flags)
{
	return (flags & MOVEFILE_REPLACE_EXISTING) != 0 &&
	       ReplaceFileW(to, from, NULL, REPLACEFILE_IGNORE_MERGE_ERRORS, NULL, NULL);
}

static DWORD move_file(const wchar_t *from, const wchar_t *to, DWORD flags)
{
	DWORD e = 0;
	int i;

	for (i = 0; i < RENAME_TRIES; i++) {
		/* MoveFileExW also finishes what a failed ReplaceFileW began */
		if (replace_file(from, to, flags) || MoveFileExW(from, to, flags))
			return 0;
		e = GetLastError();
		if (!held_by_another(e, to))
			break;
		Sleep(RENAME_WAIT_MS);
	}
	return e;
}

static enum err_code rename_failed(const wchar_t *to, DWORD e, struct err *err)
{
	DWORD attributes = to != NULL ? GetFileAttributesW(to) : INVALID_FILE_ATTRIBUTES;

	if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) != 0)
		return err_set_os(err, ERR_DENIED, (long)e, "cannot replace: it is read-only");
	if (to != NULL && held_by_another(e, to))
		return err_set_os(
			err, ERR_BUSY, (long)e, "cannot replace: another program has it open");
	return os_fail(err, (long)e, "cannot rename");
}

enum err_code file_rename(const char *from, const char *to, bool force, struct err *err)
{
	wchar_t *wide_from = os_wide_path(from);
	wchar_t *wide_to = os_wide_path(to);
	DWORD flags = MOVEFILE_WRITE_THROUGH | (force ? MOVEFILE_REPLACE_EXISTING : 0);
	DWORD e = ERROR_OUTOFMEMORY;
	enum err_code rc = ERR_OK;

	if (wide_from != NULL && wide_to != NULL)
		e = move_file(wide_from, wide_to, flags);
	if (e != 0)
		rc = rename_failed(wide_to, e, err);
	free(wide_from);
	free(wide_to);
	return rc;
}

enum err_code file_set_folder_mode(const char *path, uint32_t mode, struct err *err)
{
	(void)path;
	(void)mode;
	(void)err;
	return ERR_OK;
}

enum err_code file_append(const char *path, struct span data, struct err *err)
{
	DWORD e;
	DWORD n = 0;
	HANDLE h = open_wide(path, FILE_APPEND_DATA, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, &e);

	if (h == INVALID_HANDLE_VALUE)
		return os_fail(err, (long)e, "cannot open for writing");
	e = WriteFile(h, data.ptr, (DWORD)data.len, &n, NULL) ? 0 : GetLastError();
	if (e == 0 && n < data.len)
		e = ERROR_DISK_FULL;
	CloseHandle(h);
	return e == 0 ? ERR_OK : os_fail(err, (long)e, "write failed");
}

static FILETIME filetime_of(int64_t ns)
{
	uint64_t value = (uint64_t)(ns / 100 + 116444736000000000);

	return (FILETIME){(DWORD)value, (DWORD)(value >> 32)};
}

enum err_code file_set_times(const char *path, const struct file_times *t, struct err *err)
{
	FILETIME created = filetime_of(t->created_ns), read = filetime_of(t->atime_ns);
	FILETIME written = filetime_of(t->mtime_ns);
	DWORD e;
	HANDLE h = open_wide(path, FILE_WRITE_ATTRIBUTES, OPEN_EXISTING,
		FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, &e);

	if (h == INVALID_HANDLE_VALUE)
		return os_fail(err, (long)e, "cannot set the time");
	e = SetFileTime(h, t->has_created ? &created : NULL, t->has_atime ? &read : NULL,
		    t->has_mtime ? &written : NULL)
		    ? 0
		    : GetLastError();
	CloseHandle(h);
	return e == 0 ? ERR_OK : os_fail(err, (long)e, "cannot set the time");
}

/* REPARSE_DATA_BUFFER (Windows driver kit, ntifs.h), read through a span. */
static enum err_code link_target(struct span data, struct buf *out, struct err *err)
{
	struct cursor c = {.in = data};
	uint32_t tag = cursor_u32le(&c);
	uint16_t off;
	uint16_t len;
	struct span name;
	size_t i;

	cursor_skip(&c, 8); /* data length, reserved, substitute name offset and length */
	off = cursor_u16le(&c);
	len = cursor_u16le(&c);
	if (tag == IO_REPARSE_TAG_SYMLINK)
		cursor_skip(&c, 4); /* flags */
	cursor_skip(&c, off);
	name = cursor_take(&c, len);
	if (c.bad || (tag != IO_REPARSE_TAG_SYMLINK && tag != IO_REPARSE_TAG_MOUNT_POINT))
		return err_set(err, ERR_UNSUPPORTED, "no symbolic link");
	/* as paths inside are, and as archives have it; \\?\Volume{...} stays what it is */
	utf16le_to_bytes(name, out);
	for (i = 0; i < out->len && out->ptr[0] != '\\'; i++)
		if (out->ptr[i] == '\\')
			out->ptr[i] = '/';
	return out->failed == ERR_OK ? ERR_OK : no_memory(err);
}

enum err_code file_read_link(const char *path, struct blob *out, struct err *err)
{
	uint8_t data[MAXIMUM_REPARSE_DATA_BUFFER_SIZE];
	DWORD got = 0;
	DWORD e;
	struct buf b;
	enum err_code rc;
	HANDLE h = open_wide(path, 0, OPEN_EXISTING,
		FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, &e);

	if (h == INVALID_HANDLE_VALUE)
		return os_fail(err, (long)e, "cannot read the link");
	e = DeviceIoControl(h, FSCTL_GET_REPARSE_POINT, NULL, 0, data, sizeof data, &got, NULL)
		    ? 0
		    : GetLastError();
	CloseHandle(h);
	if (e != 0)
		return os_fail(err, (long)e, "cannot read the link");
	buf_init(&b, 0);
	rc = link_target(span_of(data, got), &b, err);
	if (rc != ERR_OK) {
		buf_free(&b);
		return rc;
	}
	buf_add_u8(&b, 0);
	rc = buf_finish(&b, out, err);
	if (rc == ERR_OK)
		out->len--;
	return rc;
}

/* Links to folders are another kind here, which has to be asked for. */
static bool leads_to_folder(const char *target, const char *path)
{
	char *folder = alloc_text_len(path, path_dir_len(path));
	struct blob whole = {NULL, 0};
	struct file_info info = {.type = FILE_NONE};
	struct err ignored;

	if (folder != NULL && !path_is_absolute(target) &&
		path_join(folder, target, &whole, &ignored) == ERR_OK)
		(void)file_info((const char *)whole.ptr, false, &info, &ignored);
	blob_free(&whole);
	free(folder);
	return info.type == FILE_FOLDER;
}

enum err_code file_make_link(const char *target, const char *path, struct err *err)
{
	wchar_t *wide_target = os_wide(target);
	wchar_t *wide_path = os_wide_path(path);
	DWORD kind = leads_to_folder(target, path) ? SYMBOLIC_LINK_FLAG_DIRECTORY : 0;
	DWORD e = ERROR_OUTOFMEMORY;
	wchar_t *p;

	for (p = wide_target; p != NULL && *p != L'\0'; p++)
		if (*p == L'/') /* in a link it would be part of a name */
			*p = L'\\';
	/* 2: SYMBOLIC_LINK_FLAG_ALLOW_UNPRIVILEGED_CREATE, ignored before Windows 10 1703 */
	if (wide_target != NULL && wide_path != NULL)
		e = CreateSymbolicLinkW(wide_path, wide_target, kind | 2) ||
				    CreateSymbolicLinkW(wide_path, wide_target, kind)
			    ? 0
			    : GetLastError();
	free(wide_target);
	free(wide_path);
	return e == 0 ? ERR_OK : os_fail(err, (long)e, "cannot make the link");
}

static wchar_t *full_path_of(const char *path)
{
	wchar_t *wide = os_wide(path);
	wchar_t *full = wide != NULL ? os_full_path(wide, 0) : NULL;

	free(wide);
	return full;
}

enum err_code file_real_path(const char *path, struct blob *out, struct err *err)
{
	DWORD e;
	DWORD len;
	wchar_t *wide;
	char *text;
	HANDLE h = open_wide(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, &e);

	if (h == INVALID_HANDLE_VALUE)
		return os_fail(err, (long)e, "cannot resolve");
	wide = malloc(REAL_PATH_MAX * sizeof *wide);
	len = wide != NULL ? GetFinalPathNameByHandleW(h, wide, REAL_PATH_MAX, 0) : 0;
	CloseHandle(h);
	if (len == 0 || len >= REAL_PATH_MAX) {
		/* a drive that Windows' mount manager does not know, as of ImDisk: its links stay
		 */
		free(wide);
		wide = full_path_of(path);
	}
	if (wide == NULL)
		return no_memory(err);
	text = os_narrow(os_plain_path(wide));
	free(wide);
	if (text == NULL)
		return no_memory(err);
	*out = (struct blob){(uint8_t *)text, strlen(text)};
	return ERR_OK;
}
