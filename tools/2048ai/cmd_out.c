/* SPDX-License-Identifier: MIT */
#include "biosbelt/file.h"
#include "cmd.h"

enum err_code cmd_check_out(const char *path, bool force, struct err *err)
{
	struct file_out_opts opts = {.force = force};
	struct file_info info;
	struct file_out *out;

	if (path == NULL)
		return ERR_OK;
	if (file_info(path, false, &info, err) == ERR_OK && info.type == FILE_OTHER)
		return ERR_OK; /* the reader of a pipe waits for one opening only */
	if (file_out_open(path, &opts, &out, err) != ERR_OK)
		return err_prefix(err, "%s", path);
	file_out_abort(out);
	return ERR_OK;
}
