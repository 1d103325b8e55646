/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/check.h"
#include "windows/query_windows.h"
#include "windows/win_check.h"

static enum err_code ask_all(const void *user,
	bool (*each)(void *each_user, const char *volume, const struct graph *g), void *each_user,
	struct err *err)
{
	return query_all(user, each, each_user, err);
}

enum err_code check_run(const struct query_opts *query, const struct check_opts *opts,
	const char *what, struct check *out, struct err *err)
{
	char name[512];
	enum err_code rc = query_disk_name(query, what, name, sizeof name, err);

	if (rc != ERR_OK) {
		memset(out, 0, sizeof *out);
		return rc;
	}
	return win_check(query_windows_api(), query, ask_all, opts, name, out, err);
}
