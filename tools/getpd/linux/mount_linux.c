/* SPDX-License-Identifier: MIT */
/*
 * Finds the mount of a path. The device number from stat is useless: btrfs and overlay make one up
 * for every subvolume and layer. The mount id is exact.
 */
#define _GNU_SOURCE /* syscall, O_PATH */
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
#include "biosbelt/tr.h"
#include "linux/fs_linux.h"
#include "linux/mount_linux.h"
#include "linux/statx_linux.h"

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

/* *out may be NULL with ERR_OK: the path exists, but in a chroot its mount may be unknown. */
static enum err_code find_mount(struct walk *w, const char *path, const struct mount **out)
{
	struct statx info;
	char words[128];
	uint64_t id;

	*out = NULL;
	if (w->root[0] != '\0') { /* the tree of a test has no kernel */
		*out = mounts_by_path(&w->mounts, path);
	} else if (linux_statx(path, AT_NO_AUTOMOUNT, STATX_MNT_ID, &info) != 0) {
		int failure = errno;

		os_error_text(failure, words, sizeof words);
		return err_set_os(w->err, code_of(failure), failure, "%.150s%s%s",
			w->depth > 0 ? path : "", w->depth > 0 ? ": " : "", words);
	} else if (info.stx_mask & STATX_MNT_ID) {
		*out = mounts_by_id(&w->mounts, info.stx_mnt_id);
	} else if (id_from_fdinfo(path, &id)) {
		*out = mounts_by_id(&w->mounts, id);
	}
	return ERR_OK;
}

enum err_code walk_mount(struct walk *w, size_t above, const struct mount *m)
{
	char name[64];
	size_t node;
	enum err_code rc;

	snprintf(name, sizeof name, "mount %llu", (unsigned long long)m->id);
	node = graph_find(w->graph, NODE_NAME, name);
	if (node != SIZE_MAX && w->graph->nodes[node].open)
		return err_set(w->err, ERR_FORMAT, "%.100s is built on itself", m->point);
	if (node != SIZE_MAX)
		return graph_link(w->graph, above, node, w->err);
	if (w->depth >= GRAPH_DEPTH_MAX)
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
	w->depth++;
	rc = fs_walk(w, node, m);
	w->depth--;
	w->graph->nodes[node].open = false;
	return rc;
}

/* An overlay is often mounted over one of its own folders: then the mount below it is meant. */
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
	if (m == NULL && w->depth == 0)
		return graph_add_leaf(w->graph, above, LEAF_UNKNOWN, NULL, NULL,
			N_("its mount is not visible from here (a chroot?)"), w->err);
	if (m == NULL)
		return err_set(
			w->err, ERR_NOTFOUND, "%.150s: its mount is not visible from here", path);
	m = uncover(w, m);
	if (m == NULL)
		return err_set(w->err, ERR_NOTFOUND, "%.150s: hidden under its own mount", path);
	return walk_mount(w, above, m);
}
