/* SPDX-License-Identifier: MIT */
#include "change/dest.h"

#include <stdlib.h>

#include "base/base.h"
#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/text.h"

/* The input that contains the folder real, or is it; NULL: none. Shortens real. */
static const char *input_around(const char *const inputs[DEST_INPUTS], char *real)
{
	size_t len;
	size_t i;

	for (;;) {
		for (i = 0; i < DEST_INPUTS; i++)
			if (file_same(inputs[i], real))
				return inputs[i];
		len = path_dir_len(real);
		if (len == 0 || real[len] == '\0')
			return NULL;
		real[len] = '\0';
	}
}

/* The next run would take output inside an input for a part of it. */
static enum err_code check_place(
	const char *dest, const char *const inputs[DEST_INPUTS], struct err *err)
{
	char *path = alloc_text(dest);
	struct blob real = {.ptr = NULL};
	const char *input = NULL;
	enum err_code rc;

	if (path == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while ((rc = file_real_path(path[0] != '\0' ? path : ".", &real, err)) != ERR_OK) {
		size_t len = path_dir_len(path); /* it does not exist yet */

		if (rc == ERR_NOMEM || path[len] == '\0')
			break;
		path[len] = '\0';
	}
	if (real.ptr != NULL)
		input = input_around(inputs, (char *)real.ptr);
	blob_free(&real);
	free(path);
	if (input == NULL)
		return rc == ERR_NOMEM ? rc : ERR_OK;
	return file_same(input, dest)
		       ? err_set(err, ERR_USAGE, "%s: is also an input", dest)
		       : err_set(err, ERR_USAGE, "%s: is in %s, an input", dest, input);
}

enum err_code dest_check(
	const char *dest, const char *const inputs[DEST_INPUTS], bool force, struct err *err)
{
	struct base_opts how = {NULL, NULL, NULL};
	struct file_info info = {.type = FILE_NONE};
	struct base there;
	enum err_code rc = check_place(dest, inputs, err);
	size_t count;

	if (rc == ERR_OK)
		rc = file_info(dest, false, &info, err);
	if (rc != ERR_OK || info.type == FILE_NONE || force)
		return rc;
	if (info.type != FILE_FOLDER)
		return err_set(err, ERR_EXISTS, "%s: exists already", dest);
	rc = base_open_folder(dest, &how, &there, err);
	if (rc != ERR_OK)
		return rc;
	count = there.count;
	base_close(&there);
	return count == 0 ? ERR_OK
			  : err_set(err, ERR_EXISTS,
				    "%s: holds files already; --force writes over them", dest);
}
