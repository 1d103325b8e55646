/* SPDX-License-Identifier: MIT */
/*
 * The devices of a file system, by its type. Sources: Documentation/filesystems/overlayfs.rst,
 * ubifs.rst, xfs.rst (logdev, rtdev); /sys/fs/ext4 and /proc/fs/jbd2 of the kernel.
 */
#include "linux/fs_linux.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "formats/fs_kind.h"
#include "linux/automount_linux.h"
#include "linux/block_linux.h"
#include "linux/btrfs_linux.h"
#include "linux/journal_linux.h"
#include "linux/tag_linux.h"

#define MTD_BLOCK_MAJOR 31 /* Documentation/admin-guide/devices.txt */

struct folders {
	struct walk *w;
	size_t node;
	bool hidden; /* a folder was hidden; one reason is enough for the dozens that a container
		      * may have */
	enum err_code rc;
};

static bool on_folder(void *user, const char *folder)
{
	struct folders *f = user;

	if (folder[0] == '/')
		f->rc = f->w->enter_path(f->w, f->node, folder);
	else
		f->rc = err_set(f->w->err, ERR_NOTFOUND,
			"the layer %.120s is relative to an unknown folder", folder);
	if (f->rc == ERR_NOTFOUND && folder[0] == '/') /* in another mount namespace */
		err_set(f->w->err, ERR_NOTFOUND,
			"the layer %.150s is not visible from here (a container?)", folder);
	if (f->rc == ERR_NOTFOUND && f->hidden)
		f->rc = ERR_OK;
	f->hidden = f->hidden || f->rc == ERR_NOTFOUND;
	f->rc = walk_soft(f->w, f->node, f->rc, NULL, NULL);
	return f->rc == ERR_OK;
}

static enum err_code walk_overlay(struct walk *w, size_t node, const struct mount *m)
{
	struct folders f = {w, node, false, ERR_OK};

	mount_overlay_folders(m->options, on_folder, &f);
	return f.rc;
}

/* bcachefs: "/dev/a:/dev/b" */
static enum err_code walk_sources(struct walk *w, size_t node, const char *source)
{
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && *source != '\0') {
		char device[SYSFS_PATH_MAX];
		size_t len = strcspn(source, ":");

		if (len >= sizeof device)
			return err_set(w->err, ERR_LIMIT, "source too long");
		memcpy(device, source, len);
		device[len] = '\0';
		rc = walk_soft(w, node, walk_device(w, node, device), NULL, device);
		source += len;
		source += *source == ':';
	}
	return rc;
}

/* Reads the pool's state, visible to every user: ONLINE, DEGRADED ... */
static void check_zpool(struct walk *w, size_t node, const char *pool)
{
	char path[SYSFS_PATH_MAX];
	char state[64];

	if (!sysfs_path(path, sizeof path, "%s/proc/spl/kstat/zfs/%s", w->root, pool) ||
		!sysfs_need(path, "state", state, sizeof state) || strcmp(state, "ONLINE") == 0)
		return;
	snprintf(path, sizeof path, tr("the pool is %s"), state);
	graph_set(w->graph, node, NODE_NOTE, path, w->err);
	w->graph->nodes[node].degraded = true;
	w->graph->degraded = true;
}

/* "tank/home@yesterday": the kernel does not show the pool's disks, but their labels name it. */
static enum err_code walk_zfs(struct walk *w, size_t node, const struct mount *m)
{
	char pool[256];
	bool found;
	enum err_code rc;

	snprintf(pool, sizeof pool, "%.*s", (int)strcspn(m->source, "/@"), m->source);
	rc = walk_pool(w, node, pool, &found);
	if (rc == ERR_OK && !found)
		rc = err_set(w->err, ERR_NOTFOUND,
			"no device of the ZFS pool %.80s is visible from here", pool);
	rc = walk_soft(w, node, rc, NULL, NULL);
	if (rc == ERR_OK)
		check_zpool(w, node, pool);
	return rc;
}

/* Soldered flash. It has a block device only while a module for that is loaded. */
static enum err_code walk_mtd(struct walk *w, size_t node, uint64_t number)
{
	char folder[SYSFS_PATH_MAX];
	char name[32];
	char device[64];
	size_t disk;
	enum err_code rc;

	snprintf(name, sizeof name, "mtdblock%llu", (unsigned long long)number);
	if (sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", w->root, name) &&
		access(folder, F_OK) == 0)
		return walk_leg(w, node, name);
	snprintf(name, sizeof name, "mtd%llu", (unsigned long long)number);
	snprintf(device, sizeof device, "/dev/%s", name);
	rc = graph_add(w->graph, "mtd", name, &disk, w->err);
	if (rc == ERR_OK)
		rc = graph_set(w->graph, disk, NODE_DEVICE, device, w->err);
	if (rc == ERR_OK)
		rc = graph_link(w->graph, node, disk, w->err);
	if (rc == ERR_OK && sysfs_path(folder, sizeof folder, "%s/sys/class/mtd/%s", w->root, name))
		sysfs_need_u64(folder, "size", &w->graph->nodes[disk].size);
	return rc == ERR_OK ? graph_add_disk(w->graph, disk, 0, w->err) : rc;
}

/* UBI volumes are on an MTD device. */
static enum err_code walk_ubi(struct walk *w, size_t node, const struct mount *m)
{
	const char *at = strstr(m->source, "ubi");
	char folder[SYSFS_PATH_MAX];
	uint64_t number;

	if (at == NULL ||
		!sysfs_path(folder, sizeof folder, "%s/sys/class/ubi/ubi%.*s", w->root,
			(int)strspn(at + 3, "0123456789"), at + 3) ||
		!sysfs_need_u64(folder, "mtd_num", &number))
		return graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
			N_("the MTD device below UBI is not known"), w->err);
	return walk_mtd(w, node, number);
}

static enum err_code walk_source_path(struct walk *w, size_t node, const char *path)
{
	return walk_soft(w, node, w->enter_path(w, node, path), NULL, NULL);
}

/* A file system without a device number of its own. */
static enum err_code walk_without_device(struct walk *w, size_t node, const struct mount *m)
{
	const char *words = fs_kind_words(m->fstype);

	if (words != NULL) {
		w->elsewhere = true;
		snprintf(w->where, sizeof w->where, tr("not on a local disk: it is %s (%.40s)"),
			tr(words), m->fstype);
		return ERR_OK;
	}
	if (strncmp(m->source, "/dev/", 5) == 0)
		return walk_soft(w, node, walk_device(w, node, m->source), NULL, m->source);
	if (m->source[0] == '/')
		return walk_source_path(w, node, m->source);
	return graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
		N_("what is below this file system is not known"), w->err);
}

static enum err_code walk_device_of(struct walk *w, size_t node, const struct mount *m)
{
	char numbers[32];
	bool named = strncmp(m->source, "/dev/", 5) == 0 && strcmp(m->source, "/dev/root") != 0;
	const char *device = named ? m->source : numbers;
	enum err_code rc;

	if (m->major == MTD_BLOCK_MAJOR) /* jffs2, squashfs, romfs on MTD have this number */
		return walk_mtd(w, node, m->minor);
	snprintf(numbers, sizeof numbers, "%u:%u", m->major, m->minor);
	rc = walk_numbers(w, node, m->major, m->minor);
	rc = walk_soft(w, node, rc, named ? strrchr(device, '/') + 1 : device, device);
	return rc == ERR_OK ? journal_walk(w, node, m) : rc;
}

enum err_code fs_walk(struct walk *w, size_t node, const struct mount *m)
{
	static const struct {
		const char *fstype;
		enum err_code (*walk)(struct walk *, size_t, const struct mount *);
	} own[] = {{"btrfs", btrfs_walk}, {"overlay", walk_overlay}, {"zfs", walk_zfs},
		{"autofs", automount_walk}, {"ubifs", walk_ubi}};
	size_t i;

	for (i = 0; i < sizeof own / sizeof own[0]; i++)
		if (strcmp(m->fstype, own[i].fstype) == 0)
			return own[i].walk(w, node, m);
	if (m->major != 0)
		return walk_device_of(w, node, m);
	if (strcmp(m->fstype, "bcachefs") == 0)
		return walk_sources(w, node, m->source);
	return walk_without_device(w, node, m);
}
