/* SPDX-License-Identifier: MIT */
#include "lib/lib_git2.h"

#include <stdbool.h>

/* Initialises it once per program: that takes longer than most of its calls. */
static enum err_code start(const struct lib_git2 *lib, struct err *err)
{
	static bool started;

	started = started || lib->git_libgit2_init() > 0;
	return started ? ERR_OK : err_set(err, ERR_NOMEM, "libgit2 does not start");
}

#ifdef LIB_GIT2_FILE

enum err_code lib_git2(const struct lib_git2 **out, struct err *err)
{
	static const char *const names[] = {LIB_GIT2(LIB_NAME)};
	static struct lib_git2 table;
	enum err_code rc =
		library_load(LIB_GIT2_FILE, names, &table, sizeof names / sizeof names[0], err);

	*out = &table;
	return rc == ERR_OK ? start(&table, err) : rc;
}

#else

enum err_code lib_git2(const struct lib_git2 **out, struct err *err)
{
	static const struct lib_git2 table = {LIB_GIT2(LIB_ADDRESS)};

	*out = &table;
	return start(&table, err);
}

#endif
