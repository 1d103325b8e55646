/* SPDX-License-Identifier: MIT */
/* Many output files that get their names together. */
#include "biosbelt/file.h"
#include "biosbelt/thread.h"
#include "file_out_private.h"

/* Renames done at once: replacing an existing file waits for the disk or for a server. */
#define COMMITS 8

struct commits {
	struct file_out *const *files;
	struct err *errs;
};

static void commit_one(void *user, size_t i)
{
	const struct commits *all = user;

	if (all->errs[i].code == ERR_OK)
		(void)file_out_commit(all->files[i], &all->errs[i]);
	else
		file_out_abort(all->files[i]);
}

void file_out_commit_all(struct file_out *const *files, struct err *errs, size_t count)
{
	struct commits all = {files, errs};

	for (size_t i = 0; i < count; i++)
		errs[i].code = ERR_OK;
	file_out_flush(files, errs, count);
	thread_for(count, COMMITS, commit_one, &all);
}
