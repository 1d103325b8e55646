/* SPDX-License-Identifier: MIT */
#include "biosbelt/library.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

#include "os_private.h"
#include "windows/system_calls.h"

void os_load_from_system_only(void)
{
	/* Windows 8, or 7 with KB2533623: looked up, not imported. */
	typedef BOOL(WINAPI * set_directories)(DWORD);
	FARPROC found =
		GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "SetDefaultDllDirectories");
	set_directories set;

	SetDllDirectoryW(L""); /* never the working folder */
	if (found == NULL)
		return;
	memcpy(&set, &found, sizeof set);
	(void)set(0x800); /* LOAD_LIBRARY_SEARCH_SYSTEM32 */
}

HMODULE os_system_library(const wchar_t *name)
{
	wchar_t path[MAX_PATH + 40];
	UINT len = GetSystemDirectoryW(path, MAX_PATH);

	if (len == 0 || len >= MAX_PATH || wcslen(name) > 38)
		return NULL;
	path[len] = L'\\';
	wcscpy(path + len + 1, name);
	return LoadLibraryW(path);
}

void os_system_calls(const wchar_t *library, const struct system_call *calls, size_t count)
{
	HMODULE module = os_system_library(library);
	size_t i;

	for (i = 0; i < count; i++) {
		FARPROC place = module != NULL ? GetProcAddress(module, calls[i].name) : NULL;

		if (place == NULL) /* this system lacks a function that the caller needs */
			TerminateProcess(GetCurrentProcess(), 1);
		*calls[i].place = place;
	}
}

enum err_code library_load(
	const char *file, const char *const *names, void *table, size_t count, struct err *err)
{
	wchar_t *wide = os_wide(file);
	HMODULE library;
	size_t i;

	if (wide == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	library = wcspbrk(wide, L"\\/:") == NULL ? os_system_library(wide) : LoadLibraryW(wide);
	free(wide);
	if (library == NULL)
		return err_set_os(err, ERR_UNSUPPORTED, (long)GetLastError(),
			"a library is missing: %s", file);
	for (i = 0; i < count; i++) {
		FARPROC place = GetProcAddress(library, names[i]);

		if (place == NULL)
			return err_set(err, ERR_UNSUPPORTED, "%s has no %s", file, names[i]);
		memcpy((char *)table + i * sizeof place, &place, sizeof place);
	}
	return ERR_OK;
}
