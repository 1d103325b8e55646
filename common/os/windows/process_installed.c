/* SPDX-License-Identifier: MIT */
/* Finds programs where an installer put them. */
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "os_private.h"
#include "process_private.h"

/* Microsoft, "Application Registration": the default value is the path, in quotation marks or not.
 */
#define APP_PATHS "Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\"
#define PATH_ROOM 4096 /* characters of a path */

/* The value of a key below root; NULL: none. */
static char *registered(HKEY root, const wchar_t *key)
{
	wchar_t value[PATH_ROOM];
	DWORD size = sizeof value;
	wchar_t *from = value;
	size_t len;

	if (RegGetValueW(root, key, NULL, RRF_RT_REG_SZ, NULL, value, &size) != ERROR_SUCCESS)
		return NULL;
	len = wcslen(from);
	if (len >= 2 && from[0] == L'"' && from[len - 1] == L'"') {
		from[len - 1] = L'\0';
		from++;
	}
	return os_narrow(from);
}

static enum err_code find_registered(const char *file, struct blob *out, struct err *err)
{
	static const HKEY roots[] = {HKEY_CURRENT_USER, HKEY_LOCAL_MACHINE};
	enum err_code rc = ERR_NOTFOUND;
	char key[160];
	wchar_t *wide;
	size_t i;

	snprintf(key, sizeof key, APP_PATHS "%s", file);
	wide = os_wide(key);
	for (i = 0; wide != NULL && rc == ERR_NOTFOUND && i < sizeof roots / sizeof roots[0]; i++) {
		char *path = registered(roots[i], wide);

		/* a relative name would be searched in folders where anybody may have put a
		 * program */
		if (path != NULL && path_is_absolute(path))
			rc = process_find(path, out, err);
		free(path);
	}
	free(wide);
	return rc;
}

static enum err_code find_below(
	const char *top, const char *folder, const char *file, struct blob *out, struct err *err)
{
	char path[PATH_ROOM];
	int len = snprintf(path, sizeof path, "%s\\%s\\%s", top, folder, file);

	return len > 0 && (size_t)len < sizeof path ? process_find(path, out, err) : ERR_NOTFOUND;
}

enum err_code process_find_installed(
	const char *name, const char *const *folders, struct blob *out, struct err *err)
{
	static const char *const tops[] = {"ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"};
	char file[64];
	enum err_code rc;
	size_t i, k;

	snprintf(file, sizeof file, "%.50s%s", name, process_ending(name));
	rc = find_registered(file, out, err);
	for (i = 0; rc == ERR_NOTFOUND && folders != NULL && folders[i] != NULL; i++)
		for (k = 0; rc == ERR_NOTFOUND && k < sizeof tops / sizeof tops[0]; k++) {
			const char *top = os_getenv(tops[k]);

			if (top != NULL && path_is_absolute(top))
				rc = find_below(top, folders[i], file, out, err);
		}
	if (rc == ERR_NOTFOUND)
		return err_set(err, rc, "%.200s: no such program", name);
	return rc;
}
