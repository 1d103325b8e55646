/* SPDX-License-Identifier: MIT */
/* What devices say of themselves; the first byte says which: udev's database, boot options, device
 * mapper's status lines, VOLUME_DISK_EXTENTS. */
#include <stdlib.h>
#include <string.h>

#include "formats/efi_boot.h"
#include "formats/member.h"
#include "formats/raid_status.h"
#include "formats/zfs_label.h"
#include "windows/win_volume.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* udev's database of a device. */
static void udev(struct span in)
{
	struct member m;

	member_from_udev(in, &m);
	if (memchr(m.type, '\0', sizeof m.type) == NULL ||
		memchr(m.uuid, '\0', sizeof m.uuid) == NULL ||
		memchr(m.label, '\0', sizeof m.label) == NULL)
		abort();
}

/* The list of a ZFS label lies 16 KiB deep. */
static void pool(struct span in)
{
	struct member sb = {.idle = false};
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

	struct buf text;

	if (win_extents_parse(in, disks, 16, &count) && count > 16)
		abort();
	buf_init(&text, 4096);
	win_extents_text(in, &text);
	buf_free(&text);
}

static void boot_option(struct span in)
{
	uint64_t start;
	uint64_t blocks = 0;

	if (efi_boot_partition(in, &start, &blocks) && blocks == 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const readers[])(struct span) = {udev, status, extents, pool, boot_option};

	if (size > 0)
		readers[data[0] % 5](span_of(data + 1, size - 1));
	return 0;
}
