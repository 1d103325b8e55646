/* SPDX-License-Identifier: MIT */
/*
 * Windows' volumes: the rules, over a table of the few system calls they need. Pure, so spanned
 * volumes, folder mounts, SUBST and refusals are tested everywhere with a made-up table. Every
 * handle is opened with access 0: no administrator is needed.
 */
#ifndef BIOSBELT_GETPD_WIN_VOLUME_H
#define BIOSBELT_GETPD_WIN_VOLUME_H

#include "biosbelt/span.h"
#include "graph.h"

#define WIN_EXTENTS_MAX 4096 /* pieces of one volume */
#define WIN_NAME_MAX    1024 /* bytes of a UTF-8 name */

struct win_disk {
	char model[256];
	char serial[256];
	unsigned bus; /* STORAGE_BUS_TYPE */
	uint64_t size;
};

/* Each call returns 0 or the number of GetLastError. Texts are UTF-8. */
struct win_api {
	void *user;
	long (*open)(void *user, const char *path, void **handle);
	void (*close)(void *user, void *handle);
	/* IOCTL_STORAGE_GET_DEVICE_NUMBER */
	long (*device_number)(
		void *user, void *handle, unsigned *type, unsigned *number, unsigned *partition);
	/* IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS, its answer as it comes; 234 (ERROR_MORE_DATA) when
	 * cap bytes are too few. */
	long (*extents)(void *user, void *handle, uint8_t *answer, size_t cap, size_t *len);
	long (*describe)(void *user, void *handle, struct win_disk *out);
	unsigned (*drive_type)(void *user, const char *root); /* GetDriveType of "C:\" */
	long (*dos_device)(void *user, const char *name, char *out, size_t cap);
	long (*volume_path)(void *user, const char *path, char *out, size_t cap);
	long (*volume_name)(void *user, const char *mount, char *out, size_t cap);
	/* The volume's number i and the folders it is mounted on, each with a NUL, a second NUL at
	 * the end; 18 (ERROR_NO_MORE_FILES) when there is none. */
	long (*volume)(
		void *user, unsigned i, char *name, size_t cap, char *mounts, size_t mounts_cap);
	/* The file behind a virtual disk: a path that the other calls take. */
	long (*backing_file)(void *user, void *handle, char *out, size_t cap);
	/* System.Volume.BitLockerProtection of "C:\\" */
	long (*bitlocker)(void *user, const char *root, int *state);
	/* Opens a disk for reading as nobody else may, and closes it. */
	long (*open_alone)(void *user, const char *path);
	long (*system_folder)(void *user, char *out, size_t cap); /* "C:\\Windows" */
};

/* Numbers of the disks in an answer VOLUME_DISK_EXTENTS, the first cap of them, as often as they
 * come. False when it is cut short or has more pieces than cap. Pure. */
bool win_extents_parse(struct span answer, unsigned *disks, size_t cap, size_t *count);

/* The pieces as text, "0:1048576+536870912 1:0+4096": disk, offset, length in bytes. Pure. */
void win_extents_text(struct span answer, struct buf *out);

enum err_code win_query(
	const struct win_api *api, const char *what, struct graph *out, struct err *err);
/* A volume counts once for each folder it is mounted on. */
enum err_code win_all(const struct win_api *api,
	bool (*each)(void *user, const char *volume, const struct graph *g), void *user,
	struct err *err);

#endif
