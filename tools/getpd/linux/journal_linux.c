/* SPDX-License-Identifier: MIT */
/*
 * XFS names its devices in the mount options (Documentation/admin-guide/xfs.rst). ext4 does not;
 * but the kernel's thread of a journal has the journal's device and inode in its name,
 * "jbd2/sda1-8", or only the device when the journal is all of it: "jbd2/sdb1" (fs/jbd2/journal.c).
 * The thread's number is in /sys/fs/ext4/DEVICE/journal_task, and each journal has a folder of that
 * name in /proc/fs/jbd2.
 */
#include "linux/journal_linux.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "linux/block_linux.h"

/* The value of an option, cut at the next comma. */
static bool option(const char *options, const char *name, char *out, size_t cap)
{
	size_t len = strlen(name);
	const char *at = options;

	while (at != NULL && strncmp(at, name, len) != 0) {
		at = strchr(at, ',');
		at += at != NULL;
	}
	return at != NULL && sysfs_path(out, cap, "%.*s", (int)strcspn(at + len, ","), at + len);
}

static enum err_code walk_option(
	struct walk *w, size_t node, const struct mount *m, const char *name)
{
	char device[1024];
	const char *base;

	if (!option(m->options, name, device, sizeof device))
		return ERR_OK;
	base = strrchr(device, '/');
	return walk_soft(
		w, node, walk_device(w, node, device), base != NULL ? base + 1 : device, device);
}

struct journals {
	struct walk *w;
	size_t node;
	const char *inside; /* "sda1-": the journal is in the file system itself */
	bool internal;
	unsigned external;
	char device[256];
};

static bool on_journal(void *user, const char *name)
{
	struct journals *j = user;
	char path[SYSFS_PATH_MAX];

	if (strncmp(name, j->inside, strlen(j->inside)) == 0)
		j->internal = true;
	else if (sysfs_path(path, sizeof path, "%s/sys/class/block/%s", j->w->root, name) &&
		 access(path, F_OK) == 0) {
		j->external++;
		snprintf(j->device, sizeof j->device, "%.255s", name);
	}
	return !j->internal;
}

/* Uses the name of the journal's thread; true when it decides. */
static bool ask_thread(struct journals *j, const char *name)
{
	char folder[SYSFS_PATH_MAX];
	char task[32];
	char comm[128];

	if (!sysfs_path(folder, sizeof folder, "%s/sys/fs/ext4/%s", j->w->root, name) ||
		!sysfs_need(folder, "journal_task", task, sizeof task))
		return false;
	if (strcmp(task, "<none>") == 0)
		return true;
	if (strspn(task, "0123456789") != strlen(task) ||
		!sysfs_path(folder, sizeof folder, "%s/proc/%s", j->w->root, task) ||
		!sysfs_attr(folder, "comm", comm, sizeof comm) || strncmp(comm, "jbd2/", 5) != 0)
		return false;
	j->internal = strncmp(comm + 5, j->inside, strlen(j->inside)) == 0;
	if (j->internal)
		return true;
	if (!sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", j->w->root, comm + 5) ||
		access(folder, F_OK) != 0)
		return false; /* old kernels truncate it to 15 bytes */
	j->external = 1;
	snprintf(j->device, sizeof j->device, "%.250s", comm + 5);
	return true;
}

static enum err_code walk_ext(struct walk *w, size_t node)
{
	char inside[280];
	char path[SYSFS_PATH_MAX];
	struct journals j = {.w = w, .node = node, .inside = inside};
	const char *name;

	if (w->graph->nodes[node].below_count == 0)
		return ERR_OK;
	name = graph_get(w->graph, w->graph->nodes[node].below[0], NODE_NAME);
	snprintf(inside, sizeof inside, "%.250s-", name);
	if (!sysfs_path(path, sizeof path, "%s/proc/fs/jbd2", w->root))
		return ERR_OK;
	sysfs_each(path, NAMES_MAX, on_journal, &j);
	if (j.internal || j.external == 0)
		return ERR_OK;
	j.external = 0;
	if (!ask_thread(&j, name)) {
		sysfs_each(path, NAMES_MAX, on_journal, &j);
		if (j.external > 1)
			return graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
				N_("its journal is on one of several devices"), w->err);
	}
	return j.external == 1 ? walk_leg(w, node, j.device) : ERR_OK;
}

enum err_code journal_walk(struct walk *w, size_t node, const struct mount *m)
{
	enum err_code rc;

	if (strcmp(m->fstype, "ext3") == 0 || strcmp(m->fstype, "ext4") == 0)
		return walk_ext(w, node);
	if (strcmp(m->fstype, "xfs") != 0)
		return ERR_OK;
	rc = walk_option(w, node, m, "logdev=");
	return rc == ERR_OK ? walk_option(w, node, m, "rtdev=") : rc;
}
