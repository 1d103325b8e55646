/* SPDX-License-Identifier: MIT */
/* Identifies the content of a device by libblkid, which reads some hundred formats, but not whether
 * a ZFS pool is in use. */
#define _GNU_SOURCE /* O_CLOEXEC with O_NONBLOCK reads of devices */
#include "linux/probe_linux.h"

#include <blkid/blkid.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "biosbelt/file.h"
#include "biosbelt/library.h"
#include "biosbelt/sysfs.h"
#include "formats/zfs_label.h"

#define UDEV_MAX (256u << 10)

/* clang-format off */
#define BLKID(F) \
	F(blkid_new_probe) F(blkid_free_probe) F(blkid_probe_set_device) \
	F(blkid_probe_enable_superblocks) F(blkid_probe_set_superblocks_flags) \
	F(blkid_do_safeprobe) F(blkid_probe_lookup_value)
/* clang-format on */
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration */
#define BLKID_MEMBER(f)  __typeof__(f) *f;
#define BLKID_NAME(f)    #f,
#define BLKID_ADDRESS(f) f,

struct blkid {
	BLKID(BLKID_MEMBER)
};

#ifdef LIB_BLKID_FILE

static const struct blkid *library(void)
{
	static const char *const names[] = {BLKID(BLKID_NAME)};
	static struct blkid table;
	static int state; /* 1: loaded, -1: not installed */
	struct err err;

	if (state == 0)
		state = library_load(LIB_BLKID_FILE, names, &table, sizeof names / sizeof names[0],
				&err) == ERR_OK
				? 1
				: -1;
	return state > 0 ? &table : NULL;
}

#else

static const struct blkid *library(void)
{
	static const struct blkid table = {BLKID(BLKID_ADDRESS)};

	return &table;
}

#endif

bool probe_path(const char *root, const char *name, char *out, size_t cap)
{
	char *p;

	if (!sysfs_path(out, cap, "%s/dev/%s", root, name))
		return false;
	for (p = out + strlen(out) - strlen(name); (p = strchr(p, '!')) != NULL;)
		*p = '/';
	return true;
}

static void take(const struct blkid *lib, blkid_probe probe, const char *key, char *out, size_t cap)
{
	const char *value;

	if (lib->blkid_probe_lookup_value(probe, key, &value, NULL) != 0 ||
		!sysfs_path(out, cap, "%s", value))
		out[0] = '\0';
}

static enum probe ask_library(int fd, struct member *out)
{
	const struct blkid *lib = library();
	blkid_probe probe = lib != NULL ? lib->blkid_new_probe() : NULL;
	int rc = -1;

	if (probe == NULL)
		return PROBE_BLIND;
	if (lib->blkid_probe_set_device(probe, fd, 0, 0) == 0) {
		lib->blkid_probe_enable_superblocks(probe, 1);
		lib->blkid_probe_set_superblocks_flags(
			probe, BLKID_SUBLKS_LABEL | BLKID_SUBLKS_UUID | BLKID_SUBLKS_TYPE);
		rc = lib->blkid_do_safeprobe(probe);
	}
	if (rc == 0) {
		take(lib, probe, "TYPE", out->type, sizeof out->type);
		take(lib, probe, "UUID", out->uuid, sizeof out->uuid);
		take(lib, probe, "LABEL", out->label, sizeof out->label);
	} else if (rc == -2) { /* signatures of several kinds */
		strcpy(out->type, "ambiguous");
	}
	lib->blkid_free_probe(probe);
	if (rc == -1)
		return PROBE_BLIND;
	return out->type[0] != '\0' ? PROBE_FOUND : PROBE_EMPTY;
}

/* PROBE_FOUND, PROBE_EMPTY or PROBE_NO_MEMORY. */
static enum probe ask_zfs(int fd, struct member *out)
{
	uint8_t *head = malloc(ZFS_LABEL_HEAD);
	size_t len = 0;
	ssize_t n = 1;
	bool good;

	if (head == NULL)
		return PROBE_NO_MEMORY;
	while (len < ZFS_LABEL_HEAD && n > 0) {
		n = pread(fd, head + len, ZFS_LABEL_HEAD - len, (off_t)len);
		len += n > 0 ? (size_t)n : 0;
	}
	good = zfs_label_read(span_of(head, len), out);
	free(head);
	return good ? PROBE_FOUND : PROBE_EMPTY;
}

/* The same. */
static enum probe ask_udev(const char *root, const char *name, struct member *out)
{
	char path[SYSFS_PATH_MAX];
	char numbers[32];
	struct file_info info;
	struct blob text;
	struct err err;
	bool good;

	if (!sysfs_path(path, sizeof path, "%s/sys/class/block/%s", root, name) ||
		!sysfs_need(path, "dev", numbers, sizeof numbers) ||
		!sysfs_path(path, sizeof path, "%s/run/udev/data/b%s", root, numbers) ||
		file_info(path, true, &info, &err) != ERR_OK || info.type != FILE_REGULAR)
		return PROBE_EMPTY;
	if (file_read(path, UDEV_MAX, &text, &err) != ERR_OK)
		return err.code == ERR_NOMEM ? PROBE_NO_MEMORY : PROBE_EMPTY;
	good = member_from_udev(blob_span(text), out);
	blob_free(&text);
	return good ? PROBE_FOUND : PROBE_EMPTY;
}

enum probe probe_device(const char *root, const char *name, struct member *out)
{
	char path[SYSFS_PATH_MAX];
	enum probe found = PROBE_BLIND;
	enum probe udev;
	int fd;

	memset(out, 0, sizeof *out);
	if (!probe_path(root, name, path, sizeof path))
		return PROBE_BLIND;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0) {
		found = errno == EACCES || errno == EPERM ? PROBE_DENIED : PROBE_BLIND;
	} else {
		found = ask_zfs(fd, out);
		if (found == PROBE_EMPTY)
			found = ask_library(fd, out);
		close(fd);
	}
	if (found == PROBE_FOUND || found == PROBE_NO_MEMORY)
		return found;
	udev = ask_udev(root, name, out);
	return udev == PROBE_EMPTY ? found : udev;
}
