/* SPDX-License-Identifier: MIT */
/*
 * From a path to its mount and on. The device number that stat gives is no use: btrfs and overlay
 * make one up for every subvolume and layer. The mount id is exact.
 */
#define _GNU_SOURCE /* statx, O_PATH */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "biosbelt/num.h"
#include "biosbelt/os.h"
#include "biosbelt/sysfs.h"
#include "block_linux.h"
#include "tag_linux.h"

/* Kernels before 5.8: "mnt_id:" of /proc/self/fdinfo (proc(5)). */
static bool id_from_fdinfo(const char *path, uint64_t *out)
{
	char name[64];
	char text[1024];
	char *at;
	int fd = open(path, O_PATH | O_CLOEXEC);
	bool good = false;

	if (fd < 0)
		return false;
	snprintf(name, sizeof name, "/proc/self/fdinfo/%d", fd);
	if (sysfs_text(name, text, sizeof text) && (at = strstr(text, "mnt_id:")) != NULL) {
		at += 7;
		at += strspn(at, " \t");
		at[strspn(at, "0123456789")] = '\0';
		good = num_parse_u64(at, out);
	}
	close(fd);
	return good;
}

static enum err_code code_of(int failure)
{
	if (failure == ENOENT || failure == ENOTDIR)
		return ERR_NOTFOUND;
	return failure == EACCES ? ERR_DENIED : ERR_IO;
}

static enum err_code find_mount(struct walk *w, const char *path, const struct mount **out)
{
	struct statx info;
	char words[128];
	uint64_t id;

	*out = NULL;
	if (w->root[0] != '\0') { /* a made-up tree: no kernel to ask */
		*out = mounts_by_path(&w->mounts, path);
	} else if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_MNT_ID, &info) != 0) {
		int failure = errno;

		os_error_text(failure, words, sizeof words);
		return err_set_os(w->err, code_of(failure), failure, "%.150s%s%s",
			w->depth > 0 ? path : "", w->depth > 0 ? ": " : "", words);
	} else if (info.stx_mask & STATX_MNT_ID) {
		*out = mounts_by_id(&w->mounts, info.stx_mnt_id);
	} else if (id_from_fdinfo(path, &id)) {
		*out = mounts_by_id(&w->mounts, id);
	}
	if (*out == NULL)
		return err_set(
			w->err, ERR_NOTFOUND, "%.150s: its mount is not visible from here", path);
	return ERR_OK;
}

struct btrfs {
	struct walk *w;
	size_t node;
	char device[256]; /* one that belongs to it */
	char folder[SYSFS_PATH_MAX];
	char found[SYSFS_PATH_MAX]; /* of the file system in /sys/fs/btrfs */
	unsigned count;
	enum err_code rc;
};

static bool on_btrfs(void *user, const char *name)
{
	struct btrfs *b = user;
	char path[SYSFS_PATH_MAX];

	if (!sysfs_path(path, sizeof path, "%s/%s/devices/%s", b->folder, name, b->device) ||
		access(path, F_OK) != 0)
		return true;
	sysfs_path(b->found, sizeof b->found, "%s/%s", b->folder, name);
	return false;
}

static bool on_btrfs_device(void *user, const char *name)
{
	struct btrfs *b = user;

	b->count++;
	b->rc = walk_block(b->w, b->node, name);
	return b->rc == ERR_OK;
}

static bool on_devinfo(void *user, const char *name)
{
	struct btrfs *b = user;
	char folder[SYSFS_PATH_MAX];
	uint64_t missing;

	if (sysfs_path(folder, sizeof folder, "%s/devinfo/%s", b->found, name) &&
		sysfs_attr_u64(folder, "missing", &missing) && missing != 0) {
		b->w->graph->nodes[b->node].degraded = true;
		b->w->graph->degraded = true;
		graph_set(b->w->graph, b->node, NODE_NOTE, "degraded: a device is missing",
			b->w->err);
	}
	return true;
}

enum err_code walk_btrfs_folder(struct walk *w, size_t node, const char *folder)
{
	struct btrfs b = {.w = w, .node = node};
	char path[SYSFS_PATH_MAX];

	if (!sysfs_path(b.found, sizeof b.found, "%s", folder))
		return err_set(w->err, ERR_LIMIT, "path too long");
	if (sysfs_path(path, sizeof path, "%s/devices", folder))
		sysfs_each(path, GRAPH_BELOW_MAX, on_btrfs_device, &b);
	if (b.rc == ERR_OK && sysfs_path(path, sizeof path, "%s/devinfo", folder))
		sysfs_each(path, GRAPH_BELOW_MAX, on_devinfo, &b);
	return b.rc;
}

/* mountinfo names one device of several; the others stand in /sys/fs/btrfs/UUID/devices. */
static enum err_code walk_btrfs(struct walk *w, size_t node, const struct mount *m)
{
	struct btrfs b = {.w = w, .node = node};

	block_name(w, m->source, b.device, sizeof b.device);
	if (sysfs_path(b.folder, sizeof b.folder, "%s/sys/fs/btrfs", w->root))
		sysfs_each(b.folder, 10000, on_btrfs, &b);
	if (b.found[0] == '\0') {
		graph_set(w->graph, node, NODE_NOTE,
			"its other devices, if any, are not visible from here", w->err);
		return walk_device(w, node, m->source);
	}
	return walk_btrfs_folder(w, node, b.found);
}

struct folders {
	struct walk *w;
	size_t node;
	enum err_code rc;
};

static bool on_folder(void *user, const char *folder)
{
	struct folders *f = user;

	f->rc = folder[0] == '/' ? walk_path(f->w, f->node, folder)
				 : err_set(f->w->err, ERR_NOTFOUND, "a relative folder");
	if (f->rc == ERR_NOTFOUND || f->rc == ERR_DENIED) { /* in another mount namespace */
		graph_set(f->w->graph, f->node, NODE_NOTE,
			"a layer is not visible from here; there may be more disks", f->w->err);
		f->w->elsewhere = true; /* the words for it when no layer at all is visible */
		snprintf(f->w->where, sizeof f->w->where,
			"the layers of this overlay are not visible from here (a container?)");
		f->rc = ERR_OK;
	}
	return f->rc == ERR_OK;
}

static enum err_code walk_overlay(struct walk *w, size_t node, const struct mount *m)
{
	struct folders f = {w, node, ERR_OK};

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
		rc = walk_device(w, node, device);
		source += len;
		source += *source == ':';
	}
	return rc;
}

/* The pool's state, which its module tells everybody: ONLINE, DEGRADED ... */
static void check_zpool(struct walk *w, size_t node, const char *pool)
{
	char path[SYSFS_PATH_MAX];
	char state[64];

	if (!sysfs_path(path, sizeof path, "%s/proc/spl/kstat/zfs/%s", w->root, pool) ||
		!sysfs_attr(path, "state", state, sizeof state) || strcmp(state, "ONLINE") == 0)
		return;
	snprintf(path, sizeof path, "the pool is %s", state);
	graph_set(w->graph, node, NODE_NOTE, path, w->err);
	w->graph->nodes[node].degraded = true;
	w->graph->degraded = true;
	snprintf(w->where + strlen(w->where), sizeof w->where - strlen(w->where), "; it is %.40s",
		state);
}

/* "tank/home@yesterday": the kernel says nothing of the pool's disks, their labels do. */
static enum err_code walk_zfs(struct walk *w, size_t node, const struct mount *m)
{
	char pool[256];
	bool found;
	enum err_code rc;

	snprintf(pool, sizeof pool, "%.*s", (int)strcspn(m->source, "/@"), m->source);
	rc = walk_pool(w, node, pool, &found);
	if (rc == ERR_OK && !found) {
		w->elsewhere = true;
		snprintf(w->where, sizeof w->where,
			"no device of the ZFS pool %.80s is visible from here", pool);
	}
	if (rc == ERR_OK)
		check_zpool(w, node, pool);
	return rc;
}

static void not_local(struct walk *w, const struct mount *m)
{
	static const char *const net[] = {"nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs",
		"virtiofs", "glusterfs", "ncpfs"};
	static const char *const memory[] = {"tmpfs", "ramfs", "devtmpfs", "rootfs", "hugetlbfs"};
	const char *words = "a file system of the kernel";
	size_t i;

	for (i = 0; i < sizeof net / sizeof net[0]; i++)
		if (strcmp(m->fstype, net[i]) == 0)
			words = "a network or host file system";
	for (i = 0; i < sizeof memory / sizeof memory[0]; i++)
		if (strcmp(m->fstype, memory[i]) == 0)
			words = "memory";
	if (strncmp(m->fstype, "fuse", 4) == 0)
		words = "a program (fuse)";
	w->elsewhere = true;
	snprintf(w->where, sizeof w->where, "not on a local disk: it is %s (%.40s)", words,
		m->fstype);
}

enum err_code walk_mount(struct walk *w, size_t above, const struct mount *m)
{
	char name[64];
	size_t node;
	enum err_code rc;

	snprintf(name, sizeof name, "mount %llu", (unsigned long long)m->id);
	node = graph_find(w->graph, NODE_NAME, name);
	if (node != SIZE_MAX && w->graph->nodes[node].open)
		return err_set(w->err, ERR_FORMAT, "%.100s stands on itself", m->point);
	if (node != SIZE_MAX)
		return graph_link(w->graph, above, node, w->err);
	if (++w->depth > GRAPH_DEPTH_MAX)
		return err_set(w->err, ERR_LIMIT, "more than %d layers", GRAPH_DEPTH_MAX);
	rc = graph_add(w->graph, "mount", name, &node, w->err);
	if (rc == ERR_OK)
		rc = graph_set(w->graph, node, NODE_FSTYPE, m->fstype, w->err);
	if (rc == ERR_OK)
		rc = graph_set(w->graph, node, NODE_MOUNTPOINT, m->point, w->err);
	if (rc == ERR_OK)
		rc = graph_set(w->graph, node, NODE_SOURCE, m->source, w->err);
	if (rc == ERR_OK)
		rc = graph_link(w->graph, above, node, w->err);
	if (rc != ERR_OK)
		return rc;
	w->graph->nodes[node].open = true;
	if (strcmp(m->fstype, "btrfs") == 0)
		rc = walk_btrfs(w, node, m);
	else if (strcmp(m->fstype, "overlay") == 0)
		rc = walk_overlay(w, node, m);
	else if (strcmp(m->fstype, "zfs") == 0)
		rc = walk_zfs(w, node, m);
	else if (m->major != 0)
		rc = walk_numbers(w, node, m->major, m->minor);
	else if (strcmp(m->fstype, "bcachefs") == 0)
		rc = walk_sources(w, node, m->source);
	else
		not_local(w, m);
	w->graph->nodes[node].open = false;
	w->depth--;
	return rc;
}

/* An overlay is often mounted over one of its own folders: what lies under it is meant then. */
static const struct mount *uncover(const struct walk *w, const struct mount *m)
{
	size_t i;

	for (i = 0; m != NULL && i < w->mounts.count; i++) {
		char name[64];
		size_t node;

		snprintf(name, sizeof name, "mount %llu", (unsigned long long)m->id);
		node = graph_find(w->graph, NODE_NAME, name);
		if (node == SIZE_MAX || !w->graph->nodes[node].open)
			return m;
		m = mounts_by_id(&w->mounts, m->parent);
	}
	return NULL;
}

enum err_code walk_path(struct walk *w, size_t above, const char *path)
{
	const struct mount *m = NULL;
	enum err_code rc = find_mount(w, path, &m);

	if (rc != ERR_OK)
		return rc;
	m = uncover(w, m);
	if (m == NULL)
		return err_set(w->err, ERR_NOTFOUND, "%.150s: hidden under its own mount", path);
	return walk_mount(w, above, m);
}
