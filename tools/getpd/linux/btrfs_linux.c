/* SPDX-License-Identifier: MIT */
/* The devices of a btrfs (Documentation/filesystems/btrfs.rst; fs/btrfs/sysfs.c). */
#define _GNU_SOURCE /* O_DIRECTORY */
#include "linux/btrfs_linux.h"

#include <fcntl.h>
#include <linux/btrfs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "linux/block_linux.h"

struct btrfs {
	struct walk *w;
	size_t node;
	char device[256]; /* one of its devices */
	char folder[SYSFS_PATH_MAX];
	char found[SYSFS_PATH_MAX]; /* its folder in /sys/fs/btrfs */
	unsigned count;
	enum err_code rc;
};

/* A dangling link counts: the device was removed while in use. */
static bool on_btrfs(void *user, const char *name)
{
	struct btrfs *b = user;
	char path[SYSFS_PATH_MAX];
	struct stat info;

	if (!sysfs_path(path, sizeof path, "%s/%s/devices/%s", b->folder, name, b->device) ||
		lstat(path, &info) != 0)
		return true;
	sysfs_path(b->found, sizeof b->found, "%s/%s", b->folder, name);
	return false;
}

static bool on_btrfs_device(void *user, const char *name)
{
	struct btrfs *b = user;

	b->count++;
	b->rc = walk_leg(b->w, b->node, name);
	return b->rc == ERR_OK;
}

static bool on_devinfo(void *user, const char *name)
{
	struct btrfs *b = user;
	char folder[SYSFS_PATH_MAX];
	uint64_t missing;

	if (sysfs_path(folder, sizeof folder, "%s/devinfo/%s", b->found, name) &&
		sysfs_need_u64(folder, "missing", &missing) && missing != 0) {
		b->w->graph->nodes[b->node].degraded = true;
		b->w->graph->degraded = true;
		graph_set(b->w->graph, b->node, NODE_NOTE, N_("degraded: a device is missing"),
			b->w->err);
	}
	return true;
}

enum err_code btrfs_walk_folder(struct walk *w, size_t node, const char *folder)
{
	struct btrfs b = {.w = w, .node = node};
	char path[SYSFS_PATH_MAX];

	if (!sysfs_path(b.found, sizeof b.found, "%s", folder))
		return err_set(w->err, ERR_LIMIT, "path too long");
	if (sysfs_path(path, sizeof path, "%s/devices", folder))
		sysfs_each(path, NAMES_MAX, on_btrfs_device, &b);
	if (b.rc == ERR_OK && sysfs_path(path, sizeof path, "%s/devinfo", folder))
		sysfs_each(path, NAMES_MAX, on_devinfo, &b);
	return b.rc;
}

/* Whether another mount names a device of this file system. */
static bool is_explained(const struct btrfs *b, const char *uuid)
{
	size_t i;

	for (i = 0; i < b->w->mounts.count; i++) {
		const struct mount *m = &b->w->mounts.items[i];
		const char *base = strrchr(m->source, '/');
		char path[SYSFS_PATH_MAX];
		struct stat info;

		if (strcmp(m->fstype, "btrfs") == 0 && base != NULL &&
			sysfs_path(path, sizeof path, "%s/%s/devices%s", b->folder, uuid, base) &&
			lstat(path, &info) == 0)
			return true;
	}
	return false;
}

/* Counts the file systems that no other mount explains. */
static bool on_only(void *user, const char *name)
{
	struct btrfs *b = user;

	if (strlen(name) != 36 || is_explained(b, name)) /* "features" is in the same folder */
		return true;
	b->count++;
	sysfs_path(b->found, sizeof b->found, "%s/%s", b->folder, name);
	return true;
}

/* Any user may ask the kernel for the UUID of the file system at a path. */
static bool find_by_path(struct btrfs *b, const char *point)
{
	struct btrfs_ioctl_fs_info_args info = {0};
	const uint8_t *u = info.fsid;
	int fd;
	bool good;

	if (b->w->root[0] != '\0')
		return false;
	fd = open(point, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	good = ioctl(fd, BTRFS_IOC_FS_INFO, &info) == 0;
	close(fd);
	return good &&
	       sysfs_path(b->found, sizeof b->found,
		       "%s/%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
		       b->folder, u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10],
		       u[11], u[12], u[13], u[14], u[15]) &&
	       access(b->found, F_OK) == 0;
}

/* mountinfo has only one of several devices; the others are in /sys/fs/btrfs/UUID/devices. The name
 * may be /dev/root, or that of a removed device. */
enum err_code btrfs_walk(struct walk *w, size_t node, const struct mount *m)
{
	struct btrfs b = {.w = w, .node = node};
	const char *base = strrchr(m->source, '/');

	block_name(w, m->source, b.device, sizeof b.device);
	if (sysfs_path(b.folder, sizeof b.folder, "%s/sys/fs/btrfs", w->root))
		sysfs_each(b.folder, NAMES_MAX, on_btrfs, &b);
	if (b.found[0] == '\0' && !find_by_path(&b, m->point)) {
		b.found[0] = '\0';
		b.count = 0;
		sysfs_each(b.folder, NAMES_MAX, on_only, &b);
		if (b.count != 1)
			b.found[0] = '\0';
	}
	b.count = 0;
	if (b.found[0] != '\0')
		return btrfs_walk_folder(w, node, b.found);
	if (strcmp(m->source, "/dev/root") == 0)
		return graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
			N_("its devices are not known here: mounted by the kernel as /dev/root"),
			w->err);
	graph_set(w->graph, node, NODE_NOTE,
		N_("its other devices, if any, are not visible from here"), w->err);
	return walk_soft(w, node, walk_device(w, node, m->source),
		base != NULL ? base + 1 : m->source, m->source);
}
