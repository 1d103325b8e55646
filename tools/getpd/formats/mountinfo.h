/* SPDX-License-Identifier: MIT */
/* Lines of /proc/self/mountinfo (proc(5)). Pure: text in, one struct out. */
#ifndef BIOSBELT_GETPD_MOUNTINFO_H
#define BIOSBELT_GETPD_MOUNTINFO_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define MOUNT_FOLDER_MAX 8192 /* bytes of a layer's path, the NUL included: twice PATH_MAX */

struct mount {
	uint64_t id;
	uint64_t parent; /* id of the mount below it */
	unsigned major;
	unsigned minor;
	char *root;  /* of the mount inside its file system */
	char *point; /* where it is mounted */
	char *fstype;
	char *source;
	char *options; /* of the super block, raw (with the escapes of overlay) */
};

struct mounts {
	struct mount *items;
	size_t count, cap;
	size_t unread; /* invalid lines, which are skipped */
};

/* A field without its escapes (\\040 is a blank), allocated; NULL when out of memory. */
char *mount_unescape(struct span in);

/* Fails with ERR_NOMEM only. */
enum err_code mounts_parse(struct span text, struct mounts *out, struct err *err);
void mounts_free(struct mounts *m);
const struct mount *mounts_by_id(const struct mounts *m, uint64_t id); /* NULL: none */
/* The last one whose point is path or a folder above it. */
const struct mount *mounts_by_path(const struct mounts *m, const char *path);

/*
 * Calls each for the folders of an overlay's options: lowerdir (split at ':', "\:" and "\," are
 * escapes; "::" begins data-only layers), lowerdir+, datadir+, upperdir. A path too long for any
 * system is cut. each returns false to stop.
 */
void mount_overlay_folders(
	const char *options, bool (*each)(void *user, const char *folder), void *user);

#endif
