/* SPDX-License-Identifier: MIT */
/* Gives a file the owner and extended attributes of the one that it replaces or copies. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "file_out_private.h"
#include "os_private.h"

#define NAMES_MOST ((size_t)65536) /* XATTR_LIST_MAX and XATTR_SIZE_MAX of Linux */
#define ACL        "system.posix_acl_access"
#define CAPABILITY "security.capability" /* such a file is a program, as one with set-user-ID */

static const char *model_of(const struct file_out *f)
{
	return f->opts.like != NULL ? f->opts.like : f->path;
}

/* What the old group was allowed is not for another one, unless all are. */
static uint32_t without_group(uint32_t mode)
{
	return mode & (~070u | (mode & 07) << 3);
}

static bool keep_owner(struct file_out *f, int fd, const struct stat *now, bool *changed)
{
	struct file_info old = f->opts.was;
	struct err ignored;

	if (now == NULL ||
		(!f->opts.unchanged && file_info(model_of(f), true, &old, &ignored) != ERR_OK))
		return false;
	if (old.uid == now->st_uid && old.gid == now->st_gid)
		return true;
	*changed = true;
	if (fchown(fd, old.uid, old.gid) == 0)
		return true;
	/* A user may give a file to any group that the user is in. */
	if (fchown(fd, (uid_t)-1, old.gid) != 0) {
		f->mode = without_group(f->mode);
		f->opts.mode = without_group(f->opts.mode);
	}
	return false;
}

static bool keep_one(const struct file_out *f, int fd, const char *name, char *value)
{
	ssize_t len;

	if (strcmp(name, CAPABILITY) == 0)
		return true;
	len = lgetxattr(model_of(f), name, value, NAMES_MOST);
	if (len < 0)
		return errno == ENODATA;
	return fsetxattr(fd, name, value, (size_t)len, 0) == 0;
}

/* Access control lists are attributes too. Most files have none, so the length is asked first. */
static bool keep_xattrs(const struct file_out *f, int fd, bool *changed)
{
	char *names;
	ssize_t len = llistxattr(model_of(f), NULL, 0);
	bool kept;
	bool listed = false;
	ssize_t at = 0;

	/* The list that its folder gives new files. */
	if (flistxattr(fd, NULL, 0) > 0 && fremovexattr(fd, ACL) == 0)
		*changed = true;
	if (len <= 0)
		return len == 0 || errno == ENOTSUP;
	*changed = true;
	names = malloc(2 * NAMES_MOST);
	len = names != NULL ? llistxattr(model_of(f), names, NAMES_MOST) : -1;
	kept = len >= 0;
	while (at < len) {
		if (strcmp(names + at, ACL) == 0)
			listed = true; /* the last: its owner may not be allowed to write */
		else
			kept = keep_one(f, fd, names + at, names + NAMES_MOST) && kept;
		at += (ssize_t)strlen(names + at) + 1;
	}
	if (listed)
		kept = keep_one(f, fd, ACL, names + NAMES_MOST) && kept;
	free(names);
	return kept;
}

bool file_out_keep(struct file_out *f, const struct stat *now)
{
	int fd = (int)f->handle;
	unsigned lost = 0;
	bool changed = false;

	lost |= keep_owner(f, fd, now, &changed) ? 0 : FILE_LOST_OWNER;
	lost |= keep_xattrs(f, fd, &changed) ? 0 : FILE_LOST_ATTRIBUTES;
	if (f->opts.lost != NULL)
		*f->opts.lost = lost;
	return changed;
}
