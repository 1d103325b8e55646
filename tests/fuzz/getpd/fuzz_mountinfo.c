/* SPDX-License-Identifier: MIT */
/* Lines of mountinfo and the overlay options in them; lines of swaps. */
#include "formats/mountinfo.h"
#include "formats/swaps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool each(void *user, const char *folder)
{
	(void)folder;
	return --*(int *)user > 0;
}

static bool each_swap(void *user, const char *path, bool is_file)
{
	(void)is_file;
	return each(user, path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int swaps = 100;
	struct mounts m;
	struct err err;
	size_t i;

	swaps_each(span_of(data, size), each_swap, &swaps);
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
