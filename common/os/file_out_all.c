/* SPDX-License-Identifier: MIT */
/* Many output files that get their names together. */
#include <stdatomic.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/thread.h"
#include "file_out_private.h"

/* Renames done at once: replacing an existing file waits for the disk or for a server. */
#define COMMITS 8

struct commits {
	struct file_out *const *files;
	struct err *errs;
	size_t count;
	atomic_size_t next;
};

/* Two renames in a folder wait for each other, except on Windows. */
static bool waits_for(const struct file_out *a, const struct file_out *b)
{
	size_t len = path_dir_len(a->path);

	return !path_is_sep('\\') && path_dir_len(b->path) == len &&
	       memcmp(a->path, b->path, len) == 0;
}

static size_t folder_end(const struct commits *all, size_t from)
{
	size_t i = from + 1;

	while (i < all->count && waits_for(all->files[from], all->files[i]))
		i++;
	return i;
}

/* Renames the files of a folder after each other, while other threads do those of others. */
static void put_some(void *user, size_t ignored)
{
	struct commits *all = user;
	size_t from = atomic_load(&all->next);

	(void)ignored;
	while (from < all->count) {
		size_t end = folder_end(all, from);

		if (!atomic_compare_exchange_weak(&all->next, &from, end))
			continue;
		for (; from < end; from++) {
			if (all->errs[from].code == ERR_OK)
				(void)file_out_put(all->files[from], &all->errs[from]);
		}
		from = atomic_load(&all->next);
	}
}

static void free_one(void *user, size_t i)
{
	const struct commits *all = user;

	file_out_free(all->files[i]);
}

/* The replaced files are freed at the end: ext4 without a journal, which does not use the place of
 * such a file again for minutes, passes over each of them when it looks for a place. */
void file_out_commit_all(struct file_out *const *files, struct err *errs, size_t count)
{
	struct commits all = {.files = files, .errs = errs, .count = count};

	thread_for(count < COMMITS ? count : COMMITS, COMMITS, put_some, &all);
	thread_for(count, COMMITS, free_one, &all);
}
