/* SPDX-License-Identifier: MIT */
#include "biosbelt/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Loads the first of the names that can be loaded; NULL: none, and err has the reason of the
 * first. */
static void *load_first(const char *files, struct err *err)
{
	char name[256];
	const char *at = files;
	size_t len;

	for (; *at != '\0'; at += len + strspn(at + len, " ")) {
		void *library;

		len = strcspn(at, " ");
		snprintf(name, sizeof name, "%.*s", (int)len, at);
		library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
		if (library != NULL)
			return library;
		if (at == files)
			err_set(err, ERR_UNSUPPORTED, "a library is missing: %s", dlerror());
	}
	return NULL;
}

enum err_code library_load(
	const char *files, const char *const *names, void *table, size_t count, struct err *err)
{
	void *library = load_first(files, err);
	size_t i;

	if (library == NULL)
		return ERR_UNSUPPORTED;
	for (i = 0; i < count; i++) {
		void *place = dlsym(library, names[i]);

		if (place == NULL)
			return err_set(err, ERR_UNSUPPORTED, "%s has no %s", files, names[i]);
		/* POSIX lets a pointer to an object carry a function's address. */
		memcpy((char *)table + i * sizeof place, &place, sizeof place);
	}
	return ERR_OK;
}
