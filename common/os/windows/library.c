/* SPDX-License-Identifier: MIT */
#include "biosbelt/library.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "os_private.h"

enum err_code library_load(
	const char *file, const char *const *names, void *table, size_t count, struct err *err)
{
	wchar_t *wide = os_wide(file);
	HMODULE library;
	size_t i;

	if (wide == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	library = LoadLibraryW(wide);
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
