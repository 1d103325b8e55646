/* SPDX-License-Identifier: MIT */
/* Every call takes paths of up to 32,767 characters (see windows/os.c), the system's own limit. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"

enum err_code file_reach_open(const char *path, struct file_reach *out, struct err *err)
{
	*out = (struct file_reach){.path = alloc_text(path)};
	return out->path != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

void file_reach_close(struct file_reach *reach)
{
	free(reach->path);
	*reach = (struct file_reach){.path = NULL};
}
