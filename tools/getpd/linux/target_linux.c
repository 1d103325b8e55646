/* SPDX-License-Identifier: MIT */
#include "linux/target_linux.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "biosbelt/sysfs.h"
#include "linux/walk_linux.h"

#define EXTENDED_MAX  8 /* the kernel shows so many sectors of an extended partition */
#define FIRST_LOGICAL 5 /* number of the first logical partition (fdisk(8)) */

struct state {
	struct check *c;
	const char *root;
	const char *name; /* of the partition to compare with the others; or of a loop */
	bool is_partition;
	const char *wwid; /* of the disk */
	const struct loop *file;
	uint64_t number;
	uint64_t start;
	uint64_t size;
	struct err *err;
	enum err_code rc;
};

static bool block_attr(const struct state *s, const char *name, const char *attr, uint64_t *out)
{
	char folder[SYSFS_PATH_MAX];

	return sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", s->root, name) &&
	       sysfs_need_u64(folder, attr, out);
}

static bool on_child(void *user, const char *name)
{
	struct state *s = user;
	uint64_t number;

	if (block_attr(s, name, "partition", &number))
		s->rc = check_name(s->c, name, s->err);
	return s->rc == ERR_OK;
}

/* Finds partitions that share blocks: slices of BSD, tables of two kinds, and the extended
 * partition. Of that the kernel shows only the first link of the chain to the logical ones. */
static bool on_sibling(void *user, const char *name)
{
	struct state *s = user;
	uint64_t number;
	uint64_t start;
	uint64_t size;
	bool shares;

	if (check_has(s->c, name) || !block_attr(s, name, "partition", &number))
		return true;
	shares = s->size <= EXTENDED_MAX && s->number < FIRST_LOGICAL && number >= FIRST_LOGICAL;
	if (!shares && block_attr(s, name, "start", &start) && block_attr(s, name, "size", &size))
		shares = start < s->start + s->size && s->start < start + size;
	if (shares)
		s->rc = check_name(s->c, name, s->err);
	return s->rc == ERR_OK;
}

/* Reads the position of the partition on its disk. */
static bool read_place(struct state *s)
{
	s->start = 0;
	return block_attr(s, s->name, "partition", &s->number) &&
	       block_attr(s, s->name, "size", &s->size) &&
	       (block_attr(s, s->name, "start", &s->start) || s->size <= EXTENDED_MAX);
}

/* Adds partitions of a disk that share blocks with the checked one. */
static void add_parts(struct state *s, const char *disk)
{
	char folder[SYSFS_PATH_MAX];

	if (sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", s->root, disk))
		sysfs_each(folder, NAMES_MAX, s->is_partition ? on_sibling : on_child, s);
}

/* Another path to the same disk. */
static bool on_path(void *user, const char *name)
{
	struct state *s = user;
	char folder[SYSFS_PATH_MAX];
	char text[256];

	if (!check_has(s->c, name) &&
		sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", s->root, name) &&
		(sysfs_need(folder, "wwid", text, sizeof text) ||
			sysfs_need(folder, "device/wwid", text, sizeof text)) &&
		strcmp(text, s->wwid) == 0) {
		if (!s->is_partition)
			s->rc = check_name(s->c, name, s->err);
		if (s->rc == ERR_OK)
			add_parts(s, name);
	}
	return s->rc == ERR_OK;
}

static size_t disk_of(const struct graph *g, size_t node)
{
	const struct node *n = &g->nodes[node];

	return strcmp(n->kind, "partition") == 0 && n->below_count == 1 ? n->below[0] : node;
}

static enum err_code add_device(struct state *s, size_t node)
{
	const struct graph *g = &s->c->graph;
	size_t disk = disk_of(g, node);
	char folder[SYSFS_PATH_MAX];

	s->name = graph_get(g, node, NODE_NAME);
	s->is_partition = strcmp(g->nodes[node].kind, "partition") == 0;
	s->rc = check_name(s->c, s->name, s->err);
	if (s->rc != ERR_OK || (s->is_partition && (disk == node || !read_place(s))))
		return s->rc;
	add_parts(s, graph_get(g, disk, NODE_NAME));
	s->wwid = graph_get(g, disk, NODE_WWID);
	if (s->rc == ERR_OK && strcmp(g->nodes[disk].kind, "disk") == 0 && s->wwid[0] != '\0' &&
		sysfs_path(folder, sizeof folder, "%s/sys/block", s->root))
		sysfs_each(folder, NAMES_MAX, on_path, s);
	return s->rc;
}

/* A loop does not claim the device below it: that can still be written. */
static bool is_loop_on_device(const struct graph *g, size_t node)
{
	const struct node *n = &g->nodes[node];

	return strcmp(n->kind, "loop") == 0 && n->below_count == 1 &&
	       graph_get(g, n->below[0], NODE_DEVICE)[0] != '\0' &&
	       !node_is_leaf(&g->nodes[n->below[0]]);
}

/* The disk whose serial number is compared: the one of a partition, or the device itself. */
static void find_disk(struct check *c, const char *root, size_t base)
{
	char path[SYSFS_PATH_MAX];
	size_t disk = disk_of(&c->graph, base);
	uint64_t removable;

	c->size = c->graph.nodes[1].size;
	snprintf(c->device, sizeof c->device, "%.511s", graph_get(&c->graph, 1, NODE_DEVICE));
	if (strcmp(c->graph.nodes[disk].kind, "disk") == 0)
		c->disk = disk;
	c->removable = sysfs_path(path, sizeof path, "%s/sys/class/block/%s", root,
			       graph_get(&c->graph, disk, NODE_NAME)) &&
		       sysfs_need_u64(path, "removable", &removable) && removable != 0;
	if (disk != base)
		snprintf(c->parent, sizeof c->parent, "%.255s",
			graph_get(&c->graph, disk, NODE_NAME));
}

enum err_code target_open(
	struct check *c, const char *root, const char *name, struct target *out, struct err *err)
{
	struct state s = {.c = c, .root = root, .err = err};
	const struct graph *g = &c->graph;
	char folder[SYSFS_PATH_MAX];
	const char *whole;
	size_t base = 1;
	size_t disk;

	memset(out, 0, sizeof *out);
	while (add_device(&s, base) == ERR_OK && is_loop_on_device(g, disk_of(g, base)))
		base = g->nodes[disk_of(g, base)].below[0];
	find_disk(c, root, base);
	snprintf(out->base, sizeof out->base, "%.255s",
		base != 1 ? graph_get(g, base, NODE_NAME) : name);
	disk = disk_of(g, base);
	whole = graph_get(g, disk, NODE_NAME);
	out->on_file = strcmp(g->nodes[disk].kind, "loop") == 0 &&
		       sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", root, whole) &&
		       loop_read(root, whole, folder, &out->file);
	/* The searches for other paths, loops and disks of its number need that folder. */
	if (s.rc == ERR_OK && (!sysfs_path(folder, sizeof folder, "%s/sys/block/%s", root, whole) ||
				      access(folder, F_OK) != 0))
		s.rc = check_add(c, err, "unseen", true, "/sys/block",
			"/sys/block does not show %.200s: other disks cannot be seen", whole);
	return s.rc;
}

static bool on_loop(void *user, const char *name)
{
	struct state *s = user;
	char folder[SYSFS_PATH_MAX];
	struct loop other;

	if (strncmp(name, "loop", 4) == 0 && strcmp(name, s->name) != 0 && !check_has(s->c, name) &&
		sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", s->root, name) &&
		loop_read(s->root, name, folder, &other) && loop_same(s->file, &other))
		s->rc = check_add(s->c, s->err, "held", false, name,
			"%.100s uses the same file: %.400s", name, other.file);
	return s->rc == ERR_OK;
}

enum err_code target_check_file(struct check *c, const char *root, const struct target *t,
	const char *source, struct err *err)
{
	struct state s = {.c = c, .root = root, .file = &t->file, .err = err};
	char path[SYSFS_PATH_MAX];

	if (!t->on_file)
		return ERR_OK;
	s.name = c->parent[0] != '\0' ? c->parent : t->base;
	if (sysfs_path(path, sizeof path, "%s/sys/block", root))
		sysfs_each(path, NAMES_MAX, on_loop, &s);
	if (s.rc == ERR_OK && source != NULL && loop_is_file(&t->file, source))
		s.rc = check_add(
			c, err, "source", false, source, "the image %.400s is its file", source);
	return s.rc;
}
