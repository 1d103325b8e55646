/* SPDX-License-Identifier: MIT */
#include "lib/lib_git2.h"

#ifdef LIB_GIT2_FILE

enum err_code lib_git2(const struct lib_git2 **out, struct err *err)
{
	static const char *const names[] = {LIB_GIT2(LIB_NAME)};
	static struct lib_git2 table;

	*out = &table;
	return library_load(LIB_GIT2_FILE, names, &table, sizeof names / sizeof names[0], err);
}

#else

enum err_code lib_git2(const struct lib_git2 **out, struct err *err)
{
	static const struct lib_git2 table = {LIB_GIT2(LIB_ADDRESS)};

	(void)err;
	*out = &table;
	return ERR_OK;
}

#endif
