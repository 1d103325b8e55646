/* SPDX-License-Identifier: MIT */
/*
 * Block devices by sysfs (Documentation/ABI/stable/sysfs-block): "partition" marks a partition,
 * whose disk is the folder above; "slaves" lists the devices below device mapper, MD and bcache;
 * "loop/backing_file" is the file of a loop device.
 */
#include "linux/block_linux.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "biosbelt/num.h"
#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "linux/disk_linux.h"
#include "linux/dm_linux.h"
#include "linux/loop_linux.h"
#include "linux/numbers_linux.h"

#define SECTOR 512 /* unit of "size", whatever the disk's own sectors */

static enum err_code set(struct walk *w, size_t node, enum node_text which, const char *text)
{
	return graph_set(w->graph, node, which, text, w->err);
}

struct slaves {
	struct walk *w;
	size_t node;
	const char *folder;
	int partition; /* the partition through which a pass-through device was reached */
	unsigned count;
	unsigned faulty;
	bool self_counting; /* the array counts its failed members itself */
	bool legs;          /* some are legs of an LVM RAID */
	enum err_code rc;
};

/* MD keeps a failed member until it is removed (Documentation/admin-guide/md.rst). */
static bool is_faulty(const char *folder, const char *member)
{
	char path[SYSFS_PATH_MAX];
	char state[128];

	return sysfs_path(path, sizeof path, "%s/md/dev-%s", folder, member) &&
	       sysfs_need(path, "state", state, sizeof state) && strstr(state, "faulty") != NULL;
}

static bool on_slave(void *user, const char *name)
{
	struct slaves *s = user;

	s->count++;
	s->w->partition = s->partition;
	s->rc = walk_leg(s->w, s->node, name);
	s->faulty += !s->self_counting &&
		     strncmp(graph_get(s->w->graph, s->node, NODE_NAME), "md", 2) == 0 &&
		     is_faulty(s->folder, name);
	if (s->rc == ERR_OK) {
		size_t leg = graph_find(s->w->graph, NODE_NAME, name);
		const char *label = leg != SIZE_MAX ? graph_get(s->w->graph, leg, NODE_LABEL) : "";

		s->legs = s->legs || strstr(label, "_rimage_") != NULL ||
			  strstr(label, "_mimage_") != NULL;
	}
	return s->rc == ERR_OK;
}

static void set_degraded(struct walk *w, size_t node, const char *note)
{
	w->graph->nodes[node].degraded = true;
	w->graph->degraded = true;
	set(w, node, NODE_NOTE, note);
}

/* kpartx: "part2-mpath-...". */
static int dm_partition(const char *uuid)
{
	uint64_t number;
	char digits[16];
	size_t len = strspn(uuid + 4, "0123456789");

	if (len == 0 || len >= sizeof digits)
		return 0;
	memcpy(digits, uuid + 4, len);
	digits[len] = '\0';
	return num_parse_u64(digits, &number) && number < 1000000 ? (int)number : 0;
}

/* Sets the kind of a stacked device; *self_counting: MD itself counts its failed members. */
static void describe_stack(struct walk *w, size_t node, const char *folder, bool *self_counting)
{
	struct node *n = &w->graph->nodes[node];
	char text[256];
	uint64_t missing;

	if (strncmp(graph_get(w->graph, node, NODE_NAME), "dm-", 3) == 0 &&
		sysfs_need(folder, "dm/uuid", text, sizeof text)) {
		n->kind = strncmp(text, "LVM-", 4) == 0     ? "lvm"
			  : strncmp(text, "CRYPT-", 6) == 0 ? "crypt"
			  : strncmp(text, "mpath-", 6) == 0 ? "multipath"
			  : strncmp(text, "part", 4) == 0   ? "dm-partition"
							    : "device-mapper";
		if (strcmp(n->kind, "dm-partition") == 0)
			n->partition = dm_partition(text);
		disk_set_attr(w, node, NODE_LABEL, folder, "dm/name");
	} else if (strncmp(graph_get(w->graph, node, NODE_NAME), "md", 2) == 0 &&
		   sysfs_need(folder, "md/level", text, sizeof text)) {
		n->kind = "md";
		set(w, node, NODE_LABEL, text);
		*self_counting = sysfs_need_u64(folder, "md/degraded", &missing);
		if (*self_counting && missing > 0) {
			snprintf(text, sizeof text, tr("degraded: %llu missing"),
				(unsigned long long)missing);
			set_degraded(w, node, text);
		}
	}
}

/* Only root can read the health of device mapper's arrays. */
static void check_dm_array(struct walk *w, size_t node, const struct slaves *s)
{
	const char *kind = w->graph->nodes[node].kind;
	char text[64];
	unsigned failed = 0;

	/* An array may also have only one leg left. */
	if (strcmp(kind, "lvm") != 0 && strcmp(kind, "device-mapper") != 0)
		return;
	if (dm_failed(w->root, graph_get(w->graph, node, NODE_NUMBERS), &failed)) {
		if (failed == 0)
			return;
		snprintf(text, sizeof text, tr("degraded: %u missing or failed"), failed);
		set_degraded(w, node, text);
	} else if (s->legs) {
		set(w, node, NODE_NOTE, N_("only root can see whether this array is degraded"));
	}
}

/* Drivers that do not show the device below. */
static const char *nothing_words(const char *name)
{
	static const char *const drivers[][2] = {{"bcache", N_("no device below it can be seen")},
		{"zd", N_("a ZFS volume: the kernel does not report its pool")},
		{"ublkb", N_("made by a program (ublk): its storage is not reported")}};
	size_t i;

	for (i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
		size_t len = strlen(drivers[i][0]);

		if (strncmp(name, drivers[i][0], len) == 0 && name[len] >= '0' && name[len] <= '9')
			return drivers[i][1];
	}
	return NULL;
}

/* Device mapper's error and zero targets, and arrays that do not run, have no disk. LVM puts such a
 * device, named "...-missing_0_0", in the place of a missing disk. */
static bool walk_nothing(struct walk *w, size_t node, const char *folder, enum err_code *rc)
{
	const char *name = graph_get(w->graph, node, NODE_NAME);
	const char *words = nothing_words(name);
	char text[256];
	char path[SYSFS_PATH_MAX];

	if (words != NULL) {
		w->graph->nodes[node].kind = "stack";
		*rc = graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL, words, w->err);
		return true;
	}
	if (strncmp(name, "dm-", 3) != 0 && strncmp(name, "md", 2) != 0)
		return false;
	if (sysfs_need(folder, "dm/name", text, sizeof text)) {
		if (strstr(text, "-missing_") != NULL)
			*rc = graph_add_leaf(w->graph, node, LEAF_MISSING, text, NULL,
				N_("a placeholder for a missing disk"), w->err);
		else
			*rc = graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
				N_("no device below it can be seen"), w->err);
		return true;
	}
	if (!sysfs_path(path, sizeof path, "%s/md", folder) || access(path, F_OK) != 0)
		return false;
	set(w, node, NODE_NOTE, N_("an array that does not run"));
	if (sysfs_need(path, "array_state", text, sizeof text) && strcmp(text, "clear") != 0)
		*rc = graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
			N_("an array that does not run"), w->err);
	return true;
}

/* The file is not at its path in this mount namespace. The kernel reports the device it is on,
 * unless its file system has made-up numbers. */
static enum err_code walk_lost_file(struct walk *w, size_t node, const struct loop *loop)
{
	unsigned major_number = major((dev_t)loop->device);
	size_t file;
	enum err_code rc;

	set(w, node, NODE_NOTE,
		N_("its file is not at that path here: deleted, or in another mount namespace"));
	if (major_number != 0) {
		rc = graph_add(w->graph, "file", loop->file, &file, w->err);
		if (rc == ERR_OK)
			rc = graph_link(w->graph, node, file, w->err);
		return rc != ERR_OK ? rc
				    : walk_soft(w, file,
					      walk_numbers(w, file, major_number,
						      minor((dev_t)loop->device)),
					      NULL, NULL);
	}
	return graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
		N_("where its file is stored is not visible from here"), w->err);
}

/* A name with this ending may be that of a deleted file. */
static enum err_code walk_deleted(struct walk *w, size_t node, char *file, size_t len)
{
	if (strncmp(file, "/dev/", 5) == 0)
		return graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
			N_("the device below it has lost its name"), w->err);
	file[len] = '\0';
	set(w, node, NODE_NOTE, N_("its file was deleted; its folder is followed"));
	if (strrchr(file, '/') > file)
		*strrchr(file, '/') = '\0';
	return walk_soft(w, node, w->enter_path(w, node, file), NULL, NULL);
}

static enum err_code walk_loop(struct walk *w, size_t node, const char *folder)
{
	static const char gone[] = " (deleted)";
	struct loop loop;
	struct stat info;
	char *file = loop.file;
	size_t len;

	if (!loop_read(w->root, graph_get(w->graph, node, NODE_NAME), folder, &loop))
		return err_set(w->err, ERR_NOTFOUND, "%.80s has no file",
			graph_get(w->graph, node, NODE_NAME));
	w->graph->nodes[node].kind = "loop";
	if (set(w, node, NODE_LABEL, file) != ERR_OK)
		return w->err->code;
	if (loop.known && loop.node != 0)
		return walk_soft(w, node,
			walk_numbers(w, node, major((dev_t)loop.node), minor((dev_t)loop.node)),
			NULL, file);
	if (loop.known && !loop_is_file(&loop, file))
		return walk_lost_file(w, node, &loop);
	if (w->root[0] != '\0' ? strncmp(file, "/dev/", 5) == 0 && strchr(file, ' ') == NULL
			       : stat(file, &info) == 0 && S_ISBLK(info.st_mode))
		return walk_soft(w, node, walk_device(w, node, file), NULL, file);
	len = strlen(file);
	if (!loop.known && len > sizeof gone && strcmp(file + len - (sizeof gone - 1), gone) == 0 &&
		(w->root[0] != '\0' || stat(file, &info) != 0))
		return walk_deleted(w, node, file, len - (sizeof gone - 1));
	return walk_soft(w, node, w->enter_path(w, node, file), NULL, NULL);
}

static enum err_code walk_partition(struct walk *w, size_t node, const char *real, int number)
{
	char disk[SYSFS_PATH_MAX];
	char *slash;

	snprintf(disk, sizeof disk, "%s", real);
	slash = strrchr(disk, '/');
	if (slash == NULL)
		return err_set(w->err, ERR_FORMAT, "odd path in /sys");
	*slash = '\0';
	slash = strrchr(disk, '/');
	w->graph->nodes[node].kind = "partition";
	w->graph->nodes[node].partition = number;
	w->partition = number;
	return walk_leg(w, node, slash != NULL ? slash + 1 : disk);
}

/* Documentation/admin-guide/blockdev/zram.rst: incompressible pages may be written to a device. */
static enum err_code walk_writeback(struct walk *w, size_t node, const char *real)
{
	char device[SYSFS_PATH_MAX];

	if (strncmp(graph_get(w->graph, node, NODE_NAME), "zram", 4) != 0 ||
		!sysfs_need(real, "backing_dev", device, sizeof device) || device[0] != '/')
		return ERR_OK;
	return walk_soft(w, node, walk_device(w, node, device), NULL, device);
}

/* partition: the partition of this device above it, 0: none. */
static enum err_code walk_below(struct walk *w, size_t node, const char *real, int partition)
{
	char path[SYSFS_PATH_MAX];
	struct slaves s = {.w = w, .node = node, .folder = real};
	uint64_t number;
	enum err_code rc;

	if (sysfs_need_u64(real, "partition", &number) && number < 1000000)
		return walk_partition(w, node, real, (int)number);
	describe_stack(w, node, real, &s.self_counting);
	if (strcmp(w->graph->nodes[node].kind, "multipath") == 0)
		s.partition = partition;
	else
		s.partition = w->graph->nodes[node].partition;
	if (sysfs_path(path, sizeof path, "%s/slaves", real) &&
		!sysfs_each(path, NAMES_MAX, on_slave, &s))
		sysfs_failed(path, errno);
	if (s.rc != ERR_OK)
		return s.rc;
	if (s.count > 0) {
		if (strcmp(w->graph->nodes[node].kind, "disk") == 0)
			w->graph->nodes[node].kind = "stack";
		check_dm_array(w, node, &s);
		if (s.faulty > 0 && !w->graph->nodes[node].degraded)
			set_degraded(w, node, N_("degraded: a member has failed"));
		return ERR_OK;
	}
	rc = ERR_OK;
	if (walk_nothing(w, node, real, &rc))
		return rc;
	if (strncmp(graph_get(w->graph, node, NODE_NAME), "loop", 4) == 0)
		return walk_loop(w, node, real);
	rc = walk_writeback(w, node, real);
	if (rc == ERR_OK)
		rc = disk_describe(w, node, real);
	return rc == ERR_OK ? graph_add_disk(w->graph, node, partition, w->err) : rc;
}

static enum err_code add_block(struct walk *w, const char *name, const char *real, size_t *out)
{
	char text[SYSFS_PATH_MAX];
	uint64_t sectors;
	enum err_code rc = graph_add(w->graph, "disk", name, out, w->err);

	if (rc != ERR_OK)
		return rc;
	if (!sysfs_path(text, sizeof text, "/dev/%s", name))
		return err_set(w->err, ERR_LIMIT, "name too long");
	if (strchr(text + 5, '!') != NULL) /* sysfs writes '/' of cciss/c0d0 as '!' */
		*strchr(text + 5, '!') = '/';
	rc = set(w, *out, NODE_DEVICE, text);
	if (rc == ERR_OK && sysfs_need(real, "dev", text, sizeof text))
		rc = set(w, *out, NODE_NUMBERS, text);
	if (sysfs_need_u64(real, "size", &sectors) && sectors < UINT64_MAX / SECTOR)
		w->graph->nodes[*out].size = sectors * SECTOR;
	return rc;
}

/* A device without others below is a disk only if it was already found to be one. */
static bool is_leaf_disk(const struct graph *g, size_t node)
{
	size_t i;

	for (i = 0; i < g->disk_count; i++)
		if (g->disks[i].node == node)
			return true;
	return false;
}

enum err_code block_absent(const char *root, struct err *err)
{
	char path[SYSFS_PATH_MAX];

	if (sysfs_path(path, sizeof path, "%s/sys/class/block", root) && access(path, F_OK) != 0)
		return err_set(err, ERR_IO, "%s is not there: no device can be seen", path);
	return err->code;
}

/* Its folder in /sys/devices, by the link in /sys/class/block. */
static bool block_folder(const struct walk *w, const char *name, char *out, size_t cap)
{
	char link[SYSFS_PATH_MAX];
	char target[SYSFS_PATH_MAX];

	if (strchr(name, '/') != NULL ||
		!sysfs_path(link, sizeof link, "%s/sys/class/block/%s", w->root, name))
		return false;
	if (sysfs_link(link, target, sizeof target) && strncmp(target, "../../devices/", 14) == 0)
		return sysfs_path(out, cap, "%s/sys/%s", w->root, target + 6) &&
		       access(out, F_OK) == 0;
	return sysfs_real(link, out, cap);
}

enum err_code walk_block(struct walk *w, size_t above, const char *name)
{
	char real[SYSFS_PATH_MAX];
	size_t node = graph_find(w->graph, NODE_NAME, name);
	int partition = w->partition;
	enum err_code rc;

	w->partition = 0;
	if (node != SIZE_MAX && graph_get(w->graph, node, NODE_DEVICE)[0] != '\0') {
		if (w->graph->nodes[node].open)
			return err_set(w->err, ERR_FORMAT, "%.100s is built on itself", name);
		/* Known already; a disk may now be reached through another partition. */
		if (w->graph->nodes[node].below_count == 0 && is_leaf_disk(w->graph, node) &&
			graph_add_disk(w->graph, node, partition, w->err) != ERR_OK)
			return w->err->code;
		return graph_link(w->graph, above, node, w->err);
	}
	if (!block_folder(w, name, real, sizeof real)) {
		err_set(w->err, ERR_NOTFOUND, "no block device %.100s", name);
		return block_absent(w->root, w->err);
	}
	if (w->depth >= GRAPH_DEPTH_MAX)
		return err_set(w->err, ERR_LIMIT, "more than %d layers", GRAPH_DEPTH_MAX);
	w->depth++;
	rc = add_block(w, name, real, &node);
	if (rc == ERR_OK)
		rc = graph_link(w->graph, above, node, w->err);
	if (rc == ERR_OK) {
		w->graph->nodes[node].open = true;
		rc = walk_below(w, node, real, partition);
		w->graph->nodes[node].open = false;
	}
	w->depth--;
	return rc;
}

enum err_code walk_soft(
	struct walk *w, size_t above, enum err_code rc, const char *name, const char *device)
{
	char path[SYSFS_PATH_MAX];
	char note[ERR_TEXT_MAX];

	if (rc == ERR_OK || rc == ERR_NOMEM)
		return rc;
	if (rc == ERR_IO && sysfs_path(path, sizeof path, "%s/sys/class/block", w->root) &&
		access(path, F_OK) != 0)
		return rc; /* nothing below can be seen */
	if (rc == ERR_NOTFOUND && device != NULL)
		return graph_add_leaf(w->graph, above, LEAF_MISSING, name != NULL ? name : device,
			device, N_("gone, but still in use"), w->err);
	snprintf(note, sizeof note, "%s", w->err->text);
	return graph_add_leaf(w->graph, above, LEAF_UNKNOWN, name, NULL, note, w->err);
}

enum err_code walk_leg(struct walk *w, size_t above, const char *name)
{
	char device[SYSFS_PATH_MAX];

	if (!sysfs_path(device, sizeof device, "/dev/%s", name))
		return err_set(w->err, ERR_LIMIT, "name too long");
	return walk_soft(w, above, walk_block(w, above, name), name, device);
}

enum err_code walk_numbers(struct walk *w, size_t above, unsigned major, unsigned minor)
{
	char name[SYSFS_PATH_MAX];

	if (!numbers_name(w->root, major, minor, name, sizeof name)) {
		err_set(w->err, ERR_NOTFOUND, "no block device %u:%u", major, minor);
		return block_absent(w->root, w->err);
	}
	return walk_block(w, above, name);
}

enum err_code walk_device(struct walk *w, size_t above, const char *path)
{
	char full[SYSFS_PATH_MAX];
	char real[SYSFS_PATH_MAX];
	struct stat info;
	const char *base;

	if (!sysfs_path(full, sizeof full, "%s%s", w->root, path) ||
		!sysfs_real(full, real, sizeof real))
		snprintf(
			real, sizeof real, "%s", path); /* containers have no node in /dev for it */
	if (stat(real, &info) == 0 && S_ISBLK(info.st_mode))
		return walk_numbers(w, above, major(info.st_rdev), minor(info.st_rdev));
	base = strrchr(real, '/');
	return walk_block(w, above, base != NULL ? base + 1 : real);
}

/* /dev/mapper/x may be a device node instead of a link. */
void block_name(const struct walk *w, const char *device, char *out, size_t cap)
{
	char path[SYSFS_PATH_MAX];
	char real[SYSFS_PATH_MAX];
	struct stat info;
	const char *base;

	if (!sysfs_path(path, sizeof path, "%s%s", w->root, device) ||
		!sysfs_real(path, real, sizeof real))
		snprintf(real, sizeof real, "%s", device);
	if (stat(real, &info) == 0 && S_ISBLK(info.st_mode) &&
		numbers_name(w->root, major(info.st_rdev), minor(info.st_rdev), out, cap))
		return;
	base = strrchr(real, '/');
	if (!sysfs_path(out, cap, "%s", base != NULL ? base + 1 : real))
		out[0] = '\0'; /* not the name of a device: matches nothing */
}

struct numbered {
	const char *folder;
	unsigned wanted;
	char found[256];
};

static bool on_part(void *user, const char *name)
{
	struct numbered *n = user;
	char folder[SYSFS_PATH_MAX];
	uint64_t number;

	if (!sysfs_path(folder, sizeof folder, "%s/%s", n->folder, name) ||
		!sysfs_need_u64(folder, "partition", &number) || number != n->wanted)
		return true;
	snprintf(n->found, sizeof n->found, "%.255s", name);
	return false;
}

enum err_code walk_numbered(struct walk *w, size_t above, const char *disk, unsigned number)
{
	char folder[SYSFS_PATH_MAX];
	struct numbered n = {folder, number, ""};

	if (block_folder(w, disk, folder, sizeof folder))
		sysfs_each(folder, NAMES_MAX, on_part, &n);
	if (n.found[0] == '\0')
		return err_set(w->err, ERR_NOTFOUND, "%.100s has no partition %u", disk, number);
	return walk_block(w, above, n.found);
}
