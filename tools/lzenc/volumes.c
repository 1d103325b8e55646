/* SPDX-License-Identifier: MIT */
/* Archives that 7-Zip cut into volumes: x.7z.001, x.7z.002 and so on are one file. */
#include <string.h>

#include "biosbelt/file.h"
#include "cmd.h"

#define DIGITS       3
#define VOLUMES_MOST 999u

static enum err_code add_volume(struct buf *all, const char *name, bool *there, struct err *err)
{
	struct file_info info;
	struct blob more;
	enum err_code rc = file_info(name, false, &info, err);

	*there = rc == ERR_OK && info.type != FILE_NONE;
	if (!*there)
		return rc;
	rc = file_read(name, SIZE_MAX / 4, &more, err);
	if (rc != ERR_OK)
		return err_prefix(err, "%s", name);
	buf_add(all, more.ptr, more.len);
	blob_free(&more);
	return ERR_OK;
}

/* name ends in digits, which are counted up. */
static enum err_code add_volumes(struct buf *all, char *name, struct err *err)
{
	char *digits = name + strlen(name) - DIGITS;
	enum err_code rc = ERR_OK;
	bool there = true;
	unsigned i;

	for (i = 2; rc == ERR_OK && there && i <= VOLUMES_MOST; i++) {
		digits[0] = (char)('0' + i / 100);
		digits[1] = (char)('0' + i / 10 % 10);
		digits[2] = (char)('0' + i % 10);
		rc = add_volume(all, name, &there, err);
	}
	return rc;
}

enum err_code cmd_read_archive(const char *name, struct blob *out, struct err *err)
{
	struct buf all, path;
	enum err_code rc = cmd_read_input(name, SIZE_MAX / 4, out, err);

	if (rc != ERR_OK || !cmd_has_suffix(name, "001"))
		return rc;
	buf_init(&all, 0);
	all = (struct buf){.ptr = out->ptr, .len = out->len, .cap = out->len};
	buf_init(&path, 0);
	buf_add(&path, name, strlen(name) + 1);
	if (path.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else
		rc = add_volumes(&all, (char *)path.ptr, err);
	buf_free(&path);
	if (rc == ERR_OK)
		return buf_finish(&all, out, err);
	buf_free(&all);
	return rc;
}
