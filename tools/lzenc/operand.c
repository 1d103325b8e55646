/* SPDX-License-Identifier: MIT */
/* Files of the command line. */
#include <string.h>

#include "biosbelt/file.h"
#include "cmd.h"

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool cmd_has_suffix(const char *name, const char *suffix)
{
	size_t n = strlen(name), m = strlen(suffix), i;

	if (n <= m || name[n - m - 1] != '.')
		return false;
	for (i = 0; i < m && lower(name[n - m + i]) == suffix[i]; i++)
		;
	return i == m;
}

enum err_code cmd_read_input(const char *name, uint64_t max, struct blob *out, struct err *err)
{
	if (strcmp(name, "-") == 0)
		return file_read_stdin((size_t)max, out, err);
	return file_read(name, (size_t)max, out, err);
}
