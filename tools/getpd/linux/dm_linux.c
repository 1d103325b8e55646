/* SPDX-License-Identifier: MIT */
/* Status of device mapper's targets (include/uapi/linux/dm-ioctl.h). */
#define _GNU_SOURCE /* the kernel headers need types that are not in POSIX */
#include "linux/dm_linux.h"

#include <fcntl.h>
#include <linux/dm-ioctl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "formats/raid_status.h"

#define STATUS_SPACE 65536 /* bytes for the status lines of one device */

/* Reads every target of the answer; the kernel gives their offsets. */
static unsigned count_failed(const struct dm_ioctl *head)
{
	const char *data = (const char *)head;
	size_t at = head->data_start;
	unsigned failed = 0;
	uint32_t i;

	for (i = 0; i < head->target_count; i++) {
		struct dm_target_spec spec;
		const char *status = data + at + sizeof spec;

		if (at + sizeof spec >= STATUS_SPACE)
			break;
		memcpy(&spec, data + at, sizeof spec);
		spec.target_type[sizeof spec.target_type - 1] = '\0';
		failed += raid_failed(spec.target_type, status);
		if (spec.next == 0 || spec.next > STATUS_SPACE)
			break;
		at = head->data_start + spec.next;
	}
	return failed;
}

bool dm_failed(const char *root, const char *numbers, unsigned *out)
{
	unsigned long major_number;
	unsigned long minor_number;
	char *end;
	struct dm_ioctl *head;
	bool good = false;
	int fd;

	major_number = strtoul(numbers, &end, 10);
	if (root[0] != '\0' || *end != ':')
		return false;
	minor_number = strtoul(end + 1, NULL, 10);
	fd = open("/dev/mapper/control", O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return false;
	head = calloc(1, STATUS_SPACE + 1); /* so that the answer always ends with a NUL */
	if (head != NULL) {
		head->version[0] = DM_VERSION_MAJOR;
		head->data_size = STATUS_SPACE;
		head->data_start = sizeof *head;
		head->dev = makedev((unsigned)major_number, (unsigned)minor_number);
		head->flags = DM_NOFLUSH_FLAG; /* do not flush the device */
		good = ioctl(fd, DM_TABLE_STATUS, head) == 0 &&
		       !(head->flags & DM_BUFFER_FULL_FLAG) && head->data_start < STATUS_SPACE;
		if (good)
			*out = count_failed(head);
		free(head);
	}
	close(fd);
	return good;
}
