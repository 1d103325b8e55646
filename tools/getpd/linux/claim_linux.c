/* SPDX-License-Identifier: MIT */
/*
 * The kernel has a folder for each mounted file system of some types, in whatever mount namespace
 * it is mounted (Documentation/ABI/testing/sysfs-fs-ext4, -xfs, -f2fs, -nilfs2, -erofs;
 * fs/btrfs/sysfs.c), a folder in /proc/fs/jbd2 for each journal, and one in the folder of a device
 * that bcache uses.
 */
#include "linux/claim_linux.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "linux/walk_linux.h"

static bool is_there(const char *root, const char *folder, const char *name)
{
	char path[SYSFS_PATH_MAX];
	struct stat info;

	return sysfs_path(path, sizeof path, "%s%s/%s", root, folder, name) &&
	       lstat(path, &info) == 0;
}

struct btrfs {
	const char *folder;
	const char *name;
	bool found;
};

static bool on_btrfs(void *user, const char *uuid)
{
	struct btrfs *b = user;
	char path[SYSFS_PATH_MAX];
	struct stat info;

	b->found = sysfs_path(path, sizeof path, "%s/%s/devices/%s", b->folder, uuid, b->name) &&
		   lstat(path, &info) == 0;
	return !b->found;
}

static const char *const mounted[] = {"/sys/fs/ext4", "/sys/fs/xfs", "/sys/fs/f2fs",
	"/sys/fs/nilfs2", "/sys/fs/erofs", "/sys/fs/jfs", "/sys/fs/ntfs3"};

void claims_open(struct claims *c, const char *root)
{
	size_t i;

	*c = (struct claims){.root = root};
	for (i = 0; i < sizeof mounted / sizeof mounted[0]; i++)
		if (is_there(root, mounted[i], ""))
			c->mounted |= 1u << i;
	c->journals = is_there(root, "/proc/fs/jbd2", "");
	c->btrfs = is_there(root, "/sys/fs/btrfs", "");
}

const char *claims_find(struct claims *c, const char *name)
{
	static const char words[] = N_("mounted out of sight, in another mount namespace");
	char path[SYSFS_PATH_MAX];
	struct btrfs b = {path, name, false};
	size_t i;

	if (c->journals && is_there(c->root, "/proc/fs/jbd2", name))
		return N_("the journal of a mounted file system");
	for (i = 0; i < sizeof mounted / sizeof mounted[0]; i++)
		if ((c->mounted & 1u << i) && is_there(c->root, mounted[i], name))
			return words;
	if (sysfs_path(path, sizeof path, "%s/sys/class/block/%s/bcache", c->root, name) &&
		access(path, F_OK) == 0)
		return N_("bcache has taken it");
	if (c->btrfs && sysfs_path(path, sizeof path, "%s/sys/fs/btrfs", c->root))
		sysfs_each(path, NAMES_MAX, on_btrfs, &b);
	if (b.found)
		return words;
	if (!c->looked)
		elsewhere_open(&c->elsewhere, c->root);
	c->looked = true;
	return elsewhere_has(&c->elsewhere, c->root, name) ? words : NULL;
}

void claims_close(struct claims *c)
{
	elsewhere_free(&c->elsewhere);
}
