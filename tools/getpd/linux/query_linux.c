/* SPDX-License-Identifier: MIT */
#include "core/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/num.h"
#include "biosbelt/os.h"
#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "linux/drive_linux.h"
#include "linux/mount_linux.h"
#include "linux/numbers_linux.h"
#include "linux/query_linux.h"
#include "linux/tag_linux.h"

#define MOUNTINFO_MAX (64u << 20)

enum err_code walk_open(
	struct walk *w, const struct query_opts *opts, struct graph *g, struct err *err)
{
	char path[SYSFS_PATH_MAX];
	struct blob text;
	enum err_code rc;

	*w = (struct walk){.root = opts->root, .graph = g, .err = err, .enter_path = walk_path};
	if (!sysfs_path(path, sizeof path, "%s/proc/self/mountinfo", opts->root))
		return err_set(err, ERR_LIMIT, "path too long");
	rc = file_read(path, MOUNTINFO_MAX, &text, err);
	if (rc != ERR_OK) {
		err_prefix(err, "%s", path);
		/* not the operand is missing, but /proc */
		return rc == ERR_NOMEM ? rc : (err->code = ERR_IO);
	}
	rc = mounts_parse(blob_span(text), &w->mounts, err);
	blob_free(&text);
	return rc;
}

/* "8:1" */
static bool is_numbers(const char *what, unsigned *major, unsigned *minor)
{
	char text[32];
	char *colon;
	uint64_t a;
	uint64_t b;

	if (strspn(what, "0123456789:") != strlen(what) || strlen(what) >= sizeof text)
		return false;
	strcpy(text, what);
	colon = strchr(text, ':');
	if (colon == NULL)
		return false;
	*colon = '\0';
	if (!num_parse_u64(text, &a) || !num_parse_u64(colon + 1, &b) || a > UINT32_MAX ||
		b > UINT32_MAX)
		return false;
	*major = (unsigned)a;
	*minor = (unsigned)b;
	return true;
}

static enum err_code walk_what(struct walk *w, const struct query_opts *opts, const char *what)
{
	char full[SYSFS_PATH_MAX];
	unsigned major_number;
	unsigned minor_number;
	struct stat info;

	if (!opts->path_only && tag_is(what))
		return walk_tag(w, 0, what);
	if (!opts->path_only && is_numbers(what, &major_number, &minor_number))
		return walk_numbers(w, 0, major_number, minor_number);
	if (opts->root[0] != '\0' && strncmp(what, "/dev/", 5) == 0)
		return walk_device(w, 0, what);
	if (stat(what, &info) == 0 && S_ISBLK(info.st_mode))
		return walk_numbers(w, 0, major(info.st_rdev), minor(info.st_rdev));
	if (!opts->path_only && strchr(what, '/') == NULL && stat(what, &info) != 0 &&
		sysfs_path(full, sizeof full, "%s/sys/class/block/%s", opts->root, what) &&
		access(full, F_OK) == 0)
		return walk_block(w, 0, what);
	return walk_path(w, 0, what);
}

/* mmcblk0boot0, mmcblk0rpmb, mmcblk0gp1: areas of an eMMC outside its user area. */
static bool is_mmc_area(const char *name)
{
	const char *p;

	if (strncmp(name, "mmcblk", 6) != 0)
		return false;
	p = name + 6 + strspn(name + 6, "0123456789");
	return strncmp(p, "boot", 4) == 0 || strncmp(p, "rpmb", 4) == 0 || strncmp(p, "gp", 2) == 0;
}

/* Numbered disks: loops and the like come and go, and areas of flash are not disks. */
static bool is_counted(const char *name)
{
	static const char *const other[] = {"loop", "ram", "zram", "dm-", "md", "nbd", "mtdblock",
		"ubiblock", "bcache", "nullb", "zd", "ublkb"};
	size_t i;

	if (is_mmc_area(name))
		return false;

	for (i = 0; i < sizeof other / sizeof other[0]; i++)
		if (strncmp(name, other[i], strlen(other[i])) == 0)
			return false;
	return true;
}

static bool on_disk(void *user, const char *name)
{
	struct disks *d = user;
	char path[SYSFS_PATH_MAX];

	if (!is_counted(name) || strlen(name) >= NAME_SIZE)
		return true;
	if (d->parts != NULL &&
		(!sysfs_path(path, sizeof path, "%s/%s/partition", d->parts, name) ||
			access(path, F_OK) == 0))
		return true;
	d->failed = !ALLOC_ROOM(d->names, d->count, &d->cap);
	if (d->failed)
		return false;
	strcpy(d->names[d->count++], name);
	return true;
}

static int compare_names(const void *a, const void *b)
{
	return sysfs_natural_compare(a, b);
}

/* Lists all disks in the order of their numbers. /sys/block has only disks, and no file in it is
 * read. Where it is hidden or empty, /sys/class/block is used, which also has the partitions. */
bool disks_list(const char *root, struct disks *out)
{
	char path[SYSFS_PATH_MAX];

	*out = (struct disks){NULL, NULL, 0, false};
	if (sysfs_path(path, sizeof path, "%s/sys/block", root))
		sysfs_each(path, NAMES_MAX, on_disk, out);
	if (out->count == 0) {
		sysfs_path(path, sizeof path, "%s/sys/class/block", root);
		out->parts = path;
		sysfs_each(path, NAMES_MAX, on_disk, out);
		out->parts = NULL;
	}
	if (out->count > 1)
		qsort(out->names, out->count, NAME_SIZE, compare_names);
	return !out->failed;
}

/* Its position among the disks; for another device the position where it would be. */
static unsigned rank_of(const struct disks *disks, const char *name)
{
	unsigned before = 0;

	while (before < disks->count && sysfs_natural_compare(disks->names[before], name) < 0)
		before++;
	return before;
}

void number_disks(const struct disks *disks, struct graph *g)
{
	size_t i;

	graph_sort_disks(g);
	for (i = 0; i < g->disk_count; i++) {
		const char *name = graph_get(g, g->disks[i].node, NODE_NAME);

		g->disks[i].number = rank_of(disks, name);
		if (strncmp(name, "sr", 2) == 0)
			g->disks[i].type = 2; /* FILE_DEVICE_CD_ROM */
	}
}

static enum err_code finish(struct walk *w, const struct query_opts *opts, enum err_code rc)
{
	struct disks disks;
	struct err unread;

	if (w->graph->no_memory)
		rc = err_set(w->err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK && w->graph->disk_count == 0 && w->graph->leaves == 0)
		rc = err_set(w->err, ERR_UNSUPPORTED, "%s",
			w->elsewhere ? w->where : tr("no disk below it"));
	if (rc == ERR_OK) {
		if (disks_list(opts->root, &disks))
			number_disks(&disks, w->graph);
		else
			rc = err_set(w->err, ERR_NOMEM, "out of memory");
		free(disks.names);
	}
	if (!opts->is_part && sysfs_whole(&unread) != ERR_OK &&
		(query_answered(rc) || rc == ERR_NOTFOUND)) {
		*w->err = unread;
		rc = unread.code;
	}
	mounts_free(&w->mounts);
	return rc;
}

static enum err_code walk_drive(
	struct walk *w, const struct query_opts *opts, const struct drive *drive)
{
	struct query_opts as_path = *opts;
	char disk[256];
	struct stat info;

	as_path.path_only = drive->target[0] == '/';
	if (drive->partition == 0)
		return walk_what(w, &as_path, drive->target);
	if (stat(drive->target, &info) == 0 && S_ISREG(info.st_mode)) {
		char note[64];

		snprintf(note, sizeof note, tr("partition %u inside the image"), drive->partition);
		if (graph_set(w->graph, 0, NODE_NOTE, note, w->err) != ERR_OK)
			return w->err->code;
		return walk_path(w, 0, drive->target);
	}
	block_name(w, drive->target, disk, sizeof disk);
	return walk_numbered(w, 0, disk, drive->partition);
}

static bool has_disk(const struct graph *g, const struct graph *from, const struct found_disk *d)
{
	size_t i;

	for (i = 0; i < g->disk_count; i++)
		if (strcmp(graph_get(g, g->disks[i].node, NODE_NAME),
			    graph_get(from, d->node, NODE_NAME)) == 0)
			return true;
	return false;
}

/* Whether another rule gives the same disks. */
static bool same_disks(
	const struct walk *w, const struct query_opts *opts, const struct drive *other)
{
	struct graph g = {0};
	struct err err;
	struct walk again = {.root = w->root,
		.mounts = w->mounts,
		.graph = &g,
		.err = &err,
		.enter_path = walk_path};
	size_t node;
	size_t i;
	bool same = graph_add(&g, "query", other->target, &node, &err) == ERR_OK &&
		    walk_drive(&again, opts, other) == ERR_OK &&
		    g.disk_count == w->graph->disk_count;

	for (i = 0; same && i < g.disk_count; i++)
		same = has_disk(w->graph, &g, &g.disks[i]);
	graph_free(&g);
	return same;
}

static enum err_code run_drive(
	struct walk *w, const struct query_opts *opts, const char *what, struct err *err)
{
	struct drive drive;
	struct drive other;
	char note[256];
	enum err_code rc = drive_resolve(opts, &w->mounts, what, &drive, &other, err);

	if (rc == ERR_UNSUPPORTED && graph_set(w->graph, 0, NODE_LABEL, "wsl", err) != ERR_OK)
		return err->code;
	if (rc != ERR_OK)
		return rc;
	rc = graph_set(w->graph, 0, NODE_LABEL, drive.rule, err);
	if (rc == ERR_OK)
		rc = graph_set(w->graph, 0, NODE_SOURCE, drive.target, err);
	if (rc == ERR_OK)
		rc = walk_drive(w, opts, &drive);
	if (rc != ERR_OK)
		return err_prefix(err, "by the rule \"%s\"", drive.rule);
	if (other.rule == NULL || same_disks(w, opts, &other))
		return drive.mistake[0] == '\0'
			       ? ERR_OK
			       : graph_set(w->graph, 0, NODE_NOTE, drive.mistake, err);
	snprintf(note, sizeof note, tr("%.80s by the rule \"%s\", but %.80s by \"%s\""),
		drive.target, drive.rule, other.target, other.rule);
	return opts->strict ? err_set(err, ERR_USAGE, "%s", note)
			    : graph_set(w->graph, 0, NODE_NOTE, note, err);
}

/* "c::", "c:x" */
static bool is_almost_drive(const char *what)
{
	char letter = (char)(what[0] | 0x20);

	return letter >= 'a' && letter <= 'z' && what[1] == ':' && !drive_is(what);
}

enum err_code query_run(
	const struct query_opts *opts, const char *what, struct graph *out, struct err *err)
{
	struct walk w;
	size_t first;
	enum err_code rc;

	memset(out, 0, sizeof *out);
	if (what[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "an empty name");
	rc = walk_open(&w, opts, out, err);
	if (rc == ERR_OK)
		rc = graph_add(out, "query", what, &first, err);
	if (rc == ERR_OK)
		rc = !opts->path_only && drive_is(what) ? run_drive(&w, opts, what, err)
							: walk_what(&w, opts, what);
	if (rc == ERR_NOTFOUND && is_almost_drive(what))
		rc = err_set(err, ERR_NOTFOUND,
			"no such file, and no drive: that is a letter and one colon");
	return finish(&w, opts, rc);
}

enum err_code query_block(
	const struct query_opts *opts, const char *name, struct graph *out, struct err *err)
{
	struct walk w;
	size_t first;
	enum err_code rc;

	memset(out, 0, sizeof *out);
	rc = walk_open(&w, opts, out, err);
	if (rc == ERR_OK)
		rc = graph_add(out, "query", name, &first, err);
	if (rc == ERR_OK)
		rc = walk_block(&w, 0, name);
	mounts_free(&w.mounts);
	return out->no_memory ? err_set(err, ERR_NOMEM, "out of memory") : rc;
}

enum err_code query_disk_name(
	const struct query_opts *opts, const char *what, char *out, size_t cap, struct err *err)
{
	char path[SYSFS_PATH_MAX];
	char real[SYSFS_PATH_MAX];
	const char *name = what;
	struct disks disks;
	struct stat info;
	uint64_t wanted;
	bool found;

	if (num_parse_u64(what, &wanted)) {
		disks_list(opts->root, &disks);
		found = wanted < disks.count && sysfs_path(out, cap, "%s", disks.names[wanted]);
		free(disks.names);
		if (found)
			return ERR_OK;
		err_set(err, ERR_NOTFOUND, "no disk %.20s", what);
		return block_absent(opts->root, err);
	}
	if (strchr(what, '/') != NULL && opts->root[0] == '\0' && stat(what, &info) == 0) {
		/* By numbers, as a device node may have any name. */
		if (!S_ISBLK(info.st_mode) || !numbers_name("", major(info.st_rdev),
						      minor(info.st_rdev), real, sizeof real)) {
			err_set(err, ERR_NOTFOUND, "%.150s is not a block device", what);
			return block_absent(opts->root, err);
		}
		name = real;
	} else if (strchr(what, '/') != NULL) {
		if (sysfs_path(path, sizeof path, "%s%s", opts->root, what) &&
			sysfs_real(path, real, sizeof real))
			name = strrchr(real, '/') + 1;
		else
			name = strrchr(what, '/') + 1;
	}
	if (name[0] == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
		!sysfs_path(path, sizeof path, "%s/sys/class/block/%s", opts->root, name) ||
		access(path, F_OK) != 0 || !sysfs_path(out, cap, "%s", name)) {
		err_set(err, ERR_NOTFOUND, "no disk %.150s", what);
		return block_absent(opts->root, err);
	}
	return ERR_OK;
}
