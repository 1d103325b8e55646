/* SPDX-License-Identifier: MIT */
/* Path strings only; no system calls. */
#include <string.h>

#include "biosbelt/file.h"

#if defined(_WIN32)
#define PATH_IS_WINDOWS true
#else
#define PATH_IS_WINDOWS false
#endif

bool path_is_sep(char c)
{
	return c == '/' || (PATH_IS_WINDOWS && c == '\\');
}

static bool has_drive(const char *path)
{
	return PATH_IS_WINDOWS && path[0] != '\0' && path[1] == ':';
}

const char *path_base(const char *path)
{
	const char *base = has_drive(path) ? path + 2 : path;
	const char *p;

	for (p = base; *p != '\0'; p++)
		if (path_is_sep(*p) && p[1] != '\0' && !path_is_sep(p[1]))
			base = p + 1;
	return base;
}

size_t path_dir_len(const char *path)
{
	size_t len = (size_t)(path_base(path) - path);

	while (len > 1 && path_is_sep(path[len - 1]) && !(len == 3 && has_drive(path)))
		len--;
	return len;
}

bool path_is_absolute(const char *path)
{
	return path_is_sep(path[0]) || (has_drive(path) && path_is_sep(path[2]));
}

enum err_code path_join(const char *folder, const char *name, struct blob *out, struct err *err)
{
	size_t len = strlen(folder);
	struct buf b;
	enum err_code rc;

	buf_init(&b, 0);
	buf_add(&b, folder, len);
	if (len > 0 && !path_is_sep(folder[len - 1]) && !(len == 2 && has_drive(folder)))
		buf_add_u8(&b, '/');
	buf_add(&b, name, strlen(name) + 1);
	rc = buf_finish(&b, out, err);
	if (rc == ERR_OK)
		out->len--; /* room for the NUL is there, but the length does not count it */
	return rc;
}

void path_one_sep(char *path)
{
	if (!PATH_IS_WINDOWS || strchr(path, '\\') == NULL)
		return;
	for (; *path != '\0'; path++)
		if (*path == '/')
			*path = '\\';
}
