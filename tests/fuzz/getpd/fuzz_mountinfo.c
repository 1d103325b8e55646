/* SPDX-License-Identifier: MIT */
/* Lines of mountinfo and the overlay options in them. */
#include "mountinfo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool each(void *user, const char *folder)
{
	(void)folder;
	return --*(int *)user > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mounts m;
	struct err err;
	size_t i;

	if (mounts_parse(span_of(data, size), &m, &err) != ERR_OK)
		return 0;
	for (i = 0; i < m.count; i++) {
		int left = 100;

		mount_overlay_folders(m.items[i].options, each, &left);
	}
	mounts_by_path(&m, "/home/me");
	mounts_by_id(&m, 1);
	mounts_free(&m);
	return 0;
}
