/* SPDX-License-Identifier: MIT */
/* Sources: open(2), "O_EXCL" of block devices; proc(5), /proc/PID/fd, maps and map_files; kcmp(2),
 * KCMP_FILES; include/linux/proc_ns.h; drivers/scsi/sg.c and block/bsg.c, the parent of the device;
 * drivers/nvme/host, nvme_cdev_add and the names of namespaces. */
#define _GNU_SOURCE /* O_CLOEXEC with O_NONBLOCK, syscall */
#include "linux/open_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/sysfs.h"
#include "linux/numbers_linux.h"
#include "linux/probe_linux.h"
#include "linux/statx_linux.h"
#include "linux/walk_linux.h"

#define MAPS_MAX   (64u << 20)
#define FIRST_PIDS "pid:[4026531836]" /* PROC_PID_INIT_INO: the namespace of all processes */

/* Whether the open device has the numbers that /sys has for the name. */
static bool is_numbered(int fd, const char *name)
{
	char folder[SYSFS_PATH_MAX];
	char wanted[32];
	char got[32];
	struct stat info;

	if (fstat(fd, &info) != 0 || !S_ISBLK(info.st_mode) ||
		!sysfs_path(folder, sizeof folder, "/sys/class/block/%s", name) ||
		!sysfs_need(folder, "dev", wanted, sizeof wanted))
		return false;
	snprintf(got, sizeof got, "%u:%u", major(info.st_rdev), minor(info.st_rdev));
	return strcmp(got, wanted) == 0;
}

enum err_code open_exclusively(struct check *c, const char *root, const char *name, struct err *err)
{
	char path[SYSFS_PATH_MAX];
	char words[128];
	int fd;

	c->reported_unused = false;
	if (!probe_path(root, name, path, sizeof path))
		return err_set(err, ERR_LIMIT, "name too long");
	fd = open(path, O_RDONLY | O_EXCL | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (fd >= 0) {
		bool same = root[0] != '\0' || is_numbered(fd, name);

		close(fd);
		if (!same)
			return check_add(c, err, "unseen", true, path,
				"%.200s is the node of another device", path);
		c->reported_unused = root[0] == '\0'; /* the tree of a test has no kernel */
		return ERR_OK;
	}
	if (errno == EBUSY)
		return check_add(c, err, "claimed", false, path,
			"the kernel reports it as in use (mounted somewhere, or part of "
			"something)");
	if (errno == ENOMEDIUM)
		return ERR_OK; /* the size check reports it */
	return check_add(c, err, "unseen", true, path, "the kernel could not be asked (%.100s)",
		os_error_text(errno, words, sizeof words));
}

struct files {
	struct check *c;
	struct err *err;
	const char *root;
	const struct loop *file; /* of a loop; NULL: none */
	const char *pid;
	char folder[512]; /* of the process */
	char thread[560]; /* of the thread whose files are checked */
	unsigned refused;
	bool denied; /* no permission to see the open files of this process */
	bool found;  /* in this process */
	enum err_code rc;
};

struct generic {
	const struct check *c;
	bool *covered;
};

/* A device node may have any name, so the numbers are compared. */
static bool is_node(const struct files *f, const struct statx *info)
{
	char name[256];

	return numbers_name(
		       f->root, info->stx_rdev_major, info->stx_rdev_minor, name, sizeof name) &&
	       check_covers(f->c, name);
}

static bool is_file(const struct files *f, const struct statx *info)
{
	return f->file != NULL && info->stx_ino == f->file->inode &&
	       makedev(info->stx_dev_major, info->stx_dev_minor) == f->file->device;
}

static bool on_generic_disk(void *user, const char *name)
{
	const struct generic *g = user;

	*g->covered = check_covers(g->c, name);
	return !*g->covered;
}

/* Whether a character device sends commands to the checked disk past its block device: by SCSI
 * generic (as virtual machines do) or NVMe generic. */
static bool is_generic(const struct files *f, const struct statx *info)
{
	bool covered = false;
	struct generic g = {f->c, &covered};
	char folder[SYSFS_PATH_MAX];
	char path[SYSFS_PATH_MAX];
	char kind[256];
	const char *base;

	if (!sysfs_path(folder, sizeof folder, "%s/sys/dev/char/%u:%u", f->root,
		    info->stx_rdev_major, info->stx_rdev_minor) ||
		!sysfs_link_base(folder, "subsystem", kind, sizeof kind))
		return false;
	if (strcmp(kind, "scsi_generic") == 0 || strcmp(kind, "bsg") == 0) {
		if (sysfs_path(path, sizeof path, "%s/device/block", folder))
			sysfs_each(path, NAMES_MAX, on_generic_disk, &g);
	} else if (strcmp(kind, "nvme-generic") == 0 && sysfs_real(folder, path, sizeof path)) {
		base = strrchr(path, '/') + 1;
		covered = strncmp(base, "ng", 2) == 0 &&
			  sysfs_path(kind, sizeof kind, "nvme%s", base + 2) &&
			  check_covers(f->c, kind);
	}
	return covered;
}

/* Whether an open file is the checked device, or the file of a loop. Does not ask the server of a
 * network file system, which may hang. */
static bool is_checked(const struct files *f, const char *path, const char *target)
{
	char name[256];
	struct statx info;
	char *p;

	if (strncmp(target, "/dev/", 5) == 0 && sysfs_path(name, sizeof name, "%s", target + 5)) {
		for (p = name; (p = strchr(p, '/')) != NULL;)
			*p = '!'; /* as in the kernel's name */
		if (check_covers(f->c, name))
			return true;
	}
	if (target[0] != '/' ||
		linux_statx(path, AT_STATX_DONT_SYNC, STATX_TYPE | STATX_INO, &info) != 0)
		return false;
	if (S_ISCHR(info.stx_mode))
		return is_generic(f, &info);
	return S_ISBLK(info.stx_mode) ? is_node(f, &info) : is_file(f, &info);
}

static void add_process(struct files *f, const char *target)
{
	char comm[64] = "?";

	sysfs_attr(f->folder, "comm", comm, sizeof comm);
	f->rc = check_add(f->c, f->err, "open", false, target, "process %.20s (%.60s) has it open",
		f->pid, comm);
	f->found = true;
}

static bool on_file(void *user, const char *name)
{
	struct files *f = user;
	char path[SYSFS_PATH_MAX];
	char target[SYSFS_PATH_MAX];

	if (!sysfs_path(path, sizeof path, "%s/fd/%s", f->thread, name))
		return true;
	errno = 0;
	if (!sysfs_link(path, target, sizeof target)) {
		f->denied =
			errno == EACCES || errno == EPERM; /* otherwise it was closed meanwhile */
		return !f->denied;
	}
	if (!is_checked(f, path, target))
		return true;
	add_process(f, target);
	return false;
}

/* "7f00a000-7f00b000 rw-s 00000000 00:06 412 /dev/sdb"; most lines are of programs and libraries.
 * The name, the way of mapping or the inode shows a device or the file behind it. */
static void on_mapping(struct files *f, const char *line)
{
	char path[SYSFS_PATH_MAX];
	const char *target = strstr(line, " /");
	char *p;
	unsigned long begin = strtoul(line, &p, 16);
	unsigned long end = *p == '-' ? strtoul(p + 1, &p, 16) : 0;
	unsigned long inode = 0;
	bool shared = strlen(p) > 4 && p[4] == 's';
	unsigned i;

	if (target == NULL)
		return;
	target++;
	for (i = 0; i < 3 && p != NULL; i++) /* before the inode */
		p = strchr(p + 1, ' ');
	if (p != NULL)
		inode = strtoul(p, NULL, 10);
	if (strncmp(target, "/dev/", 5) != 0 && !shared &&
		(f->file == NULL || inode != f->file->inode))
		return;
	if (sysfs_path(path, sizeof path, "%s/map_files/%lx-%lx", f->folder, begin, end) &&
		is_checked(f, path, target))
		add_process(f, target);
}

/* A mapped file may be closed. */
static void look_at_mappings(struct files *f)
{
	char path[600];
	struct blob text;
	struct err err;
	char *line;
	char *rest;

	snprintf(path, sizeof path, "%s/maps", f->folder);
	if (file_read(path, MAPS_MAX, &text, &err) != ERR_OK) {
		f->denied = err.os_error != ENOENT && err.os_error != ESRCH; /* else it has ended */
		if (err.code == ERR_NOMEM)
			f->rc = err_set(f->err, ERR_NOMEM, "out of memory");
		return;
	}
	if (text.len > 0 && text.ptr[text.len - 1] == '\n') {
		text.ptr[text.len - 1] = '\0';
		for (line = strtok_r((char *)text.ptr, "\n", &rest); line != NULL && !f->found;
			line = strtok_r(NULL, "\n", &rest))
			on_mapping(f, line);
	}
	blob_free(&text);
}

static void look_at_files(struct files *f)
{
	char path[600];

	snprintf(path, sizeof path, "%s/fd", f->thread);
	errno = 0;
	if (!sysfs_each(path, NAMES_MAX, on_file, f))
		f->denied = f->denied || errno == EACCES || errno == EPERM;
}

/* A thread may have its own files (unshare(2), CLONE_FILES), or outlive the first thread. */
static bool on_thread(void *user, const char *name)
{
	struct files *f = user;

	if (strcmp(name, f->pid) == 0 || strspn(name, "0123456789") != strlen(name))
		return true;
	if (f->root[0] == '\0' && syscall(SYS_kcmp, strtol(f->pid, NULL, 10),
					  strtol(name, NULL, 10), (long)KCMP_FILES, 0L, 0L) == 0)
		return true;
	snprintf(f->thread, sizeof f->thread, "%s/task/%.20s", f->folder, name);
	look_at_files(f);
	return f->rc == ERR_OK && !f->found && !f->denied;
}

static bool on_process(void *user, const char *name)
{
	struct files *f = user;
	char path[560];
	struct stat info;

	if (strspn(name, "0123456789") != strlen(name) ||
		!sysfs_path(f->folder, sizeof f->folder, "%s/proc/%s", f->root, name))
		return true;
	f->pid = name;
	f->found = f->denied = false;
	snprintf(f->thread, sizeof f->thread, "%s", f->folder);
	look_at_files(f);
	snprintf(path, sizeof path, "%s/task", f->folder);
	/* The link count of the folder is 2 plus the number of threads: 3 means a single one. */
	if (f->rc == ERR_OK && !f->found && !f->denied && stat(path, &info) == 0 &&
		info.st_nlink != 3)
		sysfs_each(path, NAMES_MAX, on_thread, f);
	if (f->rc == ERR_OK && !f->found && !f->denied)
		look_at_mappings(f);
	f->refused += f->denied;
	return f->rc == ERR_OK;
}

enum err_code open_by_processes(
	struct check *c, const char *root, const struct loop *file, struct err *err)
{
	struct files f = {.c = c, .err = err, .root = root, .file = file};
	char path[SYSFS_PATH_MAX];
	char name[64];

	if (!sysfs_path(path, sizeof path, "%s/proc", root) ||
		!sysfs_each(path, NAMES_MAX, on_process, &f))
		return check_add(c, err, "unseen", true, path, "the processes cannot be seen");
	if (f.rc != ERR_OK)
		return f.rc;
	if (f.refused > 0)
		return check_add(c, err, "unseen", true, path,
			"the open files of %u of the processes are hidden from this user",
			f.refused);
	if (sysfs_path(path, sizeof path, "%s/proc/self/ns/pid", root) &&
		sysfs_link(path, name, sizeof name) && strcmp(name, FIRST_PIDS) != 0)
		return check_add(c, err, "unseen", true, path,
			"processes outside this container cannot be seen");
	return ERR_OK;
}
