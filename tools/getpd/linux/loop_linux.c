/* SPDX-License-Identifier: MIT */
/*
 * Sources: Documentation/ABI/testing/sysfs-block-loop (backing_file); loop(4), LOOP_GET_STATUS64:
 * the file's device and inode, and its numbers when it is a device itself.
 */
#define _GNU_SOURCE /* O_CLOEXEC with O_NONBLOCK; types of the kernel's header */
#include "linux/loop_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* Reads the whole name: blanks at its ends belong to it, the last line feed is added by the
 * kernel. */
static bool read_name(const char *folder, char *out, size_t cap)
{
	char path[SYSFS_PATH_MAX];
	ssize_t n;
	int fd;

	if (!sysfs_path(path, sizeof path, "%s/loop/backing_file", folder))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	n = fd >= 0 ? read(fd, out, cap - 1) : -1;
	if (n < 0)
		sysfs_failed(path, errno);
	if (fd >= 0)
		close(fd);
	if (n > 0 && out[n - 1] == '\n')
		n--;
	if (n <= 0)
		return false;
	out[n] = '\0';
	return true;
}

static void ask_kernel(const char *name, const char *folder, struct loop *out)
{
	char path[SYSFS_PATH_MAX];
	char wanted[32];
	char got[32];
	struct loop_info64 info;
	struct stat node;
	int fd;

	if (!sysfs_path(path, sizeof path, "/dev/%s", name) ||
		!sysfs_need(folder, "dev", wanted, sizeof wanted))
		return;
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return;
	if (fstat(fd, &node) == 0 && S_ISBLK(node.st_mode)) {
		snprintf(got, sizeof got, "%u:%u", major(node.st_rdev), minor(node.st_rdev));
		if (strcmp(got, wanted) == 0 && ioctl(fd, LOOP_GET_STATUS64, &info) == 0) {
			out->known = true;
			out->device = info.lo_device;
			out->inode = info.lo_inode;
			out->node = info.lo_rdevice;
		}
	}
	close(fd);
}

bool loop_read(const char *root, const char *name, const char *folder, struct loop *out)
{
	out->known = false;
	out->device = out->inode = out->node = 0;
	if (!read_name(folder, out->file, sizeof out->file))
		return false;
	if (root[0] == '\0') /* the tree of a test has no kernel */
		ask_kernel(name, folder, out);
	return true;
}

bool loop_is_file(const struct loop *loop, const char *path)
{
	struct stat info;

	return loop->known && stat(path, &info) == 0 && info.st_dev == loop->device &&
	       info.st_ino == loop->inode;
}

bool loop_same(const struct loop *a, const struct loop *b)
{
	if (a->known && b->known)
		return a->device == b->device && a->inode == b->inode;
	return strcmp(a->file, b->file) == 0;
}
