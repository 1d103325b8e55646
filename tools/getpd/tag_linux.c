/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_CLOEXEC with O_NONBLOCK reads of devices */
#include "tag_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "biosbelt/sysfs.h"
#include "label.h"
#include "superblock.h"

#define DEVICES_MAX 100000 /* names looked at */

_Static_assert(LABEL_SPACE_MAX <= SUPERBLOCK_HEAD, "one buffer serves both");

/* udev writes what is no plain character as \xNN in the names of its links. */
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
	const char *uevent; /* key the kernel itself gives, or NULL */
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
	char found[256];
};

static bool on_uevent(void *user, const char *name)
{
	struct uevents *u = user;
	char folder[SYSFS_PATH_MAX];
	char text[2048];
	char *at;

	if (!sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", u->root, name) ||
		!sysfs_attr(folder, "uevent", text, sizeof text))
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
	const char *pool; /* instead of these: a ZFS pool in use */
	uint8_t *head;    /* SUPERBLOCK_HEAD bytes */
	char below[256];  /* one that matches, but something stands on it */
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

static size_t read_at(int fd, uint64_t at, uint8_t *out, size_t len)
{
	size_t done = 0;
	ssize_t n = 1;

	if (at > INT64_MAX - len)
		return 0;
	while (done < len && n > 0) {
		n = pread(fd, out + done, len - done, (off_t)(at + done));
		done += n > 0 ? (size_t)n : 0;
	}
	return done;
}

/* What stands on a device; space has SUPERBLOCK_HEAD bytes. False with errno set when it cannot be
 * read, with errno 0 when nothing known stands there. */
static bool read_device(const char *root, const char *name, uint8_t *space, struct superblock *out)
{
	char path[SYSFS_PATH_MAX];
	size_t len;
	bool good;
	char *p;
	int fd;

	if (!sysfs_path(path, sizeof path, "%s/dev/%s", root, name))
		return false;
	for (p = path + strlen(path) - strlen(name); (p = strchr(p, '!')) != NULL;)
		*p = '/';
	errno = 0;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return false;
	len = read_at(fd, 0, space, SUPERBLOCK_HEAD);
	good = len > 0 && superblock_read(span_of(space, len), out);
	if (good && out->label_len > 0) {
		len = read_at(fd, out->label_at, space, out->label_len);
		label_read(span_of(space, len), out);
	}
	close(fd);
	if (len > 0)
		errno = 0;
	return good;
}

/* An empty drive and a floppy would only make noise. */
static bool is_worth_it(const char *root, const char *name)
{
	char folder[SYSFS_PATH_MAX];
	uint64_t sectors;

	return strncmp(name, "fd", 2) != 0 &&
	       sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", root, name) &&
	       sysfs_attr_u64(folder, "size", &sectors) && sectors > 0;
}

/* File systems over several devices: all of those have its label and UUID. */
static bool has_several(const struct superblock *sb)
{
	return strcmp(sb->type, "btrfs") == 0 || strcmp(sb->type, "bcachefs") == 0 ||
	       strcmp(sb->type, "zfs") == 0;
}

static bool is_meant(const struct search *s, const struct superblock *sb)
{
	if (s->pool != NULL)
		return strcmp(sb->type, "zfs") == 0 && !sb->idle && strcmp(sb->label, s->pool) == 0;
	return strcmp(s->tag->name, "UUID=") == 0 ? strcasecmp(sb->uuid, s->value) == 0
						  : strcmp(sb->label, s->value) == 0;
}

static bool on_device(void *user, const char *name)
{
	struct search *s = user;
	struct superblock sb;

	if (!is_worth_it(s->w->root, name))
		return true;
	if (!read_device(s->w->root, name, s->head, &sb)) {
		s->refused += errno == EACCES || errno == EPERM;
		return true;
	}
	if (!is_meant(s, &sb))
		return true;
	/* An array of mirrors shows the superblock twice: on itself and on its members. */
	if (!has_several(&sb) && device_is_held(s->w->root, name)) {
		snprintf(s->below, sizeof s->below, "%.255s", name);
		return true;
	}
	s->found = true;
	s->rc = walk_block(s->w, s->above, name);
	return s->rc == ERR_OK && has_several(&sb);
}

static enum err_code walk_superblocks(struct walk *w, const struct tag *tag, const char *value)
{
	struct search s = {.w = w, .tag = tag, .value = value, .head = malloc(SUPERBLOCK_HEAD)};
	char path[SYSFS_PATH_MAX];

	if (s.head == NULL)
		return err_set(w->err, ERR_NOMEM, "out of memory");
	if (value[0] != '\0' && sysfs_path(path, sizeof path, "%s/sys/class/block", w->root))
		sysfs_each(path, DEVICES_MAX, on_device, &s);
	free(s.head);
	if (s.found)
		return s.rc;
	if (s.below[0] != '\0')
		return walk_block(w, 0, s.below);
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
	struct search s = {.w = w, .above = above, .pool = pool, .head = malloc(SUPERBLOCK_HEAD)};
	char path[SYSFS_PATH_MAX];

	*found = false;
	if (s.head == NULL)
		return err_set(w->err, ERR_NOMEM, "out of memory");
	if (sysfs_path(path, sizeof path, "%s/sys/class/block", w->root))
		sysfs_each(path, DEVICES_MAX, on_device, &s);
	free(s.head);
	*found = s.found;
	if (!s.found && s.refused > 0)
		return err_set(w->err, ERR_DENIED,
			"the disks of the ZFS pool %.100s are told by what stands on them alone, "
			"and that takes the rights to read them",
			pool);
	if (s.found && s.refused > 0)
		graph_set(w->graph, above, NODE_NOTE,
			"not every device may be read; there may be more disks", w->err);
	return s.rc;
}

const char *device_type(const char *root, const char *name)
{
	uint8_t *head = malloc(SUPERBLOCK_HEAD);
	struct superblock sb;
	bool good = head != NULL && is_worth_it(root, name) && read_device(root, name, head, &sb);

	free(head);
	return good ? sb.type : NULL;
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

enum err_code walk_tag(struct walk *w, const char *what)
{
	const struct tag *tag = tag_of(what);
	const char *value = what + strlen(tag->name);
	char encoded[1024];
	char path[SYSFS_PATH_MAX];
	char real[SYSFS_PATH_MAX];
	struct uevents u = {w->root, tag->uevent, value, ""};

	encode_udev(value, encoded, sizeof encoded);
	if (strchr(value, '/') == NULL && value[0] != '\0' &&
		sysfs_path(path, sizeof path, "%s/dev/disk/%s/%s", w->root, tag->folder, encoded) &&
		sysfs_real(path, real, sizeof real))
		return w->root[0] != '\0' ? walk_block(w, 0, strrchr(real, '/') + 1)
					  : walk_device(w, 0, real);
	if (tag->uevent != NULL && sysfs_path(path, sizeof path, "%s/sys/class/block", w->root))
		sysfs_each(path, DEVICES_MAX, on_uevent, &u);
	if (u.found[0] != '\0')
		return walk_block(w, 0, u.found);
	if (strcmp(tag->name, "UUID=") == 0 && strchr(value, '/') == NULL && value[0] != '\0' &&
		strcmp(value, ".") != 0 && strcmp(value, "..") != 0 &&
		sysfs_path(path, sizeof path, "%s/sys/fs/btrfs/%s", w->root, value) &&
		access(path, F_OK) == 0)
		return walk_btrfs_folder(w, 0, path);
	if (tag->uevent == NULL)
		return walk_superblocks(w, tag, value);
	err_set(w->err, ERR_NOTFOUND, "no device with %s%.120s", tag->name, value);
	return block_absent(w->root, w->err);
}
