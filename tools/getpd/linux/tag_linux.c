/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_CLOEXEC with O_NONBLOCK reads of devices */
#include "linux/tag_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "linux/btrfs_linux.h"
#include "linux/probe_linux.h"

/* udev encodes special characters as \xNN in the names of its links. */
static void encode_udev(const char *text, char *out, size_t cap)
{
	size_t n = 0;

	for (; *text != '\0' && n + 5 < cap; text++) {
		unsigned char c = (unsigned char)*text;

		if (c >= 0x80 || strchr("#+-.:=@_", c) != NULL || (c >= '0' && c <= '9') ||
			((c | 32) >= 'a' && (c | 32) <= 'z'))
			out[n++] = (char)c;
		else
			n += (size_t)snprintf(out + n, cap - n, "\\x%02x", c);
	}
	out[n] = '\0';
}

struct tag {
	const char *name;
	const char *folder;
	const char *uevent; /* key in the kernel's own uevent, or NULL */
};

static const struct tag tags[] = {
	{"LABEL=", "by-label", NULL},
	{"UUID=", "by-uuid", NULL},
	{"PARTLABEL=", "by-partlabel", "PARTNAME="},
	{"PARTUUID=", "by-partuuid", "PARTUUID="},
};

struct uevents {
	const char *root;
	const char *key;
	const char *value;
	bool (*read)(const char *folder, const char *name, char *out, size_t cap);
	char found[256];
};

static bool on_uevent(void *user, const char *name)
{
	struct uevents *u = user;
	char folder[SYSFS_PATH_MAX];
	char text[2048];
	char *at;

	if (!sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", u->root, name) ||
		!u->read(folder, "uevent", text, sizeof text))
		return true;
	for (at = text; strncmp(at, u->key, strlen(u->key)) != 0; at++) {
		at += strcspn(at, "\n");
		if (*at == '\0')
			return true;
	}
	at += strlen(u->key);
	at[strcspn(at, "\n")] = '\0';
	if (strcmp(at, u->value) != 0)
		return true;
	snprintf(u->found, sizeof u->found, "%.255s", name);
	return false;
}

struct search {
	struct walk *w;
	size_t above; /* node */
	const struct tag *tag;
	const char *value;
	const char *pool; /* found instead: a ZFS pool in use */
	char below[256];  /* a match with another device above it */
	bool found;
	unsigned refused;
	enum err_code rc;
};

struct holders {
	bool any;
};

static bool on_holder(void *user, const char *name)
{
	(void)name;
	((struct holders *)user)->any = true;
	return false;
}

bool device_is_held(const char *root, const char *name)
{
	struct holders h = {false};
	char path[SYSFS_PATH_MAX];

	if (sysfs_path(path, sizeof path, "%s/sys/class/block/%s/holders", root, name))
		sysfs_each(path, 1, on_holder, &h);
	return h.any;
}

/* Reading an empty drive or a floppy would only be noisy and slow. */
static bool is_worth_it(const char *root, const char *name)
{
	char folder[SYSFS_PATH_MAX];
	uint64_t sectors;

	return strncmp(name, "fd", 2) != 0 &&
	       sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", root, name) &&
	       sysfs_need_u64(folder, "size", &sectors) && sectors > 0;
}

static bool is_meant(const struct search *s, const struct member *sb)
{
	if (s->pool != NULL)
		return strcmp(sb->type, "zfs_member") == 0 && !sb->idle &&
		       strcmp(sb->label, s->pool) == 0;
	return strcmp(s->tag->name, "UUID=") == 0 ? strcasecmp(sb->uuid, s->value) == 0
						  : strcmp(sb->label, s->value) == 0;
}

static bool on_device(void *user, const char *name)
{
	struct search *s = user;
	struct member sb;
	enum probe found;

	if (!is_worth_it(s->w->root, name))
		return true;
	found = probe_device(s->w->root, name, &sb);
	s->refused += found == PROBE_DENIED;
	if (found == PROBE_NO_MEMORY)
		s->w->graph->no_memory = true;
	if (found != PROBE_FOUND || !is_meant(s, &sb))
		return true;
	/* A mirror array shows the superblock twice: on itself and on its members. */
	if (!member_has_several(sb.type) && device_is_held(s->w->root, name)) {
		snprintf(s->below, sizeof s->below, "%.255s", name);
		return true;
	}
	s->found = true;
	s->rc = walk_block(s->w, s->above, name);
	return s->rc == ERR_OK && member_has_several(sb.type);
}

static enum err_code walk_superblocks(
	struct walk *w, size_t above, const struct tag *tag, const char *value)
{
	struct search s = {.w = w, .above = above, .tag = tag, .value = value};
	char path[SYSFS_PATH_MAX];

	if (value[0] != '\0' && sysfs_path(path, sizeof path, "%s/sys/class/block", w->root))
		sysfs_each(path, NAMES_MAX, on_device, &s);
	if (s.found)
		return s.rc;
	if (s.below[0] != '\0')
		return walk_block(w, above, s.below);
	if (s.refused > 0)
		return err_set(w->err, ERR_DENIED,
			"no device with %s%.120s among those we may read; %u may only be read by "
			"others",
			tag->name, value, s.refused);
	err_set(w->err, ERR_NOTFOUND, "no device with %s%.120s", tag->name, value);
	return block_absent(w->root, w->err);
}

enum err_code walk_pool(struct walk *w, size_t above, const char *pool, bool *found)
{
	struct search s = {.w = w, .above = above, .pool = pool};
	char path[SYSFS_PATH_MAX];

	*found = false;
	if (sysfs_path(path, sizeof path, "%s/sys/class/block", w->root))
		sysfs_each(path, NAMES_MAX, on_device, &s);
	*found = s.found;
	if (!s.found && s.refused > 0)
		return err_set(w->err, ERR_DENIED,
			"the disks of the ZFS pool %.100s are known only from what is stored on "
			"them, which takes the right to read them",
			pool);
	if (s.found && s.refused > 0)
		return graph_add_leaf(w->graph, above, LEAF_UNKNOWN, NULL, NULL,
			N_("not every device may be read; there may be more disks"), w->err);
	return s.rc;
}

static const struct tag *tag_of(const char *what)
{
	size_t i;

	for (i = 0; i < sizeof tags / sizeof tags[0]; i++)
		if (strncmp(what, tags[i].name, strlen(tags[i].name)) == 0)
			return &tags[i];
	return NULL;
}

bool tag_is(const char *what)
{
	return tag_of(what) != NULL;
}

enum err_code walk_tag(struct walk *w, size_t above, const char *what)
{
	const struct tag *tag = tag_of(what);
	const char *value = what + strlen(tag->name);
	char encoded[1024];
	char path[SYSFS_PATH_MAX];
	char real[SYSFS_PATH_MAX];
	struct uevents u = {w->root, tag->uevent, value, sysfs_attr, ""};

	encode_udev(value, encoded, sizeof encoded);
	if (strchr(value, '/') == NULL && value[0] != '\0' &&
		sysfs_path(path, sizeof path, "%s/dev/disk/%s/%s", w->root, tag->folder, encoded) &&
		sysfs_real(path, real, sizeof real))
		return w->root[0] != '\0' ? walk_block(w, above, strrchr(real, '/') + 1)
					  : walk_device(w, above, real);
	if (tag->uevent != NULL && sysfs_path(path, sizeof path, "%s/sys/class/block", w->root))
		sysfs_each(path, NAMES_MAX, on_uevent, &u);
	if (u.found[0] != '\0')
		return walk_block(w, above, u.found);
	if (strcmp(tag->name, "UUID=") == 0 && strchr(value, '/') == NULL && value[0] != '\0' &&
		strcmp(value, ".") != 0 && strcmp(value, "..") != 0 &&
		sysfs_path(path, sizeof path, "%s/sys/fs/btrfs/%s", w->root, value) &&
		access(path, F_OK) == 0)
		return btrfs_walk_folder(w, above, path);
	if (tag->uevent == NULL)
		return walk_superblocks(w, above, tag, value);
	u.read = sysfs_need; /* it may be one that cannot be read */
	sysfs_each(path, NAMES_MAX, on_uevent, &u);
	err_set(w->err, ERR_NOTFOUND, "no device with %s%.120s", tag->name, value);
	return block_absent(w->root, w->err);
}
