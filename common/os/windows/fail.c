/* SPDX-License-Identifier: MIT */
/* Converts system errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "os_private.h"

const char *os_error_text(long os_error, char *out, size_t cap)
{
	wchar_t words[256];
	char *narrow;
	DWORD len = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS |
					   FORMAT_MESSAGE_MAX_WIDTH_MASK,
		NULL, (DWORD)os_error, 0, words, sizeof words / sizeof words[0], NULL);

	while (len > 0 && (words[len - 1] <= L' ' || words[len - 1] == L'.'))
		words[--len] = L'\0';
	narrow = len > 0 ? os_narrow(words) : NULL;
	if (narrow != NULL)
		snprintf(out, cap, "%s", narrow);
	else
		snprintf(out, cap, "system error %ld", os_error);
	free(narrow);
	return out;
}

bool os_error_is_full(long os_error)
{
	return os_error == ERROR_DISK_FULL || os_error == ERROR_HANDLE_DISK_FULL;
}

static enum err_code code_of(long e)
{
	switch (e) {
	case ERROR_FILE_NOT_FOUND:
	case ERROR_PATH_NOT_FOUND:
	case ERROR_INVALID_NAME:
	case ERROR_INVALID_DRIVE:
		return ERR_NOTFOUND;
	case ERROR_FILE_EXISTS:
	case ERROR_ALREADY_EXISTS:
		return ERR_EXISTS;
	case ERROR_ACCESS_DENIED:
	case ERROR_WRITE_PROTECT:
	case ERROR_PRIVILEGE_NOT_HELD:
		return ERR_DENIED;
	case ERROR_SHARING_VIOLATION:
	case ERROR_LOCK_VIOLATION:
	case ERROR_BUSY:
		return ERR_BUSY;
	case ERROR_NOT_ENOUGH_MEMORY:
	case ERROR_OUTOFMEMORY:
		return ERR_NOMEM;
	default:
		return ERR_IO;
	}
}

enum err_code os_fail(struct err *err, long os_error, const char *what)
{
	char words[3 *
		   256]; /* what os_error_text has at most: Chinese is not cut within a character */

	return err_set_os(err, code_of(os_error), os_error, "%s: %s", tr(what),
		os_error_text(os_error, words, sizeof words));
}
