/* SPDX-License-Identifier: MIT */
#include "core/query.h"

#include <windows.h>

#include <winioctl.h>

#include <virtdisk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/num.h"
#include "windows/bitlocker_windows.h"
#include "windows/query_windows.h"
#include "windows/spaces_windows.h"

#define WIDE_MAX       2048
#define PATH_ROOM      32768 /* the longest path of the system, with a zero */
#define PLAIN_PATH_MAX 248   /* CreateDirectory's limit, the lowest of all */

static bool widen(const char *text, wchar_t out[WIDE_MAX])
{
	return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out, WIDE_MAX) > 0;
}

static long narrow(const wchar_t *text, char *out, size_t cap)
{
	return WideCharToMultiByte(CP_UTF8, 0, text, -1, out, (int)cap, NULL, NULL) > 0
		       ? 0
		       : (long)GetLastError();
}

static long api_open(void *user, const char *path, void **handle)
{
	wchar_t wide[WIDE_MAX];

	(void)user;
	if (!widen(path, wide))
		return ERROR_INVALID_NAME;
	*handle = CreateFileW(
		wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
	return *handle != INVALID_HANDLE_VALUE ? 0 : (long)GetLastError();
}

static void api_close(void *user, void *handle)
{
	(void)user;
	CloseHandle(handle);
}

static long api_device_number(
	void *user, void *handle, unsigned *type, unsigned *number, unsigned *partition)
{
	STORAGE_DEVICE_NUMBER answer;
	DWORD got;

	(void)user;
	if (!DeviceIoControl(handle, IOCTL_STORAGE_GET_DEVICE_NUMBER, NULL, 0, &answer,
		    sizeof answer, &got, NULL))
		return (long)GetLastError();
	*type = answer.DeviceType;
	*number = answer.DeviceNumber;
	/* (DWORD)-1: the device cannot be partitioned */
	*partition = answer.PartitionNumber == (DWORD)-1 ? 0 : answer.PartitionNumber;
	return 0;
}

static long api_extents(void *user, void *handle, uint8_t *answer, size_t cap, size_t *len)
{
	DWORD got = 0;

	(void)user;
	if (!DeviceIoControl(handle, IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS, NULL, 0, answer,
		    (DWORD)cap, &got, NULL))
		return (long)GetLastError();
	*len = got;
	return 0;
}

/* Reads a text of the answer at the offset given there, without blanks at its ends. */
static void take_text(const BYTE *answer, DWORD len, DWORD off, char *out, size_t cap)
{
	size_t n = strlen(out);

	if (off == 0 || off >= len)
		return;
	while (off < len && answer[off] == ' ')
		off++;
	for (; off < len && answer[off] != 0 && n < cap - 1; off++)
		out[n++] = (char)answer[off];
	while (n > 0 && out[n - 1] == ' ')
		n--;
	out[n] = '\0';
}

static long api_describe(void *user, void *handle, struct win_disk *out)
{
	STORAGE_PROPERTY_QUERY query = {StorageDeviceProperty, PropertyStandardQuery, {0}};
	_Alignas(8) BYTE answer[4096];
	DISK_GEOMETRY_EX geometry;
	const STORAGE_DEVICE_DESCRIPTOR *d = (const void *)answer;
	DWORD got;

	(void)user;
	/* Not IOCTL_DISK_GET_LENGTH_INFO, which needs read access. */
	if (DeviceIoControl(handle, IOCTL_DISK_GET_DRIVE_GEOMETRY_EX, NULL, 0, &geometry,
		    sizeof geometry, &got, NULL))
		out->size = (uint64_t)geometry.DiskSize.QuadPart;
	if (!DeviceIoControl(handle, IOCTL_STORAGE_QUERY_PROPERTY, &query, sizeof query, answer,
		    sizeof answer, &got, NULL) ||
		got < sizeof *d)
		return 0;
	out->bus = (unsigned)d->BusType;
	take_text(answer, got, d->VendorIdOffset, out->model, sizeof out->model - 1);
	if (out->model[0] != '\0')
		strcat(out->model, " ");
	take_text(answer, got, d->ProductIdOffset, out->model, sizeof out->model);
	take_text(answer, got, d->SerialNumberOffset, out->serial, sizeof out->serial);
	return 0;
}

static unsigned api_drive_type(void *user, const char *root)
{
	wchar_t wide[WIDE_MAX];

	(void)user;
	return widen(root, wide) ? GetDriveTypeW(wide) : 0;
}

static long api_dos_device(void *user, const char *name, char *out, size_t cap)
{
	wchar_t wide[WIDE_MAX];
	wchar_t target[WIDE_MAX];

	(void)user;
	if (!widen(name, wide))
		return ERROR_INVALID_NAME;
	return QueryDosDeviceW(wide, target, WIDE_MAX) != 0 ? narrow(target, out, cap)
							    : (long)GetLastError();
}

/* For one path; they may be as long as the system takes. */
struct path_room {
	wchar_t given[PATH_ROOM];
	wchar_t path[PATH_ROOM];
	wchar_t mount[PATH_ROOM];
	wchar_t real[PATH_ROOM];
};

/* Gives room->path: the path, or its full form without the limit of MAX_PATH when that is longer
 * ("Maximum Path Length Limitation"). */
static bool widen_path(const char *path, struct path_room *room)
{
	wchar_t *full = room->real;
	DWORD len;
	bool unc;

	if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, room->given, PATH_ROOM) <=
		0)
		return false;
	wcscpy(room->path, room->given);
	len = GetFullPathNameW(room->given, PATH_ROOM, full, NULL);
	if (len < PLAIN_PATH_MAX || len > PATH_ROOM - 8 || wcsncmp(full, L"\\\\?\\", 4) == 0 ||
		wcsncmp(full, L"\\\\.\\", 4) == 0)
		return true;
	unc = full[0] == L'\\' && full[1] == L'\\';
	wcscpy(room->path, unc ? L"\\\\?\\UNC\\" : L"\\\\?\\");
	wcscat(room->path, full + (unc ? 2 : 0));
	return true;
}

/* GetVolumePathName is not documented to follow links to another volume; an open handle shows which
 * volume has the file. False: that of the mount point, or unknown. room->real gets a mount point of
 * the other. */
static bool is_elsewhere(struct path_room *room)
{
	wchar_t text[WIDE_MAX];
	wchar_t *real = room->real;
	wchar_t *end;
	DWORD len;
	HANDLE h =
		CreateFileW(room->path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
			NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);

	if (h == INVALID_HANDLE_VALUE)
		return false;
	len = GetFinalPathNameByHandleW(h, real, PATH_ROOM, VOLUME_NAME_GUID);
	CloseHandle(h);
	end = len != 0 && len < PATH_ROOM ? wcschr(real, L'}') : NULL; /* \\?\Volume{...}\path */
	if (end == NULL || end[1] != L'\\' ||
		!GetVolumeNameForVolumeMountPointW(room->mount, text, WIDE_MAX))
		return false;
	end[2] = L'\0';
	if (_wcsicmp(real, text) == 0)
		return false;
	/* as users name it, where it has such a name */
	if (GetVolumePathNamesForVolumeNameW(real, text, WIDE_MAX, &len) && text[0] != L'\0')
		wcscpy(real, text);
	return true;
}

static long find_mount(struct path_room *room, char *out, size_t cap)
{
	wchar_t *mount = room->mount;
	DWORD e;

	/* GetVolumePathName succeeds for missing files, too; pagefile.sys cannot be shared. */
	e = GetFileAttributesW(room->path) != INVALID_FILE_ATTRIBUTES ? 0 : GetLastError();
	if (e != 0 && e != ERROR_ACCESS_DENIED && e != ERROR_SHARING_VIOLATION)
		return (long)e;
	if (!GetVolumePathNameW(room->path, mount, PATH_ROOM))
		return (long)GetLastError();
	/* "\\?\C:\" is C:\ */
	if (wcsncmp(mount, L"\\\\?\\", 4) == 0 && mount[4] != L'\0' && mount[5] == L':' &&
		wcslen(mount) < PLAIN_PATH_MAX)
		memmove(mount, mount + 4, (wcslen(mount) - 3) * sizeof *mount);
	return narrow(is_elsewhere(room) ? room->real : mount, out, cap);
}

static long api_volume_path(void *user, const char *path, char *out, size_t cap)
{
	struct path_room *room = malloc(sizeof *room);
	long number = ERROR_NOT_ENOUGH_MEMORY;

	(void)user;
	if (room != NULL)
		number = widen_path(path, room) ? find_mount(room, out, cap) : ERROR_INVALID_NAME;
	free(room);
	return number;
}

static long api_volume_name(void *user, const char *mount, char *out, size_t cap)
{
	wchar_t wide[WIDE_MAX];
	wchar_t volume[WIDE_MAX];

	(void)user;
	if (!widen(mount, wide))
		return ERROR_INVALID_NAME;
	return GetVolumeNameForVolumeMountPointW(wide, volume, WIDE_MAX) ? narrow(volume, out, cap)
									 : (long)GetLastError();
}

static long api_volume(
	void *user, unsigned i, char *name, size_t cap, char *mounts, size_t mounts_cap)
{
	HANDLE *find = user;
	static wchar_t paths[32768]; /* many times the longest name */
	wchar_t wide[WIDE_MAX];
	DWORD got;
	long number;

	if (i == 0)
		*find = FindFirstVolumeW(wide, WIDE_MAX);
	if (*find == INVALID_HANDLE_VALUE || (i > 0 && !FindNextVolumeW(*find, wide, WIDE_MAX)))
		return (long)GetLastError();
	memset(mounts, 0, mounts_cap);
	number = narrow(wide, name, cap);
	if (number != 0)
		return number;
	if (!GetVolumePathNamesForVolumeNameW(wide, paths, sizeof paths / sizeof paths[0], &got))
		return GetLastError() == ERROR_MORE_DATA ? ERROR_MORE_DATA : 0;
	if (WideCharToMultiByte(CP_UTF8, 0, paths, (int)got, mounts, (int)mounts_cap, NULL, NULL) <=
		0) {
		memset(mounts, 0, mounts_cap);
		return ERROR_MORE_DATA;
	}
	return 0;
}

/* virtdisk.dll came with Windows 7; older ones have no virtual disks. */
static long api_backing_file(void *user, void *handle, char *out, size_t cap)
{
	typedef DWORD(WINAPI * call)(
		HANDLE, GET_STORAGE_DEPENDENCY_FLAG, ULONG, STORAGE_DEPENDENCY_INFO *, ULONG *);
	_Alignas(16) static BYTE space[65536];
	STORAGE_DEPENDENCY_INFO *info = (void *)space;
	HMODULE library = LoadLibraryExW(L"virtdisk.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
	FARPROC address =
		library != NULL ? GetProcAddress(library, "GetStorageDependencyInformation") : NULL;
	const wchar_t *host;
	const wchar_t *path;
	wchar_t whole[WIDE_MAX];
	call ask;
	DWORD failure;
	ULONG used = 0;
	size_t n;

	(void)user;
	if (address == NULL)
		return ERROR_NOT_SUPPORTED;
	memcpy(&ask, &address, sizeof ask);
	memset(space, 0, sizeof space);
	info->Version = STORAGE_DEPENDENCY_INFO_VERSION_2;
	failure = ask(handle,
		GET_STORAGE_DEPENDENCY_FLAG_HOST_VOLUMES | GET_STORAGE_DEPENDENCY_FLAG_DISK_HANDLE,
		sizeof space, info, &used);
	if (failure != 0)
		return (long)failure;
	if (info->NumberEntries == 0)
		return ERROR_NOT_FOUND;
	host = info->Version2Entries[0].HostVolumeName;
	path = info->Version2Entries[0].DependentVolumeRelativePath;
	if (host == NULL || path == NULL || wcslen(host) + wcslen(path) + 2 > WIDE_MAX)
		return ERROR_INVALID_NAME;
	wcscpy(whole, host); /* \\?\Volume{...}\ and \folder\x.vhdx */
	n = wcslen(whole);
	if (n > 0 && whole[n - 1] == L'\\' && path[0] == L'\\')
		whole[n - 1] = L'\0';
	wcscat(whole, path);
	return narrow(whole, out, cap);
}

static long api_pool_disks(void *user, unsigned number, struct win_member *out, size_t cap,
	size_t *count, bool *failed)
{
	(void)user;
	return spaces_disks(number, out, cap, count, failed);
}

static long api_bitlocker(void *user, const char *root, int *state)
{
	wchar_t wide[WIDE_MAX];

	(void)user;
	return widen(root, wide) ? bitlocker_state(wide, state) : ERROR_INVALID_NAME;
}

static long api_open_alone(void *user, const char *path)
{
	wchar_t wide[WIDE_MAX];
	HANDLE handle;

	(void)user;
	if (!widen(path, wide))
		return ERROR_INVALID_NAME;
	handle = CreateFileW(wide, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
	if (handle == INVALID_HANDLE_VALUE)
		return (long)GetLastError();
	CloseHandle(handle);
	return 0;
}

static long api_system_folder(void *user, char *out, size_t cap)
{
	wchar_t wide[WIDE_MAX];

	(void)user;
	return GetSystemWindowsDirectoryW(wide, WIDE_MAX) != 0 ? narrow(wide, out, cap)
							       : (long)GetLastError();
}

static const struct win_api real = {NULL, api_open, api_close, api_device_number, api_extents,
	api_describe, api_drive_type, api_dos_device, api_volume_path, api_volume_name, api_volume,
	api_backing_file, api_pool_disks, api_bitlocker, api_open_alone, api_system_folder};

const struct win_api *query_windows_api(void)
{
	return &real;
}

enum err_code query_run(
	const struct query_opts *opts, const char *what, struct graph *out, struct err *err)
{
	(void)opts;
	return win_query(&real, what, out, err);
}

enum err_code query_all(const struct query_opts *opts,
	bool (*each)(void *user, const char *volume, const struct graph *g), void *user,
	struct err *err)
{
	struct win_api api = real;
	HANDLE find = INVALID_HANDLE_VALUE;
	enum err_code rc;

	(void)opts;
	api.user = &find;
	rc = win_all(&api, each, user, err);
	if (find != INVALID_HANDLE_VALUE)
		FindVolumeClose(find);
	return rc;
}

enum err_code query_disk_name(
	const struct query_opts *opts, const char *what, char *out, size_t cap, struct err *err)
{
	uint64_t number;

	(void)opts;
	if (num_parse_u64(what, &number))
		snprintf(out, cap, "PhysicalDrive%llu", (unsigned long long)number);
	else
		snprintf(out, cap, "%s", strncmp(what, "\\\\.\\", 4) == 0 ? what + 4 : what);
	return out[0] != '\0' ? ERR_OK : err_set(err, ERR_NOTFOUND, "an empty name");
}
