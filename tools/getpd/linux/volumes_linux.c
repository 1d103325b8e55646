/* SPDX-License-Identifier: MIT */
/* Lists everything on disks: mounted file systems, swap, and unused devices. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "formats/swaps.h"
#include "linux/block_linux.h"
#include "linux/claim_linux.h"
#include "linux/mount_linux.h"
#include "linux/probe_linux.h"
#include "linux/query_linux.h"
#include "linux/tag_linux.h"

#define SWAPS_MAX    (1u << 20)
#define EXTENDED_MAX 2 /* the kernel shows so many sectors of an extended partition */

struct names {
	char **items;
	size_t count, cap;
	bool failed; /* out of memory */
};

struct all {
	const struct query_opts *opts;
	struct walk w;
	struct claims claims;
	struct disks disks; /* all disks, for their numbers */
	struct names seen;  /* devices that volumes use */
	bool (*each)(void *user, const char *volume, const struct graph *g);
	void *user;
	bool go_on;
	bool failed; /* out of memory */
};

static bool names_have(const struct names *n, const char *name)
{
	size_t i;

	for (i = 0; i < n->count; i++)
		if (strcmp(n->items[i], name) == 0)
			return true;
	return false;
}

/* False when out of memory. */
static bool names_add(struct names *n, const char *name)
{
	char *copy;

	if (!ALLOC_ROOM(n->items, n->count, &n->cap))
		return false;
	copy = alloc_text(name);
	if (copy != NULL)
		n->items[n->count++] = copy;
	return copy != NULL;
}

static void names_free(struct names *n)
{
	while (n->count > 0)
		free(n->items[--n->count]);
	free(n->items);
	n->items = NULL;
}

/* Passes on a graph with disks below it, or with a reason why there are none, and notes its
 * devices. */
static void deliver(struct all *a, const char *volume, struct graph *g)
{
	size_t i;

	for (i = 0; i < g->count; i++)
		if (graph_get(g, i, NODE_DEVICE)[0] != '\0' &&
			!names_have(&a->seen, graph_get(g, i, NODE_NAME)))
			a->failed |= !names_add(&a->seen, graph_get(g, i, NODE_NAME));
	if (a->failed || g->no_memory)
		return;
	if (g->disk_count == 0 && g->leaves == 0 && !a->opts->without_disks)
		return;
	number_disks(&a->disks, g);
	a->go_on = a->each(a->user, volume, g);
}

/* Begins a graph for a volume: node 0 is its name, node 1 its kind. */
static bool begin(struct all *a, struct graph *g, struct err *err, const char *volume,
	const char *kind, const char *fstype)
{
	size_t node;

	*g = (struct graph){0};
	a->w.graph = g;
	a->w.err = err;
	a->w.depth = 0;
	a->w.partition = 0;
	if (graph_add(g, "query", volume, &node, err) != ERR_OK)
		return false;
	if (kind == NULL)
		return true;
	return graph_add(g, kind, kind, &node, err) == ERR_OK &&
	       graph_set(g, node, NODE_FSTYPE, fstype, err) == ERR_OK &&
	       graph_link(g, 0, node, err) == ERR_OK;
}

static void end(struct all *a, struct graph *g)
{
	a->failed |= g->no_memory;
	graph_free(g);
	a->w.graph = NULL;
	a->w.err = NULL;
}

/* A volume that cannot be resolved is listed with the reason. False when out of memory. */
static bool list_volume(struct all *a, struct graph *g, enum err_code rc)
{
	if (rc == ERR_OK)
		return true;
	a->failed = rc == ERR_NOMEM || graph_add_leaf(g, g->count > 1 ? 1 : 0, LEAF_UNKNOWN, NULL,
					       NULL, a->w.err->text, a->w.err) != ERR_OK;
	return !a->failed;
}

/* Lists a file of the system that could not be read: there may be more volumes in it. */
static void list_unread(struct all *a, const char *path, const char *why)
{
	struct graph g;
	struct err err;

	if (begin(a, &g, &err, path, NULL, NULL) &&
		graph_add_leaf(&g, 0, LEAF_UNKNOWN, NULL, NULL, why, &err) == ERR_OK)
		deliver(a, path, &g);
	else
		a->failed = true;
	end(a, &g);
}

static void list_mounts(struct all *a)
{
	char why[64];
	size_t i;

	for (i = 0; a->go_on && !a->failed && i < a->w.mounts.count; i++) {
		const struct mount *m = &a->w.mounts.items[i];
		struct graph g;
		struct err err;

		if (begin(a, &g, &err, m->point, NULL, NULL) &&
			list_volume(a, &g, walk_mount(&a->w, 0, m)))
			deliver(a, m->point, &g);
		end(a, &g);
	}
	snprintf(why, sizeof why, tr("%zu of its lines cannot be read"), a->w.mounts.unread);
	if (a->go_on && !a->failed && a->w.mounts.unread > 0)
		list_unread(a, "/proc/self/mountinfo", why);
}

static bool on_swap(void *user, const char *path, bool is_file)
{
	struct all *a = user;
	struct graph g;
	struct err err;

	if (begin(a, &g, &err, path, "swap", "swap") &&
		list_volume(a, &g,
			is_file ? walk_path(&a->w, 1, path)
				: walk_soft(&a->w, 1, walk_device(&a->w, 1, path), NULL, path)))
		deliver(a, path, &g);
	end(a, &g);
	return a->go_on;
}

static void list_swaps(struct all *a)
{
	char path[SYSFS_PATH_MAX];
	char why[64];
	size_t unread;
	struct file_info info;
	struct blob text;
	struct err err;

	if (!sysfs_path(path, sizeof path, "%s/proc/swaps", a->opts->root) ||
		file_info(path, true, &info, &err) != ERR_OK || info.type != FILE_REGULAR)
		return; /* kernels without swap lack this file */
	if (file_read(path, SWAPS_MAX, &text, &err) != ERR_OK) {
		a->failed |= err.code == ERR_NOMEM;
		list_unread(a, "/proc/swaps", err.text);
		return;
	}
	unread = swaps_each(blob_span(text), on_swap, a);
	blob_free(&text);
	a->failed |= unread == SIZE_MAX;
	snprintf(why, sizeof why, tr("%zu of its lines cannot be read"), unread);
	if (a->go_on && !a->failed && unread > 0)
		list_unread(a, "/proc/swaps", why);
}

static bool on_name(void *user, const char *name)
{
	struct names *n = user;

	n->failed = !names_add(n, name);
	return !n->failed;
}

static int compare(const void *a, const void *b)
{
	return sysfs_natural_compare(*(char *const *)a, *(char *const *)b);
}

struct parts {
	const char *folder;
	const char *disk;
	bool any;
};

static bool on_part(void *user, const char *name)
{
	struct parts *p = user;
	char folder[SYSFS_PATH_MAX];
	uint64_t number;

	/* Names of partitions begin with that of their disk. */
	if (strncmp(name, p->disk, strlen(p->disk)) == 0 &&
		sysfs_path(folder, sizeof folder, "%s/%s", p->folder, name) &&
		sysfs_need_u64(folder, "partition", &number))
		p->any = true;
	return !p->any;
}

/* An unused device that could have content: not an empty drive, nor a disk with partitions. */
static bool is_free(const struct all *a, const char *name)
{
	char folder[SYSFS_PATH_MAX];
	struct parts parts = {folder, name, false};
	uint64_t sectors;

	if (names_have(&a->seen, name) || strncmp(name, "ram", 3) == 0 ||
		!sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", a->opts->root, name) ||
		!sysfs_need_u64(folder, "size", &sectors) || sectors <= EXTENDED_MAX ||
		device_is_held(a->opts->root, name))
		return false;
	sysfs_each(folder, NAMES_MAX, on_part, &parts);
	return !parts.any;
}

static void list_free(struct all *a)
{
	struct names names = {0};
	char path[SYSFS_PATH_MAX];
	size_t i;

	if (sysfs_path(path, sizeof path, "%s/sys/class/block", a->opts->root))
		sysfs_each(path, NAMES_MAX, on_name, &names);
	a->failed |= names.failed;
	if (names.count > 1)
		qsort(names.items, names.count, sizeof *names.items, compare);
	for (i = 0; a->go_on && !a->failed && i < names.count; i++) {
		struct graph g;
		struct err err;
		const char *claim;
		struct member member;

		if (!is_free(a, names.items[i]) ||
			!sysfs_path(path, sizeof path, "/dev/%s", names.items[i]))
			continue;
		claim = claims_find(&a->claims, names.items[i]);
		a->failed |=
			probe_device(a->opts->root, names.items[i], &member) == PROBE_NO_MEMORY;
		if (begin(a, &g, &err, path, claim != NULL ? N_("in use") : N_("not mounted"),
			    member.type) &&
			graph_set(&g, 1, NODE_NOTE, claim, &err) == ERR_OK &&
			list_volume(a, &g, walk_leg(&a->w, 1, names.items[i])))
			deliver(a, path, &g);
		end(a, &g);
	}
	names_free(&names);
}

enum err_code query_all(const struct query_opts *opts,
	bool (*each)(void *user, const char *volume, const struct graph *g), void *user,
	struct err *err)
{
	struct all a = {.opts = opts, .each = each, .user = user, .go_on = true};
	struct graph none = {0};
	enum err_code rc = walk_open(&a.w, opts, &none, err);

	if (rc == ERR_OK) {
		err->code = ERR_OK;
		rc = block_absent(opts->root, err);
	}
	if (rc != ERR_OK) {
		mounts_free(&a.w.mounts);
		return rc;
	}
	claims_open(&a.claims, opts->root);
	a.failed = !disks_list(opts->root, &a.disks);
	list_mounts(&a);
	list_swaps(&a);
	list_free(&a);
	a.failed = a.failed || a.claims.elsewhere.failed;
	claims_close(&a.claims);
	mounts_free(&a.w.mounts);
	names_free(&a.seen);
	free(a.disks.names);
	if (a.failed)
		return err_set(err, ERR_NOMEM, "out of memory");
	return opts->is_part ? ERR_OK : sysfs_whole(err);
}
