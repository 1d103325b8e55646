/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* nftw */
#include "browser/profile.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "biosbelt/os.h"

bool profile_of_root(void)
{
	return geteuid() == 0;
}

enum err_code profile_make(struct blob *path, struct err *err)
{
	const char *base = os_getenv("TMPDIR");
	struct buf b;

	buf_init(&b, 0);
	buf_printf(&b, "%s/biosbelt-browser-XXXXXX", base != NULL && *base != '\0' ? base : "/tmp");
	buf_add_u8(&b, 0);
	if (buf_finish(&b, path, err) != ERR_OK)
		return err->code;
	if (mkdtemp((char *)path->ptr) != NULL)
		return ERR_OK;
	err_set_os(err, ERR_IO, errno, "cannot make the folder %.150s", (char *)path->ptr);
	blob_free(path);
	return ERR_IO;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
	(void)info, (void)type, (void)place;
	(void)remove(path);
	return 0;
}

void profile_remove(const char *path)
{
	/* a browser may still write shortly after its end: try again */
	for (unsigned i = 0; i < 20 && access(path, F_OK) == 0; i++) {
		if (i > 0)
			os_sleep_ms(50);
		(void)nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	}
}
