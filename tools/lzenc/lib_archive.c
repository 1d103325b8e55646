/* SPDX-License-Identifier: MIT */
#include "lib_archive.h"

#ifdef LIB_ARCHIVE_FILE

enum err_code lib_archive(const struct lib_archive **out, struct err *err)
{
	static const char *const names[] = {LIB_ARCHIVE(LIB_NAME)};
	static struct lib_archive table;

	*out = &table;
	return library_load(LIB_ARCHIVE_FILE, names, &table, sizeof names / sizeof names[0], err);
}

#else

enum err_code lib_archive(const struct lib_archive **out, struct err *err)
{
	static const struct lib_archive table = {LIB_ARCHIVE(LIB_ADDRESS)};

	(void)err;
	*out = &table;
	return ERR_OK;
}

#endif
