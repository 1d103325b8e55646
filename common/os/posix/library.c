/* SPDX-License-Identifier: MIT */
#include "biosbelt/library.h"

#include <dlfcn.h>
#include <string.h>

enum err_code library_load(
	const char *file, const char *const *names, void *table, size_t count, struct err *err)
{
	void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	size_t i;

	if (library == NULL)
		return err_set(err, ERR_UNSUPPORTED, "a library is missing: %s", dlerror());
	for (i = 0; i < count; i++) {
		void *place = dlsym(library, names[i]);

		if (place == NULL)
			return err_set(err, ERR_UNSUPPORTED, "%s has no %s", file, names[i]);
		/* POSIX lets a pointer to an object carry a function's address. */
		memcpy((char *)table + i * sizeof place, &place, sizeof place);
	}
	return ERR_OK;
}
