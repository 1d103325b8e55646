/* SPDX-License-Identifier: MIT */
/* What devices say of themselves; the first byte says which: superblocks, device mapper's status
 * lines, VOLUME_DISK_EXTENTS. */
#include <stdlib.h>
#include <string.h>

#include "label.h"
#include "raid_status.h"
#include "superblock.h"
#include "win_volume.h"
#include "zfs_label.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void superblock(struct span in)
{
	struct superblock sb;

	if (superblock_read(in, &sb) &&
		(memchr(sb.uuid, '\0', sizeof sb.uuid) == NULL ||
			memchr(sb.label, '\0', sizeof sb.label) == NULL || sb.type == NULL))
		abort();
}

/* Folders and records; the first byte says of which file system. */
static void label(struct span in)
{
	static const char *const types[] = {"vfat", "exfat", "ntfs"};
	struct superblock sb = {.type = types[in.len > 0 ? in.ptr[0] % 3 : 0]};

	label_read(in.len > 0 ? span_of(in.ptr + 1, in.len - 1) : in, &sb);
	if (memchr(sb.label, '\0', sizeof sb.label) == NULL)
		abort();
}

/* The list of a ZFS label lies 16 KiB deep. */
static void pool(struct span in)
{
	struct superblock sb = {.type = NULL};
	uint8_t *head = calloc(1, 0x4000 + in.len);

	if (head == NULL)
		return;
	if (in.len > 0)
		memcpy(head + 0x4000, in.ptr, in.len);
	if (zfs_label_read(span_of(head, 0x4000 + in.len), &sb) &&
		(sb.label[0] == '\0' || sb.uuid[0] == '\0'))
		abort();
	free(head);
}

static void status(struct span in)
{
	char *text = malloc(in.len + 1);

	if (text == NULL)
		return;
	if (in.len > 0)
		memcpy(text, in.ptr, in.len);
	text[in.len] = '\0';
	if (raid_failed("raid", text) > in.len || raid_failed("mirror", text) > in.len)
		abort();
	free(text);
}

static void extents(struct span in)
{
	unsigned disks[16];
	size_t count = 0;

	if (win_extents_parse(in, disks, 16, &count) && count > 16)
		abort();
}

/* A superblock of btrfs lies 64 KiB deep: that much is put before the rest on demand. */
static void deep(struct span in)
{
	uint8_t *head = calloc(1, SUPERBLOCK_HEAD);

	if (head == NULL)
		return;
	if (in.len > 0)
		memcpy(head + 0x10000, in.ptr, in.len < 0x1000 ? in.len : 0x1000);
	superblock(span_of(head, SUPERBLOCK_HEAD));
	free(head);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const readers[])(struct span) = {
		superblock, status, extents, deep, label, pool};

	if (size > 0)
		readers[data[0] % 6](span_of(data + 1, size - 1));
	return 0;
}
