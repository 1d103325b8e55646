/* SPDX-License-Identifier: MIT */
/*
 * Sources: Microsoft's pages on IOCTL_STORAGE_GET_DEVICE_NUMBER, VOLUME_DISK_EXTENTS,
 * STORAGE_BUS_TYPE, GetDriveType, QueryDosDevice and "System Error Codes".
 */
#include "windows/win_volume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/tr.h"

#include "windows/win_bus.h"
#include "windows/win_pool.h"

#define DRIVE_NETWORK 4 /* DRIVE_REMOTE */
#define DRIVE_MEMORY  6 /* DRIVE_RAMDISK */
#define DEVICE_CD_ROM 2 /* FILE_DEVICE_CD_ROM */
#define SUBST_DEPTH   8
#define FILES_DEPTH   8
#define NO_MORE_FILES 18
#define VOLUMES_MAX   65536
#define MOUNTS_CAP    65536 /* bytes of the folders of one volume */
#define MORE_DATA     234   /* ERROR_MORE_DATA */
#define EXTENT_HEAD   8     /* VOLUME_DISK_EXTENTS: a count, and four bytes of padding */
#define EXTENT_SIZE   24    /* DISK_EXTENT: the disk's number, padding, start, length */

struct query {
	const struct win_api *api;
	struct graph *g;
	struct err *err;
	int depth; /* virtual disks in files of virtual disks */
};

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool same_start(const char *text, const char *start)
{
	for (; *start != '\0'; text++, start++)
		if ((*text | 32) != (*start | 32))
			return false;
	return true;
}

static enum err_code code_of(long number)
{
	switch (number) {
	case 2:   /* ERROR_FILE_NOT_FOUND */
	case 3:   /* ERROR_PATH_NOT_FOUND */
	case 15:  /* ERROR_INVALID_DRIVE */
	case 21:  /* ERROR_NOT_READY: no medium */
	case 123: /* ERROR_INVALID_NAME */
		return ERR_NOTFOUND;
	case 5:   /* ERROR_ACCESS_DENIED */
	case 32:  /* ERROR_SHARING_VIOLATION */
	case 170: /* ERROR_BUSY */
		return ERR_BUSY;
	default:
		return ERR_IO;
	}
}

/* Error texts as in the original tool. */
static enum err_code failed(struct query *q, const char *call, long number)
{
	return err_set_os(q->err, code_of(number), number, "%s Error: %ld", call, number);
}

static enum err_code ask_path(struct query *q, size_t node, const char *path, int depth);

/* The disks with the file of a virtual disk are below it in the graph; the virtual disk is the
 * answer. */
static void follow_file(struct query *q, size_t node, void *handle)
{
	char path[WIN_NAME_MAX];
	size_t disks = q->g->disk_count;
	struct err ignored;
	struct err *err = q->err;

	if (q->depth >= FILES_DEPTH ||
		q->api->backing_file(q->api->user, handle, path, sizeof path) != 0) {
		graph_add_leaf(q->g, node, LEAF_UNKNOWN, NULL, NULL,
			N_("a virtual disk; its file is not known"), q->err);
		return;
	}
	graph_set(q->g, node, NODE_LABEL, path, q->err);
	q->depth++;
	q->err = &ignored;
	if (ask_path(q, node, path, 0) != ERR_OK)
		graph_add_leaf(q->g, node, LEAF_UNKNOWN, NULL, NULL, ignored.text, err);
	q->err = err;
	q->depth--;
	if (q->depth == 0)
		q->g->disk_count = disks; /* the original's answer is only the virtual disk */
}

static void describe(struct query *q, size_t node, unsigned number, const char *device)
{
	struct win_disk disk;
	void *handle;

	memset(&disk, 0, sizeof disk);
	if (q->api->open(q->api->user, device, &handle) != 0)
		return; /* the number is the answer; the description is optional */
	if (q->api->describe(q->api->user, handle, &disk) == 0) {
		graph_set(q->g, node, NODE_MODEL, disk.model, q->err);
		graph_set(q->g, node, NODE_SERIAL, disk.serial, q->err);
		graph_set(q->g, node, NODE_BUS, win_bus_name(disk.bus), q->err);
		q->g->nodes[node].size = disk.size;
		if (disk.bus == BUS_FILE) {
			graph_set(q->g, node, NODE_NOTE, N_("a virtual disk in a file"), q->err);
			follow_file(q, node, handle);
		}
		if (disk.bus == BUS_SPACES)
			win_pool_follow(q->api, q->g, node, number, q->err);
	}
	q->api->close(q->api->user, handle);
}

static enum err_code add_disk(
	struct query *q, size_t above, unsigned type, unsigned number, unsigned partition)
{
	char name[64];
	char device[80];
	size_t node;
	size_t i;
	enum err_code rc;

	snprintf(name, sizeof name, "%s%u", type == DEVICE_CD_ROM ? "CdRom" : "PhysicalDrive",
		number);
	snprintf(device, sizeof device, "\\\\.\\%s", name);
	node = graph_find(q->g, NODE_DEVICE, device);
	if (node == SIZE_MAX) {
		rc = graph_add(q->g, type == DEVICE_CD_ROM ? "cdrom" : "disk", name, &node, q->err);
		if (rc == ERR_OK)
			rc = graph_set(q->g, node, NODE_DEVICE, device, q->err);
		if (rc != ERR_OK)
			return rc;
		describe(q, node, number, device);
	}
	rc = graph_link(q->g, above, node, q->err);
	if (rc == ERR_OK)
		rc = graph_add_disk(q->g, node, (int)partition, q->err);
	for (i = 0; rc == ERR_OK && i < q->g->disk_count; i++) {
		if (q->g->disks[i].node == node) {
			q->g->disks[i].type = type;
			q->g->disks[i].number = number;
		}
	}
	return rc;
}

bool win_extents_parse(struct span answer, unsigned *disks, size_t cap, size_t *count)
{
	uint32_t n;
	uint32_t disk;
	size_t i;

	if (!span_u32le(answer, 0, &n) || n > cap ||
		(n > 0 &&
			(answer.len < EXTENT_HEAD || (answer.len - EXTENT_HEAD) / EXTENT_SIZE < n)))
		return false;
	for (i = 0; i < n; i++) {
		if (!span_u32le(answer, EXTENT_HEAD + i * EXTENT_SIZE, &disk))
			return false;
		disks[i] = disk;
	}
	*count = n;
	return true;
}

void win_extents_text(struct span answer, struct buf *out)
{
	uint32_t n;
	uint32_t disk;
	uint64_t start;
	uint64_t len;
	size_t i;

	if (!span_u32le(answer, 0, &n))
		return;
	for (i = 0; i < n && i < WIN_EXTENTS_MAX; i++) {
		size_t at = EXTENT_HEAD + i * EXTENT_SIZE;

		if (!span_u32le(answer, at, &disk) || !span_u64le(answer, at + 8, &start) ||
			!span_u64le(answer, at + 16, &len))
			return;
		buf_printf(out, "%s%u:%llu+%llu", i > 0 ? " " : "", disk, (unsigned long long)start,
			(unsigned long long)len);
	}
}

static void set_extents(struct query *q, size_t node, struct span answer)
{
	struct buf text;

	buf_init(&text, NODE_TEXT_MAX - 1);
	win_extents_text(answer, &text);
	buf_add_u8(&text, 0);
	if (text.failed == ERR_OK)
		graph_set(q->g, node, NODE_EXTENTS, (const char *)text.ptr, q->err);
	q->g->no_memory |= text.failed == ERR_NOMEM;
	buf_free(&text);
}

/* The buffer grows as long as the system needs more. Returns 0 when it fails. */
static size_t read_extents(struct query *q, size_t node, void *handle, unsigned *disks)
{
	size_t pieces;
	size_t count = 0;

	for (pieces = 16; pieces <= WIN_EXTENTS_MAX; pieces *= 16) {
		size_t cap = EXTENT_HEAD + pieces * EXTENT_SIZE;
		uint8_t *answer = calloc(1, cap);
		size_t len = 0;
		long number;
		bool good;

		if (answer == NULL) {
			q->g->no_memory = true;
			return 0;
		}
		number = q->api->extents(q->api->user, handle, answer, cap, &len);
		good = number == 0 && len <= cap &&
		       win_extents_parse(span_of(answer, len), disks, pieces, &count);
		if (good && count > 0)
			set_extents(q, node, span_of(answer, len));
		free(answer);
		if (number != MORE_DATA)
			return good ? count : 0;
	}
	return 0;
}

/* Extents first, since a spanned volume has no device number; Wine has no extents and fails with 0,
 * 1 or 50. */
static enum err_code ask_handle(struct query *q, size_t node, void *handle)
{
	unsigned disks[WIN_EXTENTS_MAX];
	unsigned type = 7;
	unsigned number;
	unsigned partition;
	size_t count = read_extents(q, node, handle, disks);
	long single = q->api->device_number(q->api->user, handle, &type, &number, &partition);
	enum err_code rc = ERR_OK;
	size_t i;

	if (count == 0) {
		if (single != 0)
			return failed(q, "IOCTL_STORAGE_GET_DEVICE_NUMBER", single);
		return add_disk(q, node, type, number, partition);
	}
	for (i = 0; rc == ERR_OK && i < count; i++) {
		bool known = single == 0 && number == disks[i];

		rc = add_disk(q, node, known ? type : 7, disks[i], known ? partition : 0);
	}
	return rc;
}

static enum err_code ask_device(struct query *q, size_t node, const char *device)
{
	void *handle;
	long number = q->api->open(q->api->user, device, &handle);
	enum err_code rc;

	if (number != 0)
		return failed(q, "CreateFile()", number);
	rc = ask_handle(q, node, handle);
	q->api->close(q->api->user, handle);
	return rc;
}

/* Values: Microsoft's page on System.Volume.BitLockerProtection. */
static void set_bitlocker(struct query *q, size_t node, char letter)
{
	static const char *const words[] = {NULL, "BitLocker", NULL,
		N_("BitLocker, being encrypted"), N_("BitLocker, being decrypted"),
		N_("BitLocker, suspended"), N_("BitLocker, locked")};
	const char root[4] = {letter, ':', '\\', '\0'};
	int state;

	if (q->api->bitlocker(q->api->user, root, &state) == 0 && state >= 0 &&
		(size_t)state < sizeof words / sizeof words[0])
		graph_set(q->g, node, NODE_ENCRYPTION, tr(words[state]), q->err);
}

static enum err_code not_local(struct query *q, const char *what, const char *words)
{
	return err_set(
		q->err, ERR_UNSUPPORTED, "not on a local disk: it is %s (%.100s)", tr(words), what);
}

/* A drive letter alone, "C:". */
static enum err_code ask_drive(struct query *q, size_t node, char letter, int depth)
{
	char name[3] = {letter, ':', '\0'};
	char root[4] = {letter, ':', '\\', '\0'};
	char device[16];
	char target[WIN_NAME_MAX];
	unsigned type = q->api->drive_type(q->api->user, root);

	if (q->api->dos_device(q->api->user, name, target, sizeof target) == 0 &&
		strncmp(target, "\\??\\", 4) == 0) { /* SUBST */
		if (same_start(target + 4, "UNC\\"))
			return not_local(q, name, N_("a network drive"));
		if (graph_set(q->g, node, NODE_SOURCE, target + 4, q->err) != ERR_OK)
			return q->err->code;
		return ask_path(q, node, target + 4, depth + 1);
	}
	if (type == DRIVE_NETWORK)
		return not_local(q, name, N_("a network drive"));
	if (type == DRIVE_MEMORY)
		return not_local(q, name, N_("a drive in memory"));
	snprintf(device, sizeof device, "\\\\.\\%s", name);
	set_bitlocker(q, node, letter);
	return ask_device(q, node, device);
}

static enum err_code ask_folder_mount(struct query *q, size_t node, const char *mount)
{
	char volume[WIN_NAME_MAX];
	size_t len;
	long number = q->api->volume_name(q->api->user, mount, volume, sizeof volume);

	if (number != 0 && q->api->drive_type(q->api->user, mount) == DRIVE_NETWORK)
		return not_local(q, mount, N_("a network share"));
	if (number != 0)
		return failed(q, "GetVolumeNameForVolumeMountPoint()", number);
	len = strlen(volume);
	if (len > 0 && volume[len - 1] == '\\') /* with it CreateFile would open the root folder */
		volume[len - 1] = '\0';
	if (graph_set(q->g, node, NODE_SOURCE, volume, q->err) != ERR_OK)
		return q->err->code;
	return ask_device(q, node, volume);
}

static enum err_code ask_path(struct query *q, size_t node, const char *path, int depth)
{
	char mount[WIN_NAME_MAX];
	long number;

	if (depth > SUBST_DEPTH)
		return err_set(
			q->err, ERR_LIMIT, "more than %d drives made with SUBST", SUBST_DEPTH);
	if (is_letter(path[0]) && path[1] == ':' && path[2] == '\0')
		return ask_drive(q, node, path[0], depth);
	number = q->api->volume_path(q->api->user, path, mount, sizeof mount);
	if (number != 0)
		return failed(q, "GetVolumePathName()", number);
	if (graph_set(q->g, node, NODE_MOUNTPOINT, mount, q->err) != ERR_OK)
		return q->err->code;
	if (is_letter(mount[0]) && mount[1] == ':' && (mount[2] == '\0' || mount[3] == '\0'))
		return ask_drive(q, node, mount[0], depth);
	return ask_folder_mount(q, node, mount);
}

/* \\.\PhysicalDrive0, \\?\Volume{...}: devices by name. PhysicalDrive0 alone is fine too. */
static bool device_name(const char *what, char *out, size_t cap)
{
	size_t len;

	if (same_start(what, "PhysicalDrive") || same_start(what, "CdRom"))
		snprintf(out, cap, "\\\\.\\%s", what);
	else if (strncmp(what, "\\\\.\\", 4) == 0 || same_start(what, "\\\\?\\Volume{"))
		snprintf(out, cap, "%s", what);
	else
		return false;
	len = strlen(out);
	if (len > 0 && out[len - 1] == '\\')
		out[len - 1] = '\0';
	return strlen(what) < cap - 8;
}

static enum err_code ask(struct query *q, const char *what)
{
	char device[WIN_NAME_MAX];
	size_t node;
	enum err_code rc = graph_add(q->g, "query", what, &node, q->err);

	if (rc != ERR_OK)
		return rc;
	if (device_name(what, device, sizeof device))
		return ask_device(q, node, device);
	return ask_path(q, node, what, 0);
}

enum err_code win_query(
	const struct win_api *api, const char *what, struct graph *out, struct err *err)
{
	struct query q = {api, out, err, 0};
	enum err_code rc;

	memset(out, 0, sizeof *out);
	if (what[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "an empty name");
	rc = ask(&q, what);
	return out->no_memory ? err_set(err, ERR_NOMEM, "out of memory") : rc;
}

struct listing {
	bool (*each)(void *user, const char *volume, const struct graph *g);
	void *user;
	struct err *err;
	enum err_code rc;
};

/* False: no more. */
static bool deliver(struct listing *l, const char *volume, const struct graph *g)
{
	if (!g->no_memory)
		return l->each(l->user, volume, g);
	l->rc = err_set(l->err, ERR_NOMEM, "out of memory");
	return false;
}

/* A volume without a medium is empty; other failures are listed. */
static bool list_volume(
	const struct win_api *api, const char *name, const char *shown, struct listing *l)
{
	struct graph g;
	struct err err;
	enum err_code rc = win_query(api, name, &g, &err);
	bool go_on = true;

	if (rc != ERR_OK && rc != ERR_NOTFOUND && rc != ERR_UNSUPPORTED && g.count > 0)
		rc = graph_add_leaf(&g, 0, LEAF_UNKNOWN, NULL, NULL, err.text, &err);
	if (rc == ERR_OK && !g.no_memory) {
		struct query q = {api, &g, &err, 0};

		if (is_letter(shown[0]) && strcmp(shown + 1, ":\\") == 0)
			set_bitlocker(&q, 0, shown[0]);
		graph_set(&g, 0, NODE_MOUNTPOINT, shown, &err);
	}
	if (rc == ERR_OK || g.no_memory)
		go_on = deliver(l, shown, &g);
	graph_free(&g);
	return go_on;
}

/* Lists a volume that is only partly known. */
static bool list_unknown(const char *name, const char *why, struct listing *l)
{
	struct graph g = {0};
	size_t node;
	bool go_on;

	if (graph_add(&g, "query", name, &node, l->err) == ERR_OK)
		(void)graph_add_leaf(&g, node, LEAF_UNKNOWN, NULL, NULL, why, l->err);
	go_on = deliver(l, name, &g);
	graph_free(&g);
	return go_on;
}

enum err_code win_all(const struct win_api *api,
	bool (*each)(void *user, const char *volume, const struct graph *g), void *user,
	struct err *err)
{
	char name[WIN_NAME_MAX];
	char *mounts = calloc(1, MOUNTS_CAP);
	unsigned i;
	bool go_on = true;
	struct listing l = {each, user, err, ERR_OK};

	if (mounts == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; go_on && l.rc == ERR_OK; i++) {
		const char *shown = mounts;
		long number;

		memset(mounts, 0, MOUNTS_CAP);
		number = api->volume(api->user, i, name, sizeof name, mounts, MOUNTS_CAP - 2);
		if (number == NO_MORE_FILES)
			break;
		if (i == VOLUMES_MAX)
			l.rc = err_set(err, ERR_LIMIT, "more than %d volumes", VOLUMES_MAX);
		else if (number == MORE_DATA)
			go_on = list_unknown(name, N_("it has too many folders to list"), &l);
		else if (number != 0)
			l.rc = err_set_os(
				err, ERR_IO, number, "FindFirstVolume() Error: %ld", number);
		else if (mounts[0] == '\0')
			go_on = list_volume(api, name, name, &l);
		for (; go_on && l.rc == ERR_OK && *shown != '\0'; shown += strlen(shown) + 1)
			go_on = list_volume(api, name, shown, &l);
	}
	free(mounts);
	return l.rc;
}
