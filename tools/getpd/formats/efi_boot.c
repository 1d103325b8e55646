/* SPDX-License-Identifier: MIT */
/*
 * Source: UEFI Specification 2.10, 3.1.3 (EFI_LOAD_OPTION: attributes, length of the device path, a
 * description in UTF-16, the path) and 10.3.5.1 (hard drive media device path).
 */
#include "formats/efi_boot.h"

#define DESCRIPTION   6 /* offset in the load option */
#define MEDIA_PATH    4
#define HARD_DRIVE    1
#define HARD_DRIVE_OF 42 /* size of such a node */
#define NODE_HEAD     4
#define NODES_MAX     64

bool efi_boot_partition(struct span option, uint64_t *start, uint64_t *blocks)
{
	uint16_t unit = 1;
	size_t at = DESCRIPTION;
	int i;

	while (unit != 0) {
		if (!span_u16le(option, at, &unit))
			return false;
		at += 2;
	}
	for (i = 0; i < NODES_MAX; i++) {
		uint8_t type;
		uint8_t subtype;
		uint16_t len;

		if (!span_u8(option, at, &type) || !span_u8(option, at + 1, &subtype) ||
			!span_u16le(option, at + 2, &len) || len < NODE_HEAD)
			return false;
		if (type == MEDIA_PATH && subtype == HARD_DRIVE && len >= HARD_DRIVE_OF)
			return span_u64le(option, at + 8, start) &&
			       span_u64le(option, at + 16, blocks) && *blocks > 0;
		at += len;
	}
	return false;
}
