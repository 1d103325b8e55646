/* SPDX-License-Identifier: MIT */
/* Finding programs: the part that is the same on every system. */
#include <string.h>

#include "biosbelt/os.h"
#include "process_private.h"

/* cmd takes "C:\\Program Files" in PATH; no name of Windows has the mark. */
static bool is_quote(char c)
{
	return c == '"' && process_list_mark[0] == ';';
}

/* Gives folder/name when that is a program, else ERR_NOTFOUND. len 0: the name is a path. */
static enum err_code try_folder(
	const char *folder, size_t len, const char *name, struct blob *out, struct err *err)
{
	struct buf path;
	enum err_code rc;
	size_t i;

	buf_init(&path, 0);
	for (i = 0; i < len; i++)
		if (!is_quote(folder[i]))
			buf_add_u8(&path, (uint8_t)folder[i]);
	if (len > 0)
		buf_add_u8(&path, (uint8_t)process_separator);
	buf_str(&path, name);
	buf_str(&path, process_ending(name));
	buf_add_u8(&path, 0);
	rc = buf_finish(&path, out, err);
	if (rc == ERR_OK && !process_is_program((const char *)out->ptr)) {
		blob_free(out);
		rc = ERR_NOTFOUND;
	}
	return rc;
}

/* The length of the first folder of PATH. On Windows one in quotation marks may have the mark. */
static size_t folder_len(const char *path)
{
	const char *end = is_quote(path[0]) ? strchr(path + 1, '"') : NULL;

	if (end != NULL && (end[1] == '\0' || strchr(";\\/", end[1]) != NULL))
		return (size_t)(end + 1 - path) + strcspn(end + 1, process_list_mark);
	return strcspn(path, process_list_mark);
}

static bool is_empty(const char *folder, size_t len)
{
	while (len > 0 && is_quote(folder[len - 1]))
		len--;
	return len == 0;
}

enum err_code process_find(const char *name, struct blob *out, struct err *err)
{
	const char *path = os_getenv("PATH");
	struct blob own;
	enum err_code rc = ERR_NOTFOUND;

	if (name[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "no program named");
	if (strpbrk(name, process_path_marks) != NULL) {
		rc = try_folder("", 0, name, out, err);
		return rc != ERR_NOTFOUND ? rc : err_set(err, rc, "%.200s: no such program", name);
	}
	if (os_program_folder(&own, err) == ERR_OK) {
		rc = try_folder(
			(const char *)own.ptr, strlen((const char *)own.ptr), name, out, err);
		blob_free(&own);
	}
	while (rc == ERR_NOTFOUND && path != NULL && *path != '\0') {
		size_t len = folder_len(path);

		if (!is_empty(path, len)) /* it would mean the current folder: ignored for safety */
			rc = try_folder(path, len, name, out, err);
		path += len;
		path += *path == process_list_mark[0];
	}
	if (rc == ERR_NOTFOUND)
		return err_set(err, rc,
			"%.120s: no such program, neither beside this one nor on PATH", name);
	return rc;
}
