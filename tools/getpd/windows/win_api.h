/* SPDX-License-Identifier: MIT */
/* The few system calls that the rules for Windows need, as a table that tests replace. */
#ifndef BIOSBELT_GETPD_WIN_API_H
#define BIOSBELT_GETPD_WIN_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIN_NAME_MAX 1024 /* bytes of a UTF-8 name */

struct win_disk {
	char model[256];
	char serial[256];
	unsigned bus; /* STORAGE_BUS_TYPE */
	uint64_t size;
};

#define WIN_MEMBERS_MAX 240 /* disks of a storage pool that are listed; Windows takes as many */

/* One of the physical disks of a storage pool's disk. */
struct win_member {
	char name[48]; /* PhysicalDrive3 */
	struct win_disk disk;
	bool failed;
};

/* Each call returns 0 or the number of GetLastError. Texts are UTF-8. */
struct win_api {
	void *user;
	long (*open)(void *user, const char *path, void **handle);
	void (*close)(void *user, void *handle);
	/* IOCTL_STORAGE_GET_DEVICE_NUMBER */
	long (*device_number)(
		void *user, void *handle, unsigned *type, unsigned *number, unsigned *partition);
	/* IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS, the raw answer; 234 (ERROR_MORE_DATA) when cap is
	 * too small. */
	long (*extents)(void *user, void *handle, uint8_t *answer, size_t cap, size_t *len);
	long (*describe)(void *user, void *handle, struct win_disk *out);
	unsigned (*drive_type)(void *user, const char *root); /* GetDriveType of "C:\" */
	long (*dos_device)(void *user, const char *name, char *out, size_t cap);
	long (*volume_path)(void *user, const char *path, char *out, size_t cap);
	long (*volume_name)(void *user, const char *mount, char *out, size_t cap);
	/* Volume number i and the folders it is mounted on, each with a NUL, a second NUL at the
	 * end. 18 (ERROR_NO_MORE_FILES): no such volume; 234: too many folders. */
	long (*volume)(
		void *user, unsigned i, char *name, size_t cap, char *mounts, size_t mounts_cap);
	/* The file of a virtual disk, as a path for the other calls. */
	long (*backing_file)(void *user, void *handle, char *out, size_t cap);
	/* The disks below a disk of a storage pool; *count may exceed cap. *failed: Windows
	 * reports that the pool's disk is not healthy. */
	long (*pool_disks)(void *user, unsigned number, struct win_member *out, size_t cap,
		size_t *count, bool *failed);
	/* System.Volume.BitLockerProtection of "C:\\" */
	long (*bitlocker)(void *user, const char *root, int *state);
	/* Opens a disk exclusively for reading, and closes it. */
	long (*open_alone)(void *user, const char *path);
	long (*system_folder)(void *user, char *out, size_t cap); /* "C:\\Windows" */
};

#endif
